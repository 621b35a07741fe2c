"""What a verb without a frame of its own says: events of weight, trades, habits."""

from __future__ import annotations

from eywa_fs.facts.languages.en.clauses import Clause
from eywa_fs.facts.languages.en.drafts import Draft, drafts
from eywa_fs.facts.languages.en.nounphrases import noun_phrase, noun_phrases
from eywa_fs.facts.languages.en.phrases import Phrase, head, is_value
from eywa_fs.facts.languages.en.verbphrases import verb_phrase
from eywa_fs.facts.languages.en.words.grammar import (
    MONTHS,
    NUMBER_WORDS,
    PREPOSITIONS,
    TIME_NOUNS,
)
from eywa_fs.facts.languages.en.words.lists import words
from eywa_fs.facts.languages.en.words.people import PETS, ROLES
from eywa_fs.facts.languages.en.words.things import (
    FOOD,
    HOBBY_VERBS,
    LIGHT_NOUNS,
    WORKPLACES,
)
from eywa_fs.facts.languages.en.words.verbs import EVENTS, MENTAL

_OFTEN = words(
    "every daily weekly mondays tuesdays wednesdays thursdays fridays saturdays "
    "sundays weekends often regularly twice"
)
_DEGREES = words(
    """degree phd master's masters mba thesis dissertation apprenticeship training course diploma
    school university college novel manuscript marathon internship doctorate bachelor's"""
)
_GOT = words(
    """married engaged divorced promoted fired hired sacked separated vaccinated my our baptised
    baptized burgled mugged"""
)


def _paid(phrase: Phrase) -> bool:
    return [t.low for t in phrase[:2]] == ["get", "paid"]


def _employer_in(clause: Clause) -> Phrase:
    """The workplace in "fixes engines for the navy"."""
    rest = clause.rest
    for at, token in enumerate(rest):
        if at and token.low == "for" and at + 1 < len(rest):
            place = noun_phrase(rest, at + 1)
            if any(t.low in WORKPLACES for t in place):
                return place
    return ()


def noun_end(phrase: Phrase) -> Phrase:
    """A verb phrase up to its first "for"."""
    end = next((i for i, t in enumerate(phrase) if t.low == "for"), len(phrase))
    return phrase[:end]


#: What one does with a rhythm is a habit, though the verb alone tells nothing.
_DAILY = words(
    "make take bring call ring phone email send watch read visit meet walk set keep help text cook"
)
_LOST = (
    words(
        "job phone keys wallet passport weight kg kilos pounds stone licence license bag purse ring"
    )
    | ROLES
)
_COUNTED = words(
    "run climb do complete finish write win build make publish swim cycle walk sail play read"
)


def _has_lasted(clause: Clause) -> bool:
    """ "I've voted Green since 1989", "I've run 14 marathons": a record or a lasting habit."""
    group, rest = clause.group, clause.rest
    assert group is not None
    low = [t.low for t in rest]
    numbered = low[:1] and (low[0][:1].isdigit() or low[0] in NUMBER_WORDS) and len(low) > 1
    if numbered and group.lemma in _COUNTED and low[1] not in TIME_NOUNS | {"of", "more"}:
        return True
    at = next((i for i, word in enumerate(low) if word == "since"), 0)
    dated = at and low[at + 1 : at + 2] and (low[at + 1][:1].isdigit() or low[at + 1] in _EVER)
    return bool(dated) and group.lemma not in MENTAL - {"follow", "read", "watch", "support"}


_EVER = MONTHS | words("childhood school uni university i before christmas easter lockdown")
#: "I've never ..." of these tells something lasting.
_TRIED = words("watch read live work visit own use study play move wear meet")
#: Told in the present, these are what somebody does for a living or regularly.
_PURSUED = words(
    """sell drive clean fix repair restore mend build breed raise rear teach tutor coach train mark
    proofread edit translate interpret type feed mind babysit foster look run manage coordinate
    organise organize host chair lead serve deliver design program code fit install lay weld make
    grow farm rent let import export trade deal busk model survey inspect drill dig cut shear shoe
    groom walk photograph film record tune cheat smoke vape gamble pay owe commute sleep speak
    represent assess audit nurse care rehearse carve weave knit sew brew sculpt paint"""
)
_COMPARING = words("so such this that it more better happier worse as like thought him her them")
_NOT_HOBBIES = words("away off out into late low over across through up the a an about back")


def _says_little(clause: Clause, phrase: Phrase) -> bool:
    """Whether a verb phrase is a simile, points at something said before, or came to nothing."""
    group, low = clause.group, [t.low for t in clause.rest[:2]]
    assert group is not None
    compared = any(t.low in ("like", "nothing") for t in phrase[1:])
    pointing = low[:1] in (["her"], ["him"], ["them"], ["it"])
    pointing = pointing and (not low[1:] or low[1] in PREPOSITIONS or not clause.rest[1].is_word)
    vain = group.lemma == "expect" or (group.lemma == "fail" and low[:1] == ["to"])
    return compared or pointing or vain or (group.lemma == "buy" and group.negated)


def read_deed(clause: Clause) -> list[Draft]:
    """Events of weight, and what others (or the speaker, habitually) do: the verb phrase itself."""
    group, subject = clause.group, clause.subject
    assert group is not None
    if subject is None or subject.kind == "thing":
        return []
    phrase = verb_phrase(clause.tokens, group.verb)
    at_work = _employer_in(clause)
    if at_work and group.form == "third" and not group.negated:
        return drafts(clause, "works_as", [noun_end(phrase)]) + drafts(
            clause, "works_at", [at_work]
        )
    if not is_value(phrase) or any(t.low in ("you", "your", "it", "this", "that") for t in phrase):
        return []
    after = clause.rest[0].low if clause.rest else ""
    if len(phrase) == 1 and group.lemma in ("go", "come", "get"):
        return []
    if subject.kind == "person" and after in ("me", "us"):
        return []
    if _says_little(clause, phrase):
        return []
    if "progressive" in group.aspect and after in ("for", "since") and group.lemma != "work":
        return []
    simple_past = group.tense == "past" and "used_to" not in group.aspect
    if simple_past or "perfect" in group.aspect:
        if "never" in group.adverbs and group.aspect == {"perfect"} and len(phrase) > 1:
            felt = group.lemma in MENTAL - _TRIED or {t.low for t in clause.rest} & _COMPARING
            return [] if felt else drafts(clause, "other", [phrase], negated=True)
        if "progressive" in group.aspect or group.negated:
            return []
        if group.aspect == {"perfect"} and _has_lasted(clause) and len(phrase) > 1:
            return drafts(clause, "other", [phrase])
        lasting = (
            group.lemma in EVENTS
            or (
                group.lemma in ("finish", "complete", "submit", "do")
                and any(t.low in _DEGREES for t in clause.rest)
                and not (
                    group.lemma == "do"
                    and any(t.low in ("training", "course") for t in clause.rest)
                )
            )
            or (
                group.lemma == "get"
                and after in _GOT
                and (subject.kind == "user" or after not in ("my", "our"))
            )
        )
        if group.lemma == "retire" and clause.rest and after in ("the", "my", "our", "a", "that"):
            return []
        if group.lemma in ("buy", "purchase"):
            return _bought(clause)
        if group.lemma == "lose" and not {t.low for t in clause.rest} & _LOST:
            return []
        if lasting and (len(phrase) > 1 or subject.kind == "person"):
            return drafts(clause, "other", [phrase], span="event")
        return []
    if "passive" in group.aspect or _paid(phrase):
        return drafts(clause, "other", [phrase], span="event") if _paid(phrase) else []
    if "used_to" in group.aspect and group.lemma in ("say", "tell", "think", "joke", "ask"):
        return []
    if "used_to" in group.aspect and group.lemma not in ("be", "have"):
        return drafts(clause, "other", [phrase])
    if group.lemma in ("watch", "trust", "follow", "read") and group.negated and not group.aspect:
        pointing = {t.low for t in clause.rest[:2]} & {"the", "my", "his", "her", "a", "an"}
        return [] if pointing else drafts(clause, "prefers", noun_phrases(clause.rest))
    habitual = (
        group.lemma == "do"
        and subject.kind == "person"
        and clause.rest
        and (clause.rest[0].low in ("the", "all", "our", "my"))
    )
    if habitual and not group.is_past:
        return drafts(clause, "other", [phrase])
    often = any(t.low in _OFTEN for t in clause.tokens)
    if often and group.lemma in _DAILY and not group.aspect and not group.negated:
        return drafts(clause, "other", [phrase]) if len(phrase) > 2 else []
    if clause.lead in ("while", "as") and len(phrase) < 2:
        return []
    if group.lemma in HOBBY_VERBS and subject.kind == "user" and not group.aspect:
        plain = not clause.rest or not {t.low for t in clause.rest[:2]} & _NOT_HOBBIES
        return drafts(clause, "other", [phrase]) if plain and not group.negated else []
    if group.lemma == "go" and often and "progressive" not in group.aspect:
        return drafts(clause, "other", [phrase])
    if (
        group.lemma == "name"
        or group.lemma in MENTAL
        or ("progressive" in group.aspect and subject.kind == "user")
    ):
        return []
    if "used_to" in group.aspect:
        return drafts(clause, "other", [phrase])
    if "progressive" in group.aspect:
        return []
    if len(phrase) < 2 or group.lemma not in _PURSUED:
        return []
    return drafts(clause, "other", [phrase])


def _bought(clause: Clause) -> list[Draft]:
    """What was bought is owned by now; an animal is a pet; what is eaten is gone."""
    things = noun_phrases(clause.rest)[:1]
    if not things or head(things[0]) in FOOD | LIGHT_NOUNS or len(things[0]) > 5:
        return []
    pet = any(t.low in PETS for t in things[0])
    return drafts(clause, "has_pet" if pet else "owns", things, span="begins")
