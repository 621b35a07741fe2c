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


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # An article behind "'s" is a verb's, not an owner's.
        ("Tess's a plumber and Jem is a vet.", ("Tess", "works_as", "plumber", False)),
        # What drops its subject goes on about the one person told of.
        ("My uncle can't whistle. Sold the piano.", ("user's uncle", "owns", "piano", False)),
        (
            "My mate Una, who I met in 2013, broke her wrist.",
            ("Una", "health", "broke her wrist", False),
        ),
        ("So my aunt's thrilled: made captain.", ("user's aunt", "works_as", "captain", False)),
        ("He's in Year 4 at St Bede's, my lad.", ("user's lad", "studies", "Year 4", False)),
        ("Me and my brother run a bike shop.", ("user", "works_as", "run a bike shop", False)),
        ("I'm the only one in my family who can swim.", ("user", "can", "swim", False)),
        ("I bought my mum a tablet.", ("user's mum", "owns", "tablet", False)),
        (
            "My number is 0555 010 2030 and my aunt's is 0555 010 2040.",
            ("user's aunt", "contact", "0555 010 2040", False),
        ),
        # A title belongs to the name; a paper to the one who speaks of it.
        ("Professor Okoye is 61.", ("Professor Okoye", "age", "61", False)),
        ("Passport expires 9 March.", ("user's passport", "schedule", "9 March", False)),
        # Whose opinion it is.
        (
            "My aunt reckons the lift is haunted.",
            ("user's aunt", "believes", "lift is haunted", False),
        ),
        # Both halves of a contrast.
        ("Not a nurse, I'm a porter.", ("user", "works_as", "nurse", True)),
        ("My name's not Jon, it's Joan.", ("user", "name", "Joan", False)),
        ("Not vegan, just vegetarian.", ("user", "diet", "vegetarian", False)),
        # What one has no more.
        ("My nephew outgrew his milk allergy.", ("user's nephew", "allergic_to", "milk", True)),
        ("I gave up the flat in Cork.", ("user", "lives_in", "flat", False)),
    ],
)
def test_the_subject_is_found(text: str, expected: tuple[str, str, str, bool]) -> None:
    assert expected in _read(text)


@pytest.mark.parametrize(
    ("text", "subject", "predicate"),
    [
        ("His uncle's on a tractor, so is Bea's.", "Bea's uncle", "uses"),
        ("Her new number's 0555 010 2030.", "user", "contact"),
        ("I wear a brace, so knock a bit louder.", "user", "other"),
        ("My dad can't sit still.", "user's dad", "can"),
        ("I've bought far too much.", "user", "owns"),
        ("We have a leak in the loft.", "user", "has"),
        ("Strictly speaking Una's my cousin.", "user", "speaks"),
    ],
)
def test_it_is_not_said_of_them(text: str, subject: str, predicate: str) -> None:
    assert (subject, predicate) not in {told[:2] for told in _read(text)}
