"""Looking for many texts in many bytes."""

from __future__ import annotations

import json
import os
import random
from pathlib import Path
from typing import Any

import pytest
from corpus import MakeMemory
from erasure.marked import CONFIG, USER, forms, places
from hypothesis import example, given
from hypothesis import strategies as st

from eywa_fs.erasure import scanning
from eywa_fs.erasure.needles import Needles, pieces
from eywa_fs.erasure.scanning import scan
from eywa_fs.truth.layout import Layout

TEXTS = ("the heron 42", "朱鹮在湖边散步。", 'a "quoted"\n\\ path', "🦜🦜🦜 parrots", "12345678")


@pytest.mark.parametrize("text", TEXTS)
def test_every_form_is_found_at_every_place(text: str) -> None:
    needles = Needles(TEXTS)
    noise = random.Random(5).randbytes(99)
    for form in forms(text):
        for shift in range(17):
            data = noise[:shift] + form + noise
            assert [[*needles._pieces][n] for n in needles.found_in(data)] == [text], (form, shift)
            assert not needles.found_in(data, known=range(len(TEXTS)))
    assert not needles.found_in(noise)


ALPHABETS = ("ab 1", "é'ñ", "好的。许", "好a ", "🦜好", "𠮷𠀋", '"\\\n好', "好\ud83da", "\u200d\0")


@given(
    st.lists(
        st.sampled_from(ALPHABETS).flatmap(lambda some: st.text(some, min_size=1, max_size=70)),
        min_size=1,
        max_size=9,
        unique=True,
    ),
    st.integers(0, 16),
)
@example(["好的。"], 0)
@example(["罗一帆", "王小芳", "林秀兰", "许念念"], 3)  # together as long as whole keys
def test_texts_of_any_length_and_alphabet_are_found(texts: list[str], shift: int) -> None:
    needles = Needles(texts)
    assert len(needles) + needles.short == len(texts)
    for number, text in enumerate(needles._pieces):
        written = text.encode("utf-8", "surrogatepass")
        for form in (written, json.dumps(text)[1:-1].encode(), text.encode("utf-8", "replace")):
            assert number in needles.found_in(b"~" * shift + form + b"~") or len(form) < 8
        wide = text.encode("utf-16-le", "surrogatepass")
        assert number in needles.found_in(b"~" * shift + wide) or len(wide) < 8


def test_of_a_long_text_a_few_pieces_are_looked_for() -> None:
    text = "".join(chr(0x4E00 + n) for n in range(5000))
    found = pieces(text)
    assert len(found) == 8 and (found[0][0], found[-1][-1]) == (text[0], text[-1])
    assert pieces("short") == ["short"] and pieces("  ") == []
    assert "".join(dict.fromkeys("".join(pieces(text[:100])))) == text[:100]


def test_what_is_short_or_one_word_is_only_counted() -> None:
    needles = Needles(("yes", "雪", "conversation", "two words"))
    assert (len(needles), needles.short) == (1, 3)


def test_many_needles_in_random_bytes() -> None:
    dice = random.Random(7)
    needles = Needles(f"marked text number {n} of many" for n in range(5000))
    noise = dice.randbytes(300_000)
    assert not needles.found_in(noise)
    hit = noise[:100_001] + b"marked text number 4321 of many" + noise[:7]
    assert [[*needles._pieces][n] for n in needles.found_in(hit)] == [
        "marked text number 4321 of many"
    ]


def test_a_scan_tells_what_stands_elsewhere_from_what_is_left(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scanning, "_BLOCK", 64)  # texts stand over the edges of blocks
    session = root / "tenants/t/users/u/sessions/s/2025-06-16.jsonl"
    session.parent.mkdir(parents=True)
    said = "".join(f"\\u{ord(letter):04x}" for letter in "said otherwise")
    session.write_text(
        f'{{"content":"said again somewhere"}}\n{{"content":"{said}"}}\n', encoding="utf-8"
    )
    (root / ".index").mkdir()
    (root / ".index/some.db").write_bytes(
        b"x" * 50 + b"said again somewhere" + b"y" * 60 + b"said otherwise" + b"z" * 999
    )
    texts = ["said again somewhere", "said otherwise", "gone for good", "left over here"]
    found = scan(Layout(root), Needles(texts))
    assert (found.found, found.repeated, found.left) == (0, 2, ())
    (root / "copy.txt").write_text("x" * 55 + json.dumps("left over here"), encoding="utf-16-le")
    found = scan(Layout(root), Needles(texts))
    assert (found.found, found.repeated, found.left) == (1, 2, ("copy.txt",))
    assert found.figures["files"] == 3 and found.figures["pieces"] == 4


def test_copies_beside_the_truth_are_named_every_one(root: Path) -> None:
    day, user = "2025-06-16.jsonl", "tenants/t/users/u"
    copies = [
        f"{user}/sessions/s/{day}.1",
        f"{user}/sessions/s/{day}~",
        f"{user}/sessions/s/.{day}.swp",
        f"{user}/decisions/old.jsonl",
        f"audit/{day}",
        "audit/2025-06-16.log.jsonl.1",
        os.fsdecode(b"copy \xff"),
    ]
    for path in (*copies, f"{user}/longterm/others.md"):
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(
            "a copy of it, which others say" if path in copies else "others say"
        )
    found = scan(Layout(root), Needles(["a copy of it", "others say"]))
    assert (found.found, found.repeated) == (1, 1)
    assert found.left == tuple(sorted([*copies[:-1], "copy \\xff"]))


@pytest.mark.parametrize("by", [{"text": "罗一帆"}, {"session_id": "s"}, {"everything": True}])
def test_texts_of_three_chinese_characters_are_erased(
    by: dict[str, Any], root: Path, make_memory: MakeMemory
) -> None:
    memory = make_memory(root, CONFIG)
    for said in ("我弟弟叫罗一帆。", "好的。", "罗一帆"):
        memory.append(said, session_id="s", **USER)
    memory.index()
    assert memory.erase(dry_run=True, **by, **USER).plan.counts["records"] >= 2
    report = memory.erase(**by, **USER)
    assert report.ok and report.certificate is not None
    assert places(root, ["罗一帆"]) == []
