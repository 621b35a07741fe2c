"""Masking: what is masked and what is not, in texts of our own, and what no text can do to it."""

from __future__ import annotations

import re
import time
from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eywa_fs.config import RedactionPolicy, RedactionSettings, SensitiveKind
from eywa_fs.language.redaction.kinds import FORMS
from eywa_fs.language.redaction.own import most_steps
from eywa_fs.language.redaction.policy import MASK, Policy, Redaction
from eywa_fs.model.records import Record

SENTENCES = Path(__file__).parents[1] / "data" / "redaction" / "sentences.txt"
MARK = re.compile(r"⟦(\w+)\|([^⟧]*)⟧")
ALL = RedactionPolicy(kinds=list(get_args(SensitiveKind)))


def sentences() -> list[str]:
    lines = SENTENCES.read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def wanted(marked: str) -> tuple[str, list[tuple[str, str]]]:
    """A sentence without its marks, and the kinds and texts of what is marked."""
    return MARK.sub(lambda m: m[2], marked), MARK.findall(marked)


@pytest.mark.parametrize("marked", sentences())
def test_what_is_marked_is_masked_and_nothing_else(marked: str) -> None:
    text, passages = wanted(marked)
    policy = Policy(ALL)
    found = {(item.kind, text[item.start : item.end]) for item in policy.find(text)}
    assert found == set(passages)
    masked = policy.mask(text)
    hidden = MARK.sub(lambda m: re.sub(r"\S", MASK, m[2]), marked)
    assert masked == hidden
    assert len(masked) == len(text)


HOSTILE = (
    "a", "1", " ", "a.", "a@", "a@b.", "1:", "::1", "1.", "+1 ", "0171 ", "4111 ", "DE89 3704 ",
    "sk-a", "eyJaaaaaaaa.", "://a:", "password: ", "-----BEGIN PRIVATE KEY-----a", "passport ",
    "密码: ", "bearer a", "110101", "１",
)  # fmt: skip


@pytest.mark.parametrize("unit", HOSTILE)
def test_the_time_a_text_takes_grows_with_its_length_and_no_faster(unit: str) -> None:
    policy = Policy(RedactionPolicy(kinds=list(ALL.kinds), patterns={"own": "[0-9]{1,40}[a-z]"}))
    short = unit * (20_000 // len(unit))
    policy.find(short)  # compiles
    once = min(_seconds(policy, short) for _ in range(3))
    eight_fold = min(_seconds(policy, short * 8) for _ in range(3))
    assert eight_fold < 40 * once + 0.05  # 8 where it is linear, 64 where it is quadratic


def _seconds(policy: Policy, text: str) -> float:
    started = time.thread_time()
    policy.find(text)
    return time.thread_time() - started


def test_a_megabyte_is_masked() -> None:
    text = "Ring 13800138000 or mail a@example.org, 密码：hunter2024。 " * 20_000
    masked = Policy(ALL).mask(text)
    assert len(masked) == len(text) > 1 << 20
    assert "138" not in masked and "hunter" not in masked and "mail" in masked


@given(st.text(max_size=300))
def test_any_text_keeps_its_length_and_its_white_space(text: str) -> None:
    policy = Policy(RedactionPolicy(kinds=list(ALL.kinds), patterns={"own": "[0-9a-f]{2,8}"}))
    masked = policy.mask(text)
    assert len(masked) == len(text)
    assert all(
        m in (t, MASK) and (m == t or not t.isspace()) for m, t in zip(masked, text, strict=True)
    )
    assert policy.mask(masked) == masked


def test_no_pattern_of_ours_has_an_unbounded_repetition() -> None:
    assert max(most_steps(form.pattern) for form in FORMS) < 3_000_000


@pytest.mark.parametrize(
    "pattern",
    ["EMP-[0-9]{4,8}", "(?i:case|file) ?[0-9]{2,6}/[0-9]{2}", r"\bK[A-Z]{2}(?:-\d{3}){3}\b"],
)
def test_patterns_of_ones_own(pattern: str) -> None:
    policy = Policy(RedactionPolicy(patterns={"own": pattern}))
    text = "See EMP-77120, case 4711/24 and KAB-123-456-789, 工号ＥＭＰ－７７１２０。"
    [name] = {found.kind for found in policy.find(text)}
    assert name == "own" and policy.mask(text) != text


def test_what_stands_for_the_policies_changes_with_what_is_masked() -> None:
    def digest(**settings: Any) -> str:
        return Redaction(RedactionSettings.model_validate(settings)).digest

    phones = {"kinds": ["phone"]}
    assert digest() == digest(default={"show": "full"}) == digest(tenants={"a": {}}) == ""
    different = [
        digest(default=phones),
        digest(tenants={"a": phones}),
        digest(default={"kinds": ["phone", "card"]}),
        digest(default={**phones, "patterns": {"own": "EMP-[0-9]{4}"}}),
    ]
    assert "" not in different and len(set(different)) == 4
    assert digest(default={**phones, "show": "full"}) == digest(default=phones)


def test_passages_that_overlap_are_masked_once() -> None:
    policy = Policy(RedactionPolicy(patterns={"one": "abc", "two": "bcd", "three": "b"}))
    assert policy.mask("xabcdx") == f"x{MASK * 4}x"
    assert [found.kind for found in policy.find("xabcdx")] == ["one", "two"]


def test_texts_in_meta_are_masked_and_ids_of_decisions_are_not() -> None:
    redaction = Redaction(RedactionSettings(default=ALL))
    fact = {"object": "13800138000", "quote": "ring 13800138000", "start": 3}
    source = {"file_path": "tenants/a@b.org/users/13800138000/x.jsonl"}
    meta = {"fact": fact, "source": source, "target": "af_1", "session_id": "13800138000"}
    record = Record("e1", "default", "me", "s", "user", "ring 13800138000", 0, "a@b.org", meta=meta)
    masked = MASK * 11
    kept = {"fact": {"object": masked, "quote": f"ring {masked}", "start": 3}}
    assert redaction.decision(record).meta == meta | kept
    shown = redaction.shown(record)
    assert shown.meta == meta | kept | {
        "source": {"file_path": f"tenants/{MASK * 7}/users/13800138000/x.jsonl"},
        "session_id": masked,
    }
    assert (shown.content, shown.speaker) == (f"ring {masked}", MASK * 7)
    assert redaction.record(record).meta is meta


def test_what_is_nested_too_deeply_is_left_out() -> None:
    redaction = Redaction(RedactionSettings(default=ALL))
    deep: dict[str, Any] = {}
    for _ in range(5000):
        deep = {"a": deep}
    record = Record("e1", "default", "me", "s", "user", "hello", 0, meta=deep, extra=deep)
    assert redaction.decision(record).meta is None
    assert (redaction.shown(record).meta, redaction.shown(record).extra) == (None, {})
    assert redaction.record(record).content == "hello"
