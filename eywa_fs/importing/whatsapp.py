"""Reading a chat that WhatsApp exported: a ``.txt``, alone or in a ``.zip`` beside its media.

A message begins with a date and a time in the form of the phone's language, in brackets (iOS) or
before a dash (Android); lines without them go on with the message before.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import pairwise
from typing import Final

from eywa_fs.errors import BadRequest
from eywa_fs.importing.found import Found, Job, repeatable_key, speaker_of
from eywa_fs.model.records import Role
from eywa_fs.model.times import zone_of

_SPACE = "[ \u00a0\u202f]"
_INVISIBLE = "\u200e\u200f\u202a\u202b\u202c\u202d\u202e\ufeff"
_MARKS = f"[{_INVISIBLE}]*"
_HALF = rf"[AaPp]\.?{_SPACE}?[Mm]\.?|上午|下午|凌晨|早上|清晨|中午|晚上|傍晚|半夜"
_HEAD = re.compile(
    rf"{_MARKS}(?P<open>\[)?{_MARKS}"
    r"(?P<first>\d{1,4})(?P<separator>[./年-])(?P<second>\d{1,2})[./月-](?P<third>\d{1,4})[日.]?,?"
    rf"{_SPACE}*(?P<before>{_HALF})?{_SPACE}*"
    r"(?P<hour>\d{1,2})[:.](?P<minute>\d{2})(?:[:.](?P<sec>\d{2}))?"
    rf"(?:{_SPACE}*(?P<after>{_HALF}))?"
    rf"(?(open)\]{_SPACE}?|{_SPACE}[-–]{_SPACE})(?P<rest>.*)",
    re.DOTALL,
)
_SPEAKER = re.compile(
    rf"{_MARKS}(?P<who>[^:\n\"“”„«»]{{1,100}}):(?:{_SPACE}(?P<text>.*))?", re.DOTALL
)
_LATER = frozenset(("p", "下午", "晚上", "傍晚", "中午"))
_OWN_WORDS = re.compile(r"\u200e.*|[<‹][^<>‹›]{3,80}[>›]|\S+\.\w{2,4} \([^()]+\)|null", re.DOTALL)
"""What the app says in place of a message: behind a mark (iOS), in brackets, of a file."""
_EDITED = re.compile(
    rf"(?:\u200e[<‹][^<>‹›]*|[<‹](?=[^<>‹›]*(?:\bedited\b|已[编編][辑輯]))[^<>‹›]{{,40}})"
    rf"[>›]{_MARKS}\s*$",
    re.IGNORECASE,
)
"""What the app says behind a message: behind a mark (iOS), or that it was edited (Android). It
begins with a character of its own: from each blank of a long run it would be tried to the end."""
_DELETED: Final = frozenset(
    (
        "this message was deleted", "you deleted this message", "此消息已删除", "您删除了此消息",
        "diese nachricht wurde gelöscht.", "se eliminó este mensaje",
    )
)  # fmt: skip
COPY: Final = re.compile(r" \(\d+\)$")
"""What a download adds to the name of a file that is there already."""
LOOKED_AT: Final = 30
"""Lines among which a chat must show a message."""


@dataclass(slots=True)
class _Message:
    """A message as it is written: numbers of its date in order, its wall time, who (``""`` for a
    line of the app) and what."""

    line: int
    date: tuple[int, int, int]
    time: tuple[int, int, int]
    speaker: str
    lines: list[str] = field(default_factory=list)

    @property
    def own_text(self) -> str:
        """What the person wrote; nothing where the app speaks in their place. Below a file's name
        stands what they wrote to it."""
        text = "\n".join(self.lines)
        if added := _EDITED.search(text):
            text = text[: added.start()].rstrip(_INVISIBLE).rstrip()
        first, _, rest = text.partition("\n")
        if text.strip().casefold() in _DELETED:
            return ""
        return rest if _OWN_WORDS.fullmatch(first.strip()) else text


def is_chat(lines: Sequence[str]) -> bool:
    """Whether the first lines of a text are of a chat."""
    return any(_HEAD.match(line) for line in lines[:LOOKED_AT])


def records(chats: Sequence[tuple[str, str]], job: Job) -> Iterator[Found]:
    """The messages of chats, each given by its name and text."""
    parsed = [(name, _messages(text, job)) for name, text in chats]
    said = Counter(m.speaker for _, found in parsed for m in found if m.speaker and m.own_text)
    me = speaker_of(job.options.me, said)
    zone = zone_of(job.options.timezone)
    repeats: Counter[str] = Counter()
    done = 0
    for name, found in parsed:
        order = _order(found, name, job.options.day_first)
        for message in found:
            done += 1
            where = f"{job.path}: {name}: line {message.line}"
            text = message.own_text
            if not message.speaker:
                job.skip("line of the app")
                continue
            if not text.strip():
                job.skip("media, or a deleted message")
                continue
            year, month, day = (message.date[place] for place in order)
            try:
                at = datetime(year + 2000 * (year < 100), month, day, *message.time, tzinfo=zone)
                stamp = max(0, round(at.timestamp() * 1000))
            except (ValueError, OverflowError):
                job.refuse(where, f"its date {message.date} or time {message.time} is none")
                continue
            wall = f"{at:%Y-%m-%d %H:%M:%S}"
            session = job.options.session_id or name
            key = repeatable_key(repeats, "whatsapp", session, wall, message.speaker, text)
            role: Role = "user" if message.speaker == me else "assistant"
            draft = job.draft(session, text, role, stamp, key, speaker=message.speaker)
            yield Found(where, draft, done)


def size_of(chats: Sequence[tuple[str, str]]) -> int:
    """About what ``Found.done`` reaches."""
    return sum(1 for _, text in chats for line in text.split("\n") if _HEAD.match(line))


def _messages(text: str, job: Job) -> list[_Message]:
    found: list[_Message] = []
    style: tuple[object, ...] | None = None
    for number, line in enumerate(text.replace("\r\n", "\n").split("\n"), start=1):
        head = _HEAD.match(line)
        own = head and (head["open"], head["separator"], head["sec"] is None)
        if head is not None and own == (style or own):
            style = own
            found.append(_message(number, head))
        elif found:  # also a head in another style: somebody pasted it
            found[-1].lines.append(line)
        elif line.strip():
            job.skip("line before the first message")
    for message in found:
        while len(message.lines) > 1 and not message.lines[-1].strip():
            message.lines.pop()
    return found


def _message(number: int, head: re.Match[str]) -> _Message:
    hour = int(head["hour"])
    half = head["before"] or head["after"] or ""
    if half and hour <= 12:
        later = half.lower()[:1] in _LATER or half in _LATER
        noonish = half == "中午" and hour == 11
        hour = hour if noonish else hour % 12 + 12 * later
    said = _SPEAKER.fullmatch(head["rest"])
    date = int(head["first"]), int(head["second"]), int(head["third"])
    time = hour, int(head["minute"]), int(head["sec"] or 0)
    who = " ".join(said["who"].split()) if said else ""
    return _Message(number, date, time, who, [(said["text"] or "") if said else head["rest"]])


def _order(found: Sequence[_Message], name: str, day_first: bool | None) -> tuple[int, int, int]:
    """Places of year, month and day in the dates of a chat, told from all of them. Pure.
    ``BadRequest`` where they can be read in two ways: it asks which."""
    dates = list(dict.fromkeys(message.date for message in found))
    if all(first > 31 for first, _, _ in dates):
        return 0, 1, 2
    days, months = (2, 1, 0), (2, 0, 1)
    if day_first is not None:
        return days if day_first else months
    fitting = [order for order in (days, months) if _fits(dates, order)]
    if len(fitting) == 2:  # a chat goes forward in time
        fitting = [order for order in fitting if _goes_forward(dates, order)] or fitting
    if len(fitting) == 1 or all(first == second for first, second, _ in dates):
        return fitting[0] if fitting else days
    if not fitting:
        return days  # what fits neither is refused line by line
    shown = "/".join(map(str, next(date for date in dates if date[0] != date[1])))
    raise BadRequest(
        f"{name}: does {shown} begin with the day or with the month? Say it with "
        "day_first, true or false (--day-first, --month-first)"
    )


def _fits(dates: Sequence[tuple[int, int, int]], order: tuple[int, int, int]) -> bool:
    return all(1 <= date[order[1]] <= 12 and 1 <= date[order[2]] <= 31 for date in dates)


def _goes_forward(dates: Sequence[tuple[int, int, int]], order: tuple[int, int, int]) -> bool:
    said = [tuple(date[place] for place in order) for date in dates]
    return all(earlier <= later for earlier, later in pairwise(said))
