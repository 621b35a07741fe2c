"""Ways of saying a thing, by family, beside what sounds alike and asserts nothing."""

from __future__ import annotations

import pytest

from eywa_fs.facts.languages.en import extract

_NOW = 1_718_000_000_000


def _told(text: str) -> set[tuple[str, str, str, bool]]:
    found = extract(text, timestamp_ms=_NOW)
    return {(c.subject, c.predicate, c.object, c.negated) for c in found}


@pytest.mark.parametrize(
    ("text", "subject", "predicate", "value"),
    [
        ("Fourth week at the tannery, my nose has given up.", "user", "works_at", "tannery"),
        ("Nine years on the trams and I still love the bell.", "user", "works_as", "on the trams"),
        ("I work evenings as an usher.", "user", "works_as", "usher"),
        ("My sister's in the coastguard.", "user's sister", "works_at", "coastguard"),
        ("I'm on the fish counter at Brindle's.", "user", "works_at", "Brindle's"),
        ("My uncle drove trams for thirty years.", "user's uncle", "works_as", "drove trams"),
        ("I left teaching in 2019.", "user", "works_as", "teaching"),
        ("I quit the bank to become a thatcher.", "user", "works_as", "thatcher"),
        ("You're talking to a retired midwife.", "user", "works_as", "midwife"),
        ("Home is a two-bed in Leith these days.", "user", "lives_in", "two-bed in Leith"),
        ("I rent a room above a launderette.", "user", "lives_in", "room above a launderette"),
        (
            "My gran's in a care home in Whitby now.",
            "user's gran",
            "lives_in",
            "care home",
        ),
        ("We left Cardiff for Ghent in 2017.", "user", "moved_to", "Ghent"),
        ("My aunt lives three doors down.", "user's aunt", "lives_in", "three doors down"),
        ("I've got a trapped nerve.", "user", "health", "trapped nerve"),
        ("Left knee's locked again.", "user", "health", "Left knee's locked"),
        ("Mum had a stroke in May.", "user's mum", "health", "stroke"),
        ("I've lost two stone.", "user", "health", "lost two stone"),
        ("Wasp stings send me into anaphylaxis.", "user", "allergic_to", "Wasp stings"),
        ("Penicillin brings me out in hives.", "user", "allergic_to", "Penicillin"),
        ("I've been told to keep off my foot.", "user", "must", "keep off my foot"),
        ("No lifting for a month, says the physio.", "user", "must_not", "lifting"),
        ("I'm only allowed one coffee a day.", "user", "diet", "one coffee a day"),
        ("My guilty pleasure is quiz shows.", "user", "prefers", "quiz shows"),
        ("On my bucket list: the northern lights.", "user", "wants", "northern lights"),
        ("My cousin turned 41 on Sunday.", "user's cousin", "age", "41"),
        ("Everyone calls me Fitz.", "user", "name", "Fitz"),
        ("Mother of three here.", "user", "has_child", "three"),
        ("My new solicitor is Imre.", "Imre", "relation", "solicitor"),
        ("Halfway through a diploma in forestry.", "user", "studies", "diploma in forestry"),
        ("My first language is Frisian.", "user", "speaks", "Frisian"),
        ("We're with Octavo for the broadband.", "user", "uses", "Octavo"),
        ("The shed code is 3391.", "shed code", "other", "3391"),
        ("My rent's gone up to £915.", "user's rent", "other", "£915"),
        ("I've got one kidney.", "user", "health", "one kidney"),
        ("The gas man's coming on the 12th.", "gas man", "schedule", "12th"),
        ("Dentist, Tuesday at 9.40.", "Dentist", "schedule", "Tuesday at 9.40"),
        ("I've signed up to sweep the chapel.", "user", "plans_to", "sweep the chapel"),
        ("My dad has been to 31 countries.", "user's dad", "visited", "31 countries"),
        ("Wife's from Bruges.", "user's wife", "from", "Bruges"),
    ],
)
def test_a_way_of_saying_it_is_read(text: str, subject: str, predicate: str, value: str) -> None:
    assert (subject, predicate, value, False) in _told(text)


@pytest.mark.parametrize(
    ("text", "subject", "predicate", "value"),
    [
        ("I don't have a middle name.", "user", "has", "middle name"),
        ("My flat hasn't got a bath.", "user's flat", "has", "bath"),
        ("I haven't smoked a cigar since August.", "user", "stopped", "cigar"),
        ("I've never got the point of golf.", "user", "prefers", "golf"),
        ("My niece won't eat anything green.", "user's niece", "diet", "anything green"),
        ("Our hamster died last week.", "user", "has_pet", "hamster"),
        ("I couldn't bake a cake to save my life.", "user", "can", "bake a cake"),
    ],
)
def test_a_denial_is_read(text: str, subject: str, predicate: str, value: str) -> None:
    found = _told(text)
    stopped = predicate == "stopped"
    assert (subject, predicate, value, not stopped) in found


@pytest.mark.parametrize(
    "text",
    [
        "If I got the job at the tannery I'd move.",
        "I nearly bought a bakery in Leith.",
        "Imagine living in a flat above a bakery.",
        "Is the shed code 3391?",
        "You could be in the coastguard by now.",
        "The queue is on its third hour.",
        "We were able to raise some money.",
        "Let's jump right into the second scene.",
        "They can keep their own shop moving.",
        "My team is waiting.",
    ],
)
def test_what_sounds_alike_is_left_alone(text: str) -> None:
    assert _told(text) == set()


def test_what_a_way_reads_takes_the_place_of_the_mere_verb_phrase() -> None:
    told = _told("I look after the boilers at a primary school.")
    assert told == {
        ("user", "works_as", "look after the boilers", False),
        ("user", "works_at", "primary school", False),
    }
