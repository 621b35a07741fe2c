"""Whether two records are about different things, told by the identifiers that they hold. Pure.

A ticket, a version, a host, a file or an order is called by its identifier, and what is said of
another one is no newer word on it. An identifier may also be a value that changes ("pinned to
3.11.4"). It is what the record is about where it stands at the head of a sentence, or where the
question asks something of it and the other record tells of no change.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final

from eywa_fs.language.questions import INTERROGATIVE
from eywa_fs.language.script import CJK, fold
from eywa_fs.language.stopwords import CHINESE, ENGLISH
from eywa_fs.retrieval.telling import KINDS, Telling

READ: Final = 2_000
"""Characters of a record in which identifiers are looked for."""

_TOKEN: Final = re.compile(
    r"(?<![A-Za-z0-9_])#?(?:https?://|/)?[A-Za-z0-9_]+(?:[-./:@#\\][A-Za-z0-9_]+)*"
)
_NAME: Final = re.compile(r"[A-Z][a-z]+(?: [A-Z][a-z]+)+")
_VERSION: Final = re.compile(r"v?(\d+(?:\.\d+)+)")
_FIGURE: Final = re.compile(r"\d{1,2}|(?:19|20)\d\d|\d+[a-z]{1,3}|\d+(?:st|nd|rd|th)")
"""What is rather a value than an identifier: a small number, a year, a number with its unit."""
_HEXADECIMAL: Final = re.compile(r"(?=.*\d)(?=.*[a-f])[\da-f]{7,}")
_CODED: Final[Mapping[str, re.Pattern[str]]] = {
    "snake": re.compile("_"),
    "dotted": re.compile(r"\w[.:@#]\w"),
    "camel": re.compile(r"[a-z][A-Z]"),
}
_HEAD: Final = re.compile(rf"\W*((?:[^\W\d_]+[ ]+){{0,2}}|[{CJK}]{{0,4}})[ ]*")
"""What may stand before an identifier in a sentence that is about it: the noun of its kind."""
_VALUED: Final = frozenset(CHINESE) | frozenset("是为到成用至叫改换升搬转")
_BEHIND: Final = re.compile(rf"\W*?(:\s|：)?\W*([A-Za-z']+|[{CJK}])")
_GOES_ON: Final = frozenset("了吗呢吧啊呀嘛么和与或跟")
_VERB_WORDS: Final = """
am is are was were be do does did has have had can could shall should will would may might must
isn wasn aren doesn didn hasn
"""
_VERBS: Final = frozenset(_VERB_WORDS.split())
_SENTENCE: Final = re.compile(r"(?:[!?。！？;；\n]|\.(?=\s))+")
_ASKS_OF: Final = re.compile(rf"\b{INTERROGATIVE}\b|什么|哪|谁|怎|多少|几|为何|如何")
"""A question of this form asks for something else than what it names."""

Named = Mapping[str, frozenset[str]]
"""Identifiers by their shape."""


class Identified:
    """What a query names, and by it which records are about different things."""

    def __init__(self, query: str) -> None:
        words = re.findall(r"\S+", fold(query).strip("?？!. "))
        named = identifiers(query)
        alone = len(words) == 1 and bool(named)
        self._named = named if alone or _ASKS_OF.search(fold(query)) else {}

    def apart(self, first: Telling, then: Telling) -> bool:
        """Whether a record is about another thing than one that was told before it."""
        before, after = identifiers(first.text[:READ]), identifiers(then.text[:READ])
        heads, others = subjects(first.text[:READ]), subjects(then.text[:READ])
        common = heads.keys() & others.keys()
        told_of_others = bool(common) and all(heads[k].isdisjoint(others[k]) for k in common)
        for shape, asked in self._named.items():
            own, other = before.get(shape, frozenset()), after.get(shape, frozenset())
            if asked & own and other and not asked & other:
                return told_of_others or not then.changes or _same_name(asked & own, other)
        return told_of_others and not any(shape == "version" for _, shape in common)


@lru_cache(maxsize=4096)
def identifiers(text: str) -> Named:
    """The identifiers of a text, by their shape; names of two words and more are of one shape."""
    found = defaultdict(set)
    for match in _NAME.finditer(text):
        found["name"].add(fold(match.group()))
    for match in _TOKEN.finditer(text):
        shape, one = _shape(match.group())
        if shape:
            found[shape].add(one)
    return {shape: frozenset(group) for shape, group in found.items()}


@lru_cache(maxsize=4096)
def subjects(text: str) -> Mapping[tuple[str, str], frozenset[str]]:
    """The identifiers that sentences of a text are about, by the noun before them and their shape:
    something is said of them behind them."""
    found = defaultdict(set)
    for noun, shape, one in _subjects(text):
        found[noun, shape].add(one)
    return {key: frozenset(group) for key, group in found.items()}


def _subjects(text: str) -> Iterator[tuple[str, str, str]]:
    for sentence in _SENTENCE.split(text):
        head = _HEAD.match(sentence)
        match = head and _TOKEN.match(sentence, head.end())
        if not head or not match:
            continue
        noun = [word for word in fold(head[1]).split() if word not in ("the", "our", "my")]
        shape, one = _shape(match.group())
        if not shape or ENGLISH.intersection(noun) or not _VALUED.isdisjoint("".join(noun)):
            continue
        behind = _BEHIND.match(sentence, match.end())
        if behind and (behind[1] or _tells(fold(behind[2]))):
            yield " ".join(noun), shape, one


def _tells(word: str) -> bool:
    """Whether a word right behind an identifier may begin what is said of it."""
    return word not in _GOES_ON and (word in _VERBS or word not in ENGLISH)


def _shape(token: str) -> tuple[str, str]:
    """The shape of an identifier and its comparable form; none for a word or a value."""
    one = fold(token)
    version = _VERSION.fullmatch(one)
    if version:
        return "version", version[1]
    if any(kind.fullmatch(one) for kind in KINDS.values()) or _FIGURE.fullmatch(one):
        return "", one
    if _HEXADECIMAL.fullmatch(one):
        return "hash", one
    digits, letters = any(map(str.isdigit, one)), any(map(str.isalpha, one))
    if "/" in one:
        is_path = letters and (digits or one.count("/") > 1 or one[0] == "/" or "." in one)
        return ("path", one) if is_path else ("", one)
    if digits:
        return re.sub(r"\d+", "9", one), one
    for shape, form in _CODED.items():
        if form.search(token):
            return shape, one
    return "", one


def _same_name(own: frozenset[str], other: frozenset[str]) -> bool:
    """Whether names share a word and are not the same: Kim North and Kim East."""
    words = {word for name in own if " " in name for word in name.split()}
    return any(" " in name and words & set(name.split()) for name in other)
