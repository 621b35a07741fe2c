"""What others order or forbid: "the doctor says no salt", "she told me not to drive"."""

from __future__ import annotations

from dataclasses import replace

from eywa_fs.facts.certainty import Modality
from eywa_fs.facts.languages.en.clauses import Clause
from eywa_fs.facts.languages.en.discourse import USER
from eywa_fs.facts.languages.en.drafts import Draft, drafts
from eywa_fs.facts.languages.en.morphology import verb_form
from eywa_fs.facts.languages.en.nounphrases import noun_phrases
from eywa_fs.facts.languages.en.phrases import Phrase, is_value
from eywa_fs.facts.languages.en.subjects import Subject
from eywa_fs.facts.languages.en.verbgroups import verb_group_at
from eywa_fs.facts.languages.en.verbphrases import verb_phrase
from eywa_fs.facts.languages.en.words.lists import words
from eywa_fs.facts.languages.en.words.people import ADVISERS

_ORDERING = words("say tell order ask want advise forbid insist ban warn instruct")


def read_order(clause: Clause) -> list[Draft] | None:
    """Duties and bans that somebody laid on the speaker; ``None`` if this is no order."""
    group, subject = clause.group, clause.subject
    if group is None or subject is None or subject.kind != "person":
        return None
    if group.lemma in ("let", "allow") and group.negated and not group.is_past:
        low = [token.low for token in clause.rest[:3]]
        at = 1 + (low[1:2] == ["to"]) if low[:1] in (["me"], ["us"]) else 0
        if at and len(clause.rest) > at:
            return _order(clause, "must_not", [verb_phrase(clause.rest, at)])
        return [] if group.lemma == "let" else _order(clause, "must_not", noun_phrases(clause.rest))
    if group.negated:
        return None
    reported = _reported_duty(clause)
    if reported:
        return reported
    if group.lemma == "put" and [t.low for t in clause.rest[:2]] == ["me", "on"]:
        found = noun_phrases(clause.rest, 2)
        return drafts(_mine(clause), "health", found, negated=False, span="begins")
    if group.lemma not in _ORDERING:
        return None
    if group.lemma in ("ask", "want") and subject.names[0].split()[-1] not in ADVISERS:
        return None
    rest = clause.rest
    low = [token.low for token in rest]
    at = 0
    if low[:1] and low[0] in ("me", "us"):
        at = 1
    elif low[:2] == ["to", "me"]:
        at = 2
    if at == 0 and group.lemma not in ("say", "insist"):
        return None
    if low[at : at + 1] == ["no"] and len(low) > at + 1:
        if low[at + 1 : at + 2] == ["more"]:
            value = verb_phrase(rest, at + 1)
            return _order(clause, "must_not", [value])
        return _order(clause, "must_not", noun_phrases(rest, at + 1))
    if low[at : at + 2] in (["not", "to"], ["never", "to"]):
        return _order(clause, "must_not", [verb_phrase(rest, at + 2)])
    if low[at : at + 1] == ["to"] and len(low) > at + 1 and verb_form(low[at + 1]):
        if low[at + 1] == "avoid":
            return _order(clause, "must_not", noun_phrases(rest, at + 2))
        if low[at + 1] in ("stop", "quit"):
            return _order(clause, "must_not", [verb_phrase(rest, at + 2)])
        return _order(clause, "must", [verb_phrase(rest, at + 1)])
    return None


def _reported_duty(clause: Clause) -> list[Draft]:
    """ "The physio says I mustn't run", "my boss told us we have to work Saturdays"."""
    group, rest = clause.group, clause.rest
    if group is None or group.lemma not in ("say", "tell", "insist", "reckon", "warn", "think"):
        return []
    at = 0
    while at < len(rest) and rest[at].low in ("me", "us", "that"):
        at += 1
    if at + 1 >= len(rest) or rest[at].low not in ("i", "we"):
        return []
    duty = verb_group_at(rest, at + 1)
    if duty is None or not (
        duty.modal in ("must", "should", "allowed") or (duty.modal == "can" and duty.negated)
    ):
        return []
    banned = duty.negated and "to" not in [t.low for t in rest[duty.verb - 1 : duty.verb]]
    if duty.negated != banned and duty.modal != "allowed":
        return []
    banned = duty.negated
    if duty.modal == "allowed" and not banned:
        return []
    phrase = verb_phrase(rest, duty.verb)
    return _order(clause, "must_not" if banned else "must", [phrase])


def _mine(clause: Clause) -> Clause:
    return replace(clause, subject=Subject((USER,), "user", clause.body))


def _order(clause: Clause, predicate: str, objects: list[Phrase]) -> list[Draft]:
    return drafts(
        _mine(clause),
        predicate,
        [obj for obj in objects if is_value(obj)],
        negated=False,
        modality=Modality.REPORTED,
    )
