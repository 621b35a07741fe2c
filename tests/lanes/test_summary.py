"""Lane L1: windows are even, groups are small and cover every span once."""

from hypothesis import given, settings
from hypothesis import strategies as st

from eywa_fs.lanes.summary import (
    GROUP_SPANS,
    WINDOW_SPANS,
    Span,
    groups,
    wanted_groups,
    windows,
)

WORDS = st.sampled_from("kettle lamp river choir bread ticket 茶壶 灯 河".split())  # noqa: SIM905
TEXTS = st.lists(WORDS, min_size=1, max_size=6).map(lambda words: " ".join(words) + ".")


def span(text: str, line: int = 1, file: str = "a") -> Span:
    return Span(tuple(text.rstrip(".").split()), file, line)


@given(st.lists(TEXTS, max_size=40), st.integers(1, 8))
def test_every_span_is_in_exactly_one_small_group(texts: list[str], files: int) -> None:
    spans = [span(text, n // files, file=str(n % files)) for n, text in enumerate(texts)]
    found = groups(spans)
    assert sorted(number for members in found for number in members) == list(range(len(spans)))
    assert len(found) == (wanted_groups(len(texts)) if texts else 0)
    assert all(list(members) == sorted(members) for members in found)
    assert all(len(members) <= GROUP_SPANS for members in found)
    assert found == sorted(found)


@given(st.integers(0, 5 * WINDOW_SPANS))
def test_windows_tile_a_month_evenly(spans: int) -> None:
    found = windows(spans)
    assert [number for first, last in found for number in range(first, last)] == list(range(spans))
    sizes = {last - first for first, last in found}
    assert not sizes or (max(sizes) <= WINDOW_SPANS and max(sizes) - min(sizes) <= 1)


@settings(max_examples=3)
@given(st.lists(TEXTS, min_size=WINDOW_SPANS + 1, max_size=WINDOW_SPANS + 40))
def test_at_least_two_fifths_of_the_vectors_go(texts: list[str]) -> None:
    assert len(groups([span(text, n) for n, text in enumerate(texts)])) <= 0.6 * len(texts)


def test_what_shares_words_is_grouped_across_files() -> None:
    found = groups(
        [
            span("kettle leaks badly", file="a"),
            span("choir rehearsal moved", file="b"),
            span("new kettle still leaks", file="c"),
        ]
    )
    assert found == [(0, 2), (1,)]


def test_an_answer_is_grouped_with_its_question() -> None:
    found = groups([span("where is it", 1), span("choir moved", 7), span("under the pot", 2)])
    assert found == [(0, 2), (1,)]
