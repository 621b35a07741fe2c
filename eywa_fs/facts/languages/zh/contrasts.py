# ruff: noqa: E501 - a pattern stays on one line: wrapped, its alternatives cannot be read
"""Who it is and who it is not: clefts, names that follow, values and people set against others."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from eywa_fs.facts.languages.zh import frame as frames
from eywa_fs.facts.languages.zh import objects, subjects
from eywa_fs.facts.languages.zh.assertions import apply_rules
from eywa_fs.facts.languages.zh.candidates import flat_fact
from eywa_fs.facts.languages.zh.rule import Rule, expand
from eywa_fs.facts.languages.zh.segment import Clause
from eywa_fs.facts.languages.zh.situation import situation_of
from eywa_fs.facts.languages.zh.state import State
from eywa_fs.facts.languages.zh.subjects import USER
from eywa_fs.facts.languages.zh.words_people import words
from eywa_fs.facts.model import Candidate

_CLEFT: Final = expand(
    r"(?:家里|我们家|全家|班里|班上|单位里?|公司里?|组里|宿舍里?|店里|队里|村里|朋友里|同事里|亲戚里|我们[^，。]{1,4}里)(?:面)?(?:就|唯一|真正|最)?(?P<verb>懂|会说|会讲|会|能说|听得懂|爱吃|爱喝|爱|喜欢|养|开|吃|戴|住在|在|学|信|对)(?P<o>[^，。的]{1,10}?)(?:的|过敏的)(?:人)?(?:就|只|其实|只有|一直|才)*(?:是|只有)(?P<s>[^，。]{1,10})$"
)
_NOT_WHO: Final = re.compile(r"(?:而|可|并)?不是(?P<s>[^，。]{1,8})$")
_CLEFT_VERB: Final = (
    (re.compile("懂|说|讲"), "speaks"),
    (re.compile("会|能"), "can"),
    (re.compile("爱|喜欢"), "prefers"),
    (re.compile("养"), "has_pet"),
    (re.compile("吃"), "diet"),
    (re.compile("住"), "lives_in"),
    (re.compile("学"), "studies"),
    (re.compile("信"), "believes"),
    (re.compile("对"), "allergic_to"),
    (re.compile("戴|开"), "uses"),
)
_LANGUAGE: Final = expand(r"(?:<LANG>)|[^，。]{1,3}[语话]$")


def cleft(clause: Clause, at: int, state: State) -> list[Candidate]:
    """ "The one at home who knows Thai is my aunt", "not my uncle"."""
    text = frames.cut_tail(clause.text)[0]
    other = _NOT_WHO.match(text, at)
    if other and state.cleft and state.latest and state.latest[-1] == state.cleft:
        who = who_of(clause, other, state)
        return (
            [replace(state.cleft, subject=who, negated=True, start=clause.start, end=clause.end)]
            if who
            else []
        )
    match = _CLEFT.match(text, at)
    who = who_of(clause, match, state) if match else None
    if match is None or who is None:
        return []
    predicate = next((p for pattern, p in _CLEFT_VERB if pattern.search(match["verb"])), None)
    if predicate == "can" and _LANGUAGE.match(match["o"]):
        predicate = "speaks"
    if predicate is None:
        return []
    state.cleft = flat_fact(who, predicate, clause, *match.span("o"), state)
    return [state.cleft]


_AND_NOT: Final = re.compile(r"(?:而|可|并|才)?不是(?P<o>[^，。我你他她它这那很不没]{1,10})$")
_DENIABLE: Final = frozenset(
    words(
        "studies studies_at name from lives_in works_at works_as allergic_to uses owns has_pet speaks born_in birthday schedule contact diet prefers health"
    )
)


def and_not(clause: Clause, at: int, state: State) -> list[Candidate]:
    """ "…, not German": the value that the one just named excludes."""
    if len(state.latest) != 1:
        return []
    stated = state.latest[0]
    if stated.predicate not in _DENIABLE or stated.negated or stated.valid_to:
        return []
    text = frames.cut_tail(clause.text)[0]
    match = _AND_NOT.match(text, at)
    if match is None:
        return []
    begin, end = objects.trim(text, *match.span("o"))
    value = state.original[clause.start + begin : clause.start + end]
    if not objects.is_value(value) or abs(len(value) - len(stated.object)) > 4:
        return []
    return [
        replace(
            stated,
            object=value,
            negated=True,
            valid_from=None,
            start=clause.start,
            end=clause.end,
        )
    ]


_NOT_HIM: Final = re.compile(r"(?:并|可|又)?不是(?=(?:我们?|俺)?(?:家)?(?:的)?[^，。不没]{2,16}$)")
_BUT_HIM: Final = re.compile(r"(?:而)?(?:其实)?是(?P<s>[^，。的是]{1,8})$")


def not_him(
    clause: Clause, at: int, sentence: str, state: State, rules: tuple[Rule, ...]
) -> list[Candidate]:
    """ "It isn't Dad who has gout, it's my uncle": denied of one, said of the other."""
    text = frames.cut_tail(clause.text)[0]
    if state.denied:
        match = _BUT_HIM.match(text, at)
        who = who_of(clause, match, state) if match else None
        denied, state.denied = state.denied, []
        if who:
            return [
                replace(c, subject=who, negated=not c.negated, start=clause.start, end=clause.end)
                for c in denied
            ]
    match_not = _NOT_HIM.match(text, at)
    if match_not is None:
        return []
    written = state.original[clause.start : clause.end]
    topic, after = subjects.read(clause.text, match_not.end(), written, state.topic, state.known)
    if topic is None or not topic.names or after >= len(text) or text[after] in "是的":
        return []
    frame = frames.build(clause.text, after, topic)
    situation = situation_of(clause, frame, sentence, state)
    made = apply_rules(rules, clause, frame, situation, state)
    if not made or any(c.negated or c.predicate in ("relation", "name") for c in made):
        return []
    state.denied = [replace(c, negated=True, valid_from=None) for c in made]
    return state.denied


_CLEFT_OPEN: Final = expand(
    r"(?:[^，。我]{0,4}(?:里|上|中)|家里|全家|我们[^，。]{1,4}里?|我们班|我们组)(?:面)?(?:就|唯一|真正|最)?(?P<verb>懂|会说|会讲|会|能说|听得懂|爱吃|爱喝|爱|喜欢|养|学|信)(?P<o>[^，。的]{1,10}?)的(?:人)?(?:就|只|只有|一共|总共|才)*(?:有)?(?:一个|俩|两个|三个|仨|<NUM>个|一位)(?:人)?$"
)
_NAMED: Final = re.compile(
    r"(?P<no>(?:而|可|并)?不是|没有)?(?:就|分别|也)?(?:是|有)?(?P<s>[^，。是的了]{1,12})$"
)


def cleft_list(clause: Clause, at: int, state: State) -> list[Candidate]:
    """ "Only two of us know Thai, A and B", "not C": the names follow."""
    text = frames.cut_tail(clause.text)[0]
    match = _CLEFT_OPEN.match(text, at)
    if match:
        predicate = next((p for pattern, p in _CLEFT_VERB if pattern.search(match["verb"])), None)
        if predicate == "can" and _LANGUAGE.match(match["o"]):
            predicate = "speaks"
        if predicate:
            state.opened = flat_fact(USER, predicate, clause, *match.span("o"), state)
        return []
    if state.opened is None or state.opened.start < state.sentence_start - 40:
        return []
    match = _NAMED.match(text, at)
    if match is None:
        return []
    found = []
    written = state.original[clause.start : clause.end]
    place = match.start("s")
    for name in re.split("[和跟、]", match["s"]):
        topic, after = subjects.read(clause.text, place, written, state.topic, state.known)
        begin, place = place, place + len(name) + 1
        if not name:
            continue
        who = topic.names[-1] if topic and topic.names and after >= begin + len(name) else None
        if who is None and not re.fullmatch("[老小阿][\u4e00-\u9fff]|[\u4e00-\u9fff]{2,3}", name):
            return []
        who = who or written[begin : begin + len(name)]
        found.append(
            replace(
                state.opened,
                subject=who,
                negated=bool(match["no"]),
                start=clause.start,
                end=clause.end,
            )
        )
    return found


def who_of(clause: Clause, match: re.Match[str], state: State) -> str | None:
    """The person the group ``s`` of a match names."""
    written = state.original[clause.start : clause.end]
    topic, _ = subjects.read(clause.text, match.start("s"), written, state.topic, state.known)
    return topic.names[-1] if topic and topic.names else None
