"""Records that are corrected and taken back: found as decided, indexed or not, rebuilt or not."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from corpus import DAY_0, HOUR, Clock
from factbase.lives import QuickMemory

from eywa_fs.errors import (
    BadRequest,
    InvalidId,
    InvalidRecord,
    KeyReused,
    NotFound,
    ScopeForbidden,
    VersionConflict,
)

OTHERS = ("The heron stands in the reeds.", "合唱排练改到了星期四晚上。", "We bought a green lamp.")
STAGES = ("tail", "indexed", "rebuilt", "no index")


@pytest.fixture
def told(quick: QuickMemory) -> Iterator[QuickMemory]:
    """Records of one user, and one of somebody else."""
    quick.append("My bicycle is parked in Tampere.", event_id="en", timestamp=DAY_0, tags=("b",))
    quick.append("我的自行车停在地下室。", event_id="zh", timestamp=DAY_0 + HOUR, speaker="李明")
    for number, text in enumerate(OTHERS):
        quick.append(text, event_id=f"o{number}", timestamp=DAY_0 + 2 * HOUR)
    quick.append("The vault opens with a brass key.", user_id="eva", event_id="vault")
    quick.index()
    yield quick


def test_an_upsert_of_what_is_so_makes_no_version(told: QuickMemory) -> None:
    first = told.upsert("zh", "我的自行车停在地下室。")
    assert (first.number, first.op) == (1, "add")
    assert told.upsert("zh", "我的自行车停在地下室。", speaker="李明", tags=()) == first
    assert told.upsert("zh", "我的自行车停在地下室。", tags=("bike",)).number == 2
    assert told.upsert("en", "It is in Turku.").number == 2
    assert told.upsert("en", "It is in Turku.").number == 2
    cited = told.versions("en")[0].citation
    assert told.upsert(cited, "It is in Turku.").number == 2
    assert told.upsert(cited, "It is in Oulu.").number == 3
    told.archive("en")
    assert told.upsert("en", "It is in Oulu.").number == 5


def bring(memory: QuickMemory, stage: str) -> None:
    """Bring the index to a stage."""
    if stage == "indexed":
        memory.index()
    elif stage != "tail":
        shutil.rmtree(memory.layout.index, ignore_errors=True)
        if stage == "rebuilt":
            memory.index()


def found(memory: QuickMemory, query: str, **more: Any) -> list[str]:
    result = memory.retrieve(query, strategy="exact", **more)
    assert not result.dropped
    return [hit.event_id for hit in result.hits if hit.sources.get("words", 0) > 0]


@pytest.mark.parametrize("stage", STAGES)
def test_an_update_is_found_by_its_new_words_and_not_by_its_old_ones(
    told: QuickMemory, stage: str
) -> None:
    told.update("en", "My bicycle is parked in Oulu, by the library.", operator="ana")
    told.update("zh", "我的自行车停在图书馆门口。")
    bring(told, stage)
    assert found(told, "Tampere") == [] and found(told, "地下室") == []
    [hit] = [h for h in told.retrieve("Oulu library", strategy="exact").hits if "oulu" in h.why]
    assert (hit.event_id, hit.version, hit.text) == (
        "en", 2, "My bicycle is parked in Oulu, by the library.",
    )  # fmt: skip
    assert (hit.record.session_id, hit.record.role, hit.record.timestamp) == (
        "default", "user", DAY_0,
    )  # fmt: skip
    assert hit.record.tags == ("b",) and hit.sealed and "/decisions/" in hit.citation
    assert found(told, "图书馆门口") == ["zh"]
    assert told.get("zh").record.speaker == "李明"
    assert told.explain("Oulu library", "en").rank == 1
    assert told.explain("Oulu library", hit.citation).rank == 1
    assert told.show("en", tenant_id="default", user_id="me").content == hit.text


@pytest.mark.parametrize("stage", STAGES)
def test_a_deleted_record_is_found_again_once_it_is_restored(told: QuickMemory, stage: str) -> None:
    before = [hit.event_id for hit in told.retrieve("bicycle parked", limit=4).hits]
    told.delete("en")
    bring(told, stage)
    after = [hit.event_id for hit in told.retrieve("bicycle parked", limit=4).hits]
    assert before[0] == "en" and "en" not in after and len(after) == len(before), "the next came up"
    assert "Tampere" not in told.before_llm("Where is my bicycle?").context
    assert "deleted" in told.explain("bicycle", "en").reason
    with pytest.raises(NotFound, match="eywa undelete"):
        told.show("en", tenant_id="default", user_id="me")
    assert told.get("en").state == "soft_deleted"
    told.restore("en")
    bring(told, stage)
    assert found(told, "Tampere") == ["en"]
    assert [v.state for v in told.versions("en")] == ["active", "soft_deleted", "active"]


@pytest.mark.parametrize("stage", STAGES)
def test_a_version_is_brought_back_as_a_new_one(told: QuickMemory, stage: str) -> None:
    told.update("en", "It is in Oulu.")
    told.update("en", "It is in Vaasa.")
    told.restore("en", 2)
    bring(told, stage)
    assert found(told, "Oulu") == ["en"] and not found(told, "Vaasa") + found(told, "Tampere")
    told.restore("en", 1)
    bring(told, stage)
    assert found(told, "Tampere") == ["en"] and not found(told, "Vaasa") + found(told, "Oulu")
    assert [(v.number, v.op, v.text) for v in told.versions("en")] == [
        (1, "add", "My bicycle is parked in Tampere."),
        (2, "update", "It is in Oulu."),
        (3, "update", "It is in Vaasa."),
        (4, "restore", "It is in Oulu."),
        (5, "restore", "My bicycle is parked in Tampere."),
    ]


@pytest.mark.parametrize("stage", ["tail", "indexed", "no index"])
def test_facts_follow_the_text_that_is_there(quick: QuickMemory, stage: str) -> None:
    quick.append("I live in Turku.", event_id="home", timestamp=DAY_0)
    quick.append("我住在大同。", event_id="zh", user_id="li", timestamp=DAY_0)
    quick.append("My name is Ana.", event_id="name", timestamp=DAY_0)
    quick.index()

    def homes() -> list[str]:
        bring(quick, stage)
        found = [quick.facts(predicate="lives_in", user_id=user) for user in ("me", "li")]
        assert not any(facts.dropped for facts in found)
        return [fact.object for facts in found for fact in facts.facts]

    assert homes() == ["Turku", "大同"]
    quick.update("home", "I live in Oulu.")
    quick.update("zh", "我住在银川。", user_id="li")
    assert homes() == ["Oulu", "银川"]
    quick.delete("home")
    quick.delete("zh", user_id="li")
    assert homes() == []
    assert quick.facts(predicate="name").facts, "others stay"
    assert not [f for f in quick.retrieve("Where do I live?").facts if f.predicate == "lives_in"]
    quick.restore("home")
    quick.restore("zh", 1, user_id="li")
    assert homes() == ["Oulu", "大同"]


def test_what_somebody_asserted_goes_with_the_record_it_quotes(quick: QuickMemory) -> None:
    quick.append("Guess who signed the lease in Ghent!", event_id="lease")
    quick.assert_fact("user", "lives_in", "Ghent", quote="lease in Ghent", event_id="lease")
    assert quick.facts(predicate="lives_in").facts
    quick.delete("lease")
    assert not quick.facts(predicate="lives_in").facts
    quick.restore("lease")
    assert quick.facts(predicate="lives_in").facts


def test_a_record_that_is_put_aside_is_found_where_it_is_asked_for(told: QuickMemory) -> None:
    told.archive("en")
    assert found(told, "Tampere") == []
    assert found(told, "Tampere", archived=True) == ["en"]
    told.index()
    assert found(told, "Tampere") == []
    assert found(told, "Tampere", archived=True) == ["en"]
    told.unarchive("en")
    assert found(told, "Tampere") == ["en"]


def test_what_was_put_aside_stays_so_through_a_deletion_and_another_text(
    told: QuickMemory,
) -> None:
    told.update("en", "It is in Oulu.")
    told.archive("en")
    told.delete("en")
    assert found(told, "Oulu", archived=True) == []
    assert told.restore("en").state == "archived"
    assert found(told, "Oulu") == [] and found(told, "Oulu", archived=True) == ["en"]
    assert told.restore("en", 1).state == "archived"
    told.delete("en")
    assert told.restore("en", 2).state == "archived"
    assert found(told, "Oulu", archived=True) == ["en"]
    assert told.unarchive("en").state == "active"
    told.delete("en")
    assert told.restore("en").state == "active" and found(told, "Oulu") == ["en"]


@pytest.mark.parametrize("indexed", [False, True])
def test_a_record_expires_when_its_time_has_come(
    quick: QuickMemory, clock: Clock, indexed: bool
) -> None:
    end = DAY_0 + HOUR
    quick.append("The guest sleeps in the attic.", event_id="guest")
    quick.append("I live in Turku.", event_id="home", expires_at=end, session_id="other")
    if indexed:
        quick.index()
    quick.expire("guest", end + HOUR)
    assert found(quick, "Turku") == ["home"] and quick.facts(predicate="lives_in").facts
    assert quick.get("home").expires_at == end
    clock.advance(3600)
    assert found(quick, "Turku") == [] and not quick.facts(predicate="lives_in").facts
    assert "expired" in quick.explain("Turku", "home").reason and quick.get("home").expired
    assert found(quick, "attic") == ["guest"]
    clock.advance(3600)
    assert found(quick, "attic") == []
    quick.expire("home", None)
    assert found(quick, "Turku") == ["home"] and quick.facts(predicate="lives_in").facts
    assert set(quick.states()) == {"home", "guest"}
    quick.index()
    assert quick.facts(predicate="lives_in").facts


def test_a_pinned_record_stands_in_every_block(told: QuickMemory, clock: Clock) -> None:
    told.pin("zh")
    for _ in range(2):
        block = told.before_llm("What stands in the reeds?", token_budget=400)
        assert "地下室" in block.context
        told.index()
    told.update("zh", "我的自行车停在图书馆门口。")
    assert "图书馆门口" in told.before_llm("What stands in the reeds?").context
    assert "地下室" not in told.before_llm("自行车").context
    for number in range(40):
        told.append(f"Note {number}: " + "The pinned words take room. " * 3, event_id=f"p{number}")
        told.pin(f"p{number}")
    block = told.before_llm("heron reeds", token_budget=400)
    assert block.tokens <= 400 and "heron" in block.context, "they take their share and no more"
    told.delete("p39")
    assert "Note 39" not in told.before_llm("heron reeds", token_budget=400).context
    told.unpin("zh")
    assert told.get("zh").pinned is False


def test_a_pinned_record_of_the_running_session_is_left_out_only_where_it_is_the_message(
    quick: QuickMemory,
) -> None:
    quick.append("ana", event_id="name", session_id="s")
    quick.pin("name")
    quick.append_many({"content": f"Banana {n} is sweet."} for n in range(40))
    block = quick.before_llm("Is a banana sweet?", session_id="s")
    assert "name" in [one.event_id for one in block.citations], "it stands in the message"
    block = quick.before_llm("ana", session_id="s")
    assert "name" not in [one.event_id for one in block.citations]


def test_every_version_says_who_why_and_what(told: QuickMemory) -> None:
    told.update("en", "It is in Oulu.", operator="ana", reason="moved it", request_id="r1",
                trace_id="tr_9", tags=["bike", "oulu"], speaker="Ana")  # fmt: skip
    told.confirm("en")
    one, two, three = told.versions("en")
    assert (one.op, one.state, one.before, one.operator) == ("add", "active", "", "user")
    assert (two.before, two.state, two.operator, two.reason, two.request_id) == (
        "active", "active", "ana", "moved it", "r1",
    )  # fmt: skip
    assert (two.tags, two.speaker) == (("bike", "oulu"), "Ana")
    assert three.text == "It is in Oulu." and told.get("en").confirmed_at == DAY_0
    [entry] = told.audit(trace_id="tr_9")
    assert "Oulu" not in str(entry) and "memory_update" in str(entry)
    shown = told.compare("en", 1, 2)
    assert "-My bicycle is parked in Tampere." in shown.diff and "+It is in Oulu." in shown.diff
    assert shown.changed == {"tags": (("b",), ("bike", "oulu")), "speaker": (None, "Ana")}
    assert told.compare("en", 2, 3).diff == ""
    with pytest.raises(BadRequest, match="no version 9; it has 1, 2, 3"):
        told.compare("en", 1, 9)


def test_versions_that_cannot_be_compared_are_not_called_the_same(told: QuickMemory) -> None:
    told.update("en", "It is in Oulu.")
    told.update("en", "It is in Oulu.\n")
    assert "+" in told.compare("en", 2, 3).diff, "an end of a line is a difference"
    for path in told.layout.root.glob("tenants/default/users/*/*/**/*.jsonl"):
        path.write_bytes(path.read_bytes().replace(b"Oulu", b"Kemi"))
    shown = told.compare("en", 2, 3)
    assert (shown.diff, shown.masked, shown.unread) == ("", (), (2, 3))


def test_a_version_that_is_not_the_expected_one_is_refused(told: QuickMemory) -> None:
    told.update("en", "It is in Oulu.", expected_version=1)
    with pytest.raises(VersionConflict) as refused:
        told.delete("en", expected_version=1)
    assert refused.value.code == "E_VERSION_CONFLICT" and not refused.value.retryable
    assert (refused.value.event_id, refused.value.current) == ("en", 2)
    assert told.get("en").version == 2


def test_an_id_that_would_be_taken_for_a_citation_is_refused(quick: QuickMemory) -> None:
    name = quick.append("The kettle is blue.").citation
    for given in ("tenants/default/users/me/x.jsonl:3", f"{name}0"):
        with pytest.raises(InvalidId, match="begins like a citation"):
            quick.append("茶壶是蓝色的。", event_id=given)
        with pytest.raises(InvalidId, match="begins like a citation"):
            quick.upsert(given, "茶壶是蓝色的。")
    assert quick.upsert(name, "The kettle is red.").number == 2
    [only] = quick.list().items
    assert only.citation == name and quick.get(name).record.content == "The kettle is red."


def test_one_key_decides_once(told: QuickMemory) -> None:
    first = told.update("en", "It is in Oulu.", idempotency_key="k")
    assert told.update("en", "It is in Oulu.", idempotency_key="k") == first
    assert len(told.versions("en")) == 2
    assert told.upsert("en", "It is in Kemi.").number == 3
    new = told.upsert("new", "The kettle is blue.", idempotency_key="n")
    assert told.upsert("new", "The kettle is blue.", idempotency_key="n") == new
    assert found(told, "kettle") == ["new"]
    told.update("new", "The kettle is red.")
    assert told.upsert("new", "The kettle is blue.", idempotency_key="n") == new


@pytest.mark.parametrize(
    ("first", "others"),
    [
        (
            lambda m, k: m.update("en", "It is in Oulu.", tags=["a"], speaker="Ana", **k),
            [
                lambda m, k: m.update("en", "It is in Kemi.", tags=["a"], speaker="Ana", **k),
                lambda m, k: m.update("en", "It is in Oulu.", speaker="Ana", **k),
                lambda m, k: m.update("en", "It is in Oulu.", tags=["a"], **k),
                lambda m, k: m.update("zh", "It is in Oulu.", tags=["a"], speaker="Ana", **k),
                lambda m, k: m.upsert("en", "It is in Kemi.", **k),
                lambda m, k: m.upsert("nobody", "It is in Oulu.", **k),
                lambda m, k: m.delete("en", **k),
                lambda m, k: m.pin("nobody", **k),
            ],
        ),
        (
            lambda m, k: m.pin("en", reason="known", **k),
            [
                lambda m, k: m.archive("en", reason="known", **k),
                lambda m, k: m.pin("zh", reason="known", **k),
                lambda m, k: m.pin("en", reason="liked", **k),
                lambda m, k: m.pin("en", reason="known", expected_version=2, **k),
            ],
        ),
        (
            lambda m, k: m.expire("en", 4_000_000_000_000, **k),
            [
                lambda m, k: m.expire("en", 4_000_000_000_001, **k),
                lambda m, k: m.expire("en", None, **k),
            ],
        ),
        (
            lambda m, k: m.restore("en", 1, **k),
            [lambda m, k: m.restore("en", **k), lambda m, k: m.delete("en", **k)],
        ),
    ],
)
def test_a_key_that_was_used_for_another_decision_is_refused(
    told: QuickMemory, first: Callable[..., Any], others: list[Callable[..., Any]]
) -> None:
    key = {"idempotency_key": "k"}
    made = first(told, key)
    assert first(told, key) == made
    before = told.versions("en"), told.versions("zh")
    for other in others:
        with pytest.raises(KeyReused, match="'k'"):
            other(told, key)
    assert (told.versions("en"), told.versions("zh")) == before
    told.confirm("en")
    assert first(told, key) == made, "also when it was decided about since"


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda m: m.update("vault", "x"), NotFound, "no message 'vault'"),
        (lambda m: m.update("e", "x"), NotFound, "did you mean en"),
        (lambda m: m.delete("../../etc/passwd"), NotFound, "no message"),
        (lambda m: m.delete('en"}'), NotFound, "no message"),
        (lambda m: m.delete(""), NotFound, "no message"),
        (lambda m: m.delete("x" * 10_000), NotFound, "no message"),
        (lambda m: m.delete("tenants/default/users/eva/sessions/default/2025-06-16.jsonl:1"),
         ScopeForbidden, "another tenant or user"),
        (lambda m: m.update("en", "  "), InvalidRecord, "empty"),
        (lambda m: m.update("en", "\ud800"), InvalidRecord, "half a character"),
        (lambda m: m.update("en", "x", tags=[1]), BadRequest, "tags"),
        (lambda m: m.update("en", "x", operator="\ud800"), BadRequest, "half a character"),
        (lambda m: m.restore("en"), BadRequest, "not deleted"),
        (lambda m: m.restore("en", 7), BadRequest, "versions 1 to 1"),
        (lambda m: m.unpin("en"), BadRequest, "already"),
        (lambda m: m.expire("en", -1), BadRequest, "expires_at"),
        (lambda m: m.delete("en", expected=1), TypeError, "unexpected keyword"),
        (lambda m: m.delete("en", reason=1), BadRequest, "reason is 1"),
        (lambda m: m.delete("en", idempotency_key="a\n"), BadRequest, "idempotency_key"),
    ],
)  # fmt: skip
def test_what_cannot_be_decided_is_refused_and_nothing_is_written(
    told: QuickMemory, call: Callable[[QuickMemory], Any], error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words):
        call(told)
    assert not list((told.layout.root / "tenants").rglob("decisions"))
    assert found(told, "vault", user_id="eva") == ["vault"]


def test_what_is_deleted_is_brought_back_before_it_is_changed(told: QuickMemory) -> None:
    told.delete("en")
    for again in (told.delete, told.archive, told.pin):
        with pytest.raises(BadRequest, match=r"already|undelete"):
            again("en")
    with pytest.raises(BadRequest, match="undelete"):
        told.update("en", "x")


def decisions_file(memory: QuickMemory) -> Path:
    [path] = (memory.layout.root / "tenants/default/users/me/decisions").iterdir()
    return path


@pytest.mark.parametrize("indexed", [False, True])
def test_a_changed_update_is_refused_and_the_old_text_stays_away(
    told: QuickMemory, indexed: bool
) -> None:
    told.update("en", "My bicycle is parked in Oulu.")
    if indexed:
        told.index()
    path = decisions_file(told)
    path.write_bytes(path.read_bytes().replace(b"in Oulu", b"in Rome"))
    for _ in range(2):
        hits = told.retrieve("bicycle parked Tampere Oulu Rome").hits
        assert "en" not in [hit.event_id for hit in hits]
        told.index()
    with pytest.raises(Exception, match="not what was decided"):
        told.get("en")
    assert [v.text for v in told.versions("en")] == ["My bicycle is parked in Tampere.", None]
    assert told.pin("en").text is None
    kinds = {finding.kind for finding in told.verify(deep=True).findings}
    assert "seal_broken" in kinds
    told.restore("en", 1)
    assert found(told, "Tampere") == ["en"]


def test_a_line_changed_under_the_index_is_dropped_and_counted(told: QuickMemory) -> None:
    """Bytes, size and time are as the index knows them, but for the text."""
    import os

    told.update("en", "My bicycle is parked in Oulu.")
    told.index()
    path = decisions_file(told)
    kept = path.stat()
    with path.open("r+b") as file:
        file.seek(path.read_bytes().index(b"in Oulu"))
        file.write(b"in Rome")
    os.utime(path, ns=(kept.st_atime_ns, kept.st_mtime_ns))
    result = told.retrieve("bicycle parked", strategy="exact")
    assert result.dropped == {"mismatch": 1}
    assert "en" not in [hit.event_id for hit in result.hits]
