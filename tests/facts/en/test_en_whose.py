"""Whose a statement is, what is a home, who is called so, and how long it is so."""

from __future__ import annotations

import pytest

from eywa_fs.facts.extraction import extract

NOON = 1_700_000_000_000
"""A Tuesday, 14 November 2023."""


def _read(text: str, predicate: str) -> list[str]:
    return [
        f"{found.subject}: {found.object}"
        for found in extract(text, NOON)
        if found.sure and found.act == "state" and found.predicate == predicate
    ]


@pytest.mark.parametrize(
    ("text", "home"),
    [
        ("We moved to Barcelona last June.", "Barcelona"),
        ("I've moved to Hobsworth, Ireland, alone.", "Hobsworth, Ireland"),
        ("I moved to Hobsworth with my partner.", "Hobsworth"),
        ("We moved house to Hobsworth.", "Hobsworth"),
        ("We relocated to Hobsworth in May.", "Hobsworth"),
        ("I moved from Leeds to Hobsworth.", "Hobsworth"),
        ("I moved to St Albans.", "St Albans"),
        ("I moved to Brightwell in March as a lead designer.", ""),
        ("I moved to Leeds in March as a lead designer.", ""),
        ("We moved to Figma last month.", ""),
        ("I moved from Bosch to Siemens.", ""),
        ("I moved to the Payments team in May.", ""),
        ("I moved to the London office in May.", ""),
        ("I moved to London Bridge Hospital.", ""),
        ("My sister moved to Google in May.", ""),
    ],
)
def test_one_moves_to_firms_and_tools_too(text: str, home: str) -> None:
    assert _read(text, "moved_to") == ([f"user: {home}"] if home else [])


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("I'm Ozan.", "Ozan"),
        ("Hello. Name's Walter.", "Walter"),
        ("I run a food truck, tacos mostly. Name's La Perla.", ""),
        ("Call me Tess.", "Tess"),
        ("I'm Vegan.", ""),
        ("I'm Lutheran.", ""),
        ("I'm Baptist.", ""),
        ("I'm Conservative.", ""),
        ("Call me Dad!", ""),
        ("We had a boy! Name's Otto.", ""),
        ("My son was born on Monday. Name is Otto.", ""),
        ("My kid drew a card: I'm Otto!", ""),
        ("I'm Gandalf today.", ""),
        ("I'm Dana Field, your dungeon guide.", ""),
        ("Interview me. I'm Dana Field.", ""),
        ("You be the customer. I'm Dana.", ""),
        ("I want to practise a job interview. Hello, my name is Dana Field.", ""),
    ],
)
def test_a_name_is_the_users_own_and_meant(text: str, name: str) -> None:
    assert _read(text, "name") == ([f"user: {name}"] if name else [])


@pytest.mark.parametrize(
    ("text", "predicate", "read"),
    [
        ("My daughter married a vet, who works at Lidl.", "works_at", []),
        ("My sister, who works at Lidl, is here.", "works_at", ["user's sister: Lidl"]),
        ("My brother's partner, a chef, lives in Oslo.", "lives_in", []),
        ("My brother's partner lives in Oslo.", "lives_in", ["user's brother's partner: Oslo"]),
        ("My girl Dana is four.", "has_child", []),
        ("My daughter Dana is four.", "has_child", ["user: Dana"]),
        ("My brother has gone to Chile.", "visited", []),
        ("I'm a nurse in palliative care.", "works_as", ["user: nurse in palliative care"]),
        ("I'm a nurse in Leeds.", "works_as", ["user: nurse"]),
        ("I am tram driver in Porto since May.", "works_as", ["user: tram driver"]),
        ("I am au pair with a family in Delft.", "works_as", ["user: au pair"]),
        ("I'm an organist, twenty years now.", "works_as", ["user: organist"]),
        ("I'm a glazier twenty years.", "works_as", ["user: glazier"]),
        ("I'm a retired surveyor.", "works_as", ["user: retired surveyor"]),
        ("My sister in law is a farrier.", "works_as", ["user's sister-in-law: farrier"]),
        ("I'm briefing agents all day.", "works_as", []),
        ("I'm maid of honour in June.", "works_as", []),
        ("I'm the judge of that.", "works_as", []),
        ("im 33 farm vet in Tuam", "works_as", []),
        ("My sister in law is one.", "age", []),
        ("I'm a secretary for the chess club.", "works_as", []),
        ("I work as a volunteer lifeguard.", "works_as", []),
        ("I'm a DJ in my spare time.", "works_as", []),
        ("I'm a gardener without a garden.", "works_as", []),
        ("I'm a doctor of old jokes now.", "works_as", []),
        ("I suffer from hay fever every April.", "schedule", []),
        ("I quit smoking then we moved.", "stopped", ["user: smoking"]),
        ("I'd say if it rains then I quit smoking.", "stopped", []),
        ("I coach the under-nines.", "other", []),
        ("We have two dozen hens.", "has_pet", []),
        ("We have two guinea pigs.", "has", []),
        ("We have chicken for lunch.", "has", []),
        ("I've a 1952 Silver Baby without a ribbon.", "has_child", []),
        ("I drive a truck Denver to Omaha.", "owns", []),
        ("My tutor in the night class says sleep after every lesson.", "schedule", []),
        ("I go out every third Monday.", "schedule", []),
        ("It rained, so I have no Fridays.", "schedule", []),
        ("I drive a delivery van.", "owns", []),
        ("I drive an old green Fiat.", "owns", ["user: old green Fiat"]),
        ("I drive a moped.", "owns", ["user: moped"]),
        ("I refuse to open letters by hand.", "prefers", []),
        ("i don't eat pork so whats good on a picnic", "diet", ["user: pork"]),
        (
            "I work in the design office of a shipyard.",
            "works_at",
            ["user: design office of a shipyard"],
        ),
        (
            'From now on, never end a message with "Is there anything else?".',
            "instruction",
            ['user: never end a message with "Is there anything else?"'],
        ),
        (
            "I see my physio every Tuesday then we have lunch.",
            "schedule",
            ["user: see my physio every Tuesday"],
        ),
    ],
)
def test_whose_it_is_and_where_it_ends(text: str, predicate: str, read: list[str]) -> None:
    assert _read(text, predicate) == read


def test_what_somebody_else_did_before_ends_nothing_of_the_user() -> None:
    mine = "Sold the boat."
    assert [found.act for found in extract(mine, NOON) if found.sure] == ["end"]
    assert not [f for f in extract(f"My brother sold his car. {mine}", NOON) if f.sure]


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("I've been working at Lidl for six years now.", None),
        ("I've been on keto for three months now.", None),
        ("I've lived in Leeds since 2010, for 13 years now.", "2010-01-01"),
        ("I'm now working at Lidl.", "2023-11-14"),
        ("Now I live in Leeds.", None),
        ("I have a weekly team meeting on Monday at 9.", None),
        ("I play the cello now.", None),
        ("In summer I run every morning.", None),
    ],
)
def test_what_lasts_or_comes_round_did_not_begin_today(text: str, start: str | None) -> None:
    (found,) = [f for f in extract(text, NOON) if f.act == "state"]
    assert (found.valid_from and found.valid_from.isoformat(), found.valid_to) == (start, None)


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("I was a baker from 1938.", ("1938-01-01", "2023-11-13")),
        ("I was a baker from 1938 to 1951.", ("1938-01-01", "1951-12-31")),
        ("I was a baker in 1938.", ("1938-01-01", "1938-12-31")),
        ("I've been a baker since 2010.", ("2010-01-01", "None")),
    ],
)
def test_what_one_was_is_over(text: str, days: tuple[str, str]) -> None:
    (found,) = extract(text, NOON)
    assert (str(found.valid_from), str(found.valid_to)) == days


def test_how_much_it_is_liked_is_no_part_of_what_is_liked() -> None:
    assert _read("I like scones loads, with jam.", "prefers") == ["user: scones"]
