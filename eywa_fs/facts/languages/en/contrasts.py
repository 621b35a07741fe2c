"""Both halves of a contrast: "Not a nurse, I'm a porter", "his name's not Jon, it's Joan"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from eywa_fs.facts.languages.en.clauses import Clause
from eywa_fs.facts.languages.en.drafts import Draft
from eywa_fs.facts.languages.en.morphology import verb_form
from eywa_fs.facts.languages.en.nounphrases import noun_phrase
from eywa_fs.facts.languages.en.phrases import is_value
from eywa_fs.facts.languages.en.tokens import Token
from eywa_fs.facts.languages.en.words.lists import words

#: Of these "not" before a noun denies a value; of an aim or event it only sets a scene.
_DENIABLE = words(
    """works_as works_at lives_in from born_in name studies studies_at spouse relation diet
    allergic_to speaks has_pet owns uses age birthday sibling has_child"""
)
_NO_VALUES = words("sure only just even yet bad really much that this so too very like")


def denied_first(tokens: Sequence[Token], found: Sequence[Draft]) -> list[Draft]:
    """ "Not a nurse, I'm a porter": what the sentence opens by denying, of whom it tells."""
    low = [token.low for token in tokens[:8]]
    if low[:1] != ["not"] or not found or found[0].negated:
        return []
    comma = next((i for i, word in enumerate(low) if word in (",", "-", "—", "–", ";", ":")), 0)
    first = found[0]
    value = _whole_noun(tokens[1:comma])
    told = first.predicate in _DENIABLE and first.object[0].start > tokens[comma].start
    if not value or not told or value[0].is_capital != first.object[0].is_capital:
        return []
    return [replace(first, object=value, negated=True)]


def affirmed_after(clause: Clause, before: Sequence[Draft]) -> list[Draft]:
    """ "..., it's Joan" behind a denial of one value: the value that holds."""
    if len(before) != 1 or not before[0].negated or before[0].predicate not in _DENIABLE:
        return []
    low = [token.low for token in clause.tokens[clause.opening :]]
    if low[:1] not in (["it"], ["they"], ["that"]) or low[1:2] not in (["'s"], ["is"], ["are"]):
        return []
    value = _whole_noun(clause.tokens[clause.opening + 2 :])
    if not value or value[0].is_capital != before[0].object[0].is_capital:
        return []
    return [replace(before[0], object=value, negated=False, clause=clause, span="state")]


def _whole_noun(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """The noun phrase that these words are, if they are one and name something."""
    value = noun_phrase(tokens, 0) if tokens else ()
    if not value or value[-1] is not tokens[-1] or len(value) > 4 or not is_value(value):
        return ()
    form = verb_form(value[0].low)
    verbal = form is not None and not value[0].is_capital and form[1] != "base"
    return () if verbal or value[0].low in _NO_VALUES else value
