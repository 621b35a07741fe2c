"""What a question asks of somebody's somebody: "Ana's teacher", 小林的老板. What is known of Ana
says nothing of her teacher, but where it says who that is."""

from __future__ import annotations

import re
from collections.abc import Set
from dataclasses import dataclass
from itertools import islice
from typing import Final

from eywa_fs.factbase.bearing import ROLES, WHO_IS_WHO, words_of
from eywa_fs.facts.afu import Afu
from eywa_fs.facts.extraction import language_of
from eywa_fs.facts.identity import KIN, Names, kin_in
from eywa_fs.facts.languages.en import names as english
from eywa_fs.facts.languages.en.tokens import verb_form
from eywa_fs.facts.languages.en.words import AUXILIARIES, POINTERS, PREPOSITIONS
from eywa_fs.facts.languages.en.words import lexicon as words_en
from eywa_fs.facts.languages.zh.leads import begins
from eywa_fs.facts.languages.zh.tokens import lexicon
from eywa_fs.facts.model import PREDICATES, USER
from eywa_fs.facts.questions import Question, cues_of
from eywa_fs.facts.values import tokens
from eywa_fs.language.script import fold

_PEOPLE_ZH: Final = ("kin", "people", "roles", "animals")
_PLACED_ZH: Final = re.compile("(?:公司|单位|学校|店|班|狗|猫)")
_CALLED_ZH: Final = re.compile(
    "(?!.*名|到底|究竟)[\u4e00-\u9fff]{2,4}?(?=叫(?:什么|啥|咩)|姓什么|是谁)"
)
_PAIRS_ZH: Final = re.compile("[爸父][爸亲]?[妈母]|爷爷奶奶|外公外婆|姥姥姥爷|[哥姐弟妹]{2,4}")
"""Two relatives side by side, neither of the other."""
_STOPS: Final = AUXILIARIES | POINTERS | PREPOSITIONS | {"'s", "and", "or", "called", "named"}
_WORD: Final = re.compile(r"[a-z][a-z-]*|'s|[^\w\s]")
_LONGEST: Final = 4  # words of what belongs to somebody


@dataclass(frozen=True, slots=True)
class Theirs:
    """Whose somebody or something is asked about.

    Attributes:
        owner: whose it is, as a subject. words: what it is called by in the question.
        kin: subjects that it would be if it were the user's. own: predicates that say who it is.
        somebody: it is a person, an animal or a firm: no fact of the owner tells of them.
    """

    owner: str
    words: frozenset[str]
    kin: frozenset[str]
    own: frozenset[str]
    somebody: bool

    def hides(self, fact: Afu, names: Names) -> bool:
        """Whether a fact is of the owner, or of the user's relative of that word, and not of it."""
        who = fact.object if fact.predicate in KIN else fact.subject
        of_owner = names.same_subject(who, self.owner)
        if not of_owner:
            return any(names.same_subject(who, kin) for kin in self.kin)
        if fact.predicate in self.own:
            return False
        who_is_who = fact.predicate in WHO_IS_WHO
        return who_is_who or (self.somebody and not words_of(fact, self.words))


def theirs(question: Question, asked: Set[str], names: Names) -> Theirs | None:
    """What of somebody other than the user a question is about; ``None``: of nothing of theirs."""
    folded = fold(question.text).replace("’", "'")
    called = {word: who for who in asked - {USER} for word in names.of(who)}
    called |= kin_in(folded)
    find = _english if language_of(folded) == "en" else _chinese
    for word in sorted(called, key=len, reverse=True):
        if (found := find(folded, word)) is not None:
            return _told(question, called[word], folded[slice(*found)], found)
    return None


def _told(question: Question, owner: str, said: str, where: tuple[int, int]) -> Theirs:
    cues = [(line.tells, m.span()) for line, m in cues_of(question)]
    own = {k for kinds, (a, b) in cues if where[0] <= a and b <= where[1] for k in kinds}
    kin = frozenset(kin_in(said).values())
    somebody = bool(kin or own & ROLES or _is_somebody(said))
    own &= PREDICATES.keys() - ({"relation", "name", "age"} if somebody else {"relation"})
    return Theirs(owner, tokens(said), kin - {owner}, frozenset(own), somebody)


def _is_somebody(said: str) -> bool:
    if said.isascii():
        last = said.split()[-1]
        return last in english.kin() | words_en("jobs") | words_en("pet") | words_en("workplaces")
    return bool(_PLACED_ZH.search(said)) or any(lexicon(n).closes(said) for n in _PEOPLE_ZH)


def _english(folded: str, word: str) -> tuple[int, int] | None:
    """Where the words for it lie behind "WORD's"."""
    for match in re.finditer(rf"\b{re.escape(word)}'s ", folded):
        behind = list(islice(_WORD.finditer(folded, match.end()), _LONGEST))
        low = [m.group() for m in behind]
        stop = next((n for n, x in enumerate(low) if x in _STOPS or not x[0].isalpha()), len(low))
        verbs = [n for n in range(1, stop) if verb_form(low[n])]
        stop = verbs[0] if verbs else stop
        if stop and not (stop == 1 and verb_form(low[0]) == "participle"):
            return match.end(), behind[stop - 1].end()
    return None


def _chinese(folded: str, word: str) -> tuple[int, int] | None:
    """As :func:`_english`: a person's word or a firm right behind the name, with or without 的."""
    kin = lexicon("kin")
    for match in re.finditer(rf"{re.escape(word)}的?", folded):
        start, at = match.span()
        if _PAIRS_ZH.match(folded, start) or any(
            n + kin.at(folded, n) > at for n in range(start, at)
        ):
            continue  # 妈妈 of 妈
        size = max(lexicon(name).at(folded, at) for name in _PEOPLE_ZH)
        placed = _PLACED_ZH.match(folded, at)
        if placed is None and not begins(folded, at, len(folded)):
            placed = _CALLED_ZH.match(folded, at)
        size = max(size, placed.end() - at if placed else 0)
        if size:
            return at, at + size
    return None
