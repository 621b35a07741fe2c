"""What a section of the settings is: values that do not change, and no unknown keys."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict
from pydantic_core import ErrorDetails
from pydantic_settings import BaseSettings, EnvSettingsSource, SettingsError

from eywa_fs.errors import ConfigError
from eywa_fs.near import did_you_mean


class Section(BaseModel):
    """The base of every section."""

    model_config = ConfigDict(extra="forbid", frozen=True)


def problem_of(error: ErrorDetails, settings: type[BaseModel]) -> str:
    """What is wrong with one setting of a section; of an unknown one the near names."""
    section, *names = map(str, error["loc"])
    where = ".".join([section, *names])
    if error["type"] != "extra_forbidden" or not names:
        return f"{where}: {error['msg']}"
    known = sorted(getattr(settings.model_fields[section].annotation, "model_fields", ()))
    told = did_you_mean(names[-1], known) or f"known are {', '.join(known)}"
    return f"{where}: there is no such setting; {told}"


def read_yaml(path: Path) -> Mapping[str, Any]:
    """The mapping that a YAML file holds; ``ConfigError`` where it holds none."""
    import yaml

    try:
        value = yaml.safe_load(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ConfigError(f"{path} cannot be read: {error.strerror}") from None
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path} is not YAML: {error}") from None
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise ConfigError(f"{path} must hold a mapping of sections, not a {type(value).__name__}")
    return value


def unread(settings: type[BaseSettings]) -> Iterator[str]:
    """Which variables of the environment have a value that cannot be read, and how it is given."""
    source = EnvSettingsSource(settings)
    for name, value in source.env_vars.items():
        source.env_vars = {name: value}
        try:
            source()
        except SettingsError:
            yield f"""{name.upper()} takes JSON, as '["one", "two"]' or '{{"name": "value"}}'"""
