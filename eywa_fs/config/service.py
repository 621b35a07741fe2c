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
    """Whose tokens (JWT) let somebody in beside keys; without an issuer none do.

    Attributes:
        issuer: the ``iss`` of its tokens, exactly.
        audience: the ``aud`` that a token for this service has.
        jwks_url: where the issuer publishes its keys; empty: as its discovery document says.
        algorithms: what tokens may be signed with.
        role_claim, tenant_claim, users_claim: the claims that tell the role, the tenant and the
            users; a name with dots that is no claim itself leads into nested ones. A token of the
            role ``user`` without the users claim is for the user that its ``sub`` names.
        leeway_s: seconds by which the clocks of issuer and service may differ.
    """

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
    """OpenTelemetry of the service.

    Attributes:
        endpoint: base URL of a collector that takes OTLP over HTTP, as ``http://localhost:4318``;
            empty: what ``OTEL_EXPORTER_OTLP_ENDPOINT`` says, and where that is empty too, none.
        content: whether spans have what was asked, and of which tenant and user.
    """

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
