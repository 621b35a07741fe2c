"""Whether a fact can be what a question asks for. One that shares no word with it answers only what
its kind says, and only of whom it tells: else the fact layer is silent, and the record answers."""

from __future__ import annotations

import re
from collections.abc import Set

from eywa_fs.facts.afu import Afu
from eywa_fs.facts.identity import KIN, Names, is_family, kin_in
from eywa_fs.facts.model import PREDICATES, USER
from eywa_fs.facts.questions import Question, bound_to_self, cues_of, strangers
from eywa_fs.facts.values import tokens
from eywa_fs.language.script import fold
from eywa_fs.language.tokens import content_terms

_WHO = re.compile(r"\bwho(?:'s|se|m)?\b|谁")
WHO_IS_WHO = frozenset({"name", "age", *KIN})
"""Predicates that say who somebody is, and answer nothing else that is asked of them."""
KINDS = frozenset({"has_pet", *KIN})
"""Slots whose values are all of one kind."""


def asks_else(
    fact: Afu, question: Question, asked: frozenset[str], names: Names, hit: float
) -> bool:
    """Whether ``question`` asks for something else than ``fact``.

    Args:
        asked: subjects that it can mean.
        hit: how well a search for it found the record of the fact, 0 (not at all) to 1 (first).
    """
    rank = _rank(fact, question, asked)
    of_user = fact.subject == USER
    first_person = "first_person" in question.marks
    if of_user and fact.predicate in ("name", "age") and rank != 0:
        return True
    words = _content(question, asked, names)
    left = words - words_of(fact, words) - _of_its_kind(fact, question)
    if question.intent != "current_state":  # a time, a course: other words say which
        course = question.intent == "history_trace" and len(left) == len(words)
        return course and of_user and hit > 0 and rank is None and not first_person
    if fact.predicate in WHO_IS_WHO and rank is None and (question.predicates or left):
        return True
    if len(left) < len(words):
        return False
    named = any(names.same_subject(fact.subject, who) for who in asked - {USER})
    closer = not named and (of_user or is_family(fact.subject) or not hit)
    if fact.predicate == "name" and left and closer:
        return not bound_to_self(question)  # "my dentist's name"
    if not of_user:
        told = fact.predicate in KIN or rank is not None or hit or not question.predicates
        return bool(asked - {USER}) and not told
    if hit and asked == {USER}:
        found_first = hit == 1 and not question.predicates
        return rank is None and not (found_first or (first_person and not question.predicates))
    if hit:  # of their band, of a shop
        return False
    somebody = left or _WHO.search(fold(question.text))
    if rank is None or (somebody and not first_person):
        return True
    kind = PREDICATES[fact.predicate]
    constraint = kind.profile in ("constraints", "instructions")
    if rank > 1 or (kind.cardinality == "many" and not constraint):
        return bool(left) or (not constraint and rank > 1)  # its words say which of them is meant
    return any(tokens(name) & left for name in strangers(question))


def words_of(fact: Afu, words: Set[str]) -> set[str]:
    """Those of ``words`` that a fact says; a single Chinese character may stand anywhere."""
    text = f"{fact.subject} {fact.object} {fact.said}"
    own = tokens(text)
    return {w for w in words if w in own or (len(w) == 1 and not w.isascii() and w in text)}


def _rank(fact: Afu, question: Question, asked: frozenset[str]) -> int | None:
    """The rank of its predicate; none of "sister" in "where does my sister live?"."""
    rank = question.predicates.get(fact.predicate)
    more = question.predicates.keys() - {*KIN, "name", "relation", "friend"}
    return None if fact.predicate in KIN and more and USER not in asked else rank


def _content(question: Question, asked: frozenset[str], names: Names) -> set[str]:
    """The words of a question that say what is asked for, without those that name of whom."""
    others = asked - {USER}
    called = {word for who in others for name in names.of(who) for word in tokens(name)}
    if others:
        called |= {word for kin in kin_in(fold(question.text)) for word in tokens(kin)}
    short = {word for line, _ in cues_of(question) for word in line.topics}
    return {
        word
        for word in question.words - called
        if content_terms(word) and (len(word) > 1 or word in short)
        if not any(part in word for part in called if not part.isascii())
    }


def _of_its_kind(fact: Afu, question: Question) -> set[str]:
    """Words of a question that name the kind of a fact: "dog" for each pet; "car", where the words
    of the fact are of the same line of the data ("I drive a Volvo")."""
    found: set[str] = set()
    for line, match in cues_of(question):
        if match.group() in line.topics and line.tells[0] == fact.predicate:
            same = fact.slot == "things" and line.pattern.search(fold(fact.said))
            found |= tokens(match.group()) if fact.slot in KINDS or same else set()
    return found | {w for w in question.words for t in found if not t.isascii() and t in w}
