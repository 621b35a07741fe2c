"""Results as JSON: one rule for all of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass
from typing import Any, ClassVar


class AsDict:
    """A dataclass that is shown to programs as its fields, but for those of ``_hidden``, behind the
    properties that ``_properties`` names."""

    __slots__ = ()
    _properties: ClassVar[tuple[str, ...]] = ()
    _hidden: ClassVar[tuple[str, ...]] = ()

    def as_dict(self) -> dict[str, Any]:
        """Values that ``json.dumps`` takes."""
        shown = {name: plain(getattr(self, name)) for name in self._properties}
        return shown | fields_of(self, *self._hidden)


class AsWire(AsDict):
    """The same by its names on the wire: ``scene_type`` is ``sceneType``."""

    __slots__ = ()

    def as_dict(self) -> dict[str, Any]:
        return {wire_name(name): value for name, value in super().as_dict().items()}


def wire_name(name: str) -> str:
    """``scene_type`` as ``sceneType``."""
    first, *others = name.split("_")
    return first + "".join(map(str.capitalize, others))


def fields_of(value: Any, *hidden: str) -> dict[str, Any]:
    """The fields of a dataclass, but for those that are ``hidden``, each as :func:`plain`."""
    names = [field.name for field in fields(value) if field.name not in hidden]
    return {name: plain(getattr(value, name)) for name in names}


def own_fields(value: Any) -> dict[str, Any]:
    """The fields of a dataclass with slots as they are: nothing is copied, as ``asdict`` does."""
    return {name: getattr(value, name) for name in value.__slots__}


def repeated(names: Iterable[str]) -> str | None:
    """The first of the names of an object that stands there more than once, if any."""
    return next((name for name, count in Counter(names).items() if count > 1), None)


def plain(value: Any) -> Any:
    """What ``json.dumps`` takes: what has an ``as_dict`` says for itself, other dataclasses give
    their fields, numbers have six places."""
    if hasattr(value, "as_dict"):
        return value.as_dict()
    if is_dataclass(value):
        return fields_of(value)
    if isinstance(value, Mapping):
        return {name: plain(item) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    return round(value, 6) if isinstance(value, float) else value
