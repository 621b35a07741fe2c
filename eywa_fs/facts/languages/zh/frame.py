# ruff: noqa: E501 - a pattern stays on one line: wrapped, its alternatives cannot be read
"""The frame of a clause: what stands around its predicate (time, negation, aspect, modality)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from eywa_fs.facts.languages.zh.subjects import Topic

_NUMBER = "[0-9零〇一二两俩三四五六七八九十百千半几]"
TIME: Final = re.compile(
    rf"(?:(?:从|自|自从|打)?(?:(?:去|今|明|前|后)年(?:年)?(?:底|初|春天?|夏天|秋天|冬天|上半年|下半年)|(?:这个?|下个?|上个?|本)?月[底初中]|今天|昨天|前天|明天|后天|大后天|大前天|今早|今晚|昨晚|明早|明晚|今年|去年|前年|大前年|明年|后年|当年|这(?:个)?月|"
    rf"(?:(?:每|上|下|这)(?:个)?|上上|下下)(?:周|星期|礼拜)[一二三四五六日天末]|(?:这个?|上个?|下个?|本)?周末|上个?月|下个?月|上上个?月|下下个?月|这月|本月|这周|本周|上周|下周|上上周|下下周|上星期|下星期|上礼拜|下礼拜|这个?星期|上个星期|下个星期|这个?周末|上个?周末|下个?周末|"
    rf"(?:每|上|下|这)?(?:个)?(?:周|星期|礼拜)[一二三四五六日天末几](?!到)|每天|每周|每月|每年|天天|年年|月底|月初|年底|年初|年中|周末|平日|工作日|"
    rf"{_NUMBER}{{1,5}}(?:年|月份?|号|日|点(?:半|钟|{_NUMBER}{{1,3}}分?)?)(?!级|线)|[零〇一二三四五六七八九]{{2,4}}年|白天|大白天|早上|上午|中午|下午|晚上|半夜|凌晨|傍晚|夜里|清晨|春天|夏天|秋天|冬天|"
    rf"双十一|双11|双12|618|圣诞|情人节|母亲节|父亲节|七夕|元宵|除夕|大年初一|放假|春节|国庆|五一|十一(?=去|放|回|我)|元旦|中秋|端午|清明|暑假|寒假|过年|{_NUMBER}{{1,4}}(?:个)?(?:天|周|星期|月|年|小时)(?:之)?(?:前|后)|"
    rf"(?:下|上|这|本|新|每)(?:个)?学期|学期末|期末|开春|入秋|入冬|入夏|开学(?:后|前|以后)?|年后|年前|节后|节前|月中|秋后|前[些几]年|头几年|这些年|那些年|逢年过节|节假日|寒暑假|(?:减肥|备孕|怀孕|哺乳|放疗|化疗|住院|治疗|训练|备考|坐月子|疫情|恢复|康复|孕)(?:期间?|阶段)|(?<![年])(?:上半年|下半年)|隔年|次年|翌年|转年|第二年|腊月|正月|冬月|小时候|那时候?|那会儿|那年|上学时|大学时|读书时|高中时|年轻时候?|(?:退休|结婚|出国|毕业|搬家|离职|生娃|生孩子|怀孕|住院|上学|工作|入职|疫情)前(?=[是在做当教开跑卖住也])|婚前|婚后|毕业后|退休后|{_NUMBER}{{1,3}}岁(?:那年|时|开始|起|以后)?)"
    rf"(?:的时候|的(?!时)|份|时|那天|那年|起|开始|以来|以后|之后|之前|以前|之内|以内|内|前(?=必须|得|要|把|需))?)"
)
_PAST: Final = re.compile(
    r"(?<![0-9号日月底天点周末一二三四五六七八九十年了])(?:以前|之前)|原来|原先|原本|从前|(?<![来回打走跑坐开飞赶骑带送拿搬车])过去(?!了)|曾经|曾|当年|当初|第[一二三四五]年|小时候|那时候?|那会儿|退休前|结婚前|离职前|毕业前|年轻时|早年|早些年|前几年|起初|本来(?!就)"
)
_ADVERB: Final = re.compile(
    r"(?:有生之年|大概率|八成|多半|十有八九|今日|一辈子|这辈子|长这么大|活到现在|就是(?=没|不|怕|爱)|只是|唯独|差点|一下子|老早|亲手|免费|贷款|分期|也|都|就|还(?!款|有|钱|贷)|又|才(?!能)|倒是|只是|一直以来|一直|一向|向来|始终|从小到大|从小|打小|自幼|自小|现在|目前|如今|眼下|平时|平常|平日里|"
    r"其实|真的|真心|确实|实在|已经|早就|早已|终于|总算|居然|竟然|果然|刚刚|刚|最近|近来|近期|这阵子|这段时间|前阵子|前段时间|前几天|这两年|这几年|"
    r"特别|非常|超级|超(?!市|声|重)|巨|贼|挺|蛮|很|最终|最(?!近|后)|更|比较|有点儿|有点|有些|稍微|老是|老(?=[是爱想怕忘疼痛犯失])|总是|总|经常|时常|常常|偶尔|"
    r"基本上|基本|几乎|大概|差不多|反正|毕竟|当然|正好|刚好|恰好|一般|通常|每次|每回|仍然|依然|仍|再(?!也不|不)|倒|却|可(?![以能乐口是])|便|则|"
    r"偷偷|悄悄|好不容易|勉强|赶紧|赶快|立刻|干脆|特意|专门|专程|特地|主动|被迫|不小心|意外|突然|忽然|稀里糊涂|糊里糊涂|慢慢|渐渐|逐渐|越来越|默默|正式|彻底|统统|通通|一门心思|一心|铁了心|到现在|至今|到今天|迄今|愣是|硬是|半道|连夜|当场|咬牙|一口气|一狠心|忍痛|闲下来|闲着没事|闲着|没事儿?(?=就|爱|喜欢|老|总)|一有空|有空|得空|谁都|谁也|全家人?|果断|火速|一边|一面|边|直接|偷偷|顺手|狠心|顺便|另外|同时|同样|全都|全家都?|全家|一共|总共|其中|暂时|临时|长期|常年|成天|整天|死活|坚决|绝对|百分百|打心底里?|骨子里|骨子|天生|生来|"
    r"只|光|净|主要|尤其|格外|相当|极其|极|太|一个人|自己|独自|亲自|一起|破天荒|好歹|说实话|老实说|讲真|说真的|坦白说|不瞒你说|"
    r"今后|以后|往后|从今往后|从今以后|从此|从现在(?:起|开始)|从今天(?:起|开始)|接下来|将来|未来|等(?:我)?退休(?:了|后)?|毕业后|回头|改天|过几天|过阵子|过段时间)(?:[，,]|)"
)
_CONNECTIVE: Final = re.compile(
    r"(?:哎呀|哎哟|哎|诶|欸|唉|嗨|嘿|哈+|嘻+|呵|嗯+|噢|哦|喔|啊|呀|哇塞|哇|天哪|天呐|救命|妈呀|卧槽|靠|呜+|额+|呃+|好吧|行吧|好啦|对了|话说|说来|说起来|"
    r"顺便说一句|顺便说下|忘了说|忘记说|跟你说|告诉你|和你说|你知道吗|跟你讲|给你说|报告|通知|更新一下|那个|这个(?=[，,])|就是说|所以说|所以|因为|因此|由于|"
    r"不过|但是|但(?!愿)|可是|然而|而且|并且|况且|何况|然后|于是|结果|后来|接着|最后|首先|其次|再说|虽然|尽管|虽说|虽|既然|可惜|幸好|好在|还好|幸亏|"
    r"原因是|理由是|毕竟|反而|反正|总之|总而言之|简单说|一句话|据我所知|对我来说|于我而言|对我而言|作为一?个?|身为一?个?|比起[^，。我]{1,8}?(?=我|更|还是)|说白了|记住|记一下|帮我记(?:一下|住|下)?|记得|"
    r"请记住|备注|备忘|补充一下|补充|另外|另(?![外一])|ps|PS|btw|BTW|So|so|OK|ok|anyway|Anyway|hi|Hi|你好|您好|早(?=[啊，,]|安|上好)|嗨|哈喽|加上|而|且|那(?![个位只条家群对俩帮些人]|姑娘|小伙|女|男|孩子|丫头|小子|闺女|娃)|"
    r"[ 、·\-—~*#>•]+|[\U0001F300-\U0001FAFF\u2600-\u27BF\uFE0F])"
)
_NEGATION: Final = re.compile(
    r"(?:并不是|并不|并没有?|从来不|从来没有?|从来都不|从来都没|从不|从没有?|绝不|决不|再也不|再也没有?|不再|不怎么|不太|不大|不咋|没怎么|不是很|不算|"
    r"一直没有?|压根不|压根没有?|根本不|根本没有?|完全不|完全没有?|死活不|坚决不|也不|也没有?|都不|都没有?|还没有?|还不|不|没有?|未曾|未|莫|无(?=养|食|吃|喝|买|住|学过|去过))"
    r"(?!过敏原|锈|得不|仅|光|但|只|单|止|错|同(?!意)|少|止|论|管|然|好意|知|对$|行|见|客气|关系|事|法|想到|准|断|妨|如|愧|禁|顾|幸|料|及|舍|安|适|孕|良|便|满|在乎|至于)"
)
_HEDGE: Final = re.compile(
    r"可能|也许|或许|大概|好像|似乎|应该(?!要)|估计|说不定|没准|怕是|恐怕|大约|貌似|感觉(?!很)|据说|听说"
)
_NOT_NOT: Final = re.compile(
    r"(?:也|又|并|倒)?不是(?:说)?(?:我)?(?=不|没)|(?:没有|没)(?:哪|一)(?:个|次|天|回)?[\u4e00-\u9fff]{0,5}?(?:我)?(?=不)"
)
_MODAL: Final = re.compile(
    r"(?:可能|也许|或许|大概|好像|似乎|应该(?!要)|估计|说不定|没准|恐怕|大约|貌似|感觉|怀疑(?:自己|我)?)(?:是|会)?"
)
_TAIL: Final = re.compile(
    r"(?:(?<![马打])哈|[了啊呀呢嘛啦哦咯喔耶哎哒喽哟噢呐捏㗎啫喎]|(?<![水酒网书氧陶贴迷话])吧|(?<!花)呗|而已|罢了|来着|就是了|hhh*|www*|[ ~～😂🤣😭😅🙏👍\uFE0F\U0001F300-\U0001FAFF])+$"
)


@dataclass(frozen=True, slots=True)
class View:
    """The predicate from one point on; ``negations`` were read before it."""

    at: int
    negations: int


@dataclass(frozen=True, slots=True)
class Frame:
    """A clause ready for the rules.

    Args:
        text: the folded clause, final particles cut off.
        topic: whom it is about.
        views: where the predicate may begin, the fully stripped one first.
        past: it was so ("以前").
        changed: it ends in 了: something is new, or no longer so.
        hedges: number of hedging words.
        habitual: it has an adverb of habit or a recurring time.
        affirmed_twice: a double negation stood there, which affirms.
    """

    text: str
    topic: Topic
    views: tuple[View, ...]
    past: bool
    changed: bool
    hedges: int
    habitual: bool
    affirmed_twice: bool


_HABIT: Final = re.compile(
    r"每|天天|年年|平时|平常|经常|常常|总是|一直|从来|向来|一向|习惯|周末(?:都|就)|从小|雷打不动|固定|长期|常年|一般|通常|必"
)


def skip_connectives(text: str, at: int = 0) -> int:
    """Position behind interjections and conjunctions."""
    while (match := _CONNECTIVE.match(text, at)) and match.end() > at:
        at = match.end()
    return at


def skip_adverbs(text: str, at: int) -> int:
    """Position behind times and adverbs, no negation."""
    while True:
        match = (
            TIME.match(text, at)
            or _ADVERB.match(text, at)
            or _PAST.match(text, at)
            or _CONNECTIVE.match(text, at)
        )
        if match is None or match.end() == at:
            return at
        at = match.end()
        if text[at : at + 1] in ("到", "至") and TIME.match(text, at + 1):
            at += 1


def skip_modals(text: str, at: int) -> int:
    """Position behind "I think", "probably" and the adverbs around them."""
    match = _MODAL.match(text, at)
    return skip_adverbs(text, match.end()) if match else at


def cut_tail(text: str) -> tuple[str, bool]:
    """The clause without final particles, and whether 了 was among them."""
    match = _TAIL.search(text)
    if match is None or match.start() == 0:
        return text, False
    return text[: match.start()], bool(re.search(r"[了啦咯喽]", match.group()))


#: Verbs that say enough by themselves to be read behind a place, a companion, a way or a time.
_MAIN_VERB: Final = re.compile(
    r"养(?!老|生|成|病)|领养|收养|捡[了到]|开了|开(?=[^，。]{0,4}(?:店|馆|公司|工作室|诊所|民宿))|当(?![地时天年然中代面晚])|[买租种生入办提抱]了|考[了上过]|"
    r"(?<![小中大同科文医化数留自])学(?![校院生期习历费姐长])|读(?!者)|念(?!头|叨)|承包了|创业|打工|上班|工作|上学|读书|定居|买房|种(?=[\u4e00-\u9fff]{1,3}$)|卖(?!场)|教(?![室练授师育堂])|"
    r"迷上|沉迷|爱上|喜欢|讨厌|遇[见到]|碰[见到]|撞见|偶遇|认识了|结识|约好|约了|商量好|说好|搬[到去进回]|去了|入职|辞职|离职|换成|换了|改[成用]|卸载|确诊|查出|检查出|"
    r"得了(?!吧)|患上|[做动]了|住(?=在|进)|嫁给|娶了|领证|结婚|离婚|学会|戒了|过敏|打算|决定|把|戴着|拄着|[戴用穿]的|不能|不让|不许|不准|必须|长大|出生"
)
_NOT_BETWEEN: Final = re.compile(
    r"[你他她它谁？]|[让叫说问看听讲劝催逼求帮被像]|想|要(?!求|紧|点|么|好)|打算|准备|计划|希望|要是|如果|考虑|琢磨|寻思|[不没别无冇、]|给我|拉我|推荐|建议|安利|介绍|怂恿|鼓励|忽悠|撺掇|了(?![之以]后)|这种|那种|符合|的$"
)


_ADJUNCT: Final = re.compile(
    r"[在跟和与陪带给为替往从靠趁用去跑回到飞把打滑骑爬踢游]|体检|检查|复查|搬家|加班|做饭|自己|出门|开车|跟团|独自"
)


def _behind_adjunct(body: str, at: int, negations: int, *, named: bool) -> list[View]:
    """Where the verb may stand if a place, a companion, a way or a time comes before it.

    Without a named subject the words in front could be one, so they must look like an adjunct.
    """
    if not named and not _ADJUNCT.match(body, at):
        return []
    if body.startswith("的", at) and not body.endswith("的"):
        return []  # something of theirs is spoken of
    found = []
    for verb in _MAIN_VERB.finditer(body, at + 1, at + 18):
        if _NOT_BETWEEN.search(body[at : verb.start()]):
            break
        found.append(View(verb.start(), negations))
    return found[:3]


_LONG_AGO: Final = re.compile(r"以前|之前")


_WHILE: Final = re.compile(
    r"(?:自从|自打|等|当)?[^，。我你他她不没]{2,8}?(?:之后|以后|过后|之前|的时候|那会儿|那年|期间|这些年|这几年)(?=.{2})"
)


def _is_past(body: str, views: list[View]) -> bool:
    """Whether the clause says it is over; "before the exam" does not."""
    if any(_PAST.match(body, view.at) for view in views) or _PAST.match(
        body, skip_connectives(body)
    ):
        return True
    return any(not _LONG_AGO.match(match.group()) for match in _PAST.finditer(body))


def build(text: str, at: int, topic: Topic) -> Frame:
    """Strip what stands before the predicate of ``text`` from position ``at``."""
    body, changed = cut_tail(text)
    views: list[View] = []
    negations = 0
    affirmed = False
    views.append(View(at, 0))
    while at < len(body):
        twice = _NOT_NOT.match(body, at)
        if twice:
            at, affirmed, negations = twice.end(), True, negations + 1
            continue
        match = (
            TIME.match(body, at)
            or _PAST.match(body, at)
            or _MODAL.match(body, at)
            or _ADVERB.match(body, at)
            or _CONNECTIVE.match(body, at)
        )
        if match and match.end() > at:
            at = match.end()
            views.append(View(at, negations))
            continue
        adjunct = _WHILE.match(body, at)
        if adjunct:
            at = adjunct.end()
            views.append(View(at, negations))
            continue
        negation = _NEGATION.match(body, at)
        if negation:
            at, negations = negation.end(), negations + 1
            views.append(View(at, negations))
            continue
        break
    loose = _behind_adjunct(body, at, negations, named=topic.explicit)
    if topic.resume is not None and topic.resume < len(body):
        loose = [View(skip_adverbs(body, topic.resume), 0), *loose]
    views = [*reversed(list(dict.fromkeys(views))), *loose]
    return Frame(
        text=body,
        topic=topic,
        views=tuple(views),
        past=_is_past(body, views),
        changed=changed,
        hedges=len(_HEDGE.findall(body)),
        habitual=_HABIT.search(body) is not None,
        affirmed_twice=affirmed,
    )
