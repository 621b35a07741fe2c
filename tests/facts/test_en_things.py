"""What people have, use, owe, plan, keep to and did, told in passing or without a verb."""

from __future__ import annotations

import pytest

from eywa_fs.facts.extraction import extract

_WHEN = 1_718_000_000_000  # 2024-06-10, a Monday

Told = tuple[str, str, str, bool]


def _told(text: str) -> set[Told]:
    return {(c.subject, c.predicate, c.object, c.negated) for c in extract(text, _WHEN)}


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        # deeds and states that no predicate of their own names
        ("Petra tunes pianos and my brother repairs clocks.", "repairs clocks"),
        ("I'm looking after the goats.", "looking after the goats"),
        ("The bank approved our loan on Friday.", "approved our loan"),
        ("Water bill's gone from 31 to 44 this month.", "31"),
        ("The dishwasher conked out on Sunday.", "conked out"),
    ],
)
def test_a_deed_or_state_is_kept_in_its_own_words(text: str, fact: str) -> None:
    assert fact in {value for _, _, value, _ in _told(text)}


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("Sold the caravan in May.", ("user", "owns", "caravan", False)),
        ("I'm on Ubuntu, not Windows.", ("user", "uses", "Windows", True)),
        ("Grandad walks with a cane now.", ("user's grandad", "uses", "cane", False)),
        ("My aunt wants a pottery wheel.", ("user's aunt", "wants", "pottery wheel", False)),
        ("I don't want a surprise party.", ("user", "wants", "surprise party", True)),
        ("We'd love a second balcony.", ("user", "wants", "second balcony", False)),
        (
            "We aren't going to the lake this weekend.",
            ("user", "plans_to", "going to the lake", True),
        ),
        (
            "I've got to hand in my thesis by Friday.",
            ("user", "must", "hand in my thesis by Friday", False),
        ),
        (
            "My landlady won't let me paint the walls.",
            ("user", "must_not", "paint the walls", False),
        ),
        ("Cats aren't allowed in our block.", ("user", "must_not", "Cats", False)),
        ("The twins won't eat olives.", ("user's twins", "diet", "olives", True)),
        ("I'm off crisps until July.", ("user", "diet", "crisps", True)),
        ("Doing the 5:2 diet again.", ("user", "diet", "5:2 diet", False)),
        ("Pollen makes my eyes itch.", ("user", "allergic_to", "Pollen", False)),
        ("My cholesterol was 6.1 in March.", ("user", "health", "6.1", False)),
        ("I've been rowing since April.", ("user", "started", "rowing", False)),
    ],
)
def test_a_thing_told_in_passing_is_read(text: str, fact: Told) -> None:
    assert fact in _told(text)


@pytest.mark.parametrize(
    ("text", "subject", "value"),
    [
        ("Bins: Wednesdays.", "Bins", "Wednesdays"),
        ("Chess club 7.30 Thursdays.", "Chess club", "7.30 Thursdays"),
        ("Biopsy's on the 12th at 9.", "Biopsy", "12th at 9"),
        ("Mum's hip op is on the 20th.", "user's mum's hip op", "20th"),
        ("Porter at the docks, four on, four off.", "user", "four on, four off"),
        ("I'm a nurse, weekends only.", "user", "weekends only"),
    ],
)
def test_days_and_hours_belong_to_what_stands_beside_them(
    text: str, subject: str, value: str
) -> None:
    times = {(who, said) for who, predicate, said, _ in _told(text) if predicate == "schedule"}
    assert (subject, value) in times


@pytest.mark.parametrize(
    "text",
    [
        "If we exchanged contracts tomorrow, who would pay the fee?",
        "My brother said he'd call.",
        "I've a question about the form.",
        "She's got no time for this.",
        "My cat looks at me.",
        "My sister feels sorry for them.",
        "Lots of noise on Sunday.",
        "Give me a list for Monday.",
        "Does anyone walk with a cane these days?",
        "I nearly lost the vote.",
        "I don't want to sound rude.",
        "Call me at five tomorrow.",
    ],
)
def test_moods_requests_and_the_moment_are_left_alone(text: str) -> None:
    assert _told(text) == set()
