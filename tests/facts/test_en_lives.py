"""Lives told in passing: work, home, origin, kin, names and tongues, in a few clipped words."""

from __future__ import annotations

import pytest

from eywa_fs.facts.languages.en import extract


def _told(text: str) -> set[tuple[str, str, str, bool]]:
    found = extract(text, timestamp_ms=1_718_000_000_000)
    return {(fact.subject, fact.predicate, fact.object, fact.negated) for fact in found}


@pytest.mark.parametrize(
    ("text", "subject", "predicate", "value"),
    [
        ("Got let go from the brickworks in March.", "user", "works_at", "brickworks"),
        ("Thirteen years at the quarry, me.", "user", "works_at", "quarry"),
        ("My aunt resigned from the brewery.", "user's aunt", "works_at", "brewery"),
        ("Landed a part-time job at the aquarium!", "user", "works_at", "aquarium"),
        ("I fold towels for a hotel in Rhyl.", "user", "works_as", "fold towels"),
        (
            "My sister-in-law switched from nurse to plumber.",
            "user's sister-in-law",
            "works_as",
            "nurse",
        ),
        ("Packed in nursing after the move.", "user", "works_as", "nursing"),
        ("My cousin runs a launderette.", "user's cousin", "works_as", "runs a launderette"),
        ("Guess who's the new verger?", "user", "works_as", "verger"),
        (
            "My father-in-law was a farrier all his life.",
            "user's father-in-law",
            "works_as",
            "farrier",
        ),
        ("Husband: florist. Me: welder.", "user's husband", "works_as", "florist"),
    ],
)
def test_what_one_does_and_for_whom_is_read(
    text: str, subject: str, predicate: str, value: str
) -> None:
    assert (subject, predicate, value, False) in _told(text)


@pytest.mark.parametrize(
    ("text", "subject", "predicate", "value"),
    [
        ("We left Cardiff for Ullapool in the spring.", "user", "moved_to", "Ullapool"),
        ("I've been in Narvik since 2015.", "user", "lives_in", "Narvik"),
        ("Off to see my gran in Tobermory.", "user's gran", "lives_in", "Tobermory"),
        ("One brother in Lima, another in Leeds.", "user's brother", "lives_in", "Leeds"),
        ("Nephew in Ghent, niece from Quito.", "user's niece", "from", "Quito"),
        ("The five of us share a bungalow in Ayr.", "user", "lives_in", "bungalow in Ayr"),
        ("I commute from Tring every day.", "user", "lives_in", "Tring"),
        ("My godson lives with us these days.", "user's godson", "lives_in", "with us"),
        ("Emigrated from Malta with nothing but a hat.", "user", "from", "Malta"),
        ("Born and bred in Thurso.", "user", "born_in", "Thurso"),
        ("Peruvian, 44, roofer.", "user", "age", "44"),
    ],
)
def test_where_somebody_lives_and_comes_from_is_read(
    text: str, subject: str, predicate: str, value: str
) -> None:
    assert any(
        (subject, predicate, False) == (s, p, n) and o.endswith(value) for s, p, o, n in _told(text)
    )


@pytest.mark.parametrize(
    ("text", "subject", "predicate", "value"),
    [
        ("Name's Odile, by the way.", "user", "name", "Odile"),
        ("We got a kitten named Tarquin.", "user's kitten", "name", "Tarquin"),
        ("My sister's turning fifty in May.", "user's sister", "age", "fifty"),
        ("I've a nephew and a stepson of eleven.", "user's stepson", "age", "eleven"),
        ("Waldo the parrot is seventy.", "Waldo", "age", "seventy"),
        ("I'm the eldest of four.", "user", "sibling", "four"),
        ("Me and Odette have been inseparable since school.", "user", "friend", "Odette"),
        ("I wed my lovely Ines in 2011.", "user", "spouse", "Ines"),
        ("Basil and I parted ways in June.", "user", "relation", "parted ways"),
        ("We've been an item for nine years.", "user", "relation", "item"),
        ("Greek with my mother, Welsh with my father.", "user", "speaks", "Welsh"),
        ("I know a little Danish.", "user", "speaks", "Danish"),
        (
            "My grandson got a place at Keele to read geology.",
            "user's grandson",
            "studies",
            "geology",
        ),
        ("Our middle one can juggle apples.", "user's middle one", "can", "juggle apples"),
        ("Bumped into my old chemistry teacher yesterday.", "user", "met", "chemistry teacher"),
    ],
)
def test_people_are_known_by_what_is_said_in_passing(
    text: str, subject: str, predicate: str, value: str
) -> None:
    assert any(
        (subject, predicate, False) == (s, p, n) and o.endswith(value) for s, p, o, n in _told(text)
    )


@pytest.mark.parametrize(
    ("text", "subject", "predicate", "value"),
    [
        ("It's Maren not Karen, for the last time.", "user", "name", "Karen"),
        ("I understand neither Irish nor Dutch.", "user", "speaks", "Dutch"),
        ("I no longer live with my aunt.", "user", "lives_in", "with my aunt"),
        ("Widowed, no children, two dogs.", "user", "has_child", "children"),
        ("My nephew is no longer studying law.", "user's nephew", "studies", "law"),
    ],
)
def test_what_is_denied_is_kept_as_denied(
    text: str, subject: str, predicate: str, value: str
) -> None:
    assert (subject, predicate, value, True) in _told(text)


@pytest.mark.parametrize(
    ("text", "predicate"),
    [
        ("My uncle's in Porto until Friday.", "lives_in"),
        ("Me: great cook, bad driver.", "works_as"),
        ("Radishes, 2, milk, butter.", "age"),
        ("If I got a job at the mint I'd be rich.", "works_at"),
        ("Is my aunt in Lucca retired?", "works_as"),
        ("After two years in hospital she's home.", "works_at"),
        ("I was almost made manager.", "works_as"),
    ],
)
def test_what_only_looks_alike_is_left_alone(text: str, predicate: str) -> None:
    assert predicate not in {p for _, p, _, _ in _told(text)}
