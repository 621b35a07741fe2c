"""Reading a ChatGPT export: ``conversations.json``, alone or in the ``.zip`` it comes in.

A conversation is a tree of messages (``mapping``). What the user saw last is the path from the root
to ``current_node``: that one is read, and messages of other branches are counted as skipped.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from eywa_fs.importing.found import Found, Job, mapping_or_empty, milliseconds
from eywa_fs.model.records import Draft

OTHER_BRANCH = "message of a branch that was left"


def is_conversation(value: Any) -> bool:
    """Whether a value looks like a conversation of an export."""
    return isinstance(value, dict) and isinstance(value.get("mapping"), dict)


def records(conversations: Sequence[Any], job: Job) -> Iterator[Found]:
    """The messages of all conversations, each conversation in order."""
    done = 0
    for number, conversation in enumerate(conversations, start=1):
        if not is_conversation(conversation):
            done += 1
            job.refuse(f"{job.path}: conversation {number}", "it has no mapping of messages")
            continue
        name = str(conversation.get("conversation_id") or conversation.get("id") or number)
        mapping = conversation["mapping"]
        branch = current_branch(conversation)
        kept = {node for node, _ in branch}
        for node, value in mapping.items():
            if node not in kept and isinstance(value, dict) and value.get("message"):
                job.skip(OTHER_BRANCH)
        said = milliseconds(conversation.get("create_time"))
        for node, message in branch:
            where = f"{job.path}: {name}: message {node}"
            draft = _draft(message, node, name, conversation, said, job, where)
            if draft is not None:
                said = draft.timestamp
                yield Found(where, draft, done + 1)
        done += max(1, len(mapping))


def size_of(conversations: Sequence[Any]) -> int:
    """What ``Found.done`` reaches."""
    return sum(max(1, len(c["mapping"])) if is_conversation(c) else 1 for c in conversations)


def current_branch(conversation: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """Nodes from the root to the current one, with their messages; broken trees end early. Pure."""
    mapping = conversation["mapping"]
    node = conversation.get("current_node")
    if node not in mapping:
        node = _newest_leaf(mapping)
    found: list[tuple[str, Any]] = []
    seen: set[str] = set()
    while isinstance(node, str) and node not in seen and isinstance(mapping.get(node), dict):
        seen.add(node)
        found.append((node, mapping[node].get("message")))
        node = mapping[node].get("parent")
    return found[::-1]


def _newest_leaf(mapping: Mapping[str, Any]) -> str | None:
    leaves = [
        (milliseconds(mapping_or_empty(value.get("message")).get("create_time")) or 0, place, node)
        for place, (node, value) in enumerate(mapping.items())
        if isinstance(value, dict) and not value.get("children")
    ]
    return max(leaves)[2] if leaves else None


def _draft(
    message: Any,
    node: str,
    name: str,
    conversation: Mapping[str, Any],
    said: int | None,
    job: Job,
    where: str,
) -> Draft | None:
    if message is None:
        job.skip("node without a message")
        return None
    author = message.get("author") if isinstance(message, dict) else None
    if not isinstance(author, dict):
        job.refuse(where, "it names no author")
        return None
    role = job.role(author.get("role"), where)
    if role is None:
        return None
    if mapping_or_empty(message.get("metadata")).get("is_visually_hidden_from_conversation"):
        job.skip("hidden message")
        return None
    text = _text(message.get("content"), job.skipped)
    if not text.strip():
        job.skip("message without text")
        return None
    identity = str(message.get("id") or node)
    own = milliseconds(message.get("create_time"))
    title = conversation.get("title")
    meta = {"conversation": title} if isinstance(title, str) and title else None
    key = f"import:chatgpt:{name}:{identity}"
    at = said if own is None else own
    return job.draft(name, text, role, at, key, event_id=identity, meta=meta)


def _text(content: Any, skipped: Counter[str]) -> str:
    if not isinstance(content, dict):
        return ""
    kind = str(content.get("content_type", "text"))
    if kind not in ("text", "multimodal_text", "code"):
        skipped[f"content of type {kind}"] += 1
        return ""
    if kind == "code":
        return str(content.get("text") or "")
    texts = []
    parts = content.get("parts")
    for part in parts if isinstance(parts, list) else ():
        if isinstance(part, str):
            texts.append(part)
        elif isinstance(part, dict):
            if isinstance(part.get("text"), str):  # a transcript of speech
                texts.append(part["text"])
            else:
                skipped[f"part of type {part.get('content_type', 'unknown')}"] += 1
    return "\n".join(text for text in texts if text)
