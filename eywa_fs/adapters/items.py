"""Items of a LangGraph store as records: what stands where in a record, and which item fits what is
asked for. Pure.

The content of a record is the texts an item is found by, each on a line, and in its last line the
value as JSON. The first of its tags is a JSON object with what else an item is; the others are the
prefixes of its namespace, by which searches ask, where it is to be found by them.
"""

from __future__ import annotations

import json
import operator
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

from eywa_fs.errors import BadRequest, InvalidRecord, TruthReadError
from eywa_fs.hashing import content_hash
from eywa_fs.model.records import Draft, Record

if TYPE_CHECKING:
    from langgraph.store.base import MatchCondition, PutOp

    from eywa_fs.governance.replay import Standing
    from eywa_fs.memory.transactions import Transaction

Decide = Callable[["Transaction", "Standing"], None]
"""Has a transaction make what is wanted of a record, which is so now."""
_MINUTE_MS: Final = 60_000
_LONE_SURROGATE: Final = re.compile("[\ud800-\udfff]")
_OPERATORS: Final = {
    "$eq": operator.eq,
    "$ne": operator.ne,
    "$gt": operator.gt,
    "$gte": operator.ge,
    "$lt": operator.lt,
    "$lte": operator.le,
}


@dataclass(frozen=True, slots=True)
class Stored:
    """An item of the store that is one session of a user.

    Attributes:
        content: of its record; the value is in it.
        created, updated: epoch milliseconds: when there first was an item of its key, and when this
            value was put.
        ttl: minutes it lives after it was put or read; ``None``: for ever.
        found: whether queries find it.
    """

    session_id: str
    namespace: tuple[str, ...]
    key: str
    value: Any = None
    content: str = ""
    created: int = 0
    updated: int = 0
    ttl: float | None = None
    found: bool = True

    @property
    def event_id(self) -> str:
        """Id of its record, and the idempotency key by which that is written once."""
        name = json.dumps([self.session_id, self.namespace, self.key])
        return f"item_{content_hash(name.encode())[7:47]}"

    @staticmethod
    def tag(prefix: Sequence[str]) -> str:
        """What items below a prefix of namespaces are tagged with; labels have no periods."""
        return "namespace:" + ".".join(prefix)

    @property
    def tags(self) -> tuple[str, ...]:
        about = {
            "namespace": self.namespace,
            "key": self.key,
            "updated": self.updated,
            "ttl": self.ttl,
        }
        ends = range(len(self.namespace) + 1) if self.found else ()
        return (_json(about), *(self.tag(self.namespace[:end]) for end in ends))

    @property
    def expires_at(self) -> int | None:
        """When it expires if it is not read; epoch milliseconds."""
        return None if self.ttl is None else self.updated + round(self.ttl * _MINUTE_MS)

    def as_dict(self) -> dict[str, Any]:
        """The arguments of LangGraph's ``Item``."""
        return {
            "namespace": self.namespace,
            "key": self.key,
            "value": self.value,
            "created_at": datetime.fromtimestamp(self.created / 1000, UTC),
            "updated_at": datetime.fromtimestamp(self.updated / 1000, UTC),
        }

    def draft(self, tenant_id: str, user_id: str) -> Draft:
        """Its record, if it is the first of its key. A tool's: facts are not read from it."""
        return Draft(
            self.content, "tool", tenant_id, user_id, self.session_id, self.updated,
            self.event_id, self.event_id, tags=self.tags, expires_at=self.expires_at,
        )  # fmt: skip

    def decide(self, changes: Transaction, now: Standing) -> None:
        """Make the record that there is this item's; without a value take it back."""
        version, state, expires = now.version, now.state, now.expires_at
        name = self.event_id
        if self.value is None:
            if state == "active":
                changes.delete(name, expected_version=version)
            return
        if state != "active":
            back = changes.restore if state == "soft_deleted" else changes.unarchive
            version = back(name, expected_version=version).number
        made = changes.update(name, self.content, tags=self.tags, expected_version=version)
        if expires != self.expires_at:
            changes.expire(name, self.expires_at, expected_version=made.number)

    def refresher(self, at: int, part: int) -> Decide:
        """What decides that the item expires as if it were put ``at`` (epoch milliseconds), unless
        that is later by less than one ``part``-th of its time."""
        lives = round((self.ttl or 0) * _MINUTE_MS)

        def decide(changes: Transaction, now: Standing) -> None:
            late = now.expires_at is not None and at + lives - now.expires_at > lives / part
            if now.state == "active" and late:
                changes.expire(self.event_id, at + lives, expected_version=now.version)

        return decide


def new_item(session_id: str, op: PutOp, texts: Sequence[str], now: int) -> Stored:
    """The item of a put.

    Args:
        texts: what it is found by besides its value; an empty list: nothing, it is not found.
        now: epoch milliseconds.

    Raises:
        InvalidRecord: the value is no JSON object.
    """
    content, value = "", None if op.value is None else dict(op.value)
    if value is not None:
        try:
            text = _json(value)
        except (TypeError, ValueError) as error:
            raise InvalidRecord(f"the value of {op.key!r} is not JSON: {error}") from None
        said = [one for one in texts if one.strip()]
        content = "\n".join((*map(_escaped, said), text))
    return Stored(
        session_id, tuple(op.namespace), op.key, value, content, now, now, op.ttl, bool(texts)
    )


def read_item(session_id: str, record: Record) -> Stored | None:
    """The item that a record holds; ``None`` for a record that is no item of the session.
    ``TruthReadError``: its last line is no JSON object (any more)."""
    try:
        about = json.loads(record.tags[0])
        namespace, key = tuple(about["namespace"]), about["key"]
        item = Stored(
            session_id, namespace, key, None, record.content, record.timestamp,
            int(about["updated"]), about["ttl"], len(record.tags) > 1,
        )  # fmt: skip
    except (LookupError, TypeError, ValueError):
        return None
    if item.event_id != record.event_id or record.session_id != session_id:
        return None
    try:
        value = json.loads(record.content.rpartition("\n")[2])
    except ValueError:
        value = None
    if not isinstance(value, dict):
        raise TruthReadError(
            f"the last line of the record {record.event_id} ({key!r} of {'.'.join(namespace)}) is "
            "no JSON object: its text was changed, or a redaction policy masks a part of it"
        )
    return replace(item, value=value)


def matches(value: Mapping[str, Any], asked: Mapping[str, Any] | None) -> bool:
    """Whether a value has what a filter asks for: by key a value that is equal, an object that has
    at least these values, or operators with what to compare with. What cannot be compared does not
    fit. ``BadRequest``: there is no such operator."""
    return all(_matches(value.get(key), wanted) for key, wanted in (asked or {}).items())


def _matches(value: Any, asked: Any) -> bool:
    if isinstance(asked, Mapping):
        if any(str(key).startswith("$") for key in asked):
            return all(_compares(value, name, other) for name, other in asked.items())
        return isinstance(value, Mapping) and matches(value, asked)
    if isinstance(asked, list | tuple):
        same = isinstance(value, list) and len(value) == len(asked)
        return same and all(map(_matches, value, asked))
    return bool(value == asked)


def _compares(value: Any, name: str, other: Any) -> bool:
    if name not in _OPERATORS:
        raise BadRequest(f"there is no operator {name}; known are {', '.join(_OPERATORS)}")
    try:
        return bool(_OPERATORS[name](value, other))
    except TypeError:
        return False


def fits(condition: MatchCondition, namespace: Sequence[str]) -> bool:
    """Whether a namespace begins, or ends, as a condition says; ``*`` is any label."""
    path = condition.path
    if len(path) > len(namespace):
        return False
    start = 0 if condition.match_type == "prefix" else len(namespace) - len(path)
    return all(p in ("*", label) for p, label in zip(path, namespace[start:], strict=False))


def _json(value: Any) -> str:
    return _escaped(json.dumps(value, ensure_ascii=False))


def _escaped(text: str) -> str:
    """``text`` without lone surrogates, which no file can hold: as JSON spells them."""
    return _LONE_SURROGATE.sub(lambda found: f"\\u{ord(found[0]):04x}", text)
