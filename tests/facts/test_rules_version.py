"""An index notes by which rules its facts were read; other rules need another number."""

from __future__ import annotations

import json
from pathlib import Path

from eywa_fs.facts import readings
from eywa_fs.hashing import content_hash, text_fingerprint
from eywa_fs.model.records import Anchor, Record

KNOWN = (4, "6affefe4b84a71b8c5ca8771cf1775a9")
"""``readings.RULES``, and what came of reading the messages of this folder by them."""


def test_what_is_read_changes_only_with_the_version() -> None:
    """Where this fails on purpose: raise ``RULES`` if it was released, and put both here."""
    read = []
    for path in sorted(Path(__file__).parent.glob("*.jsonl")):
        for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1):
            message = json.loads(line)
            content, said_at = message["content"], message["timestamp"]
            record = Record(message["id"], "t", "u", "s", "user", content, said_at)
            anchor = Anchor(path.name, "", number, number, 0, 1, content_hash(content.encode()))
            reading = readings.read_message(record, anchor)
            read.append("" if reading is None else reading.payload)
    assert len(read) > 1000
    assert (readings.RULES, text_fingerprint("\n".join(read))) == KNOWN
