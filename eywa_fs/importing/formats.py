"""Which format a file has, and opening it in that format."""

from __future__ import annotations

import json
import zipfile
from fnmatch import fnmatch
from itertools import islice
from pathlib import Path
from typing import Any

from eywa_fs.errors import BadRequest, ImportFormatError
from eywa_fs.importing import chatgpt, jsonl, messages
from eywa_fs.importing.found import Job, Source

FORMATS = ("auto", "jsonl", "messages", "chatgpt")

LOOKED_AT = 20
"""Lines from which the format of JSON lines is told."""

KNOWN = (
    "known are: jsonl (one JSON object with a 'content' a line), messages (OpenAI-style: a JSON "
    "list of {role, content}, or objects with 'messages', also one a line), chatgpt "
    "(conversations.json, or the .zip that holds it)"
)


def open_source(job: Job) -> Source:
    """Open a file to import.

    Raises:
        ImportFormatError: it is not in this (or any known) format.
        OSError: it cannot be read.
    """
    if job.format not in FORMATS:
        raise BadRequest(f"--format {job.format!r} is none of {', '.join(FORMATS)}")
    source = _open(job)
    if source.total and job.format not in ("auto", source.format):
        raise ImportFormatError(
            f"{job.path} is of the format {source.format}, which --format {job.format} does not "
            "read"
        )
    return source


def _open(job: Job) -> Source:
    path = job.path
    if path.is_file() and zipfile.is_zipfile(path):
        return _chatgpt(_from_zip(path), job)
    lines = _first_lines(path)
    if job.format == "jsonl" or not lines:
        return _jsonl(job)
    if isinstance(lines[0], dict) and len(lines) > 1:
        return _lines(lines, job)
    if len(lines) == 1 and _is_record(lines[0]) and not messages.is_message(lines[0]):
        return _jsonl(job)
    try:
        value = _whole(path)
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
    if any(map(chatgpt.is_conversation, items)):
        return _chatgpt(items, job)
    if isinstance(value, dict) and messages.is_message(value):
        return _jsonl(job)  # one record alone has the keys of a message
    if value == [] or any(messages.is_message(i) or messages.is_conversation(i) for i in items):
        return _messages(messages.conversations(value, job.path.stem), job)
    raise ImportFormatError(f"{job.path} holds {_described(value)}; {KNOWN}")


def _jsonl(job: Job) -> Source:
    return Source("jsonl", job.path.stat().st_size, jsonl.records(job))


def _messages(found: list[Any], job: Job) -> Source:
    total = sum(len(conversation["messages"]) for _, conversation in found)
    return Source("messages", total, messages.records(found, job))


def _chatgpt(value: list[Any], job: Job) -> Source:
    return Source("chatgpt", chatgpt.size_of(value), chatgpt.records(value, job))


def _first_lines(path: Path) -> list[Any]:
    """The first lines that are not blank, parsed; ``None`` for one that is not JSON by itself."""
    found: list[Any] = []
    with path.open("rb") as file:
        for line in islice(filter(bytes.strip, file), LOOKED_AT):
            try:
                found.append(json.loads(line.decode("utf-8-sig")))
            except (ValueError, RecursionError):
                found.append(None)  # a bad line, or a part of a document of many lines
    return found


def _is_record(value: Any) -> bool:
    return isinstance(value, dict) and "content" in value


def _conversation_lines(job: Job) -> list[tuple[str, Any]]:
    found = []
    for number, line in enumerate(job.path.read_bytes().splitlines(), start=1):
        if not line.strip():
            continue
        try:
            value = json.loads(line.decode("utf-8-sig"))
        except (ValueError, RecursionError) as error:
            job.refuse(f"{job.path}:{number}", f"not JSON: {error}")
            continue
        if messages.is_conversation(value):
            found.append((messages.own_name(value) or f"{job.path.stem}-{number}", value))
        else:
            job.refuse(f"{job.path}:{number}", "it has no list of messages")
    return found


def _whole(path: Path) -> Any:
    data = path.read_bytes()
    try:
        return json.loads(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        seen = f"it is no UTF-8 text (byte {error.start})"
    except RecursionError:
        seen = "its JSON is nested too deeply"
    except ValueError as error:
        seen = f"it starts with {data[:40].decode('utf-8', 'replace')!r} and is not JSON: {error}"
    raise ImportFormatError(f"{path}: {seen}; {KNOWN}")


def _from_zip(path: Path) -> list[Any]:
    try:
        with zipfile.ZipFile(path) as archive:
            names = sorted(
                name
                for name in archive.namelist()
                if fnmatch(name.rsplit("/", 1)[-1], "conversations*.json")
            )
            if not names:
                seen = ", ".join(archive.namelist()[:5]) or "nothing"
                raise ImportFormatError(f"{path} holds {seen}, but no conversations.json; {KNOWN}")
            found: list[Any] = []
            for name in names:
                value = json.loads(archive.read(name).decode("utf-8-sig"))
                found += value if isinstance(value, list) else [value]
            return found
    except (zipfile.BadZipFile, RuntimeError, NotImplementedError, ValueError) as error:
        raise ImportFormatError(f"{path} cannot be unpacked and read: {error}") from None


def _described(value: Any) -> str:
    if isinstance(value, dict):
        return f"an object with the keys {', '.join(map(repr, list(value)[:8])) or '(none)'}"
    if isinstance(value, list):
        kinds = {_described(item) if isinstance(item, dict) else _kind(item) for item in value[:20]}
        return f"a list of {'; '.join(sorted(kinds)[:3])}"
    return _kind(value)


def _kind(value: Any) -> str:
    return "null" if value is None else f"a {type(value).__name__}"
