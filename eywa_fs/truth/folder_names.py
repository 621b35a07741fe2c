"""Ids as folder names: reversible, path-safe, and free of collisions on any common disk.

What could mean something to a file system is percent-encoded as UTF-8 with lower-case hex digits:
separators, a leading or trailing dot, and every letter that folds to another one, so that ``Ann``
(``%41nn``) and ``ann`` stay apart on a disk that ignores case.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from urllib.parse import unquote

from eywa_fs.errors import InvalidId

MAX_ENCODED_BYTES = 200
"""Longest folder name we create; every common file system takes 255 bytes."""

_PLAIN = frozenset("abcdefghijklmnopqrstuvwxyz0123456789_-.@+=,~")
_WINDOWS_DEVICE = re.compile(r"(con|prn|aux|nul|com[0-9]|lpt[0-9])(\.|$)")
_ESCAPE = re.compile(r"%([0-9a-f]{2})?")


def check_id(value: object, what: str) -> str:
    """Return ``value`` if it can be an id, else raise :class:`InvalidId` naming ``what``."""
    if not isinstance(value, str):
        raise InvalidId(f"{what} must be a string, not {type(value).__name__}")
    if not value or value.isspace():
        raise InvalidId(f"{what} is empty; give a name such as 'default'")
    for char in "" if value.isprintable() else value:
        if unicodedata.category(char) in ("Cc", "Cs"):
            raise InvalidId(
                f"{what} {value!r} holds the unprintable character U+{ord(char):04X}; remove it"
            )
    if len(value) > 200:
        raise InvalidId(f"{what} has {len(value)} characters; at most 200 are allowed")
    return value


@lru_cache(maxsize=8192)
def encode_id(value: str, what: str = "id") -> str:
    """The folder name of an id; ``InvalidId`` where it is empty, unprintable, or longer than
    :data:`MAX_ENCODED_BYTES` once encoded."""
    check_id(value, what)
    last = len(value) - 1
    parts = [
        _escape(char) if (char == "." and index in (0, last)) or not _is_plain(char) else char
        for index, char in enumerate(value)
    ]
    name = "".join(parts)
    if _WINDOWS_DEVICE.match(name):
        name = _escape(name[0]) + name[1:]
    size = len(name.encode())
    if size > MAX_ENCODED_BYTES:
        raise InvalidId(
            f"{what} {value[:40]!r}… needs {size} bytes as a folder name; "
            f"at most {MAX_ENCODED_BYTES} are allowed, use a shorter one"
        )
    return name


@lru_cache(maxsize=8192)
def decode_id(name: str) -> str | None:
    """The id a folder name stands for, or ``None`` if it stands for none.

    Names that :func:`encode_id` would have written otherwise (``Ann`` for ``%41nn``) are accepted
    when they hold no escape at all: programs in other languages create such folders by hand.
    """
    escapes = _ESCAPE.findall(name)
    if "" in escapes:
        return None
    try:
        value = unquote(name, errors="strict")
        canonical = encode_id(value)
    except (UnicodeDecodeError, InvalidId):
        return None
    if canonical != name and (escapes or name in (".", "..") or name.startswith(".")):
        return None
    return value


def plain_name(value: str) -> str | None:
    """The unescaped folder name of an id, if it is safe to look for and not the canonical one."""
    if value == encode_id(value) or "%" in value or decode_id(value) != value:
        return None
    return None if re.search(r'[/\\:*?"<>|]', value) else value


def _is_plain(char: str) -> bool:
    if char in _PLAIN:
        return True
    return (
        ord(char) > 127
        and char.isalnum()
        and char.casefold() == char
        and unicodedata.is_normalized("NFKC", char)
    )


def _escape(char: str) -> str:
    return "".join(f"%{byte:02x}" for byte in char.encode())
