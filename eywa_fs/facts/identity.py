"""Who and what is the same: names given to people, pets and things in earlier facts."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from eywa_fs.facts.afu import Afu
from eywa_fs.facts.values import contains
from eywa_fs.language.script import fold

#: Words for one relative, folded; compared through :func:`kin`.
_KIN: tuple[tuple[str, ...], ...] = (
    ("mother", "mum", "mom", "mam", "mummy", "mama"),
    ("father", "dad", "daddy", "papa"),
    ("grandmother", "grandma", "gran", "granny", "nan", "nana"),
    ("grandfather", "grandpa", "grandad", "granddad"),
    ("brother", "bro"),
    ("sister", "sis"),
    ("husband", "hubby"),
    ("parents", "folks"),
    ("flatmate", "roommate", "housemate"),
    ("妈妈", "母亲", "我妈", "老妈", "娘"),
    ("爸爸", "父亲", "我爸", "老爸", "爹"),
    ("爸妈", "父母", "双亲", "爹妈"),
    ("老公", "丈夫", "先生"),
    ("老婆", "妻子", "太太", "媳妇"),
    ("奶奶", "祖母"),
    ("爷爷", "祖父"),
    ("外婆", "姥姥", "外祖母"),
    ("外公", "姥爷", "外祖父"),
    ("哥哥", "大哥", "老哥", "我哥"),
    ("姐姐", "大姐", "老姐", "我姐"),
    ("弟弟", "老弟", "我弟"),
    ("妹妹", "老妹", "我妹"),
    ("女儿", "闺女"),
)
_KIN_OF = {word: group[0] for group in _KIN for word in group}

_OWNER = re.compile(r"^(?:user's|用户的|我的)\s*")


@dataclass(frozen=True, slots=True)
class Names:
    """Other names of a phrase, from ``name`` and ``relation`` facts of one user.

    Keys and values are folded; a role path is kept whole ("user's cat") and bare ("cat").
    """

    others: Mapping[str, frozenset[str]] = field(default_factory=dict)

    def of(self, phrase: str) -> frozenset[str]:
        """All folded names of ``phrase``, itself included."""
        key = fold(phrase)
        return self.others.get(key, frozenset()) | {key}

    def same_subject(self, left: str, right: str) -> bool:
        """Whether two subjects are one person or thing."""
        if left == right or self.of(left) & self.of(right):
            return True
        return kin(bare(left)) == kin(bare(right)) and "user" not in (left, right)

    def mentions(self, left: str, right: str) -> bool:
        """Whether a name of one phrase occurs inside the other ("Rex" in "a dog called Rex")."""
        return any(contains(a, b) or contains(b, a) for a in self.of(left) for b in self.of(right))


NO_NAMES = Names()
#: Predicates of the facts that :func:`names_of` reads.
NAMING = frozenset({"name", "relation"})


def bare(subject: str) -> str:
    """``subject`` without the owner's prefix: ``"user's cat"`` gives ``"cat"``."""
    return _OWNER.sub("", fold(subject))


def kin(word: str) -> str:
    """One word for each relative ("mum" gives "mother"); other words stay."""
    return _KIN_OF.get(word, word)


def kin_words(text: str) -> frozenset[str]:
    """The relatives that ``text`` (folded) names, as :func:`kin` gives them."""
    found = {_KIN_OF[w] for w in re.findall(r"[a-z]+", text) if w in _KIN_OF}
    return frozenset(
        found | {first for word, first in _KIN_OF.items() if not word.isascii() and word in text}
    )


def names_of(facts: Iterable[Afu]) -> Names:
    """Names from all facts that were not taken back.

    A role that two different people carry (two sisters) names neither of them.
    """
    carriers: dict[str, set[str]] = defaultdict(set)
    for fact in facts:
        if fact.status == "retracted" or fact.negated:
            continue
        if fact.predicate == "name" and fact.subject != "user":
            carriers[fold(fact.subject)].add(fold(fact.object))
        elif fact.predicate == "relation" and fact.subject != "user":
            role = bare(fact.object)
            carriers[f"user's {role}"].add(fold(fact.subject))
            carriers[f"用户的{role}"].add(fold(fact.subject))
    others: dict[str, set[str]] = defaultdict(set)
    for phrase, names in carriers.items():
        if len(names) != 1:
            continue
        group = {phrase, bare(phrase), *names}
        for member in group:
            others[member] |= group - {member}
    return Names({phrase: frozenset(group) for phrase, group in others.items()})
