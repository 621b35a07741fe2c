"""Where settings come from: a YAML file, variables of the environment, and arguments."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from pydantic_settings import BaseSettings, EnvSettingsSource, SettingsError

from eywa_fs.errors import ConfigError
from eywa_fs.near import did_you_mean

if TYPE_CHECKING:
    from yaml import Node

_TYPING_ERROR: Final = 0.85
"""How near a variable's name is to a section that was meant. ``EYWA_SERVICE_HOST`` is not:
Kubernetes sets it for a service called eywa."""

ARGUMENT: Final = "the config argument"
"""What messages call the settings that a program gives."""


def read_yaml(path: Path) -> Mapping[str, Any]:
    """The mapping that a YAML file holds; ``ConfigError`` where it holds none, or a name stands
    twice in one."""
    import yaml

    try:
        loader = yaml.SafeLoader(path.read_text(encoding="utf-8"))
        node = loader.get_single_node()
        if twice := [f"{name} in line {line}" for line, name in _doubles(node)]:
            raise ConfigError(f"{path}: a name stands twice in one mapping: {', '.join(twice)}")
        value = None if node is None else loader.construct_document(node)
    except OSError as error:
        raise ConfigError(f"{path} cannot be read: {error.strerror}") from None
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path} is not YAML: {error}") from None
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise ConfigError(f"{path} must hold a mapping of sections, not a {type(value).__name__}")
    return value


def _doubles(root: Node | None) -> Iterator[tuple[int, str]]:
    """The names that stand twice in a mapping of a YAML document, and in which lines."""
    from yaml import MappingNode, SequenceNode

    pending, seen = [root], set[int]()  # an alias is the same node again
    while pending:
        node = pending.pop()
        if id(node) in seen:
            continue
        seen.add(id(node))
        if isinstance(node, SequenceNode):
            pending += node.value
        elif isinstance(node, MappingNode):
            pending += [value for _, value in node.value]
            names = Counter((key.tag, str(key.value)) for key, _ in node.value)
            for key, _ in node.value:
                if names[key.tag, str(key.value)] > 1:
                    yield key.start_mark.line + 1, key.value


def misnamed(settings: type[BaseSettings]) -> Iterator[str]:
    """Which variables of the environment look like settings and are none: two underscores behind
    no section, nearly the name of a section, or one underscore where two belong."""
    sections = {name: field.annotation for name, field in settings.model_fields.items()}
    right = {
        f"{section}_{name}": f"EYWA_{section}__{name}".upper()
        for section, kind in sections.items()
        for name in getattr(kind, "model_fields", ())
    }
    for variable in sorted(os.environ):
        name = variable.casefold()
        section, parted, _ = name.removeprefix("eywa_").partition("__")
        if not name.startswith("eywa_") or section in sections:
            continue
        if parted or get_close_matches(section, sections, cutoff=_TYPING_ERROR):
            told = did_you_mean(section, sections) or f"known are {', '.join(sorted(sections))}"
            yield f"{variable}: there is no section {section!r}; {told}"
        elif section in right:
            yield f"{variable}: did you mean {right[section]}?"


def hidden(values: Mapping[str, Any], over: Mapping[str, Any], where: str = "") -> Iterator[str]:
    """Which values of a file hold no settings by name, where those that win over it (``over``) do,
    and would take their place."""
    for name in sorted(values.keys() & over.keys()):
        here, there = values[name], over[name]
        if isinstance(here, Mapping) and isinstance(there, Mapping):
            yield from hidden(here, there, f"{where}{name}.")
        elif isinstance(there, Mapping) and here is not None:
            yield f"{where}{name}: settings by name belong there"


def merged(values: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    """``values`` with those of ``over``, which win name by name, also within a section."""
    found = dict(values)
    for name, value in over.items():
        here = found.get(name)
        if isinstance(here, Mapping) and isinstance(value, Mapping):
            value = merged(here, value)
        found[name] = value
    return found


def whence(
    place: Sequence[int | str], over: Mapping[str, Any], origin: str, given: Mapping[str, Any]
) -> str:
    """Where a wrong value was given: the argument (``given``), or the variables of the environment
    (``over`` is what they say), that hold it or a part of it; else ``origin``."""
    if _holds(given, place):
        return ARGUMENT
    names = list(map(str, place))
    at: Any = over
    for name in names:
        if isinstance(at, Mapping):
            if name not in at:
                return origin
            at = at[name]
    known = {variable.upper() for variable in os.environ}
    for length in range(len(names), 0, -1):
        variable = f"EYWA_{'__'.join(names[:length])}".upper()
        if variable in known:
            return f"{variable} of the environment"
    parts = sorted(one for one in known if one.startswith(f"{variable}__"))
    return f"{origin} with {', '.join(parts)} of the environment"


def _holds(values: Any, place: Sequence[int | str]) -> bool:
    """Whether a mapping has something at a place, or at a place that it lies in."""
    for name in place:
        if not isinstance(values, Mapping):
            return True
        if name not in values:
            return False
        values = values[name]
    return True


def unread(settings: type[BaseSettings]) -> Iterator[str]:
    """Which variables of the environment have a value that cannot be read, and how it is given."""
    source = EnvSettingsSource(settings)
    for name, value in source.env_vars.items():
        source.env_vars = {name: value}
        try:
            source()
        except SettingsError:
            yield f"""{name.upper()} takes JSON, as '["one", "two"]' or '{{"name": "value"}}'"""
