"""An export brought into an empty root gives the same memory, down to the bytes of its files."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from corpus import catalog_of
from factbase.lives import QuickMemory
from hypothesis import given, settings
from hypothesis import strategies as st

from eywa_fs.catalog import docs
from eywa_fs.errors import ImportFormatError
from eywa_fs.importing import importer
from eywa_fs.memory import EywaMemory
from eywa_fs.model.records import Draft, Scope
from eywa_fs.truth.exportlines import HEADER, NotAnExportLine, read

DAY_0 = 1_750_032_000_000
FOREIGN = (
    '{"content": "The locksmith comes on Friday at nine."}',
    '{"kind": "line", "file": "x", "eventId": "k", "content": "It says it is something else."}',
    " ",
    "not json at all",
    '{"content": "half a character \\ud800"}',
    '{"eventId":"far","tenantId":"default","userId":"ana","sessionId":"s","timestamp":86400000,'
    '"content":"Its time is of another day."}',
    '{"content": "Windows ends its lines like this."}\r',
)


def truth(root: Path) -> dict[str, bytes]:
    """The files of the truth by path."""
    files = sorted(p for p in (root / "tenants").rglob("*") if p.is_file())
    return {p.relative_to(root).as_posix(): p.read_bytes() for p in files}


def export(memory: EywaMemory, path: Path, **chosen: Any) -> Path:
    path.write_bytes(b"".join(line.encode() + b"\n" for line in memory.export(**chosen)))
    return path


def digest(memory: EywaMemory) -> str:
    memory.index()
    with catalog_of(memory).read() as connection:
        return docs.digest(connection)


@pytest.fixture
def told(tmp_path: Path) -> Iterator[EywaMemory]:
    """Ana's facts, a verdict on two of them, notes, and lines of other programs."""
    memory = QuickMemory(tmp_path / "root", background=False)
    for number, text in enumerate(("I live in Turku.", "I was born in Faro.", "我叫安娜。")):
        memory.append(
            text,
            user_id="ana",
            session_id="s",
            timestamp=DAY_0 + number,
            event_id=f"e{number}",
            idempotency_key=f"k{number}",
            speaker="Ana",
            tags=("home", "ｈｏｍｅ"),
            meta={"deep": [1.5, None, {"x": "\u2028"}]},
        )
    memory.append("I was born in Braga.", user_id="ana", timestamp=DAY_0 + 86_400_000)
    facts = memory.facts(user_id="ana", predicate="born_in").facts
    memory.resolve_conflict(kept=facts[0].atomic_id, dropped=facts[1].atomic_id, user_id="ana")
    memory.assert_fact(
        "user", "prefers", "walks", quote="I live in Turku.", event_id="e0", user_id="ana"
    )
    of_ana = memory.layout.root / "tenants/default/users/ana"
    (of_ana / "longterm/plans").mkdir(parents=True)
    (of_ana / "longterm/plans/Garden.md").write_text("# Garden\n\nBulbs in autumn.\n")
    (of_ana / "longterm/odd.md").write_bytes(b"# Odd\n\n\xff\xfe bytes\n")
    with (of_ana / "sessions/s/2025-06-16.jsonl").open("ab") as file:
        file.write("".join(f"{line}\n" for line in FOREIGN).encode() + b"\xff\xfe\n")
    memory.append("Behind the lines of others.", user_id="ana", session_id="s", timestamp=DAY_0)
    memory.append("你好。", tenant_id="工厂", user_id="李 明", timestamp=DAY_0)
    with memory:
        yield memory


def test_a_root_comes_back_byte_by_byte(told: EywaMemory, tmp_path: Path) -> None:
    path = export(told, tmp_path / "all.jsonl", every=True)
    with QuickMemory(tmp_path / "new", background=False) as new:
        dry = new.import_file(path, dry_run=True)
        assert not (tmp_path / "new").exists()
        report = new.import_file(path)
        assert report.as_dict() == dry.as_dict() and report.new == report.records == 17
        assert report.format == "eywa" and not report.problems
        assert truth(tmp_path / "new") == truth(tmp_path / "root")
        assert digest(new) == digest(told)
        facts = told.facts(user_id="ana", every=True)
        assert facts.facts and new.facts(user_id="ana", every=True) == facts
        assert new.list(user_id="ana", limit=99) == told.list(user_id="ana", limit=99)
        kinds = {finding.kind for finding in told.verify(deep=True).findings}
        assert {finding.kind for finding in new.verify(deep=True).findings} == kinds
        assert "chain_broken" not in kinds
        again = new.import_file(path)
        assert (again.new, again.records) == (0, report.records)
        assert truth(tmp_path / "new") == truth(tmp_path / "root")


def test_records_of_ours_stand_alone_in_an_export(told: EywaMemory) -> None:
    lines = [json.loads(line) for line in told.export(user_id="ana")]
    assert lines[0] == HEADER
    kinds = [line.get("kind", "record") for line in lines[1:]]
    assert {kind: kinds.count(kind) for kind in kinds} == {
        "record": 5, "line": 7, "blank": 1, "decision": 2, "markdown": 2,
    }  # fmt: skip
    (first,) = [line for line in lines if line.get("eventId") == "e0"]
    assert first["meta"]["deep"] == [1.5, None, {"x": "\u2028"}] and first["speaker"] == "Ana"


def test_what_grew_adds_only_what_is_new(told: EywaMemory, tmp_path: Path) -> None:
    older = export(told, tmp_path / "older.jsonl", user_id="ana")
    told.append("A new one.", user_id="ana", session_id="s", timestamp=DAY_0 + 5)
    newer = export(told, tmp_path / "newer.jsonl", user_id="ana")
    with QuickMemory(tmp_path / "new", background=False) as new:
        new.import_file(older)
        assert new.import_file(newer).new == 1
        mine = {path: data for path, data in truth(tmp_path / "root").items() if "/ana/" in path}
        assert truth(tmp_path / "new") == mine
        assert told.import_file(newer).new == 0


def test_an_interrupted_import_goes_on_where_it_stopped(
    told: EywaMemory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = export(told, tmp_path / "all.jsonl", every=True)
    monkeypatch.setattr(importer, "BATCH", 2)

    def interrupt(done: int, total: int) -> None:
        if done > total / 2:
            raise KeyboardInterrupt

    with QuickMemory(tmp_path / "new", background=False) as new:
        with pytest.raises(KeyboardInterrupt):
            new.import_file(path, progress=interrupt)
        assert truth(tmp_path / "new") != truth(tmp_path / "root")
        report = new.import_file(path)
        assert 0 < report.new < report.records
        assert truth(tmp_path / "new") == truth(tmp_path / "root")


def test_an_import_into_a_root_with_other_records(told: EywaMemory, tmp_path: Path) -> None:
    path = export(told, tmp_path / "ana.jsonl", user_id="ana")
    with QuickMemory(tmp_path / "new", background=False) as new:
        own = new.append(
            "Mine.", user_id="ana", session_id="s", timestamp=DAY_0, idempotency_key="k1"
        )
        new.append("I live in Oulu.", user_id="ana", event_id="other")
        (fact,) = new.facts(user_id="ana").facts
        new.reject_fact(fact.atomic_id, user_id="ana")
        report = new.import_file(path)
        (refused,) = report.problems
        assert "'k1' was used for another request" in refused, "a key writes once"
        again = new.import_file(path)
        assert (again.new, again.problems) == (0, report.problems)
        contents = [one.record.content for one in new.list(user_id="ana", limit=99).items]
        assert contents.count("Mine.") == 1 and "I was born in Faro." not in contents
        assert own.citation in {one.citation for one in new.list(user_id="ana", limit=99).items}
        broken = [f for f in new.verify(deep=True).findings if f.kind == "chain_broken"]
        assert not broken, "decisions are linked to those that were there"


def test_an_extract_has_messages_only(told: EywaMemory, tmp_path: Path) -> None:
    lines = list(told.export(user_id="ana", session_ids=["default"]))
    assert len(lines) == 2 and "Braga" in lines[1]
    late = list(told.export(user_id="ana", since=DAY_0 + 86_400_000))
    assert late == lines


def test_what_was_erased_stays_out(tmp_path: Path) -> None:
    with QuickMemory(tmp_path / "root", background=False) as memory:
        memory.append("The safe's code is 4711.", timestamp=DAY_0, event_id="secret")
        memory.append("Behind it.", timestamp=DAY_0, event_id="other")
        (path,) = (tmp_path / "root").rglob("*.jsonl")
        first, rest = path.read_bytes().split(b"\n", 1)
        path.write_bytes(b'{"erased":"er_0123456789ab"}'.ljust(len(first)) + b"\n" + rest)
        out = export(memory, tmp_path / "out.jsonl")
        assert b"4711" not in out.read_bytes() and b"er_" not in out.read_bytes()
        assert memory.users()[0].records == 1
        assert memory.import_file(out).new == 0
    with QuickMemory(tmp_path / "new", background=False) as new:
        assert new.import_file(out).records == 1
        (moved,) = new.list().items
        assert moved.citation.endswith(":2"), "nothing behind it has moved"


def test_a_record_that_looks_like_a_tombstone_is_a_record(tmp_path: Path) -> None:
    lines = (
        b'{"erased":false,"content":"Its first key is called like that of a tombstone."}\n'
        b'{"erased":"er_0123456789ab","content":"Nor is this one: it says something."}\n'
    )
    place = "tenants/default/users/me/sessions/s/2025-06-16.jsonl"
    (tmp_path / "root" / place).parent.mkdir(parents=True)
    (tmp_path / "root" / place).write_bytes(lines)
    with QuickMemory(tmp_path / "root", background=False) as memory:
        out = export(memory, tmp_path / "out.jsonl")
        assert memory.users()[0].records == len(memory.list().items) == 2
        memory.index()
        without_an_embedder = {"document_stale"}
        found = set(memory.verify(deep=True).counts) - without_an_embedder
        assert found == {"unsealed_line"}, "no tombstone, and no forged one"
    with QuickMemory(tmp_path / "new", background=False) as new:
        assert new.import_file(out).records == 2
        assert truth(tmp_path / "new") == {place: lines}


ODD = (
    "🦊👩\u200d👩\u200d👧",
    "a\u2028b\u2029c",
    "ＦＵＬＬ　ｗｉｄｔｈ",
    '"',
    '"}\n{"content":"x"}',
    "# not a heading\n```",
    "tab\tand\x00null\x1b[31m",
    "\\ud83d",
    "long " * 3000,
    "\r\n",
    "}",
    '","chain":"' + "0" * 64 + '"}',
)
HOSTILE = st.text(st.characters(codec="utf-8"), min_size=1, max_size=60) | st.sampled_from(ODD)
NAMES = st.text(
    st.characters(codec="utf-8", exclude_categories=("Cc", "Cs")), min_size=1, max_size=8
)
META = st.none() | st.dictionaries(HOSTILE, st.none() | st.integers() | HOSTILE, max_size=3)


@st.composite
def hostile_drafts(draw: st.DrawFn) -> Draft:
    return Draft(
        content=draw(HOSTILE.filter(str.strip)),
        role=draw(st.sampled_from(["user", "assistant", "system", "tool"])),
        user_id=draw(st.sampled_from(["ana", "李明"])),
        session_id=draw(NAMES.filter(str.strip)),
        timestamp=draw(st.integers(5_000_000_000, 253_402_300_799_999)),  # less may be seconds
        speaker=draw(st.none() | NAMES.filter(str.strip)),
        tags=tuple(draw(st.lists(HOSTILE, max_size=2))),
        meta=draw(META),
    )


@settings(max_examples=25)
@given(drafts=st.lists(hostile_drafts(), min_size=1, max_size=5))
def test_any_text_comes_back(tmp_path_factory: pytest.TempPathFactory, drafts: list[Draft]) -> None:
    folder = tmp_path_factory.mktemp("trip")
    with (
        QuickMemory(folder / "root", background=False) as memory,
        QuickMemory(folder / "new", background=False) as new,
    ):
        memory.append_many(drafts)
        report = new.import_file(export(memory, folder / "out.jsonl", every=True))
        assert report.new == len(drafts) and not report.problems
        assert truth(folder / "new") == truth(folder / "root")
        for user in ("ana", "李明"):
            assert new.list(user_id=user) == memory.list(user_id=user)
        exported = list(memory.export(every=True, format="openai"))
        said = [m for c in json.loads("\n".join(exported)) for m in c["messages"]]
        assert sorted(m["content"] for m in said) == sorted(draft.content for draft in drafts)


def test_an_export_of_a_newer_program_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "newer.jsonl"
    path.write_text(json.dumps(HEADER | {"version": 2}) + "\n{}\n")
    with (
        QuickMemory(tmp_path / "root", background=False) as memory,
        pytest.raises(ImportFormatError, match="version 2"),
    ):
        memory.import_file(path)


@pytest.mark.parametrize(
    "line",
    [
        {"kind": "line", "file": "../../etc/passwd", "line": "{}"},
        {"kind": "line", "file": "tenants/a/users/b/decisions/2025-06-16.jsonl", "line": "{}"},
        {"kind": "markdown", "file": "tenants/a/users/b/longterm/../x.md", "text": "x"},
        {"kind": "markdown", "file": "tenants/a/users/b/sessions/s/2025-06-16.jsonl", "text": ""},
        {"kind": "line", "file": "tenants/a/users/b/sessions/s/2025-06-16.jsonl", "line": "x\ny"},
        {"kind": "line", "file": "tenants/a/users/b/sessions/s/2025-06-16.jsonl", "line": 5},
        {"kind": "blank", "file": "tenants/a/users/b/sessions/s/2025-06-16.jsonl", "bytes": 2**60},
        {"kind": "decision", "file": "tenants/a/users/b/decisions/2025-06-16.jsonl", "line": "x"},
        {"kind": "decision", "file": "tenants/a/users/b/decisions/2025-06-16.jsonl", "line": "{}"},
        {"kind": "line", "file": "tenants/a/users/b/sessions/s/2025-06-16.jsonl", "base64": "?"},
        {"tenantId": "", "userId": "b", "sessionId": "s", "timestamp": 0, "content": "x"},
        {"tenantId": "a", "userId": "b", "sessionId": "s", "timestamp": -1, "content": "x"},
        {"content": "no ids"},
        [],
    ],
)
def test_lines_that_are_none_are_refused_by_number(tmp_path: Path, line: Any) -> None:
    with pytest.raises(NotAnExportLine):
        read(json.dumps(line).encode())
    path = tmp_path / "bad.jsonl"
    path.write_text(f"{json.dumps(HEADER)}\n{json.dumps(line)}\n")
    with QuickMemory(tmp_path / "root", background=False) as memory:
        report = memory.import_file(path)
        assert report.records == 0 and report.problems[0].startswith(f"{path}:2: ")
        assert not memory.layout.has_scope(Scope("a", "b"))
