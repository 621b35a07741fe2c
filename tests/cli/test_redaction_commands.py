"""Redaction policies on the command line: what they would mask, and what is shown."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml
from corpus import Eywa

from eywa_fs.memory import EywaMemory


def _policy(root: Path, **policy: object) -> None:
    value = {"redaction": {"default": policy}}
    (root / "config.yaml").write_text(yaml.safe_dump(value), encoding="utf-8")


def test_what_would_be_masked_in_a_text(
    eywa: Eywa, root: Path, small: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = eywa("redaction", "test", "mail ana@example.org or ring 13800138000", "--all")
    assert told.out == f"mail {'█' * 15} or ring {'█' * 11}\n"
    assert "email: characters 5 to 20" in told.err
    nothing = eywa("redaction", "test", "ring 13800138000")
    assert nothing.out == "ring 13800138000\n"
    assert "nothing is masked" in nothing.err
    _policy(root, kinds=["phone"])
    monkeypatch.setattr("sys.stdin", io.StringIO("ring 13800138000"))
    found = eywa("redaction", "test", "-", "--json").value
    passage = {"kind": "phone", "start": 5, "end": 16}
    assert found == {"text": f"ring {'█' * 11}", "found": [passage]}


def test_how_many_records_hold_something(
    eywa: Eywa, root: Path, small: None, make_memory: Callable[..., EywaMemory]
) -> None:
    with make_memory() as memory:
        for text in ("Ring 13800138000.", "手机号是13912345678，邮箱a@example.cn", "no number"):
            memory.append(text)
    notes = root / "tenants/default/users/me/longterm/notes.md"
    notes.parent.mkdir()
    notes.write_text("# Ana\nmail ana@example.org\n", encoding="utf-8")
    counted = eywa("redaction", "count", "--user", "me", "--all", "--json").value
    assert counted == {"records": 6, "holding": 3, "kinds": {"email": 2, "phone": 2}}
    shown = eywa("redaction", "count", "--user", "me", "--all")
    assert "phone" in shown.out and "138" not in shown.out + shown.err
    assert "3 of 6 records" in shown.err
    assert "nothing is masked" in eywa("redaction", "count").out


def test_list_and_show_are_masked_and_the_operator_may_see_all(
    eywa: Eywa, root: Path, small: None, make_memory: Callable[..., EywaMemory]
) -> None:
    with make_memory() as memory:
        memory.append("Ring 13800138000.", event_id="ring")
    _policy(root, kinds=["phone"])
    assert "138" not in eywa("list").out
    assert eywa("show", "ring").out == f"Ring {'█' * 11}.\n"
    assert eywa("show", "ring", "--full").out == "Ring 13800138000.\n"
    assert "eywa rebuild" in eywa("search", "ring", code=7).err


@pytest.mark.parametrize(
    ("texts", "differs"),
    [
        (("Ring 13800138000.", "Ring 13912345678."), ["text"]),
        (("手机号是13800138000。", "手机号是13912345678。"), ["text"]),
        (("Ring 13800138000.", "Call 13800138000."), []),
        (("Ring 13800138000.", "Call 13912345678."), ["text"]),
        (("Ring 13800138000.", "Ring 13800138000."), []),
    ],
)
def test_versions_that_differ_in_what_is_masked_are_not_the_same(
    eywa: Eywa, root: Path, make_memory: Callable[..., EywaMemory],
    texts: tuple[str, str], differs: list[str],
) -> None:  # fmt: skip
    with make_memory() as memory:
        memory.append(texts[0], event_id="ring", speaker="Ann")
        memory.update("ring", texts[1], speaker="Ann Bo")
        memory.update("ring", texts[1], speaker="Ann Bo", tags=["x"])
    _policy(root, kinds=["phone"])
    found = eywa("compare", "ring", "1", "2", "--json").value
    assert (found["masked"], found["unread"]) == (differs, [])
    told = eywa("compare", "ring", "1", "2").out
    assert ("differs in what is masked" in told) == bool(differs)
    assert not any(number in told for number in ("13800138000", "13912345678"))
    _policy(root, kinds=["phone"], show="full")
    assert eywa("compare", "ring", "1", "2", "--json").value["masked"] == []


def test_speakers_that_differ_in_what_is_masked(
    eywa: Eywa, root: Path, make_memory: Callable[..., EywaMemory]
) -> None:
    with make_memory() as memory:
        memory.append("The well is dry.", event_id="well", speaker="Ann 13800138000")
        memory.update("well", "The well is dry.", speaker="Ann 13912345678")
    _policy(root, kinds=["phone"])
    assert eywa("compare", "well", "1", "2").out == "the speaker differs in what is masked\n"
    assert "say the same" in eywa("compare", "well", "2", "2").out
