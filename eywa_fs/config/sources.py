"""Where settings come from: a YAML file, and variables of the environment."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from pydantic_settings import BaseSettings, EnvSettingsSource, SettingsError

from eywa_fs.errors import ConfigError


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
