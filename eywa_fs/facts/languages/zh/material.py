# ruff: noqa: E501 - a pattern stays on one line: wrapped, its alternatives cannot be read
"""Text that is handed over to be worked on, and dialogues acted out: nobody asserts them."""

from __future__ import annotations

import re
from typing import Final

from eywa_fs.facts.languages.zh.rule import expand

_WORK: Final = r"(?:翻译|译成|译为|润色|改写|改得|改成(?=[^，。]{0,4}(?:书面|正式|口语|文言|英文|中文))|改一改|修改|校对|纠错|扩写|缩写|续写|仿写|造句|造个句|概括|点评|朗读|默写|断句|挑错|改错)"
_PIECE: Final = r"(?:这|下面|以下|下列|底下)(?:这|的)?(?:[段句首篇条封份则]|几句|两句)?(?:话|文字|诗|邮件|文章|消息|评论|留言|短信|歌词|文案|稿子|句子|内容|材料|台词|段子|作文|日记|简历|合同|通知|聊天记录|病历)?"
#: A task and a colon: what follows is what the task is to be done with.
_HANDED_OVER: Final = re.compile(
    rf"(?:{_WORK}[^。！？!?\n:：]{{0,24}}|{_PIECE}[^。！？!?\n:：我]{{0,24}}(?:坑|问题|毛病|错|语病|意思|对不对|通顺|怎么样|如何|怎么[回说翻译改]|得体|合适|情绪|语气|{_WORK})[^。！？!?\n:：]{{0,10}})[:：]"
)
#: The text first, the task behind it.
_TASK_BEHIND: Final = re.compile(
    rf"(?:这|上面|以上|前面)(?:这|的)?(?:[段句首篇条]|几句|句)?(?:话|文字|诗|文章|台词|句子|歌词)[^，。！？]{{0,8}}(?:{_WORK}|怎么[说翻译读念改]|什么意思|通顺|对不对|有没有(?:语病|错)|出自)"
)
_COLON: Final = re.compile("[:：]")
_SPEAKER: Final = expand(
    r"(?:^|[。！？!?\n；;，, ”」])(?:我|你|他|她|对方|老板|面试官|医生|别人|本人|某人|客服|网友|记者|路人|甲|乙|[^，。:：\n]{0,3}(?:<ROLE>))(?:说|问|答)?[:：]"
)


def begins_at(text: str) -> int:
    """Where the text to be worked on begins; the length of the message if there is none."""
    handed = _HANDED_OVER.search(text) if _COLON.search(text) else None
    return handed.end() if handed else len(text)


def is_worked_on(sentence: str) -> bool:
    """Whether a sentence is itself what the task behind it is about."""
    return _TASK_BEHIND.search(sentence) is not None


def is_acted(text: str) -> bool:
    """Whether a message is a dialogue with its speakers in front of the lines."""
    speakers = _SPEAKER.findall(text) if _COLON.search(text) else []
    return len(speakers) > 1 and any("我" in one for one in speakers)
