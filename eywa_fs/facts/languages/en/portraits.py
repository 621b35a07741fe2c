"""People described in keywords, without a verb: "Welsh, 41, plumber", "Husband, 60, retired"."""

from __future__ import annotations

from collections.abc import Sequence

from eywa_fs.facts.languages.en.clauses import Clause
from eywa_fs.facts.languages.en.coordinations import parted
from eywa_fs.facts.languages.en.discourse import USER, Discourse
from eywa_fs.facts.languages.en.drafts import Draft, drafts
from eywa_fs.facts.languages.en.morphology import verb_form
from eywa_fs.facts.languages.en.names import name_at
from eywa_fs.facts.languages.en.phrases import Phrase, trimmed
from eywa_fs.facts.languages.en.roles import role_at
from eywa_fs.facts.languages.en.rules_jobs import is_job
from eywa_fs.facts.languages.en.subjects import SPEAKER, Subject
from eywa_fs.facts.languages.en.tokens import Token
from eywa_fs.facts.languages.en.words.gazetteer import TOWNS
from eywa_fs.facts.languages.en.words.grammar import BE, HAVE, MODALS, NUMBER_WORDS
from eywa_fs.facts.languages.en.words.lists import words
from eywa_fs.facts.languages.en.words.people import (
    BARE_KIN,
    CHILDREN,
    OTHER_KIN,
    PARTNERS,
    PETS,
    SIBLINGS,
)
from eywa_fs.facts.languages.en.words.predicatives import NATIONS
from eywa_fs.facts.languages.en.words.things import CONDITIONS, DIETS, JOBS

#: Kin who head a note about themselves.
_KIN = (BARE_KIN | CHILDREN | SIBLINGS | PARTNERS | OTHER_KIN) - words("partner folks family")
_SINGULAR = {"daughters": "daughter", "sons": "son", "brothers": "brother", "sisters": "sister"}
_MARITAL = words("single divorced married widowed separated engaged unmarried widow widower")
_STANDING = words("retired self-employed unemployed freelance semi-retired redundant")
_OLDEST = 110
_AGED = words("twenty thirty forty fifty sixty seventy eighty ninety")
_PARTING = frozenset({",", "and", ".", ";", ":", "(", ")", "—", "–", "-", "&", "/"})
#: Behind a trade: of whom, where, how.
_BEHIND_TRADES = words("in at for with from by of based to here turned since on")
_MAX_TRAIT = 5
#: An age, a trade and the like stand in no order; fewer would be anything.
_FEW = 2


def kin_at(tokens: Sequence[Token], at: int, discourse: Discourse) -> tuple[str, int] | None:
    """The relative that heads a note ("Wife: ...", "One daughter in ...") and the end of it."""
    if at >= len(tokens):
        return None
    low = tokens[at].low
    if low == "me":
        return USER, at + 1
    counted = low in NUMBER_WORDS | words("a an another")
    noun = at + 1 if counted or low in ("middle", "big", "little", "older", "younger") else at
    if noun >= len(tokens) or tokens[noun].low not in _KIN:
        role = role_at(tokens, at, discourse)
        return role if role and role[0].startswith(f"{USER}'s ") else None
    said = [t.low for t in tokens[at + counted : noun + 1]]
    if counted:
        said[-1] = _SINGULAR.get(said[-1], said[-1])
    return f"{USER}'s {' '.join(said)}", noun + 1


def read_portrait(tokens: Sequence[Token], bare: Clause, discourse: Discourse) -> list[Draft]:
    """Who is described by the keywords of a sentence, and what each keyword tells."""
    items = parted(tokens, _PARTING)
    if len(items) < _FEW or any(_has_verb(item) for item in items[:_FEW]):
        return []
    owner, items = _owner(tokens, items, discourse)
    told: list[tuple[str, Phrase]] = []
    for number, item in enumerate(items):
        if item[0].low in ("my", "our"):
            break
        traits = [] if _has_verb(item) else traits_of(item)
        nation = traits and traits[0][0] == "from" and item[0].low in NATIONS
        if nation and {predicate for predicate, _ in told} & {"works_as", "from"}:
            break
        if not traits and number < _FEW and owner == USER:
            return []
        told += traits
    kinds = {predicate for predicate, _ in told}
    if sum(predicate == "age" for predicate, _ in told) > 1:
        return []
    sure = bool(kinds & {"age", "works_as", "from"}) and (owner != USER or len(kinds) > 1)
    if owner == USER and "age" not in kinds and not {"works_as", "from"} <= kinds:
        return []
    if not sure:
        return []
    whose = SPEAKER if owner == USER else Subject((owner,), "person", 0)
    clause = bare.without_verb(tokens, whose)
    return [d for p, value in told for d in drafts(clause, p, [value], negated=False)]


def _owner(
    tokens: Sequence[Token], items: list[tuple[Token, ...]], discourse: Discourse
) -> tuple[str, list[tuple[Token, ...]]]:
    """Whom the keywords describe (the speaker where nobody heads them), and the keywords."""
    head = items[0]
    kin = kin_at(tokens, 0, discourse)
    if kin and kin[1] == len(head):
        return kin[0], items[1:]
    name = name_at(tokens, 0)
    comma = len(head) < len(tokens) and tokens[len(head)].low in (",", "(")
    aged = comma and len(items) > 1 and _age(items[1])
    if name and name[1] == len(head) and aged and head[0].low not in NATIONS | JOBS:
        return name[0], items[1:]
    return USER, items


def traits_of(item: Sequence[Token]) -> list[tuple[str, Phrase]]:
    """What a keyword tells: an age, a trade and its place, an origin, a state."""
    value = trimmed(item)
    if not value or len(value) > _MAX_TRAIT + 3:
        return []
    first, last = value[0].low, value[-1].low
    if _age(item):
        return [("age", value)]
    if item[0].low == "from" and value[-1].is_capital:
        return [("from", tuple(item[1:]))]
    if value[0].is_capital and {t.low for t in value} <= NATIONS:
        return [("from", value)]
    if len(value) == 1 and first in _MARITAL:
        return [("relation", value)]
    if first in _STANDING and len(value) == 1:
        return [("works_as", value)]
    if len(value) <= _FEW and last in DIETS:
        return [("diet", value)]
    if len(value) == 1 and (first in CONDITIONS or first in ("diabetic", "asthmatic", "coeliac")):
        return [("health", value)]
    if (first in NUMBER_WORDS or first.isdecimal()) and len(value) > 1:
        kinds = (("has_child", CHILDREN), ("has_pet", PETS), ("sibling", SIBLINGS))
        return [(kind, value) for kind, nouns in kinds if last in nouns]
    if len(value) == 1 and first in TOWNS and value[0].is_capital:
        return [("lives_in", value)]
    return _trade(item)


def _trade(item: Sequence[Token]) -> list[tuple[str, Phrase]]:
    """ "Stage manager at the Alhambra": the trade and its place."""
    end = next((i for i, t in enumerate(item) if t.low in _BEHIND_TRADES), len(item))
    title = trimmed(item[:end])
    if not 0 < len(title) <= _MAX_TRAIT or not is_job(title) or title[-1].low in _NO_TRADES:
        return []
    if title[0].low in _BOASTS:
        return []
    told: list[tuple[str, Phrase]] = [("works_as", title)]
    place = trimmed(item[end + 1 :]) if end < len(item) else ()
    if place and item[end].low in ("at", "for", "with"):
        told.append(("works_at", place))
    elif place and item[end].low == "from" and place[0].is_capital:
        told.append(("from", place))
    return told


_NO_TRADES = words("guest volunteer chair cook")
_BOASTS = words("great good bad terrible hopeless decent keen awful lousy brilliant")


def _age(item: Sequence[Token]) -> bool:
    low = [t.low for t in item]
    if low[:1] == ["aged"]:
        low = low[1:]
    if low[1:] and low[1:] not in (["years", "old"], ["yrs", "old"], ["yo"], ["now"], ["years"]):
        return False
    number = low[0] if low else ""
    if number.isdecimal():
        return 0 < int(number) <= _OLDEST
    return number.split("-")[0] in _AGED or number in NUMBER_WORDS - {"one", "zero"}


def _has_verb(item: Sequence[Token]) -> bool:
    """Whether an item is more than a keyword: it has a pronoun or a verb in it."""
    for at, token in enumerate(item):
        if token.low in (BE | HAVE | MODALS | {"i", "we", "you", "he", "she", "it", "they"}):
            return True
        form = verb_form(token.low)
        if at and form and form[1] in ("third", "past", "both") and token.low not in JOBS:
            return True
    return False
