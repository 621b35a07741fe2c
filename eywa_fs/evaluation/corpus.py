"""Is the corpus of an evaluation in the root that is measured?"""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path

from eywa_fs.errors import BadRequest, NotFound
from eywa_fs.model.records import Scope
from eywa_fs.truth.codec import records_in
from eywa_fs.truth.layout import Layout


def missing_records(folder: Path, layout: Layout) -> int:
    """How many records of ``folder/corpus.jsonl`` are not in the truth, by their ids.

    Raises:
        NotFound: none of them is there; names the command that imports it.
        BadRequest: the corpus cannot be read.
    """
    path = folder / "corpus.jsonl"
    wanted: dict[Scope, set[str]] = defaultdict(set)
    try:
        with path.open(encoding="utf-8") as file:
            for line in filter(str.strip, file):
                value = json.loads(line)
                scope = Scope(value["tenantId"], value["userId"])
                wanted[scope].add(value["eventId"])
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise BadRequest(f"{path} cannot be read as JSON lines of records: {error!r}") from None
    total = sum(map(len, wanted.values()))
    missing = sum(len(ids - _present(layout, scope)) for scope, ids in wanted.items())
    if total and missing == total:
        raise NotFound(
            f"none of the {total} records of {path} is in {layout.root}: "
            f"run eywa import '{path}' with this --root first"
        )
    return missing


def _present(layout: Layout, scope: Scope) -> set[str]:
    sessions = [truth for truth in layout.scope_files(scope) if truth.kind == "session"]
    records = (record for truth in sessions for _, record in records_in(layout, truth))
    return {record.event_id for record in records if record is not None}
