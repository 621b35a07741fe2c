"""What kind of question is being asked: rules for Chinese and English, no model.

The intent only chooses a row of weights (``fusion.DEFAULT_WEIGHTS``); a wrong guess costs a few
ranks, never an answer.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from eywa_fs.language.asking import asks
from eywa_fs.language.questions import is_question
from eywa_fs.language.script import fold, is_chinese
from eywa_fs.language.temporal.named import without_times


class Intent(StrEnum):
    """The five rows of the weight table."""

    FACT = "fact"
    REASONING = "reasoning"
    CONTEXTUAL = "contextual"
    PREFERENCE = "preference"
    SKILL = "skill"


@dataclass(frozen=True, slots=True)
class QueryProfile:
    """What the text of a query alone tells the ranking.

    ``is_question``: it asks or requests something (else it is a remark to be put in context).
    ``chinese``: which script it is mostly written in. ``wants_recent``: it speaks of the newest
    state ("latest", "最近"), so the recency source may count. ``asks_past``: it asks how things
    went or once were, and not how they are now; ``happened``: for one thing that happened ("when
    did", 什么时候…的), and not for a course of things or for what was before.
    """

    intent: Intent
    is_question: bool
    chinese: bool
    wants_recent: bool
    asks_past: bool = False
    happened: bool = False


_PREFERENCE: Final = re.compile(
    r"\b(?:recommend\w*|suggest\w*|advice|advise|ideas? for|options? for|tips"
    r"|favou?rites?|prefer\w*|what (?:are|would be) (?:some|a few|the best|good|a good)|best"
    r"|should i|worth|must[- ]"
    r"|looking for|which .{0,40}\b(?:should|best)|any good|good (?:place|way|choice)s?"
    r"|plan (?:a|my|me|an|the))\b"
    r"|推荐|建议|适合|喜欢|偏好|爱(?:吃|喝|看|听|玩)|讨厌|不喜欢|忌口|过敏|最好的|哪家好|送.{0,6}礼物|该(?:选|买|去)"
)
_SKILL: Final = re.compile(
    r"\bhow (?:do i|do you|can i|could i|should i|to)\b|\bsteps?\b|\bprocedure\b|\binstructions?\b"
    r"|\bteach me\b|\bworkflow\b|\bhelp me (?:with|write|build|make|set|fix)\b"
    r"|怎么(?:做|办|弄|写|用|设置|安装|处理)|如何(?:做|使用|设置|安装|处理|解决|提高|制作)|步骤|流程|方法|教我|做法"
)
_REASONING: Final = re.compile(
    r"\bwhy\b|\bhow come\b|\breasons?\b|\bwould .{1,60}\b(?:likely|enjoy|be|want|still|consider)\b"
    r"|\b(?:might|likely|probably|infer|impl(?:y|ies)|compare|difference|relationship between)\b"
    r"|\bhow (?:does|did|has|have) .{1,60}\b(?:affect|change|influence|help|feel)\w*"
    r"|为什么|为何|原因|如何(?:看待|影响)|推断|推测|可能|关系|区别|比较|导致|说明了什么|影响"
)
_RECENT: Final = re.compile(
    r"\b(?:latest|newest|most recent(?:ly)?|recent(?:ly)?|lately|currently|right now|nowadays"
    r"|so far|these days|as of now|at the moment|last time)\b"
    r"|最近|最新|目前|现在|当前|近来|眼下|上一次|刚才|刚刚"
)
_NOW: Final = re.compile(
    r"\b(?:now|current(?:ly)?|at present|at the moment|these days|nowadays|today|still)\b"
    r"|现在|目前|如今|当前|眼下|今天|现任|还[在是]"
)
_HAPPENED: Final = re.compile(r"^when (?:was|were)\b|\bdid\b|什么时候.{0,12}[了过的]")
"""What asks for something that happened: it has no newer state."""


def profile(query: str) -> QueryProfile:
    """Read a query's kind off its words. Pure; any text is accepted, the empty one too."""
    text = fold(query)
    asking = is_question(query)
    kind = asks(query)
    happened = kind == "time" or (kind == "now" and asking and bool(_HAPPENED.search(text)))
    present = bool(_NOW.search(text))
    return QueryProfile(
        intent=_intent(text, asking),
        is_question=asking,
        chinese=is_chinese(text),
        wants_recent=bool(_RECENT.search(text)),
        asks_past=(kind != "now" or happened) and not present,
        happened=happened and not present,
    )


def _intent(text: str, asking: bool) -> Intent:
    if not asking:
        return Intent.CONTEXTUAL
    for intent, pattern in (
        (Intent.SKILL, _SKILL),
        (Intent.PREFERENCE, _PREFERENCE),
        (Intent.REASONING, _REASONING),
    ):
        if pattern.search(text):
            return intent
    return Intent.FACT


LONGEST_FOR_TALK: Final = 200
"""Characters; a longer question has a topic."""

_SPOKEN: Final = """
said say saying told tell telling talked talk talking spoke speak discussed discuss mentioned
mention chatted chat asked ask messaged conversation conversations chats messages message session
sessions
"""
_OVER: Final = """
said told talked spoke discussed mentioned chatted asked messaged did was were have had has last
earlier previous previously before recent recently latest just
"""
"""What tells that it was said already; a time that is named tells it, too."""
_OTHERS: Final = """
what which when that the a an of about in on at to with for it and so ok okay hey hi please again
exactly do does can could you i we me us my our your been be is remember recall know remind repeat
summarise summarize summary thing things anything something everything stuff topic topics lately now
ago time times most very s ve d re
"""
"""Words that name no topic, and nobody but the two who talk."""
SPOKEN, OVER = frozenset(_SPOKEN.split()), frozenset(_OVER.split())
KNOWN: Final = SPOKEN | OVER | frozenset(_OTHERS.split())
_DONE_WORDS: Final = "do doing done work worked working change changed finish finished"
"""What names no topic either, where it is asked of those two."""
_LEFT_WORDS: Final = "leave left stop stopped"
_RESUMING: Final = "where off we let continue resume carry pick up from"
_TOPICAL: Final = "about for at with to"
"""What has a topic behind it."""
_DONE, _LEFT = frozenset(_DONE_WORDS.split()), frozenset(_LEFT_WORDS.split())
_WORKS: Final = (KNOWN | _DONE | _LEFT | set(_RESUMING.split())) - SPOKEN - set(_TOPICAL.split())
_WORD: Final = re.compile(r"[^\W_]+")

_OVER_ZH: Final = "上一?[次回]|刚[才刚]?|最[近后新]|[之以]前|前面|早些时候"
_SPOKEN_ZH: Final = re.compile("说|聊|讲|谈|提[到过起]|告诉|问[了过]|对话")
_SAID_ZH: Final = re.compile(f"了|过|{_OVER_ZH}")
_KNOWN_ZH: Final = re.compile(
    f"{_OVER_ZH}|告诉|对话|内容|话题|记得|知道|总结|回顾|重复|复述|提醒|一下|什么|哪些|哪几|事情|东西|一次|一回"
    r"|[说聊讲谈提到起问我你咱们俩跟和对给向的了过吗呢吧啊呀么啥些几个件句事话是有在还都又再请能会不]|\W"
)


def speaks_of_talk(question: str) -> bool:
    """Whether a question has a word for saying or asking: what was asked may be what it wants."""
    folded = fold(question)
    return bool(_SPOKEN_ZH.search(folded) or SPOKEN & set(_WORD.findall(folded)))


_RESUMES: Final = re.compile(r"\boff\b|继续|接着")
_DONE_ZH: Final = re.compile(f"(?:我们|咱们?|你|{_OVER_ZH}).*(?:[做干弄停]|工作|任务)")
_WORKS_ZH: Final = re.compile(f"{_KNOWN_ZH.pattern}|继续|接着|工作|任务|[做干弄停完哪里儿]")


def asks_for_talk(question: str, asked_at: int, tz: str) -> bool:
    """Whether a question asks what was said or done, by the user and the assistant, without a
    topic: it shares its words with any record that says "talk" or "last", and is answered by none
    of them but by what was said last.

    Args:
        asked_at: epoch milliseconds; times that it names are no topic.
        tz: IANA zone of these times.
    """
    if len(question) > LONGEST_FOR_TALK:
        return False
    folded = fold(question)
    if _SPOKEN_ZH.search(folded):
        rest = without_times(folded, asked_at, tz)
        return bool(rest != folded or _SAID_ZH.search(rest)) and not _KNOWN_ZH.sub("", rest)
    if is_chinese(folded):
        return bool(_DONE_ZH.search(folded) and _SAID_ZH.search(folded)) and not _WORKS_ZH.sub(
            "", without_times(folded, asked_at, tz)
        )
    spoken = _WORD.findall(folded)
    if not SPOKEN.isdisjoint(spoken):
        rest = without_times(folded, asked_at, tz)
        words = set(_WORD.findall(rest))
        timed = rest != folded or not OVER.isdisjoint(words)
        return timed and not SPOKEN.isdisjoint(words) and words <= KNOWN
    return _asks_for_work(spoken) and _WORKS.issuperset(
        _WORD.findall(without_times(folded, asked_at, tz))
    )


def resumes(text: str) -> bool:
    """Whether a request may be to go on where the last talk stopped, which is no question."""
    return _RESUMES.search(fold(text)) is not None


def _asks_for_work(words: Sequence[str]) -> bool:
    """Whether words ask what the user and the assistant did, or where they stopped."""
    if "off" in words and not _LEFT.isdisjoint(words):
        return True
    together = not {"we", "you"}.isdisjoint(words) and not OVER.isdisjoint(words)
    return together and (not _DONE.isdisjoint(words) or words[-1] == "did")
