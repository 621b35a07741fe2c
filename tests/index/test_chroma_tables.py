"""Reading Chroma's tables beside a real Chroma: it confirms what Chroma says, and nothing else."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from eywa_fs.index import vectors
from eywa_fs.index.backends import CHROMA_DATABASE
from eywa_fs.index.chroma_tables import confirm
from eywa_fs.index.vectors import VectorIndex

NAME = "t-1.e5"
TEXTS = {f"d{number}": f'{{"anchor":"梯子 {number}"}}' for number in range(9)}
OTHERS: dict[str, dict[str, str]] = {
    "another text": TEXTS | {"d4": "else"},
    "a part of it": TEXTS | {"d4": TEXTS["d4"][:-1]},
    "two exchanged": TEXTS | {"d4": TEXTS["d5"], "d5": TEXTS["d4"]},
    "one that is not there": TEXTS | {"d99": "else"},
    "another id": {"x": TEXTS["d0"]},
}


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[VectorIndex]:
    with VectorIndex(tmp_path_factory.mktemp("vectors"), call_timeout_s=20) as index:
        for name in (NAME, "other"):
            index.ensure_collection(name, 2, {})
            texts = TEXTS if name == NAME else dict.fromkeys(TEXTS, "else")
            metadatas = [{"anchor": text} for text in texts.values()]
            vectors = np.ones((len(texts), 2), dtype=np.float32)
            index.upsert(name, list(texts), vectors, metadatas)
        more = {"anchor": "text", "more": "x"}
        index.upsert("other", ["two"], np.ones((1, 2), dtype=np.float32), [more])
        index.count(NAME)  # whatever waits in Chroma's log is in its tables now
        yield index


@pytest.fixture
def database(store: VectorIndex) -> Path:
    assert isinstance(store._target, str)
    return Path(store._target) / CHROMA_DATABASE


def test_what_was_written_is_confirmed(store: VectorIndex, database: Path) -> None:
    assert confirm(database, NAME, "anchor", TEXTS)
    assert confirm(database, NAME, "anchor", dict(reversed(TEXTS.items())))
    assert confirm(database, NAME, "anchor", {"d3": TEXTS["d3"]})
    assert store.holds(NAME, "anchor", TEXTS)


@pytest.mark.parametrize("texts", OTHERS.values(), ids=OTHERS)
def test_nothing_else_is_confirmed(
    store: VectorIndex, database: Path, texts: dict[str, str]
) -> None:
    assert not confirm(database, NAME, "anchor", texts)
    assert not store.holds(NAME, "anchor", texts)


def test_key_and_collection_count(store: VectorIndex, database: Path) -> None:
    assert not confirm(database, NAME, "other", TEXTS)
    assert not confirm(database, "other", "anchor", TEXTS)
    assert not confirm(database, "missing", "anchor", TEXTS)
    assert confirm(database, "other", "anchor", {"d0": "else"})
    assert not confirm(database, "other", "anchor", {"two": "text"})
    assert not store.holds("other", "anchor", {"two": "text"})
    assert not store.holds("missing", "anchor", TEXTS)


def test_two_lines_of_one_document_are_not_two_documents(
    store: VectorIndex, database: Path
) -> None:
    both = {"anchor": "first\nsecond", "more": "x"}
    store.upsert("other", ["b"], np.ones((1, 2), dtype=np.float32), [both])
    store.count("other")
    assert not confirm(database, "other", "anchor", {"a": "first", "b": "second"})


def test_tables_that_are_not_known_confirm_nothing_and_chroma_is_asked(
    store: VectorIndex, database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = tmp_path / CHROMA_DATABASE
    for change in (
        "ALTER TABLE embedding_metadata RENAME COLUMN string_value TO text_value",
        "DROP TABLE segments",
        "INSERT INTO embedding_metadata_array (id, key, string_value) VALUES (1, 'a', 'b')",
        "DELETE FROM embedding_metadata WHERE id = 3",
        "UPDATE max_seq_id SET seq_id = 1",
        "PRAGMA journal_mode = WAL",
    ):
        copy.write_bytes(database.read_bytes())
        assert confirm(copy, NAME, "anchor", TEXTS)
        with closing(sqlite3.connect(copy)) as connection:
            connection.execute("PRAGMA foreign_keys = OFF")
            connection.execute(change)
            connection.commit()
        assert not confirm(copy, NAME, "anchor", TEXTS), change
        assert list(tmp_path.iterdir()) == [copy]
        asked = partial(confirm, copy)
        monkeypatch.setattr(vectors, "confirm", lambda _, *what, asked=asked: asked(*what))
        assert store.holds(NAME, "anchor", TEXTS)
        assert not store.holds(NAME, "anchor", OTHERS["another text"])


@pytest.mark.skipif(os.name == "nt", reason="needs named pipes")
def test_what_is_no_database_confirms_nothing(tmp_path: Path) -> None:
    missing, rubbish, pipe, folder = (tmp_path / name for name in ("m", "r", "p", "f"))
    rubbish.write_bytes(b"no database at all, but long enough to be looked at " * 50)
    os.mkfifo(pipe)
    folder.mkdir()
    for path in (missing, rubbish, pipe, folder):
        assert not confirm(path, NAME, "anchor", TEXTS)
    assert not missing.exists()
