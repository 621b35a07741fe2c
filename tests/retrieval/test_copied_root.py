"""A copy of a whole root answers as the root does."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from corpus import TINY_EN, MakeMemory

from eywa_fs.memory import EywaMemory

NOTE = "tenants/default/users/me/longterm/home.md"


def answers(memory: EywaMemory) -> list[tuple[str, float]]:
    found = memory.retrieve("who stands near the blue kettle?", limit=20)
    assert not found.degraded
    return [(hit.citation, hit.score) for hit in found.hits]


def test_a_copy_ranks_as_the_original(root: Path, tmp_path: Path, make_memory: MakeMemory) -> None:
    memory = make_memory(root)
    memory.append_many([{"content": text, "user_id": "me"} for text in TINY_EN])
    note = root / NOTE
    note.parent.mkdir(parents=True)
    note.write_text("# Kettle\n\nThe blue kettle stands near the stove.\n\n# Cat\n\nIt is grey.\n")
    memory.index()
    known = answers(memory)
    assert any(citation.startswith(NOTE) for citation, _ in known)
    memory.close()
    shutil.copytree(root, tmp_path / "copy")  # with the times
    copy = make_memory(tmp_path / "copy")
    found = copy.retrieve("who stands near the blue kettle?", limit=20)
    assert found.lag.seconds == found.lag.bytes == 0
    assert answers(copy) == known
    # What is changed, at the same size, is seen.
    changed = tmp_path / "copy" / NOTE
    times = changed.stat()
    changed.write_text(note.read_text().replace("grey", "blue"))
    os.utime(changed, ns=(times.st_atime_ns, times.st_mtime_ns + 1))
    assert copy.retrieve("is the cat blue?").lag.seconds > 0
