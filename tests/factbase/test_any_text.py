"""Whatever is said: reading facts never raises, stays linear and says the same twice."""

from __future__ import annotations

import pytest
from factbase.lives import QuickMemory
from hypothesis import given, settings
from hypothesis import strategies as st

from eywa_fs.facts.extraction import extract
from eywa_fs.facts.model import PREDICATES
from eywa_fs.facts.questions import bound_to_self, read_question
from eywa_fs.facts.readings import MOST_FACTS

NOW = 1_748_779_200_000
_WORDS = """我 你 他 我妈 我的 姐姐 住 在 搬 到 了 不 没 想 会 喜欢 过敏 工作 叫 生日
是 三 月 号 的 大同 银川 花生 ， 。 ？ ！ “ ” 「 」 （ ） ： … 吗 吧 其实 但是 因为 如果
昨天 下周 以前 现在 I live in my cat not Oslo OK 2025 3.5 @ https://a.b"""
_MIXED = st.lists(st.sampled_from(_WORDS.split()), max_size=40)


def check(text: str) -> None:
    for fact in extract(text, NOW):
        named = fact.act in ("correct", "retract") or fact.kind.startswith("ends-")
        assert fact.predicate in PREDICATES or named
        assert 0 <= fact.start < fact.end <= len(text)
        assert not (fact.valid_from and fact.valid_to) or fact.valid_from <= fact.valid_to


@settings(max_examples=300, deadline=None)
@given(_MIXED, st.sampled_from(("", " ")))
def test_any_order_of_chinese_and_mixed_words(words: list[str], space: str) -> None:
    check(space.join(words))


@settings(max_examples=150, deadline=None)
@given(
    st.text(
        alphabet="我他住在了不是“”「」『』（）()，。！？；：…—\n\t \u3000\ufeff𠮷😀é", max_size=120
    )
)
def test_any_chinese_punctuation(text: str) -> None:
    check(text)


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=200))
def test_any_text(text: str) -> None:
    check(text)
    assert extract(text, NOW) == extract(text, NOW)


NESTED = ("“", "「", '"', "'", "（", "(", "“我说", '"I said ')


@pytest.mark.parametrize("mark", NESTED)
def test_a_megabyte_of_nested_quotes(mark: str) -> None:
    """A reading that looked back at every quote would not end within the life of this test."""
    check(mark * (1_000_000 // len(mark.encode())))


@pytest.mark.parametrize(
    "text",
    [
        "我" * 300_000,
        "我住在大同，" * 30_000,
        "不" * 300_000,
        "我妈妈的姐姐的" * 40_000,
        "“我住在大同。”" * 30_000,
        "我住在 Oslo and my cat 喜欢鱼。" * 15_000,
        "一二三四五六七八九十" * 30_000,
        "如果" * 150_000,
        "说错了，" * 50_000,
        "\n" * 300_000 + "我住在大同。",
        "，" * 300_000,
    ],
    ids=range(11),
)
def test_hostile_repetition(text: str) -> None:
    check(text)


def test_a_question_that_goes_on_for_pages() -> None:
    """Looking back from each word to the beginning would take minutes."""
    assert bound_to_self(read_question("我" * 40_000 + "叫什么", NOW))
    assert not bound_to_self(read_question("name " * 8_000, NOW))


def test_a_pasted_document_gives_a_bounded_number_of_facts(quick: QuickMemory) -> None:
    names = (f"{a}{b}" for a in "abcdefghijklmnopqrstuvwxyz" for b in "abcdefghijklmnop")
    quick.append(" ".join(f"I love {name}." for name in names), timestamp=NOW)
    assert 0 < len(quick.facts().facts) <= MOST_FACTS


def test_a_huge_message_stops_nobody(quick: QuickMemory) -> None:
    quick.append("“" * 300_000 + "我住在大同。", timestamp=NOW)
    quick.append("I live in Turku.", timestamp=NOW + 1)
    quick.index()
    assert [fact.object for fact in quick.facts().facts][-1] == "Turku"
