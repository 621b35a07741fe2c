"""What is no statement of the writer's own: questions, play, irony, what is to be written."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

_ASKS: Final = re.compile(
    r"[?？]|[吗嘛么]$|什么|怎么|为啥|咋|啥|哪(?!怕)|谁|多少|几[个岁点天年次家种口位]|多[大久长远高重]"
    r"|是不是|有没有|能不能|会不会|要不要|该不该|可不可以|算不算|对不对|好不好|行不行|需不需要|如何|何时|是否|能否"
    r"|([\u4e00-\u9fff])[不没]\1|还是.{1,12}(?:好|呢)$|呢$|来着$"
)
_TO_WRITE: Final = re.compile(
    r"(?<!别)(?<!不要)(?:写|拟|生成|创作|编|续写|仿写|起草|改写|扩写|缩写|润色|翻译|译成|总结|概括|朗读|修改|优化|校对)[^。！？!?\n]{0,16}"
    r"(?:一?[篇封段首份个则条]|成|为|文|稿|信|诗|词|简历|故事|小说|剧本|对话|邮件|通知|申请|演讲|检讨|日记|以下|下面|这[段篇句封]|[:：])"
    r"|(?:范文|模板|示例|例句|例子|剧本|歌词|台词|原文|文案|文本|对话|人设|角色|设定)(?:如下|是|为)?[:：]"
    r"|(?:以|用)(?:我|他|她|[^，。\n]{1,6})的(?:口吻|身份|语气|视角)|以第一人称"
    r"|(?:把|将)(?:这|下面|以下)[^，。\n]{0,8}(?:话|句|段|文)"
)
_PLAY: Final = re.compile(
    r"扮演|假装你|假装我|角色扮演|你现在是|你是一[个名位]|假设你是|假设我是|想象你是|想象我是|模拟面试|模拟(?:一[段场]|对话)|cosplay|剧情|续写"
    r"|(?:^|[！!。…~])[（(][\u4e00-\u9fff，,]{2,12}[）)]\s*(?:$|\S)"
)
_IRONY: Final = re.compile(
    r"才怪|🙄|狗头|doge|反话|呵呵|真是太?(?:棒|好|喜欢|爱)了呢|🙂|(?<=[，, ])骗你的"
    r"|我编的|瞎编|愚人节"
)
_CALLED: Final = re.compile(r"\s*([^，,。:：\s]{1,10})[:：]")


def asks(low: str, start: int, end: int) -> bool:
    """Whether a clause asks; with its mark, if it has one, inside the span."""
    return _ASKS.search(low, start, end) is not None


def ironic(low: str, start: int, end: int) -> bool:
    """Whether a sentence shows that it is not meant as it is said."""
    return _IRONY.search(low, start, end) is not None


@lru_cache(maxsize=8)
def own_until(low: str) -> int:
    """Where the writer's own words end: what follows a request to write or change a text is that
    text. 0 for play."""
    if _PLAY.search(low):
        return 0
    match = _TO_WRITE.search(low)
    return len(low) if match is None else match.start()


def label_at(low: str, start: int, end: int) -> tuple[str, int] | None:
    """The label at the head of a line ("我：", "姓名："), and the place behind it."""
    match = _CALLED.match(low, start, end)
    if match is None or low[match.end() : match.end() + 2] == "//":
        return None
    return match[1], match.end()


def quoted(low: str, start: int) -> bool:
    """Whether a place stands inside a short quotation."""
    line = low.rfind("\n", 0, start) + 1
    head = low[max(line, start - 60) : start]
    for opens, closes in ("“”", "「」", "『』", "《》", "‘’"):
        if head.count(opens) > head.count(closes):
            return True
    return head.count('"') % 2 == 1
