"""Words that say how a sentence is built, not what it is about; small, closed word classes.

Written by hand for this project. They are dropped from *queries*; the index keeps every word, so
that a change of these lists never needs a rebuild.
"""

from typing import Final

_ENGLISH: Final = """
a an the this that these those some any each every either neither such
i me my mine myself we us our ours ourselves you your yours yourself yourselves
he him his himself she her hers herself it its itself they them their theirs themselves
one ones who whom whose which what when where why how whether
am is are was were be been being do does did doing done have has had having
can could shall should will would may might must ought
isn aren wasn weren don doesn didn haven hasn hadn couldn won wouldn shouldn
and or but nor so yet if then than as because while although though unless until since
of in on at by for with about against between into through during before after above below
to from up down out off over under again further once here there within without upon
not no yes too very just only also even still already ever never really quite rather
more most less least much many few several other another same own both all else
s t d ll m re ve let lets got get gets getting
please thanks thank hello hi hey ok okay oh um well
"""
ENGLISH: Final = frozenset(_ENGLISH.split())

CHINESE: Final = (
    "的了吗呢吧啊呀嘛么在是和与及或跟把被让给向对从到于以为而且但就都也还又很太更最个这那哪谁"
    "我你您他她它们什"
)
"""Single characters. A bigram of two of them carries nothing; a bigram with one of them is kept."""

CHINESE_QUESTION: Final = (
    "请问", "什么时候", "什么", "为什么", "怎么样", "怎么", "怎样", "如何", "哪些", "哪个", "哪里",
    "哪儿", "哪一", "哪位", "哪种", "哪家", "多少", "几个", "是否", "有没有", "是不是", "能不能",
    "可不可以", "告诉我", "分别", "具体", "以及", "关于", "根据", "一下", "谁", "吗", "呢",
)  # fmt: skip
"""Phrases that ask; they are cut out of a query before its bigrams are made."""
