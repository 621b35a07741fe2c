"""What is asked of somebody or something of the user's is not answered by the user's own facts."""

from __future__ import annotations

import pytest
from facts.stories import U, say, tell, told

from eywa_fs.facts.replay import FactState

EN = tell(
    ("2024-01-01", say(U, "name", "Ottilie", kind="person", said="My name is Ottilie")),
    ("2024-01-02", say(U, "age", "40", said="I am 40")),
    ("2024-01-03", say(U, "lives_in", "Gouda", kind="place", said="I live in Gouda")),
    ("2024-01-04", say(U, "works_at", "Otto", kind="organisation", said="I work at Otto")),
    ("2024-01-05", say(U, "birthday", "3 May", said="my birthday is 3 May")),
    ("2024-01-06", say(U, "contact", "07700 900111", said="my number is 07700 900111")),
    ("2024-01-07", say(U, "allergic_to", "kiwi", said="I'm allergic to kiwi")),
    ("2024-01-08", say(U, "owns", "green Panda", kind="thing", said="I drive a green Panda")),
    ("2024-01-09", say(U, "other", "rent: 575", said="my rent is 575")),
    ("2024-01-10", say(U, "schedule", "tea with my lodger on Fridays")),
    ("2024-01-10", say(U, "from", "Crete", kind="place", said="I come from Crete")),
    ("2024-01-11", say(U, "spouse", "Viggo", kind="person", said="my husband Viggo")),
)
ZH = tell(
    ("2024-01-01", say(U, "name", "彭晓禾", kind="person", said="我叫彭晓禾")),
    ("2024-01-02", say(U, "age", "40岁", said="我40岁")),
    ("2024-01-03", say(U, "lives_in", "无锡", kind="place", said="我住在无锡")),
    ("2024-01-04", say(U, "works_as", "会计", said="我是会计")),
    ("2024-01-05", say(U, "birthday", "5月3日", said="我生日是5月3日")),
    ("2024-01-06", say(U, "contact", "13800000001", said="我手机号13800000001")),
    ("2024-01-07", say(U, "allergic_to", "青霉素", said="我对青霉素过敏")),
    ("2024-01-08", say(U, "owns", "绿色熊猫", kind="thing", said="我开一辆绿色熊猫")),
    ("2024-01-09", say(U, "prefers", "爵士乐", said="我喜欢爵士乐")),
)
NOUNS = [
    first + last
    for first in ("bl", "dr", "fl", "gr", "kn", "pl", "tr", "sk", "v", "z")
    for last in ("orp", "undle", "imsy", "affon")
]
WORDS = [first + last for first in "布洛泊泽梵琅绮翡" for last in "仑尼弥朵溪"]
ABOUT = (
    "Where does my {} live?",
    "How old is my {}?",
    "Where does my {} work now?",
    "What is my {} called?",
    "What is my {}'s name?",
    "Do you remember my {}'s birthday?",
    "where my {} lives, i forgot",
    "What is my {} allergic to?",
    "Is my {} allergic to kiwi?",
    "How old is the user's {}?",
)
OF = (
    "我{}住在哪？",
    "我{}叫什么名字？",
    "我的{}多大了？",
    "我{}几岁？",
    "我的{}是做什么的？",
    "我{}在哪工作？",
    "我{}生日是哪天？",
    "我的{}对什么过敏？",
    "我{}的名字是什么？",
    "用户的{}叫什么？",
)


@pytest.mark.parametrize(("state", "forms", "nouns"), [(EN, ABOUT, NOUNS), (ZH, OF, WORDS)])
def test_whatever_the_word_no_value_of_the_user_answers(
    state: FactState, forms: tuple[str, ...], nouns: list[str]
) -> None:
    assert len(nouns) == 40
    asked = [form.format(noun) for form in forms for noun in nouns]
    wrong = {text: found for text in asked if (found := told(state, text))}
    wrong |= {text: found for text in asked if (found := told(state, text, "e3", "e2", "e1"))}
    assert set(map(str, wrong.values())) <= {"['kiwi']"}  # said of kiwi, where kiwi is asked for
    assert all("kiwi?" in text for text in wrong)


@pytest.mark.parametrize(
    ("state", "text", "values"),
    [
        (EN, "When does my lodger come for tea?", ["tea with my lodger on Fridays"]),
        (EN, "How old is my car?", ["green Panda"]),
        (EN, "What is my name?", ["Ottilie"]),
        (EN, "What's my age?", ["40"]),
        (EN, "When is my birthday?", ["3 May"]),
        (EN, "My state of origin?", ["Crete"]),
        (EN, "What is my address?", ["Gouda"]),
        (EN, "What is my phone number?", ["07700 900111"]),
        (EN, "Which firm is my employer?", ["Otto"]),
        (EN, "What is the user's job?", ["Otto"]),
        (EN, "How much is my rent?", ["rent: 575"]),
        (EN, "What is my car?", ["green Panda"]),
        (EN, "Where did I live when my landlord died?", ["Gouda"]),
        (EN, "Who is my husband?", ["Viggo"]),
        (ZH, "我叫什么？", ["彭晓禾"]),
        (ZH, "我现在到底住在哪？", ["无锡"]),
        (ZH, "我爹过世时我多大？", ["40岁"]),
        (ZH, "我今年足岁几岁？", ["40岁"]),
        (ZH, "我的职业是什么？", ["会计"]),
        (ZH, "我的手机号是多少？", ["13800000001"]),
        (ZH, "我的生日是哪天？", ["5月3日"]),
        (ZH, "我的爱好是什么？", ["爵士乐"]),
        (ZH, "我教练住在哪，我忘了", []),
        (ZH, "我租客生日几号", []),
        (ZH, "我阳历生日几号", ["5月3日"]),
        (ZH, "我的店叫什么？", []),
    ],
)
def test_what_is_the_users_own_answers(state: FactState, text: str, values: list[str]) -> None:
    assert told(state, text) == values
