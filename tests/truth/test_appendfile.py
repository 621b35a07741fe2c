"""Appending: nothing lost, nothing doubled, nothing glued together, whoever else writes."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest
import xxhash
from hypothesis import example, given, settings
from hypothesis import strategies as st

from eywa_fs.errors import TruthWriteError
from eywa_fs.truth.appendfile import AppendFile, AppendFiles, Placed


def prove(path: Path, placed: list[Placed], lines: list[bytes]) -> None:
    """Each place holds its line and says its number."""
    data = path.read_bytes()
    assert len(placed) == len(lines)
    for place, line in zip(placed, lines, strict=True):
        assert data[place.byte_start : place.byte_end] == line[:-1]
        assert data[: place.byte_start].count(b"\n") == place.line - 1
        assert place.byte_start == 0 or data[place.byte_start - 1 : place.byte_start] == b"\n"
        assert data[place.byte_end : place.byte_end + 1] == b"\n"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return Path(os.path.realpath(tmp_path)) / "deep" / "er" / "file.jsonl"


CHUNKS = st.lists(
    st.tuples(
        st.sampled_from(["ours", "foreign", "torn", "replace", "truncate", "delete", "close"]),
        st.lists(
            st.binary(min_size=1, max_size=9).map(lambda b: b.replace(b"\n", b"n")), max_size=3
        ),
    ),
    max_size=12,
)


@settings(max_examples=60, deadline=None)
@given(CHUNKS)
@example([("ours", [b"0", b"0"]), ("foreign", [b"00"]), ("truncate", []), ("foreign", [b"0"])])
def test_any_mixture_of_writers(tmp_path_factory: pytest.TempPathFactory, acts: list) -> None:  # type: ignore[type-arg]
    path = Path(os.path.realpath(tmp_path_factory.mktemp("mix"))) / "f.jsonl"
    file = AppendFile(path)
    for act, words in acts:
        lines = [word + b"\n" for word in words]
        if act == "ours":
            if lines:
                prove(path, file.append(lines), lines)
        elif act == "close":
            file.close()
        elif act == "delete":
            path.unlink(missing_ok=True)
        elif act == "truncate":
            if path.exists():
                os.truncate(path, path.stat().st_size // 2)
        elif act == "replace":
            fresh = path.with_suffix(".new")
            fresh.write_bytes(b"".join(lines))
            os.replace(fresh, path)
        else:
            with path.open("ab") as other:
                other.write(b"".join(lines) if act == "foreign" else b"".join(words))
    prove(path, file.append([b"last\n"]), [b"last\n"])
    file.close()


def test_a_torn_tail_is_sealed_not_cut(path: Path) -> None:
    file = AppendFile(path)
    file.append([b"one\n"])
    with path.open("ab") as other:
        other.write(b'{"content":"half a li')
    placed = file.append([b"two\n", b"three\n"])
    assert path.read_bytes() == b'one\n{"content":"half a li\ntwo\nthree\n'
    prove(path, placed, [b"two\n", b"three\n"])
    assert [p.line for p in placed] == [3, 4]


def test_a_file_rewritten_in_place_between_appends(path: Path) -> None:
    file = AppendFile(path)
    file.append([b"aaaa\n", b"bbbb\n"])
    path.write_bytes(b"AAAAxxxx\nB\nC\n")  # same inode, longer
    placed = file.append([b"cccc\n"])
    data = path.read_bytes()
    assert data[placed[0].byte_start : placed[0].byte_end] == b"cccc"
    assert placed[0].byte_start == len(b"AAAAxxxx\nB\nC\n")


@pytest.mark.parametrize("keep_time", [True, False])
def test_a_file_cut_and_grown_again_between_appends(path: Path, keep_time: bool) -> None:
    """Longer than before, so that its length does not tell."""
    file = AppendFile(path)
    file.append([b"a\n", b"b\n", b"c\n"])
    before = path.stat()
    os.truncate(path, 0)
    with path.open("ab") as other:
        other.write(b"other\n")
    if keep_time:
        os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    placed = file.append([b"d\n"])
    prove(path, placed, [b"d\n"])
    assert placed[0].fs_version == xxhash.xxh3_128_hexdigest(b"other\nd")


def test_a_line_changed_in_place_far_before_the_end_is_in_the_next_version(path: Path) -> None:
    file = AppendFile(path)
    file.append([b"a" * 50_000 + b"\n", b"b" * 50_000 + b"\n"])
    with path.open("r+b") as other:
        other.write(b"x")
    os.utime(path, ns=(1, 1))  # the clock may not have ticked since our write
    placed = file.append([b"c\n"])
    assert placed[0].fs_version == xxhash.xxh3_128_hexdigest(path.read_bytes()[:-1])


def test_sixteen_threads(path: Path) -> None:
    file = AppendFile(path)
    found: dict[int, list[tuple[bytes, Placed]]] = {n: [] for n in range(16)}

    def work(number: int) -> None:
        for turn in range(25):
            lines = [f"{number}:{turn}:{k}\n".encode() for k in range(1 + turn % 3)]
            found[number] += zip(lines, file.append(lines), strict=True)

    threads = [threading.Thread(target=work, args=(n,)) for n in found]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    every = [pair for pairs in found.values() for pair in pairs]
    prove(path, [place for _, place in every], [line for line, _ in every])
    assert sorted(path.read_bytes().splitlines(keepends=True)) == sorted(line for line, _ in every)
    for pairs in found.values():
        starts = [place.byte_start for _, place in pairs]
        assert starts == sorted(starts)


def test_threads_and_unlocked_foreign_writers(path: Path) -> None:
    file = AppendFile(path)
    file.append([b"first\n"])
    stop = threading.Event()
    foreign: list[bytes] = []

    def other() -> None:
        fd = os.open(path, os.O_WRONLY | os.O_APPEND)
        while not stop.is_set():
            line = f"foreign {len(foreign)}\n".encode()
            os.write(fd, line)
            foreign.append(line)
        os.close(fd)

    def ours(number: int, sink: list[tuple[bytes, Placed]]) -> None:
        for turn in range(150):
            line = f"ours {number} {turn}\n".encode()
            sink.append((line, file.append([line])[0]))

    sinks: list[list[tuple[bytes, Placed]]] = [[], []]
    writer = threading.Thread(target=other)
    threads = [threading.Thread(target=ours, args=(n, sink)) for n, sink in enumerate(sinks)]
    for thread in [writer, *threads]:
        thread.start()
    for thread in threads:
        thread.join()
    stop.set()
    writer.join()
    every = sinks[0] + sinks[1]
    prove(path, [place for _, place in every], [line for line, _ in every])
    # A line seen while the kernel was still writing it looks torn: the seal is then a blank line.
    kept = [line for line in path.read_bytes().splitlines(keepends=True) if line != b"\n"]
    assert sorted(kept) == sorted([b"first\n", *foreign, *(line for line, _ in every)])


def test_links_are_refused(tmp_path: Path) -> None:
    base = Path(os.path.realpath(tmp_path))
    (base / "outside").mkdir()
    (base / "outside/f.jsonl").write_bytes(b"")
    (base / "root").mkdir()
    os.symlink(base / "outside", base / "root/dir")
    os.symlink(base / "outside/f.jsonl", base / "root/f.jsonl")
    for target in ("dir/g.jsonl", "dir/f.jsonl", "f.jsonl"):
        with pytest.raises(TruthWriteError):
            AppendFile(base / "root" / target).append([b"x\n"])
    assert (base / "outside/f.jsonl").read_bytes() == b""
    assert sorted(p.name for p in (base / "outside").iterdir()) == ["f.jsonl"]


def test_a_link_put_in_place_while_the_file_is_open(tmp_path: Path) -> None:
    base = Path(os.path.realpath(tmp_path))
    path = base / "root" / "f.jsonl"
    file = AppendFile(path)
    file.append([b"one\n"])
    (base / "outside.jsonl").write_bytes(b"")
    path.unlink()
    os.symlink(base / "outside.jsonl", path)
    with pytest.raises(TruthWriteError):
        file.append([b"two\n"])
    assert (base / "outside.jsonl").read_bytes() == b""
    path.unlink()
    prove(path, file.append([b"three\n"]), [b"three\n"])  # it recovers


def test_a_file_or_folder_in_the_way(path: Path) -> None:
    path.mkdir(parents=True)
    with pytest.raises(TruthWriteError):
        AppendFile(path).append([b"x\n"])
    path.rmdir()
    path.parent.rmdir()
    path.parent.write_bytes(b"a file where the folder should be")
    with pytest.raises(TruthWriteError):
        AppendFile(path).append([b"x\n"])


def test_the_version_hashes_the_file_up_to_the_end_of_the_anchor(path: Path) -> None:
    place = AppendFile(path).append([b"one\n", b"two\n"])[1]
    assert place.fs_version == xxhash.xxh3_128_hexdigest(b"one\ntwo")


def test_a_tail_torn_between_look_and_write_doubles_nothing(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = AppendFile(path)
    file.append([b"one\n"])
    write, torn = os.write, [b"to"]

    def slip_in(fd: int, data: bytes) -> int:
        if torn:
            write(fd, torn.pop())
        return write(fd, data)

    monkeypatch.setattr(os, "write", slip_in)
    lines = [b"two\n", b"three\n"]
    placed = file.append(lines)
    monkeypatch.undo()
    prove(path, placed, lines)
    kept = path.read_bytes().splitlines(keepends=True)
    assert [kept.count(line) for line in lines] == [1, 1]


def test_few_descriptors_for_many_files(tmp_path: Path) -> None:
    files = AppendFiles(Path(os.path.realpath(tmp_path)), max_open=4)
    before = len(os.listdir("/proc/self/fd")) if os.path.isdir("/proc/self/fd") else 0
    for turn in range(2):
        for number in range(20):
            files.get(f"f{number}").append([f"{turn}\n".encode()])
    if before:
        assert len(os.listdir("/proc/self/fd")) <= before + 4
    files.close()
    assert all((tmp_path / f"f{number}").read_bytes() == b"0\n1\n" for number in range(20))


@pytest.mark.skipif(not os.path.isdir("/proc/self/fd"), reason="counts descriptors in /proc")
def test_threads_over_many_files_leave_no_descriptor_open(tmp_path: Path) -> None:
    files = AppendFiles(Path(os.path.realpath(tmp_path)), max_open=2)
    before = len(os.listdir("/proc/self/fd"))

    def work(number: int) -> None:
        for turn in range(40):
            files.get(f"f{(turn * 7 + number) % 20}").append([f"{number} {turn}\n".encode()])

    threads = [threading.Thread(target=work, args=(n,)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    files.close()
    lines = [line for n in range(20) for line in (tmp_path / f"f{n}").read_bytes().splitlines()]
    assert len(lines) == len(set(lines)) == 8 * 40
    assert len(os.listdir("/proc/self/fd")) == before
