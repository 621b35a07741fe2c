"""Reading OpenAI-style messages: ``[{"role", "content"}]``, or objects that hold ``messages``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from eywa_fs.importing.found import TIMES, Found, Job, milliseconds, repeatable_key
from eywa_fs.model.records import Draft

_TEXT_PARTS = frozenset(("text", "input_text", "output_text"))

_NAMES = ("id", "conversation_id", "session_id", "sessionId")


def is_message(value: Any) -> bool:
    """Whether a value looks like one message."""
    return isinstance(value, dict) and "role" in value and "content" in value


def is_conversation(value: Any) -> bool:
    """Whether a value looks like an object with messages."""
    return isinstance(value, dict) and isinstance(value.get("messages"), list)


Talk = tuple[str, Mapping[str, Any]]
"""A conversation behind what is put to its file's name, or the session's, where it has no id."""


def conversations(value: Any) -> list[Talk]:
    """The conversations of a list of messages, a conversation, or a list of these: numbered where
    there are several."""
    if isinstance(value, Mapping):
        return [("", value)]
    if value and all(is_conversation(item) for item in value):
        return [(f"-{number}", item) for number, item in enumerate(value, start=1)]
    return [("", {"messages": value})]


def records(found: Sequence[Talk], job: Job) -> Iterator[Found]:
    """The messages of conversations, in order."""
    repeats: Counter[str] = Counter()
    done = 0
    for behind, conversation in found:
        own = next((str(conversation[name]) for name in _NAMES if conversation.get(name)), None)
        name = own or job.path.stem + behind
        said, before = _time(conversation, job.options.timezone), None
        for number, message in enumerate(conversation["messages"], start=1):
            done += 1
            where = f"{job.path}: {name}: message {number}"
            draft = _draft(message, name, said, job, where)
            if draft is not None:
                said = said if draft.timestamp is None else draft.timestamp
                key, other = _keys(draft, message, before, name, own is None, job, repeats)
                yield Found(where, replace(draft, idempotency_key=key), done, other)
                before = before if draft.role == "system" else draft


def _keys(
    draft: Draft,
    message: Mapping[str, Any],
    before: Draft | None,
    name: str,
    by_file: bool,
    job: Job,
    repeats: Counter[str],
) -> tuple[str, str]:
    """A message's key, and another under which it may stand already, if there is one.

    A conversation without an id (``by_file``) is that of its file's name, but with ``--session``,
    whatever the file is called: there a message is told from others like it by its time, else by
    the one ``before`` it, as two files of which a session is made may both say "ok"."""
    own = _time(message)
    place = (draft.tenant_id, draft.user_id, draft.session_id)
    what = (draft.role, str(own), draft.content)
    named = repeatable_key(repeats, *place, name, *what)
    if not by_file:
        return named, ""
    behind = ("", "") if own is not None or before is None else (before.role, before.content)
    placed = repeatable_key(repeats, *place, "", *behind, *what)
    return (placed, named) if job.options.session_id else (named, placed)


def _draft(message: Any, conversation: str, said: int | None, job: Job, where: str) -> Draft | None:
    if not isinstance(message, dict):
        job.refuse(where, f"not an object but a {type(message).__name__}")
        return None
    role = job.role(message.get("role"), where)
    if role is None:
        return None
    text = text_of(message.get("content"), job.skipped)
    if text is None:
        job.refuse(where, "its content is neither text nor a list of parts")
        return None
    if not text.strip():
        called = message.get("tool_calls") or message.get("function_call")
        job.skip("call of a tool, without text" if called else "empty message")
        return None
    own, name = _time(message, job.options.timezone), message.get("name")
    speaker = name if isinstance(name, str) and name else None
    return job.draft(conversation, text, role, said if own is None else own, "", speaker=speaker)


def text_of(content: Any, skipped: Counter[str]) -> str | None:
    """The text of a message's content; other parts are counted. ``None`` for what is no content."""
    if content is None:
        return ""
    if isinstance(content, str):
        return content
    if not isinstance(content, list):
        return None
    texts = []
    for part in content:
        if isinstance(part, str):
            texts.append(part)
        elif isinstance(part, dict):
            kind = str(part.get("type", "text" if "text" in part else "unknown"))
            value = part.get("text")
            if isinstance(value, dict):  # {"value": …, "annotations": …}
                value = value.get("value")
            if kind in _TEXT_PARTS and isinstance(value, str):
                texts.append(value)
            elif kind == "refusal" and isinstance(part.get("refusal"), str):
                texts.append(part["refusal"])
            else:
                skipped[f"part of type {kind}"] += 1
        else:
            return None
    return "\n".join(texts)


def _time(value: Mapping[str, Any], zone: str = "UTC") -> int | None:
    found = (milliseconds(value.get(name), zone) for name in TIMES)
    return next((moment for moment in found if moment is not None), None)
