"""Verbs that begin or end what another verb says, and the tool behind an activity."""

from __future__ import annotations

from dataclasses import replace

from eywa_fs.facts.languages.en.clauses import Clause
from eywa_fs.facts.languages.en.drafts import Draft, drafts
from eywa_fs.facts.languages.en.frames import read_frame
from eywa_fs.facts.languages.en.morphology import verb_form
from eywa_fs.facts.languages.en.nounphrases import noun_phrases
from eywa_fs.facts.languages.en.verbgroups import VerbGroup
from eywa_fs.facts.languages.en.words.lists import words
from eywa_fs.facts.languages.en.words.things import APPS, DIETS, FOOD
from eywa_fs.facts.languages.en.words.verbs import STARTING, STOPPING

#: What has a predicate of its own keeps it: "stopped eating meat" is about a diet.
_OWN = frozenset(
    {"uses", "works_at", "works_as", "studies", "studies_at", "lives_in", "health", "speaks"}
)


def read_phase(clause: Clause) -> list[Draft]:
    """ "Started working at the mill", "stopped eating meat", "gave up drinking tea"."""
    group, rest = clause.group, clause.rest
    if group is None or group.negated or not rest:
        return []
    up = group.lemma == "give" and rest[0].low == "up"
    begins = group.lemma in STARTING
    if not (begins or up or group.lemma in STOPPING):
        return []
    at = int(up)
    form = verb_form(rest[at].low) if at < len(rest) else None
    if form is None or form[1] != "ing" or at + 1 >= len(rest):
        return []
    verb = group.after + at
    inner = replace(clause, group=VerbGroup(form[0], "base", verb, verb + 1))
    if form[0] in ("eat", "drink"):
        edible = [p for p in noun_phrases(inner.rest) if any(t.low in FOOD | DIETS for t in p)]
        return drafts(clause, "diet", edible, negated=not begins, span="begins")
    found = [d for d in read_frame(inner) if d.predicate in _OWN and not d.negated]
    return [replace(draft, clause=clause, span="begins" if begins else "over") for draft in found]


_HANDLING = words(
    """do write track keep manage plan store organise organize log edit record take run draft save
    budget pay"""
)
_TOOLS = words(
    """spreadsheet spreadsheets app excel notebook planner calendar journal software wiki vim emacs
    latex trello airtable todoist figma photoshop lightroom ableton logic vscode neovim word"""
)


def read_tool(clause: Clause) -> list[Draft]:
    """ "I keep all my recipes in a notebook app", "write everything in Scrivener"."""
    group, rest = clause.group, clause.rest
    if group is None or group.lemma not in _HANDLING or group.is_past or group.negated:
        return []
    if rest and rest[0].low == "for" and group.lemma == "pay":
        rest = rest[1:]
    if not rest or rest[0].low not in ("everything", "all", "my", "our", "most"):
        return []
    at = next((i for i, t in enumerate(rest) if t.low in ("in", "with", "on", "using")), -1)
    tool = next(iter(noun_phrases(rest, at + 1)), ()) if at > 0 else ()
    named = tool and (any(t.is_capital for t in tool) or {t.low for t in tool} & (_TOOLS | APPS))
    return drafts(clause, "uses", [tool]) if named else []
