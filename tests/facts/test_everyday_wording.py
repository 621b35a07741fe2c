"""Allergies, orders, homes and habits in everyday wording: what is read, and what stays unread."""

from __future__ import annotations

import pytest
from factbase.lives import objects
from facts import stories
from facts.stories import U, at

from eywa_fs.facts.extraction import extract
from eywa_fs.facts.replay import FactState

NOON = at("2024-05-06", 12)


def read(text: str, predicate: str, *, sure: bool = True) -> list[str]:
    """The values of one predicate that a message says outright, or only as a candidate."""
    told = (c for c in extract(text, NOON) if c.predicate == predicate and c.act == "state")
    return objects(c for c in told if c.sure == sure)


def heard(*said: str) -> FactState:
    """The state after messages of one user, a day apart, each in a session of its own."""
    return stories.heard(*((NOON + day * 86_400_000, text) for day, text in enumerate(said)))


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("I'm allergic to walnuts, inhaler and all.", ["walnuts"]),
        ("i'm allergic to prawns, swelling and everything", ["prawns"]),
        ("I'm allergic to latex, blue lights and all that.", ["latex"]),
        ("I'm allergic to lupins, an EpiPen and the lot.", ["lupins"]),
        ("I have a bad allergy to wasps, hives and wheezing.", ["wasps"]),
        ("I'm allergic to cats, dogs and horses.", ["cats", "dogs", "horses"]),
        ("I'm allergic to bees, wasps and stuff.", ["bees", "wasps"]),
        ("I'm allergic to cats and all animals with fur.", ["cats", "all animals with fur"]),
        ("我对榛子和腰果过敏。", ["榛子", "腰果"]),
        ("我对榛子、皮疹都过敏。", []),
    ],
)
def test_what_an_allergy_does_is_no_allergen(text: str, values: list[str]) -> None:
    assert read(text, "allergic_to") == values


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("I'm horribly allergic to sesame.", ["sesame"]),
        ("I am really violently allergic to mustard.", ["mustard"]),
        ("i'm dead allergic to horses", ["horses"]),
        ("I'm a bit allergic to birch.", ["birch"]),
        ("I'm hardly allergic to birch.", []),
        ("I'm allegedly allergic to birch.", []),
        ("I'm not terribly allergic to birch.", []),
        ("I'm not very allergic to birch.", []),
        ("I'm not actually allergic to birch.", ["not birch"]),
    ],
)
def test_how_badly_changes_nothing_and_doubt_is_silent(text: str, values: list[str]) -> None:
    assert read(text, "allergic_to") == values


def test_an_adverb_before_a_value_belongs_to_it() -> None:
    assert read("I only eat locally grown apples.", "prefers") == ["locally grown apples"]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Before we start: always answer in Welsh.", "answer in Welsh"),
        ("first things first, always give me short answers", "give me short answers"),
        ("A small request - never use emojis with me.", "never use emojis with me"),
        ("And no tables please, they break in my terminal.", "no tables"),
        ("One more thing: no jargon in your answers please.", "no jargon in your answers"),
        ("From now on no bullet points.", "no bullet points"),
        ("先说清楚，以后都用粤语回答我", "用粤语回答我"),
        ("丑话说在前头，以后别给我用表情", "别给我用表情"),
        ("提个要求：以后回答我简短一点", "回答我简短一点"),
        ("提前说一声：以后都用英文回答我", "用英文回答我"),
    ],
)
def test_an_order_behind_words_that_announce_it(text: str, value: str) -> None:
    assert read(text, "instruction") == [value]


@pytest.mark.parametrize(
    "text",
    [
        "My boss wrote: always give me short answers.",
        "The sign on the door says: always use short words.",
        "Note to staff: always use short words.",
        "No sugar please.",
        "No worries please, take your time.",
        "No idea what bullet points, please.",
        "No tables please?",
        "Write a poem about snow. No emojis please.",
        "他先说好，以后都用英文回答我",
        "我妈说：以后都用英文回答我",
    ],
)
def test_no_order_to_the_assistant(text: str) -> None:
    assert read(text, "instruction") + read(text, "instruction", sure=False) == []


@pytest.mark.parametrize("text", ["No emojis, please.", "Please no tables."])
def test_what_may_be_meant_for_one_answer_is_a_candidate(text: str) -> None:
    assert (read(text, "instruction"), len(read(text, "instruction", sure=False))) == ([], 1)


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("我住翠苑9栋。", ["翠苑9栋"]),
        ("我现在住在锦绣城6号楼1203", ["锦绣城6号楼1203"]),
        ("我住阳光小区5幢，六楼", ["阳光小区5幢"]),
        ("我住医院3号楼", []),
        ("我住朋友家2栋", []),
        ("我住那栋楼", []),
        ("我住了3栋楼", []),
    ],
)
def test_a_building_is_a_home(text: str, values: list[str]) -> None:
    assert read(text, "lives_in") == values


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("我把烟戒了", ["烟"]),
        ("我去年把奶茶给戒掉了", ["奶茶"]),
        ("我想把烟戒了", []),
        ("我要是把烟戒了就好了", []),
    ],
)
def test_a_habit_given_up(text: str, values: list[str]) -> None:
    assert read(text, "stopped") == values


def test_words_of_a_form_do_not_turn_a_relative_into_the_owner_of_what_follows() -> None:
    said = extract("儿子把我接到珠海来了，老屋也卖掉了。", NOON)
    assert [c.object for c in said if c.act == "end"] == ["老屋"]


@pytest.mark.parametrize(
    ("named", "told", "value"),
    [
        ("My son is called Ollie.", "Ollie is badly allergic to eggs.", "eggs"),
        ("My daughter Wren is six.", "Wren is allergic to kiwi", "kiwi"),
        ("我女儿叫糖糖。", "糖糖对花生过敏，学校食堂要知道", "花生"),
        ("我儿子叫小满。", "小满也对鸡蛋过敏。", "鸡蛋"),
    ],
)
def test_who_bears_a_name_is_known_from_before(named: str, told: str, value: str) -> None:
    state = heard(named, told)
    assert value in [f.object for f in state.facts if f.predicate == "allergic_to"]
    alone = heard(told)
    assert alone.facts == (), "of nobody that is known it is a candidate"
    assert [f.object for f in alone.candidates] == [value]


def test_a_known_name_takes_the_newer_home_and_no_hedge_becomes_sure() -> None:
    state = heard("My sister Maud lives in Lund.", "Maud lives in Ystad now.")
    homes = {f.object: f.status for f in state.facts if f.predicate == "lives_in"}
    assert homes == {"Lund": "superseded", "Ystad": "active"}
    doubt = heard("My sister Maud lives in Lund.", "Maybe Maud lives in Ystad now.")
    assert [f.object for f in doubt.facts if f.predicate == "lives_in"] == ["Lund"]
    she = heard("My sister Maud lives in Lund. She's allergic to figs.")
    assert [f.object for f in she.candidates] == ["figs"] and U not in {
        f.subject for f in she.candidates
    }


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("Please answer always in English.", ["answer always in English"]),
        ("I can't stand lists, so never use bullet points.", []),
        ("Please use British spelling, and no bullet points please, I can't stand them.",
         ["no bullet points"]),
        ("One thing before we go on: no bullet points please, I hate them", ["no bullet points"]),
        ('Never begin with "great question" please', ['Never begin with "great question"']),
        ("never begin with that", []),
        ("You can write longer answers from now on.", ["write longer answers from now on"]),
        ("You should see a doctor from now on.", []),
        ("Remind me, I always write late.", []),
        ("請用繁體中文回答，不要夾英文，我們看不懂", ["請用繁體中文回答，不要夾英文，我們看不懂"]),
        ("请用中文回答：一加一等于几", []),
        ("你以后回答我可以长一点", ["回答我可以长一点"]),
        ("以后给我我想要的", []),
    ],
)  # fmt: skip
def test_standing_orders_in_everyday_words(text: str, values: list[str]) -> None:
    assert read(text, "instruction") == values


@pytest.mark.parametrize(
    ("text", "predicate", "values"),
    [
        ("我现在租在双流，一个月1600", "lives_in", ["双流"]),
        ("你好，我叫林晓雯，在成都市三医院呼吸科当护士", "works_at", ["成都市三医院呼吸科"]),
        ("我太太也会用，她叫林秀兰，打字慢", "name", ["林秀兰"]),
        ("我妈昨天来了。她叫李秀芳", "name", ["李秀芳"]),
        ("我妈和我姐来了，她叫李秀芳", "name", []),
        ("我老公带来一个客户，他叫王磊", "name", []),
        ("我妈养了只猫，她叫咪咪", "name", []),
    ],
)  # fmt: skip
def test_homes_wards_and_what_she_is_called(text: str, predicate: str, values: list[str]) -> None:
    assert [v for v in read(text, predicate) if predicate != "name" or v != "林晓雯"] == values


@pytest.mark.parametrize(
    ("text", "who", "allergen"),
    [
        ("I've got a sesame allergy.", U, "sesame"),
        ("My boy is allergic to wasps.", "user's son", "wasps"),
        ("Our little girl has an egg allergy.", "user's daughter", "egg"),
        ("我對蝦敏感", U, "蝦"),
        ("我食腰果會敏感㗎", U, "腰果"),
        ("我個仔對雞蛋敏感", "用户的儿子", "雞蛋"),
        ("我妈吃螃蟹会过敏", "用户的妈妈", "螃蟹"),
        ("医生说我儿子是花生过敏", "用户的儿子", "花生"),
    ],
)
def test_an_allergy_is_read_in_the_words_of_every_day(text: str, who: str, allergen: str) -> None:
    told = [c for c in extract(text, NOON) if c.predicate == "allergic_to"]
    assert [(c.subject, c.object, c.sure) for c in told] == [(who, allergen, True)]


@pytest.mark.parametrize(
    "text",
    [
        "我对价格很敏感", "我對咖啡因敏感", "我皮肤比较敏感", "我女儿查出来对虾过敏了吗",
        "My boy Zed is allergic to mornings.", "I got an allergy test.",
    ],
)  # fmt: skip
def test_what_is_like_an_allergy_is_none(text: str) -> None:
    assert not read(text, "allergic_to")


@pytest.mark.parametrize(
    ("name", "told", "allergen"),
    [
        ("My daughter is called Nia.", "Nia has a kiwi allergy.", "kiwi"),
        ("我女儿叫小满", "小满芒果过敏", "芒果"),
        ("我儿子叫阿哲", "阿哲吃花生会过敏", "花生"),
    ],
)
def test_an_allergy_of_a_name_that_was_told_is_a_fact(name: str, told: str, allergen: str) -> None:
    facts = heard(name, told).facts
    assert allergen in [f.object for f in facts if f.predicate == "allergic_to" and f.sure]
