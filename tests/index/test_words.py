"""The word index with real tantivy folders."""

import os
import shutil
import signal
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from eywa_fs.errors import BadRequest, DependencyUnavailable, IndexerBusy
from eywa_fs.index.words import WordDocument, WordFilter, WordIndex

ENV = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}


def document(doc_id: str, text: str = "kiln glaze", **changes: object) -> WordDocument:
    values: dict[str, object] = {
        "doc_id": doc_id,
        "scope_key": "mine",
        "session_key": "s1",
        "role": "user",
        "source_type": "conversation",
        "timestamp_ms": 1000,
        "fields": {"window": text},
    }
    return WordDocument(**{**values, **changes})  # type: ignore[arg-type]


@pytest.fixture
def index(tmp_path: Path):  # type: ignore[no-untyped-def]
    with WordIndex(tmp_path / "words", writable=True) as opened:
        yield opened


def ids(hits: list[tuple[str, float]]) -> list[str]:
    return [doc_id for doc_id, _ in hits]


def test_a_folder_without_an_index_is_empty_and_stays_untouched(tmp_path: Path) -> None:
    reader = WordIndex(tmp_path / "none")
    assert reader.search("mine", ["a"], limit=5) == []
    assert (reader.count(), reader.ids(), reader.opened().doc_freqs(["a"], "own")) == (0, set(), {})
    assert not (tmp_path / "none").exists()


def test_a_list_of_files_that_may_not_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """tantivy makes it readable for its own user only; the superuser may read it all the same."""
    with WordIndex(tmp_path, writable=True) as opened:
        opened.apply([document("a")])
    reader = WordIndex(tmp_path)

    def refuse(path: Path) -> bytes:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(Path, "read_bytes", refuse)
    assert reader.damaged_files() == ["meta.json"]
    with pytest.raises(DependencyUnavailable, match="Permission denied"):
        reader.count()


def test_terms_are_found_as_they_are_in_any_script(index: WordIndex) -> None:
    index.apply([document("a", "陶器 器釉 Straße"), document("b", "strasse")])
    assert ids(index.search("mine", ["陶器"], limit=5)) == ["a"]
    assert ids(index.search("mine", ["strasse"], limit=5)) == ["b"]
    assert index.search("mine", ["陶"], limit=5) == []
    assert index.search("mine", ["Straße"], limit=5)[0][1] > 0


def test_an_upsert_replaces_and_a_repeat_changes_nothing(index: WordIndex) -> None:
    for _ in range(2):
        index.apply([document("a", "old"), document("a", "new"), document("b")], ["c"])
        assert index.ids() == {"a", "b"}
    assert index.search("mine", ["old"], limit=5) == []
    assert ids(index.search("mine", ["new"], limit=5)) == ["a"]
    index.apply([], ["a", "unknown"])
    assert index.ids() == {"b"}
    index.apply([document("b", "moved")], ["b"])
    assert ids(index.search("mine", ["moved"], limit=5)) == ["b"]


def test_a_scope_sees_only_its_own(index: WordIndex) -> None:
    index.apply([document("a"), document("b", scope_key="theirs")])
    assert ids(index.search("mine", ["kiln"], limit=5)) == ["a"]
    assert index.search("nobody", ["kiln"], limit=5) == []
    assert index.ids("theirs") == {"b"}
    assert index.count() == 2


FILTERS = [
    (WordFilter(), "abcd"),
    (WordFilter(session_keys=("s2",)), "b"),
    (WordFilter(session_keys=("s1", "s2", "s9")), "abcd"),
    (WordFilter(roles=("assistant",)), "c"),
    (WordFilter(source_types=("longterm",)), "d"),
    (WordFilter(tags=("x", "none")), "ab"),
    (WordFilter(tags=("y",)), "b"),
    (WordFilter(tags=()), ""),
    (WordFilter(time_from_ms=1000, time_to_ms=2000), "ab"),
    (WordFilter(time_to_ms=0), "d"),
    (WordFilter(time_from_ms=2000), "c"),
    (WordFilter(tags=("x",), session_keys=("s2",)), "b"),
]


@pytest.mark.parametrize(("filters", "expected"), FILTERS)
def test_filters_choose_and_leave_the_score_as_it_is(
    index: WordIndex, filters: WordFilter, expected: str
) -> None:
    index.apply(
        [
            document("a", tags=("x",)),
            document("b", "kiln", session_key="s2", tags=("x", "y"), timestamp_ms=1999),
            document("c", "kiln kiln", role="assistant", timestamp_ms=2000),
            document("d", source_type="longterm", timestamp_ms=-7),
        ]
    )
    plain = dict(index.search("mine", ["kiln"], limit=9))
    found = dict(index.search("mine", ["kiln"], limit=9, filters=filters))
    assert "".join(sorted(found)) == expected
    assert all(found[doc_id] == plain[doc_id] for doc_id in found)


def test_weights_and_boosts_scale_the_score(index: WordIndex) -> None:
    index.apply([document("a", "kiln"), document("b", "glaze")])

    def score(terms: object, **options: object) -> float:
        return index.search("mine", terms, limit=1, **options)[0][1]  # type: ignore[arg-type]

    once = score(["kiln"])
    assert score({"kiln": 2.5}) == pytest.approx(2.5 * once)
    assert score(["kiln", "kiln"]) == pytest.approx(2 * once)
    assert score(["kiln"], field_boosts={"window": 3.0}) == pytest.approx(3 * once)
    assert ids(index.search("mine", {"kiln": 1.0, "glaze": 2.0}, limit=2)) == ["b", "a"]
    assert index.search("mine", ["kiln"], limit=1, field_boosts={"window": 0}) == []
    with pytest.raises(BadRequest):
        index.search("mine", ["kiln"], limit=1, field_boosts={"title": 1})
    with pytest.raises(BadRequest):
        index.apply([document("c", fields={"title": "kiln"})])


def test_no_terms_and_no_limit_find_nothing(index: WordIndex) -> None:
    index.apply([document("a")])
    assert index.search("mine", [], limit=5) == []
    assert index.search("mine", {"kiln": 0.0}, limit=5) == []
    assert index.search("mine", ["kiln"], limit=0) == []


def test_ties_come_by_id_whatever_the_order_of_writing(tmp_path: Path) -> None:
    names = [f"d{number:03}" for number in range(150)]
    results = []
    for order in (names, names[::-1], names[75:] + names[:75]):
        with WordIndex(tmp_path / order[0], writable=True) as written:
            written.apply([document(name) for name in order])
            results.append(ids(written.search("mine", ["kiln"], limit=4)))
    assert results == [names[:4]] * 3


def test_a_second_writer_is_told_and_may_follow(tmp_path: Path) -> None:
    first, second = (WordIndex(tmp_path, writable=True) for _ in range(2))
    first.apply([document("a")])
    with pytest.raises(IndexerBusy):
        second.apply([document("b")])
    assert second.count() == 1
    first.close()
    second.apply([document("b")])
    assert first.ids() == {"a", "b"}
    second.close()


def test_a_reader_may_not_write(tmp_path: Path) -> None:
    with pytest.raises(BadRequest):
        WordIndex(tmp_path).apply([document("a")])


def test_nothing_changes_after_close(tmp_path: Path) -> None:
    with WordIndex(tmp_path, writable=True) as written:
        for number in range(12):
            written.apply([document(f"d{number}")])
    files = {path: path.stat().st_mtime_ns for path in tmp_path.iterdir()}
    assert WordIndex(tmp_path).damaged_files() == []
    assert {path: path.stat().st_mtime_ns for path in tmp_path.iterdir()} == files


WRITER = textwrap.dedent(
    """
    import sys, pathlib
    from eywa_fs.index.words import WordDocument, WordIndex
    index = WordIndex(pathlib.Path(sys.argv[1]), writable=True)
    for number, line in enumerate(sys.stdin):
        index.apply([WordDocument(f"d{number}", "mine", "s", "user", "conversation", number,
                                  {"window": line.strip()})])
        print(flush=True)
    """
)


def test_a_reader_sees_each_commit_of_another_process_even_of_a_killed_one(tmp_path: Path) -> None:
    reader = WordIndex(tmp_path)
    with subprocess.Popen(
        [sys.executable, "-c", WRITER, str(tmp_path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=ENV,
    ) as process:
        assert process.stdin is not None and process.stdout is not None
        for number in range(12):
            process.stdin.write("kiln\n")
            process.stdin.flush()
            process.stdout.readline()
            assert len(reader.search("mine", ["kiln"], limit=99)) == number + 1
        with pytest.raises(IndexerBusy):
            WordIndex(tmp_path, writable=True).apply([document("x")])
        process.send_signal(signal.SIGKILL)
    with WordIndex(tmp_path, writable=True) as after:
        after.apply([document("x")])
        assert after.count() == 13


def index_files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.iterdir() if not path.name.startswith("."))


@pytest.fixture
def closed(tmp_path: Path) -> Path:
    folder = tmp_path / "closed"
    with WordIndex(folder, writable=True) as written:
        written.apply([document(f"d{number}", f"kiln w{number}") for number in range(300)])
        written.apply([], ["d7"])
    return folder


def test_every_file_cut_short_is_refused_before_it_is_mapped(closed: Path, tmp_path: Path) -> None:
    for path in index_files(closed):
        copy = tmp_path / "copy"
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(closed, copy)
        damaged = copy / path.name
        damaged.write_bytes(damaged.read_bytes()[: damaged.stat().st_size // 2])
        with pytest.raises(DependencyUnavailable):
            WordIndex(copy).search("mine", ["kiln"], limit=3)
        assert WordIndex(copy).damaged_files() == [path.name]
        damaged.unlink()
        if path.name != "meta.json":
            with pytest.raises(DependencyUnavailable):
                WordIndex(copy, writable=True).apply([document("a")])


def test_flipped_bytes_end_in_an_answer_or_our_error_and_are_named(
    closed: Path, tmp_path: Path
) -> None:
    for path in index_files(closed):
        copy = tmp_path / "copy"
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(closed, copy)
        data = bytearray((copy / path.name).read_bytes())
        for place in range(0, len(data), max(1, len(data) // 16)):
            data[place] ^= 0xFF
        (copy / path.name).write_bytes(data)
        assert WordIndex(copy).damaged_files() == [path.name]
        try:
            WordIndex(copy).search("mine", ["kiln", "w9"], limit=30)
        except DependencyUnavailable as error:
            assert str(copy) in str(error)
