"""What a reader of a foreign format gives: records, and what it left out and why."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from difflib import get_close_matches
from pathlib import Path
from typing import Any, get_args

from eywa_fs.errors import BadRequest, InvalidId
from eywa_fs.hashing import short_key
from eywa_fs.model.listing import folded
from eywa_fs.model.records import Draft, Role
from eywa_fs.model.times import zone_of
from eywa_fs.truth.folder_names import encode_id

_ROLES: dict[str, Role] = {
    **{role: role for role in get_args(Role)},
    **{"developer": "system", "function": "tool", "human": "user", "ai": "assistant"},
}
TIMES = ("timestamp", "created_at", "createdAt", "create_time", "created", "time", "ts")
"""Keys under which formats keep the time of a message."""
_NUMBER = re.compile(r"(?:\d{9,10}|\d{13})(?:\.\d+)?")
"""Seconds or milliseconds as long as those of our days: ``20250301``, ``202503011200`` and
``20250301120000`` are dates."""
MAX_KEY = 200
"""Longest idempotency key that is written, in characters."""


@dataclass(frozen=True, slots=True)
class Options:
    """What the user chose for an import: a session for records that name none (else the
    conversation's own name), whether to take system prompts as well, who of a chat's speakers they
    are (``""``: none of them), whether the day stands before the month in its dates and in which
    zone its times are, and whether to replace notes that changed."""

    tenant_id: str = "default"
    user_id: str = "me"
    session_id: str | None = None
    system: bool = False
    me: str | None = None
    day_first: bool | None = None
    timezone: str = "UTC"
    replace: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the truth file ``rel``, taken over as it is; the ``nth`` like it in its file."""

    rel: str
    data: bytes
    nth: int


@dataclass(frozen=True, slots=True)
class Note:
    """A Markdown file of the truth."""

    rel: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Found:
    """One thing to write, and how far its reader was when it gave it.

    Attributes:
        other_key: another key under which the same record may stand already, of a draft.
        more: fields of the record that a draft has not.
        own_key: whether its key is its file's, and so of nothing else; what a key that is made here
            came with first stands.
    """

    where: str
    item: Draft | Line | Note
    done: int
    other_key: str = ""
    more: Mapping[str, Any] = field(default_factory=dict)
    own_key: bool = False


@dataclass(frozen=True, slots=True)
class Job:
    """One file or folder that is imported, as the user chose, and what is left out: by choice
    (``skipped``, counted by reason), or because it is malformed."""

    path: Path
    format: str
    options: Options
    skipped: Counter[str] = field(default_factory=Counter)
    problems: list[str] = field(default_factory=list)

    def refuse(self, where: str, why: str) -> None:
        """Note what is malformed."""
        self.problems.append(f"{where}: {why}")

    def skip(self, why: str) -> None:
        """Count what is left out by choice."""
        self.skipped[why] += 1

    def role(self, name: Any, where: str) -> Role | None:
        """Our role for a foreign message; ``None``, and a note, for one that is not taken."""
        role = _ROLES.get(name) if isinstance(name, str) else None
        if role is None:
            self.refuse(where, f"unknown role {name!r}")
        elif role == "system" and not self.options.system:
            self.skip("system prompt (system: true, or --system, takes them)")
            return None
        return role

    def draft(
        self, conversation: str, text: str, role: Role, said: int | None, key: str, **more: Any
    ) -> Draft:
        """A message of a conversation as a record of the chosen user, written once for its key.
        ``said``: epoch milliseconds."""
        options = self.options
        return Draft(
            content=text,
            role=role,
            tenant_id=options.tenant_id,
            user_id=options.user_id,
            session_id=options.session_id or conversation,
            timestamp=said,
            idempotency_key=bounded_key(key),
            **more,
        )


@dataclass(frozen=True, slots=True)
class Source:
    """A file opened in its format; ``total`` is what ``Found.done`` reaches (bytes or messages)."""

    format: str
    total: int
    records: Iterator[Found]


def speaker_of(
    me: str | None, speakers: Mapping[str, int], called: Mapping[str, Collection[str]] | None = None
) -> str | None:
    """Which of the speakers of a chat is the user whose memory it becomes; ``None`` for none.

    Only the user's own sentences are read into facts, so nobody is guessed.

    Args:
        speakers: names with the number of their messages.
        called: what else each of them may be named by.

    Raises:
        BadRequest: nobody was named, or nobody of this name speaks, or several do.
    """
    named = [name for name, _ in sorted(speakers.items(), key=lambda item: (-item[1], item[0]))]
    listed = ", ".join(f"{name} ({speakers[name]})" for name in named[:10])
    if me is None:
        raise BadRequest(
            f"which of them are you? Name one as 'me' (--me NAME; empty for none): {listed}"
        )
    if not me:
        return None
    names = {name: {name, *(called or {}).get(name, ())} for name in named}
    found = [me] if me in names else [name for name in named if me in names[name]]
    found = found or [name for name in named if folded(me) in map(folded, names[name])]
    if len(found) > 1:
        raise BadRequest(f"{me!r} names several: say which, as it stands here: {', '.join(found)}")
    if not found:
        near = get_close_matches(me, named, n=3) or named[:10]
        raise BadRequest(f"nobody called {me!r} speaks there; there are {', '.join(near)}")
    return found[0]


def session_name(name: str) -> str:
    """A name of a foreign program as that of a session: as much of it as a folder can be called."""
    for end in range(min(len(name), 100), 0, -1):
        with suppress(InvalidId):
            encode_id(name[:end])
            return name[:end]
    return ""


def repeatable_key(repeats: Counter[str], *parts: str | None) -> str:
    """A key that is the same whenever the same file, or a longer version of it, is read again; a
    message said twice has two."""
    digest = short_key(*(part or "" for part in parts))
    repeats[digest] += 1
    return f"import:{digest}:{repeats[digest]}"


def bounded_key(key: str) -> str:
    """``key``, or a hash of it where it is longer than a key may be."""
    return key if len(key) <= MAX_KEY else f"import:{short_key(key)}"


def mapping_or_empty(value: Any) -> Mapping[str, Any]:
    """``value`` if it is a JSON object; of anything else, one without keys."""
    return value if isinstance(value, dict) else {}


def milliseconds(value: Any, zone: str = "UTC") -> int | None:
    """A time of a foreign format: seconds or milliseconds since 1970 (from 10^11 on), in quotes
    too, or ISO 8601, without an offset in the ``zone``; else ``None``. Keys are made with that of
    UTC, so that another ``retrieval.timezone`` doubles nothing."""
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, str) and _NUMBER.fullmatch(value):
        value = float(value)
    if isinstance(value, int | float):
        if not 0 <= value < 1e14:
            return None
        return int(value) if value >= 1e11 else round(value * 1000)
    if isinstance(value, str):
        try:
            moment = datetime.fromisoformat(value)
        except ValueError:
            return None
        aware = moment if moment.tzinfo else moment.replace(tzinfo=zone_of(zone))
        return max(0, round(aware.timestamp() * 1000))
    return None
