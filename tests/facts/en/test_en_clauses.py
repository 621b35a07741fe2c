"""English clauses: whose they are, their tense and polarity, and which nobody vouches for."""

from __future__ import annotations

import pytest

from eywa_fs.facts.engine.clauses import Clause
from eywa_fs.facts.languages.en import LANGUAGE


def _clauses(text: str) -> list[Clause]:
    until = LANGUAGE.own_words(text)
    return [clause for clause in LANGUAGE.clauses(text, 0, len(text)) if clause.end <= until]


@pytest.mark.parametrize(
    ("text", "verb", "tense", "negated"),
    [
        ("I've been living in Lund for a year.", "live", "present", False),
        ("I'm a welder.", "be", "present", False),
        ("I don't eat pork.", "eat", "present", True),
        ("I never wear wool.", "wear", "present", True),
        ("I used to live in Lund.", "live", "past", False),
        ("I'm going to visit Lund in May.", "visit", "future", False),
        ("I'll move to Lund next week.", "move", "future", False),
        ("I start at Volvo on Monday.", "start", "future", False),
        ("I can't stand opera.", "stand", "present", True),
        ("I do like opera.", "like", "present", False),
        ("Last year I moved to Lund.", "move", "past", False),
        ("I no longer live in Lund.", "live", "present", False),
        ("I don't live in Lund anymore.", "live", "present", False),
    ],
)
def test_verb_tense_and_polarity(text: str, verb: str, tense: str, negated: bool) -> None:
    clause = next(c for c in _clauses(text) if not c.tokens[0].low.startswith("ends-"))
    assert (clause.tokens[0].lemma, clause.tense, clause.negated) == (verb, tense, negated)


@pytest.mark.parametrize(
    ("text", "who", "head"),
    [
        ("My name is Vilde.", "user", "name"),
        ("My sister's birthday is 4 May.", "user's sister", "birthday"),
        ("My dog's name is Turnip.", "user's dog", "name"),
        ("My older brother is a welder.", "user's older brother", ""),
        ("My sister's dog is a poodle.", "user's sister's dog", ""),
        ("We live in Lund.", "user", ""),
        ("My wife and I live in Lund.", "user", ""),
    ],
)
def test_whose(text: str, who: str, head: str) -> None:
    clause = _clauses(text)[0]
    assert clause.subject.who == who
    assert " ".join(token.low for token in clause.subject.head) == head


def test_a_name_told_with_its_role_is_the_subject() -> None:
    clauses = _clauses("My sister Vilde is a welder. Vilde lives in Lund.")
    assert [clause.subject.who for clause in clauses] == ["user", "Vilde", "Vilde"]


def test_verbs_share_a_subject_within_their_sentence() -> None:
    clauses = _clauses("I'm a welder, live in Lund and have two cats.")
    assert [clause.tokens[0].lemma for clause in clauses] == ["be", "live", "have"]


@pytest.mark.parametrize(
    "text",
    [
        "If I lived in Lund I'd be happy.",
        "I wish I lived in Lund.",
        "I would love to move to Lund.",
        "Do I live in Lund?",
        "She says I live in Lund.",
        "When I live in Lund I cycle.",
        "You live in Lund.",
        "Imagine I live in Lund.",
        "Write me a short story. I live in Lund and hunt whales.",
        "Yeah right, I live in Lund.",
    ],
)
def test_what_nobody_vouches_for_has_no_clause_of_living(text: str) -> None:
    assert [c for c in _clauses(text) if c.tokens and c.tokens[0].lemma == "live"] == []


def test_doubt_makes_a_candidate() -> None:
    for text in ("I think I'm allergic to wool.", "Maybe I have asthma."):
        assert [
            clause.hedged for clause in _clauses(text) if clause.tokens[0].lemma != "think"
        ] == [True]
