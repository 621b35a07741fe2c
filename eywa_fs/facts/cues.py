"""Discourse cues: what a message does to facts that were said before.

A cue is a kind and the clause it stands in; the clause's words say which earlier fact is meant.
The patterns live in ``languages/{en,zh}/cues.py``; this module only defines the value and runs
them. Everything is matched on folded text (lower case, simplified characters).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from eywa_fs.facts.values import contains, is_chinese, tokens
from eywa_fs.language.script import fold
from eywa_fs.language.sieve import Sieve

CueKind = Literal[
    "retraction",  # taken back: "scratch that", "I was joking", 当我没说
    "cancellation",  # a plan called off: "the trip is off", 不去了, 取消了
    "correction",  # the value just given was wrong: "I meant ...", 打错了
    "false_belief",  # it never was so: "turns out I'm not", "false alarm", 其实没有
    "switch",  # one value gives way to another: "switched to", 换成
    "ending",  # something is over or gone: "sold", "quit", 卖了, 不干了
    "amount",  # a figure moved: "down to", "went up", 涨到, 还剩
    "now",  # how things are at present, in contrast: "now", "these days", 现在, 以后
    "back",  # an older value returns: "back to", "back in", 回归, 又用回
    "additive",  # one more beside the old: "also", "as well", 另外, 不冲突
    "temporary",  # for a while only: "for now", "until", 暂时, 这周
    "hedge",  # uncertain: "maybe", "not sure", 好像, 说不准
    "completion",  # a plan came true: "did it", "passed", 完了, 到手
    "recovery",  # an illness or injury is over: "healed", "all clear", 痊愈, 好了
    "unchanged",  # still so: "still", "same as ever", 没变, 还在
    "confirmation",  # a doubt is settled: "confirmed", "definitely", 确认是
    "postponement",  # a plan moved: "pushed back to", 改到, 推迟
]


@dataclass(frozen=True, slots=True)
class Cue:
    """One cue.

    Args:
        kind: what it does.
        clause: folded sentence it stands in, which says what it is about.
        part: the part of that sentence, between commas, that holds the cue itself.
        leaving: for a switch, the folded phrase of the value that goes, or "".
        arriving: for a switch, the folded phrase of the value that comes, or "".
    """

    kind: CueKind
    clause: str
    part: str = ""
    leaving: str = ""
    arriving: str = ""


@dataclass(frozen=True, slots=True)
class Cues:
    """All cues of one message, with the folded message itself."""

    text: str = ""
    found: tuple[Cue, ...] = ()

    def has(self, *kinds: CueKind) -> bool:
        """Whether any cue of these kinds is present."""
        return any(cue.kind in kinds for cue in self.found)

    def of(self, *kinds: CueKind) -> tuple[Cue, ...]:
        """The cues of these kinds, in text order."""
        return tuple(cue for cue in self.found if cue.kind in kinds)

    def near(self, value: str, *kinds: CueKind) -> bool:
        """Whether a cue of these kinds stands in a clause that contains ``value``."""
        return any(contains(cue.clause, value) for cue in self.of(*kinds))

    def beside(self, value: str, *kinds: CueKind) -> bool:
        """Whether such a cue stands in the same part of a sentence as ``value``.

        A part that is the cue alone ("Also, ...") reaches over its comma, and so does a value
        that has a comma itself.
        """
        whole = any(comma in value for comma in ",，、")
        return any(
            contains(cue.clause if whole or len(tokens(cue.part)) < 2 else cue.part, value)
            for cue in self.of(*kinds)
        )


NO_CUES = Cues()


def detect(text: str) -> Cues:
    """Cues of one user message. Assistant turns have none: callers pass :data:`NO_CUES`."""
    plain = folded(text)
    if is_chinese(plain):
        from eywa_fs.facts.languages.zh.cues import detect as detect_in
    else:
        from eywa_fs.facts.languages.en.cues import detect as detect_in
    return Cues(plain, detect_in(plain))


def folded(text: str) -> str:
    """The form of a message that patterns are matched on."""
    return fold(text).replace("’", "'")


def scan(
    folded: str,
    sentence: re.Pattern[str],
    patterns: Sieve[CueKind],
) -> tuple[Cue, ...]:
    """Run ``patterns`` over each sentence of ``folded``; one cue for each kind and sentence.

    Named groups ``leaving`` and ``arriving`` of a pattern fill the cue's fields.
    """
    cues: list[Cue] = []
    for clause in (part for whole in sentence.findall(folded) for part in _pieces(whole)):
        last = None
        for kind, expression in patterns.worth(clause):
            match = None if kind == last else expression.search(clause)
            if match:
                last = kind
                groups = match.groupdict()
                leaving, arriving = groups.get("leaving") or "", groups.get("arriving") or ""
                part = _part(clause, match.start(), match.end())
                cues.append(Cue(kind, clause, part, leaving.strip(), arriving.strip()))
    return tuple(cues)


#: Characters of a sentence that are looked at together. Patterns may take quadratic time in it.
_LONGEST_CLAUSE = 400


def _pieces(sentence: str) -> Iterator[str]:
    """A sentence as it is, or one that never ends in pieces, cut at commas where there are any."""
    start = 0
    while len(sentence) - start > _LONGEST_CLAUSE:
        last, limit = start + _LONGEST_CLAUSE // 2, start + _LONGEST_CLAUSE
        cut = max(sentence.rfind(comma, last, limit) for comma in ",，、 ") + 1 or limit
        yield sentence[start:cut]
        start = cut
    yield sentence[start:]


def _part(clause: str, start: int, end: int) -> str:
    """``clause`` from the last comma before ``start`` to the first one from ``end`` on."""
    first = max(clause.rfind(comma, 0, start) for comma in ",，、:：") + 1
    later = [at for comma in ",，、:：" if (at := clause.find(comma, end)) >= 0]
    return clause[first : min(later, default=len(clause))]
