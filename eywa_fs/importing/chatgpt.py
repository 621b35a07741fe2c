"""Reading a ChatGPT export: ``conversations.json``, alone or in the ``.zip`` it comes in.

A conversation is a tree of messages (``mapping``). What the user saw last is the path from the root
to ``current_node``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from eywa_fs.importing.conversations import OTHER_BRANCH, Export, Message
from eywa_fs.importing.found import Job, mapping_or_empty, milliseconds


def _messages(conversation: Mapping[str, Any], job: Job, called: str) -> Iterator[Message]:
    branch = dict(current_branch(conversation))
    for node, value in conversation["mapping"].items():
        if node not in branch and mapping_or_empty(value).get("message"):
            job.skip(OTHER_BRANCH)
    for node, message in branch.items():
        where = f"{called}: message {node}"
        author = mapping_or_empty(message).get("author")
        if message is None:
            job.skip("node without a message")
        elif not isinstance(author, dict):
            job.refuse(where, "it names no author")
        elif role := job.role(author.get("role"), where):
            about = mapping_or_empty(message.get("metadata"))
            if about.get("is_visually_hidden_from_conversation"):
                job.skip("hidden message")
                continue
            own_id, text = str(message.get("id") or node), _text(message.get("content"), job)
            yield Message(node, role, text, own_id, message.get("create_time"))


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


def _text(content: Any, job: Job) -> str:
    if not isinstance(content, dict):
        return ""
    kind = str(content.get("content_type", "text"))
    if kind not in ("text", "multimodal_text", "code"):
        job.skip(f"content of type {kind}")
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
                job.skip(f"part of type {part.get('content_type', 'unknown')}")
    return "\n".join(text for text in texts if text)


EXPORT = Export(
    format="chatgpt",
    holds="mapping",
    kind=dict,
    lacks="it has no mapping of messages",
    ids=("conversation_id", "id"),
    created="create_time",
    title="title",
    messages=_messages,
)
