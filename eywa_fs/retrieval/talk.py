"""Questions for the talk itself: they name no topic, only that something was said, perhaps when.

"What did we talk about last time?" shares its words with any record that says "talk" or "last", and
is answered by none of them but by what was said last.
"""

from __future__ import annotations

import re
from typing import Final

from eywa_fs.language.script import fold
from eywa_fs.language.temporal.named import without_times

LONGEST: Final = 200
"""Characters; a longer question has a topic."""

_SPOKEN: Final = """
said say saying told tell telling talked talk talking spoke speak discussed discuss mentioned
mention chatted chat asked ask messaged conversation conversations chats messages message
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
_WORD: Final = re.compile(r"[^\W_]+")

_OVER_ZH: Final = "上一?[次回]|刚[才刚]?|最[近后新]|[之以]前|前面|早些时候"
_SPOKEN_ZH: Final = re.compile("说|聊|讲|谈|提[到过起]|告诉|问[了过]|对话")
_SAID_ZH: Final = re.compile(f"了|过|{_OVER_ZH}")
_KNOWN_ZH: Final = re.compile(
    f"{_OVER_ZH}|告诉|对话|内容|话题|记得|知道|总结|回顾|重复|复述|提醒|一下|什么|哪些|哪几|事情|东西|一次|一回"
    r"|[说聊讲谈提到起问我你咱们俩跟和对给向的了过吗呢吧啊呀么啥些几个件句事话是有在还都又再请能会不]|\W"
)


def asks_for_talk(question: str, asked_at: int, tz: str) -> bool:
    """Whether a question asks what was said, by the user and the assistant, without a topic.

    Args:
        asked_at: epoch milliseconds; times that it names are no topic.
        tz: IANA zone of these times.
    """
    folded = fold(question)
    chinese = _SPOKEN_ZH.search(folded)
    if len(question) > LONGEST or not (chinese or SPOKEN & set(_WORD.findall(folded))):
        return False
    rest = without_times(folded, asked_at, tz)
    timed, words = rest != folded, set(_WORD.findall(rest))
    if chinese:
        return bool(timed or _SAID_ZH.search(rest)) and not _KNOWN_ZH.sub("", rest)
    return bool(SPOKEN & words) and (timed or bool(OVER & words)) and words <= KNOWN
