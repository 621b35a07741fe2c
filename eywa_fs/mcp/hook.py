"""Hooks of Claude Code: a prompt gets what is known along, a turn is remembered at its end.

A hook reads one event, as JSON. It needs no SDK, and starts no indexing: the next search finds what
it wrote, and whoever indexes next indexes it.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from eywa_fs.errors import BadRequest, TruthReadError
from eywa_fs.mcp.bound import Bound
from eywa_fs.mcp.transcript import last_said
from eywa_fs.memory import EywaMemory
from eywa_fs.model.safetext import without_halves

TAIL_BYTES: Final = 8 << 20
"""How much of a transcript's end is looked through first."""


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
    """Remember what was said in the transcript that an event names since the last turn that came to
    its end; each message once, also where another session has it. How many records were written.

    Raises:
        BadRequest: the event names no transcript. TruthReadError: it cannot be read.
        TruthWriteError: nothing was remembered.
    """
    path = Path(_text(event, "transcript_path"))
    said, whole = last_said(_lines(path, TAIL_BYTES))
    if not whole:
        said, _ = last_said(_lines(path, None))
    if not said:
        return 0
    named = {f"claude-code:{one.name}": one for one in said}
    ids, session = bound.ids(), _session(bound, event)
    known = memory.present_keys(named, **ids)
    return len(
        memory.append_many(
            {
                **ids,
                "session_id": session,
                "role": one.role,
                "content": without_halves(one.text),
                "idempotency_key": key,
            }
            for key, one in named.items()
            if key not in known
        )
    )


def _lines(path: Path, tail: int | None) -> list[str]:
    """The lines of a transcript, or of so many bytes at its end."""
    try:
        with path.open("rb") as file:
            if tail is not None:
                file.seek(max(0, os.fstat(file.fileno()).st_size - tail))
            return file.read().decode("utf-8", "replace").split("\n")
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
