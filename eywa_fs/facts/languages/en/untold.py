"""What no other rule read of a clause: wishes of others, things taken up, what is going on.

A wider reading of deeds and habits was half wrong on messages it had not been written for.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from eywa_fs.facts.certainty import Directness
from eywa_fs.facts.languages.en.checks import did_not_happen
from eywa_fs.facts.languages.en.clauses import Clause
from eywa_fs.facts.languages.en.drafts import Draft, drafts
from eywa_fs.facts.languages.en.morphology import verb_form
from eywa_fs.facts.languages.en.nounphrases import noun_phrases
from eywa_fs.facts.languages.en.phrases import Phrase, is_value
from eywa_fs.facts.languages.en.segments import UNASSERTED
from eywa_fs.facts.languages.en.verbphrases import verb_phrase
from eywa_fs.facts.languages.en.words.grammar import RARELY
from eywa_fs.facts.languages.en.words.lists import words
from eywa_fs.facts.languages.en.words.things import (
    HOBBY_VERBS,
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
        for rule in (_wished, _taken_up, _going_on):
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
    if not is_value(phrase) or {t.low for t in phrase} & _POINTING or phrase[-1].low in _TRIFLES:
        return ()
    return phrase


#: Too much is said of these in passing.
_TRIFLES = words(
    "thing things bit lot way time one ones mess joke fuss look effort sense point case start"
)
#: When it was belongs to the date, not to the deed.
_MEANWHILE = words("after before until till since when while once whenever during")
_POINTING = words(
    """you your it this that these those something anything nothing everything themselves itself him
    them like none"""
)


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


def _going_on(clause: Clause) -> list[Draft]:
    """ "I'm looking after the hens"."""
    group = clause.group
    assert group is not None
    if "progressive" not in group.aspect or group.negated or group.tense == "past":
        return []
    low = [t.low for t in clause.rest]
    phrase = _phrase(clause)
    lasting = group.lemma in _GOING_ON and (len(phrase) > 1 or group.lemma == "expect")
    lasting = lasting or (group.lemma == "look" and low[:1] == ["after"])
    lasting = lasting or (group.lemma == "sleep" and low[:1] in (["at"], ["in"], ["on"]))
    return drafts(clause, "other", [phrase]) if phrase and lasting else []


#: What goes on for a while, told with "-ing".
_GOING_ON = words(
    """run cover drive foster expect rent squat lodge camp teach coach act feed train tutor mind
    babysit house-sit housesit dog-sit pet-sit manage deputise deputize restore renovate
    homeschool caddy temp caretake"""
)
