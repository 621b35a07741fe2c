"""What was said in a transcript of Claude Code, which is JSON lines. Pure.

A row is the user's words by its form, not by its text: results of tools, notes of the program,
other agents, and elements in angle brackets that a program wrote are not.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

_NOTES: Final = (
    "isMeta", "isSidechain", "isCompactSummary", "isVisibleInTranscriptOnly", "toolUseResult",
)  # fmt: skip
"""Keys of rows that are neither the user's nor the assistant's words."""
_MOST: Final = 150
"""Characters of a name: an idempotency key takes 200."""
_INTERRUPTED: Final = re.compile(r"\[Request interrupted by user[^\]\n]*\]")
_ELEMENT: Final = re.compile(r"\s*<([A-Za-z][\w.:-]*)(?:\s[^<>]*)?>")
_PROGRAM: Final = re.compile(
    r"^[ \t]*<([A-Za-z][A-Za-z0-9]*[_-][\w-]*)(?:\s[^<>]*)?>", re.MULTILINE
)
"""An element at the beginning of a line whose name no HTML has."""


@dataclass(frozen=True, slots=True)
class Said:
    """A message of a transcript, and its name there."""

    role: str
    text: str
    name: str


@dataclass(slots=True)
class Turn:
    """A turn; ``ended``: the assistant came to its end, so that Claude Code called its hook;
    ``at``: when its first row was written, in epoch milliseconds; 0 where that is not said."""

    said: list[Said] = field(default_factory=list)
    ended: bool = False
    at: int = 0


def turns_of(lines: Iterable[str]) -> list[Turn]:
    """The turns of a transcript in which something was said, in order."""
    turns = [Turn()]
    for line in lines:
        try:
            entry = json.loads(line)
        except (ValueError, RecursionError):
            continue  # the line that is being written, or the rest of one that the tail cut
        if isinstance(entry, Mapping) and not any(entry.get(key) for key in _NOTES):
            _read(entry, turns)
            turns[-1].at = turns[-1].at or _moment(entry.get("timestamp"))
    return [turn for turn in turns if turn.said]


def untold(
    turns: Sequence[Turn], remembered: Collection[str], erased_ms: int
) -> tuple[list[Said], bool]:
    """What is to be remembered at the end of the last turn, in order: all behind the last turn
    before it that is remembered to its end: the hooks of others may not have run. Where none is,
    the last turn alone. A turn right before that was interrupted, or not answered, has no hook of
    its own, and goes along. Also whether a turn before it is remembered: else one may stand before
    the lines.

    Args:
        remembered: names of messages that are, among those that end a turn.
        erased_ms: when something was erased last; -1 for never. Of an earlier turn nobody knows
            whether it was.
    """
    last = len(turns) - 1
    known = next((n for n in reversed(range(last)) if turns[n].said[-1].name in remembered), None)
    first = max(0, last) if known is None else known + 1
    while first < last and turns[first].at <= erased_ms:
        first += 1
    while first and not turns[first - 1].ended and turns[first - 1].at > erased_ms:
        first -= 1
    return [one for turn in turns[first:] for one in turn.said], known is not None


def own_words(text: str) -> str:
    """What of a user's message a person wrote: without the elements that the program put before or
    behind it (``<system-reminder>``), and nothing where elements are all there is.

    An element reaches to the last end of its name: what it quotes may hold that end.
    """
    ends = _Ends(text)
    kept, at, behind = [], 0, 0
    while opened := _PROGRAM.search(text, at):
        at = opened.end()
        if end := ends.of(opened):
            kept.append(text[behind : opened.start()])
            at = behind = end
    text = "".join([*kept, text[behind:]]).strip()
    ends, at = _Ends(text), 0
    while (opened := _ELEMENT.match(text, at)) and (end := ends.of(opened)):
        at = end
    return text[at:] and text


class _Ends:
    """Where elements of a text end: each name is looked for once."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._ends: dict[str, int] = {}

    def of(self, opened: re.Match[str]) -> int:
        """The place behind the last end of an element's name; 0 where it has none."""
        close = f"</{opened[1]}>"
        if close not in self._ends:
            self._ends[close] = self._text.rfind(close)
        last = self._ends[close]
        return last + len(close) if last >= opened.end() else 0


def _read(entry: Mapping[str, Any], turns: list[Turn]) -> None:
    """Put a row into the turn that it belongs to, or begin one with it."""
    message, queued = _of(entry, "message"), _of(entry, "attachment")
    if not (name := _name(entry.get("uuid"))):
        return
    if entry.get("type") == "assistant":
        _answer(entry, message, name, turns[-1])
    elif entry.get("type") == "user":
        content = message.get("content")
        if _INTERRUPTED.fullmatch(_words(content)):
            turns[-1].ended = False
        elif "tool_result" not in _kinds(content):
            turns.append(Turn())
            _ask(entry, content, name, turns[-1])
    elif queued.get("type") == "queued_command" and _typed(queued):  # while the assistant worked
        _ask(queued, queued.get("prompt"), _name(queued.get("source_uuid")) or name, turns[-1])


def _typed(queued: Mapping[str, Any]) -> bool:
    """Whether what was queued is a prompt, not a note of the program."""
    return not queued.get("isMeta") and queued.get("commandMode", "prompt") == "prompt"


def _ask(entry: Mapping[str, Any], content: Any, name: str, turn: Turn) -> None:
    """Put what the user wrote into a turn."""
    words = _words(content)
    if words and _of(entry, "origin").get("kind", "human") == "human":
        turn.said.append(Said("user", words, name))


def _answer(entry: Mapping[str, Any], message: Mapping[str, Any], name: str, turn: Turn) -> None:
    """Put a row of the assistant into a turn. What the program says in its place ends none."""
    content = message.get("content")
    if entry.get("isApiErrorMessage") or message.get("model") == "<synthetic>":
        turn.ended = False
        return
    text = "\n".join(_texts(content)).strip()
    if text:
        turn.said.append(Said("assistant", text, name))
    if text or "tool_use" in _kinds(content):
        turn.ended = "tool_use" not in _kinds(content)


def _words(content: Any) -> str:
    """The user's words in the content of a message."""
    return "\n".join(filter(None, map(own_words, _texts(content))))


def _texts(content: Any) -> list[str]:
    """The texts in the content of a message."""
    blocks = content if isinstance(content, list) else [{"type": "text", "text": content}]
    return [
        block["text"]
        for block in blocks
        if isinstance(block, Mapping)
        and block.get("type") == "text"
        and isinstance(block.get("text"), str)
    ]


def _kinds(content: Any) -> set[str]:
    """The kinds of blocks in the content of a message."""
    blocks = content if isinstance(content, list) else ()
    return {str(block.get("type")) for block in blocks if isinstance(block, Mapping)}


def _of(entry: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    found = entry.get(name)
    return found if isinstance(found, Mapping) else {}


def _name(said: Any) -> str:
    """The name of a row; empty where it has none that an idempotency key can hold."""
    named = isinstance(said, str) and said.isprintable() and len(said) <= _MOST
    return said if named else ""


def _moment(said: Any) -> int:
    """A time of a row in epoch milliseconds; 0 where it is none."""
    try:
        moment = datetime.fromisoformat(said)
        return int(moment.timestamp() * 1000) if moment.tzinfo else 0
    except (TypeError, ValueError, OverflowError):
        return 0
