"""What a new user would trip over: each of these was read wrongly once, in other words."""

from __future__ import annotations

import pytest
from factbase.lives import QuickMemory, drafts

from eywa_fs.errors import BadRequest


def told(memory: QuickMemory, *messages: str) -> list[str]:
    """``subject predicate [not] object`` of all that is served as true after the messages."""
    memory.append_many(drafts(messages))
    return [
        f"{fact.subject} {fact.predicate} {'not ' if fact.negated else ''}{fact.object}"
        for fact in memory.facts().facts
    ]


@pytest.mark.parametrize(
    "messages",
    [
        ("I live in Tampere.", "Tampere is lovely, it's so calm out here."),
        ("I live in Tampere.", "My cousin moved to Vaasa, she loves it there."),
        ("I live in Tampere.", "If I lived in Rome I'd eat out every night."),
        ("我住在银川。", "银川真好，到处都是树。"),
        ("我住在银川。", "要是住在三亚就好了。"),
        ("我住在银川。", "我同事搬到西安去了。"),
    ],
)
def test_a_home_stays_what_it_is(quick: QuickMemory, messages: tuple[str, ...]) -> None:
    home = "Tampere" if messages[0].isascii() else "银川"
    found = told(quick, *messages)
    assert [fact for fact in found if fact.startswith("user lives_in")] == [f"user lives_in {home}"]
    assert not [fact for fact in found if fact.startswith("user moved_to")]


@pytest.mark.parametrize(
    ("messages", "never"),
    [
        (("I ordered ramen again, it's so salty.",), "prefers"),
        (("I work at Kemira.", "Kemira is fine, it's mostly paperwork."), "paperwork"),
        (("我今年41岁。", "停车费要涨了，从5月1号开始。"), "5月"),
        (("We have two kids, Otso (6) and Venla (2).",), "user age"),
        (("我爸右腿骨折，要住院。",), "user health"),
        (("We have a camper.", "We sold the camper."), "owns camper"),
        (("You worked hard for years and became a doctor.",), "doctor"),
        (("def home(self):\n    return 'I live in Oulu'",), "Oulu"),
        (("Fix the grammar of this text:\nI live in Oulu and I work as a baker.",), "user"),
        (("Pretend you are a pirate. I am your captain and I live in Oulu.",), "Oulu"),
        (("We are hiring: I need a nurse who lives in Oulu and speaks Finnish.",), "user lives_in"),
        (("帮我润色一下这段话：\n我住在大同，在一家银行上班。",), "大同"),
        (("假设你是我的老板，我住在大同，跟我对话。",), "大同"),
        (("他说：“我住在大同。”",), "大同"),
        (('She said "I live in Oulu and love it there".',), "Oulu"),
        (("Oh sure, I just love waiting in line for three hours.",), "prefers"),
        (("Do I live in Oulu?",), "Oulu"),
        (("我是不是住在大同？",), "大同"),
    ],
)
def test_what_never_is_a_fact(quick: QuickMemory, messages: tuple[str, ...], never: str) -> None:
    assert [fact for fact in told(quick, *messages) if never in fact] == []


def test_a_dislike_keeps_what_restricts_it(quick: QuickMemory) -> None:
    assert told(quick, "I avoid books with sad endings.") == [
        "user prefers not books with sad endings"
    ]


@pytest.mark.parametrize(
    ("messages", "right", "wrong"),
    [
        (("My phone number is 040 555 7123.", "Sorry, typo: it's 040 555 7132."), "7132", "7123"),
        (("我的手机号是13711112222。", "打错了，是13711113333。"), "13711113333", "13711112222"),
    ],
)
def test_a_corrected_number_leaves_one(
    quick: QuickMemory, messages: tuple[str, ...], right: str, wrong: str
) -> None:
    numbers = [fact for fact in told(quick, *messages) if "contact" in fact]
    assert len(numbers) == 1 and right in numbers[0] and wrong not in numbers[0]


@pytest.mark.parametrize(
    ("allergy", "question", "value"),
    [
        ("I'm allergic to rabbits.", "Should we adopt a rabbit?", "rabbits"),
        ("我对猫过敏。", "我该不该领养一只小猫？", "猫"),
    ],
)
def test_an_allergy_is_never_missed(
    quick: QuickMemory, allergy: str, question: str, value: str
) -> None:
    quick.append_many(drafts((allergy, "It rained all day.", "下了一天雨。")))
    head = quick.before_llm(question).context.splitlines()[:3]
    assert any(value in line and "allergic" in line for line in head)


@pytest.mark.parametrize(
    ("message", "question"),
    [
        ("We have a dog called Musti.", "What is Pekka's dog called?"),
        ("I'm allergic to rabbits.", "What is my brother allergic to?"),
        ("我家有一只狗，叫旺财。", "陈浩的狗叫什么？"),
        ("我对芒果过敏。", "我妈对什么过敏？"),
    ],
)
def test_a_question_about_somebody_else_never_gets_the_users_facts(
    quick: QuickMemory, message: str, question: str
) -> None:
    quick.append_many(drafts((message,)))
    assert quick.facts().facts, "the fact itself is known"
    assert quick.facts(question).facts == ()


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What is my sister allergic to?", ("Aino allergic_to cashews",)),
        ("Who is my sister?", ("user sibling Aino",)),
        ("Where does my brother live?", ("Eero lives_in Vaasa",)),
        ("What is my brother called?", ("user sibling Eero",)),
        ("What is my uncle allergic to?", ()),
    ],
)
def test_a_relative_is_known_by_the_name_that_was_told(
    quick: QuickMemory, question: str, answer: tuple[str, ...]
) -> None:
    quick.append_many(
        drafts(("My sister Aino is allergic to cashews.", "My brother Eero lives in Vaasa."))
    )
    found = quick.facts(question).facts
    assert tuple(f"{fact.subject} {fact.predicate} {fact.object}" for fact in found) == answer


def test_two_brothers_are_not_each_other(quick: QuickMemory) -> None:
    quick.append_many(drafts(("My brother Eero lives in Vaasa.", "My brother Otso lives in Pori.")))
    assert not quick.facts("What is my brother allergic to?").facts
    assert [f.object for f in quick.facts("Where does Otso live?").facts] == ["Pori"]


def test_an_empty_question_is_refused(quick: QuickMemory) -> None:
    with pytest.raises(BadRequest, match="the question is empty"):
        quick.facts(" ")
