"""Reading a Slack export: a folder or ``.zip`` with a folder for each channel, a file for each day.

``users.json`` names the people; channels of direct messages have folders named by an id, and their
members stand in ``dms.json`` or ``mpims.json``.
"""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from eywa_fs.errors import ImportFormatError
from eywa_fs.importing.found import (
    Found,
    Job,
    mapping_or_empty,
    milliseconds,
    session_name,
    speaker_of,
)
from eywa_fs.importing.trees import Tree
from eywa_fs.model.listing import folded
from eywa_fs.model.records import Draft

SAID: Final = frozenset((None, "thread_broadcast", "me_message", "file_share", "bot_message"))
"""Subtypes of what somebody said; all others tell what happened in the channel."""

_DAY_FILE = re.compile(r"(?:.*/)?(?P<channel>[^/]+)/\d{4}-\d{2}-\d{2}\.json")
_MARKUP = re.compile(r"<(?P<what>[^<>|]+)(?:\|(?P<label>[^<>]*))?>")


def is_message(value: Any) -> bool:
    """Whether a value looks like a message of an export."""
    if not isinstance(value, dict) or value.get("type") != "message" or "ts" not in value:
        return False
    return isinstance(value.get("subtype"), str | None)


def day_files(tree: Tree) -> list[str]:
    """The files with messages, channel by channel."""
    return [name for name in tree.names if _DAY_FILE.fullmatch(name)]


def records(tree: Tree, job: Job) -> Iterator[Found]:
    """The messages of all channels, each channel day by day."""
    names = day_files(tree)
    people = _people(tree, names, job)
    said = {person.name: person.said for person in people.values()}
    me = speaker_of(job.options.me, said, {one.name: one.called for one in people.values()})
    channels = _channels(tree, people, me)
    for done, name in enumerate(names, start=1):
        folder = _DAY_FILE.fullmatch(name)
        channel = folder["channel"] if folder else name
        for number, message in enumerate(_messages(tree, name, job), start=1):
            where = f"{job.path}: {name}: message {number}"
            draft = _draft(message, channel, channels.get(channel, channel), people, me, job, where)
            if draft is not None:
                yield Found(where, draft, done)


def _messages(tree: Tree, name: str, job: Job, *, noting: bool = True) -> Iterator[dict[str, Any]]:
    """The messages of a day."""
    try:
        values = tree.json(name)
    except ImportFormatError as error:
        if noting:
            job.refuse(str(job.path), str(error))
        return
    for number, value in enumerate(values if isinstance(values, list) else [], start=1):
        if is_message(value):
            yield value
        elif noting:
            job.refuse(f"{job.path}: {name}: message {number}", "it is no message with a time")


def _draft(
    message: Mapping[str, Any],
    channel: str,
    session: str,
    people: Mapping[str, _Person],
    me: str | None,
    job: Job,
    where: str,
) -> Draft | None:
    subtype = message.get("subtype")
    if subtype not in SAID:
        job.skip(f"message of subtype {subtype}")
        return None
    for _ in message["files"] if isinstance(message.get("files"), list) else ():
        job.skip("attached file")
    text, own = _text(message)
    text = _plain(text, people)
    if not text.strip():
        job.skip("message without text")
        return None
    time = str(message["ts"])
    said = milliseconds(float(time)) if re.fullmatch(r"\d{1,11}(\.\d{1,9})?", time) else None
    if said is None:
        job.refuse(where, f"its time {time[:40]!r} is none")
        return None
    speaker = people.get(_who(message))
    thread = message.get("thread_ts")
    meta: dict[str, Any] = {"channel": session}
    if isinstance(thread, str) and thread != time:
        meta["thread"] = thread
    return job.draft(
        session,
        text,
        "user" if own and speaker and speaker.name == me else "assistant",
        said,
        f"import:slack:{channel}:{time}:{message.get('user') or (speaker and speaker.called[0])}",
        speaker=speaker and speaker.name,
        meta=meta,
    )


@dataclass(slots=True)
class _Person:
    """What somebody is called: first the name people see, then others, the user's name, the id.
    ``name`` is the first, told apart from those of others."""

    called: tuple[str, ...]
    name: str
    said: int = 0


def _people(tree: Tree, days: list[str], job: Job) -> dict[str, _Person]:
    """All people by id; guests stand in no list, but beside their messages. A name that several
    bear is followed by the user's name, or by the id."""
    called = {str(user.get("id")): _called(user, "profile") for user in _listed(tree, "users.json")}
    said: Counter[str] = Counter()
    for day in days:
        for message in _messages(tree, day, job, noting=False):
            if message.get("subtype") in SAID and _text(message)[0] and (who := _who(message)):
                said[who] += 1
                called[who] = called.get(who) or _called(message, "user_profile")
    found = {}
    for who, names in called.items():
        names = (*names, who[:90])
        found[who] = _Person(names, names[0], said[who])
    for place in (-2, -1):
        borne = Counter(folded(person.name) for person in found.values())
        for person in found.values():
            if borne[folded(person.name)] > 1:
                person.name += f" ({person.called[place if len(person.called) > 2 else -1]})"
    return found


def _channels(tree: Tree, people: Mapping[str, _Person], me: str | None) -> dict[str, str]:
    """The session of each folder of direct messages: who takes part."""
    found = {}
    for name in ("dms.json", "mpims.json"):
        for channel in _listed(tree, name):
            members = channel.get("members")
            ids = [str(member) for member in members] if isinstance(members, list) else []
            who = (people[one].name if one in people else one for one in ids)
            others = sorted(one for one in who if one != me)
            folder = str(channel.get("name") or channel.get("id"))
            found[folder] = session_name(f"dm {', '.join(others)}") if others else folder
    return found


def _listed(tree: Tree, wanted: str) -> list[dict[str, Any]]:
    """The objects of one of the lists beside the channels' folders; none where it is damaged."""
    name = next((name for name in tree.names if name.rsplit("/", 1)[-1] == wanted), None)
    if name is None:
        return []
    try:
        values = tree.json(name)
    except ImportFormatError:
        return []
    return (
        [value for value in values if isinstance(value, dict)] if isinstance(values, list) else []
    )


def _text(message: Mapping[str, Any]) -> tuple[str, bool]:
    """What a message says, and whether its sender does: where they say nothing, its attachments
    do, posts of programs and messages of others that were passed on."""
    said, attached = message.get("text"), message.get("attachments")
    if isinstance(said, str) and said.strip():
        return said, True
    parts = [*map(mapping_or_empty, attached)] if isinstance(attached, list) else []
    texts = (part.get("text") or part.get("fallback") for part in parts)
    return "\n".join(text for text in texts if isinstance(text, str)), False


def _who(message: Mapping[str, Any]) -> str:
    """Who said a message: an id, or of a program what it calls itself."""
    program = [str(one) for one in (message.get("bot_id"), message.get("username")) if one]
    return str(message.get("user") or " ".join(["bot", *program] if program else ""))


def _called(person: Mapping[str, Any], profile: str) -> tuple[str, ...]:
    """What a person is called, or the sender of a message, the user's name last."""
    own = mapping_or_empty(person.get(profile))
    names = (
        own.get("display_name"), own.get("real_name"), person.get("real_name"),
        person.get("username"), person.get("bot_id"), own.get("name"), person.get("name"),
    )  # fmt: skip
    plain = (" ".join(str(name).split())[:90] for name in names if name)
    return tuple(dict.fromkeys(filter(None, plain)))


def _plain(text: str, people: Mapping[str, _Person]) -> str:
    """A message's text with its mentions, channels and links as people see them."""

    def shown(match: re.Match[str]) -> str:
        what, label = match["what"], match["label"]
        if what.startswith("@"):
            person = people.get(what[1:])
            return "@" + (label or (person.called[0] if person else what[1:]))
        if what.startswith("#"):
            return "#" + (label or what[1:])
        if what.startswith("!"):
            return "@" + (label or what[1:].split("^")[0]).lstrip("@")
        return f"{label} ({what})" if label and label not in what else what

    return html.unescape(_MARKUP.sub(shown, text))
