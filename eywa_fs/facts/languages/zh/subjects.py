# ruff: noqa: E501 - a pattern stays on one line: wrapped, its alternatives cannot be read
"""Who or what a clause speaks of: the speaker, somebody's role, a name, a thing of somebody's."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from eywa_fs.facts.languages.zh.words_people import (
    GROUPS,
    KIN,
    KIN_LONG_FORM,
    PETS,
    ROLES,
    STRANGERS,
    SURNAMES,
    TITLES,
    words,
)

USER: Final = "user"
USERS: Final = "用户的"

_HAN = "[\u4e00-\u9fff]"
#: What a predicate may begin with; tells where a name ends.
PREDICATE_START: Final = (
    r"(?=[其原在是去从对要想养不没有会上下今明昨最刚也都就已跟和把被喜爱讨住开做当读学考买卖搬辞退升结离怀生病得患骨吃喝戒抽"
    r"用换叫姓属比每周现以打准计决能可必因特很超老一两三四五六七八九十前后年月早晚中家人才只总经又还回来到约报请嫁娶确进出"
    r"毕入加转调跳参移留待呆过动戴穿带信觉认相希怕迷拿管负教卖写拍画弹唱跑练走死的比说让同欠借租订预正快将满瘦胖长高矮闹哭睡醒摔崴扭闪成爱很特真该需属规叮嘱交强警逼催命通勒建允批准禁明种打修跟坐骑连拒支反坚天仍终再习惯好，\d]|$)"
)
_ROLE = "|".join(sorted({*KIN, *ROLES}, key=lambda word: (-len(word), word)))
_NAME = (
    rf"(?:[{SURNAMES}](?:{'|'.join(TITLES)})|[老小阿](?!家|名|板|师|是|婆|公|时|区|学|心|伴|乡|爷|说|组|孩|朋|姐|哥|伙)(?:{_HAN}|[A-Z][a-z]+)|[大小老]?({_HAN})\2|"
    rf"[{SURNAMES}]{_HAN}{{1,2}}?|[A-Z][a-z]+(?: [A-Z][a-z]+)?)"
)
#: Words that begin like a name (a surname, a doubled character) and are none.
_NO_NAME = (
    r"(?!毕业|高[考中兴烧速铁]|经常|成[天了绩都功为]|方[便面]|安[排全静装]|包[括了里]|时[常候间]|常[年常]|康复|万一|向来|于是|关[于键]|平[时常日均]|尤其|任何|金融|"
    r"石膏|白[天血白]|黄[昏金]|花[钱了生]|余下|游[泳戏]|车[祸上里子]|路[上过]|马[上拉]|胡说|钱[包都]|华为|夏天|童年|牛[奶肉]|单[身位]|严[重格]|毛病|武术|司机|解[除决]|"
    r"小时|小心|小声|老是|老早|老实|阿姨|偷偷|悄悄|天天|刚刚|渐渐|慢慢|默默|人人|明明|年年|时时|往往|偏偏|恰恰|仅仅|频频|早早|好好|远远|狠狠|死死|乖乖|"
    r"月月|周周|夜夜|回回|次次|家家|个个|统统|通通|常常|多多|好多|呵呵|哈哈|嘻嘻|嘿嘿|嗯嗯|江[苏西南]|温州|苏州|徐州|郑州|福州|广州|云南|贵州|连[续夜]|柴米|宁[愿可]|应[该酬]|"
    r"易[怒胖碎]|乐[意观]|齐[全心]|项目|计划|祝[你贺]|施工|倒闭|房[子东租贷]|农[村历]|阳[台历光]|古[筝典]|伍|顾[不客]|左[手脚腿撇]|右[手脚])"
)
_PLAIN_NAME = re.compile(
    rf"{_NO_NAME}(?:[{SURNAMES}](?:{'|'.join(TITLES)})|[老小][{SURNAMES}]|阿(?!姨|公|婆|嬷|爸|妈)(?:{_HAN}|[A-Z][a-z]+)|"
    rf"[A-Z][a-z]+(?: [A-Z][a-z]+)?(?= ?{_HAN})){PREDICATE_START}"
)
_APPOSED = re.compile(rf"(){_NO_NAME}({_NAME}){PREDICATE_START}".replace(r"\2", r"\3"))
_SELF = re.compile(
    r"(?:(?:我们|我(?=[俩仨])|阿拉|阮)(?:[一两三四五六七八九十0-9]+个人?|俩|仨|一家(?:.口)?|全家|娘[仨俩]|爷[仨俩]|夫妻俩|两口子)?|我自己|我本人|我这人|我这个人|我|本人|自己)(?!们)"
)
_OWN = re.compile(
    r"(?:阿拉|我们家|我家里|我家|我们|我|家里|自家)(?:的|那个|那只|那位|这个|那|这)?(?:[0-9一二两三四五六七八九十]{1,3}岁多?的|上[小初高大]\w{0,2}的)?"
)
_PIVOT = re.compile(
    rf"(?:我们?家?|家里)(?:还)?有一?个(?=(?:{_ROLE})(?:在|是|叫|去|做|当|开|住|嫁|学|姓))"
)
_OWNED_ROLE = re.compile(rf"(?![娘爷][仨俩])(?:{_ROLE})(?!节|级)")
_ANY_ROLE = re.compile(rf"(?:{_ROLE})(?=[老小阿]|[A-Z])")
_NEXT_ROLE = re.compile(rf"(?:的|家的|家)?({_ROLE})")
#: Kin terms that are as often plain nouns or forms of address.
_COMMON_NOUNS = frozenset(
    words(
        "先生 太太 对象 姑娘 小孩 孩子 宝宝 宝贝 老大 老二 家属 家里人 父母 爱人 大伯 大爷 叔叔 外公 丈夫 妻子"
    )
)
_BARE_ROLE = re.compile(
    rf"(?:{'|'.join(word for word in (*KIN, *ROLES) if len(word) > 1)}|爸|妈|爹|娘|娃)"
    rf"(?!们|儿们|节|级|费|会(?:议)?$){PREDICATE_START}"
)
_BARE_KIN = re.compile(
    rf"(?:{'|'.join(word for word in KIN if len(word) > 1 and word not in _COMMON_NOUNS)})"
    r"(?![们儿节级我你和跟与、装裤款奴控党粉鞋团群餐饼])"
)
_HOUSEHOLD = re.compile(r"一家[子人]?|两口子|这个人|那个人|这人|那人|自己|本人")
_GROUP = re.compile(
    rf"(?:我们家?|我|咱们)(?:的| )?({'|'.join(GROUPS)})(?!里|有|同|的|主任|长|委|会)|(?<!.)({'|'.join(('公司', '单位', '学校', '小区', '物业', '宿舍', '车间', '医院', '厂里'))})(?=规定|要求|不让|不许|不准|禁止)"
)
_PET = re.compile(
    rf"(?:我们家|我家|我|家里|咱家)(?:的|那只|那条|这只|养的)?[老小大黑白花橘胖]?({'|'.join(PETS)})(?![粮砂窝爬咖笼绳舍肉奴毛牌证食屎罐条包们眼耳儿场])"
)
_BARE_PET = re.compile(
    rf"(?:{'|'.join(w for w in PETS if w in ('猫', '狗', '猫咪', '狗狗', '狗子', '兔子', '仓鼠', '鹦鹉', '乌龟'))}){PREDICATE_START}"
)
_AT_HOME = re.compile(
    r"(?:我们?)?家里?(?=还?有(?!人|点|事)|没有?(?!人|事)|养|又?添了|供着|就一|刚买|新买)"
)
_NEXT_DOOR = re.compile(r"(?:我们?家?|家里?|家门)(?:的)?(?:隔壁|楼上|楼下|对门|对面|邻居家|旁边)")
_HE = re.compile(r"(?:他|她|它)(?!们|们)(?:自己|本人)?")
_NOBODY = re.compile(
    rf"(?:(?:有|那|这|某|每)?(?:个|位|些|几个)?(?:{'|'.join(STRANGERS)})|你们?|他们|她们|它们|谁|隔壁|楼上|楼下|对门|对面)"
)
_JOINED = re.compile(r"(?:和|跟|与|、|还有)")
_MUTUAL = re.compile(
    r"认识|相识|结婚|结的婚|领证|分手|离婚|分居|吵|打架|合租|一起|一块|合伙|住|同[学事桌岁级校班]|见面|说话|联系|聊|约|关系|朋友|闺蜜|发小|邻居|"
    r"夫妻|复合|异地|恋爱|订婚|登记|绝交|闹|差|的|扯|是在|谈"
)
_EACH = re.compile(r"(?:俩|两个人?|两人|们)?(?:也)?(?:都|全)")


@dataclass(frozen=True, slots=True)
class Topic:
    """Who a clause is about.

    Args:
        names: one or, for "we both", several subjects; empty = nobody we may speak of.
        explicit: the clause names them; otherwise they are carried over.
        companion: who is there as well ("和老何"), for meetings and marriages.
        resume: position behind the companion.
    """

    names: tuple[str, ...]
    explicit: bool = True
    companion: str | None = None
    resume: int | None = None


NOBODY: Final = Topic(())


def long_form(role: str, written: str) -> str:
    """A kin term of one syllable in its two-syllable form, in the script it was written in."""
    full = KIN_LONG_FORM.get(role)
    if full is None:
        return written
    return written * 2 if full == role * 2 else full


def read(
    text: str, at: int, original: str, last: Topic, known: frozenset[str]
) -> tuple[Topic | None, int]:
    """Read the subject that stands at ``at``.

    Args:
        text: the folded clause.
        original: the same stretch of the message as written.
        last: whom the clause before was about, for 他 and 她.
        known: names the message has introduced.

    Returns:
        The topic and the position behind it; ``None`` if no subject stands there.
    """
    couple = _COUPLE.match(text, at)
    if couple:
        names = [USERS + long_form(couple[i], original[slice(*couple.span(i))]) for i in (1, 2)]
        return Topic(tuple(names)), couple.end()
    first = _one(text, at, original, last, known)
    if first is None:
        return None, at
    name, end = first
    if name is None:
        return NOBODY, end
    joined = _JOINED.match(text, end)
    if joined is None:
        return Topic((name,)), end
    second = _one(text, joined.end(), original, last, known)
    if second is None or second[0] is None:
        other = _APPOSED.match(text, joined.end())
        if other is None or name != USER:
            return Topic((name,)), end
        second = (original[other.start() : other.end(2)], other.end(2))
    each = _EACH.match(text, second[1])
    if each is not None:
        return Topic((name, str(second[0]))), each.end()
    if joined.group() not in ("跟",) and not _MUTUAL.search(text, second[1]):
        return Topic((name, str(second[0]))), second[1]
    return Topic((name,), companion=second[0], resume=second[1]), end


def mentioned(text: str, original: str) -> str | None:
    """Whose role a request names on the way ("find a present for my dad")."""
    own = _OWN.search(text)
    while own is not None:
        role = _OWNED_ROLE.match(text, own.end())
        if role:
            return _role(text, role, original)[0]
        own = _OWN.search(text, own.end())
    return None


def _one(
    text: str, at: int, original: str, last: Topic, known: frozenset[str]
) -> tuple[str | None, int] | None:
    for name in known:
        if text.startswith(name, at):
            return original[at : at + len(name)], at + len(name)
    for pattern in (_PET, _GROUP):
        match = pattern.match(text, at)
        if match:
            group = match.lastindex or 1
            return USERS + original[match.start(group) : match.end(group)], match.end()
    own = _PIVOT.match(text, at) or _OWN.match(text, at)
    if own:
        role = _OWNED_ROLE.match(text, own.end())
        if role:
            return _role(text, role, original)
    if _NEXT_DOOR.match(text, at):
        return None, at
    home = _AT_HOME.match(text, at)
    if home:
        return USER, home.end()
    himself = _SELF.match(text, at)
    if himself:
        end = himself.end()
        return USER, end + (
            1 if text.startswith("家", end) and not text.startswith("家里", end) else 0
        )
    he = _HE.match(text, at)
    if he:
        third = [name for name in last.names if name != USER]
        return (third[-1] if third else None), he.end()
    nobody = _NOBODY.match(text, at)
    if nobody:
        return None, nobody.end()
    named = _ANY_ROLE.match(text, at)
    if named:
        apposed = _APPOSED.match(text, named.end())
        if apposed:
            return original[named.end() : apposed.end(2)], apposed.end(2)
    bare = _BARE_ROLE.match(text, at) or _BARE_KIN.match(text, at)
    if bare:
        return _role(text, bare, original)
    called = _PLAIN_NAME.match(text, at)
    if called:
        return original[called.start() : called.end()].strip(), called.end()
    pet = _BARE_PET.match(text, at)
    if pet:
        return USERS + original[pet.start() : pet.end()], pet.end()
    return None


_COUPLE: Final = re.compile(
    r"(?:我们?|家里|我家)?(?:的)?"
    r"(公公|爷爷|姥姥|姥爷|外公|外婆|岳父|爸爸|妈妈|哥哥|姐姐|弟弟|妹妹|老公|舅舅|叔叔|姑姑)"
    r"(婆婆|奶奶|姥爷|姥姥|外婆|外公|岳母|妈妈|爸爸|嫂子|姐夫|弟媳|妹夫|孩子|舅妈|婶婶|姑父)(?![的们])"
)


def _role(text: str, role: re.Match[str], original: str) -> tuple[str, int]:
    path = [long_form(role.group(), original[role.start() : role.end()])]
    end = role.end()
    for _ in range(3):
        following = _NEXT_ROLE.match(text, end)
        if following is None or not re.match(PREDICATE_START, text[following.end() :]):
            break
        written = original[following.start(1) : following.end(1)]
        path.append(long_form(following.group(1), written))
        end = following.end()
    apposed = _APPOSED.match(text, end)
    if apposed and not re.match(r"从|和|于|方|还|都|常|时|明年|经常|应|成|高|向", text[end:]):
        return original[end : apposed.end(2)], apposed.end(2)
    household = _HOUSEHOLD.match(text, end)
    return USERS + "的".join(path), household.end() if household else end
