"""Who is called by which word in the user's own messages: "my grandson Leo", 外孙豆豆. No fact says
so where a message goes on to tell something of Leo, yet a question for "my grandson" means him."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import Final

from eywa_fs.factbase.bearing import ROLES
from eywa_fs.facts.afu import Afu, stands
from eywa_fs.facts.identity import Names, bare, is_family, key_of, kin, kin_in, names_of
from eywa_fs.facts.model import PREDICATES, USER
from eywa_fs.facts.questions import Question, cues_of
from eywa_fs.language.script import fold
from eywa_fs.language.temporal.named import without_times
from eywa_fs.language.tokens import content_terms

_REACH: Final = 40
"""Characters before a name that are looked at."""
_MINE: Final = r"(?:[我咱俺]们?(?:家的?|的)?|用户家?的?|\b(?:my|our|the user's) )"
_AT: Final = r"(?P<at>\b(?:in|into|inside|outside|on|at|near|during) |在)?"
"""Before a word for a place or an occasion, or for somebody: then only relatives are believed."""
_BEFORE: Final = tuple(
    re.compile(form)
    for form in (
        _AT + _MINE + r"(?P<word>[\u4e00-\u9fff]{2,4}|(?:[a-z-]+ )?[a-z-]+,?) ?$",
        r"(?:^|[^\u4e00-\u9fff])(?P<at>)(?P<word>[\u4e00-\u9fff]{2,4})$",
    )
)
"""A word for a person right before the name: one of the user's, or (Chinese) nothing but it."""
_PAUSES: Final = ",;:.!?)"
"""One follows a name that a comma divides from its word: "my nephew, Leo, ..."."""


def names_for(facts: Iterable[Afu], question: Question) -> Names:
    """The names that ``facts`` give, and those that stand in their messages behind a word for a
    person by which the question calls somebody of the user's. Of a word with two such names
    neither, nor of one that facts tell of people ("works as: cleaner"): it passes on."""
    facts = tuple(facts)
    names = names_of(facts)
    folded = _folded(question.text)
    asked = kin_in(folded)
    if not asked and re.search(_MINE, folded) is None:
        return names
    roles = frozenset(asked.values())

    @cache
    def is_meant(word: str) -> bool:
        return f"@{kin(word)}" in roles or _is_mine(word, question, facts)

    for fact in facts:
        if fact.sure and fact.subject != USER:
            for word in filter(is_meant, _words_before(fold(fact.subject), fact.said)):
                names.link(f"@{kin(word)}", key_of(fact.subject))
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


def _words_before(name: str, said: str) -> set[str]:
    """Words for a person that stand right before a folded name in a text, folded."""
    if not name or bare(name) != name:  # a role, no name
        return set()
    folded = _folded(said).replace("\n", " ")
    found = set()
    start = folded.find(name)
    while start >= 0:
        end = start + len(name)
        before = folded[max(0, start - _REACH) : start]
        match = next(filter(None, (form.search(before) for form in _BEFORE)), None)
        after = folded[end : end + 1]
        whole = not (name.isascii() and after.isascii() and after.isalnum())
        if match and whole and (match["word"][-1] != "," or after in _PAUSES):
            word = match["word"].rstrip(",")
            if content_terms(word) and (not match["at"] or is_family(word)):
                found.add(word)
        start = folded.find(name, end)
    return found


def _is_mine(word: str, question: Question, facts: Iterable[Afu]) -> bool:
    """Whether a question has ``word`` behind one for whoever asks, and it may be one for a person:
    no time, nothing that asks for another kind of fact ("my job"), nothing a fact tells of."""
    folded = _folded(question.text)
    own = re.search(rf"{_MINE}{re.escape(word)}(?![a-z])", folded) if word in folded else None
    if own is None or without_times(word, question.asked_at, "UTC") != word:
        return False
    kinds = {line.tells[0] for line, cue in cues_of(question) if cue.end() == own.end()}
    kinds &= PREDICATES.keys()
    return (not kinds or bool(kinds & ROLES)) and all(fold(f.object) != word for f in facts)


def _folded(text: str) -> str:
    return fold(text).replace("’", "'")
