"""How a list of noun phrases is divided, and where it ceases to be one."""

from __future__ import annotations

from collections.abc import Sequence, Set

from eywa_fs.facts.languages.en.morphology import verb_form
from eywa_fs.facts.languages.en.phrases import Phrase
from eywa_fs.facts.languages.en.tokens import Token
from eywa_fs.facts.languages.en.words.grammar import ADVERBS, DETERMINERS, NUMBER_WORDS, TRAILERS
from eywa_fs.facts.languages.en.words.lists import words
from eywa_fs.facts.languages.en.words.things import FIXED_PAIRS

#: What stands between the items of a list.
JOINERS = frozenset({",", "and", "or", "&", "nor", "plus"})


def divided(tokens: Sequence[Token]) -> list[Phrase]:
    """The items of a list, up to the first that is none ("..., honestly, ...")."""
    parts: list[list[Token]] = [[]]
    for position, token in enumerate(tokens):
        if token.low in JOINERS and not _is_fixed_pair(tokens, position):
            parts.append([])
        else:
            parts[-1].append(token)
    kept = [tuple(part) for part in parts if part]
    out: list[Phrase] = []
    for index, part in enumerate(kept):
        if index and _is_afterthought(part):
            break
        out.append(part)
    return out


def _is_fixed_pair(tokens: Sequence[Token], at: int) -> bool:
    if tokens[at].low in ("or", "and") and tokens[0].low in ("anything", "everything"):
        return True
    if tokens[at].low not in ("and", "&"):
        return False
    for back in (1, 2):
        for ahead in (1, 2):
            pair = " ".join(t.low for t in tokens[max(0, at - back) : at + ahead + 1])
            if pair.replace("&", "and") in FIXED_PAIRS:
                return True
    return False


def _is_afterthought(part: Sequence[Token]) -> bool:
    """Whether a list member is really the beginning of something else (", honestly, ...")."""
    if all(t.low in ADVERBS or t.low in TRAILERS for t in part):
        return True
    if part[0].low in ADVERBS | _NOT_IN_LIST or any(t.low in ("its", "it") for t in part):
        return True
    stated = any(t.low == "'s" for t in part[1:-1])
    if stated and not part[0].is_capital and part[0].low not in DETERMINERS:
        return True
    form = verb_form(part[0].low)
    if part[0].low in _SAID_OF_IT:
        return True
    return form is not None and form[1] in ("past", "both") and len(part) > 1


_NOT_IN_LIST = words(
    """any their his her especially not its it that which who with without since because so no
    never thanks please preferably ideally but then maybe sorry honestly obviously hence at in
    on for from to as"""
)
_SAID_OF_IT = words("says thinks means reckons claims is was has does makes seems looks")


def is_item(tokens: Sequence[Token], parts: Sequence[Phrase]) -> bool:
    """Whether what follows a lone comma is an item and no remark ("allergic to bees, typical")."""
    second = parts[1]
    begin = next(i for i, t in enumerate(tokens) if t is second[0])
    end = next(i for i, t in enumerate(tokens) if t is second[-1])
    joined = any(t.low in _CONJUNCTIONS for t in tokens[begin - 2 : end + 5])
    counted = all(p[0].low in NUMBER_WORDS or p[0].low[:1].isdecimal() for p in parts)
    names = parts[0][0].is_capital and second[0].is_capital
    return joined or counted or names


_CONJUNCTIONS = JOINERS - {","}


def continues_elsewhere(tokens: Sequence[Token], part: Phrase) -> bool:
    """Whether the last item is an adjective of its own ("..., indifferent to ...")."""
    at = next((i for i, t in enumerate(tokens) if t is part[-1]), len(tokens)) + 1
    before = next((i for i, t in enumerate(tokens) if t is part[0]), 0) - 1
    return (
        len(part) == 1
        and at < len(tokens)
        and tokens[at].low in ("to", "about")
        and before >= 0
        and tokens[before].low == ","
    )


def without_asides(tokens: Sequence[Token], at: int) -> Sequence[Token]:
    """The tokens without ", since Sunday," and the like between the items of a list."""
    for begin in range(at + 1, len(tokens) - 2):
        if tokens[begin].low == "," and tokens[begin + 1].low in ("since", "as", "from"):
            for end in range(begin + 2, min(begin + 7, len(tokens))):
                if tokens[end].low == ",":
                    return [*tokens[:begin], *tokens[end:]]
    return tokens


def parted(tokens: Sequence[Token], at: Set[str]) -> list[tuple[Token, ...]]:
    """The items between the words and marks ``at``, empty ones left out."""
    parts: list[list[Token]] = [[]]
    for token in tokens:
        if token.low in at:
            parts.append([])
        else:
            parts[-1].append(token)
    return [tuple(part) for part in parts if part]
