"""Lane L2: topics share words, take a fifth of them at most, and are named by what is theirs."""

from collections.abc import Iterable

from hypothesis import given, settings
from hypothesis import strategies as st

from eywa_fs.lanes.summary import Span, sentences
from eywa_fs.lanes.topics import MIN_SENTENCES, SENTENCE_SHARE, labels, threads, topics

WORDS = st.sampled_from("kettle lamp river choir bread ticket the and 茶壶 河边 唱歌".split())  # noqa: SIM905
SENTENCES = st.lists(WORDS, min_size=1, max_size=6).map(lambda words: " ".join(words) + ". ")
TEXTS = st.lists(SENTENCES, min_size=1, max_size=4).map("".join)

GARDEN = (
    "The tomato seedlings on the balcony need water. I bought compost for the seedlings.",
    "The compost made the tomato plants grow. Snails ate one of the seedlings at night.",
    "I planted tomato and basil seedlings beside the compost. The first tomato is red.",
)
CHOIR = (
    "The choir rehearses a requiem on Thursday. Our soprano caught a cold before the requiem.",
    "The choir sang the requiem in the church. The soprano was back for the concert.",
    "After the concert the choir wants a lighter programme. No requiem until winter, said all.",
)


def spans(texts: list[str], day: str = "a") -> list[Span]:
    return [
        Span(text, 7 * n, tuple(text.lower().replace(".", "").split()), f"{day}{n}", 1)
        for n, text in enumerate(texts)
    ]


def told(texts: Iterable[str]) -> list[str]:
    """The sentences of some texts."""
    return [text[start:end] for text in texts for start, end in sentences(text)]


@settings(max_examples=60)
@given(st.lists(TEXTS, max_size=30))
def test_topics_are_disjoint_and_told_in_a_fifth_of_their_words(texts: list[str]) -> None:
    given_spans = spans(texts)
    found = topics(given_spans)
    assert found == topics(given_spans)
    members = [n for topic in found for n in topic.members]
    assert len(members) == len(set(members))
    for topic in found:
        told = sum(end - start for _, start, end in topic.sentences)
        places = [place for n in topic.members for place in sentences(texts[n])]
        assert len(places) >= MIN_SENTENCES
        assert 0 < told <= SENTENCE_SHARE * sum(end - start for start, end in places)
        for n, start, end in topic.sentences:
            assert n in topic.members
            whole = {(7 * n + a, 7 * n + b) for a, b in sentences(texts[n])}
            assert (start, end) in whole, "a sentence is one of its record, whole"


def test_what_is_about_the_same_is_one_topic_across_files() -> None:
    mixed = [text for pair in zip(GARDEN, CHOIR, strict=True) for text in pair]
    found = topics(spans(mixed))
    assert [topic.members for topic in found] == [(0, 2, 4), (1, 3, 5)]


def test_months_are_joined_into_threads_and_named() -> None:
    months = ["".join(GARDEN[:2]), "".join(CHOIR), GARDEN[2], "A bus was late today."]
    found = threads(months)
    assert found == [[0, 2], [1], [3]]
    names = labels([told(months[n] for n in thread) for thread in found])
    assert "seedlings" in names[0] and "tomato" in names[0]
    assert "choir" in names[1] or "requiem" in names[1]
    assert all(not {"the", "was"} & set(name) for name in names)


def test_chinese_is_named_by_phrases_and_not_by_their_parts() -> None:
    texts = [["合唱团周四排练。", "合唱团换了指挥。"], ["阳台上的番茄红了。", "番茄要浇水。"]]
    assert [name[0] for name in labels(texts)] == ["合唱团", "番茄"]


def test_too_little_is_no_topic() -> None:
    assert topics([]) == [] and threads([]) == [] and labels([]) == []
    assert topics(spans(["One sentence only. And another one."])) == []
