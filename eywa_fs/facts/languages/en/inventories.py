"""What somebody has, listed without a verb: "Two cats, no dog", "one van, no debts"."""

from __future__ import annotations

from collections.abc import Sequence

from eywa_fs.facts.languages.en.clauses import Clause
from eywa_fs.facts.languages.en.coordinations import parted
from eywa_fs.facts.languages.en.drafts import Draft, drafts
from eywa_fs.facts.languages.en.morphology import verb_form
from eywa_fs.facts.languages.en.phrases import Phrase, head, trimmed
from eywa_fs.facts.languages.en.subjects import SPEAKER
from eywa_fs.facts.languages.en.tokens import Token
from eywa_fs.facts.languages.en.words.grammar import BE, HAVE, MODALS, NUMBER_WORDS, PREPOSITIONS
from eywa_fs.facts.languages.en.words.lists import words
from eywa_fs.facts.languages.en.words.people import CHILDREN, PETS, SIBLINGS
from eywa_fs.facts.languages.en.words.things import AIDS, CONDITIONS, DIETS, FOOD, HAD, OWNED

_NONE = words("no zero nil")
#: Such a word may stand before the first count ("divorced, no kids").
_FEW = 2
_MARITAL = words("single divorced married widowed separated engaged unmarried")
_PAPERS = HAD | words("badge debts visa tickets licence license driveway lift commute")
_KINDS = (
    ("has_child", CHILDREN),
    ("sibling", SIBLINGS),
    ("has_pet", PETS | {"pets"}),
    ("owns", OWNED - {"shop", "store", "bar", "pub", "hotel", "restaurant", "office"}),
    ("has", _PAPERS),
    ("allergic_to", words("allergy allergies")),
    ("health", words("medication medications meds")),
)
#: Longer items tell something else.
_MAX_ITEM = 5


def read_inventory(tokens: Sequence[Token], bare: Clause) -> list[Draft]:
    """The items of a sentence that opens with a count or with "no" and has no verb in them."""
    clause = bare.without_verb(tokens, SPEAKER)
    found: list[Draft] = []
    items = parted(tokens, _PARTING)
    told = 0
    for item in items:
        if _is_clause(item):
            break
        denied = item[0].low in _NONE
        counted = denied or item[0].low in NUMBER_WORDS | {"a", "an"} or item[0].low.isdecimal()
        value = trimmed(item[1:] if denied else item, leading=not _is_number(item[0]))
        if not counted and not told and len(item) <= _FEW and item[-1].low in _MARITAL:
            continue
        if not counted and not told:
            return []
        seen = any(t.low == "the" for t in value)
        if not counted or not value or len(value) > _MAX_ITEM or seen:
            continue
        told += 1
        predicate = next((p for p, nouns in _KINDS if head(value) in nouns), "")
        thing = predicate in ("owns", "has")
        if predicate and not (thing and item[0].low in ("a", "an")):
            found += drafts(clause, predicate, [value], negated=denied)
    alone = len(found) == 1 and found[0].predicate in ("owns", "has") and told == 1
    return [] if alone else found


def read_complaint(tokens: Sequence[Token], bare: Clause) -> list[Draft]:
    """ "Shingles since Monday", "Type 2 diabetic.": an illness that opens a sentence, no verb."""
    item = next(iter(parted(tokens, _PARTING)), ())
    end = next((i for i, t in enumerate(item) if t.low in _SINCE), len(item))
    value = trimmed(item[:end])
    if not 0 < len(value) <= 3 or _is_clause(value) or value[0].low in PREPOSITIONS | {"off"}:
        return []
    aid = value[-1].low in AIDS - {"frame", "stick"} and verb_form(value[0].low) is None
    if not aid and value[-1].low not in _SUFFERED:
        return []
    if value[0] is not tokens[0] or any(t.low in ("?", ":") for t in tokens[: end + 2]):
        return []
    if value[0].low in _NONE:
        return []
    allergy = value[-1].low == "allergy"
    if allergy and len(value) == 1:
        return []
    clause = bare.without_verb(tokens, SPEAKER)
    if aid:
        return drafts(clause, "uses", [value], negated=False)
    if allergy:
        return drafts(clause, "allergic_to", [value[:-1]], negated=False)
    return drafts(clause, "health", [value], negated=False)


_SINCE = words("since again from for this still in at by left right")
_SUFFERED = (CONDITIONS | {"pacemaker"}) - words("cold fever cough attack blind deaf thyroid")


def read_leaving_out(tokens: Sequence[Token], bare: Clause) -> list[Draft]:
    """ "No sugar since June", "no meat, no dairy": what one does without."""
    items = parted(tokens, _PARTING)
    out: list[Phrase] = []
    for item in items:
        if item[0].low != "no" or _is_clause(item) or _is_for_another(item):
            break
        end = next((i for i, t in enumerate(item) if t.low in _LASTING), len(item))
        value = trimmed(item[1:end])
        if value and len(value) <= 2 and value[-1].low in _LEFT_OUT:
            out.append(value)
    lasting = any(t.low in _LASTING for item in items[: len(out)] for t in item)
    clause = bare.without_verb(tokens, SPEAKER)
    return drafts(clause, "diet", out, negated=True) if lasting or len(out) > 1 else []


def _is_for_another(item: Sequence[Token]) -> bool:
    at = next((i for i, t in enumerate(item) if t.low == "for"), len(item) - 1)
    return any(t.is_capital or t.low in ("him", "her", "them", "my", "our") for t in item[at + 1 :])


_LASTING = words("since until till for")
_LEFT_OUT = (FOOD | DIETS | words("alcohol booze")) - {"water"}


_PARTING = frozenset({",", "and", "plus", "&", ".", ";", ":", "—", "–", "-", "("})


def _is_number(token: Token) -> bool:
    return token.low in NUMBER_WORDS or token.low.isdecimal()


def _is_clause(item: Sequence[Token]) -> bool:
    """Whether a verb stands in an item."""
    return any(
        t.low in (BE | HAVE | MODALS) - {"'s"}
        or ((verb_form(t.low) or ("", ""))[1] in ("third", "past", "both") and i > 0)
        for i, t in enumerate(item)
    )
