"""Who is called by which word in the user's own messages: "my grandson Leo", 外孙豆豆. No fact says
so where a message goes on to tell something of Leo, yet a question for "my grandson" means him."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from eywa_fs.facts.afu import Afu, stands
from eywa_fs.facts.identity import Names, bare, key_of, kin, kin_in, names_of
from eywa_fs.facts.model import PREDICATES, USER
from eywa_fs.facts.questions import Question, cues_of
from eywa_fs.language.script import fold
from eywa_fs.language.temporal.named import without_times
from eywa_fs.language.tokens import content_terms

_REACH: Final = 40
"""Characters before a name that are looked at."""
_MINE: Final = r"(?:[我咱俺]们?(?:家的?|的)?|用户家?的?|\b(?:my|our|the user's) )"
_BEFORE: Final = tuple(
    re.compile(form)
    for form in (
        _MINE + r"([\u4e00-\u9fff]{2,4}|(?:[a-z-]+ )?[a-z-]+,?) ?$",
        r"(?:^|[^\u4e00-\u9fff])([\u4e00-\u9fff]{2,4})$",
    )
)
"""A word for a person right before the name: one of the user's, or (Chinese) nothing but it."""


def names_for(facts: Iterable[Afu], question: Question) -> Names:
    """The names that ``facts`` give, and those that stand in their messages behind a word for a
    person by which the question calls somebody of the user's. Of a word with two such names
    neither, nor of one that facts tell of people ("works as: cleaner"): it passes on."""
    facts = tuple(facts)
    names = names_of(facts)
    folded = fold(question.text).replace("’", "'")
    asked = kin_in(folded)
    for fact in facts:
        if fact.sure and fact.subject != USER:
            for word in _words_before(fold(fact.subject), fact.said):
                role = f"@{kin(word)}"
                if role in asked.values() or _is_mine(word, question, facts):
                    names.link(role, key_of(fact.subject))
    return _with_partner(names, facts, question, asked)


def _with_partner(
    names: Names, facts: Iterable[Afu], question: Question, asked: dict[str, str]
) -> Names:
    """With the one whom a fact names as the relative of a single value that is asked about."""
    for line, match in cues_of(question):
        kind, role = line.tells[0], asked.get(match.group())
        if role is None or kind not in PREDICATES or PREDICATES[kind].cardinality != "one":
            continue
        held = (f for f in facts if (f.subject, f.predicate, f.negated) == (USER, kind, False))
        for fact in held if len(names.keys(role)) == 1 else ():
            if stands(fact, question.asked_at):
                names.link(role, key_of(fact.object))
    return names


@lru_cache(maxsize=8192)
def _words_before(name: str, said: str) -> frozenset[str]:
    """Words for a person that stand right before a folded name in a text, folded."""
    if bare(name) != name:  # a role, no name
        return frozenset()
    folded = fold(said).replace("’", "'").replace("\n", " ")
    found = set()
    for match in re.finditer(re.escape(name), folded):
        before = folded[max(0, match.start() - _REACH) : match.start()]
        word = next((m[1].rstrip(",") for form in _BEFORE if (m := form.search(before))), "")
        found |= {word} if content_terms(word) else set()
    return frozenset(found)


def _is_mine(word: str, question: Question, facts: Iterable[Afu]) -> bool:
    """Whether a question has ``word``, which is no time and that no fact tells of somebody, behind
    one for whoever asks."""
    folded = fold(question.text).replace("’", "'")
    if word not in folded or re.search(_MINE + re.escape(word), folded) is None:
        return False
    timeless = without_times(word, question.asked_at, "UTC") == word
    return timeless and all(fold(fact.object) != word for fact in facts)
