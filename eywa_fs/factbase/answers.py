"""The facts that answer a question: pure, from the replayed state."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from eywa_fs.factbase.bearing import asks_else, content_of, words_of
from eywa_fs.factbase.called import names_for
from eywa_fs.factbase.courses import Along, best_found, chains
from eywa_fs.factbase.profile import standing_profile
from eywa_fs.factbase.theirs import theirs
from eywa_fs.factbase.whose import topic_of
from eywa_fs.facts.afu import OPEN_PAST_MS, Afu, stands
from eywa_fs.facts.clausetimes import ClauseTime, fit_of_rank, read_with_clause
from eywa_fs.facts.identity import KIN, Names, bare, is_family, key_of, kin_in
from eywa_fs.facts.model import DOINGS, PREDICATES, USER
from eywa_fs.facts.questions import Intent, Question, speaks_of_self, strangers
from eywa_fs.facts.replay import FactState
from eywa_fs.facts.timeline import by_time, current, mostly, once_held, thing, within
from eywa_fs.facts.values import tokens
from eywa_fs.language.asking import asks
from eywa_fs.language.script import fold

PREDICATE_SHARE, WORDS_SHARE, FOUND_SHARE, NAMED_SHARE = 0.5, 0.5, 0.4, 0.2
"""What the predicate asked for, the question's own words, the place of the fact's record in a
search, and its subject's name add to its fit. A convention: facts are few, and it orders them."""
MIN_FIT, MARGIN, HISTORY_MARGIN, MOST_FACTS = 0.3, 0.85, 0.5, 12
"""Least fit of an answer: a predicate asked for by a word of the question, or most of its words, or
the record that answers it best. The share of the best fit below which facts answer no more, and
that for the slots of a course, whose older members often share fewer words with it. Facts of one
answer, the newest where there are more."""
_DENIES = re.compile(r"n['’]?t\b|\b(?:not|never)\b|[不别没]")
_TITLES = frozenset({"mr", "mrs", "miss", "dr", "prof", "the", "old", "poor", "aunt", "uncle"})
_SOMEBODY = re.compile(r"\b(?:he|she|him|her|his|hers)\b|(?<![其吉])[他它牠]|她")
BY_PLACE = (1.0, 0.9, 0.8)  # how much the first records of a search count: they lie close together
_HOLD_ONE = {p.slot for p in PREDICATES.values() if p.cardinality == "one"}

Found = Sequence[str]  # event ids of the records that a search for the question found, best first


@dataclass(frozen=True, slots=True)
class Answer:
    """The facts that answer a question: best first, or in the order of time for a history."""

    question: Question
    facts: tuple[Afu, ...]


def answer(
    state: FactState, text: str, asked_at: int, tz: str = "UTC", found: Found = ()
) -> Answer:
    """The facts that answer ``text``, asked at a time (ms) in a zone; none where nothing fits its
    words, or where it asks about somebody of whom nothing is known. ``found``: by a search for it.
    """
    question, clause = read_with_clause(state, text, asked_at, tz)
    changes = question.intent if question.intent != "current_state" else ""
    if question.asks == "time" and question.intent == "current_state":  # it names no known time
        asked = asks(text, timed=False)
        as_asked: Intent = "history_trace" if asked == "course" else "current_state"
        question = replace(question, asks=asked, intent=as_asked)
    if question.asks == "former" and question.intent == "current_state":  # "my previous dog"
        former = replace(question, intent="history_trace")
        past = _answer(state, former, text, found, clause).facts
        over = tuple(fact for fact in past if not stands(fact, asked_at))
        return Answer(former, over or _answer(state, question, text, (), clause).facts)
    told = _answer(state, question, text, found, clause)
    tells = any(question.predicates.get(f.predicate) == 0 and not f.negated for f in told.facts)
    if clause is not None and clause.side == "before" and question.period and not tells:
        earlier = replace(question, period=(OPEN_PAST_MS, question.period[1]))
        gave_way = (f for f in state.facts if f.superseded_by == clause.fact.atomic_id)
        past = _answer(state, earlier, text, found, clause).facts or told.facts
        past = past or tuple(filter(once_held, gave_way))
        end = max((fact.validity_end_at or 0 for fact in past), default=0)  # what was so last
        return Answer(question, tuple(f for f in past if (f.validity_end_at or 0) == end))
    if changes and (changes == "history_trace" or not tells):
        pool, whole = _pool(state, question), changes == "history_trace"
        told = replace(told, facts=tuple(best_found(state, pool, told.facts, found, whole=whole)))
    if told.facts or question.intent != "history_trace":
        return told
    intent: Intent = "time_slice" if question.period else "current_state"
    now = _answer(state, replace(question, intent=intent), text, found, clause)
    former = replace(question, intent=intent, asks="former")
    over = () if question.period else _answer(state, former, text, (), clause).facts
    every = sorted((*over, *now.facts), key=by_time)
    return replace(now, question=question, facts=tuple(dict.fromkeys(every)))


def _answer(
    state: FactState, question: Question, text: str, found: Found, clause: ClauseTime | None
) -> Answer:
    if "profile" in question.marks:
        return Answer(question, standing_profile(current(state, question.asked_at)))
    pool = _pool(state, question)
    if not pool:
        return Answer(question, ())
    names = names_for(state.facts, question)
    asked = _asked_about(question, state, names, text)
    near: list[Afu] = []
    if clause is not None and clause.side in ("before", "after"):
        named = clause.side == "before" or tokens(text) & tokens(clause.fact.object)
        pool = [fact for fact in pool if fact != clause.fact or not named]
        if question.predicates.get(clause.fact.predicate) == 0:
            near = [fact for fact in pool if clause.precedes(fact)]
    every = {fact.atomic_id: fact for fact in near or pool}
    support = _support(state, every, question, found)
    content, topic = content_of(question, asked, names), topic_of(question)
    if topic is not None and not topic.own and asked == {USER}:
        content |= topic.head
    further = theirs(question, asked, names)
    about = (
        fact
        for name, fact in every.items()
        if further is None or not further.hides(fact, names)
        if topic is None or fact.subject != USER or topic.admits(fact)
        if _is_about(fact, question, asked, content, names, support.get(name, 0.0))
    )
    pool = near or list(about)
    said, fits = dict[str, float](), dict[str, float]()
    along = Along(state, every, question.words)
    for fact in pool:
        name, (asks, shares) = fact.atomic_id, _fit(fact, question, along)
        asks += NAMED_SHARE * any(names.same_subject(fact.subject, x) for x in asked - {USER})
        if question.predicates or shares >= WORDS_SHARE / 2:
            asks += shares
        said[name] = asks
        fits[name] = asks + FOUND_SHARE * support.get(name, 0.0)
    least = MIN_FIT if question.intent != "history_trace" else MIN_FIT / 2
    if max(fits.values(), default=0.0) < least:
        return Answer(question, ())
    if question.intent == "history_trace":
        if max(said.values()) >= MIN_FIT:  # a record is found by other words, too
            fits = {name: asks + (fits[name] - asks) / 2 for name, asks in said.items()}
        least = HISTORY_MARGIN * (max(said.values()) or max(fits.values()))
        return Answer(question, _course(state, every, fits, least))
    ranked = sorted(pool, key=lambda f: (-fits[f.atomic_id], -f.observed_at, f.atomic_id))
    least, most = (max(MIN_FIT, MARGIN * max(by.values())) for by in (fits, said))
    leading = {n for n in fits if fits[n] >= least or said[n] >= most}
    chosen = [fact for fact in ranked if fact.atomic_id in leading]
    chosen = _with_rivals(chosen, ranked, state)
    if "yes_no" in question.marks:
        chosen = [fact for fact in chosen if _bears_on(fact, question)]
    else:  # a denial answers where nothing positive does
        chosen = [fact for fact in chosen if not fact.negated] or chosen
    return Answer(question, tuple(chosen[:MOST_FACTS]))


def _pool(state: FactState, question: Question) -> list[Afu]:
    """The facts of the time that is asked about."""
    course, period = question.intent == "history_trace", question.period
    if period is not None:
        return list(within(state, *period, planned=True) if course else mostly(state, *period))
    if course:  # "what have I done" asks for no plans
        plans = "plans_to" in question.predicates
        return [f for f in state.facts if once_held(f) and (plans or f.type != "plan")]
    if question.asks == "former":
        return [f for f in state.facts if once_held(f) and not stands(f, question.asked_at)]
    now = list(current(state, question.asked_at))
    if "past_tense" in question.marks:  # what is over by itself, and nothing took its place
        known = {fact.atomic_id for fact in now}
        over = (f for f in state.facts if f.status == "active" and f.slot not in _HOLD_ONE)
        now += [fact for fact in over if once_held(fact) and fact.atomic_id not in known]
    return now


def _support(
    state: FactState, asked: Mapping[str, Afu], question: Question, found: Found
) -> dict[str, float]:
    """How well the records of facts were found, 0 to 1, by atomic id; with a fact its chain is:
    the record of an old value leads to the new one. For a time and a course only records count
    that tell of them: others are found by the same words."""
    told: dict[str, set[str]] = {event: set() for event in found}
    for fact in state.facts:
        for event in {fact.source_event_id, *fact.evidence.event_ids} & told.keys():
            told[event] |= state.chain(fact).keys() & asked.keys()
    records = [told[event] for event in found]
    if question.intent != "current_state":
        records = [names for names in records if names]
    ranked = list(zip(records, BY_PLACE, strict=False))
    return {name: share for names, share in reversed(ranked) for name in names}


def _fit(fact: Afu, question: Question, along: Along) -> tuple[float, float]:
    """How well a fact fits the question's predicates, and its words, which may stand in what it
    took the place of, or what took its place; a denial half as well where what is so is asked
    for."""
    asked = fit_of_rank(question.predicates.get(fact.predicate))
    said = words_of(fact, question.words)
    said |= along.of(fact) if len(said) < len(question.words) else set()
    shared = len(said) / max(1, len(question.words))
    asks_so = question.intent == "current_state" and "yes_no" not in question.marks
    asks_so &= _DENIES.search(fold(question.text)) is None  # "what can't I eat?"
    half = 0.5 if fact.negated and asks_so else 1.0
    return half * PREDICATE_SHARE * asked, half * WORDS_SHARE * shared


def _bears_on(fact: Afu, question: Question) -> bool:
    """Whether a fact can answer yes or no: it names what is asked about, or, where it denies
    nothing, is of the very kind, or must never be missed. "Do I have a car?" is not answered by a
    pet, nor by a piano, and "do I eat shrimps?" not by beef."""
    kind = question.predicates.get(fact.predicate) == 0 and fact.slot != "things"
    kept = kind or PREDICATES[fact.predicate].profile in ("constraints", "instructions")
    kept &= not fact.negated
    return kept or not question.words or bool(words_of(fact, question.words))


def _with_rivals(chosen: Sequence[Afu], ranked: Sequence[Afu], state: FactState) -> list[Afu]:
    """With the facts that are in open conflict with a chosen one: both are the answer."""
    names = {fact.atomic_id for fact in chosen}
    for link in state.links:
        if names & {link.source, link.target}:
            names |= {link.source, link.target}
    return [fact for fact in ranked if fact.atomic_id in names]


def _course(
    state: FactState, every: Mapping[str, Afu], fits: Mapping[str, float], least: float
) -> tuple[Afu, ...]:
    """The courses that fit best, oldest first, with the names of what they tell of. A course is the
    values of one slot, of many-valued ones those that fit, and what they took the place of; a
    single value is none: then the records tell it."""
    held = {name: fact for name, fact in every.items() if name in fits}
    courses: dict[tuple[str, str], set[str]] = {}
    for name, fact in held.items():
        if fits[name] >= least or fact.slot in _HOLD_ONE:
            for whose in (key_of(fact.subject), fact.object_hash):
                courses.setdefault((whose, fact.slot), set()).add(name)
    led: dict[frozenset[str], float] = {}  # without what was told at once: that is no course
    for (whose, _), names in courses.items():
        for chain in chains(state, [held[n] for n in names if fits[n] >= least]).values():
            names |= chain.keys() & every.keys()
        if (course := frozenset(names)) in led:
            continue
        different = {(every[n].object_hash, key_of(every[n].subject)) for n in names}
        begun = {by_time(every[n])[0] for n in names}
        fit = max(fits.get(name, 0.0) for name in names)
        if min(len(different), len(begun)) > 1:
            led[course] = fit
        elif len(different) == 1 and not whose.startswith("sha256:"):
            led[frozenset()] = max(fit, led.get(frozenset(), 0.0))
    best = max(led.values(), default=0.0)
    told = {name for course, fit in led.items() if fit >= MARGIN * best for name in course}
    values = {every[name].object_hash for name in told}
    told |= {n for n, f in held.items() if f.predicate == "name" and thing(f.subject) in values}
    return tuple(sorted((fact for name, fact in every.items() if name in told), key=by_time))


# -- whom a question is about -------------------------------------------------------------------


def _is_about(
    fact: Afu,
    question: Question,
    asked: frozenset[str],
    content: frozenset[str],
    names: Names,
    hit: float,
) -> bool:
    """Whether the fact's subject is one of those that the question can mean, and the question asks
    for nothing else; ``hit``: how well found."""
    if asks_else(fact, question, asked, content, names, hit):
        return False
    if fact.subject == USER and USER in asked:
        return True
    who_is = fact.object if fact.predicate in KIN else fact.subject
    if any(names.same_subject(who_is, who) for who in asked - {USER}):
        return True
    if asked != {USER}:
        if hit and asked and not strangers(question):  # of their band, of a shop
            return not any(map(is_family, (fact.subject, *asked)))
        # The date of a wedding may be said of whoever marries.
        named = any(bare(who) in fold(fact.said) for who in asked)
        return named and (fact.subject != USER or fact.slot in DOINGS)
    # Who names nobody may ask for it: "what is my dog called?", "who has the spare key?".
    if tokens(f"{bare(fact.subject)} {fact.object}") & question.words:
        return True
    if "first_person" not in question.marks:
        return bool(hit) and not is_family(fact.subject)
    return fact.predicate in ("relation", "name") and fact.predicate in question.predicates


def _asked_about(question: Question, state: FactState, names: Names, text: str) -> frozenset[str]:
    """Subjects a question can mean: those it names; else the user, if it names nobody else. Where
    it names nobody outside a clause, ``text`` is the whole."""
    folded = fold(question.text).replace("’", "'")
    known = _named_subjects(folded, state, names)
    kin = kin_in(folded)
    without = folded
    for name in (*map(bare, known), *kin):
        without = re.sub(
            rf"(?:\b(?:my|our) |\bthe user's |[我咱]们?的?|用户的?)?{re.escape(name)}", " ", without
        )
    about_user = speaks_of_self(without)
    others = known | set(kin.values())
    if not others and not about_user and _SOMEBODY.search(folded):
        return frozenset()  # "where does she work?": nobody here says who that is
    if others or about_user:
        return frozenset(others | ({USER} if about_user else set()))
    if text != question.text:
        return _asked_about(replace(question, text=text), state, names, text)
    objects = {fold(fact.object) for fact in state.facts}
    unknown = [n for n in strangers(question) if not any(n in value for value in objects)]
    return frozenset() if unknown else frozenset({USER})


def _named_subjects(folded: str, state: FactState, names: Names) -> set[str]:
    """Subjects of facts that the question names, by any of their names; of "Nate's dog" and "Nate"
    the longer one."""
    found: set[tuple[str, str]] = set()
    for subject in {fact.subject for fact in state.facts if fact.subject != USER}:
        for key in names.keys(subject):
            for name in {key.removeprefix("@"), bare(subject), _given_name(key)}:
                if len(name) > 1 and _stands_in(name, folded):
                    found.add((name, subject))
    return {s for n, s in found if not any(n != other and n in other for other, _ in found)}


def _given_name(key: str) -> str:
    """What whoever has this key may be called for short ("Ana" of "Ana Field", 建国 of 何建国)."""
    if key.startswith("@"):
        return ""
    first = key[1:] if len(key) == 3 and not key.isascii() else key.partition(" ")[0]
    return "" if first in _TITLES else first


def _stands_in(name: str, folded: str) -> bool:
    if name.isascii() and " " in name:
        return tokens(name) <= tokens(folded)
    whole = rf"\b{re.escape(name)}\b" if name.isascii() else re.escape(name)
    return re.search(whole, folded) is not None
