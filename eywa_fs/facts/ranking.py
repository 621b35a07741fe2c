"""Ranking of facts for a question: ``0.60 semantic + 0.20 recency + 0.20 validity`` (seed 32.3)."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from eywa_fs.facts import slots
from eywa_fs.facts.afu import DAY_MS, Afu
from eywa_fs.facts.identity import Names, bare, kin_words, names_of
from eywa_fs.facts.questions import Question
from eywa_fs.facts.replay import FactState
from eywa_fs.facts.timeline import once_held, stands, touches
from eywa_fs.facts.values import characters, is_chinese, tokens, value_classes
from eywa_fs.language.script import fold

SEMANTIC, RECENCY, VALIDITY = 0.60, 0.20, 0.20
#: Age (ms) at which the recency of a fact has halved.
RECENCY_HALF_LIFE_MS = 180 * DAY_MS
#: Validity score of a fact that does not hold at the time asked about (seed 34).
NOT_VALID = 0.2
#: Factor for a fact about somebody other than the one a question names.
SOMEBODY_ELSE = 0.6
#: Factor for a contact for another purpose than the one a question names (work, private).
OTHER_CONTACT = 0.5


@dataclass(frozen=True, slots=True)
class Ranked:
    """A fact with its score and the parts of the score (each 0..1)."""

    fact: Afu
    score: float
    semantic: float
    recency: float
    validity: float


def rank(
    question: Question,
    facts: Iterable[Afu],
    state: FactState,
    semantic_scores: Mapping[str, float] | None = None,
) -> tuple[Ranked, ...]:
    """Facts by ``0.60 semantic + 0.20 recency + 0.20 validity``, best first.

    Args:
        question: what is asked, and when.
        facts: candidates, already routed by intent.
        state: all facts; their chains and names are the context of the candidates.
        semantic_scores: atomic id -> similarity 0..1; without them the words of question and fact
            are compared (:func:`word_score`).
    """
    topics = topics_of(state.facts)
    focus = focus_of(question, state.facts, names_of(state.facts))
    ranked = []
    for fact in facts:
        semantic = (
            semantic_scores.get(fact.atomic_id, 0.0)
            if semantic_scores is not None
            else word_score(question, fact, topics, focus)
        )
        recency = recency_score(fact, question.asked_at)
        validity = validity_score(fact, question)
        score = SEMANTIC * semantic + RECENCY * recency + VALIDITY * validity
        ranked.append(Ranked(fact, score, semantic, recency, validity))
    return tuple(sorted(ranked, key=lambda r: (-r.score, -r.fact.observed_at, r.fact.atomic_id)))


def recency_score(fact: Afu, at: int) -> float:
    """Decay of ``observed_at``: 1 at ``at``, one half after :data:`RECENCY_HALF_LIFE_MS`."""
    return math.pow(0.5, max(0, at - fact.observed_at) / RECENCY_HALF_LIFE_MS)


def validity_score(fact: Afu, question: Question) -> float:
    """1 where the fact holds at the time asked about, else :data:`NOT_VALID`; 0 if taken back."""
    if question.intent == "history_trace":
        return 1.0 if once_held(fact) else 0.0
    if question.period is not None:
        return 1.0 if touches(fact, *question.period) else NOT_VALID
    if fact.status == "retracted":
        return 0.0
    return 1.0 if stands(fact, question.asked_at) else NOT_VALID


def word_score(question: Question, fact: Afu, topics: Mapping[str, str], focus: Focus) -> float:
    """Similarity 0..1 of question and fact by words: predicate 0.42, subject 0.18, words 0.4.

    Args:
        question: what is asked.
        fact: a candidate.
        topics: atomic id -> the sentences of the fact's chain up to it; a new value inherits the
            topic of the one it replaced.
        focus: whom the question names.
    """
    predicate = _predicate_fit(question, fact)
    about = focus.score(fact)
    named = _words_named(question, fact, topics.get(fact.atomic_id, fact.context))
    score = 0.42 * predicate + 0.18 * about + 0.4 * min(1.0, named / 1.2)
    if fact.predicate == "contact" and _is_other_contact(question, fact):
        score *= OTHER_CONTACT
    return score if about > 0.0 else SOMEBODY_ELSE * score


def _predicate_fit(question: Question, fact: Afu) -> float:
    """How much the question asks for facts of this predicate and this kind of value, 0..1."""
    words = question.words
    if question.asks_who and fact.predicate in slots.OFFICES and words & tokens(fact.object):
        return 1.0
    fit = max(
        (weight for name, weight in question.predicates.items() if _asks_for(name, fact.predicate)),
        default=0.0,
    )
    asked = question.attributes & _ATTRIBUTES_OF.get(fact.predicate, frozenset())
    if asked and fact.attribute.partition("@")[0] not in asked | {"contact"}:
        fit *= 0.2
    if question.asks_day and not _names_day(fact):
        fit *= 0.2
    if "place" in question.attributes and value_classes(fact.object) & _TIMES:
        fit *= 0.2
    said = tokens(fact.object) | tokens(fact.context)
    said |= tokens(fact.subject) if fact.subject != "user" else frozenset()
    if fact.predicate == "other" and words & said:
        fit = max(fit, 0.5)
    return fit


def _words_named(question: Question, fact: Afu, topic: str) -> float:
    """Words of the question in the value (1 each) and in ``topic``, the sentences around it (0.6).

    What the question names whole is not what it asks for; a Chinese question with no word in
    common is compared by characters.
    """
    own = tokens(fact.object) | tokens(fact.attribute)
    around = tokens(topic) - own - tokens(bare(fact.subject))
    is_asked = question.asks_who or question.asks_day or not own <= question.words
    named = float(len(question.words & own)) if is_asked else 0.0
    if not question.asks_who:
        named += 0.6 * len(question.words & around)
    if not named and is_chinese(question.text):
        named = 0.5 * len((characters(question.text) - _CALENDAR) & characters(fact.object))
    return named


def _is_other_contact(question: Question, fact: Afu) -> bool:
    """Whether the question is about the contact at work, and the fact another one."""
    label = fact.attribute.partition("@")[2]
    asked = slots.contact_labels(fold(question.text))
    return bool(label and asked) and label not in asked


def _names_day(fact: Afu) -> bool:
    """Whether the value is a day or a time, or the fact has a date of its own."""
    dated = fact.stated_start or fact.stated_end
    return dated or bool(value_classes(fact.object) & _TIMES)


#: Characters of dates, which name no topic.
_CALENDAR = frozenset("年月日号")
_TIMES = frozenset({"weekday", "date", "time"})


#: Attributes that question words tell apart (see the ``ATTRIBUTES`` of the language packs).
_ATTRIBUTES_OF: dict[str, frozenset[str]] = {
    "born_in": frozenset({"place", "year"}),
    "contact": frozenset({"phone", "mail", "address"}),
    "health": frozenset({"medicine", "weight", "height", "blood type", "blood pressure"}),
}


def _asks_for(name: str, predicate: str) -> bool:
    return name == predicate or slots.slot_rule(name).name == slots.slot_rule(predicate).name


@dataclass(frozen=True, slots=True)
class Focus:
    """Whom a question names, among the subjects of the stored facts.

    Args:
        subjects: the named subjects other than the user; empty where the user is meant.
        on_user: the question names the user and nobody else.
    """

    subjects: frozenset[str]
    on_user: bool = False

    def score(self, fact: Afu) -> float:
        """1 for the one meant, 0 for somebody else."""
        if not self.subjects:
            if fact.subject == "user":
                return 1.0
            if self.on_user:
                return 0.0
            return 0.5 if bare(fact.subject) != fold(fact.subject) else 0.3
        return 1.0 if fact.subject in self.subjects else 0.0


def focus_of(question: Question, facts: Iterable[Afu], names: Names) -> Focus:
    """The subjects that the words of ``question`` name, by name, by role or by kin word."""
    if question.asks_who:
        return Focus(frozenset(fact.subject for fact in facts))
    folded = fold(question.topic)
    words, relatives = tokens(folded), kin_words(folded)
    named, meant = set(), set()
    for subject in {fact.subject for fact in facts} - {"user"}:
        called = names.of(bare(subject))
        if any(_is_spelt(name, folded, words) for name in called):
            named.add(subject)
        elif kin_words(bare(subject)) & relatives or any(_is_hinted(n, folded) for n in called):
            meant.add(subject)
    if not any(is_chinese(subject) for subject in named):  # 大表哥 is not asked for by 二表哥
        named |= meant
    return Focus(frozenset(named), not named and _ON_USER.search(folded) is not None)


#: The user as the subject of a question; as an owner ("the user's cat") something else is meant.
_ON_USER = re.compile(r"\b(?:the user|i)\b(?!'s)|用户(?!的)|我(?![们家的妈爸哥姐弟妹])")


def _is_hinted(name: str, folded: str) -> bool:
    """Whether the end of a Chinese name stands in the question, or its head as what is asked."""
    if len(name) < 3 or not is_chinese(name):
        return False
    return name[-2:] in folded or _is_head(name[-1], folded)


def _is_spelt(name: str, folded: str, words: frozenset[str]) -> bool:
    if is_chinese(name):
        return name in folded
    parts = tokens(name)
    return bool(parts) and 3 * len(parts & words) >= (2 if len(parts) > 2 else 3) * len(parts)


def _is_head(head: str, folded: str) -> bool:
    """Whether the last character of a Chinese noun stands alone as the thing asked about."""
    return re.search(rf"的{head}(?:叫|是|多|几|在|现|有|$)", folded) is not None


def topics_of(facts: Sequence[Afu]) -> dict[str, str]:
    """For each fact its own sentence and those of the values it replaced."""
    topics = {fact.atomic_id: fact.context for fact in facts}
    for fact in facts:
        if fact.superseded_by in topics and fact.superseded_by is not None:
            topics[fact.superseded_by] += "\n" + topics[fact.atomic_id]
    return topics
