"""Hooks of Claude Code: a prompt gets what is known along, a turn is remembered at its end.

A hook reads one event, as JSON. It needs no SDK, and starts no indexing: the next search finds what
it wrote, and whoever indexes next indexes it.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from eywa_fs.errors import BadRequest, TruthReadError
from eywa_fs.mcp.arguments import MAX_CONTENT
from eywa_fs.mcp.bound import Bound
from eywa_fs.memory import EywaMemory
from eywa_fs.model.safetext import without_halves

TAIL_BYTES: Final = 8 << 20
"""How much of a transcript's end is looked through for its last turn."""


@dataclass(frozen=True, slots=True)
class Said:
    """A message of a transcript, and its name there."""

    text: str
    name: str


@dataclass(frozen=True, slots=True)
class Turn:
    """What the user said last, and what the assistant said after it: before calls of tools, between
    and behind them."""

    user: Said
    answers: tuple[Said, ...]


def parsed(data: bytes) -> Mapping[str, Any]:
    """The event of a hook; ``BadRequest`` where it is none."""
    try:
        event = json.loads(data)
    except (ValueError, RecursionError):
        event = None
    if not isinstance(event, Mapping):
        raise BadRequest("a hook reads an event as a JSON object from standard input")
    return event


def prompt(memory: EywaMemory, bound: Bound, event: Mapping[str, Any]) -> str:
    """What is known that bears on a prompt, as the answer of a hook, in ASCII, which any terminal
    and encoding lets through; empty where nothing is. ``BadRequest``: the event has no prompt."""
    asked = without_halves(_text(event, "prompt"))
    if not asked.strip():
        return ""
    session = _session(bound, event)
    known = memory.before_llm(asked, **bound.ids(), session_id=session).context
    if not known:
        return ""
    told = {"hookEventName": "UserPromptSubmit", "additionalContext": known}
    return json.dumps({"hookSpecificOutput": told})


def stop(memory: EywaMemory, bound: Bound, event: Mapping[str, Any]) -> int:
    """Remember the last turn of the transcript that an event names, once; how many records.

    Raises:
        BadRequest: the event names no transcript. TruthReadError: it cannot be read.
        TruthWriteError: nothing was remembered.
    """
    turn = last_turn(_tail(Path(_text(event, "transcript_path"))))
    if turn is None:
        return 0
    said = [("user", turn.user), *(("assistant", one) for one in turn.answers)]
    session = _session(bound, event)
    return len(
        memory.append_many(
            {
                **bound.ids(),
                "session_id": session,
                "role": role,
                "content": without_halves(one.text[:MAX_CONTENT]),
                "idempotency_key": f"claude-code:{one.name}",
            }
            for role, one in said
        )
    )


def last_turn(lines: Iterable[str]) -> Turn | None:
    """The last turn of a transcript of Claude Code: JSON lines, of which those that are no message
    of the user or the assistant (results of tools, notes, other agents) are left out. Pure."""
    user: Said | None = None
    answers: list[Said] = []
    for line in lines:
        try:
            entry = json.loads(line)
        except (ValueError, RecursionError):
            continue  # the line that is being written, or the rest of one that the tail cut
        said = _said(entry) if isinstance(entry, Mapping) else None
        if said is not None and entry.get("type") == "user":
            user, answers = said, []
        elif said is not None:
            answers.append(said)
    return None if user is None else Turn(user, tuple(answers))


def _said(entry: Mapping[str, Any]) -> Said | None:
    message, name = entry.get("message"), entry.get("uuid")
    if entry.get("type") not in ("user", "assistant") or not isinstance(message, Mapping):
        return None
    if entry.get("isMeta") or entry.get("isSidechain") or not isinstance(name, str):
        return None
    content = message.get("content")
    blocks = content if isinstance(content, list) else [{"type": "text", "text": content}]
    texts = [
        str(block["text"])
        for block in blocks
        if isinstance(block, Mapping)
        and block.get("type") == "text"
        and isinstance(block.get("text"), str)
    ]
    text = "\n".join(texts).strip()
    return Said(text, name) if text else None


def _tail(path: Path) -> list[str]:
    try:
        with path.open("rb") as file:
            file.seek(max(0, os.fstat(file.fileno()).st_size - TAIL_BYTES))
            return file.read().decode("utf-8", "replace").splitlines()
    except OSError as error:
        raise TruthReadError(f"the transcript cannot be read: {error.strerror}") from None


def _text(event: Mapping[str, Any], name: str) -> str:
    value = event.get(name)
    if not isinstance(value, str):
        raise BadRequest(f"the event has no {name}")
    return value


def _session(bound: Bound, event: Mapping[str, Any]) -> str:
    """Each conversation is a session of its own."""
    name = event.get("session_id")
    return name if isinstance(name, str) and name else bound.session
