"""What passes with the conversation: tasks at hand, halves of phrases, talk about the talk."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from eywa_fs.facts.certainty import Directness
from eywa_fs.facts.languages.en.drafts import Draft
from eywa_fs.facts.languages.en.morphology import verb_form
from eywa_fs.facts.languages.en.tokens import Token
from eywa_fs.facts.languages.en.words.grammar import DETERMINERS, MONTHS, TIME_NOUNS, WEEKDAYS
from eywa_fs.facts.languages.en.words.lists import words
from eywa_fs.facts.languages.en.words.things import SCHOOL_WORDS

#: Verbs that change what one has, knows, is, or where and with whom one lives: aims that last.
_LIFE = words(
    """learn study move emigrate relocate settle live retire marry remarry divorce propose adopt
    foster conceive separate elope buy sell rent own save inherit visit travel fly sail drive ride
    cycle walk hike climb run swim dive ski surf paint draw sing dance play knit sew bake cook
    garden read speak graduate enrol enroll enlist retrain volunteer join become quit leave resign
    stop start open launch found apply train compete perform publish write build renovate restore
    take have get see go do try return stay host celebrate convert downsize lose gain eat drink
    attend sit teach work wear bring pick collect pay feed vote donate land hold jump camp stand
    cut wait meet race busk exhibit record finish achieve come star raise be"""
)
#: What is owed besides: to one's health, to others, to a house.
_DUTIES = words(
    "fast inject renew carry avoid sleep drop keep use rest return report watch sign file hand"
)
_DENIED_WISHES = words("have marry remarry move work live retire go adopt study become return")
#: What people do with papers and steps, in the present: no habit of their own.
_OFFICE = words(
    """fill accept tackle conduct process verify cover report observe waste swap organise organize
    fall explain provide ensure notice dive"""
)
#: What a conversation is about to bring forth, or what it is made of.
_PAPERS = words(
    """plan list outline draft summary paragraph sentence section slide slides presentation essay
    document spreadsheet script query function prompt caption headline title intro introduction
    conclusion proposal agenda itinerary step steps detail details option options idea ideas point
    points question questions strategy strategies approach model baseline rows column data basics
    topic session sessions storyboard storyboards accuracy website layout flow template version
    feedback information dependency progress task tasks change changes situation client clients
    content techniques papers paper report explanations rows style"""
)
_BY_ERRAND = frozenset({"wants", "plans_to", "must"})
_BY_PAPER = _BY_ERRAND | {"other", "uses", "owns", "has"}
#: What is liked of a text just shown.
_SHOWN = words("list idea ideas option options point points content sound title version one might")
_DONE = words("organized organised sorted done started going set finished ready out track")
_ANYONE = words("someone everything something anything everyone anyone people")
_DANGLING = words("about of with to for at into from than and or")
_AFTER_GERUND = words("up about with for at into out off how what to from on in")
_ACCOMPANIED = words("friends friend fam family folks mates peers contacts influence resources")
_TALK = words("hear know see look tell ask thank talk say think help")
_CRIES = words(
    """wow hey oh hi hello yay woah whoa aw congrats thanks cool awesome haha yeah ok ugh argh urgh
    meh oof ouch phew yikes gosh crikey blimey bloody damn sigh gah bah huzzah woohoo hooray woo"""
)
_BEING = words("a an the in at with able fluent")
_MOVING = words("to in into out house home back abroad away up down over across from south north")


def passes(draft: Draft, tokens: Sequence[Token]) -> bool:
    """Whether what was read belongs to the moment, never happened, or is half a phrase."""
    value = draft.object
    if not value:
        return False
    at = next((i for i, t in enumerate(tokens) if t.start >= value[0].start), len(tokens))
    before = [t.low for t in tokens[max(0, at - 3) : at]]
    after = [t.low for t in tokens if t.start >= value[-1].end][:3]
    if value[0].low in ("'s", "#") or any(t.low in ('"', "“", "”") for t in value):
        return True
    if draft.subject.partition(" ")[0].casefold() in _CRIES or _nearly(tokens[:at]):
        return True
    if len(value) > 2 and [t.low for t in value[-3:-1]] == ["the", "most"]:
        return True
    numbered = draft.predicate == "other" and any(t.text[0].isdigit() for t in value)
    if not numbered and draft.predicate in _BY_PAPER and any(t.low in _PAPERS for t in value):
        named = draft.predicate in ("uses", "owns", "has") and value[-1].low not in _PAPERS
        return value[0].low != "learn" and not named
    if draft.predicate in _BY_ERRAND:
        return _is_errand(draft, before, after)
    if draft.predicate == "prefers":
        return _is_half(value, before, after[:1])
    return _is_slip(draft, before, after)


def _nearly(before: Sequence[Token]) -> bool:
    """ "I nearly quit the ...": a past verb after "nearly" governs what follows in its clause."""
    low = [t.low for t in before]
    for at, (word, verb) in enumerate(pairwise(low)):
        form = verb_form(verb)
        if word in ("almost", "nearly") and form and form[1] in ("past", "both", "base"):
            return not {",", ";", "but", "and"} & set(low[at + 2 :])
    return False


def _is_errand(draft: Draft, before: Sequence[str], after: Sequence[str]) -> bool:
    value = draft.object
    first = value[0].low
    low = [t.low for t in value]
    if before[-1:] in (["those"], ["these"]) or low[-1] in _DANGLING | _ANYONE:
        return True
    if (draft.predicate == "plans_to" and "now" in after[:2]) or "n't" in low[:2]:
        return True
    form = verb_form(first)
    rowed = draft.directness is Directness.IMPLIED
    if form is None:
        if "off" in before and after[:1] in (["with"], ["through"]):
            return not value[0].is_capital
        led = before[-1:] in (["to"], ["will"], ["'ll"], ["must"])
        named = (
            value[0].is_capital
            or first in SCHOOL_WORDS | {"one", "two"}
            or (len(low) < 2 and "off" not in before)
        )
        return first == "more" or (led and not rowed and not named)
    verb, kind = form
    if kind in ("third", "past"):
        return False
    if draft.predicate == "wants" and draft.negated and not rowed:
        return verb not in _DENIED_WISHES
    if tuple(low[:2]) in _EMPTY_PAIRS or (verb == "get" and _DONE & set(low[1:])):
        return True
    if draft.predicate == "wants" and verb == "be" and low[1:]:
        return low[1] not in _BEING
    if kind == "ing" and not before and draft.predicate == "plans_to":
        return not (_placed(value) or TIME_NOUNS & set(low))
    if verb == "move" and (len(value) < 2 or low[1] not in _MOVING):
        return len(value) > 1 or kind == "ing"
    known = _LIFE | _DUTIES if draft.predicate == "must" else _LIFE
    return not rowed and verb not in known and (kind != "ing" or not _placed(value))


_EMPTY_PAIRS = frozenset(
    (verb, word)
    for verbs, word in (
        (("work", "working"), "on"),
        (("go", "going", "dive"), "into"),
        (("build", "building"), "out"),
        (("get", "getting"), "ready"),
        (("enjoy", "enjoying"), "the"),
    )
    for verb in verbs
)


def _placed(value: Sequence[Token]) -> bool:
    """Whether a day or a name stands in the value."""
    return any(
        t.low in WEEKDAYS | MONTHS | _DAYS_AHEAD
        or t.is_capital
        or (t.low[:1].isdigit() and t.low.endswith(("st", "nd", "rd", "th")))
        for t in value[1:]
    )


_DAYS_AHEAD = words("tomorrow tonight christmas easter")


def _is_half(value: Sequence[Token], before: Sequence[str], after: Sequence[str]) -> bool:
    if value[-1].low in _DANGLING or [t.low for t in value[:2]] == ["making", "sure"]:
        return True
    if any("." in t.text and t.text[-1].isalpha() for t in value):
        return True
    shown = value[-1].low in _SHOWN and (
        len(value) == 1 or before[-1:] == ["the"] or value[-1].low in ("list", "one")
    )
    if shown or value[-1].low == "look":
        return True
    first = value[0].low
    form = verb_form(first)
    if first.endswith("ing") and (after[:1] in (["up"], ["for"]) or (form and form[1] == "ing")):
        return len(value) == 1 and bool(after) and after[0] in _AFTER_GERUND
    return first in _TALK


def _is_slip(draft: Draft, before: Sequence[str], after: Sequence[str]) -> bool:
    value = draft.object
    first = value[0].low
    group = draft.clause.group
    verb = group.lemma if group else ""
    if draft.predicate == "uses":
        return value[-1].low in _ACCOMPANIED or (
            len(value) == 1 and "for" in before and before[-1:] == ["and"]
        )
    if draft.predicate == "works_at":
        enrolled = {"student", "course", "pupil"} & {t.low for t in draft.clause.tokens}
        return value[-1].low in _LEISURE or bool(enrolled)
    if draft.predicate == "works_as":
        if len(value) == 1 and value[0].is_capital and before[-1:] in (["'s"], ["is"], ["are"]):
            return True
        boast = draft.negated and first in ("big", "great", "good", "huge", "bad")
        firm = value[0].is_capital and any(t.low == "'s" for t in value)
        cut = any(b.start - a.end > 1 for a, b in pairwise(value))
        many = before[-1:] == ["the"] and value[-1].low.endswith("s")
        return many or boast or firm or cut or first == "feeling"
    if draft.predicate == "other":
        form = verb_form(first)
        alone = len(value) == 1 and first in ("played", "read", "playing", "broken")
        alone = alone or value[-1].low in _ANYONE - {"people"}
        if first == "tend":
            return len(value) > 2 and value[2].low not in DETERMINERS
        thing = draft.negated and form is None and not draft.clause.dropped_subject
        alone = alone or "how" in before or thing
        return alone or (form is not None and form[0] in _OFFICE)
    if draft.predicate == "owns":
        return after[:1] == ["to"] and verb == "have"
    if draft.predicate == "has":
        return verb == "hold" or _prepared(value)
    if draft.predicate == "relation":
        parted = first == "split" and len(value) == 1 and draft.subject != "user"
        return parted and not {"up", "with", "from"} & set(after[:1])
    if draft.predicate == "believes":
        return first == "used"
    if draft.predicate == "diet":
        return after[:1] in (["recently"], ["lately"])
    if draft.predicate == "stopped":
        return after[:1] == ["too"]
    if draft.predicate == "must_not":
        return value[-2].low == "every" and value[-1].low not in TIME_NOUNS if value[1:] else False
    if draft.predicate == "can":
        helping = first in ("making", "keeping", "giving", "being")
        return helping or (draft.negated and "without" in [t.low for t in value] + list(after))
    if draft.predicate == "lives_in":
        return [t.low for t in value[-2:]] == ["home", "country"]
    if draft.predicate == "moved_to":
        return first == "next"
    if draft.predicate == "started":
        return first == "swing" or "your" in before[-1:] or value[-1].low in _DANGLING | {"one"}
    return False


#: Where one belongs without being employed.
_LEISURE = words("club gym choir team side class league")


def _prepared(value: Sequence[Token]) -> bool:
    """ "I've got the alerts set up": what one has is done, not owned."""
    at = next((i for i, t in enumerate(value) if t.low == "set"), 0)
    following = [t.low for t in value[at + 1 : at + 2]]
    return at > 0 and following in ([], ["for"], ["up"])
