"""What no other rule read of a clause: things had, deeds, habits, wishes told by their own words.

What is told of oneself or of one's people, in the past or as a rule, is worth a memory even where
no predicate of its own fits; moods, the moment, and what is said or thought are not. The verbs of
``words/deeds.py`` tell the one from the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from eywa_fs.facts.certainty import Directness
from eywa_fs.facts.languages.en.checks import did_not_happen
from eywa_fs.facts.languages.en.clauses import Clause
from eywa_fs.facts.languages.en.drafts import Draft, Span, drafts
from eywa_fs.facts.languages.en.morphology import verb_form
from eywa_fs.facts.languages.en.phrases import (
    Phrase,
    head,
    is_value,
    noun_phrase,
    noun_phrases,
    verb_phrase,
)
from eywa_fs.facts.languages.en.segments import UNASSERTED
from eywa_fs.facts.languages.en.tokens import Token
from eywa_fs.facts.languages.en.words.deeds import (
    DONE,
    GAVE,
    GOING_ON,
    GOT,
    KEPT_UP,
    LOST,
    NOT_HAD,
    PLACES_WON,
    TAKEN_ON,
    TEAMS,
    TRAITS,
    TRIFLES,
    UNITS,
)
from eywa_fs.facts.languages.en.words.grammar import NUMBER_WORDS, RARELY
from eywa_fs.facts.languages.en.words.lists import words
from eywa_fs.facts.languages.en.words.people import LANGUAGES, PETS, ROLES
from eywa_fs.facts.languages.en.words.things import (
    APPOINTMENTS,
    CONDITIONS,
    DIETS,
    FOOD,
    HOBBY_VERBS,
    OWNED,
)


def read_untold(untold: Sequence[Clause], told: Sequence[Draft]) -> list[Draft]:
    """What the clauses nobody read tell of people, beside what is ``told`` of the sentence."""
    taken = {token.start for draft in told for token in draft.object}
    found: list[Draft] = []
    for clause in untold:
        group, subject = clause.group, clause.subject
        if group is None or subject is None or subject.kind == "thing" or group.modal:
            continue
        if clause.lead in UNASSERTED or did_not_happen(clause):
            continue
        if any(token.low in RARELY for token in clause.tokens):
            continue
        for rule in (_had, _wished, _been, _taken_up, _done, _kept_up, _going_on):
            new = [d for d in rule(clause) if not taken & {t.start for t in d.object}]
            if new:
                found += [replace(draft, directness=Directness.IMPLIED) for draft in new]
                break
    return found


def _phrase(clause: Clause) -> Phrase:
    """The verb phrase of a clause where it says something by itself, else nothing."""
    assert clause.group is not None
    verb = clause.group.verb
    begin = verb + 1 + (clause.group.lemma == "look")
    end = next((i for i, t in enumerate(clause.tokens) if i >= begin and t.low in _MEANWHILE), None)
    phrase = verb_phrase(clause.tokens[:end], verb)
    if not is_value(phrase) or {t.low for t in phrase} & _POINTING or phrase[-1].low in TRIFLES:
        return ()
    return phrase


#: When it was belongs to the date, not to the deed.
_MEANWHILE = words("after before until till since when while once whenever during")
_POINTING = words(
    """you your it this that these those something anything nothing everything themselves itself him
    them like none"""
)


def _rest(clause: Clause) -> tuple[Token, ...]:
    return clause.rest[1:] if clause.rest[:1] and clause.rest[0].low == "got" else clause.rest


def _had(clause: Clause) -> list[Draft]:
    """ "I've three credit cards", "he's got no middle name"."""
    group = clause.group
    assert group is not None
    held = group.lemma == "have" or (group.lemma == "get" and group.aspect == {"perfect"})
    held = held or (group.lemma == "keep" and group.form == "base" and not group.negated)
    if not held or group.tense == "past" or "progressive" in group.aspect:
        return []
    rest = _rest(clause)
    if group.lemma == "get" and "got" not in {t.low for t in clause.tokens}:
        return []
    if not rest or rest[0].low in ("to", "been", "the"):
        return []
    none = rest[0].low in ("no", "zero")
    found = []
    for thing in noun_phrases(rest, int(none)):
        low = {t.low for t in thing}
        if len(thing) > 4 or low & NOT_HAD or low & (UNITS | APPOINTMENTS | CONDITIONS | LANGUAGES):
            break
        if thing[-1].low in NUMBER_WORDS or thing[-1].low.isdecimal() or low & (ROLES | FOOD):
            break
        counted = none or group.negated or _counted(rest, thing)
        if not counted and thing[-1].low not in OWNED:
            break
        found.append(thing)
    return drafts(clause, "has", found, negated=group.negated != none)


def _counted(rest: Sequence[Token], thing: Phrase) -> bool:
    """Whether an article or a number stands at a thing."""
    at = next(i for i, t in enumerate(rest) if t is thing[0])
    before = rest[at - 1].low if at else ""
    return before in ("a", "an", "some") or thing[0].low in NUMBER_WORDS or thing[0].low.isdecimal()


def _wished(clause: Clause) -> list[Draft]:
    """ "My niece wants a drum kit": another's wish."""
    group, subject, rest = clause.group, clause.subject, clause.rest
    assert group is not None and subject is not None
    if group.lemma not in ("want", "fancy") or group.is_past or group.aspect or not rest:
        return []
    if subject.kind != "person":
        return []
    if rest[0].low == "to":
        form = verb_form(rest[1].low) if rest[1:] else None
        wishes = [verb_phrase(rest, 1)] if form and form[0] not in _SAID else []
    else:
        wishes = noun_phrases(rest) if rest[0].low not in ("me", "us", "you", "it") else []
    wishes = [w for w in wishes if is_value(w) and not {t.low for t in w} & _POINTING]
    return drafts(clause, "wants", wishes, span="plan")


_SAID = words("know say hear tell talk see ask meet speak be make do get help")


def _been(clause: Clause) -> list[Draft]:
    """ "My wife's a year older than me", "I'm the second youngest", "she's in Ward 7"."""
    group, rest = clause.group, clause.rest
    assert group is not None
    if group.lemma != "be" or not rest or group.tense == "past" or group.aspect - {"perfect"}:
        return []
    low = [t.low for t in rest]
    at = int(low[0] in ("a", "an", "the"))
    state = (
        ({"older", "younger"} & set(low[:5]) and "than" in low[:6])
        or (low[0] == "the" and bool({"youngest", "eldest", "oldest"} & set(low[1:3])))
        or (low[0] == "in" and bool(_WARDS & set(low[1:4])))
        or (low[0] == "back" and low[1:2] and low[1] in ("on", "in", "at", "with"))
        or (at == 1 and low[at : at + 2] in _SORTS)
        or low[0] in _UNDERGONE
    )
    if not state or {"it", "this", "that", "you"} & set(low):
        return []
    phrase = verb_phrase(rest, at, words=1 if low[0] in _UNDERGONE else 7)
    return drafts(clause, "other", [phrase]) if is_value(phrase) else []


_WARDS = words("ward hospital hospice rehab prison jail custody coma care icu intensive theatre")
_UNDERGONE = words(
    """discharged evicted orphaned knighted ordained naturalised naturalized vaccinated insured
    uninsured skint bankrupt expecting breastfeeding left-handed right-handed left-footed
    ambidextrous homeless redundant tone-deaf adopted"""
)
_SORTS = (
    ["night", "owl"],
    ["morning", "person"],
    ["blood", "donor"],
    ["organ", "donor"],
    ["only", "child"],
    ["early", "riser"],
    ["light", "sleeper"],
    ["heavy", "sleeper"],
    ["twin"],
    ["virgo"],
    ["lapsed", "catholic"],
)


def _taken_up(clause: Clause) -> list[Draft]:
    """ "I've been crocheting since February", "Bo stopped his paper round"."""
    group, rest = clause.group, clause.rest
    assert group is not None
    if group.negated:
        return []
    low = [t.low for t in rest]
    lately = group.aspect == {"perfect", "progressive"} and "since" in low
    if lately and (group.lemma in HOBBY_VERBS or (group.lemma == "go" and low[:1] == ["to"])):
        phrase = verb_phrase(rest, 1) if group.lemma == "go" else _phrase(clause)
        return drafts(clause, "started", [phrase] if phrase else [], span="begins")
    ended = group.tense == "past" or group.aspect == {"perfect"}
    if not ended or group.lemma not in ("stop", "quit") or not rest or not rest[0].is_word:
        return []
    pursuit = verb_phrase(rest, int(low[0] in ("my", "his", "her", "the", "our")))
    if not is_value(pursuit) or {t.low for t in pursuit} & _POINTING or low[0] in _HALTED:
        return []
    return drafts(clause, "stopped", [pursuit[:4]], span="begins")


_HALTED = words("at for by in on off me us when to talking asking trying being caring worrying")


def _done(clause: Clause) -> list[Draft]:
    """ "My nephew came third", "we lent Sam the money"."""
    group, subject = clause.group, clause.subject
    assert group is not None and subject is not None
    past = group.tense == "past" or group.aspect == {"perfect"} or group.lemma == "put"
    if not past or "progressive" in group.aspect or "passive" in group.aspect:
        return []
    phrase = _phrase(clause)
    if not phrase or group.negated:
        return []
    low = [t.low for t in clause.rest]
    follow = set(low[:4])
    lemma = group.lemma
    happened = (
        (lemma in DONE and len(phrase) > 1)
        or (lemma == "come" and low[:1] and low[0] in PLACES_WON)
        or (
            len(phrase) > 2
            and lemma == "go"
            and low[:2] == ["back", "to"]
            and low[2:3] not in _TO_AND_FRO
        )
        or (lemma == "go" and low[:1] in (["bankrupt"], ["missing"]))
        or (lemma == "go" and low[:1] == ["into"] and low[1:2] and low[1] not in _LAPSES)
        or (lemma == "make" and bool(follow & TEAMS) and low[:1] in (["the"], ["it"]))
        or (lemma == "get" and low[:1] in _OWN and bool(follow & GOT))
        or (lemma in _PERFORMED and low[:1] in (["in"], ["at"], ["for"]) and len(phrase) > 2)
        or (lemma == "hand" and bool(follow & {"notice", "resignation"}))
        or (lemma == "swap" and low[1:2] == ["with"])
        or (lemma == "have" and low[:1] == ["the"] and low[1:2] and low[1] in _FEASTS)
        or (lemma == "give" and low[:1] and low[0] in GAVE)
        or (lemma == "lose" and bool(follow & LOST))
        or (lemma == "take" and low[:1] == ["on"] and bool(follow & TAKEN_ON))
        or (lemma == "turn" and low[:2] in (["down", "the"], ["down", "a"]))
        or (lemma == "put" and low[:3] in (["an", "offer", "in"], ["in", "an", "offer"]))
        or (lemma == "exchange" and low[:1] == ["contracts"])
        or (lemma == "move" and low[:1] in (["house"], ["out"]))
        or (lemma == "spend" and _working_through(low))
        or (lemma == "leave" and subject.kind == "person" and (not low or low[0] in _DATING))
        or (lemma in ("fall", "make") and low[:1] in (["out"], ["up"]) and low[1:2] == ["with"])
    )
    if happened:
        return drafts(clause, "other", [phrase], span="event")
    return _come_by(clause, low)


_PERFORMED = words("sing perform box play row swim fight dance act")
_FEASTS = words("christening wedding funeral baptism wake blessing")
_LAPSES = words("remission labour hospital the a my his her town work detail shock hiding debt")
_DATING = words("last on in this yesterday today two three six")
_TO_AND_FRO: tuple[list[str], ...] = (
    ["work"],
    ["school"],
    ["bed"],
    ["sleep"],
    ["uni"],
    ["the"],
    ["my"],
    ["home"],
    ["her"],
    ["his"],
    [],
)
_OWN = (["my"], ["his"], ["her"], ["our"], ["a"], ["an"])


def _working_through(low: Sequence[str]) -> bool:
    """ "Spent the winter fitting bathrooms": a while and what was done in it."""
    return any(word.endswith("ing") and len(word) > 5 for word in low[1:6])


def _come_by(clause: Clause, low: Sequence[str]) -> list[Draft]:
    """ "My sister kept the flat", "got into Durham", "went into remission"."""
    group = clause.group
    assert group is not None
    span: Span = "begins"
    if group.lemma == "keep" and low[:1] in (["the"], ["my"], ["his"], ["her"], ["our"]):
        thing = noun_phrase(clause.rest)
        return drafts(clause, "owns", [thing] if head(thing) in OWNED else [])
    if group.lemma == "get" and low[:1] == ["into"] and len(clause.rest) > 1:
        goal = noun_phrase(clause.rest, 1)
        if goal and goal[0].is_capital:
            return drafts(clause, "studies_at", [goal], span=span)
        if goal and goal[-1].low.endswith("ing"):
            return drafts(clause, "started", [goal], span=span)
    return []


def _kept_up(clause: Clause) -> list[Draft]:
    """ "Bo bakes for the whole floor", "I do her tax returns"."""
    group, subject, lead = clause.group, clause.subject, clause.lead
    assert group is not None and subject is not None
    if group.tense == "past" or group.aspect or group.negated or lead in ("as", "while", "like"):
        return []
    phrase = _phrase(clause)
    if not phrase or phrase[0].is_capital or (subject.kind == "person" and group.form == "base"):
        return []
    low = [t.low for t in clause.rest]
    if group.lemma == "collect":
        things = [p for p in noun_phrases(clause.rest) if p[-1].low.endswith("s")]
        return drafts(clause, "owns", things if low[0] not in ("the", "my") else [])
    if {t.low for t in phrase} & (DIETS | {"fasting"}):
        return []
    if group.lemma in ("make", "bake", "cook", "brew") and {"mean", "best"} & set(low[:2]):
        return drafts(clause, "can", [phrase])
    creature = subject.names[0].split()[-1].lower() in PETS
    kept = (group.lemma in TRAITS and not clause.rest) or (
        not creature and _is_kept_up(clause, phrase, low)
    )
    return drafts(clause, "other", [phrase]) if kept else []


def _is_kept_up(clause: Clause, phrase: Phrase, low: Sequence[str]) -> bool:
    group = clause.group
    assert group is not None
    return (
        (group.lemma in KEPT_UP and len(phrase) > 1 and low[:1] != ["into"])
        or (group.lemma in TRAITS and low[:1] == ["to"])
        or (group.lemma == "do" and _is_chore(clause.rest))
        or (group.lemma == "look" and low[:1] == ["after"])
        or (group.lemma == "turn" and low[:3] == ["out", "to", "have"])
        or (group.lemma == "lose" and low[:1] == ["everything"])
    )


def _is_chore(rest: Sequence[Token]) -> bool:
    """Whether "do" has an object of its own: "the photos", "people's gardens", "tax returns"."""
    low = [t.low for t in rest[:3]]
    if not low or low[0] in ("absolutely", "more", "nothing", "whatever", "all", "what", "so"):
        return False
    owned = low[0] in ("my", "his", "her", "our", "their", "the") or "'s" in low
    return len(rest) > 1 and (owned or (low[0].endswith("s") or low[1].endswith("s")))


def _going_on(clause: Clause) -> list[Draft]:
    """ "I'm looking after the hens"."""
    group = clause.group
    assert group is not None
    if "progressive" not in group.aspect or group.negated or group.tense == "past":
        return []
    low = [t.low for t in clause.rest]
    phrase = _phrase(clause)
    lasting = group.lemma in GOING_ON and (len(phrase) > 1 or group.lemma == "expect")
    lasting = lasting or (group.lemma == "look" and low[:1] == ["after"])
    lasting = lasting or (group.lemma == "sleep" and low[:1] in (["at"], ["in"], ["on"]))
    return drafts(clause, "other", [phrase]) if phrase and lasting else []
