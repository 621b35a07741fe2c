"""Which format a file has, told by what is in it, and opening it in that format."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any, Final

from eywa_fs.errors import BadRequest, ImportFormatError
from eywa_fs.importing import chatgpt, claude, jsonl, messages, notes, own, slack, whatsapp
from eywa_fs.importing.conversations import Export
from eywa_fs.importing.found import Job, Source, session_name
from eywa_fs.importing.trees import Tree, decoded, lines_of, open_tree, parsed, whole
from eywa_fs.model.safetext import why_no_json
from eywa_fs.truth.exportlines import is_header

FORMATS: Final = {
    "eywa": "an export of eywa",
    "jsonl": "one JSON object with a 'content' a line",
    "messages": "OpenAI-style: a JSON list of {role, content}, or objects with 'messages', also "
    "one a line",
    "chatgpt": "conversations.json, or the .zip that holds it",
    "claude": "conversations.json, or the .zip that holds it",
    "whatsapp": "the .txt of a chat, or the .zip that holds it",
    "slack": "a folder or .zip with a folder for each channel",
    "markdown": "a .md file, or a folder or .zip of them",
}
"""Formats by name, with what they look like."""

KNOWN: Final = "known are: " + ", ".join(f"{name} ({what})" for name, what in FORMATS.items())

LOOKED_AT = 20
"""Lines from which the format of JSON lines is told."""


_EXPORTS: Final = (chatgpt.EXPORT, claude.EXPORT)


@contextmanager
def open_source(job: Job) -> Iterator[Source]:
    """A file to import, open meanwhile.

    Raises:
        BadRequest: no such format.
        ImportFormatError: it is not in this (or any known) format.
        OSError: it cannot be read.
    """
    if job.format not in ("auto", *FORMATS):
        raise BadRequest(f"the format {job.format!r} is none of auto, {', '.join(FORMATS)}")
    with open_tree(job) as tree:
        source = _of_file(job) if tree is None else _of_tree(tree, job)
        if source.total and job.format not in ("auto", source.format):
            raise ImportFormatError(
                f"{job.path} is of the format {source.format}, and {job.format} was asked for: ask "
                "for auto"
            )
        yield source


# -- one file -------------------------------------------------------------------------------------


def _of_file(job: Job) -> Source:
    path = job.path
    if job.format == "markdown":
        return _note(job)
    lines = _first_lines(path)
    if lines and is_header(lines[0]):
        return Source("eywa", path.stat().st_size, own.records(job))
    if job.format == "jsonl" or not lines:
        return _jsonl(job)
    if isinstance(lines[0], dict) and len(lines) > 1:
        return _lines(lines, job)
    if len(lines) == 1 and _is_record(lines[0]) and not messages.is_message(lines[0]):
        return _jsonl(job)
    if not any(isinstance(line, dict | list) for line in lines) and (source := _text(job)):
        return source
    try:
        value = parsed(whole(path), str(path), f"; {KNOWN}")
    except ImportFormatError:
        if not any(map(_is_record, lines)):
            raise
        return _lines(lines, job)  # its first line is the bad one
    return _document(value, job)


def _lines(lines: list[Any], job: Job) -> Source:
    """JSON lines: of records, or of conversations."""
    if any(map(messages.is_conversation, lines)):
        return _messages(_conversation_lines(job), job)
    if any(map(_is_record, lines)):
        return _jsonl(job)
    seen = next(line for line in lines if line is not None)
    raise ImportFormatError(f"{job.path} holds lines with {_described(seen)}; {KNOWN}")


def _document(value: Any, job: Job) -> Source:
    """One JSON value: an export, a conversation, a list of conversations or of messages."""
    items = value if isinstance(value, list) else [value]
    if export := _export_of(items):
        return _export(export, items, job)
    if isinstance(value, dict) and messages.is_message(value):
        return _jsonl(job)  # one record alone has the keys of a message
    if value == [] or any(messages.is_message(i) or messages.is_conversation(i) for i in items):
        return _messages(messages.conversations(value), job)
    raise ImportFormatError(f"{job.path} holds {_described(value)}; {KNOWN}")


def _text(job: Job) -> Source | None:
    """A chat or a note: text that is no JSON."""
    head = [line for _, line, _ in islice(lines_of(job.path), whatsapp.LOOKED_AT)]
    if whatsapp.is_chat([line.decode("utf-8", "replace") for line in head if line]):
        return _chats([(_chat_name(job.path.name, job), whole(job.path))], job)
    return _note(job) if notes.is_note(job.path.name) else None


def _note(job: Job) -> Source:
    if not notes.is_note(job.path.name):
        raise ImportFormatError(
            f"{job.path.name} does not end in {notes.ENDING}: a note is filed under its name; name "
            "it so, or put it into a .zip (over HTTP a body has no name)"
        )
    tree = Tree([job.path.name], lambda name: whole(job.path))
    return Source("markdown", 1, notes.records(tree, job))


def _jsonl(job: Job) -> Source:
    return Source("jsonl", job.path.stat().st_size, jsonl.records(job))


def _messages(found: list[messages.Talk], job: Job) -> Source:
    total = sum(len(talk["messages"]) for _, talk in found)
    return Source("messages", total, messages.records(found, job))


def _export(export: Export, items: Sequence[Any], job: Job) -> Source:
    return Source(export.format, export.size_of(items), export.records(items, job))


def _chats(files: Sequence[tuple[str, bytes]], job: Job) -> Source:
    chats = [(name, decoded(data, name)) for name, data in files]
    return Source("whatsapp", whatsapp.size_of(chats), whatsapp.records(chats, job))


def _chat_name(name: str, job: Job) -> str:
    """The session of a chat: its file's name without a copy's number, or the archive's."""
    stem = Path(name).stem
    named = job.path.stem if stem.strip("_").lower() == "chat" and stem != job.path.stem else stem
    return session_name(whatsapp.COPY.sub("", named)) or "whatsapp"


# -- a folder or an archive -----------------------------------------------------------------------


def _of_tree(tree: Tree, job: Job) -> Source:
    """The export, chats or notes of a folder or an archive."""
    export: Export | None = None
    found: list[Any] = []
    problem: ImportFormatError | None = None
    for name in (name for name in tree.names if name.lower().endswith(".json")):
        try:
            value = tree.json(name)
        except ImportFormatError as error:
            problem = problem or error
            continue
        items = value if isinstance(value, list) else [value]
        if any(map(slack.is_message, items)) and name in slack.day_files(tree):
            return Source("slack", len(slack.day_files(tree)), slack.records(tree, job))
        kind = _export_of(items)
        if kind is not None and export in (None, kind):
            export = kind
            found += items
    if export is not None:
        return _export(export, found, job)
    chats = [(name, data) for name in tree.names if (data := _chat(tree, name)) is not None]
    if chats:
        return _chats([(_chat_name(name, job), data) for name, data in chats], job)
    if any(map(notes.is_note, tree.names)):
        return Source("markdown", len(tree.names), notes.records(tree, job))
    if problem is not None:
        raise ImportFormatError(f"{job.path}: {problem}; {KNOWN}")
    seen = ", ".join(tree.names[:5]) or "nothing"
    raise ImportFormatError(f"{job.path} cannot be read: it holds {seen}; {KNOWN}")


def _chat(tree: Tree, name: str) -> bytes | None:
    """The bytes of a chat; ``None`` for a file that is none."""
    if not name.lower().endswith(".txt"):
        return None
    data = tree.read(name)
    head = data[:20_000].decode("utf-8-sig", "replace").split("\n")
    return data if whatsapp.is_chat(head) else None


def _export_of(items: Sequence[Any]) -> Export | None:
    """Which export conversations are of."""
    return next((export for export in _EXPORTS if any(map(export.fits, items))), None)


# -- looking --------------------------------------------------------------------------------------


def _first_lines(path: Path) -> list[Any]:
    """The first lines that are not blank, parsed; ``None`` for one that is not JSON by itself."""
    found: list[Any] = []
    lines = (line for _, line, _ in lines_of(path) if line is None or line.strip())
    for line in islice(lines, LOOKED_AT):
        try:
            found.append(None if line is None else json.loads(line.decode("utf-8-sig")))
        except (ValueError, RecursionError):
            found.append(None)  # a bad line, or a part of a document of many lines
    return found


def _is_record(value: Any) -> bool:
    return isinstance(value, dict) and "content" in value


def _conversation_lines(job: Job) -> list[messages.Talk]:
    found = []
    for number, line, _ in lines_of(job.path):
        if line is not None and not line.strip():
            continue
        try:
            value = None if line is None else json.loads(line.decode("utf-8-sig"))
        except (ValueError, RecursionError) as error:
            job.refuse(f"{job.path}:{number}", f"not JSON: {why_no_json(error)}")
            continue
        if value is not None and messages.is_conversation(value):
            found.append((f"-{number}", value))
        else:
            job.refuse(f"{job.path}:{number}", "it has no list of messages")
    return found


def _described(value: Any) -> str:
    if isinstance(value, dict):
        return f"an object with the keys {', '.join(map(repr, list(value)[:8])) or '(none)'}"
    if isinstance(value, list):
        kinds = {_described(item) if isinstance(item, dict) else _kind(item) for item in value[:20]}
        return f"a list of {'; '.join(sorted(kinds)[:3])}"
    return _kind(value)


def _kind(value: Any) -> str:
    return "null" if value is None else f"a {type(value).__name__}"
