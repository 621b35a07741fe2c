"""Lane L1: windows are fixed by line, groups cover every span once, sentences lie in the text."""

from hypothesis import given
from hypothesis import strategies as st

from eywa_fs.lanes.summary import (
    GROUP_SPANS,
    WINDOW_LINES,
    Span,
    group,
    sentences,
    summaries,
    wanted_groups,
    windows,
)

WORDS = st.sampled_from("kettle lamp river choir bread ticket 茶壶 灯 河".split())  # noqa: SIM905
TEXTS = st.lists(WORDS, min_size=1, max_size=6).map(lambda words: " ".join(words) + ".")


def span(text: str, line: int = 1, start: int = 0) -> Span:
    return Span(text, start, tuple(text.rstrip(".").split()), line)


@given(st.lists(TEXTS, min_size=1, max_size=40))
def test_every_span_is_in_exactly_one_group(texts: list[str]) -> None:
    spans = [span(text, line) for line, text in enumerate(texts, start=1)]
    seen = [
        first + number
        for first, groups in windows(spans)
        for found in groups
        for number in found.members
    ]
    assert sorted(seen) == list(range(len(spans)))


@given(st.lists(TEXTS, min_size=1, max_size=WINDOW_LINES))
def test_groups_are_few_and_small(texts: list[str]) -> None:
    found = group([span(text, line) for line, text in enumerate(texts, start=1)])
    assert len(found) == wanted_groups(len(texts))
    assert all(len(members) <= GROUP_SPANS for members in found)
    assert found == sorted(found)


@given(st.lists(TEXTS, min_size=WINDOW_LINES, max_size=30), TEXTS)
def test_a_full_window_does_not_change_when_lines_follow(texts: list[str], more: str) -> None:
    def first_window(lines: list[str]) -> object:
        return windows([span(text, line) for line, text in enumerate(lines, start=1)])[0]

    assert first_window(texts[:WINDOW_LINES]) == first_window([*texts[:WINDOW_LINES], more])


def test_what_shares_words_is_grouped() -> None:
    found = group(
        [
            span("kettle leaks badly", 1),
            span("choir rehearsal moved", 2),
            span("new kettle still leaks", 3),
        ]
    )
    assert found == [(0, 2), (1,)]


@given(st.lists(TEXTS, min_size=1, max_size=6), st.integers(0, 50))
def test_sentences_are_chosen_from_the_text(texts: list[str], start: int) -> None:
    spans = [span(text, line, start=start) for line, text in enumerate(texts, start=1)]
    for found in summaries(spans):
        chosen = [
            spans[number].text[a - start : b - start]
            for number, ranges in zip(found.members, found.sentences, strict=True)
            for a, b in ranges
        ]
        assert len(chosen) == max(1, int(0.45 * len(found.members)))
        assert all(text and text == text.strip() for text in chosen)


@given(st.text(max_size=200))
def test_sentences_are_disjoint_and_in_order(text: str) -> None:
    last = 0
    for start, end in sentences(text):
        assert last <= start < end <= len(text)
        assert text[start:end] == text[start:end].strip()
        last = end


def test_a_decimal_point_ends_no_sentence() -> None:
    text = "It weighs 3.5 kilos. The lid is loose."
    assert [text[a:b] for a, b in sentences(text)] == ["It weighs 3.5 kilos.", "The lid is loose."]
