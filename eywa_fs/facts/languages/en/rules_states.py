"""Where somebody is for a while and what they lastingly are: "on leave", "in the navy"."""

from __future__ import annotations

from eywa_fs.facts.languages.en.clauses import Clause
from eywa_fs.facts.languages.en.drafts import Draft, drafts
from eywa_fs.facts.languages.en.nounphrases import noun_phrase
from eywa_fs.facts.languages.en.tokens import Token
from eywa_fs.facts.languages.en.verbphrases import verb_phrase
from eywa_fs.facts.languages.en.words.lists import words

_AFTER_STATES = words("and but now again so too since")
_WHILE = words("till until til from after all")
_LEAVES = words(
    """leave sabbatical benefits call furlough probation secondment parole bail crutches dole
    tour strike standby duty"""
)
_SERVICES = words(
    """navy army police military raf airforce fire-brigade civil-service marines coastguard
    reserves territorials diplomatic-corps foreign-legion guards"""
)
_HOMES = words("home housing halls dorm dorms hospice hostel digs barracks lodgings flat")
_CREEDS = words(
    """catholic protestant muslim christian jewish hindu buddhist sikh quaker methodist mormon
    baptist anglican lutheran atheist agnostic pagan religious spiritual superstitious vegan-ish"""
)
_TRAITS = words(
    """unemployed bilingual trilingual ambidextrous tone-deaf introverted extroverted shy homeless
    ginger bald childfree childless self-taught double-jointed adopted nocturnal gay bisexual
    lesbian queer trans nonbinary non-binary polyamorous ticklish teetotal self-employed redundant
    house-proud forgetful freelance broke retired bankrupt semi-retired part-time widowed
    claustrophobic agoraphobic arachnophobic squeamish dyscalculic nearly-blind tattooed"""
)


def read_state(clause: Clause, rest: tuple[Token, ...]) -> list[Draft]:
    """A state that lasts for a while or for life; empty when none is told."""
    subject = clause.subject
    if subject is None or subject.kind == "thing" or clause.group is None:
        return []
    low = [token.low for token in rest]
    past = clause.group.tense == "past" and "perfect" not in clause.group.aspect
    if low[0] == "off" and low[1:2] in (["on"], ["sick"]):
        rest, low = rest[1:], low[1:]
    phrase = noun_phrase(rest, 1) if len(rest) > 1 else ()
    gone = low[0] in ("off", "away", "out") and low[1:2] and low[1] in _WHILE
    if gone and clause.group.tense == "present":
        return drafts(clause, "other", [verb_phrase(rest, 0, words=6)])
    if low[0] == "on" and phrase and phrase[-1].low in _LEAVES and len(phrase) <= 3:
        return drafts(clause, "other", [tuple(rest[: len(phrase) + 1])])
    if low[0] == "in" and low[1:2] == ["the"] and phrase and phrase[0].low in _SERVICES:
        return drafts(clause, "works_at", [phrase])
    sheltered = low[1:2] in (["a"], ["an"], ["sheltered"], ["halls"], ["university"])
    if low[0] == "in" and sheltered and phrase and phrase[-1].low in _HOMES and len(phrase) > 1:
        return drafts(clause, "lives_in", [phrase])
    goes_on = len(low) > 1 and rest[1].is_word and low[1] not in _AFTER_STATES
    if past or goes_on:
        return []
    if low[0] in _CREEDS:
        return drafts(clause, "believes" if low[0] in _FAITHS else "other", [rest[:1]])
    if low[0] in _TRAITS:
        return drafts(clause, "other", [verb_phrase(rest, 0, words=1)])
    return []


_FAITHS = _CREEDS - words("superstitious vegan-ish religious spiritual")
