# ruff: noqa: E501 - a pattern stays on one line: wrapped, its alternatives cannot be read
"""Who is whose and who is not: "she is no sister of mine, she is my cousin"; whom a verb is true of."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from eywa_fs.facts.languages.zh import contrasts, subjects
from eywa_fs.facts.languages.zh import frame as frames
from eywa_fs.facts.languages.zh.assertions import apply_rules
from eywa_fs.facts.languages.zh.candidates import flat_fact
from eywa_fs.facts.languages.zh.rule import Rule, expand
from eywa_fs.facts.languages.zh.segment import Clause
from eywa_fs.facts.languages.zh.situation import situation_of
from eywa_fs.facts.languages.zh.state import State
from eywa_fs.facts.languages.zh.subjects import USER, Topic
from eywa_fs.facts.model import Candidate

_ROLE_OF_MINE: Final = (
    r"(?:我(?:们)?)(?:的|家)?(?:[^，。我]{1,6}的)?(?P<o>[^，。我的]{0,4}?(?:<ROLE>))$"
)
_WHO: Final = r"(?P<s>他|她|那人|这人|[\u4e00-\u9fffA-Za-z]{2,5}?)"
_NO_TIE: Final = expand(rf"{_WHO}(?:才|可|并|又|压根|根本|真|真的|其实|也|都)*不是{_ROLE_OF_MINE}")
_A_TIE: Final = expand(
    rf"(?P<s>他|她|那人|这人)(?:就|也|以前|原来|曾经|现在|如今|可|其实|一直|都)*是{_ROLE_OF_MINE}"
)
_BUT: Final = expand(
    r"(?:而|其实|就|只|不过|人家|他|她|明明|只不过|如今|现在|后来|还)*是(?:个|我们?)?(?:的|家)?(?:[^，。我]{1,6}的)?(?P<o>[^，。我的]{0,4}?(?:<ROLE>))$"
)
_NOT_A_NAME: Final = expand(
    r"^(?:这|那(?!人)|谁|我|你|又|也|都|就|可|并|说|其实|反正|因为|只要|要是|如果|全|一|两|俩|三|什么)|[的了]$"
)


def tied(clause: Clause, at: int, state: State) -> list[Candidate]:
    """A tie denied or told of a name or a pronoun, and the one that holds instead."""
    text = frames.cut_tail(clause.text)[0]
    last = state.latest[-1] if state.latest else None
    if last is not None and last.predicate == "relation" and last.start >= state.sentence_start:
        match = _BUT.match(text, at)
        if match is not None and (last.negated or "我" in match.group()):
            fact = flat_fact(last.subject, "relation", clause, *match.span("o"), state)
            return [] if fact.object == last.object else [fact]
    match = _NO_TIE.match(text, at) or _A_TIE.match(text, at)
    if match is None or _NOT_A_NAME.search(match["s"]):
        return []
    who = _named(clause, match, state)
    if who is None:
        return []
    fact = flat_fact(who, "relation", clause, *match.span("o"), state)
    return [replace(fact, negated=match.re is _NO_TIE)]


def _named(clause: Clause, match: re.Match[str], state: State) -> str | None:
    if match["s"] in ("他", "她"):
        others = [name for name in state.topic.names if name != USER]
        return others[-1] if others else match["s"]
    begin, end = match.span("s")
    written = state.original[clause.start : clause.end]
    topic, after = subjects.read(clause.text, begin, written, state.topic, state.known)
    if topic is not None and after >= end:
        return topic.names[-1] if topic.names and USER not in topic.names else None
    state.known |= {match["s"]}
    return written[begin:end]


_TRUE_OF: Final = re.compile(
    r"(?P<what>(?![这那他她它你我]|目的|主要|重要|关键|难得|有的|别的|其他|真正|最[^，。]{1,3}的是)[^，。的是]{2,12}?)的(?:人|那个)?(?:就|其实|才|一直|始终|都|倒|却)*(?P<no>不)?是(?P<s>[^，。是的]{1,8}(?:的[^，。是的]{1,4})?)$"
)


def true_of(
    clause: Clause, at: int, sentence: str, state: State, rules: tuple[Rule, ...]
) -> list[Candidate]:
    """ "The one who plays chess is my aunt": what the words in front say, said of her."""
    text = frames.cut_tail(clause.text)[0]
    match = _TRUE_OF.match(text, at)
    if match is None:
        return []
    who = contrasts.who_of(clause, match, state)
    begin, end = match.span("s")
    _, after = subjects.read(
        clause.text, begin, state.original[clause.start : clause.end], state.topic, state.known
    )
    if who is None or after < end:
        return []
    short = replace(clause, text=text[: match.end("what")])
    frame = frames.build(short.text, at, Topic((who,)))
    made = apply_rules(rules, short, frame, situation_of(short, frame, sentence, state), state)
    denied = match["no"] is not None
    found = [
        replace(fact, negated=fact.negated != denied, end=clause.end)
        for fact in made
        if fact.predicate not in ("relation", "name", "plans_to", "schedule")
    ]
    state.denied = found if denied else []
    return found
