"""Reading a Claude export: ``conversations.json``, alone or in the ``.zip`` it comes in.

A conversation holds ``chat_messages`` in order. Where it names its last message, the branch that
leads there is read, and messages of other branches are counted as skipped.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from eywa_fs.importing.chatgpt import OTHER_BRANCH
from eywa_fs.importing.found import Found, Job, mapping_or_empty, milliseconds
from eywa_fs.model.records import Draft


def is_conversation(value: Any) -> bool:
    """Whether a value looks like a conversation of an export."""
    return isinstance(value, dict) and isinstance(value.get("chat_messages"), list)


def size_of(conversations: Sequence[Any]) -> int:
    """What ``Found.done`` reaches."""
    return sum(max(1, len(c["chat_messages"])) if is_conversation(c) else 1 for c in conversations)


def records(conversations: Sequence[Any], job: Job) -> Iterator[Found]:
    """The messages of all conversations, each conversation in order."""
    done = 0
    for number, conversation in enumerate(conversations, start=1):
        if not is_conversation(conversation):
            done += 1
            job.refuse(f"{job.path}: conversation {number}", "it has no chat_messages")
            continue
        name = str(conversation.get("uuid") or number)
        said = milliseconds(conversation.get("created_at"))
        messages = conversation["chat_messages"]
        kept = _branch(conversation)
        for place, message in enumerate(messages, start=1):
            where = f"{job.path}: {name}: message {place}"
            if not isinstance(message, dict):
                job.refuse(where, "it is no object")
            elif kept is not None and str(message.get("uuid")) not in kept:
                job.skip(OTHER_BRANCH)
            elif draft := _draft(message, place, name, conversation, said, job, where):
                said = draft.timestamp
                yield Found(where, draft, done + place)
        done += max(1, len(messages))


def _branch(conversation: Mapping[str, Any]) -> set[str] | None:
    """Ids of the messages up to the last one; ``None`` where it names none: all count. Pure."""
    by_id = {
        str(message.get("uuid")): message
        for message in conversation["chat_messages"]
        if isinstance(message, dict)
    }
    at = conversation.get("current_leaf_message_uuid")
    found: set[str] = set()
    while isinstance(at, str) and at in by_id and at not in found:
        found.add(at)
        at = by_id[at].get("parent_message_uuid")
    return found or None


def _draft(
    message: Mapping[str, Any],
    place: int,
    name: str,
    conversation: Mapping[str, Any],
    said: int | None,
    job: Job,
    where: str,
) -> Draft | None:
    role = job.role(message.get("sender"), where)
    if role is None:
        return None
    for kind in ("attachments", "files"):
        for _ in message[kind] if isinstance(message.get(kind), list) else ():
            job.skip("attached file")
    text = _text(message, job)
    if not text.strip():
        job.skip("message without text")
        return None
    identity = str(message.get("uuid") or place)
    own = milliseconds(message.get("created_at"))
    title = conversation.get("name")
    meta = {"conversation": title} if isinstance(title, str) and title else None
    key = f"import:claude:{name}:{identity}"
    at = said if own is None else own
    event_id = identity if message.get("uuid") else None
    return job.draft(name, text, role, at, key, event_id=event_id, meta=meta)


def _text(message: Mapping[str, Any], job: Job) -> str:
    """The parts of text, where there are any: ``text`` also holds stand-ins for other parts."""
    parts = message.get("content")
    found = []
    for part in map(mapping_or_empty, parts if isinstance(parts, list) else ()):
        if part.get("type") == "text" and isinstance(part.get("text"), str):
            found.append(part["text"])
        else:
            job.skip(f"part of type {part.get('type', 'unknown')}")
    own = message.get("text")
    if found or (isinstance(parts, list) and parts):
        return "\n".join(text for text in found if text)
    return own if isinstance(own, str) else ""
