"""Promises 2 and 3: whoever changes the files or the index behind our back, no search returns a
text that is not in the caller's files at that moment, and verify and repair deal with the rest."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from corpus import generation_of
from integrity.vault import (
    IDA,
    OTHER_IDA,
    PATHS,
    QUESTIONS,
    START,
    Vault,
    ask,
    database,
    kinds,
    rankings,
)
from texts import Question

from eywa_fs.errors import EywaError, InvalidId
from eywa_fs.hashing import content_hash
from eywa_fs.index.vectors import VectorIndex
from eywa_fs.memory import EywaMemory
from eywa_fs.model.documents import scope_key
from eywa_fs.model.records import Scope

SHED = QUESTIONS[0]
OLD = SHED.answer
NEW = OLD.replace("hangs behind the barometer", "drowned in the deep harbor")
assert len(NEW) == len(OLD)

Tamper = Callable[[Vault], None]


def lines_of(path: Path) -> list[bytes]:
    return path.read_bytes().splitlines(keepends=True)


def rewrite(path: Path, data: bytes, *, keep_times: bool = False) -> None:
    """Write in place, as an editor that keeps the file does."""
    found = path.stat()
    with path.open("r+b") as file:
        file.write(data)
        file.truncate()
    if keep_times:
        os.utime(path, ns=(found.st_atime_ns, found.st_mtime_ns))


def edit(vault: Vault, *, keep_times: bool, sealed: bool = False) -> None:
    """Change one word of a line, as long as before; with ``sealed`` its contentHash as well."""
    path = vault.truth(IDA, "home")
    data = path.read_bytes().replace(OLD.encode(), NEW.encode())
    if sealed:
        data = data.replace(
            content_hash(OLD.encode()).encode(), content_hash(NEW.encode()).encode()
        )
    rewrite(path, data, keep_times=keep_times)


def delete_line(vault: Vault) -> None:
    path = vault.truth(IDA, "home")
    rewrite(path, b"".join(lines_of(path)[1:]))


def swap_lines(vault: Vault) -> None:
    path = vault.truth(IDA, "home")
    first, second, *rest = lines_of(path)
    rewrite(path, b"".join([second, first, *rest]))


def truncate(vault: Vault) -> None:
    path = vault.truth(IDA, "home")
    rewrite(path, b"".join(lines_of(path)[:1])[:-40])


def replace_file(vault: Vault) -> None:
    path = vault.truth(IDA, "home")
    other = path.with_suffix(".new")
    other.write_text(
        json.dumps({"content": "The boat shed burned down in the spring.", "messageRole": "user"})
        + "\n"
    )
    os.replace(other, path)


def move_to_other_tenant(vault: Vault) -> None:
    """The file keeps its name, bytes and times, and goes below another tenant."""
    target = vault.truth(OTHER_IDA, "home")
    os.replace(vault.truth(IDA, "home"), target.parent / "2025-07-15.jsonl")


def copy_to_other_tenant(vault: Vault) -> None:
    shutil.copy2(
        vault.truth(IDA, "home"), vault.truth(OTHER_IDA, "home").parent / "2025-07-15.jsonl"
    )


def delete_file(vault: Vault) -> None:
    vault.truth(IDA, "home").unlink()


TRUTH_TAMPERS: dict[str, Tamper] = {
    "line edited": lambda vault: edit(vault, keep_times=False),
    "line edited, size and time kept": lambda vault: edit(vault, keep_times=True),
    "line edited and sealed anew": lambda vault: edit(vault, keep_times=False, sealed=True),
    "line edited and sealed anew, size and time kept": lambda vault: edit(
        vault, keep_times=True, sealed=True
    ),
    "line deleted": delete_line,
    "lines swapped": swap_lines,
    "file truncated": truncate,
    "file replaced": replace_file,
    "file moved to another tenant": move_to_other_tenant,
    "file copied to another tenant": copy_to_other_tenant,
    "file deleted": delete_file,
}


def standing_texts(vault: Vault, scope: Scope) -> set[str]:
    """What the scope's own files say now; lines that name another tenant are nobody's."""
    found = set()
    folder = vault.root / "tenants" / scope.tenant_id / "users" / scope.user_id
    for path in folder.rglob("*.jsonl"):
        for line in path.read_bytes().split(b"\n")[:-1]:
            value = json.loads(line) if line.strip() else {}
            if value.get("tenantId", scope.tenant_id) == scope.tenant_id and "content" in value:
                found.add(value["content"])
    return found


def returns_nothing_stale(vault: Vault, memory: EywaMemory) -> None:
    """Ask everything as everybody: only texts that stand in the caller's own files, and each
    citation names the line that holds its text."""
    for question in QUESTIONS:
        for scope in (IDA, OTHER_IDA):
            result = ask(memory, Question(scope, question.query, ""), limit=50)
            assert result.verified == len(result.hits)
            standing = standing_texts(vault, scope)
            for hit in result.hits:
                assert hit.text in standing
                path, line = hit.citation.rsplit(":", 1)
                shown = lines_of(vault.root / path)[int(line) - 1]
                assert json.loads(shown)["content"] == hit.text


def settles(vault: Vault, memory: EywaMemory) -> None:
    """verify finds it, repair handles it: afterwards nothing is left but notices on the truth, and
    all that stands is found."""
    assert memory.verify(deep=True).findings
    repaired = memory.repair(apply=True)
    assert repaired.ok, repaired.as_dict()
    report = memory.verify(deep=True)
    assert report.ok
    returns_nothing_stale(vault, memory)
    for scope in (IDA, OTHER_IDA):
        found = ask(memory, Question(scope, "boat shed 护照", ""), limit=50)
        assert found.degraded == () and not found.dropped
        assert {hit.text for hit in found.hits} == standing_texts(vault, scope)


@pytest.mark.parametrize("tamper", TRUTH_TAMPERS.values(), ids=TRUTH_TAMPERS)
def test_tampered_truth_is_never_returned_as_it_was(quick_vault: Vault, tamper: Tamper) -> None:
    before = quick_vault.open()
    returns_nothing_stale(quick_vault, before)
    tamper(quick_vault)
    for memory in (before, quick_vault.open()):
        returns_nothing_stale(quick_vault, memory)
    settles(quick_vault, memory)
    returns_nothing_stale(quick_vault, before)


def test_an_edit_that_shows_is_read_fresh_at_once(quick_vault: Vault) -> None:
    memory = quick_vault.open()
    edit(quick_vault, keep_times=False)
    result = ask(memory, SHED)
    assert NEW in {hit.text for hit in result.hits}
    assert not result.dropped
    # The line still carries the seal of its old content, and the hit says so.
    assert not next(hit for hit in result.hits if hit.text == NEW).sealed
    assert result.degraded == ("truth_changed: 1 file",)


def test_a_line_or_a_file_that_is_gone_is_told(quick_vault: Vault) -> None:
    memory = quick_vault.open()
    path = quick_vault.truth(IDA, "home")
    data = path.read_bytes()
    path.write_bytes(b"".join(line for line in lines_of(path) if OLD.encode() not in line))
    assert ask(memory, SHED).degraded == ("truth_changed: 1 file",)
    path.unlink()
    found = ask(memory, SHED)
    assert found.degraded == ("truth_changed: 1 file",)
    assert OLD not in {hit.text for hit in found.hits}
    path.write_bytes(data)
    assert ask(memory, SHED).degraded == () and OLD in {hit.text for hit in ask(memory, SHED).hits}


def test_a_note_that_is_edited_by_hand_is_no_news(quick_vault: Vault) -> None:
    memory = quick_vault.open()
    note = quick_vault.truth(IDA, "home").parents[2] / "longterm" / "notes.md"
    note.parent.mkdir(parents=True, exist_ok=True)
    for text in ("# Shed\nThe key is blue.\n", "# Shed\nThe key is red.\n"):
        note.write_text(text, encoding="utf-8")
        found = ask(memory, SHED, limit=50)
        assert found.degraded == () and text.strip() in {hit.text for hit in found.hits}
        memory.index()
    note.unlink()
    assert ask(memory, SHED).degraded == ()


def test_an_edit_that_hides_is_refused_counted_and_queued(quick_vault: Vault) -> None:
    memory = quick_vault.open()
    ask(memory, SHED)
    edit(quick_vault, keep_times=True)
    result = ask(memory, SHED, limit=50)
    assert not {OLD, NEW} & {hit.text for hit in result.hits}
    assert dict(result.dropped) == {"mismatch": 1}
    assert result.degraded == ("truth_changed: 1 file",)
    assert [(e.event_type, e.target, e.reason) for e in memory.outbox()] == [
        ("INDEX_REPAIR", PATHS[IDA, "home"], "stale")
    ]
    memory.index()  # what the background indexer does by itself
    result = ask(memory, SHED, limit=50)
    assert NEW in {hit.text for hit in result.hits} and OLD not in {h.text for h in result.hits}
    assert not result.dropped and not result.degraded


def test_refused_candidates_are_replaced_by_the_next(quick_vault: Vault) -> None:
    memory = quick_vault.open()
    assert len(ask(memory, SHED, limit=3).hits) == 3
    edit(quick_vault, keep_times=True)
    assert len(ask(memory, SHED, limit=3).hits) == 3


# -- the catalog ----------------------------------------------------------------------------------

HOME = PATHS[IDA, "home"]
FOREIGN = PATHS[OTHER_IDA, "home"]
EDITS: dict[str, str] = {
    "next line": "line_start = line_start + 1, line_end = line_end + 1",
    "more lines": "line_end = line_end + 1",
    "other bytes": "byte_start = byte_start + 1",
    "fewer bytes": "byte_end = byte_end - 1",
    "negative bytes": "byte_start = -5",
    "other hash": "content_hash = 'sha256:' || hex(zeroblob(32))",
    "file of another tenant": f"path = '{FOREIGN}'",
    "file outside the root": "path = '../../etc/passwd'",
    "no file at all": "path = ''",
    "other tenant": "tenant_id = 'elm'",
    "other user": "user_id = 'bob'",
    "other scope": f"scope_key = '{scope_key(OTHER_IDA)}'",
    "other event": "event_id = 'evt-other'",
    "other time": "timestamp = timestamp + 1",
    "other role": "role = 'system'",
    "other session": "session_id = 'elsewhere'",
    "other speaker": "speaker = 'Bob'",
    "other source": "source_type = 'longterm'",
    "other lane": "lane = 'l9'",
    "other version": "fs_version = 'none'",
    "tags": "tags = '[\"secret\"]'",
    "no context": "context = ''",
    "span": "span = 1",
    "half a span": "span_end = span_end / 2",
    "terms": "terms = terms + 7",
    "embedded text": "embed_hash = hex(zeroblob(16))",
    "indexed words": "word_hash = hex(zeroblob(16))",
    "row's own hash": "row_hash = ''",
    "state": "state = 'indexed_stale'",
    "no vector": "vector = 0",
    "other name": "doc_id = doc_id || 'x'",
    "no JSON in tags": "tags = 'notjson'",
    "no list in tags": "tags = '7'",
    "no text in tags": "tags = '[1]'",
    "no JSON in context": "context = 'garbage'",
    "too short a context": "context = '[[1]]'",
    "no anchors in context": "context = '[1]'",
    "text for a number": "timestamp = 'yesterday'",
    "text for a line": "line_start = 'first'",
    "a fraction for a byte": "byte_end = 7.5",
    "bytes for a text": "event_id = x'00ff'",
    "bytes for a path": "path = x'ff00'",
    "broken text": "session_id = cast(x'ff' as text)",
}
"""Each is written into the row of one record of :data:`HOME` (its second line, which has
context)."""

QUICK = (
    "next line", "other hash", "file of another tenant", "other tenant", "other event",
    "no context", "span", "terms", "no vector", "no JSON in tags", "text for a number",
)  # fmt: skip


@pytest.mark.parametrize(
    "names", [QUICK, pytest.param(tuple(EDITS), marks=pytest.mark.endurance)], ids=["some", "all"]
)
def test_no_edit_of_the_catalog_changes_what_is_returned(
    quick_vault: Vault, names: tuple[str, ...]
) -> None:
    """Whatever is written into a document's row: no search returns anything false or raises, deep
    verify finds it, repair mends it to the same state as before."""
    before = quick_vault.open()
    returns_nothing_stale(quick_vault, before)
    baseline = rankings(before)
    for name in names:
        assignment = EDITS[name]
        generation = generation_of(before)
        with database(generation.folder / "catalog.db") as connection:
            changed = connection.execute(
                f"UPDATE docs SET {assignment} WHERE path = ? AND line_start = 2", (HOME,)
            )
            assert changed.rowcount == 1
            connection.execute("UPDATE scopes SET removals = removals + 1")  # forget what is kept
        returns_nothing_stale(quick_vault, before)
        assert not before.verify(deep=True).ok, name
        repaired = before.repair(apply=True)
        assert repaired.ok, (name, repaired.as_dict())
        assert repaired.after is not None and repaired.after.digest == quick_vault.digest, name
        assert rankings(before) == baseline, name


def test_a_catalog_that_names_another_line_is_not_believed(quick_vault: Vault) -> None:
    """The bytes prove themselves; that the citation names their line is proved as well."""
    memory = quick_vault.open()
    returns_nothing_stale(quick_vault, memory)
    with database(quick_vault.generation / "catalog.db") as connection:
        connection.execute(
            "UPDATE docs SET line_start = line_start + 1, line_end = line_end + 1 WHERE path = ?",
            (HOME,),
        )
        connection.execute("UPDATE scopes SET removals = removals + 1")
    result = ask(memory, SHED, limit=50)
    assert result.dropped["mismatch"] == 4
    returns_nothing_stale(quick_vault, memory)


def test_an_object_inside_a_line_is_no_record(quick_vault: Vault) -> None:
    """A forged anchor on JSON within a record's ``meta`` fits its bytes, and is refused."""
    memory = quick_vault.open()
    forged = b'{"content":"The boat shed belongs to somebody else.","eventId":"forged"}'
    memory.append(
        "Boat shed papers.",
        tenant_id="oak", user_id="ida", session_id="home", timestamp=START + 9 * 60_000,
        meta={"note": json.loads(forged)},
    )  # fmt: skip
    memory.index()
    start = quick_vault.truth(IDA, "home").read_bytes().index(forged)
    with database(quick_vault.generation / "catalog.db") as connection:
        connection.execute(
            "UPDATE docs SET byte_start = ?, byte_end = ?, content_hash = ?, event_id = 'forged' "
            "WHERE path = ? AND line_start = 5",
            (start, start + len(forged), content_hash(forged), HOME),
        )
    result = ask(memory, SHED, limit=50)
    assert "forged" not in {hit.event_id for hit in result.hits}
    assert result.dropped["mismatch"] == 1


# -- the vector index -----------------------------------------------------------------------------


def vectors_of(memory: EywaMemory) -> tuple[VectorIndex, str, str]:
    generation = generation_of(memory)
    return generation.vectors(), generation.collection("oak"), generation.collection("elm")


def test_edited_metadata_in_chroma(vault: Vault) -> None:
    memory = vault.open()
    store, name, _ = vectors_of(memory)
    doc_id = sorted(store.all_ids(name))[0]
    foreign = store.get(name, [sorted(store.all_ids(name))[1]]).popitem()[1]
    store.upsert(name, [doc_id], store.get_vectors(name, [doc_id])[doc_id][None, :], [foreign])
    for each in (memory, vault.open()):
        returns_nothing_stale(vault, each)
    assert kinds(memory.verify(deep=True)) == {"vector_stale"}
    assert memory.repair(apply=True).ok
    assert memory.verify(deep=True).digest == vault.digest


def test_a_foreign_document_planted_everywhere_is_never_returned(vault: Vault) -> None:
    """A row of another tenant's record is written into the scope, under an id that looks like the
    scope's own, with its vector in the scope's collection."""
    memory = vault.open()
    store, oak, elm = vectors_of(memory)
    with database(vault.generation / "catalog.db") as connection:
        columns = [row[1] for row in connection.execute("PRAGMA table_info(docs)")]
        found = connection.execute("SELECT * FROM docs WHERE path = ? LIMIT 1", (FOREIGN,))
        row = dict(zip(columns, found.fetchone(), strict=True))
        vector = store.get_vectors(elm, [row["doc_id"]])[row["doc_id"]]
        metadata = store.get(elm, [row["doc_id"]])[row["doc_id"]]
        own = f"{scope_key(IDA)}-{'0' * 16}-0"
        row |= {"doc_id": own, "scope_key": scope_key(IDA), "tenant_id": "oak"}
        marks = ", ".join("?" * len(row))
        connection.execute(f"INSERT INTO docs VALUES ({marks})", list(row.values()))
        connection.execute("UPDATE scopes SET removals = removals + 1")
    store.upsert(oak, [own], vector[None, :], [metadata])
    for each in (memory, vault.open()):
        result = ask(each, Question(IDA, QUESTIONS[4].query, ""), limit=50)
        assert result.dropped == {"foreign": 1}
        returns_nothing_stale(vault, each)
    assert "document_stale" in kinds(memory.verify(deep=True))
    assert memory.repair(apply=True).ok
    assert memory.verify(deep=True).digest == vault.digest
    assert ask(memory, SHED, limit=50).dropped == {}
    assert own not in store.all_ids(oak)


def test_a_foreign_vector_under_its_own_id_is_removed(vault: Vault) -> None:
    memory = vault.open()
    store, oak, elm = vectors_of(memory)
    doc_id = sorted(store.all_ids(elm))[0]
    metadata = store.get(elm, [doc_id])[doc_id]
    store.upsert(oak, [doc_id], store.get_vectors(elm, [doc_id])[doc_id][None, :], [metadata])
    returns_nothing_stale(vault, memory)
    assert kinds(memory.verify(deep=True)) == {"vector_orphan"}
    assert memory.repair(apply=True).ok
    assert doc_id not in store.all_ids(oak) and doc_id in store.all_ids(elm)


def test_a_vector_the_catalog_denies_is_noted_again(vault: Vault) -> None:
    memory = vault.open()
    assert memory.verify().ok
    with database(vault.generation / "catalog.db") as connection:
        connection.execute("UPDATE docs SET vector = 0 WHERE path = ?", (HOME,))
    assert kinds(memory.verify(deep=True)) == {"document_stale"}
    repaired = memory.repair(apply=True)
    assert repaired.ok and repaired.rebuilt is None


# -- ids ------------------------------------------------------------------------------------------

STRANGE_IDS = (
    "../x", "..", ".", "CON", "con", "NUL.txt", "x" * 150, "ｘ", "x", "X", "🦉", "a/b", "a%2Fb",
    "a%252Fb", "é", "e\u0301", "tail.", "tail", " tail", "tail ", "-", "~", "a\\b", "日本", "%",
)  # fmt: skip


def test_strange_ids_stay_apart(make_memory: Callable[..., EywaMemory]) -> None:
    """Ids that a disk, a path or a normalisation could mix up name different memories, or none."""
    memory = make_memory()
    kept: dict[Scope, str] = {}
    for number, name in enumerate(STRANGE_IDS):
        for scope in (Scope(name, "same"), Scope("same", name)):
            text = f"The secret number of this shelf is {number}."
            try:
                memory.append(text, tenant_id=scope.tenant_id, user_id=scope.user_id)
            except InvalidId:
                continue
            kept[scope] = text
    assert len(kept) > len(STRANGE_IDS)
    memory.index()
    for scope, text in kept.items():
        for strategy in ("exact", "auto"):
            result = memory.retrieve(
                "secret number of this shelf", strategy=strategy, limit=100,
                tenant_id=scope.tenant_id, user_id=scope.user_id,
            )  # fmt: skip
            assert [hit.text for hit in result.hits] == [text], scope
            assert not result.dropped
    assert all(path.is_relative_to(memory.layout.root) for path in memory.layout.root.rglob("*"))
    assert not (memory.layout.root.parent / "x").exists()
    report = memory.verify(deep=True)
    assert report.ok and not report.counts, report.counts


def test_a_path_of_another_scope_cannot_be_shown(quick_vault: Vault) -> None:
    memory = quick_vault.open()
    for citation in (f"{FOREIGN}:1", f"{HOME}/../../../../../../elm/users/ida/sessions/home:1"):
        with pytest.raises(EywaError):
            memory.show(citation, tenant_id="oak", user_id="ida")
