"""What surrounds a rule's match: the clause's frame and times, and what was read before it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from eywa_fs.facts.languages.zh import gates
from eywa_fs.facts.languages.zh.dates import Moment
from eywa_fs.facts.languages.zh.frame import Frame, View
from eywa_fs.facts.languages.zh.segment import Clause
from eywa_fs.facts.languages.zh.state import State
from eywa_fs.facts.model import Candidate

_FUTURE = re.compile(
    r"明天|后天|大后天|明早|明晚|下周|下下周|下星期|下礼拜|下个?月|明年|后年|下学期|下半年|过几天|过阵子|月底|年底|这周[一二三四五六日天末]|"
    r"(?<!每)(?<!每个)(?:周|星期|礼拜)[一二三四五六日天末]|(?<![0-9年过去了])[0-9一二三四五六七八九十]{1,3}(?:月(?:[0-9一二三四五六七八九十底初中]|要|去|就|份|[^0-9]|$)|号)|"
    r"国庆|五一|元旦|春节|过年|暑假|寒假|中秋|除夕|年三十|大年初|腊月|正月|初[一二三四五六七八九十](?![中级恋])|小年|清明|端午|重阳|元宵|圣诞|腊八|毕业(?:以)?后|退休(?:以)?后|年后|节后|马上|即将|将要|快要|就要|[半一二两三四五六七八九十0-9]+(?:个)?(?:年|月|周|星期|天|小时)(?:之|以)?后|到时候?|今年(?=.{0,3}要)|今晚|今年(?:底|内|下半年|秋天|冬天)"
)
_NOT_FUTURE = re.compile(
    r"[去到来买做办看见玩住搬换学考生过报上进读养开找卖签租交领拿]了(?!解)|上周|上个?月|上星期|去年|昨|前天|前年|刚|曾|那年|当年|每|了$"
)
_RECURS = re.compile(
    r"每|逢|固定|雷打不动|一般|通常|(?:周|星期|礼拜|周末|早上|晚上|中午|天|次|年|月)[一二三四五六日天]?[^，。]{0,4}都|平时|惯例|(?:周|星期|礼拜)[一二三四五六日天末][^，。]{0,4}(?:学|练|踢|打|补|跳|画|弹|游泳|排练|值班|坐诊|上(?=[^，。]{0,5}[课班]))[^，。]{0,8}，[^，。]{0,3}(?<![下这上本])(?:周|星期|礼拜)[一二三四五六日天末]|隔[天周]|单双周|必|天天|周末(?:两天|都|一般|全|总|固定)|(?:周|星期|礼拜)[一二三四五六日天].{0,3}(?:周|星期|礼拜|、|和|到|至)[一二三四五六日天]"
)
#: Words of what takes place but once, or did.
ONCE: Final = re.compile(
    r"上周|下周|这周|本周|上个?月|下个?月|昨|明|今天|了$|过$|了[^，。]|去年|明年"
)


@dataclass(frozen=True, slots=True)
class Situation:
    """What a condition may look at."""

    frame: Frame
    sentence: str
    named: tuple[Moment, ...]
    latest: tuple[Candidate, ...]
    planned: Candidate | None
    standing: bool
    ironic: bool
    unknown: bool
    said_before: bool = False

    @property
    def future(self) -> bool:
        """Whether the clause names a time to come."""
        text = self.frame.text
        if (
            self.recurring
            or self.frame.past
            or _NOT_FUTURE.search(text + ("了" if self.frame.changed else ""))
        ):
            return False
        if self.named:
            return any(moment.future for moment in self.named)
        return _FUTURE.search(text) is not None

    @property
    def recurring(self) -> bool:
        """Whether the sentence speaks of something that comes round again."""
        return _RECURS.search(self.sentence) is not None and not ONCE.search(self.frame.text)


def situation_of(clause: Clause, frame: Frame, sentence: str, state: State) -> Situation:
    """What the conditions of a rule may look at in a clause of a message read so far."""
    named = [m for m in state.moments if clause.start <= m.start < clause.end]
    if not named and not state.latest:
        inside = [m for m in state.moments if m.end <= clause.start]
        near = [m for m in inside if m.start >= state.sentence_start]
        named = near
    return Situation(
        frame=frame,
        sentence=sentence,
        named=tuple(named),
        latest=tuple(state.latest),
        planned=next(
            (
                c
                for c in state.found
                if c.predicate == "plans_to" and c.start >= state.sentence_start
            ),
            None,
        ),
        standing=state.standing,
        ironic=gates.is_ironic(sentence, clause.mark),
        unknown=state.unknown,
        said_before=any(c.start >= state.sentence_start for c in state.found),
    )


#: Asked of a rule's match, the view of the clause it was found in, and what is around.
Condition = Callable[["re.Match[str]", View, Situation], bool]


def value_of(match: re.Match[str]) -> str:
    """The words a rule took for its value."""
    groups = match.groupdict()
    return groups.get("o") or groups.get("new") or groups.get("old") or match.group()
