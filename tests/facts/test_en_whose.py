"""Whose a fact is, what a listed ban forbids, and what a verb without a frame of its own says."""

from __future__ import annotations

import pytest

from eywa_fs.facts.languages.en import extract

NOW = 1_730_000_000_000


def _read(text: str) -> set[tuple[str, str, str, bool]]:
    found = extract(text, timestamp_ms=NOW)
    return {(c.subject, c.predicate, c.object, c.negated) for c in found}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # A sentence about somebody else gives its dropped subjects to them.
        ("My aunt's thrilled: made captain.", ("user's aunt", "works_as", "captain", False)),
        ("My cousin Ada phoned. Lives in Graz.", ("Ada", "lives_in", "Graz", False)),
        (
            "My uncle, a keen angler, has moved to Leeds.",
            ("user's uncle", "moved_to", "Leeds", False),
        ),
        ("Me dad's a crane driver.", ("user's dad", "works_as", "crane driver", False)),
        # For whom something was bought says nothing of what it is.
        ("Bought myself a kayak.", ("user", "owns", "kayak", False)),
        ("Dad bought himself a parrot.", ("user's dad", "has_pet", "parrot", False)),
        ("I gave up the car in March.", ("user", "owns", "car", False)),
        # A household leaves a town, an employee leaves a firm.
        ("We left Riga in 2009.", ("user", "lives_in", "Riga", False)),
        ("I left Acme in May.", ("user", "works_at", "Acme", False)),
        ("Starting at the mill on Monday.", ("user", "works_at", "mill", False)),
        # What one can or cannot do.
        ("My granny can fix a radio.", ("user's granny", "can", "fix a radio", False)),
        ("I can finally touch my toes.", ("user", "can", "touch my toes", False)),
        ("I can't do ladders.", ("user", "can", "ladders", True)),
        # A plan keeps its day outside of its words.
        (
            "Getting the chimney swept on the 12th.",
            ("user", "plans_to", "Getting the chimney swept", False),
        ),
        ("We're not going skiing this winter.", ("user", "plans_to", "going skiing", True)),
        (
            "I failed my piano exam on Monday.",
            ("user", "other", "failed my piano exam", False),
        ),
        (
            "Rent's £725. Correction, £735, since the new lease.",
            ("user's rent", "other", "£735", False),
        ),
        ("Took up the banjo, life's short.", ("user", "started", "banjo", False)),
    ],
)
def test_the_fact_is_theirs(text: str, expected: tuple[str, str, str, bool]) -> None:
    assert expected in _read(text)


def test_a_list_of_bans_needs_somebody_who_forbids_or_a_time() -> None:
    told = _read("Physio's orders: no rowing, no squats for six weeks.")
    assert told == {
        ("user", "must_not", "rowing", False),
        ("user", "must_not", "squats", False),
    }
    assert not any(predicate == "must_not" for _, predicate, *_ in _read("No boss, no rush."))


@pytest.mark.parametrize(
    "text",
    [
        "My brother sleeps like a log.",
        "Can't wait for the weekend.",
        "The lads failed to find the key.",
        "My brother grumbles about the queue.",
    ],
)
def test_what_tells_nothing_of_anybody_is_left(text: str) -> None:
    assert _read(text) == set()
