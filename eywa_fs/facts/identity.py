"""Who is who: names that facts give to people and pets, and words for one relative."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from typing import Final

from eywa_fs.facts import data
from eywa_fs.facts.afu import Afu
from eywa_fs.facts.model import USER
from eywa_fs.facts.values import same_value
from eywa_fs.language.script import fold

KIN: Final = ("sibling", "has_child", "spouse")  # predicates whose values are relatives of the user
_OWNER: Final = re.compile(r"^(?:user's|my|用户的?|我的)\s*")


@cache
def _kin_words() -> tuple[Mapping[str, str], frozenset[str]]:
    """Every word of ``kin.txt`` with the first of its group, and the first words marked ``!``."""
    words: dict[str, str] = {}
    single: set[str] = set()
    for one in ";".join(data.lines("kin.txt")).split(";"):
        group = one.strip().removeprefix("! ").split()
        words.update(dict.fromkeys(group, group[0]))
        single.update(group[:1] if one.strip().startswith("!") else ())
    return words, frozenset(single)


def kin(word: str) -> str:
    """One word for each relative ("mum" gives "mother"); other words stay."""
    return _kin_words()[0].get(word, word)


def kin_in(folded: str) -> dict[str, str]:
    """The words of a folded text that name a relative, each with the key of its subject."""
    latin = set(re.findall(r"[a-z]+", folded))
    return {
        word: f"@{first}"
        for word, first in _kin_words()[0].items()
        if (word in latin if word.isascii() else word in folded)
    }


def bare(subject: str) -> str:
    """``subject`` folded, without the owner's prefix: ``"user's cat"`` gives ``"cat"``."""
    return _OWNER.sub("", fold(subject))


@lru_cache(maxsize=8192)
def key_of(subject: str) -> str:
    """The normal form of a subject: a name folded, a role as ``@`` and one word for a relative:
    ``"user's Mum"`` and ``"mother"`` give ``@mother``, ``"user's sister's dog"`` ``@sister's dog``.
    """
    folded = fold(subject).strip()
    if folded in (USER, "用户", "我"):
        return USER
    role = kin(bare(folded))
    return f"@{role}" if role != folded or role in _kin_words()[0] else folded


def is_one(subject: str) -> bool:
    """Whether two statements about ``subject`` are about one person or thing: so for the user, for
    names, and for roles that only one can have; "user's friend" may be any."""
    return not (key := key_of(subject)).startswith("@") or key[1:] in _kin_words()[1]


def is_family(subject: str) -> bool:
    """Whether ``subject`` is a role listed in ``kin.txt``."""
    return key_of(subject).startswith("@") and key_of(subject)[1:] in _kin_words()[0]


class Names:
    """Who is who, from the facts of one user that are sure and active: "user's sister" is called
    (``name``) Inés, Inés is (``relation``, :data:`KIN`) their sister. A role of two names neither.
    """

    def __init__(self) -> None:
        self._names: dict[str, Counter[str]] = defaultdict(Counter)
        self._roles: dict[str, Counter[str]] = defaultdict(Counter)

    def count(self, fact: Afu, by: int = 1) -> None:
        """Take a fact in, or (``by`` -1) out again."""
        if pair := pair_of(fact):
            self.link(*pair, by)

    def link(self, role: str, name: str, by: int = 1) -> None:
        """Take in that whoever has this role key bears a name, or (``by`` -1) out again."""
        for counts, key in ((self._names[role], name), (self._roles[name], role)):
            counts[key] += by
            if not counts[key]:
                del counts[key]

    def keys(self, subject: str) -> frozenset[str]:
        """All keys (see :func:`key_of`) of ``subject``, its own included."""
        key = key_of(subject)
        named = self._names.get(key, ())
        roles = [role for role in self._roles.get(key, ()) if len(self._names[role]) == 1]
        return frozenset({key, *roles, *(named if len(named) == 1 else ())})

    def of(self, phrase: str) -> frozenset[str]:
        """All folded names of ``phrase`` without owner, itself included."""
        return frozenset(key.removeprefix("@") for key in self.keys(phrase)) | {bare(phrase)}

    def same_subject(self, left: str, right: str) -> bool:
        """Whether two subjects are one person or thing."""
        return left == right or bool(self.keys(left) & self.keys(right))

    def same_value(self, left: str, right: str) -> bool:
        """:func:`~eywa_fs.facts.values.same_value`, by any name ("Rex" for "our dog")."""
        by_name = self.keys(left) & self.keys(f"user's {right}")
        return same_value(left, right) or bool(
            by_name or self.keys(f"user's {left}") & self.keys(right)
        )


def names_of(facts: Iterable[Afu]) -> Names:
    """The names that ``facts`` give."""
    names = Names()
    for fact in facts:
        names.count(fact)
    return names


def pair_of(fact: Afu) -> tuple[str, str] | None:
    """Role key (``@sister``) and name key that ``fact`` brings together, if it does."""
    if fact.predicate not in ("name", "relation", *KIN) or fact.status != "active":
        return None
    subject = key_of(fact.subject)
    if fact.negated or not fact.sure or (subject == USER) != (fact.predicate in KIN):
        return None
    if subject == USER:  # "my sister Inés" says which sibling
        roles = set(kin_in(fold(fact.said)).values())
        named = fact.kind == "person" and len(roles) == 1
        return (roles.pop(), key_of(fact.object)) if named else None
    if fact.predicate == "name":
        return (subject, key_of(fact.object)) if subject.startswith("@") else None
    return None if subject.startswith("@") else (f"@{kin(bare(fact.object))}", subject)
