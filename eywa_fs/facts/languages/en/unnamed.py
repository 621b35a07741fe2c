"""Who is meant where a row of a table finds nobody named in front of its words."""

from __future__ import annotations

from collections.abc import Sequence

from eywa_fs.facts.languages.en.discourse import Discourse
from eywa_fs.facts.languages.en.morphology import verb_form
from eywa_fs.facts.languages.en.positions import looks_finite
from eywa_fs.facts.languages.en.segments import opening_length
from eywa_fs.facts.languages.en.subjects import SPEAKER, Subject, subject_at
from eywa_fs.facts.languages.en.tokens import Token
from eywa_fs.facts.languages.en.words.lists import words
from eywa_fs.facts.languages.en.words.things import (
    APPOINTMENTS,
    CONDITIONS,
    FOOD,
    JOBS,
    OWNED,
    WORKPLACES,
)

_FIRST_PERSON = words("i we me us my our mine ours i'm i've im ive myself ourselves")
_LEADS = words("and but so because since as then well though anyway also oh now plus cos while")


#: A sentence that opens with one of these is not about its speaker.
_OTHERS = words("he she his her they their")


def left_unnamed(tokens: Sequence[Token], at: int, discourse: Discourse) -> Subject | None:
    """The subject of words that begin at ``at`` without one; ``None`` when it is not clear.

    A dropped subject is the speaker, unless the verb is of the third person ("Lives in Graz")
    or the sentence is about somebody else ("my aunt's thrilled: made captain").
    """
    while at < len(tokens) and (not tokens[at].is_word or tokens[at].low in _LEADS):
        at += 1
    if at >= len(tokens) or any(t.low in _FIRST_PERSON for t in tokens[at : at + 5]):
        return SPEAKER
    opening = opening_subject(tokens, discourse) if at else None
    if opening is not None and _is_somebody(opening, tokens):
        if opening.end > at or any(t.low in _FIRST_PERSON for t in tokens[opening.end : at]):
            return SPEAKER
        return opening
    if at and tokens[opening_length(tokens)[0] : 1] and tokens[0].low in _OTHERS:
        return None
    form = verb_form(tokens[at].low)
    if form is None or form[1] != "third" or (at and tokens[at - 1].low in _FIRST_PERSON):
        return SPEAKER
    person = discourse.meant("")
    return Subject((person[0],), "person", 0, direct=False) if person else None


def opening_subject(tokens: Sequence[Token], discourse: Discourse) -> Subject | None:
    """Whom a sentence opens with, behind "so", "good news:" and the like."""
    return subject_at(tokens, 0, discourse) or subject_at(
        tokens, opening_length(tokens)[0], discourse
    )


def _is_somebody(subject: Subject, tokens: Sequence[Token]) -> bool:
    """Whether a subject is a person for sure, not just a word with a sentence's capital."""
    if subject.kind != "person":
        return False
    if subject.names[0].lower() in CONDITIONS | FOOD | OWNED | WORKPLACES | JOBS | APPOINTMENTS:
        return False
    related = any("'s " in name for name in subject.names)
    named = all(name.replace(" ", "").isalpha() for name in subject.names)
    return related or (named and looks_finite(tokens, subject.end))
