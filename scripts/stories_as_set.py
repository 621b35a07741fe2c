"""Life stories as a retrieval set, for ``scripts/calibrate_floor.py``: each story a user.

    python scripts/stories_as_set.py FOLDER STORIES.jsonl... [--more COURSES.jsonl...]

FOLDER gets a ``corpus.jsonl`` to import and a ``queries.jsonl``. ``--more`` has further questions
about the same stories (``evaluation/dev/courses*``), which name no evidence: any record of the user
counts as theirs, so that what matters of them is whether a context is empty.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from eywa_fs.evaluation.gold_files import read_lines

TENANT = "stories"


def records(story: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """The messages of a story as records of a user."""
    for event in story["events"]:
        yield {
            "eventId": event["eventId"],
            "tenantId": TENANT,
            "userId": story["id"],
            "sessionId": "story",
            "messageRole": event["role"],
            "content": event["content"],
            "timestamp": event["timestamp"],
        }


def queries(
    story: Mapping[str, Any], more: Iterable[Mapping[str, Any]]
) -> Iterator[dict[str, Any]]:
    """What is asked of that user."""
    own = [query for query in more if query["story"] == story["id"]]
    anything = [event["eventId"] for event in story["events"]]
    for number, query in enumerate([*story["queries"], *own]):
        yield {
            "queryId": f"{story['id']}-{number}",
            "tenantId": TENANT,
            "userId": story["id"],
            "query": query["query"],
            "askedAt": query["askedAt"],
            "evidence": [query.get("evidence") or anything],
        }


def main() -> None:
    """Write both files."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, help="where to write")
    parser.add_argument("stories", type=Path, nargs="+", help="files of life stories")
    parser.add_argument("--more", type=Path, nargs="*", default=[], help="files of more questions")
    asked = parser.parse_args()
    told = [story for path in asked.stories for story in read_lines(path, {"id": str})]
    more = [query for path in asked.more for query in read_lines(path, {"story": str})]
    asked.folder.mkdir(parents=True, exist_ok=True)
    for name, rows in {
        "corpus": [row for story in told for row in records(story)],
        "queries": [row for story in told for row in queries(story, more)],
    }.items():
        text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
        (asked.folder / f"{name}.jsonl").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
