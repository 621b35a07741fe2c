"""Settings: every key with its default. Level 0 needs none of them.

Read in this order, later ones winning, setting by setting: the defaults here, a YAML file,
``EYWA_*`` variables (``EYWA_EMBEDDING__BACKEND=http``), arguments. Unknown keys are errors, never
ignored. ``config.yaml`` at the top of the project shows all keys and says what each is for; a test
holds the two together.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal, Self
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import Field, SecretStr, ValidationError, field_validator, model_validator
from pydantic_settings import (
    BaseSettings,
    EnvSettingsSource,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    SettingsError,
)

from eywa_fs.config.arbiter import ArbiterSettings
from eywa_fs.config.episodes import EpisodeSettings, WorkingSettings
from eywa_fs.config.maintenance import MaintenanceSettings
from eywa_fs.config.section import LocalPath, Section, placed, problem_of
from eywa_fs.config.service import ServiceSettings
from eywa_fs.config.sources import ARGUMENT, hidden, merged, misnamed, read_yaml, unread, whence
from eywa_fs.errors import ConfigError


def _word(value: object) -> object:
    """The word for a truth value: YAML reads a bare ``on`` or ``off`` as one."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return value


Backend = Literal["auto", "ensemble", "e5", "minilm", "sentence-transformers", "http"]


class EmbeddingSettings(Section):
    """Which embedder turns text into vectors; ``auto`` takes the best one that is installed. Unset
    strings mean the backend's default."""

    backend: Backend = "auto"
    model: str = ""
    base_url: str = ""
    api_key: SecretStr = SecretStr("")
    dimension: int = Field(default=0, ge=0)
    version: str = ""
    query_prefix: str = ""
    document_prefix: str = ""
    query_input_type: str = ""
    document_input_type: str = ""
    batch_size: int = Field(default=64, ge=1, le=4096)
    timeout_s: float = Field(default=30.0, gt=0)
    attempts: int = Field(default=4, ge=1, le=20)
    threads: int = Field(default=0, ge=0)

    @model_validator(mode="after")
    def _possible(self) -> Self:
        key = self.api_key.get_secret_value()
        if not (key.isascii() and key.isprintable()):
            raise ValueError("api_key must be printable ASCII")
        if self.backend == "http" and not (self.base_url and self.model):
            raise ValueError("backend http needs base_url and model")
        if self.base_url and not self.base_url.startswith(("http://", "https://")):
            raise ValueError("base_url must start with http:// or https://")
        return self

    def placed(self, root: str) -> Self:
        """As of every section: a model's name may be that of a folder which is there."""
        if self.base_url or self.backend not in ("auto", "sentence-transformers"):
            return self
        folder = placed(self.model, root)
        if self.model == folder or not os.path.isdir(folder):
            return self
        return self.model_copy(update={"model": folder})


_HOST = re.compile(r"[A-Za-z0-9_]([A-Za-z0-9._-]*[A-Za-z0-9_.])?|\[[0-9A-Fa-f:.]+\]")
"""A name, an address of version 4, or one of version 6 in brackets."""


class VectorSettings(Section):
    """The vector index."""

    backend: Literal["chroma", "surrealdb"] = "chroma"
    server_host: str = ""
    server_port: int = Field(default=8000, ge=1, le=65535)
    query_timeout_s: float = Field(default=2.0, gt=0)
    exact_scope_limit: int = Field(default=20_000, ge=0)
    cache_mb: int = Field(default=256, ge=1)

    @field_validator("server_host")
    @classmethod
    def _host(cls, value: str) -> str:
        if value and _HOST.fullmatch(value) is None:  # not shown: it may hold a password
            raise ValueError(
                "give a host's name or address alone, as chroma.internal, 10.0.0.7 or [::1]: no "
                "http://, no user and password; the port goes into server_port"
            )
        return value

    @property
    def server(self) -> tuple[str, int] | None:
        """Host and port of the Chroma server that new indexes have their vectors on."""
        return (self.server_host, self.server_port) if self.server_host else None

    @model_validator(mode="after")
    def _possible(self) -> Self:
        if self.server_host and self.backend != "chroma":
            raise ValueError("server_host names a Chroma server: it needs backend chroma")
        return self


class IngestSettings(Section):
    """Turning new lines into index entries."""

    background: bool = True
    watch: bool = True
    batch_records: int = Field(default=512, ge=1, le=10_000)
    debounce_ms: int = Field(default=50, ge=0)
    scan_interval_s: float = Field(default=300.0, gt=0)


class RetrievalSettings(Section):
    """Defaults of a search."""

    strategy: Literal["auto", "exact", "semantic", "temporal", "hybrid"] = "auto"
    limit: int = Field(default=10, ge=1, le=1000)
    context_limit: int = Field(default=8, ge=1, le=100)
    token_budget: int = Field(default=1500, ge=50)
    candidates: int = Field(default=300, ge=10, le=5000)
    intent_weights: Mapping[str, Mapping[str, float]] = Field(default_factory=dict)
    floor: Literal["auto", "off"] | Annotated[float, Field(ge=0, le=1)] = "auto"
    timezone: str = "UTC"
    reranker_path: LocalPath = ""
    reranked: int = Field(default=30, ge=2, le=200)
    graph_hops: int = Field(default=0, ge=0, le=2)
    feedback: bool = False

    _words = field_validator("floor", mode="before")(_word)

    @field_validator("timezone")
    @classmethod
    def _known(cls, value: str) -> str:
        try:
            return value if value == "UTC" else ZoneInfo(value).key
        except (ZoneInfoNotFoundError, ValueError, OSError):  # OSError: a folder of zones
            raise ValueError(f"{value!r} is no known time zone: give an IANA name") from None


class LaneSettings(Section):
    """Summaries that stand in for the vectors of old records
    (docs/decisions/0010-lanes.md)."""

    fact_summary: Literal["on", "shadow", "off"] = "off"
    recent_days: int = Field(default=7, ge=0)
    rollout_percent: int = Field(default=100, ge=0, le=100)

    _words = field_validator("fact_summary", mode="before")(_word)


class FactSettings(Section):
    """Facts read out of what users say (docs/facts.md)."""

    enabled: bool = True
    rollout_percent: int = Field(default=100, ge=0, le=100)
    context_share: float = Field(default=0.4, ge=0, le=1)
    max_tail_bytes: int = Field(default=1 << 20, ge=0)


class LlmSettings(Section):
    """A language model that reads what rules can't; none by default."""

    base_url: str = ""
    model: str = ""
    api_key: SecretStr = SecretStr("")
    timeout_s: float = Field(default=60.0, gt=0)
    attempts: int = Field(default=3, ge=1, le=20)
    daily_messages: int = Field(default=1000, ge=0)

    @property
    def configured(self) -> bool:
        """Whether a model is named."""
        return bool(self.base_url and self.model)


class LimitSettings(Section):
    """Bounds that keep one bad input from hurting everything else."""

    max_record_bytes: int = Field(default=16 << 20, ge=1024)
    max_vector_spans: int = Field(default=64, ge=1)
    max_tail_bytes: int = Field(default=64 << 20, ge=1024)
    max_tail_vectors: int = Field(default=16, ge=0)


SensitiveKind = Literal[
    "api_key", "card", "iban", "email", "phone", "cn_id", "us_ssn", "ip", "passport_cn"
]
"""What can be masked by name."""


class RedactionPolicy(Section):
    """What is masked in a tenant's records before anything is derived from them."""

    kinds: Sequence[SensitiveKind] = Field(default_factory=list)
    patterns: Mapping[str, str] = Field(default_factory=dict)
    show: Literal["masked", "full"] = "masked"


class RedactionSettings(Section):
    """Policies by tenant; ``default`` is of all that ``tenants`` does not name
    (docs/security.md)."""

    default: RedactionPolicy = Field(default_factory=RedactionPolicy)
    tenants: Mapping[str, RedactionPolicy] = Field(default_factory=dict)


class ForgettingPolicy(Section):
    """One rule of forgetting. A record is of the first policy that fits it, and stays where that
    sets neither an end nor a half-life.

    Attributes:
        name: for reports and as the operator ``policy:NAME`` of what it decides.
        tags, sessions, roles: the records it fits: one of these tags, a session id like one of
            these shell patterns, one of these roles; each one that is given, and none is any.
        ttl_days: days behind its own time after which a record has expired.
        half_life_days, floor: days in which the score of a record halves that nobody repeats, uses
            or decides about; under the floor it is archived.
    """

    name: str = Field(pattern="^[A-Za-z0-9_-]{1,64}$")
    tags: Sequence[str] = Field(default_factory=list)
    sessions: Sequence[str] = Field(default_factory=list)
    roles: Sequence[Literal["user", "assistant", "system", "tool"]] = Field(default_factory=list)
    ttl_days: float | None = Field(default=None, gt=0, le=1e6)
    half_life_days: float | None = Field(default=None, gt=0, le=1e6)
    floor: float = Field(default=0.1, gt=0, lt=1)

    @model_validator(mode="after")
    def _possible(self) -> Self:
        if self.ttl_days is not None and self.half_life_days is not None:
            raise ValueError("give ttl_days or half_life_days, not both: each is a policy")
        return self


class ForgettingSettings(Section):
    """What is forgotten by age, and how old talks are thinned out (docs/governance.md)."""

    policies: Sequence[ForgettingPolicy] = Field(default_factory=list)
    compaction: Literal["off", "light", "medium"] = "off"
    older_than_days: float = Field(default=30.0, ge=0, le=1e6)
    quality: float = Field(default=0.9, gt=0, le=1)

    _words = field_validator("compaction", mode="before")(_word)

    @field_validator("policies")
    @classmethod
    def _named_once(cls, value: Sequence[ForgettingPolicy]) -> Sequence[ForgettingPolicy]:
        names = [policy.name for policy in value]
        if twice := sorted({name for name in names if names.count(name) > 1}):
            raise ValueError(f"several policies have the name {', '.join(twice)}")
        return value


class BackupSettings(Section):
    """Backups that ``eywa watch`` makes; none unless a place is named (docs/reliability.md)."""

    to: LocalPath = ""
    interval_s: float = Field(default=240.0, ge=1)
    keep: int = Field(default=300, ge=0)
    key_file: LocalPath = ""


class Settings(BaseSettings):
    """All settings of one data root."""

    model_config = SettingsConfigDict(
        env_prefix="EYWA_", env_nested_delimiter="__", extra="forbid", frozen=True
    )

    embedding: EmbeddingSettings = Field(default_factory=EmbeddingSettings)
    vectors: VectorSettings = Field(default_factory=VectorSettings)
    ingest: IngestSettings = Field(default_factory=IngestSettings)
    retrieval: RetrievalSettings = Field(default_factory=RetrievalSettings)
    lanes: LaneSettings = Field(default_factory=LaneSettings)
    facts: FactSettings = Field(default_factory=FactSettings)
    arbiter: ArbiterSettings = Field(default_factory=ArbiterSettings)
    llm: LlmSettings = Field(default_factory=LlmSettings)
    limits: LimitSettings = Field(default_factory=LimitSettings)
    redaction: RedactionSettings = Field(default_factory=RedactionSettings)
    forgetting: ForgettingSettings = Field(default_factory=ForgettingSettings)
    episodes: EpisodeSettings = Field(default_factory=EpisodeSettings)
    working: WorkingSettings = Field(default_factory=WorkingSettings)
    maintenance: MaintenanceSettings = Field(default_factory=MaintenanceSettings)
    backup: BackupSettings = Field(default_factory=BackupSettings)
    service: ServiceSettings = Field(default_factory=ServiceSettings)

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        return init_settings, env_settings


def load_settings(
    root: str | Path, config: Settings | Mapping[str, Any] | str | Path | None = None
) -> Settings:
    """The settings of a data root; relative paths in them are its own, wherever they were given.

    Args:
        root: the data root; its ``config.yaml`` is read where ``config`` is ``None`` or a
            mapping, and the variable ``EYWA_CONFIG`` names no other file.
        config: ready settings, which are all; a mapping like the YAML file, which wins over that
            file and the environment, setting by setting; or the path of a YAML file.

    Raises:
        ConfigError: unreadable, not a mapping, an unknown key or an impossible value.
    """
    found, home = _found(root, config), os.path.realpath(root)
    sections = {name: getattr(found, name) for name in Settings.model_fields}
    moved = {name: new for name, one in sections.items() if (new := one.placed(home)) is not one}
    return found.model_copy(update=moved) if moved else found


def _found(root: str | Path, config: Settings | Mapping[str, Any] | str | Path | None) -> Settings:
    if isinstance(config, Settings):
        return config
    given = config if isinstance(config, Mapping) else {}
    if config is not None and not isinstance(config, Mapping):
        path = Path(config)
    else:
        named = os.environ.get("EYWA_CONFIG")
        path = Path(named) if named else Path(root) / "config.yaml"
        if not named and not os.path.lexists(path):
            return _build({}, "the environment", given)
        if not named and path.exists() and not path.is_file():  # a pipe would be waited for
            raise ConfigError(f"{path} is no regular file: put the settings in one, or remove it")
    return _build(read_yaml(path), str(path), given)


def _build(values: Mapping[str, Any], origin: str, given: Mapping[str, Any]) -> Settings:
    """The settings that a file (``origin``) says, the environment over it, and arguments over both;
    ``ConfigError`` names where a wrong one was given."""
    for said, where in ((values, origin), (given, ARGUMENT)):
        if unknown := set(said) - set(Settings.model_fields):
            known = ", ".join(sorted(Settings.model_fields))
            names = sorted(map(str, unknown))
            raise ConfigError(f"{where}: unknown section {names}; known are {known}")
    # A section of which every line is a comment is one of defaults.
    values = {name: {} if section is None else section for name, section in values.items()}
    if wrong := "; ".join(misnamed(Settings)):
        raise ConfigError(f"the environment: {wrong}")
    try:
        environment = EnvSettingsSource(Settings)()
        over = merged(environment, given)
        if wrong := "; ".join(hidden(values, over)):
            raise ConfigError(f"{origin}: {wrong}")
        return Settings(**merged(values, over))
    except ValidationError as error:
        problems: dict[str, list[str]] = {}
        for one in error.errors():
            found = whence(one["loc"], environment, origin, given)
            problems.setdefault(found, []).append(problem_of(one, Settings))
        told = (f"{found}: {'; '.join(wrong)}" for found, wrong in problems.items())
        raise ConfigError("; ".join(told)) from None
    except SettingsError:  # which names neither the variable nor its value
        raise ConfigError(f"the environment: {'; '.join(unread(Settings))}") from None
