"""Lane L0: spans tile the record, windows look back only."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eywa_fs.lanes.l0 import (
    CONTEXT_GAP_MS,
    OWN_WEIGHT,
    SPAN_MAX_TOKENS,
    context_of,
    documents,
    estimated_tokens,
    spans,
)
from eywa_fs.model.records import Record

MINUTE = 60_000


def turn(content: str, minute: int = 0, speaker: str | None = None) -> Record:
    return Record(
        event_id="",
        tenant_id="t",
        user_id="u",
        session_id="s",
        role="user",
        content=content,
        timestamp=minute * MINUTE,
        speaker=speaker,
    )


def test_a_short_record_is_one_document_with_its_bare_text_embedded() -> None:
    (document,) = documents(turn("I adopted a grey cat.", speaker="Mira"))
    assert (document.start, document.end) == (0, 21)
    assert document.embed_text == "I adopted a grey cat."
    assert document.own_words.split()[-1] == "mira"
    assert document.own_terms == 5
    assert document.context == 0


def test_the_window_holds_own_words_twice_and_context_once() -> None:
    asked = turn("Which animal lives here?", 0, "Jonas")
    (document,) = documents(turn("A grey cat.", 1, "Mira"), [asked])
    window = document.window_words.split()
    assert window.count("cat") == OWN_WEIGHT
    assert window.count("anim") == 1
    assert window.count("jona") == 1
    assert "anim" not in document.own_words.split()
    assert document.context == 1


@pytest.mark.parametrize(
    ("filler", "end", "first", "inner", "last"),
    [
        ("The kettle boiled over. ", "Otters float.", "heron", "badger", "otter"),
        ("水壶里的水烧开了。", "水獭浮着。", "苍鹭", "狐狸", "水獭"),
    ],
)
def test_a_long_record_lends_the_words_of_its_beginning_and_its_end(
    filler: str, end: str, first: str, inner: str, last: str
) -> None:
    """Else each span of a long record would carry all of the long one before it."""
    before = turn(f"{first} {filler * 2000}{inner}. {filler * 2000}{end}")
    found = documents(turn(filler * 4000, 1), [before])
    assert len(found) > 50 and max(len(one.window_words) for one in found) < 20_000
    for one in found:
        assert first in one.window_words and last in one.window_words
        assert inner not in one.window_words
    [short] = documents(turn("Yes.", 1), [turn(f"{first} {filler * 20}{inner}. {end}")])
    assert all(word in short.window_words for word in (first, inner, last))


def test_only_the_two_nearest_records_are_context() -> None:
    before = [turn(text, minute) for minute, text in enumerate(["apple", "pear", "plum"])]
    assert [t.content for t in context_of(turn("fig", 3), before)] == ["pear", "plum"]


def test_a_long_silence_ends_the_context() -> None:
    gap = CONTEXT_GAP_MS // MINUTE + 1
    before = [turn("apple", 0), turn("pear", gap)]
    assert [t.content for t in context_of(turn("fig", gap + 1), before)] == ["pear"]
    assert context_of(turn("fig", 2 * gap + 1), before) == []


@pytest.mark.parametrize(
    "sentence", ["The harbour was quiet in the morning. ", "清晨的港口很安静。"]
)
def test_long_records_are_cut_after_sentences(sentence: str) -> None:
    content = sentence * 200
    cut = spans(content)
    assert len(cut) > 3
    for start, end in cut:
        assert estimated_tokens(content[start:end]) <= SPAN_MAX_TOKENS
        assert content[start:end].strip()[-1] in ".。"


def test_every_span_of_a_long_record_has_the_context_and_the_speaker() -> None:
    found = documents(turn("Boats sail. " * 400, 1, "Mira"), [turn("harbour", 0)])
    assert len(found) > 1
    for document in found:
        assert "harbour" in document.window_words.split()
        assert "mira" in document.own_words.split()


@given(st.text(max_size=60), st.integers(min_value=1, max_value=120))
def test_spans_tile_the_content(piece: str, times: int) -> None:
    content = piece * times
    cut = spans(content)
    assert cut[0][0] == 0
    assert cut[-1][1] == len(content)
    assert all(left[1] == right[0] for left, right in itertools.pairwise(cut))
    assert all(estimated_tokens(content[a:b]) <= SPAN_MAX_TOKENS for a, b in cut)


def test_an_empty_record_still_has_a_document() -> None:
    (document,) = documents(turn(""))
    assert document.window_words == ""
    assert document.embed_text == ""
