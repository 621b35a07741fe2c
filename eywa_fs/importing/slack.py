"""Reading a Slack export: a folder or ``.zip`` with a folder for each channel, a file for each day.

``users.json`` names the people; channels of direct messages have folders named by an id, and their
members stand in ``dms.json`` or ``mpims.json``.
"""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, Final

from eywa_fs.errors import ImportFormatError
from eywa_fs.importing.found import Found, Job, mapping_or_empty, milliseconds, speaker_of
from eywa_fs.importing.trees import Tree
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
    people = _people(tree)
    names = day_files(tree)
    speakers: Counter[str] = Counter(dict.fromkeys(people.values(), 0))
    for name in names if job.options.me is None or not people else ():
        for message in _messages(tree, name, job, noting=False):
            if message.get("subtype") in SAID and message.get("text"):
                speakers[_speaker(message, people)] += 1
    me = speaker_of(job.options.me, {name: n for name, n in speakers.items() if name})
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
    people: Mapping[str, str],
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
    said_as = message.get("text")
    text = _plain(said_as, people) if isinstance(said_as, str) else ""
    if not text.strip():
        job.skip("message without text")
        return None
    time = str(message["ts"])
    said = milliseconds(float(time)) if re.fullmatch(r"\d{1,11}(\.\d{1,9})?", time) else None
    if said is None:
        job.refuse(where, f"its time {time[:40]!r} is none")
        return None
    speaker = _speaker(message, people) or None
    thread = message.get("thread_ts")
    meta: dict[str, Any] = {"channel": session}
    if isinstance(thread, str) and thread != time:
        meta["thread"] = thread
    return job.draft(
        session,
        text,
        "user" if me is not None and speaker == me else "assistant",
        said,
        f"import:slack:{channel}:{time}:{message.get('user') or speaker}",
        speaker=speaker,
        meta=meta,
    )


def _people(tree: Tree) -> dict[str, str]:
    """The name of each person by id; one that several bear is followed by the user's name."""
    found: dict[str, str] = {}
    for user in _listed(tree, "users.json"):
        profile = mapping_or_empty(user.get("profile"))
        names = (
            profile.get("display_name"), profile.get("real_name"), user.get("real_name"),
            user.get("name"), user.get("id"),
        )  # fmt: skip
        name = next((str(one) for one in names if one), "")
        same = name in found.values() and user.get("name")
        found[str(user.get("id"))] = f"{name} ({user.get('name')})" if same else name
    return found


def _channels(tree: Tree, people: Mapping[str, str], me: str | None) -> dict[str, str]:
    """The session of each folder of direct messages: who takes part."""
    found = {}
    for name in ("dms.json", "mpims.json"):
        for channel in _listed(tree, name):
            members = channel.get("members")
            who = [people.get(str(m), str(m)) for m in members] if isinstance(members, list) else []
            others = sorted(one for one in who if one != me)
            folder = str(channel.get("name") or channel.get("id"))
            found[folder] = ("dm " + ", ".join(others))[:100] if others else folder
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


def _speaker(message: Mapping[str, Any], people: Mapping[str, str]) -> str:
    """Who said a message, by the name people see."""
    own = mapping_or_empty(message.get("user_profile"))
    names = (
        people.get(str(message.get("user"))), own.get("display_name"), own.get("real_name"),
        message.get("username"), message.get("user"), message.get("bot_id"),
    )  # fmt: skip
    return " ".join(next((str(name) for name in names if name), "").split())[:200]


def _plain(text: str, people: Mapping[str, str]) -> str:
    """A message's text with its mentions, channels and links as people see them."""

    def shown(match: re.Match[str]) -> str:
        what, label = match["what"], match["label"]
        if what.startswith("@"):
            return "@" + (label or people.get(what[1:], what[1:]))
        if what.startswith("#"):
            return "#" + (label or what[1:])
        if what.startswith("!"):
            return "@" + (label or what[1:].split("^")[0]).lstrip("@")
        return f"{label} ({what})" if label and label not in what else what

    return html.unescape(_MARKUP.sub(shown, text))
