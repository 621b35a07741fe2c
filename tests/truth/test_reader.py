"""The one verifier: bytes or a reason, only inside the caller's scope, never through a link."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eywa_fs.errors import TruthReadError
from eywa_fs.hashing import content_hash
from eywa_fs.model.records import Anchor, Scope
from eywa_fs.truth.layout import Layout
from eywa_fs.truth.reader import previous_lines, read_lines, reading, resolve

REL = "tenants/acme/users/ann/sessions/s/2025-06-16.jsonl"
ANN = Scope("acme", "ann")


@pytest.fixture
def layout(root: Path) -> Layout:
    path = root / REL
    path.parent.mkdir(parents=True)
    path.write_bytes(b'{"content":"one"}\n{"content":"two"}\n')
    return Layout(root)


def anchor(rel: str = REL, start: int = 18, end: int = 35) -> Anchor:
    return Anchor(rel, "", 2, 2, start, end, content_hash(b'{"content":"two"}'))


def test_ok_and_every_kind_of_not(layout: Layout) -> None:
    assert resolve(layout, ANN, anchor()).data == b'{"content":"two"}'
    assert resolve(layout, Scope("acme", "bob"), anchor()).status == "foreign"
    assert resolve(layout, Scope("birch", "ann"), anchor()).status == "foreign"
    for start, end in ((17, 35), (18, 34), (35, 18), (-1, 16), (18, 1 << 50), (1000, 1017)):
        assert resolve(layout, ANN, anchor(start=start, end=end)).status == "mismatch"
    gone = REL.replace("-16", "-17")
    assert resolve(layout, ANN, anchor(gone)).status == "missing"
    for rel in ("../../etc/passwd", "/etc/passwd", REL.replace("/s/", "/../s/"), "", "audit/x"):
        assert resolve(layout, ANN, anchor(rel)).status == "foreign"
    path = layout.absolute(REL)
    path.write_bytes(path.read_bytes().replace(b"two", b"owt"))
    assert resolve(layout, ANN, anchor()) == replace(resolve(layout, ANN, anchor()), data=None)
    assert resolve(layout, ANN, anchor()).status == "mismatch"


def test_links_fifos_and_folders_are_not_read(layout: Layout) -> None:
    path = layout.absolute(REL)
    real = path.rename(path.with_suffix(".moved"))
    os.symlink(real, path)
    assert resolve(layout, ANN, anchor()).status == "unreadable"
    path.unlink()
    os.mkfifo(path)
    assert resolve(layout, ANN, anchor()).status == "unreadable"  # and does not hang
    path.unlink()
    path.mkdir()
    assert resolve(layout, ANN, anchor()).status == "unreadable"
    path.rmdir()
    real.rename(path)
    session = path.parent.rename(path.parent.with_name("elsewhere"))
    os.symlink(session, path.parent)
    assert resolve(layout, ANN, anchor()).status == "unreadable"
    with pytest.raises(TruthReadError), reading(layout, REL):
        pass


@settings(max_examples=80, deadline=None)
@given(
    st.lists(st.binary(max_size=12).map(lambda b: b.replace(b"\n", b"")), max_size=9),
    st.binary(max_size=5),
)
def test_lines_forward_and_backward_are_the_same(
    tmp_path_factory: pytest.TempPathFactory, lines: list[bytes], tail: bytes
) -> None:
    tail = tail.replace(b"\n", b"")
    path = tmp_path_factory.mktemp("lines") / "f"
    path.write_bytes(b"".join(line + b"\n" for line in lines) + tail)
    fd = os.open(path, os.O_RDONLY)
    forward = list(read_lines(fd, 0, 1))
    assert [line.data for line in forward] == lines
    assert [line.number for line in forward] == list(range(1, len(lines) + 1))
    upto = sum(len(line) + 1 for line in lines)
    assert list(previous_lines(fd, upto, len(lines) + 1)) == forward[::-1]
    os.close(fd)


def test_long_lines_cross_blocks_in_both_directions(tmp_path: Path) -> None:
    lines = [b"a" * (5 << 20), b"", b"b" * 70_000, b"c" * 65_535, b"d" * 65_536, b"e"]
    path = tmp_path / "f"
    path.write_bytes(b"".join(line + b"\n" for line in lines))
    fd = os.open(path, os.O_RDONLY)
    forward = list(read_lines(fd, 0, 1))
    assert [line.data for line in forward] == lines
    assert list(previous_lines(fd, path.stat().st_size, len(lines) + 1)) == forward[::-1]
    os.close(fd)
