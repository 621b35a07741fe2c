"""The linked logs: every edit of one shows, and what may happen to a log by itself does not."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from forked import Child

from eywa_fs.errors import InvalidRecord
from eywa_fs.model.records import Scope
from eywa_fs.truth.auditlog import audit_entries, broken_links
from eywa_fs.truth.chain import FOREIGN, chain_value, link_all
from eywa_fs.truth.journal import Journal
from eywa_fs.truth.layout import Layout

DAY = 86_400_000
FIRST = 1_770_000_000_000
SCOPE = Scope("t", "ann")

Edit = Callable[[list[bytes]], list[bytes]]


def write_logs(root: Path, each: int = 4) -> tuple[Layout, list[Path]]:
    """Three days of audit entries and of decisions; the files, oldest first, audit first."""
    layout = Layout(root)
    files = []
    for folder in ("audit", "decisions"):
        for day in range(3):
            journal = Journal(layout, clock=lambda day=day: FIRST + day * DAY)  # type: ignore[misc]
            rel = layout.decisions_file(SCOPE, FIRST + day * DAY)
            for number in range(each):
                if folder == "audit":
                    journal.audit("tested", f"target {day} {number}", reason="why not, 为什么")
                else:
                    journal.append_lines(rel, [b'{"content":"decided %d"}\n' % number])
            journal.close()
            files.append(
                root / (Layout.audit_file(FIRST + day * DAY) if folder == "audit" else rel)
            )
    return layout, files


def found(layout: Layout) -> list[tuple[str, int, str]]:
    return [(item.path, item.line, item.why) for item in broken_links(layout)]


def change(path: Path, edit: Edit) -> None:
    path.write_bytes(b"".join(edit(path.read_bytes().splitlines(keepends=True))))


def test_logs_as_written_are_whole(tmp_path: Path) -> None:
    layout, files = write_logs(tmp_path)
    assert found(layout) == []
    assert all(len(path.read_bytes().splitlines()) == 4 for path in files)
    assert (
        len({chain_value(line) for path in files for line in path.read_bytes().splitlines()}) > 20
    )


EDITS: dict[str, Edit] = {
    "a letter of the first line": lambda lines: [lines[0].replace(b"t", b"T", 1), *lines[1:]],
    "a letter in the middle": lambda lines: [*lines[:2], lines[2].replace(b"e", b"E", 1), lines[3]],
    "a letter of the last line": lambda lines: [*lines[:3], lines[3].replace(b"d", b"D", 1)],
    "a space more": lambda lines: [lines[0], lines[1].replace(b'":', b'": ', 1), *lines[2:]],
    "the first line out": lambda lines: lines[1:],
    "a middle line out": lambda lines: [*lines[:1], *lines[2:]],
    "two lines swapped": lambda lines: [lines[0], lines[2], lines[1], lines[3]],
    "turned round": lambda lines: lines[::-1],
    "a line twice": lambda lines: [*lines[:2], lines[1], *lines[2:]],
    "a line put in": lambda lines: [*lines[:2], b'{"content":"x"}\n', *lines[2:]],
    "a line put in front": lambda lines: [b'{"content":"x"}\n', *lines],
    "a line behind": lambda lines: [*lines, b'{"content":"x"}\n'],
    "another chain value": lambda lines: [*lines[:3], lines[3][:-10] + b'abcdefa"}\n'],
    "without its chain value": lambda lines: [*lines[:2], lines[2][:-78] + b"}\n", lines[3]],
    "a made-up tombstone": lambda lines: [
        lines[0],
        b'{"erased":"er_1","chain":"%s"}\n' % (b"a" * 64),
        *lines[2:],
    ],
    "cut in the middle": lambda lines: [*lines[:2], lines[2][:40], b"\n", lines[3]],
}


@pytest.mark.parametrize("where", [0, 1, 2, 3, 4, 5])
@pytest.mark.parametrize("name", EDITS)
def test_an_edit_shows_with_file_and_line(tmp_path: Path, name: str, where: int) -> None:
    layout, files = write_logs(tmp_path)
    before = files[where].read_bytes()
    change(files[where], EDITS[name])
    assert files[where].read_bytes() != before
    rel = str(files[where].relative_to(tmp_path))
    breaks = found(layout)
    assert breaks and all(line >= 1 for _, line, _ in breaks)
    assert any(path == rel for path, _, _ in breaks), breaks


@pytest.mark.parametrize("where", [0, 1, 3, 4])
@pytest.mark.parametrize("lines", [0, 1, 3])
def test_what_is_cut_off_an_earlier_day_shows_in_the_next(
    tmp_path: Path, where: int, lines: int
) -> None:
    layout, files = write_logs(tmp_path)
    change(files[where], lambda old: old[:lines])
    follower = str(files[where + 1].relative_to(tmp_path))
    assert [(path, line) for path, line, _ in found(layout)] == [(follower, 1)]


def test_a_file_that_is_gone_shows_in_the_next(tmp_path: Path) -> None:
    layout, files = write_logs(tmp_path)
    files[1].unlink()
    assert [(path, line) for path, line, _ in found(layout)] == [
        (str(files[2].relative_to(tmp_path)), 1)
    ]


def test_a_clock_set_back_a_day_breaks_nothing(tmp_path: Path) -> None:
    layout, _ = write_logs(tmp_path)
    for day in (1, 0, 2, -3, 1):
        journal = Journal(layout, clock=lambda day=day: FIRST + day * DAY)  # type: ignore[misc]
        journal.audit("tested", "again", reason="the clock jumped")
        journal.close()
    assert found(layout) == []


def test_an_erased_line_keeps_the_chain_whole(tmp_path: Path) -> None:
    layout, files = write_logs(tmp_path)

    def erase(lines: list[bytes], at: int) -> list[bytes]:
        value = chain_value(lines[at][:-1])
        assert value is not None
        stone = b'{"erased":"er_0123456789ab","chain":"%s"}' % value.encode()
        return [*lines[:at], stone.ljust(len(lines[at]) - 1) + b"\n", *lines[at + 1 :]]

    for path in files:
        change(path, lambda lines: erase(erase(lines, 1), 3))
    assert found(layout) == []
    journal = Journal(layout, clock=lambda: FIRST + 2 * DAY)
    journal.audit("tested", "behind an erased line", reason="")
    journal.close()
    assert found(layout) == []


def test_a_torn_line_is_named_and_breaks_nothing(tmp_path: Path) -> None:
    layout, files = write_logs(tmp_path)
    with files[2].open("ab") as file:
        file.write(b'{"torn')
    journal = Journal(layout, clock=lambda: FIRST + 2 * DAY)
    journal.audit("tested", "behind it", reason="")
    journal.audit("tested", "and again", reason="")
    assert [(line, why) for _, line, why in found(layout)] == [(5, FOREIGN)]
    assert [e.target for e in audit_entries(layout)][-2:] == ["behind it", "and again"]


def test_four_processes_write_one_chain(tmp_path: Path) -> None:
    code = (
        "import sys\n"
        "from eywa_fs.truth.journal import Journal\n"
        "from eywa_fs.truth.layout import Layout\n"
        "journal = Journal(Layout(sys.argv[1]))\n"
        "for n in range(50): journal.audit('tested', f'{sys.argv[2]} {n}', reason='')\n"
    )
    running = [Child("-c", code, str(tmp_path), str(number)) for number in range(4)]
    assert [child.ended().returncode for child in running] == [0, 0, 0, 0]
    layout = Layout(tmp_path)
    assert len(list(audit_entries(layout))) == 200
    assert found(layout) == []


def test_entries_are_told_by_time(tmp_path: Path) -> None:
    layout, _ = write_logs(tmp_path)
    targets = [e.target for e in audit_entries(layout, FIRST + DAY, FIRST + 2 * DAY)]
    assert targets == [f"target 1 {n}" for n in range(4)]
    assert len(list(audit_entries(layout))) == 12


@pytest.mark.parametrize("action", ["tested", "动作", 'a "quoted" \\ one', "\ud800"])
def test_entries_are_found_by_their_action(action: str, tmp_path: Path) -> None:
    journal = Journal(Layout(tmp_path))
    journal.audit("another", "no", reason=action.encode("utf-8", "replace").decode())
    if action == "\ud800":  # no entry can hold it: asking for it finds nothing, and does not fail
        assert not list(audit_entries(Layout(tmp_path), action=action))
        return
    journal.audit(action, "yes", reason="")
    assert [e.target for e in audit_entries(Layout(tmp_path), action=action)] == ["yes"]


def test_a_line_that_is_too_long_to_be_linked_is_refused(tmp_path: Path) -> None:
    layout = Layout(tmp_path, max_record_bytes=200)
    journal = Journal(layout)
    rel = layout.decisions_file(SCOPE, FIRST)
    with pytest.raises(InvalidRecord, match="max_record_bytes"):
        journal.append_lines(rel, [b'{"content":"%s"}\n' % (b"x" * 130)])
    assert not (tmp_path / rel).exists()


def test_links_are_json_and_the_last_key() -> None:
    lines = link_all([b'{"a":1}\n', b'{"b":"x}"}\n'], "0" * 64)
    assert [list(json.loads(line)) for line in lines] == [["a", "chain"], ["b", "chain"]]
    assert os.linesep not in lines[0].decode()[:-1]
