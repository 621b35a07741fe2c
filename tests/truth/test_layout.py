"""Paths: what is a truth file, and whose; links are reported and never followed."""

from __future__ import annotations

import os
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eywa_fs.errors import InvalidRecord
from eywa_fs.model.records import Scope
from eywa_fs.truth.layout import (
    MAX_TIMESTAMP,
    Layout,
    StrayPath,
    TruthPath,
    day_of,
    day_start_ms,
)

BASE = "tenants/acme/users/ann"
ANN = Scope("acme", "ann")
IDS = st.text(st.characters(exclude_categories=("Cs", "Cc", "Z")), min_size=1, max_size=12)


@given(IDS, IDS, IDS, st.integers(0, MAX_TIMESTAMP))
def test_what_is_built_is_parsed_back(tenant: str, user: str, session: str, stamp: int) -> None:
    layout = Layout("/nowhere")
    scope = Scope(tenant, user)
    rel = layout.session_file(scope, session, stamp)
    assert Layout.parse(rel) == TruthPath(rel, "session", scope, session, day_of(stamp))
    assert day_start_ms(day_of(stamp)) <= stamp < day_start_ms(day_of(stamp)) + 86_400_000
    decisions = layout.decisions_file(scope, stamp)
    assert Layout.parse(decisions) == TruthPath(decisions, "decisions", scope, None, day_of(stamp))


@given(st.text(st.sampled_from("ab/.%-20jsonlmd") | st.characters(), max_size=60))
def test_parse_never_raises(rel: str) -> None:
    assert Layout.parse(rel) is None or rel.startswith("tenants/")


@pytest.mark.parametrize(
    "rel",
    [
        f"{BASE}/sessions/s/2025-02-30.jsonl",
        f"{BASE}/sessions/s/2025-2-3.jsonl",
        f"{BASE}/sessions/s/2025-02-03.jsonl.tmp",
        f"{BASE}/sessions/s/2025-02-03.JSONL",
        f"{BASE}/sessions/../2025-02-03.jsonl",
        f"{BASE}/sessions/2025-02-03.jsonl",
        f"{BASE}/sessions/s/t/2025-02-03.jsonl",
        f"{BASE}/longterm/../../../../etc/notes.md",
        f"{BASE}/longterm/.hidden.md",
        f"{BASE}/longterm//x.md",
        f"{BASE}/longterm/x.txt",
        "tenants/../users/ann/sessions/s/2025-02-03.jsonl",
        f"/{BASE}/sessions/s/2025-02-03.jsonl",
        f"{BASE}/sessions/s/٢٠٢٥-02-03.jsonl",
        "audit/2025-02-03.log.jsonl",
    ],
)
def test_no_truth_files(rel: str) -> None:
    assert Layout.parse(rel) is None


def test_days() -> None:
    assert day_of(0) == date(1970, 1, 1) and day_of(MAX_TIMESTAMP) == date(9999, 12, 31)
    for stamp in (-1, MAX_TIMESTAMP + 1):
        with pytest.raises(InvalidRecord):
            day_of(stamp)


def _file(root: Path, rel: str, data: bytes = b'{"content":"hello"}\n') -> Path:
    path = root / rel
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path


def test_walk_tells_truth_from_strays(root: Path) -> None:
    good = _file(root, f"{BASE}/sessions/s/2025-02-03.jsonl")
    _file(root, f"{BASE}/longterm/notes/Plan.MD")
    _file(root, f"{BASE}/sessions/s/notaday.jsonl")
    _file(root, f"{BASE}/readme.txt")
    os.symlink(good, root / BASE / "sessions/s/2025-02-04.jsonl")
    os.symlink(good.parent, root / BASE / "sessions/linked")
    found = list(Layout(root).walk())
    assert sorted(f.rel for f in found if isinstance(f, TruthPath)) == [
        f"{BASE}/longterm/notes/Plan.MD",
        f"{BASE}/sessions/s/2025-02-03.jsonl",
    ]
    strays = {f.rel.removeprefix(f"{BASE}/"): f.reason for f in found if isinstance(f, StrayPath)}
    assert strays == {
        "readme.txt": "not_truth",
        "sessions/s/notaday.jsonl": "bad_name",
        "sessions/s/2025-02-04.jsonl": "symlink",
        "sessions/linked": "symlink",
    }


def test_scope_files_include_plain_folders_of_foreign_writers(root: Path) -> None:
    layout = Layout(root)
    scope = Scope("Acme", "Ann")
    own = layout.session_file(scope, "s", 0)
    _file(root, own)
    plain = [
        "tenants/Acme/users/Ann/sessions/s/1970-01-01.jsonl",
        "tenants/%41cme/users/Ann/sessions/s/1970-01-01.jsonl",
        "tenants/Acme/users/%41nn/sessions/s/1970-01-01.jsonl",
    ]
    for rel in plain:
        _file(root, rel)
    _file(root, "tenants/acme/users/ann/sessions/s/1970-01-01.jsonl")
    assert [f.rel for f in layout.scope_files(scope)] == sorted([own, *plain])
    assert layout.scopes() == [scope, ANN]


def test_a_link_out_of_the_root_is_seen(root: Path, tmp_path: Path) -> None:
    _file(root, f"{BASE}/sessions/s/2025-02-03.jsonl")
    (tmp_path / "outside").mkdir()
    os.symlink(tmp_path / "outside", root / "tenants/evil")
    layout = Layout(root)
    assert layout.follows_link("tenants/evil/users/ann/sessions/s/2025-02-03.jsonl")
    assert not layout.follows_link(f"{BASE}/sessions/s/2025-02-03.jsonl")
