"""Reading OpenAI-style messages: ``[{"role", "content"}]``, or objects that hold ``messages``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
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


def conversations(value: Any, name: str) -> list[tuple[str, Mapping[str, Any]]]:
    """The conversations of a list of messages, a conversation, or a list of these, each with its
    name: ``name``, numbered where there are several, for those that have no id of their own."""
    if isinstance(value, Mapping):
        return [(own_name(value) or name, value)]
    if value and all(is_conversation(item) for item in value):
        return [
            (own_name(item) or f"{name}-{number}", item)
            for number, item in enumerate(value, start=1)
        ]
    return [(name, {"messages": value})]


def own_name(value: Mapping[str, Any]) -> str | None:
    """The id a conversation carries."""
    found = next((value[name] for name in _NAMES if value.get(name)), None)
    return None if found is None else str(found)


def records(found: Sequence[tuple[str, Mapping[str, Any]]], job: Job) -> Iterator[Found]:
    """The messages of conversations, in order."""
    repeats: Counter[str] = Counter()
    done = 0
    for name, conversation in found:
        said = _time(conversation)
        for number, message in enumerate(conversation["messages"], start=1):
            done += 1
            where = f"{job.path}: {name}: message {number}"
            draft = _draft(message, name, said, job, where, repeats)
            if draft is not None:
                said = said if draft.timestamp is None else draft.timestamp
                yield Found(where, draft, done)


def _draft(
    message: Any,
    conversation: str,
    said: int | None,
    job: Job,
    where: str,
    repeats: Counter[str],
) -> Draft | None:
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
    own, options = _time(message), job.options
    session = options.session_id or conversation
    place = (options.tenant_id, options.user_id, session, conversation)
    key = repeatable_key(repeats, *place, role, str(own), text)
    name = message.get("name")
    speaker = name if isinstance(name, str) and name else None
    return job.draft(conversation, text, role, said if own is None else own, key, speaker=speaker)


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


def _time(value: Mapping[str, Any]) -> int | None:
    return next((ms for name in TIMES if (ms := milliseconds(value.get(name))) is not None), None)
