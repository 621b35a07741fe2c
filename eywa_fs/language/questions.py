"""What form a question has, with a question mark and without: English and Chinese, pure.

People leave the mark out, above all who speak instead of typing. A question is then told by its
grammar: interrogative words, a verb beside its own negation ("去不去"), two things to choose from
("甲还是乙"), a negation at the end ("吃了没").
"""

from __future__ import annotations

import re
from typing import Final

from eywa_fs.language.script import CJK, fold

INTERROGATIVE: Final = r"(?:who|whom|whose|what|when|where|why|how|which)"
"""A pattern of the English words that begin a question."""
_ENGLISH: Final = re.compile(
    r"\?|^\W*(?:(?:so|and|but|or|ok|okay|hey|hi|please|well|now|um+|uh+)[,\s]+)*"
    rf"(?:{INTERROGATIVE}(?:s|d|re|ll)?|any|do|does|did|is|are|was|were|has|have|had|can"
    r"|could|should|would|will|may|tell me|show me|list|name|give me|find|remind me(?! to\b)"
    r"|recommend|suggest|explain|describe|summari[sz]e|help me)\b"
)
_UNKNOWN: Final = re.compile(
    r"\b(?:forg[eo]t(?:ten)?|wonder(?:ing)?|no idea|not sure"
    r"|(?:do not|don'?t|can'?t|cannot|couldn'?t) (?:\w+ )?(?:remember|recall|know|think of))\b"
)
"""What says that somebody does not know."""
_INDIRECT: Final = re.compile(rf"{_UNKNOWN.pattern}\W+(?:\w+ )?(?:{INTERROGATIVE}|if|whether)\b")

_HAN: Final = r"[\u4e00-\u9fff]"
_SEVERAL: Final = (
    r"(?<![好这那前后近没十数头茶])(?<![再没不等就\W]过)(?<!^过)几(?![乎率何好十百千万])"
)
_CHINESE: Final = re.compile(
    r"[?？]|[吗呢]\W*$|什么|(?<!没)啥(?![也都])|怎么|怎样|咋|如何|哪|谁|多少|是否|有没有|是不是|能不能|可不可以|为何|为什么"
    rf"|{_SEVERAL}{_HAN}|(?<![那这旁一两左右里外上下东西南北河海湖江路街])边[个间度位边科款班座日年]|[住去到喺系]边(?!\w)"
    r"|乜|咩|点[解样整搞煮计]|贵姓"
    rf"|(?<![时动])({_HAN})[不没唔冇]\1|有冇|[^\W说可要只还]{{2}}[不没未冇]\W*$"
    rf"|({_HAN})[^\W]{{0,6}}(?<![但也都我你他她它们却可])还是[^\W了的]{{0,6}}\2(?![了的])|是[^\W还]{{1,10}}还是"
    r"|推荐|建议一|列出|告诉我|请(?:问|列|说|给|帮|总结|介绍|推荐)|多(?:久|大|长|远)"
)
_PIECE: Final = re.compile(
    r"[^,;:.!?，；：。！？\n]+?(?:[,;:.!?，；：。！？\n]+|(?<=[CJK])\s+|(?<!\s)\s+(?=[CJK])|$)".replace(
        "CJK", CJK
    )
)


def is_question(text: str) -> bool:
    """Whether a text asks or requests something."""
    folded = fold(text).replace("’", "'")
    if _ENGLISH.search(folded):
        return True
    return not folded.isascii() and _CHINESE.search(folded) is not None


def wonders(text: str) -> bool:
    """Whether a clause asks something, or says that the writer does not know the answer."""
    return is_question(text) or _INDIRECT.search(fold(text).replace("’", "'")) is not None


def without_wondering(folded: str) -> str:
    """A text without what says that somebody does not know something."""
    return _UNKNOWN.sub(" ", folded.replace("’", "'"))


def clauses(text: str) -> list[str]:
    """The parts of a text that may each ask or tell; in Chinese a blank parts them, too."""
    return [piece for piece in _PIECE.findall(text) if piece.strip()]
