"""What one sentence tells: its clauses in turn, then what stands beside them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from eywa_fs.facts.certainty import Modality
from eywa_fs.facts.languages.en.ages import read_ages
from eywa_fs.facts.languages.en.asides import (
    read_conditions,
    read_contrast,
    read_every_time,
    read_instruction,
    read_role_of_speaker,
    read_verdicts,
)
from eywa_fs.facts.languages.en.checks import contrasted, itemised
from eywa_fs.facts.languages.en.clausereader import read_clause
from eywa_fs.facts.languages.en.clauses import Clause, clauses
from eywa_fs.facts.languages.en.contrasts import affirmed_after, denied_first
from eywa_fs.facts.languages.en.convictions import read_conviction, read_opinions
from eywa_fs.facts.languages.en.couples import read_couple
from eywa_fs.facts.languages.en.discourse import USER, Discourse
from eywa_fs.facts.languages.en.drafts import Draft
from eywa_fs.facts.languages.en.echoes import echoed, without_echo
from eywa_fs.facts.languages.en.friends import read_friends
from eywa_fs.facts.languages.en.introductions import mention
from eywa_fs.facts.languages.en.inventories import read_complaint, read_inventory, read_leaving_out
from eywa_fs.facts.languages.en.labels import read_contact, read_labels
from eywa_fs.facts.languages.en.namings import read_namings
from eywa_fs.facts.languages.en.occasions import read_occasion
from eywa_fs.facts.languages.en.portraits import read_portrait
from eywa_fs.facts.languages.en.rewrites import (
    not_that,
    uncleft,
    without_frames,
    without_parentheses,
    without_relative,
)
from eywa_fs.facts.languages.en.segments import UNASSERTED
from eywa_fs.facts.languages.en.sentences import Sentence
from eywa_fs.facts.languages.en.subjects import Subject
from eywa_fs.facts.languages.en.times import Calendar
from eywa_fs.facts.languages.en.tokens import Token
from eywa_fs.facts.languages.en.unnamed import opening_subject
from eywa_fs.facts.languages.en.whereabouts import read_kin_in_places
from eywa_fs.facts.languages.en.words.lists import words


def read_sentence(
    tokens: list[Token],
    sentence: Sentence,
    discourse: Discourse,
    calendar: Calendar,
    untold: list[Clause],
) -> list[Draft]:
    """What a sentence tells.

    Args:
        tokens: of the sentence, without a correction at its end.
        sentence: its place and the mark that ends it.
        discourse: who has been talked about; people brought up here are noted in it.
        calendar: the dates of the message.
        untold: the clauses that told nothing are added to it.
    """
    tokens, relative = without_relative(tokens)
    if relative:
        inner = read_sentence(relative, sentence, discourse, calendar, untold)
        return inner + read_sentence(tokens, sentence, discourse, calendar, untold)
    denied, tokens = not_that(tokens)
    contrary, tokens = without_frames(uncleft(without_parentheses(tokens)))
    tokens, others = without_echo(tokens, discourse)
    parts = clauses(tokens, discourse, calendar.covers)
    if not parts:
        return []
    asking = sentence.questioned and _asks(tokens)
    conditional = any(c.lead in ("if", "unless") for c in parts) or tokens[0].low in (
        "if",
        "unless",
    )
    found = read_verdicts(parts[0], tokens) or read_labels(tokens, parts[0], discourse)
    if found:
        return found
    contacts = [] if asking else read_contact(tokens, parts[0], discourse)
    if contacts:
        return contacts
    conviction = [] if asking else read_conviction(tokens, parts[0])
    if conviction:
        return conviction
    occasion = [] if asking else read_occasion(tokens, parts[0], discourse)
    found = occasion + ([] if asking else read_instruction(parts, tokens))
    if not asking:
        found += read_role_of_speaker(tokens, parts) + read_every_time(tokens, parts)
        found += read_contrast(tokens, parts)
        wedding = read_couple(tokens, parts[0], discourse)
        if wedding:
            return found + wedding
    elliptic, last_told = True, list[Draft]()
    opener = _somebody(opening_subject(tokens, discourse), tokens)
    for position, clause in enumerate(parts):
        told = clause.lead == "that" and position and _is_told(parts[position - 1], clause)
        if not told and (clause.lead in UNASSERTED or clause.lead == "that"):
            continue
        clause = replace(clause, lead="") if told else clause
        apart = position and (not clause.lead[:1].isalpha() or clause.lead in _STATING)
        if asking and (not apart or not clause.lead or clause.subject is None):
            continue
        if sentence.questioned and position and _asks(clause.tokens):
            continue
        if conditional and (clause.subject is None or (clause.group and clause.group.modal)):
            continue
        if denied and position == 0:
            clause = _denied(clause)
        if contrary and position == 0 and clause.group:
            clause = replace(
                clause, group=replace(clause.group, negations=clause.group.negations + 1)
            )
        own = sentence.questioned or any(t.low in _MINE for t in clause.tokens)
        told_of = opener if position and not own else None
        new = read_clause(clause, elliptic, discourse, calendar, told_of)
        if not new and not sentence.questioned:
            untold.append(clause)
        new += contrasted(clause, new) or affirmed_after(clause, last_told)
        last_told = new
        if clause.lead == "says":
            new = [replace(draft, modality=Modality.REPORTED) for draft in new]
        elliptic = elliptic and clause.subject is None
        new = itemised(new, parts[position + 1] if position + 1 < len(parts) else None)
        for draft in new:
            mention(discourse, draft)
        found += new
    found += denied_first(tokens, found)
    if not asking:
        found += _in_passing(tokens, parts, discourse, found)
    ends = {d.object[-1].start for d in found if d.object}
    passing = read_conditions(tokens, parts[0], discourse)
    return found + echoed(found, others) + [d for d in passing if d.object[0].start not in ends]


def _in_passing(
    tokens: list[Token], parts: list[Clause], discourse: Discourse, known: list[Draft]
) -> list[Draft]:
    """What is told beside the clauses or without a verb, where no clause has told it."""
    taken = {token.start for draft in known for token in draft.object}
    told = [
        *read_inventory(tokens, parts[0]),
        *read_complaint(tokens, parts[0]),
        *read_leaving_out(tokens, parts[0]),
        *read_kin_in_places(tokens, parts[0], discourse),
        *read_portrait(tokens, parts[0], discourse),
        *read_friends(tokens, parts[0]),
        *read_opinions(tokens, parts[0], discourse),
    ]
    unnamed = {t.start for d in known if d.predicate not in _NAMED_IN for t in d.object}
    named = read_namings(tokens, parts[0], discourse) + read_ages(tokens, parts, discourse)
    return [
        *(d for d in told if not taken & {token.start for token in d.object}),
        *(d for d in named if not unnamed & {token.start for token in d.object}),
    ]


#: "A parrot named Bo" is an animal one has and its name, "a son of six" a child and an age.
_NAMED_IN = frozenset({"has_pet", "has_child"})
#: Who says so speaks of themselves.
_MINE = words("i me my myself we us our ourselves")
#: Behind these a sentence that asks can still state something.
_STATING = words("and but because since as so though although while who cos")


def _is_told(before: Clause, clause: Clause) -> bool:
    """Whether "that I ..." is a fact the speaker wants told ("how do I tell her that ...")."""
    first_person = clause.subject is not None and USER in clause.subject.names
    return first_person and any(token.low in _TELLING for token in before.tokens)


_TELLING = frozenset({"tell", "mention", "explain", "remember", "forget", "told", "mentioned"})


def _somebody(opening: Subject | None, tokens: Sequence[Token]) -> Subject | None:
    """Whom a sentence opens with, where that is for sure one of the speaker's people."""
    if opening is None or opening.kind != "person" or len(opening.names) > 1:
        return None
    related = "'s " in opening.names[0] or tokens[0].low in ("my", "our")
    return opening if related else None


def _denied(clause: Clause) -> Clause:
    """A clause under "it's not that": a denial in it is affirmed, anything else is left open."""
    if clause.group is None or not clause.group.negated:
        return replace(clause.without_verb(), lead="that")
    return replace(clause, group=replace(clause.group, negations=clause.group.negations + 1))


def _asks(tokens: Sequence[Token]) -> bool:
    at = 0
    while at < min(4, len(tokens)) and tokens[at].low in (
        "so",
        "and",
        "but",
        ",",
        "ok",
        "okay",
        "hey",
        "hi",
        "well",
        "also",
        "anyway",
        "or",
    ):
        at += 1
    return at < len(tokens) and tokens[at].low in _INVERTED


_INVERTED = words(
    """do does did is are was were am can could will would should shall have has had may might what
    which who whom whose when where why how is n't are n't"""
)
