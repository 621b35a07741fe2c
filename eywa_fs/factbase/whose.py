"""Whom a question is about: its grammatical subject. "My X" and 我X speak of X, whatever the word X
is; of the user's own facts only those answer that say what X is, or that tell of X by its word."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise, takewhile
from typing import Final

from eywa_fs.factbase.bearing import ROLES, WHO_IS_WHO, words_of
from eywa_fs.facts.afu import Afu
from eywa_fs.facts.extraction import language_of
from eywa_fs.facts.identity import KIN, kin_in
from eywa_fs.facts.languages.en.tokens import verb_form
from eywa_fs.facts.languages.en.words import (
    ADVERBS,
    AUXILIARIES,
    CONJUNCTIONS,
    POINTERS,
    PREPOSITIONS,
    word_set,
)
from eywa_fs.facts.languages.zh.leads import begins
from eywa_fs.facts.languages.zh.times import time_at
from eywa_fs.facts.languages.zh.tokens import lexicon
from eywa_fs.facts.model import DOINGS, PREDICATES
from eywa_fs.facts.questions import Question, bound_to_self, cues_of
from eywa_fs.facts.values import tokens
from eywa_fs.language.script import fold

_WORD: Final = re.compile(r"user's\b|[a-z\d][a-z\d-]*(?:'(?!s\b)[a-z]+)?|'s\b|[^\w\s]")
_QUESTION: Final = re.compile(r"(?:what|which|who|whose|where|how)s?$")
_I: Final = re.compile(r"(?:i|we)(?:'\w+)?$|i[mvd]e?$|user$")
_MY: Final = frozenset({"my", "our", "user's"})
_CLAUSE: Final = CONJUNCTIONS | {"when", "while"}
_STOPS: Final = AUXILIARIES | CONJUNCTIONS | POINTERS | PREPOSITIONS | ADVERBS | _MY
_NO_OWNERS: Final = _STOPS | word_set("let year month week day night when")
_NARROWING: Final = word_set("new old current former first last next latest own late")
"""Before a noun: "my new running shoes"."""
_MINE: Final = re.compile(
    r"(?<![和跟给对帮让教陪找替比离被为])(?:[我咱俺]们?|用户)(?:自己|本人)?(?:家(?![乡庭里]))?"
    r"(?!的(?:时|[那这][几年段阵]))(?P<of>的)?"
)
_MARK: Final = re.compile(r"[，,。！!；;\n]")
_ASKS: Final = re.compile(
    r"什么|啥|怎|咋|哪|谁|多[大少重高久长远]|几|何|吗|是|叫|姓|有|不|[，,。？?！!；;、\s]|$"
)
_LEAD: Final = re.compile(r"是|在哪[里儿个]?|[做干当](?:什么|啥)|对什么|的(?=[名年岁生])")
"""What may stand between a subject and the words for what is asked of it."""
_ASKING: Final = re.compile(r"什么|啥|怎|咋|哪|谁|多[大少重高久长远]|几|何|吗")
_PLACED: Final = tuple("里边下上中内外间旁岁")
"""What ends a place, a time or a measure, and no subject: "我身边有几只猫"."""
_LONGEST: Final = 4
"""Characters of a word for somebody that no list has and no 的 follows the owner of."""
_PEOPLE: Final = ("kin", "people", "animals", "roles")


@dataclass(frozen=True, slots=True)
class Topic:
    """Whom or what, other than the user, a question is about.

    Attributes:
        words: of the phrase that names it. head: those that say what it is.
        own: predicates whose facts say who or what it is ("my job": works as, works at).
    """

    words: frozenset[str]
    head: frozenset[str]
    own: frozenset[str]

    def admits(self, fact: Afu) -> bool:
        """Whether a fact of the user can answer what is asked of it."""
        if fact.predicate in self.own:
            return True
        named = self.words if fact.slot in DOINGS else self.head
        return fact.predicate not in WHO_IS_WHO and bool(words_of(fact, named))


def topic_of(question: Question) -> Topic | None:
    """Whom or what a question is about, where that is not the user; ``None``: it is, or nobody can
    tell."""
    if bound_to_self(question):
        return None
    folded = fold(question.text).replace("’", "'")
    where = (_english if language_of(folded) == "en" else _chinese)(folded, question)
    if where is None:
        return None
    start, head, end = where
    cues = [(line.tells, match.span()) for line, match in cues_of(question)]
    asked = [(kinds, a, b) for kinds, (a, b) in cues if kinds[0] in PREDICATES and start <= a]
    end = max([end, *(b for _, a, b in asked if a < end)])  # 爱好, though 好 is an adverb
    tells = [kinds for kinds, _, b in asked if b <= end]
    said, roles = folded[start:end], {kinds[0] for kinds in tells} & ROLES
    if kin_in(said):
        roles |= {*KIN, "relation"}
    somebody = roles or any(lexicon(name).closes(said) for name in _PEOPLE)
    own = roles if somebody else {kind for kinds in tells for kind in kinds}
    return Topic(tokens(said), tokens(folded[head:end]), frozenset(own))


# -- English -------------------------------------------------------------------------------------


def _english(folded: str, question: Question) -> tuple[int, int, int] | None:
    """Where the words for it begin, where the last of them does, and where they end."""
    found = list(_WORD.finditer(folded))
    low = [match.group() for match in found]
    begin = next((n for n, word in enumerate(low) if _QUESTION.match(word)), 0)
    for at in range(begin, len(low)):
        if _I.match(low[at]):
            return None
        if low[at] in _MY and (at == 0 or low[at - 1] not in PREPOSITIONS - {"of"}):
            break
        if low[at + 1 : at + 2] == ["'s"] and low[at] not in _NO_OWNERS and low[at].isalpha():
            return found[at].start(), *found[at].span()
    else:
        return None
    stop = _noun_end(low, at)
    if low[stop : stop + 1] == ["of"] and low[stop + 1 : stop + 2] and low[stop + 1] not in _STOPS:
        stop += 2  # "my date of birth"
    owner = low[stop : stop + 1] == ["'s"]
    before = low[at - 1] if at else ""
    if stop == at + 1 or (verb_form(before) and before not in AUXILIARIES and not owner):
        return None  # "who feeds my cat?"
    behind = takewhile(lambda word: word not in _CLAUSE and word[0].isalpha(), low[stop:])
    if any(map(_I.match, behind)):
        return None  # "which of my jobs did I like?"
    return found[at + 1].start(), *found[stop - 1].span()


def _noun_end(low: Sequence[str], at: int) -> int:
    """The end of the noun phrase behind "my" at a place: without the verb or the adjective that is
    asked for ("where does my tenant live", "is my tenant vegan")."""
    first, stop = at + 1, at + 1
    while stop < len(low) and low[stop] not in _STOPS and low[stop][0].isalnum():
        stop += 1
    before = low[at - 1] if at else ""
    head = next((n for n in range(first, stop) if low[n] not in _NARROWING), stop)
    verbs = [n for n in range(head + 1, stop) if verb_form(low[n])]
    inflected = [n for n in verbs if verb_form(low[n]) != "base"]
    if before in ("do", "does", "did"):
        return verbs[0] if verbs else max(min(head + 1, stop), stop - 1)
    if inflected or (verbs and before not in AUXILIARIES):
        return (inflected or verbs)[0]
    last, behind = "".join(low[stop : stop + 1]), "".join(low[stop + 1 : stop + 2])
    stranded = last in PREPOSITIONS and not behind.isalnum()  # "what is my tenant allergic to?"
    bare = stranded or (before in AUXILIARIES and at == 1)  # behind it stands an adjective
    return stop - 1 if bare and stop > head + 1 else stop


# -- Chinese -------------------------------------------------------------------------------------


def _chinese(folded: str, question: Question) -> tuple[int, int, int] | None:
    """As :func:`_english`."""
    start, stop = _asking_clause(folded)
    match = next(reversed(list(_MINE.finditer(folded, start, stop))), None)
    if match is None:
        return None
    at = match.end() if match["of"] else _past_lead(folded, match.end())
    size = max(lexicon(name).at(folded, at) for name in _PEOPLE)
    if size:
        return at, at, at + size
    if _ASKS.match(folded, at) or not (match["of"] or _is_noun(folded, at)):
        return None
    end, heads = at + 1, lexicon("heads")
    while end < len(folded) and folded[end] != "的" and not _begins(folded, end):
        if not match["of"] and heads.at(folded, end):
            break  # the birthday of somebody's: "我室友生日几号"
        end += 1
    word = folded[at:end]
    counted = word[:1] in tuple("一两三每") or word.endswith(_PLACED)
    short = 1 < len(word) <= _LONGEST and not counted and not heads.at(folded, at)
    if not match["of"] and not (short and _is_asked(folded, at, end, question)):
        return None  # it may be a verb: "我参加什么社团"
    return (at, at, end) if word.strip() else None


def _asking_clause(low: str) -> tuple[int, int]:
    """Where the last clause lies that has a word that asks; the whole, where none has."""
    bounds = [0, *(match.end() for match in _MARK.finditer(low)), len(low)]
    clauses = [(a, b) for a, b in pairwise(bounds) if _ASKING.search(low, a, b)]
    return clauses[-1] if clauses else (0, len(low))


def _is_asked(low: str, at: int, end: int, question: Question) -> bool:
    """Whether what is asked for stands behind ``low[at:end]``, and none of it inside."""
    end = _past_lead(low, end)
    lead = _LEAD.match(low, end)
    behind = lead.end() if lead else end
    cues = [(line.tells[0], *match.span()) for line, match in cues_of(question)]
    inside = any(at <= a and b <= end and b - a > 1 for kind, a, b in cues)
    return not inside and any(a in (end, behind) for kind, a, _ in cues if kind in PREDICATES)


def _is_noun(low: str, at: int) -> bool:
    """Whether no predicate begins at a place; a single adverb may open a noun (老铁)."""
    adverb = lexicon("adverbs").at(low, at) == 1 and not _begins(low, at + 1)
    return adverb or not _begins(low, at)


def _begins(low: str, at: int) -> bool:
    if _ASKS.match(low, at):
        return True
    return begins(low, at, len(low)) and not lexicon("heads").at(low, at)


def _past_lead(low: str, at: int) -> int:
    """Behind the adverbs and times that stand at a place."""
    while at < len(low):
        timed = time_at(low, at, len(low))
        size = max(lexicon("adverbs").at(low, at), timed[0] if timed else 0)
        if not size or (size == 1 and not _begins(low, at + 1)):
            break
        at += size
    return at
