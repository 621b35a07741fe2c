"""What a policy masks is in nothing that is derived, with an index, without, after a rebuild."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from corpus import DAY_0, MINUTE, MakeMemory
from llm.scripted_model import data_of, scripted_model

from eywa_fs import EywaMemory
from eywa_fs.errors import ConfigError, SchemaMismatch
from eywa_fs.hashing import text_fingerprint
from eywa_fs.language.redaction.policy import MASK
from eywa_fs.maintenance.doctor import check_generation

POLICY: dict[str, Any] = {
    "redaction": {
        "default": {"kinds": ["api_key", "phone", "cn_id"], "patterns": {"staff": "EMP-[0-9]{4,8}"}}
    }
}
SECRETS = ("4155552671", "415-555-2671", "13800138000", "hunter2024", "110101199003077758")
MORE = ("EMP-77120493", "77120493")
TEXTS = (
    "I live in Lyon and my phone number is +1 415-555-2671.",
    "我住在上海，我的手机号是13800138000。",
    "My sister Nina lives in Oslo, her badge is EMP-77120493.",
    "The shed's password is hunter2024, written on the wall.",
    "我的身份证号是110101199003077758。",
    "We moved the choir rehearsal to Thursday evening.",
)


def tell(memory: EywaMemory) -> None:
    drafts = [{"content": t, "timestamp": DAY_0 + n * MINUTE} for n, t in enumerate(TEXTS)]
    drafts[5] |= {"speaker": "Ann +1 415-555-2671", "meta": {"note": ["call 13800138000"]}}
    memory.append_many(drafts)
    notes = memory.layout.root / "tenants/default/users/me/longterm"
    notes.mkdir(parents=True, exist_ok=True)
    notes.joinpath("notes.md").write_text("# Shed\nThe password is hunter2024.\n", encoding="utf-8")


def shown(memory: EywaMemory) -> str:
    """All that the façade shows of the user, as one text."""
    questions = ("phone number", "身份证号", "choir")
    found: list[Any] = [memory.retrieve(q, limit=20).as_dict() for q in questions]
    found += [memory.before_llm(question).as_dict() for question in questions]
    found += [fact.as_dict() for fact in memory.facts(every=True).facts]
    listed = memory.list(limit=50, hidden=True).items
    found += [[*memory.export(format=name)] for name in ("openai", "markdown")]
    for one in listed:
        found.append(memory.get(one.record.event_id).as_dict())
        found += [version.as_dict() for version in memory.versions(one.record.event_id)]
        found.append(memory.about(one.citation).as_dict())
    found += [one.as_dict() for one in listed]
    found += [entry.as_dict() for entry in memory.audit()]
    found += [
        memory.show(one.citation, tenant_id="default", user_id="me").content for one in listed
    ]
    meta = [hit.record.meta for hit in memory.retrieve("choir rehearsal").hits]
    return json.dumps([found, meta], ensure_ascii=False, default=repr)


def derived_bytes(root: Path) -> bytes:
    return b"\n".join(f.read_bytes() for f in sorted((root / ".index").rglob("*")) if f.is_file())


def exact(memory: EywaMemory, query: str, tenant_id: str = "default") -> list[str]:
    """Where a word of the query was found."""
    found = memory.retrieve(query, tenant_id=tenant_id, strategy="exact", limit=50).hits
    return [hit.citation for hit in found if hit.sources.get("words")]


def test_nothing_derived_and_nothing_shown_holds_what_is_masked(
    root: Path, make_memory: MakeMemory
) -> None:
    memory = make_memory(root, POLICY)
    tell(memory)
    choir = memory.list(text="choir").items[0].record.event_id
    returned = [memory.pin(choir, reason="she rang from 13800138000")]
    secret_one = memory.list(text="shed").items[-1].record.event_id
    returned += [memory.delete(secret_one), memory.restore(secret_one)]
    with memory.transaction(reason="13800138000") as together:
        returned.append(together.pin(secret_one))
    before = shown(memory)  # read from the files: nothing is indexed
    before += repr([*returned, *together.versions])
    memory.index()
    after = shown(memory)
    after += str(memory.erase(everything=True, dry_run=True).plan.told)
    for secret in (*SECRETS, *MORE):
        assert exact(memory, secret) == []
        assert secret not in after, secret
        assert secret not in before, secret
    assert exact(memory, "shed password") and exact(memory, "手机号")
    assert {(f.predicate, f.object) for f in memory.facts(every=True).facts} >= {
        ("lives_in", "Lyon"),
        ("lives_in", "上海"),
    }
    report = memory.verify(deep=True)
    assert report.ok, report.errors
    memory.close()
    everything = derived_bytes(root)
    for secret in (*SECRETS, *MORE):
        assert secret.encode() not in everything, secret
    truth = b"".join(f.read_bytes() for f in root.glob("tenants/**/*.jsonl"))
    assert all(secret.encode() in truth for secret in (SECRETS[1], SECRETS[2], *SECRETS[3:]))


def test_policies_are_of_tenants_and_may_show_what_nothing_derived_holds(
    make_memory: MakeMemory,
) -> None:
    kinds = {"kinds": ["phone", "api_key"]}
    tenants = {"open": {**kinds, "show": "full"}, "bare": {"kinds": []}}
    memory = make_memory(None, {"redaction": {"default": kinds, "tenants": tenants}})
    text = "Ring 13800138000 about the kettle, the password is hunter2024."
    for tenant in ("default", "open", "bare"):
        memory.append(text, tenant_id=tenant, event_id="e1", timestamp=DAY_0)
    memory.index()
    found = {t: memory.retrieve("about the kettle", tenant_id=t).hits for t in tenants}
    masked = text.replace("13800138000", MASK * 11).replace("hunter2024", MASK * 10)
    [hit] = memory.retrieve("about the kettle").hits
    assert hit.text == hit.record.content == masked
    assert hit.sealed  # the line that is proved is the whole one
    assert memory.show("e1", tenant_id="default", user_id="me").content == masked
    assert memory.show("e1", tenant_id="default", user_id="me", full=True).content == text
    assert [[hit.text for hit in hits] for hits in found.values()] == [[text], [text]]
    assert "hunter2024" in memory.before_llm("the kettle?", tenant_id="open").context
    assert [bool(exact(memory, "hunter2024", tenant_id=t)) for t in tenants] == [False, True]


def test_another_policy_asks_for_a_rebuild_which_is_what_indexing_would_have_given(
    root: Path, tmp_path: Path, make_memory: MakeMemory
) -> None:
    first = make_memory(root)
    tell(first)
    first.index()
    first.close()
    digest = bytes.fromhex(text_fingerprint(TEXTS[3]))
    assert b"415-555-2671" in derived_bytes(root) and digest in derived_bytes(root)
    with pytest.raises(SchemaMismatch, match="eywa rebuild"):
        EywaMemory(root, POLICY, background=False)
    with make_memory(root, POLICY, migrating=True) as memory:
        with pytest.raises(SchemaMismatch, match="eywa rebuild"):
            memory.index()
        embedder = memory._parts.embedder
        found = check_generation(memory.layout, memory.generation, lambda: embedder, "other")
        assert found[0] == "error" and "eywa rebuild" in found[1]
        rebuilt = memory.rebuild(prove=True)
        assert rebuilt.equal is None  # there is nothing to compare with
    with make_memory(root, POLICY) as memory:
        report = memory.verify(deep=True)
        assert report.ok, report.errors
    everything = derived_bytes(root)
    for secret in (*SECRETS, *MORE):
        assert secret.encode() not in everything, secret
    assert digest not in everything  # of the vector of a text that is masked now
    other = make_memory(tmp_path / "other", POLICY)
    _copy_truth(root, other.layout.root)
    other.index()
    assert other.verify(deep=True).digest == report.digest
    with pytest.raises(SchemaMismatch, match="eywa rebuild"):
        EywaMemory(root, background=False)


def test_a_process_that_was_open_before_the_policy_hands_nothing_out_behind_the_rebuild(
    root: Path, make_memory: MakeMemory
) -> None:
    """Whatever it is asked; what it is told is kept all the same, and it lets others index."""
    before = make_memory(root)
    tell(before)
    before.index()
    [hit, *_] = before.retrieve("about the badge", limit=1).hits
    before.close()
    before = make_memory(root)
    assert before.retrieve("about the badge").hits and before.facts() is not None
    with make_memory(root, POLICY, migrating=True) as memory:
        memory.rebuild()
    you: dict[str, Any] = {"tenant_id": "default", "user_id": "me"}
    asks: list[Callable[[], object]] = [
        lambda: before.retrieve("about the badge"),
        lambda: before.before_llm("what is my badge?"),
        lambda: before.explain("the badge", hit.event_id),
        lambda: before.list(),
        lambda: before.show(hit.citation, **you),
        lambda: before.get(hit.event_id),
        lambda: before.facts(),
        lambda: before.profile("me"),
        lambda: before.conflicts(),
        lambda: before.history("user", "lives_in"),
        lambda: list(before.export(format="openai")),
        lambda: before.episodes(project_id="garden"),
        lambda: before.index(),
        lambda: before.rebuild(),
    ]
    for ask in asks:
        with pytest.raises(SchemaMismatch, match="start it again"):
            ask()
    before.append("The stove is lit.", timestamp=DAY_0 + 1, event_id="later")
    with make_memory(root, POLICY) as memory:
        memory.index()
        assert memory.list().items and memory.verify(deep=True).ok
    assert "start it again" in before.status().parts["settings"]


def test_the_same_policy_derived_anew_elsewhere_changes_nothing(
    root: Path, make_memory: MakeMemory
) -> None:
    memory = make_memory(root, POLICY)
    tell(memory)
    memory.index()
    memory.close()
    memory = make_memory(root, POLICY)
    found = [hit.text for hit in memory.retrieve("about the kettle").hits]
    with make_memory(root, POLICY) as other:
        other.rebuild()
    assert [hit.text for hit in memory.retrieve("about the kettle").hits] == found


def _copy_truth(source: Path, target: Path) -> None:
    for file in source.glob("tenants/**/*"):
        if file.is_file():
            place = target / file.relative_to(source)
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(file.read_bytes())


def test_a_language_model_sees_masks(root: Path) -> None:
    with scripted_model(lambda body: (200, _nothing(body))) as script:
        llm = {"base_url": script.url, "model": "tiny", "attempts": 1}
        with EywaMemory(root, POLICY | {"llm": llm}, background=False) as memory:
            tell(memory)
            assert memory.enrich().failed == 0
        asked = json.dumps(script.requests, ensure_ascii=False)
    assert MASK * 10 in asked and "choir" in asked
    for secret in (*SECRETS, *MORE):
        assert secret not in asked, secret


def _nothing(body: dict[str, Any]) -> str:
    """The answer of a model that reads no facts."""
    asked = data_of(body)["messages"]
    return json.dumps(
        {"messages": [{"id": one["id"], "refers": False, "facts": []} for one in asked]}
    )


def test_what_is_decided_about_facts_is_masked_in_what_is_derived(
    root: Path, make_memory: MakeMemory
) -> None:
    memory = make_memory(root, POLICY)
    memory.append("Nina's badge is EMP-77120493 these days.", timestamp=DAY_0, event_id="e1")
    masked = f"badge is {MASK * 12}"
    memory.assert_fact(
        "Nina", "owns", "badge EMP-77120493", quote="badge is EMP-77120493", event_id="e1"
    )
    memory.assert_fact("Nina", "prefers", f"{MASK * 12}", quote=masked, event_id="e1")
    memory.index()
    objects = {fact.object for fact in memory.facts(every=True).facts}
    assert objects == {f"badge {MASK * 12}", MASK * 12}
    memory.close()
    assert b"77120493" not in derived_bytes(root)


@pytest.mark.parametrize(
    ("pattern", "why"),
    [
        ("[0-9", "no regular expression"),
        ("EMP-[0-9]+", "no upper bound"),
        ("(a{1,20}){1,20}b", "too many ways"),
        (r"([ab])\1", "refers to its own groups"),
        ("[0-9]{0,9}", "nothing to mask"),
        ("[a-z]{0,60}[a-z]{0,60}[a-z]{0,60}x", "steps"),
    ],
)
def test_a_pattern_that_cannot_be_used_is_refused(root: Path, pattern: str, why: str) -> None:
    policy = {"redaction": {"tenants": {"clinic": {"patterns": {"badge": pattern}}}}}
    with pytest.raises(ConfigError, match=why) as raised:
        EywaMemory(root, policy, background=False)
    assert "'badge'" in str(raised.value)
