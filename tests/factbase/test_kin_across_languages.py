"""A relative who has one word in each language is one person, whichever one speaks of them."""

from __future__ import annotations

import pytest
from factbase.lives import QuickMemory, drafts, objects

from eywa_fs.facts.identity import is_one, key_of


@pytest.mark.parametrize(
    ("said", "question", "values"),
    [
        (["My mum lives in Leeds."], "我妈住在哪里？", ["Leeds"]),
        (["我母亲住在成都。"], "Where does my mother live?", ["成都"]),
        (["我爸在启明物流上班。"], "Where does my dad work?", ["启明物流"]),
        (["My daughter is allergic to sesame."], "我女儿对什么过敏？", ["sesame"]),
        (
            ["My mother lives in Leeds.", "我妈妈现在住在成都。"],
            "Where does my mum live?",
            ["成都"],
        ),
        (["我爸爸住在大同。", "My father lives in York now."], "我爸住在哪里？", ["York"]),
        (["我丈夫住在扬州。", "My husband lives in Turku now."], "我老公住在哪里？", ["Turku"]),
    ],
)
def test_what_is_told_in_one_language_is_known_and_ended_in_the_other(
    quick: QuickMemory, said: list[str], question: str, values: list[str]
) -> None:
    quick.append_many(drafts(said))
    assert objects(quick.facts(question).facts) == values
    assert objects(quick.facts().facts) == values, "nothing stale is left"


def test_a_word_that_is_two_in_the_other_language_names_neither() -> None:
    keys = {key_of(f"用户的{word}") for word in ("哥哥", "弟弟", "姐姐", "妹妹", "奶奶", "外婆")}
    keys |= {key_of(f"user's {word}") for word in ("brother", "sister", "grandmother")}
    assert len(keys) == 9
    assert key_of("用户的老妈") == key_of("my mum") == "@mother"
    assert is_one("用户的女友") and not is_one("用户的女儿")
