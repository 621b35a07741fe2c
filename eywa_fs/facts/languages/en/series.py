"""The items behind one that was read: "two surfboards, a longboard and a dinghy"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from eywa_fs.facts.certainty import Directness
from eywa_fs.facts.languages.en.drafts import Draft
from eywa_fs.facts.languages.en.morphology import verb_form
from eywa_fs.facts.languages.en.nounphrases import noun_phrase
from eywa_fs.facts.languages.en.phrases import Phrase
from eywa_fs.facts.languages.en.tokens import Token
from eywa_fs.facts.languages.en.words.grammar import (
    BE,
    HAVE,
    MODALS,
    NUMBER_WORDS,
    PREPOSITIONS,
    SUBJECT_PRONOUNS,
    TIME_NOUNS,
)
from eywa_fs.facts.languages.en.words.lists import words
from eywa_fs.facts.languages.en.words.people import CHILDREN, PETS, ROLES
from eywa_fs.facts.languages.en.words.things import CONDITIONS, FOOD

#: Of these one tells several in one breath.
_LISTED = frozenset({"owns", "has", "uses", "has_pet"})
_MOST = 4


def read_series(tokens: Sequence[Token], told: Sequence[Draft]) -> list[Draft]:
    """The further items of what is ``told`` of a sentence, each with an article or a number."""
    taken = {token.start for draft in told for token in draft.object}
    found: list[Draft] = []
    for draft in told:
        if draft.predicate not in _LISTED or draft.span in ("over", "plan"):
            continue
        at = next((i for i, t in enumerate(tokens) if t.start >= draft.object[-1].end), len(tokens))
        for _ in range(_MOST):
            item, at, denied = _next_item(tokens, at, draft.negated)
            if not item or taken & {t.start for t in item}:
                break
            taken |= {t.start for t in item}
            told_of = "has_pet" if item[-1].low in PETS else draft.predicate
            told_of = "has" if told_of == "has_pet" and item[-1].low not in PETS else told_of
            found.append(
                replace(
                    draft,
                    predicate=told_of,
                    object=item,
                    negated=denied,
                    directness=Directness.IMPLIED,
                )
            )
    return found


def _next_item(tokens: Sequence[Token], at: int, was_denied: bool) -> tuple[Phrase, int, bool]:
    """The item behind a comma or "and" at a position, where it ends, and whether it is denied."""
    begin = at
    while begin < len(tokens) and begin - at < 2 and tokens[begin].low in _JOINING:
        begin += 1
    while begin < len(tokens) and begin > at and tokens[begin].low in _LIGHTLY:
        begin += 1
    if begin == at or begin + 1 >= len(tokens):
        return (), at, False
    first = tokens[begin].low
    denied = first == "no" or [t.low for t in tokens[begin : begin + 3]] == ["not", "a", "single"]
    begin += 3 if first == "not" and denied else int(denied)
    if not (denied or first in ("a", "an") or first in NUMBER_WORDS or first.isdecimal()):
        return (), at, False
    item = noun_phrase(tokens, begin)
    if not item or len(item) > 4 or (denied and first == "no" and not was_denied):
        return (), at, False
    end = next(i for i, t in enumerate(tokens) if t is item[-1]) + 1
    loose = tokens[begin - 1].low == "," and (end >= len(tokens) or not _goes_on(tokens, end))
    return (item, end, denied) if _stands(tokens, item, end) and not loose else ((), at, False)


def _goes_on(tokens: Sequence[Token], at: int) -> bool:
    """Whether another item follows: "his watch, an Omega" is one thing, not two."""
    low = [t.low for t in tokens[at : at + 3]]
    joined = low[0] in ("and", ",", "plus", "&")
    return joined and any(w in ("a", "an", "no", "and") or w in NUMBER_WORDS for w in low[1:])


_JOINING = words(", and plus & or")
_LIGHTLY = words("exactly only just also even about nearly now still")


def _stands(tokens: Sequence[Token], item: Phrase, end: int) -> bool:
    """Whether an item is a thing of its own: no time, no person, no subject of what follows."""
    low = {t.low for t in item}
    if low & (_NOT_HAD | TIME_NOUNS | ROLES | CHILDREN | FOOD | CONDITIONS | SUBJECT_PRONOUNS):
        return False
    if item[-1].low in NUMBER_WORDS or item[-1].low.isdecimal():
        return False
    behind = tokens[end] if end < len(tokens) else None
    if behind is None or not behind.is_word:
        return behind is None or behind.low not in ("'s", "-", "%")
    form = verb_form(behind.low)
    finite = form is not None and form[1] in ("third", "past", "both", "base")
    if behind.low in BE | HAVE | MODALS or finite:
        return False
    return behind.low in PREPOSITIONS | _AFTER


_AFTER = words("and or but so because which that who since for plus too though all")


#: Things had that are no property: plans, feelings, parts of a moment.
_NOT_HAD = words(
    """photo room view views opinion opinions interest half mind go look chance point clue idea same
    question questions weakness favourite favourites moment minute hour second day night week
    evening morning run meeting call job jobs news update trouble issue plan plans story dream
    theory rule rules habit thing things something nothing anything everything reason reasons
    feeling hunch lot lots bit list fun laugh patience time luck energy nerve cheek courage faith
    doubt sense effect effects problem problems bone axe person people somebody someone nobody
    answer answers excuse excuses objection objections regret regrets confession request favour
    choice option options word words say sort kind type guests visitors company builders friends
    mates weekend bathroom left dinner tea lunch breakfast coffee pint drink snack porridge duty
    service birthday bday way ways lie-in row argument fight crush trip break holiday party visit
    visitor year years months weeks days hours minutes future past interview delivery deadline
    exam test stock space use need truck sleep rest peace quiet place number choice love hope
    control experience trouble strength power right rights turn cold temperature fever cough
    headache hangover reaction fall accident scare shock surprise taste appetite stamina"""
)
