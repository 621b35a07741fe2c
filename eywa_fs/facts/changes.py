"""Turns of phrase that change what is known without saying of what: "sold it", "Tuesdays now".

A change names what goes or what comes, and seldom both; the facts that are known tell the rest
(:mod:`eywa_fs.facts.implied`). The patterns live in ``languages/{en,zh}/changes.py``; this module
only defines the value and runs them over the sentences of a folded message.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from eywa_fs.facts.values import is_chinese
from eywa_fs.language.sieve import Sieve

ChangeKind = Literal[
    "ends",  # what it names is over: "sold the bike", 车卖了
    "becomes",  # a value takes the place of another: "it's Tuesdays now", 换成...
    "corrects",  # the same, and the old one was wrong: "no, the 52", 记错了，是...
    "returns",  # an older value holds again: "back to ...", 又用回...
    "done",  # a plan came true: "did it", 跑完啦
]

#: Characters of a message that are looked at: changes are told in short messages.
_LONGEST = 600
_LONGEST_SENTENCE = 160
#: A pause does not end a sentence: "hang on... it's the 52".
_PAUSE = re.compile(r"\s*(?:\.{2,}|…+)\s*")
_MARKS = " '\"“”‘’《》「」【】"


@dataclass(frozen=True, slots=True)
class Change:
    """One change.

    Args:
        kind: what happens.
        topic: folded words that name what goes, or what it is about; may be empty.
        value: folded words of the value that comes, or "".
        sentence: the folded sentence it stands in.
        hint: the predicate that the turn of phrase itself tells ("renamed it": a name), or "".
        leaving: it says that somebody left; one leaves people and places, one's things only behind.
    """

    kind: ChangeKind
    topic: str
    value: str
    sentence: str
    hint: str = ""
    leaving: bool = False


@dataclass(frozen=True, slots=True)
class Tongue:
    """The patterns of one language.

    Args:
        sentence: finds the sentences.
        patterns: for each kind of change.
        unreal: what is asked, supposed or only thought of changes nothing.
        weak, passing: an ending told with a weak word ("closed") is none where the sentence speaks
            of a while only ("closed early today").
        leaving: see :attr:`Change.leaving`.
    """

    sentence: re.Pattern[str]
    patterns: Sieve[ChangeKind]
    unreal: re.Pattern[str]
    weak: re.Pattern[str]
    passing: re.Pattern[str]
    leaving: re.Pattern[str]


Patterns = Mapping[ChangeKind, tuple[re.Pattern[str], ...]]


@lru_cache(maxsize=4096)
def changes(text: str) -> tuple[Change, ...]:
    """The changes that a folded message tells, in the order of its sentences."""
    if len(text) > _LONGEST:
        return ()
    text = _PAUSE.sub(", ", text)
    if is_chinese(text):
        from eywa_fs.facts.languages.zh.changes import TONGUE
    else:
        from eywa_fs.facts.languages.en.changes import TONGUE
    return tuple(_scan(text, TONGUE))


def _scan(text: str, tongue: Tongue) -> Iterator[Change]:
    for said in tongue.sentence.findall(text):
        tried = tongue.patterns.worth(said) if len(said) <= _LONGEST_SENTENCE else []
        if not tried or tongue.unreal.search(said):
            continue
        passing = tongue.passing.search(said) is not None
        for kind, expression in tried:
            for match in expression.finditer(said):
                if kind == "ends" and passing and tongue.weak.search(match.group()):
                    continue
                yield _change(kind, match, said, tongue)


def _change(kind: ChangeKind, match: re.Match[str], said: str, tongue: Tongue) -> Change:
    groups = match.groupdict()
    topic, value = groups.get("topic") or "", groups.get("value") or ""
    hint = next((name[3:] for name in groups if name.startswith("as_")), "")
    value = value or groups.get(f"as_{hint}") or ""
    leaving = tongue.leaving.search(match.group()) is not None
    return Change(kind, topic.strip(), value.strip(_MARKS), said, hint, leaving)
