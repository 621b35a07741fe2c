"""What passes with the conversation: tasks at hand, halves of phrases, talk about the talk."""

from __future__ import annotations

from collections.abc import Sequence

from eywa_fs.facts.languages.en.drafts import Draft
from eywa_fs.facts.languages.en.morphology import verb_form
from eywa_fs.facts.languages.en.tokens import Token
from eywa_fs.facts.languages.en.words.grammar import MONTHS, WEEKDAYS
from eywa_fs.facts.languages.en.words.lists import words

#: Verbs that change what one has, knows, is, or where and with whom one lives: aims that last.
_LIFE = words(
    """learn study move emigrate relocate settle live retire marry remarry divorce propose adopt
    foster conceive separate elope buy sell rent own save inherit visit travel fly sail drive ride
    cycle walk hike climb run swim dive ski surf paint draw sing dance play knit sew bake cook
    garden read speak graduate enrol enroll enlist retrain volunteer join become quit leave resign
    stop start open launch found apply train compete perform publish write build renovate restore
    take have get see go do try return stay host celebrate convert downsize lose gain eat drink
    attend sit teach work wear bring pick collect pay feed walk vote donate land hold jump camp
    stand cut wait meet race busk exhibit record star keep raise"""
)
#: What a conversation is about to bring forth, or what it is made of.
_PAPERS = words(
    """plan list email e-mail mail outline draft summary paragraph sentence section slide slides
    presentation essay document spreadsheet table chart script code query function prompt text
    caption headline title intro introduction conclusion report proposal paper survey agenda
    itinerary schedule step steps detail details option options idea ideas point points question
    questions strategy strategies approach model baseline rows column data basics topic session
    sessions storyboard storyboards accuracy app website layout flow template version feedback
    information dependency restaurants stop stops progress task tasks project projects change
    changes situation client customers"""
)
_BY_ERRAND = frozenset({"wants", "plans_to", "must"})
#: A duty of the lasting kind: what is taken, paid, worn, attended.
_DUTIES = words(
    """take wear pay attend sit fast inject renew carry eat drink avoid have be sleep feed walk
    pick collect drop keep use work leave stay rest return report sign file hand move go see"""
)
_DENIED_WISHES = words("have marry remarry move work live retire go adopt study become return")
_DANGLING = words("about of with to for at into from than and or")
_AFTER_GERUND = words("up about with for at into out off how what to from on in")
_ACCOMPANIED = words("friends friend fam family folks mates peers contacts influence resources")
_TALK = words("hear know see look tell ask thank talk say think help")


def passes(draft: Draft, tokens: Sequence[Token]) -> bool:
    """Whether what was read belongs to the moment, or is half a phrase."""
    value = draft.object
    if not value:
        return False
    first = value[0].low
    after = next((t.low for t in tokens if t.start >= value[-1].end), "")
    if draft.predicate in _BY_ERRAND:
        return _is_errand(draft, value, first)
    if draft.predicate == "prefers":
        return _is_half(value, first, after)
    if draft.predicate == "uses":
        return value[-1].low in _ACCOMPANIED
    if draft.predicate == "works_as":
        form = verb_form(first)
        return form is not None and form[1] == "ing" and first == "feeling"
    if draft.predicate == "other":
        return len(value) == 1 and first in ("played", "read", "playing", "broken")
    return False


def _is_errand(draft: Draft, value: Sequence[Token], first: str) -> bool:
    form = verb_form(first)
    if form is None:
        return False
    verb, kind = form
    if draft.predicate == "wants" and draft.negated:
        return verb not in _DENIED_WISHES
    if verb not in _LIFE | _DUTIES:
        return kind != "ing" or not _placed(value)
    return any(t.low in _PAPERS for t in value[1:])


def _placed(value: Sequence[Token]) -> bool:
    """Whether a day or a name stands in the value."""
    return any(t.low in WEEKDAYS | MONTHS or t.is_capital for t in value[1:])


def _is_half(value: Sequence[Token], first: str, after: str) -> bool:
    if value[-1].low in _DANGLING:
        return True
    form = verb_form(first)
    if form is None:
        return False
    verb, kind = form
    if kind == "ing":
        return len(value) == 1 and after in _AFTER_GERUND
    return verb in _TALK and kind == "base"
