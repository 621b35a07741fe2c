"""Tastes, eating, wishes and skills, read from the main verb."""

from __future__ import annotations

from eywa_fs.facts.certainty import Modality
from eywa_fs.facts.languages.en.clauses import Clause
from eywa_fs.facts.languages.en.drafts import Draft, drafts
from eywa_fs.facts.languages.en.morphology import verb_form
from eywa_fs.facts.languages.en.nounphrases import noun_phrase, noun_phrases
from eywa_fs.facts.languages.en.phrases import head, is_value
from eywa_fs.facts.languages.en.tokens import Token
from eywa_fs.facts.languages.en.verbphrases import activities, verb_phrase
from eywa_fs.facts.languages.en.words.lists import words
from eywa_fs.facts.languages.en.words.things import (
    DIETS,
    FOOD,
    GENRES,
    LIGHT_NOUNS,
    TAKEN_LIGHTLY,
)
from eywa_fs.facts.languages.en.words.verbs import DISLIKING, LIKING

_SKILLS_DENIED = words(
    """drive swim cook ski skate dance sing knit sew cycle bake speak read sail surf code ice-skate
    snowboard rollerskate juggle type play dive crochet iron parallel-park whistle drum garden"""
)
_EATING = words("eat drink touch consume have do take")


def read_liking(clause: Clause) -> list[Draft]:
    group = clause.group
    assert group is not None
    disliking = group.lemma in DISLIKING
    if group.lemma == "care" and group.negated and clause.rest[:1] and clause.rest[0].low == "for":
        return drafts(clause, "prefers", noun_phrases(clause.rest, 1))
    if not (disliking or group.lemma in LIKING):
        return []
    if group.tense == "past" and "used_to" not in group.aspect and "perfect" not in group.aspect:
        return []
    rest = clause.rest
    if not rest or rest[0].low in ("it", "that", "how", "when", "this", "what", "your", "these"):
        return []
    if [t.low for t in rest[:2]] == ["all", "the"]:
        return []
    told = clause.subject is not None and clause.subject.kind == "person" and disliking
    generic = told and len(noun_phrase(rest)) == 1
    if rest[0].low in ("their", "its", "his", "her") or (
        rest[0].low == "the" and not generic and not _is_lasting(clause, rest)
    ):
        return []
    if group.lemma == "prefer" and any(t.low in ("to", "over") for t in rest[1:]):
        at = next(i for i, t in enumerate(rest) if i and t.low in ("to", "over"))
        found = noun_phrases(rest[:at])
    elif rest[0].low == "to" and len(rest) > 1:
        found = activities(rest, 1)
    elif rest[0].low.endswith("ing") and verb_form(rest[0].low):
        found = activities(rest, 0)
    else:
        found = noun_phrases(rest)
        found = [p for p in found if head(p) not in LIGHT_NOUNS or len(p) > 1]
    if group.lemma == "fancy" and not group.negated:
        return []
    return drafts(clause, "prefers", found, negated=group.negated != disliking)


#: Said with "the" without anything before it.
_ONLY_ONE = words(
    """sea seaside beach mountains outdoors ocean countryside city cold rain heat sun snow forest
    woods water winter summer autumn spring dark night radio theatre cinema internet opera gym
    library park country desert wilderness smell taste sound idea feeling"""
)


_KINDS = words(
    "color colour band book film movie song word game show series city team group singer"
)


def _is_lasting(clause: Clause, rest: tuple[Token, ...]) -> bool:
    """Whether "the ..." behind "love" names a thing of the world, not one just talked about."""
    phrase = noun_phrase(rest)
    if not phrase or clause.dropped_subject or head(phrase) in TAKEN_LIGHTLY:
        return False
    joint = any(t.low in ("and", "or", "&") for t in phrase)
    if len(phrase) > 1 and phrase[0].low in _KINDS and not joint:
        return True
    capital = any(t.is_capital for t in phrase) and not joint
    return capital or head(phrase) in _ONLY_ONE or any(t.low == "of" for t in phrase)


def read_exception(clause: Clause) -> list[Draft]:
    """ "I eat anything but olives": what is left out is denied."""
    group, low = clause.group, [t.low for t in clause.rest]
    if group is None or group.negated or not low or low[0] not in ("anything", "everything"):
        return []
    at = next((i for i, word in enumerate(low) if word in ("except", "but", "besides")), -1)
    if at < 0:
        return []
    left_out = noun_phrases(clause.rest, at + 1 + (low[at + 1 : at + 2] == ["for"]))
    predicate = "diet" if group.lemma in ("eat", "drink") else "prefers"
    liked = group.lemma in LIKING
    return drafts(clause, predicate, left_out, negated=True) if liked or predicate == "diet" else []


def read_eating(clause: Clause) -> list[Draft]:
    group = clause.group
    assert group is not None
    if group.lemma not in _EATING or (
        group.tense == "past" and "used_to" not in group.aspect and ("perfect" not in group.aspect)
    ):
        return []
    rest = clause.rest
    if group.lemma == "do":
        phrases = noun_phrases(rest)
        words = {t.low for p in phrases for t in p}
        if words & DIETS:
            return drafts(clause, "diet", phrases)
        if group.negated and words & (GENRES | FOOD):
            return drafts(clause, "prefers", phrases)
        return []
    if group.lemma == "drink" and (
        not rest or not rest[0].is_word or rest[0].low in ("anymore", "any", "at", "alcohol")
    ):
        verb = clause.tokens[group.verb : group.after]
        alcohol = noun_phrases(rest)[:1] if rest and rest[0].low == "alcohol" else [tuple(verb)]
        return drafts(clause, "diet", alcohol) if group.negated else []
    clocked = rest and rest[0].low in ("before", "after", "between", "late", "past", "out", "at")
    if clocked and group.negated and group.lemma in ("eat", "drink") and len(rest) > 1:
        return drafts(clause, "diet", [verb_phrase(clause.tokens, group.verb)])
    none = bool(rest) and rest[0].low == "no"
    phrases = noun_phrases(rest, 1 if none else 0)
    only = "only" in group.adverbs and group.form in ("base", "third") and group.lemma == "eat"
    edible = FOOD | DIETS
    phrases = [p for p in phrases if only or any(t.low in edible for t in p)]
    if group.negated or none:
        return drafts(clause, "diet", phrases, negated=group.negated != none)
    habitual = group.form in ("base", "third") and "progressive" not in group.aspect
    if habitual and group.lemma in ("eat", "drink"):
        return drafts(clause, "diet", phrases, kind="fact")
    return []


def read_wish(clause: Clause) -> list[Draft]:
    """ "I want a dog", "dreaming of a garden": wishes with a noun."""
    group = clause.group
    assert group is not None
    rest = clause.rest
    if group.tense == "past" and "perfect" not in group.aspect:
        return []
    if group.lemma == "want" and rest:
        if rest[0].low in ("you", "to", "it", "that", "this", "your", "the", "me"):
            return []
        found = [p for p in noun_phrases(rest) if head(p) not in LIGHT_NOUNS - {"dog"}]
        behind = [t.low for t in rest if found and t.start >= found[-1][-1].end][:2]
        if behind[:1] == ["to"] and (behind[1:] == ["be"] or verb_form(behind[-1])):
            return []
        return drafts(clause, "wants", found, span="plan", modality=Modality.WISHED)
    if group.lemma == "dream" and rest and rest[0].low == "of":
        phrase = verb_phrase(rest, 1)
        return drafts(
            clause,
            "wants",
            [phrase] if is_value(phrase) else [],
            span="plan",
            modality=Modality.WISHED,
        )
    return []


def read_denied_skill(clause: Clause) -> list[Draft]:
    """ "I don't ski": said of an ability, not of this minute."""
    group = clause.group
    assert group is not None
    if not group.negated or group.lemma not in _SKILLS_DENIED:
        return []
    if group.is_past or "progressive" in group.aspect:
        return []
    if group.lemma in ("speak", "talk") and clause.rest and clause.rest[0].low in ("to", "with"):
        return []
    return drafts(clause, "can", [verb_phrase(clause.tokens, group.verb)])
