# ruff: noqa: E501 - a pattern stays on one line: wrapped, its alternatives cannot be read
"""Appointments that were moved, where the new time stands in a clause behind the one that names them."""

from __future__ import annotations

from datetime import date
from typing import Final

from eywa_fs.facts.certainty import certainty
from eywa_fs.facts.languages.zh import frame as frames
from eywa_fs.facts.languages.zh.rule import expand
from eywa_fs.facts.languages.zh.rules_dues import CLOCK, DAY
from eywa_fs.facts.languages.zh.segment import Clause
from eywa_fs.facts.languages.zh.state import State
from eywa_fs.facts.model import Candidate

_TIME: Final = rf"(?:{DAY}(?:的)?(?:早上|上午|中午|下午|傍晚|晚上?)?{CLOCK}?|{CLOCK})"
_THING: Final = r"(?P<thing>(?![今明后昨去前]|这|那|上[周个]|下[周个]|每|现|如今|国庆|五一|[之以]前)[^，。了我你他她从由原本现的是在把说让叫]{2,8}?)"
_OWNER: Final = r"(?:我们?|咱们?|他|她)?(?:的)?"
_MEANT: Final = r"(?:原定|原计划|原本|原来|原先|本来|起初|之前)(?:就)?(?:是|在|于|约的?是?|定的?是?|定在|说好|排在|安排在)*"
_MOVED: Final = r"(?:又|都|现在|后来|临时|突然|这学期|下学期|已经|统一|最后|刚)*(?:改|挪|换|调|推|延|提|移|顺延|推迟|延期|提前|改签|改约|改期|后移|前移|延后|往后推|往前提|往后挪)(?:到|在|成|为|至)*了?"
_OLD_TIME: Final = expand(
    rf"{_OWNER}{_THING}(?:的?时间)?{_MEANT}(?P<old>{_TIME})(?:开|上|办|走|拍)?$"
)
_ANNOUNCED: Final = expand(
    rf"{_OWNER}{_THING}(?:的?时间|那边|那头)?(?:又|也|都|已经|临时|突然|有)*(?:改期|改时间|改点|改日子|换时间|换日子|改签|变|变动|调整|推迟|延期|延后|提前|挪|往后推|改)(?:了|啦)?$"
)
_NEW_TIME: Final = expand(
    rf"{_OWNER}(?:{_THING}(?:的?时间)?)?(?:(?:从|由|{_MEANT})(?P<old>{_TIME})(?:开|上)?)?{_MOVED}(?P<new>{_TIME})(?:开|上|办|走|拍|举行|开始|出发)?$"
)


def rescheduled(clause: Clause, at: int, state: State) -> list[Candidate]:
    """ "The defence was to be on Wednesday, moved to Friday": both times, of the same thing."""
    text, _ = frames.cut_tail(clause.text)
    meant = _OLD_TIME.match(text, at)
    if meant:
        return [_fact(clause, meant.span("thing"), meant.span("old"), clause, state, over=True)]
    moved = _NEW_TIME.match(text, frames.skip_connectives(text, at))
    if moved is None:
        return []
    where, named = clause, moved.span("thing")
    if named[0] < 0:
        if state.previous is None or state.previous.sentence != clause.sentence:
            return []
        where = state.previous
        before = frames.cut_tail(where.text)[0]
        said = _ANNOUNCED.match(before) or _OLD_TIME.match(before)
        if said is None:
            return []
        named = said.span("thing")
    found = [_fact(where, named, moved.span("new"), clause, state, over=False)]
    if moved["old"]:
        found.insert(0, _fact(where, named, moved.span("old"), clause, state, over=True))
    return found


def _fact(
    where: Clause,
    named: tuple[int, int],
    value: tuple[int, int],
    clause: Clause,
    state: State,
    *,
    over: bool,
) -> Candidate:
    day: date | None = state.today
    return Candidate(
        subject=state.original[where.start + named[0] : where.start + named[1]],
        predicate="schedule",
        object=state.original[clause.start + value[0] : clause.start + value[1]],
        negated=False,
        type="fact",
        certainty=certainty(),
        valid_from=None if over else day,
        valid_to=day if over else None,
        start=clause.start,
        end=clause.end,
    )
