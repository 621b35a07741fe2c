"""What one clause tells: the order in which the rules of clauses are asked."""

from __future__ import annotations

from dataclasses import replace

from eywa_fs.facts.languages.en.checks import did_not_happen
from eywa_fs.facts.languages.en.clauses import Clause
from eywa_fs.facts.languages.en.discourse import Discourse
from eywa_fs.facts.languages.en.drafts import Draft
from eywa_fs.facts.languages.en.fragments import dropped_subject, read_fragment
from eywa_fs.facts.languages.en.idioms import read_idiom
from eywa_fs.facts.languages.en.rules_be import read_be
from eywa_fs.facts.languages.en.rules_change import read_repriced, read_rescheduled
from eywa_fs.facts.languages.en.rules_modal import read_modal
from eywa_fs.facts.languages.en.rules_orders import read_order
from eywa_fs.facts.languages.en.rules_things import read_thing
from eywa_fs.facts.languages.en.rules_verbs import BOOKING, read_verb
from eywa_fs.facts.languages.en.subjects import Subject
from eywa_fs.facts.languages.en.times import Calendar, is_ahead, is_future
from eywa_fs.facts.languages.en.whereabouts import read_whereabouts
from eywa_fs.facts.languages.en.words.grammar import RARELY


def read_clause(
    clause: Clause,
    elliptic: bool,
    discourse: Discourse,
    calendar: Calendar,
    told_of: Subject | None = None,
) -> list[Draft]:
    """What a clause tells.

    Args:
        clause: the clause.
        elliptic: whether the clauses before it lack a subject as well: one may be restored.
        discourse: who has been talked about.
        calendar: the dates of the message.
        told_of: whom a clause without a subject is about; the speaker where ``None``.
    """
    if clause.lead == "that":
        return []
    if any(token.low in RARELY for token in clause.tokens) or did_not_happen(clause):
        return []
    rescheduled = read_rescheduled(clause) or read_repriced(clause)
    if rescheduled:
        return rescheduled
    if clause.subject is None:
        thing = read_thing(clause, discourse)
        if thing:
            return thing
        elliptic = elliptic or clause.lead in ("-", "—", "–", ":", "(", "…", "...")
        restored = dropped_subject(clause) if elliptic else None
        if restored is None:
            return read_fragment(clause) or read_idiom(clause)
        clause = replace(restored, subject=told_of) if told_of else restored
    if clause.group is None:
        return []
    idiom = read_idiom(clause) if clause.group.modal in ("", "can", "could") else []
    if idiom:
        return idiom
    ordered = read_order(clause)
    if ordered is not None:
        return ordered
    if clause.group.lemma == "be" and not clause.group.modal:
        found = read_be(clause) or read_whereabouts(clause)
        return found or read_thing(clause, discourse)
    modal = read_modal(clause) if clause.group.modal else None
    if modal is not None:
        return modal
    if clause.group.lemma == "be":
        return read_be(clause)
    ahead = "progressive" in clause.group.aspect or clause.group.lemma in BOOKING
    days = calendar.days("future" if ahead else "auto")
    if clause.group.lemma in ("go", "fly", "travel", "visit", "come", "move", "stay"):
        future = is_ahead(days, clause.start, clause.end, calendar.today)
    else:
        future = is_future(days, clause.start, clause.end, calendar.today)
    return read_verb(clause, future=future)
