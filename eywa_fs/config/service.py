"""Settings of ``eywa serve`` (docs/service.md): bounds, the issuer of tokens, telemetry."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, Self

from pydantic import Field, model_validator

from eywa_fs.config.section import Section

Algorithm = Literal[
    "RS256", "RS384", "RS512", "PS256", "PS384", "PS512",
    "ES256", "ES384", "ES512", "EdDSA", "Ed25519",
]  # fmt: skip
"""How a token may be signed: by a private key that only its issuer has."""


class OidcSettings(Section):
    """Whose tokens (JWT) let somebody in beside keys; without an issuer none do."""

    issuer: str = ""
    audience: str = ""
    jwks_url: str = ""
    algorithms: Sequence[Algorithm] = Field(default=["RS256", "ES256", "EdDSA"], min_length=1)
    role_claim: str = Field(default="roles", min_length=1)
    tenant_claim: str = Field(default="tenantId", min_length=1)
    users_claim: str = Field(default="users", min_length=1)
    leeway_s: int = Field(default=30, ge=0, le=300)

    @model_validator(mode="after")
    def _possible(self) -> Self:
        if bool(self.issuer) != bool(self.audience):
            raise ValueError("issuer and audience need each other: a token has to be for us")
        return self


class TelemetrySettings(Section):
    """OpenTelemetry of the service."""

    endpoint: str = Field(default="", pattern="^(https?://.+)?$")
    content: bool = False


class ServiceSettings(Section):
    """The service; sizes in bytes, times in seconds."""

    max_body_bytes: int = Field(default=20 << 20, ge=1024)
    max_import_bytes: int = Field(default=1 << 30, ge=1024)
    max_batch: int = Field(default=1000, ge=1)
    timeout_s: float = Field(default=30.0, gt=0)
    drain_s: float = Field(default=30.0, gt=0)
    threads: int = Field(default=2, ge=1, le=256)
    waiting: int = Field(default=64, ge=0)
    requests_per_minute: int = Field(default=0, ge=0)
    ui: bool = True
    oidc: OidcSettings = Field(default_factory=OidcSettings)
    telemetry: TelemetrySettings = Field(default_factory=TelemetrySettings)
