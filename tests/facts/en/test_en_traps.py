"""Sentences in which a careless reader of English finds what nobody said."""

from __future__ import annotations

import time

import pytest

from eywa_fs.facts.extraction import extract

NOON = 1_700_000_000_000
"""A Tuesday, 14 November 2023."""


def _sure(text: str) -> set[tuple[str, str, str]]:
    return {
        (found.subject, found.predicate, ("not " if found.negated else "") + found.object)
        for found in extract(text, NOON)
        if found.sure and found.act == "state"
    }


@pytest.mark.parametrize(
    "text",
    [
        "Lund is lovely, it's so quiet here.",
        "Had ramen again, it's so good",
        "Volvo is fine, it's mostly spreadsheets",
        "The rent is 950 now.",
        "My coach says 64 kilos by June. I'm 72.",
        "We're at the dentist maybe twice a year.",
        "Harvard references please. Always cite these sources for me from now on",
        "I take shoes in 39, but in trousers I'm a 14 now.",
        "I work in C on old firmware.",
        "I work in Payroll at a dairy.",
        "I drive a van for a bakery at night.",
        "I drive a car from my work.",
        "I got a job at last. I joined as a guest. I plan to rest.",
        "I was diagnosed with being too kind. I'm passionate about that.",
        "I live in Lund. Wait no, I moved.",
        "Dad is in hospital and I go Sundays.",
        "We blog about moss, I publish nothing but I post every Monday from Bergen.",
        "I have Thursdays again. It's dull and I waste Tuesdays.",
        "I study 40 minutes every day.",
        "They do bridge. We play at the Legion every Tuesday afternoon.",
        "On Halloween we get 80 children.",
        "I hate Mondays.",
        "We got a puppy!!! not. my sister is pulling my leg",
        "I'm deaf in my left ear when you say that.",
        "They gave me a double but I got a single!",
        "I have a date tonight, what do I wear?",
        "she's five. name's Petra, she starts on Monday",
        "I'm 20 euros short.",
        "Should I adopt a parrot?",
        "You chased your dream and became a pilot.",
        "Your sister is a nurse and lives in Lund.",
        "The ideal candidate is a nurse. I am an equal opportunity employer.",
        "Pretend you're a pirate. I live on a ship in Lund.",
        "Translate this: I live in Lund and I am a baker.",
        "Write a cover letter for me. I am a baker with ten years of experience.",
        "He told me he lives in Lund.",
        "[pasted from the forum]\nHi, I live in Lund and I own a boat.\n\nIs that a scam?",
        "My landlord sent me this\n\nI live in Lund, I own a boat.",
        "Hi all,\nI live in Lund and I own a boat.\nVera",
        "Dear Vera,\nI live in Lund and I own a boat.",
        "Could you make this sound nicer? I live in Lund.",
        "For my novel: I live in Lund.",
        "Asking for a friend: I'm allergic to wool.",
        "Tom: I live in Lund\nVera: I have a dog",
        "I'm a welder at Volvo... no, sorry, I left.",
        "Explain it like I'm 5 but I'm 5 and tired.",
        "I avoid certain fruits.",
        "I love trying new places.",
        "We bought the oven!",
        "My daughter is three and a half and will only eat beige.",
        "def live():\n    return 1\nI am = 3;",
        "I love your new flat.",
        "I love it here.",
        "I love that song.",
        "I like escaping to that world.",
        "I like the colours.",
        "I live in fear.",
        "I'm from the marketing team.",
        "I have a headache.",
        "If I were a baker I'd live in Lund.",
        "I'm not sure my name is on the list.",
        "I hope I get a dog.",
        "Don't bring my dog, I'd say.",
    ],
)
def test_nothing_is_read(text: str) -> None:
    assert _sure(text) == set()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I live in Lund. Lund is lovely, it's so quiet.", {("user", "lives_in", "Lund")}),
        ("We have two kids, Nils (6) and Ebba (4).", {("user", "has_child", "two kids")}),
        ("My father has gout.", {("user's father", "health", "gout")}),
        (
            "I avoid films with jump scares.",
            {("user", "prefers", "not films with jump scares")},
        ),
        (
            "I dislike hotels that don't have a lift due to my knees.",
            {("user", "prefers", "not hotels that don't have a lift")},
        ),
        ("I prefer not to fly at night.", set()),
        (
            "Please remember I'm allergic to kiwis.",
            {("user", "allergic_to", "kiwis")},
        ),
        (
            "I'm a baker. Write a poem about me. I live on the moon.",
            {("user", "works_as", "baker")},
        ),
        (
            "I have a brother who lives in Lund.",
            {("user", "sibling", "brother")},
        ),
    ],
)
def test_no_more_than_what_is_said(text: str, expected: set[tuple[str, str, str]]) -> None:
    assert _sure(text) == expected


def test_a_job_to_come_begins_on_its_day() -> None:
    (found,) = extract("I start at Volvo on the first of the month.", NOON)
    assert (found.predicate, found.object) == ("works_at", "Volvo")
    assert str(found.valid_from) == "2023-12-01"


def test_a_time_that_comes_round_is_no_day() -> None:
    (found,) = extract("I have choir every Monday at 7pm.", NOON)
    assert (found.predicate, found.valid_from, found.valid_to) == ("schedule", None, None)


@pytest.mark.parametrize(
    ("text", "act", "predicate", "value"),
    [
        ("We sold our van.", "end", "", "our van"),
        ("My cat Turnip died.", "end", "", "My cat Turnip"),
        ("I left Siemens.", "end", "", "Siemens"),
        ("Just kidding!", "retract", "", ""),
    ],
)
def test_what_ends_corrects_and_takes_back(text: str, act: str, predicate: str, value: str) -> None:
    acts = [(f.act, f.predicate, f.object) for f in extract(text, NOON) if f.act != "state"]
    assert (act, predicate, value) in acts and {said for said, _, _ in acts} == {act}


@pytest.mark.parametrize(
    "text",
    [
        "I live in Lund " * 650_000,
        "I like " + "a, " * 50_000,
        '"' * 100_000 + " I live in Lund",
        "“" * 50_000 + "x" + "”" * 50_000,
        "a" * 100_000 + "@" + "b." * 50_000,
        "my sister's " * 40_000,
        "I think " * 50_000,
        "I live\x00 in Lund\ud800",
    ],
    ids=list("abcdefgh"),
)
def test_hostile_text_costs_little(text: str) -> None:
    began = time.thread_time()
    extract(text, NOON)
    assert time.thread_time() - began < 2


@pytest.mark.parametrize(
    "text",
    [
        "could you proofread my friend's message: I'm a nurse and I live in Lund.",
        "shorten this for me\nI live in Lund with my wife Ana.",
        "can you check my cover letter\n\nI am a nurse. I live in Lund.",
        "What should I reply to this:\nHi! I'm Marta and I live in Lund.",
        "my landlord sent me this: I own a cottage and I live in Lund",
        "got this email, is it a scam?\n\nHello, my name is Anders.",
        "I live in Lund and I'm a nurse.\nCan you proofread this message?",
        "帮我翻译一下：I live in Lund and I'm a nurse",
        "把这段话改短：我住在上海，我是护士",
        "You are the innkeeper, I'm a dwarf called Borin. I own a boat.",
        "I'm a nurse. Let's do a mock interview, you're the recruiter.",
        "I own a desk. Let's roleplay: I'm a bus driver.",
        "Role play: I'm a bus driver and I own a desk.",
        "I have a frog in my throat.",
        "I'm a hopeless cook.",
        "I've got an offer from Siemens.",
        "I got a job at Siemens, starting in March.",
        "My sister landed a job at Siemens. She starts in May.",
        "I have a kayak on loan.",
        "I've got a rental car.",
        "I have a tent from my neighbour.",
        "I bought a bike for my son.",
        "I drive a hired Volvo.",
        "I've got a kayak for the weekend.",
        'Should I answer her? She wrote "I\'m a nurse" to me.',
        "I live 20 minutes from Lund.",
        "I visit every Sunday.",
        "I have an exam on Friday, in chemistry.",
        "My son is four and a half.",
        "I love brightleaf.io and prefer getleaf.app.",
        "I don't only listen to jazz.",
        "I don't always eat meat.",
    ],
)
def test_what_is_brought_played_lent_or_cut_is_not_read(text: str) -> None:
    assert _sure(text) == set()


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("I live near Lund.", "near Lund"),
        ("I live just outside Lund.", "outside Lund"),
        ("I live in Lund. Can you summarise this:\nI love cats", "Lund"),
        ("I own a bike with three gears.", "bike with three gears"),
        ("I'm a professor of physics.", "professor of physics"),
        ("I love swinging, climbing and sliding.", "swinging, climbing and sliding"),
        ("I don't like pop and only listen to jazz.", "not pop"),
        ("I like tea and not coffee.", "tea"),
        ("I prefer straightforward, traditional methods.", "straightforward, traditional methods"),
        ("I translate books.\nI love chess.", "chess"),
        ("You're a star! I love chess.", "chess"),
    ],
)
def test_a_value_is_whole_and_keeps_its_words(text: str, value: str) -> None:
    assert {found[2] for found in _sure(text)} == {value}


@pytest.mark.parametrize(
    ("text", "act"),
    [
        ("Pretend you're a grumpy engineer. Don't break character.", "play"),
        ("New campaign. You are the Dungeon Master. I am Brom.", "play"),
        ("我们来角色扮演吧，你扮演面试官", "play"),
        ("ok stop, that's too hard", "unplay"),
        ("好了，不演了", "unplay"),
        ("I play the cello in a quartet.", ""),
    ],
)
def test_a_play_begins_and_ends(text: str, act: str) -> None:
    acts = [found.act for found in extract(text, NOON) if found.act != "state"]
    assert acts == [act] * bool(act)


@pytest.mark.parametrize(
    ("text", "predicate", "value"),
    [
        ("I was diagnosed with celiac disease in May.", "health", "celiac disease"),
        ("I'm passionate about restoring clocks.", "prefers", "restoring clocks"),
        ("I got a part time job in a sushi restaurant.", "works_at", "sushi restaurant"),
        ("I joined a startup called FinLeaf as a designer.", "works_at", "startup called FinLeaf"),
    ],
)
def test_a_plain_statement_is_no_trap(text: str, predicate: str, value: str) -> None:
    assert ("user", predicate, value) in _sure(text)
