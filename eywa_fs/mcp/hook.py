"""Hooks of Claude Code: a prompt gets what is known along, a turn is remembered at its end.

A hook reads one event, as JSON. It needs no SDK, and starts no indexing: the next search finds what
it wrote, and whoever indexes next indexes it.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

from eywa_fs.errors import BadRequest, TruthReadError
from eywa_fs.mcp.bound import Bound
from eywa_fs.mcp.transcript import turns_of, untold
from eywa_fs.memory import EywaMemory
from eywa_fs.model.safetext import without_halves
from eywa_fs.truth import erasures

TAIL_BYTES: Final = 8 << 20
"""How much of a transcript's end is looked through first."""

_KEY: Final = "claude-code:"
"""What the idempotency key of a message begins with; its name in the transcript follows."""


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
    """Remember what was said in the transcript that an event names since the last turn that is
    remembered, or else in its last turn; each message once, also where another session has it.
    How many records were written.

    Raises:
        BadRequest: the event names no transcript. TruthReadError: it, or the memory, cannot be
            read. TruthWriteError: nothing was remembered.
    """
    path = Path(_text(event, "transcript_path"))
    ids, session = bound.ids(), _session(bound, event)

    def known(names: Iterable[str]) -> set[str]:
        keys = {f"{_KEY}{name}" for name in names}
        return {key.removeprefix(_KEY) for key in memory.present_keys(keys, **ids)}

    erased = _erased_ms(memory, bound)
    for tail in (TAIL_BYTES, None):
        turns = turns_of(_lines(path, tail))
        said, whole = untold(turns, known(turn.said[-1].name for turn in turns), erased)
        if whole:
            break
    there = known(one.name for one in said)
    named = {one.name: one for one in said if one.name not in there}
    if not named:
        return 0
    return len(
        memory.append_many(
            {
                **ids,
                "session_id": session,
                "role": one.role,
                "content": without_halves(one.text),
                "idempotency_key": f"{_KEY}{name}",
            }
            for name, one in named.items()
        )
    )


def _erased_ms(memory: EywaMemory, bound: Bound) -> int:
    """When something of the user was erased last; -1 for never."""
    log = erasures.read(memory.layout).erasures.values()
    whose = [one for one in log if one.scope.get("tenantId") == bound.tenant]
    return max((o.at for o in whose if o.scope.get("userId") in (None, bound.user)), default=-1)


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
