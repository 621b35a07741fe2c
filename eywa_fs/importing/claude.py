"""Reading a Claude export: ``conversations.json``, alone or in the ``.zip`` it comes in.

A conversation holds ``chat_messages`` in order. Where it names its last message, the branch that
leads there is read.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from eywa_fs.importing.conversations import OTHER_BRANCH, Export, Message
from eywa_fs.importing.found import Job, mapping_or_empty


def _messages(conversation: Mapping[str, Any], job: Job, called: str) -> Iterator[Message]:
    kept = _branch(conversation)
    for place, message in enumerate(conversation["chat_messages"], start=1):
        where = f"{called}: message {place}"
        if not isinstance(message, dict):
            job.refuse(where, "it is no object")
        elif kept is not None and str(message.get("uuid")) not in kept:
            job.skip(OTHER_BRANCH)
        elif role := job.role(message.get("sender"), where):
            for kind in ("attachments", "files"):
                for _ in message[kind] if isinstance(message.get(kind), list) else ():
                    job.skip("attached file")
            own_id, text = message.get("uuid"), _text(message, job)
            yield Message(
                str(place), role, text, str(own_id) if own_id else None, message.get("created_at")
            )


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


EXPORT = Export(
    format="claude",
    holds="chat_messages",
    kind=list,
    lacks="it has no chat_messages",
    ids=("uuid",),
    created="created_at",
    title="name",
    messages=_messages,
)
