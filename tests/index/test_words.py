"""The word index with real tantivy folders."""

import os
import random
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from eywa_fs.errors import BadRequest, DependencyUnavailable, IndexerBusy
from eywa_fs.index import word_files
from eywa_fs.index.word_query import OWN_BOOST
from eywa_fs.index.words import WordIndex
from eywa_fs.model.documents import DocRow, IndexDocument, scope_key
from eywa_fs.model.records import Anchor, Scope
from eywa_fs.model.results import Filters

ENV = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}


MINE, THEIRS = Scope("t", "mine"), Scope("t", "theirs")
ANCHOR = Anchor("a.jsonl", "v", 1, 1, 0, 9, "sha256:0")
ROW = DocRow(
    doc_id="", lane="l0_recent_chunk", scope=MINE, event_id="e", session_id="s1", role="user",
    speaker="", source_type="conversation", tags=(), timestamp=1000, anchor=ANCHOR, context=(),
    span=0, span_start=0, span_end=9, terms=2, embed_hash="", word_hash="",
    state="indexed_fresh", vector=False,
)  # fmt: skip


def document(
    doc_id: str, text: str = "kiln glaze", field: str = "window", **changes: object
) -> IndexDocument:
    row = replace(ROW, doc_id=doc_id, **changes)  # type: ignore[arg-type]
    return IndexDocument(row, None, {field: text})


@contextmanager
def writing(folder: Path) -> Iterator[WordIndex]:
    opened = WordIndex(folder, writable=True)
    try:
        yield opened
    finally:
        opened.close()


@pytest.fixture
def index(tmp_path: Path) -> Iterator[WordIndex]:
    with writing(tmp_path / "words") as opened:
        yield opened


def search(
    index: WordIndex,
    terms: Sequence[str],
    limit: int,
    scope: Scope = MINE,
    filters: Filters | None = None,
) -> list[tuple[str, float]]:
    return index.opened().search(scope_key(scope), terms, filters or Filters(), limit)


def ids(hits: list[tuple[str, float]]) -> list[str]:
    return [doc_id for doc_id, _ in hits]


def test_a_folder_without_an_index_is_empty_and_stays_untouched(tmp_path: Path) -> None:
    reader = WordIndex(tmp_path / "none")
    assert search(reader, ["a"], 5) == []
    found = reader.opened()
    assert (found.count, found.ids(), found.doc_freqs(["a"], "own")) == (0, set(), {})
    assert not (tmp_path / "none").exists()


def test_a_list_of_files_that_may_not_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """tantivy makes it readable for its own user only; the superuser may read it all the same."""
    with writing(tmp_path) as opened:
        opened.apply([document("a")])
    reader = WordIndex(tmp_path)

    def refuse(path: Path) -> bytes:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(Path, "read_bytes", refuse)
    assert reader.damaged_files() == ["meta.json"]
    with pytest.raises(DependencyUnavailable, match="Permission denied"):
        reader.opened()


def test_terms_are_found_as_they_are_in_any_script(index: WordIndex) -> None:
    index.apply([document("a", "陶器 器釉 Straße"), document("b", "strasse")])
    assert ids(search(index, ["陶器"], 5)) == ["a"]
    assert ids(search(index, ["strasse"], 5)) == ["b"]
    assert search(index, ["陶"], 5) == []
    assert search(index, ["Straße"], 5)[0][1] > 0


def test_an_upsert_replaces_and_a_repeat_changes_nothing(index: WordIndex) -> None:
    for _ in range(2):
        index.apply([document("a", "old"), document("a", "new"), document("b")], ["c"])
        assert index.opened().ids() == {"a", "b"}
    assert search(index, ["old"], 5) == []
    assert ids(search(index, ["new"], 5)) == ["a"]
    index.apply([], ["a", "unknown"])
    assert index.opened().ids() == {"b"}
    index.apply([document("b", "moved")], ["b"])
    assert ids(search(index, ["moved"], 5)) == ["b"]


def test_a_scope_sees_only_its_own(index: WordIndex) -> None:
    index.apply([document("a"), document("b", scope=THEIRS)])
    assert ids(search(index, ["kiln"], 5)) == ["a"]
    assert ids(search(index, ["kiln"], 5, THEIRS)) == ["b"]
    assert search(index, ["kiln"], 5, Scope("t", "nobody")) == []
    assert index.opened().count == 2


FILTERS = [
    (Filters(), "abcd"),
    (Filters(session_ids=("s2",)), "b"),
    (Filters(session_ids=("s1", "s2", "s9")), "abcd"),
    (Filters(roles=("assistant",)), "c"),
    (Filters(source_types=("longterm",)), "d"),
    (Filters(tags=("x", "none")), "ab"),
    (Filters(tags=("y",)), "b"),
    (Filters(time_from=1000, time_to=2000), "ab"),
    (Filters(time_to=0), "d"),
    (Filters(time_from=2000), "c"),
    (Filters(tags=("x",), session_ids=("s2",)), "b"),
]


@pytest.mark.parametrize(("filters", "expected"), FILTERS)
def test_filters_choose_and_leave_the_score_as_it_is(
    index: WordIndex, filters: Filters, expected: str
) -> None:
    index.apply(
        [
            document("a", tags=("x",)),
            document("b", "kiln", session_id="s2", tags=("x", "y"), timestamp=1999),
            document("c", "kiln kiln", role="assistant", timestamp=2000),
            document("d", source_type="longterm", timestamp=-7),
        ]
    )
    plain = dict(search(index, ["kiln"], 9))
    found = dict(search(index, ["kiln"], 9, filters=filters))
    assert "".join(sorted(found)) == expected
    assert all(found[doc_id] == plain[doc_id] for doc_id in found)


def test_a_term_in_the_own_words_counts_less_than_one_in_the_window(index: WordIndex) -> None:
    index.apply([document("a", "kiln"), document("b", "kiln", field="own")])
    [(first, high), (second, low)] = search(index, ["kiln"], 5)
    assert (first, second) == ("a", "b") and low == pytest.approx(OWN_BOOST * high)
    assert ids(search(index, ["kiln", "glaze"], 5)) == ["a", "b"]


def test_no_terms_find_nothing(index: WordIndex) -> None:
    index.apply([document("a")])
    assert search(index, [], 5) == []


def test_ties_come_by_id_whatever_the_order_of_writing(tmp_path: Path) -> None:
    names = [f"d{number:03}" for number in range(150)]
    results = []
    for order in (names, names[::-1], names[75:] + names[:75]):
        with writing(tmp_path / order[0]) as written:
            written.apply([document(name) for name in order])
            results.append(ids(search(written, ["kiln"], 4)))
    assert results == [names[:4]] * 3


def test_a_second_writer_is_told_and_may_follow(tmp_path: Path) -> None:
    first, second = (WordIndex(tmp_path, writable=True) for _ in range(2))
    first.apply([document("a")])
    with pytest.raises(IndexerBusy):
        second.apply([document("b")])
    assert second.opened().count == 1
    first.close()
    second.apply([document("b")])
    assert first.opened().ids() == {"a", "b"}
    second.close()


def test_a_reader_may_not_write(tmp_path: Path) -> None:
    with pytest.raises(BadRequest):
        WordIndex(tmp_path).apply([document("a")])


def test_nothing_changes_after_close(tmp_path: Path) -> None:
    with writing(tmp_path) as written:
        for number in range(12):
            written.apply([document(f"d{number}")])
    files = {path: path.stat().st_mtime_ns for path in tmp_path.iterdir()}
    assert WordIndex(tmp_path).damaged_files() == []
    assert {path: path.stat().st_mtime_ns for path in tmp_path.iterdir()} == files


WRITER = """
import sys, pathlib
from index.test_words import document
from eywa_fs.index.words import WordIndex
index = WordIndex(pathlib.Path(sys.argv[1]), writable=True)
for number, line in enumerate(sys.stdin):
    index.apply([document(f"d{number}", line.strip())])
    print(flush=True)
"""


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
            assert len(search(reader, ["kiln"], 99)) == number + 1
        with pytest.raises(IndexerBusy):
            WordIndex(tmp_path, writable=True).apply([document("x")])
        process.send_signal(signal.SIGKILL)
    with writing(tmp_path) as after:
        after.apply([document("x")])
        assert after.opened().count == 13


def index_files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.iterdir() if not path.name.startswith("."))


@pytest.fixture
def closed(tmp_path: Path) -> Path:
    folder = tmp_path / "closed"
    with writing(folder) as written:
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
            search(WordIndex(copy), ["kiln"], 3)
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
            search(WordIndex(copy), ["kiln", "w9"], 30)
        except DependencyUnavailable as error:
            assert str(copy) in str(error)


@pytest.mark.parametrize("look", [word_files.damaged, word_files.check])
def test_files_that_a_commit_removes_meanwhile_are_not_damaged(
    closed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    look: Callable[[Path], Iterable[str]],
) -> None:  # fmt: skip
    later, whole = tmp_path / "later", word_files._intact
    with writing(later) as written:
        written.apply([document("other")])

    def intact(path: Path) -> bool:
        monkeypatch.setattr(word_files, "_intact", whole)
        shutil.rmtree(closed)
        shutil.copytree(later, closed)
        return whole(path)

    monkeypatch.setattr(word_files, "_intact", intact)
    assert set(look(closed)) == set(look(later))
    assert word_files.damaged(later) == []


def test_ids_that_are_kept_over_commits_are_those_of_their_documents(tmp_path: Path) -> None:
    """Segments come, lose documents and are merged by a thread of tantivy."""
    folder, dice = tmp_path / "words", random.Random(5)
    reader, key, known = WordIndex(folder), scope_key(MINE), list[str]()
    with writing(folder) as index:
        for commit in range(40):
            added = [f"d{commit:02}-{n}" for n in range(dice.choice((1, 3, 40)))]
            gone = dice.sample(known, min(len(known), dice.randrange(4)))
            known = [name for name in known if name not in gone] + added
            index.apply([document(name) for name in added], gone)
            found = reader.opened().search(key, ["kiln"], Filters(), 2000)
            assert sorted(name for name, _ in found) == sorted(known)


def test_a_commit_leaves_the_ids_of_older_segments_kept(tmp_path: Path) -> None:
    folder = tmp_path / "words"
    reader, key = WordIndex(folder), scope_key(MINE)
    with writing(folder) as index:
        index.apply([document(f"a{n}") for n in range(9)])
        reader.opened().search(key, ["kiln"], Filters(), 100)
        [before] = reader.opened().names
        index.apply([document("b")])
        assert any(names is before for names in reader.opened().names)
        assert len(before) == 9
