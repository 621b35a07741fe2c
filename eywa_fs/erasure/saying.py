"""What a line says: its texts, however they are escaped. Pure."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, Final

from eywa_fs.erasure.needles import HALVES, SHORTEST
from eywa_fs.model.listing import folded
from eywa_fs.model.records import Scope
from eywa_fs.normalform import normal
from eywa_fs.truth.codec import KEYS
from eywa_fs.truth.strict import exactly

_GIVEN: Final = frozenset((
    "tenantId", "userId", "sessionId", "messageRole", "role", "contentHash", "eventId", "chain",
    "schemaVersion", "timestamp",
))  # fmt: skip
"""Keys of a record whose values are names and numbers that the place or the program gives."""
_DERIVED: Final = frozenset((
    "kind", "reader", "operator", "action", "subject", "predicate", "object", "target", "targets",
    "kept", "dropped", "from", "to", "file_path", "fs_version", "content_hash", "event_id",
    "session_id", "op", "episodeId", "projectId", "chapterId", "sceneType", "skillUsed",
    "implicitSignal", "seal",
))  # fmt: skip
"""Keys of a decision, or of a line about an episode, whose values are names, or what the fact layer
makes of words: surviving records may give the same."""
_PROGRAMS: Final = _DERIVED - {"object"}
"""Those of them whose values are the program's own names: no other spelling of one means it."""
_OF_OTHERS: Final = frozenset(("partOf",))
"""Keys of a record whose values stand in others that were written with it."""
_OF_AUDIT: Final = frozenset((
    "timestamp", "action", "operator", "chain", "traceId", "requestId", "tenantId", "userId",
))  # fmt: skip
_ESCAPE: Final = re.compile(r'\\(?:u([0-9a-fA-F]{4})|(["\\/bfnrt]))')
_IDS: Final = re.compile(
    r"(?<![0-9A-Za-z])(?:(?:evt|af|md|tx|vt|tr|rq|er)_|sha256:)[0-9a-f]{12,64}"
    r"(?:_[0-9a-f]{16})?(?![0-9A-Za-z])"
)
"""Ids and hashes that this program makes, wherever they stand."""
_RANDOM: Final = re.compile(
    r"(?=.*[0-9])(?=.*[a-f])(?:[0-9a-f]{16,128}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})", re.I
)
"""A value that a program made at random, or by a hash."""
_WRITTEN: Final = frozenset(("content", "tags"))
"""Keys of a record whose values people write: none of these is taken for random."""
_SHORT: Final = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}

Said = tuple[str, str]
"""A text, and the key it stands under (in a list: the key of the list)."""


def said_in(data: bytes, *, audit: bool = False, keys: bool = False) -> list[Said] | None:
    """The texts in a line that is a JSON object, unknown keys included; ``None`` if it is none.

    A key that stands twice gives both values: the bytes hold both.

    Args:
        audit: the line is an entry of the audit trail.
        keys: the names of all keys that are not the format's own are texts, too, however short: in
            a message they are the writer's, in a decision the program's.
    """
    try:
        value = json.loads(data, object_pairs_hook=_Pairs)
    except (ValueError, RecursionError):
        return None
    if not isinstance(value, _Pairs):
        return None
    given = _OF_AUDIT if audit else _GIVEN
    least = 0 if keys else _LONGEST_KEY
    said = [one for key, item in value if key not in given for one in _texts(item, key, least)]
    if not audit:
        own = given | KEYS if keys else given
        said += [(key, "") for key, _ in value if key not in own and len(key) > least]
    return said


def scope_said(entry: bytes) -> Scope | None:
    """Whose memory an entry of the audit trail is about, where it is a user's."""
    with suppress(ValueError, TypeError, RecursionError, KeyError):
        value = json.loads(entry)
        return Scope(exactly(str, value["tenantId"]), exactly(str, value["userId"]))
    return None


_LONGEST_KEY: Final = 16
"""A longer unknown key may be a text as well."""


class _Pairs(list[tuple[str, Any]]):
    """A JSON object as its pairs."""


def _texts(value: Any, key: str, least: int) -> Iterator[Said]:
    """The texts in a value, and the names in it that are longer than ``least``."""
    if isinstance(value, str):
        yield value, key
    elif isinstance(value, _Pairs):
        for name, item in value:
            if len(name) > least:
                yield name, ""
            yield from _texts(item, name, least)
    elif isinstance(value, list):
        for item in value:
            yield from _texts(item, key, least)


def looked_for(data: bytes, *, decision: bool) -> list[str]:
    """The texts of a line of which no byte is to be left."""
    said = said_in(data)
    if said is None:
        return [unescaped(data)]
    shared = _DERIVED if decision else _OF_OTHERS
    return [text for text, key in said if key not in shared]


def holds(
    data: bytes, text: str, *, audit: bool = False, keys: bool = False, cased: bool = False
) -> bool:
    """Whether a line says ``text``: in one of its texts (:func:`said_in`), or anywhere in a line
    that is no JSON object, plain, escaped or as UTF-16. Both are compared as
    :func:`~eywa_fs.model.listing.folded`, but for the program's own names. A short text that stands
    in an id which a program made at random stands there by chance.

    Args:
        audit, keys: as of :func:`said_in`.
        cased: not in another case: the line is one in which sentences may be the program's.
    """
    wanted = folded(text)
    if b"\0" in data and wanted in folded(_as_utf16(data)):  # in no JSON
        return True
    if b"\\" not in data and not _may_hold(data, wanted):
        return False
    said = said_in(data, audit=audit, keys=keys)
    if said is not None and len(text.encode("utf-8", HALVES)) < SHORTEST:
        said = [_without_random(one) for one in said]
    if said is not None and (cased or audit):
        composed = normal("NFKC", text)
        return any(composed in normal("NFKC", one) for one, _ in said)
    if said is not None:
        return any(text in one if k in _PROGRAMS else wanted in folded(one) for one, k in said)
    return wanted in folded(as_text(data)) or wanted in folded(unescaped(data))


def _may_hold(data: bytes, wanted: str) -> bool:
    """Whether folded text stands in a line without escapes, whatever the line is."""
    if data.isascii():
        return wanted.isascii() and wanted.encode() in data.lower()
    return wanted in folded(as_text(data))


def as_text(data: bytes) -> str:
    """Bytes as text, half a character as such."""
    try:
        return data.decode("utf-8", HALVES)
    except UnicodeDecodeError:
        return data.decode("utf-8", "replace")


def _as_utf16(data: bytes) -> str:
    """What a line would say in each byte order; its first byte may belong to the line before."""
    ways = ((way, data[start:]) for way in ("utf-16-le", "utf-16-be") for start in (0, 1))
    return "\n".join(part.decode(way, "replace") for way, part in ways)


def _without_random(said: Said) -> Said:
    """A text without what programs made at random."""
    text, key = said
    if key not in _WRITTEN and _RANDOM.fullmatch(text):
        return "", key
    return _IDS.sub("\0", text), key


def unescaped(data: bytes) -> str:
    """Bytes as text, JSON's escapes resolved wherever they stand."""
    text = data.decode("utf-8", "replace")
    found = _ESCAPE.sub(_character, text)
    return found.encode("utf-16", HALVES).decode("utf-16", "replace")


def _character(match: re.Match[str]) -> str:
    if match[1]:
        return chr(int(match[1], 16))
    return _SHORT.get(match[2], match[2])
