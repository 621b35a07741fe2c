"""What English messages tell beside their clauses: ages, whereabouts, lists, names, friends."""

from __future__ import annotations

import pytest

from eywa_fs.facts.extraction import extract

_NOW = 1_718_000_000_000


def _told(text: str) -> set[tuple[str, str, str, bool]]:
    return {(c.subject, c.predicate, c.object, c.negated) for c in extract(text, _NOW)}


@pytest.mark.parametrize(
    ("text", "subject", "predicate", "value"),
    [
        ("My uncle, sixty-six, has bought a drum kit.", "user's uncle", "age", "sixty-six"),
        ("Nan's learning to swim at 71.", "user's nan", "age", "71"),
        ("My niece won the egg race, aged five.", "user's niece", "age", "five"),
        ("My gran turns 88 on Friday.", "user's gran", "birthday", "Friday"),
        ("My sister's over in Tromsø.", "user's sister", "lives_in", "Tromsø"),
        ("Mum in Pisa, Dad in Tartu.", "user's dad", "lives_in", "Tartu"),
        ("I've got a cousin in Tartu.", "user's cousin", "lives_in", "Tartu"),
        ("We left Oslo for Lisbon in May.", "user", "lives_in", "Oslo"),
        ("One canoe, one trailer, no debts.", "user", "owns", "One canoe"),
        ("Two geckos, no garden.", "user", "has_pet", "Two geckos"),
        ("Shingles since Monday.", "user", "health", "Shingles"),
        ("Walnut allergy, so read the label.", "user", "allergic_to", "Walnut"),
        ("We adopted a beagle and called him Waffle.", "user's beagle", "name", "Waffle"),
        ("Ingrid has become a good friend.", "user", "friend", "Ingrid"),
        ("The canoe belongs to my aunt.", "user's aunt", "owns", "canoe"),
        ("My brother bought himself a tandem.", "user's brother", "owns", "tandem"),
        ("I was born in a lorry near Ayr.", "user", "born_in", "lorry near Ayr"),
        ("Since my stroke I paint.", "user", "health", "stroke"),
        ("My gran's on a mobility scooter now.", "user's gran", "uses", "mobility scooter"),
        ("I'm a Tromsø lad.", "user", "from", "Tromsø"),
        ("I swapped chemistry for law in March.", "user", "studies", "law"),
        ("Ring my sister on 0555 010 203.", "user's sister", "contact", "0555 010 203"),
    ],
)  # fmt: skip
def test_what_is_told_in_passing(text: str, subject: str, predicate: str, value: str) -> None:
    assert (subject, predicate, value, False) in _told(text)


@pytest.mark.parametrize(
    ("text", "predicate", "value"),
    [
        ("No kids, no plans.", "has_child", "kids"),
        ("No sugar since Easter.", "diet", "sugar"),
        ("Please, no emojis in your answers.", "prefers", "emojis"),
        ("Ingrid and I are not friends these days.", "friend", "Ingrid"),
    ],
)
def test_what_is_denied_in_passing(text: str, predicate: str, value: str) -> None:
    assert ("user", predicate, value, True) in _told(text)


@pytest.mark.parametrize(
    ("text", "predicate"),
    [
        ("I moved out at 31.", "age"),
        ("The shop shuts at 28 Mill Lane.", "age"),
        ("My sister's in Lyon this week.", "lives_in"),
        ("My brother's in Year 4.", "lives_in"),
        ("Two kids on the bus were singing.", "has_child"),
        ("My sister Ada had a boy called Otto.", "name"),
        ("Ingrid is a friend of my aunt's.", "friend"),
        ("The pleasure is mine.", "owns"),
        ("Pregnant! Due in May.", "name"),
        ("I swapped my desk for a forge.", "uses"),
    ],
)
def test_what_only_looks_alike_is_not_read(text: str, predicate: str) -> None:
    assert predicate not in {told[1] for told in _told(text)}


def test_a_remark_behind_a_comma_is_no_item() -> None:
    assert {told[2] for told in _told("I'm allergic to our new hamster, typical.")} == {
        "new hamster"
    }
