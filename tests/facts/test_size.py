"""The fact layer stays small: what it can't read by a general rule, it leaves to the record."""

from __future__ import annotations

from pathlib import Path

import eywa_fs.facts

ROOT = Path(eywa_fs.facts.__file__).parent
MOST_LINES, MOST_BYTES, LONGEST_LINE, LONGEST_FILE = 8_906, 600_000, 100, 400


def _files() -> list[Path]:
    return [p for p in ROOT.rglob("*") if p.is_file() and "__pycache__" not in p.parts]


def test_lines_and_bytes_of_rules_lexicons_and_code() -> None:
    lines = sum(len(path.read_text(encoding="utf-8").splitlines()) for path in _files())
    size = sum(path.stat().st_size for path in _files())
    assert (lines <= MOST_LINES, size <= MOST_BYTES) == (True, True), (lines, size)


def test_no_line_is_too_long_and_nothing_is_waived() -> None:
    for path in _files():
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
            assert len(line) <= LONGEST_LINE, f"{path}:{number}"
            if path.suffix == ".py":
                assert "E501" not in line, f"{path}:{number}"


def test_no_module_is_a_drawer() -> None:
    for path in ROOT.rglob("*.py"):
        assert len(path.read_text(encoding="utf-8").splitlines()) <= LONGEST_FILE, path
