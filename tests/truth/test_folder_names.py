"""Ids become folder names and back; nothing hostile gets through, nothing collides."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from eywa_fs.errors import InvalidId
from eywa_fs.truth.folder_names import MAX_ENCODED_BYTES, decode_id, encode_id, plain_name

IDS = st.text(st.characters(exclude_categories=("Cs", "Cc")), min_size=1, max_size=20)
NASTY = st.text(st.sampled_from('aA.%/\\:*?"<>| ~ßİſKkéÉ山🦆-_con1'), min_size=1, max_size=12)


@given(IDS | NASTY)
def test_encoding_is_reversible(value: str) -> None:
    assume(not value.isspace())
    name = encode_id(value)
    assert decode_id(name) == value
    assert name not in (".", "..") and not name.startswith(".") and not name.endswith((".", " "))
    assert not set(name) & set('/\\:*?"<>|\x00')
    assert len(name.encode()) <= MAX_ENCODED_BYTES


@given(IDS | NASTY, IDS | NASTY)
def test_different_ids_stay_apart_on_any_disk(one: str, other: str) -> None:
    assume(not one.isspace() and not other.isspace() and one != other)
    first, second = encode_id(one), encode_id(other)
    assert first.casefold() != second.casefold()
    folded = [unicodedata.normalize("NFKD", name).casefold() for name in (first, second)]
    assert folded[0] != folded[1]


@given(st.text(max_size=30))
def test_decoding_never_raises_and_never_gives_a_name_twice(name: str) -> None:
    value = decode_id(name)
    if value is not None:
        assert encode_id(value) == name or plain_name(value) == name or "%" not in name


@pytest.mark.parametrize(
    "value",
    [
        "",
        " ",
        "\t",
        "a\x00b",
        "a\nb",
        "\x1b[31m",
        "a\x85b",
        "\ud800",
        "x" * 201,
        "山" * 100,
        "A" * 70,
        None,
        7,
        b"ann",
        True,
    ],
)
def test_refused(value: object) -> None:
    with pytest.raises(InvalidId):
        encode_id(value, "user_id")


@pytest.mark.parametrize(
    "value",
    [
        "con",
        "CON",
        "nul",
        "NUL.txt",
        "aux",
        "com1",
        "lpt9.log",
        "prn",
        "..",
        ".",
        ".hidden",
        "trailing.",
        "...",
        "a/b",
        "a\\b",
        "../x",
        "c:\\x",
        "Ann",
        "%41nn",
        "小明",
        "🦊",
        "é",
        "é",
        "ﬁ",
        "trailing ",
        " leading",
        "a b",
    ],
)
def test_hostile_ids_become_harmless(value: str, tmp_path: Path) -> None:
    name = encode_id(value)
    (tmp_path / name).mkdir()
    assert [entry.name for entry in tmp_path.iterdir()] == [name]
    assert decode_id(name) == value
    assert name.split(".")[0] not in {"con", "nul", "aux", "com1", "lpt9", "prn"}


def test_case_and_normal_forms_stay_apart() -> None:
    assert encode_id("Ann").lower() != encode_id("ann").lower()
    composed, decomposed = "caf\u00e9", "cafe\u0301"
    assert unicodedata.normalize("NFC", encode_id(decomposed)) != encode_id(composed)


@pytest.mark.parametrize(
    "name", ["%", "%4", "%zz", "a%2", "%41%", "%ff", "%4A", "%61", ".", "..", ".git"]
)
def test_names_that_are_no_ids(name: str) -> None:
    assert decode_id(name) is None


def test_folders_of_foreign_writers_are_read() -> None:
    assert decode_id("Ann") == "Ann" and plain_name("Ann") == "Ann"
    assert decode_id("Zoë K") == "Zoë K"
    assert plain_name("ann") is None  # the canonical folder already
    assert plain_name("a/b") is None and plain_name("..") is None
