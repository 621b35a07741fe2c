# ruff: noqa: E501 - a pattern stays on one line: wrapped, its alternatives cannot be read
"""What asserts nothing: questions, requests, suppositions, fiction, irony, general talk."""

from __future__ import annotations

import re
from typing import Final

from eywa_fs.facts.languages.zh.segment import HIDDEN, Clause

#: A-not-A and the question words. 几 and 多 also count ("十几年"), so they need company.
_ASKS: Final = re.compile(
    r"吗$|吗[^\u4e00-\u9fff]|(?<![什怎这那多要])么$|[能会要行好对是可]不[能会要行好对是可]|有没有|有木有|是否|能否|可否|要不要|(\w)不\1|(\w)没\2|"
    r"什么|啥|咋|怎么|怎样|如何|为何|为什么|哪[个里儿些家种款天位年]|哪|谁[知的能会有]?|几[个点号岁时天月]?[？?]|多少|多久|多大|"
    r"多远|多高|还是[^\u4e00-\u9fff]?.{1,12}(?:好|来着)|[吃用去来看做买行能要好]不$|来着$|呢$|吧$|没有?$"
)
#: Question words that do not ask: anything at all, nothing at all.
_INDEFINITE: Final = re.compile(
    r"谁(?:要是|再|敢|要再)[^，。]{2,16}我(?:就)?(?:跟|和)谁(?:急|翻脸|绝交|没完)|(?:什么|啥|哪儿|哪里|谁|哪个\w{0,3}|怎么\w{0,3})(?:\w{0,4})(?:都|也)|没有?(?:什么|啥|哪个)|不信(?:什么|啥)|不(?:怎么|咋)|不知(?:道)?(?:什么|怎么|为什么)|没(?:怎么|咋)|"
    r"什么的|几(?:十|百|千|万|年|个|次|趟|天|斤|件|块)|十几|谁敢|动不动|管(?:不)?\w|受不了|了不起|差不多|好不容易|不得不|说不\w|来不及|来着的"
)
_SUPPOSES: Final = re.compile(
    r"如果|要是|假如|假设|假使|倘[若使]|若是|若有|万一|要不是|早知道|早知|哪怕|即使|就算|除非|但凡|的话$|的话[^\u4e00-\u9fff]|"
    r"设想|幻想|想象|假装|一旦|当初要|该多好|多好啊|就好了|倒是想|恨不得|恨不能|巴不得|下辈子|来世|"
    r"有朝一日|中了(?:彩票|五百万|大奖|头奖)|换(?:作|做|成)?是?我(?=是|的话|早|肯定|就|才|也|来说|$)|我要有|要有"
)
_WORKS: Final = (
    r"(?:这首歌|那首歌|歌|小说|剧|电影|影片|片子|游戏|动漫|动画片?|漫画|书|节目|综艺|故事|新闻|课文|广告|段子|评论区|弹幕|帖子|视频|剧本|题目|考题|"
    r"面试题|作文|范文|例句|标语|海报|公告|传单|启事|推文|报道|热搜|朋友圈|群|论坛|知乎|微博|贴吧|小红书|抖音|网|牌子|招牌|墙)"
)
_TELLS: Final = re.compile(
    _WORKS
    + r"(?:里|中|里面|上)(?:的)?(?:男|女|主|唱|写|说|讲|有[个人句]|那|这|看到|刷到|演|贴|一[个句])|歌词|"
    r"(?:考题|面试题|题目|作文|广告|海报|公告|标语|新闻|报道|台词|剧情)(?:是|写|说|讲|:|这么)|主角|男主|女主|主人公|台词|段子说|梦见|梦到|做梦(?!都想)|梦里|招聘启事|诚聘|"
    r"NPC|npc|楼主[:：，]|剧本杀|(?:游戏|小说|剧本)里面?(?:我|已经|当|娶|嫁)|人设|扮演|古人|俗话|老话|谚语|有句话|网上说|据说|(?:隔壁|邻)(?:桌|座)|旁边(?:那)?(?:桌|俩|两)|一般来说|一般而言|通常来[说讲]|众所周知|按理说|照理说|据统计|研究表明|路人|对联|传说|(?:听过|听说过|看过|讲了?)[^，。]{0,4}(?:故事|童话|寓言)"
)
_IRONIC: Final = re.compile(
    r"可真是?|真是太|我可真|可太|太[^，。]{1,6}了呢|谢谢(?:您|你)(?:嘞|啊|了)|呵呵|真棒呢|好极了|真会"
)
_IRONIC_MARK: Final = re.compile(r"🙂|🙃|🙄|😅")
_ASKS_FOR: Final = re.compile(
    r"^(?:你|您)?(?:能|可以|可不可以|能不能)?(?:请|麻烦|拜托|劳驾|求)?(?:你|您|大家|各位)?(?:再|先|也|就|快|顺便)?"
    r"(?:帮(?:我|忙|俺|我们)|给我(?!妈|爸|弟|妹|哥|姐|家|们)(?:写|讲|说|推荐|列|来|做|画|算|查|找|起|想|翻|出|整理|发|看|一|几|解释|介绍|生成)|替我|推荐|求推荐|求|"
    r"翻译|总结|润色|改写|写(?:一|个|首|篇|封|段|份)|列(?:一|个|出)|查(?:一下|下|查)|算(?:一下|下|算)|讲(?:个|一|讲)|说(?:说|一下)|"
    r"解释|介绍|生成|提醒我|告诉我|教我(?![^，。]{1,8}的)|安排|发我|来(?:个|一|首|点|段)|看看|把(?:这|那|上面|下面|它|刚才)|将(?:这|上面|下面)|请|麻烦|拜托|劳驾)"
)
_RIGHT_NOW: Final = re.compile(
    r"以为|误以为|正在|这会儿|此刻|正(?:在|坐|吃|看|听|忙|准备|等|堵|排)|刚才|刚刚(?:才)?(?:吃|喝|看|到|起|睡|洗)|马上(?:就)?到|一会儿|待会儿?|等会儿?|等下"
)


def asks(clause: Clause, *, last: bool) -> bool:
    """Whether the clause is a question; ``last`` = nothing of its sentence follows it."""
    if last and re.search(r"[？?]", clause.mark):
        return True
    text = _INDEFINITE.sub("", clause.text)
    match = _ASKS.search(text)
    if match is None:
        return False
    if match.group() in ("呢", "吧", "没", "没有"):
        return bool(re.search(r"[？?]", clause.mark))
    return True


def supposes(text: str) -> bool:
    """Whether the clause opens or belongs to a supposition."""
    return _SUPPOSES.search(text) is not None


def tells_a_story(text: str) -> bool:
    """Whether the sentence speaks of fiction, a quoted text or strangers."""
    return _TELLS.search(text) is not None


def is_ironic(text: str, mark: str) -> bool:
    """Whether praise in this sentence is likely meant the other way round."""
    return _IRONIC.search(text) is not None or _IRONIC_MARK.search(mark + text) is not None


def asks_for_something(text: str) -> bool:
    """Whether the clause is a request to the assistant."""
    return _ASKS_FOR.search(text) is not None


def happens_now(text: str) -> bool:
    """Whether the clause tells what goes on at this minute."""
    return _RIGHT_NOW.search(text) is not None


def quotes(text: str) -> bool:
    """Whether the clause holds somebody's words."""
    return HIDDEN in text


_STANDS: Final = re.compile(
    r"以后|别再|别(?:老|总|老是|总是)?给我(?:发|推|推荐|安利|塞|讲|放|整|点|报|念|列)|今后|从现在起|从现在开始|从今天起|从今往后|往后|每次(?:回答|回复|写|给我|翻译)|从今以后|一律|默认|记住|(?<!随时)叫我(?![吃起去来回出])|称呼我|喊我|永远(?:用|别|不要)|^(?:回答|回复)|^(?:跟|和|对)我(?:说|讲)"
)
_TO_THE_ASSISTANT: Final = re.compile(
    r"回答|回复|跟我|和我|对我|给我|叫我|喊我|称呼|你|请|别|不要|不用|用|推荐|写|说话|代码|答|翻译|格式|总结|提醒"
)


_OF_ONESELF: Final = re.compile(
    r"(?:以后|今后|往后|从今)[^，。]{0,14}(?:可以|能|会|要(?=去|做|开|买))[^，。]{0,12}了?|注意安全"
)


def stands(sentence: str) -> bool:
    """Whether the sentence instructs the assistant for good ("from now on ...")."""
    return bool(
        _STANDS.search(sentence)
        and _TO_THE_ASSISTANT.search(sentence)
        and not _OF_ONESELF.search(sentence)
    )


def takes_back_all(text: str) -> bool:
    """Whether a wish about the past also covers the clauses before it."""
    return re.search(r"就好了|该多好|多好啊?", text) is not None
