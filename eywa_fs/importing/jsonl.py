"""Import of JSON lines. Idempotent: each line has a key, and a key writes once."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from eywa_fs.batching import batched
from eywa_fs.errors import EywaError, ImportFormatError
from eywa_fs.hashing import short_key
from eywa_fs.model.records import Anchor, Draft

BATCH = 500


class Appends(Protocol):
    """The method of a memory that an import needs."""

    def append_many(self, records: Any) -> list[Anchor]:
        """See :meth:`EywaMemory.append_many`."""
        ...


@dataclass(slots=True)
class ImportReport:
    """How many records came in, and which lines were refused, as ``path:line: why``."""

    records: int = 0
    problems: list[str] = field(default_factory=list)


def import_file(memory: Appends, path: Path, defaults: Mapping[str, str]) -> ImportReport:
    """Import one file; a bad line is reported and does not stop the others.

    Raises:
        ImportFormatError: the file cannot be read.
    """
    report = ImportReport()
    for batch in batched(_drafts(path, defaults, report), BATCH):
        try:
            memory.append_many([draft for _, draft in batch])
            report.records += len(batch)
        except EywaError:
            for number, draft in batch:  # find the bad one; the keys keep this from doubling
                try:
                    memory.append_many([draft])
                    report.records += 1
                except EywaError as error:
                    report.problems.append(f"{path}:{number}: {error}")
    return report


def _drafts(
    path: Path, defaults: Mapping[str, str], report: ImportReport
) -> Iterator[tuple[int, Draft]]:
    repeats: Counter[str] = Counter()
    try:
        with path.open("rb") as file:
            for number, line in enumerate(file, start=1):
                if not line.strip():
                    continue
                try:
                    yield number, _draft(json.loads(line.decode()), defaults, repeats)
                except (ValueError, KeyError, TypeError, AttributeError) as error:
                    report.problems.append(f"{path}:{number}: no record: {error!r}")
    except OSError as error:
        raise ImportFormatError(f"{path} cannot be read: {error.strerror}") from None


def _draft(value: Mapping[str, Any], defaults: Mapping[str, str], repeats: Counter[str]) -> Draft:
    place = {
        "tenant_id": str(value.get("tenantId", defaults["tenant_id"])),
        "user_id": str(value.get("userId", defaults["user_id"])),
        "session_id": str(value.get("sessionId", defaults["session_id"])),
    }
    role = value.get("messageRole", value.get("role", "user"))
    content = value["content"]
    key = value.get("idempotencyKey")
    if key is None and value.get("eventId"):
        key = f"import:{value['eventId']}"
    if key is None:
        digest = short_key(*place.values(), role, str(value.get("timestamp")), content)
        repeats[digest] += 1
        key = f"import:{digest}:{repeats[digest]}"
    return Draft(
        content=content,
        role=role,
        timestamp=value.get("timestamp"),
        event_id=value.get("eventId"),
        idempotency_key=str(key)[:200],
        speaker=value.get("speaker"),
        agent_id=value.get("agentId"),
        request_id=value.get("requestId"),
        tags=tuple(value.get("tags") or ()),
        meta=value.get("meta"),
        **place,
    )
