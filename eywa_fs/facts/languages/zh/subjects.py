# ruff: noqa: E501 - a pattern stays on one line: wrapped, its alternatives cannot be read
"""Who or what a clause speaks of: the speaker, somebody's role, a name, a thing of somebody's."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from eywa_fs.facts.languages.zh import names
from eywa_fs.facts.languages.zh.words_people import (
    GIVEN,
    GROUPS,
    KIN,
    KIN_LONG_FORM,
    NO_FULL_NAMES,
    PETS,
    RARE_SURNAMES,
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
    r"(?=[撤失破瘫复挂守搞弄卸其自原在是去从对要想养不没有会上下今明昨最刚也都就已跟和把被喜爱讨住开做当读学考买卖搬辞退升结离怀生病得患骨吃喝戒抽"
    r"用换叫姓属比每周现以打准计决能可必因特很超老一二两三四五六七八九十前后年月早晚中家人才只总经又还回来到约报请嫁娶确进出"
    r"毕入加转调跳参移留待呆过动戴穿带信觉认相希怕迷拿管负教卖写拍画弹唱跑练走死的比说让同欠借租订预正快将满瘦胖长高矮闹哭睡醒摔崴扭闪成爱很特真该需属规叮嘱交强警逼催命通勒建允批准禁明种打修跟坐骑连拒支反坚天仍终再习惯好，\d]|[急慢]性|初[一二三]|研[一二三]|$)"
)
_ROLE = "|".join(sorted({*KIN, *ROLES}, key=lambda word: (-len(word), word)))
_NAME = (
    rf"(?:[{SURNAMES}](?:{'|'.join(TITLES)})|[老小阿](?!家|名|板|师|是|婆|公|时|区|学|心|伴|乡|爷|说|组|孩|朋|姐|哥|伙)(?:{_HAN}|[A-Z][a-z]+)|[大小老]?({_HAN})\2|"
    rf"[{SURNAMES}]{_HAN}{{1,2}}?|[A-Z][a-z]+(?: [A-Z][a-z]+)?)"
)
#: Words that begin like a name (a surname, a doubled character) and are none.
_NO_NAME = (
    r"(?!上上|下下|吉[他利祥日]|戴[着了上眼牙口帽隐假助耳手老墨护美表]|管|成[了为]|连[着我]|解[释开]|应聘|包[了饺粽]|关[了门心注]|顾[着得家]|任[职教课]|常[驻住去]|应[付届]|尚[未且]|施[工肥]|支[教边]|车[床间]|安[装检慰]|游[学]|路过|单[位独挑车子号双]|温[书习]|龙[舟井虾]|向[来着]|周[一二三四五六日天末围边]|[单双隔]周|顾问|梁上|孔雀|金毛|白内|白天|黄疸|毛线|石头|车[贷票库位牌]|安家|常驻|成家|牛仔|方[言向]|花[粉店生]|雷打|马桶|白[酒班]|黄酒|毛衣|龙[虾年]|时差|段位|高血|严禁|邻居|关节|许多|尤其|房[产价]|项链|贺岁|古[琴]|万[块元]|全[家部]|温泉|阳了|水果|单[休子]|康复|金[条子]|幸好|毕竟|卓越|简[单直]|丁克|路边|柏油|谷子|柳[州叶]|凤|颜|樊笼|毕业|高[考中兴烧速铁]|经常|成[天了绩都功为]|方[便面]|安[排全静装]|包[括了里]|时[常候间]|常[年常]|康复|万一|向来|于是|关[于键]|平[时常日均]|尤其|任何|金融|"
    r"石膏|白[天血白]|黄[昏金]|花[钱了生]|余下|游[泳戏]|车[祸上里子]|路[上过]|马[上拉]|胡说|钱[包都]|华为|夏天|童年|牛[奶肉]|单[身位]|严[重格]|毛病|武术|司机|解[除决]|"
    r"小时|小心|小声|小项目|小路|小牛|小康|老毛病|老路|老房|老金|老是|老早|老实|阿姨|偷偷|悄悄|天天|刚刚|渐渐|慢慢|默默|人人|明明|年年|时时|往往|偏偏|恰恰|仅仅|频频|早早|好好|远远|狠狠|死死|乖乖|"
    r"月月|周周|夜夜|回回|次次|家家|个个|统统|通通|常常|多多|好多|呵呵|哈哈|嘻嘻|嘿嘿|嗯嗯|江[苏西南]|温州|苏州|徐州|郑州|福州|广州|云南|贵州|连[续夜]|柴米|宁[愿可]|应[该酬]|"
    r"易[怒胖碎]|乐[意观]|齐[全心]|项目|计划|祝[你贺]|施工|倒闭|房[子东租贷]|农[村历]|阳[台历光]|古[筝典]|伍|顾[不客]|左[手脚腿撇右]|右[手脚]|包工|程序|安保|安检|全职|解说|成本|方案|金额|常务)"
)
#: What a full name at the head of a clause is followed by: more than a particle or an adjective.
_SAID_OF_ONE = r"(?=[是在今去昨前上已早刚又也就还现最近每天从跟和要想会能没有住做当开卖教搬辞退考读学念回属叫姓养买换戒离结怀生嫁娶得患查确病信爱喜讨怕用吃喝抽跑骑坐说打把被给对比带管负让请约才终总一常周两三四五六七八九十这那]|不(?=是|吃|喝|抽|会|能|在|信|喜|爱|做|当)|[，,]|$)"
_FULL_NAME = re.compile(
    rf"{_NO_NAME}(?!{'|'.join(NO_FULL_NAMES)})(?:欧阳|司马|上官|诸葛|东方|皇甫|尉迟|公孙|慕容|令狐|司徒|[{SURNAMES}])(?:[{GIVEN}]{{2}}|[{GIVEN}](?![{GIVEN}])|[{GIVEN}])"
    rf"{_SAID_OF_ONE}"
)
#: Behind 老 and 小 these are surnames and nothing else, whatever follows.
_SURELY = re.sub(
    "[金石白黄马牛路车房花毛叶项单游解管常时安成连全关包水龙温文武康宁卓幸应易尤农方顾向程高平和曲汤江谷章戴钱]",
    "",
    SURNAMES + RARE_SURNAMES,
)
_PET_NAME = re.compile(
    rf"{_NO_NAME}(?:小(?![小大雨雪春夏秋冬国龙虎发生来兴艺文武平强子])[{GIVEN}]|阿(?!姨|公|婆|嬷|爸|妈|里)[{GIVEN}{SURNAMES}]|([{GIVEN}])(?<![小大文平明生])\1)(?!们|的|时|学|姐|哥|心){_SAID_OF_ONE}"
)
_CALLED = re.compile(rf"[老小][{_SURELY}](?![的地们子师家学区说朋队友组店孩])")
_PLAIN_NAME = re.compile(
    rf"{_NO_NAME}(?:[{SURNAMES}](?:{'|'.join(TITLES)})|[老小][{SURNAMES}]|阿(?!姨|公|婆|嬷|爸|妈)(?:{_HAN}|[A-Z][a-z]+)|"
    rf"[A-Z][a-z]+(?: [A-Z][a-z]+)?(?= ?{_HAN}))(?:{PREDICATE_START}|(?=的(?:{_ROLE})|[他她](?:{_ROLE})))"
)
_APPOSED = re.compile(rf"(){_NO_NAME}({_NAME}){PREDICATE_START}".replace(r"\2", r"\3"))
_SELF = re.compile(
    r"(?:(?:我们|我(?=[俩仨])|阿拉|阮)(?:[一两三四五六七八九十0-9]+个人?|俩|仨|一家(?:.口)?|全家|娘[仨俩]|爷[仨俩]|夫妻俩|两口子)?|我自己|我本人|我这人|我这个人|我|本人|自己)(?!们)"
)
_OWN = re.compile(
    r"(?:阿拉|我们家|我家里|我家|我屋头|我屋里|我们|我|家里|自家|另外?一?[个位](?!人)|还有一?[个位](?!人))(?:的|那个|那只|那位|这个|那(?![口位])|这)?(?:[0-9一二两三四五六七八九十]{1,3}岁多?的|上[小初高大]\w{0,2}的)?"
)
_PIVOT = re.compile(
    rf"(?:我们?家?|家里)(?:还)?有一?个(?=(?:{_ROLE})(?:在|是|叫|去|做|当|开|住|嫁|学|姓))"
)
_OWNED_ROLE = re.compile(
    rf"(?![娘爷][仨俩]|[娘婆]家)(?:{_ROLE}|老太太|老爷子|老头子?|老汉儿?|大爷|大叔|[女男]孩(?=小名|大名|叫|今年|上|读|才|刚))(?!节|级)"
)
_ANY_ROLE = re.compile(rf"(?!家公司)(?:{_ROLE})(?=[老小阿]|[A-Z])")
_NEXT_ROLE = re.compile(
    rf"(的|家的|家)?(?![娘婆]家|两口子|小两口|(?:兄弟|姐妹|姊妹|兄妹|姐弟)(?:姐妹|姊妹)?[一二两三四五六七八九十几俩仨])({_ROLE})"
)
#: Kin terms that are as often plain nouns or forms of address.
_COMMON_NOUNS = frozenset(
    words(
        "先生 太太 对象 姑娘 小孩 孩子 宝宝 宝贝 老大 老二 家属 家里人 父母 爱人 大伯 大爷 叔叔 外公 丈夫 妻子 "
        "大姑娘 大娘 二大爷 毛孩 老母 内人 祖父 祖母 长子 次子 姐妹俩 兄弟俩 阿伯 阿叔 俩孩子 孩子爸 孩子妈"
    )
)
_BARE_ROLE = re.compile(
    rf"(?![娘婆]家|家公司)(?:{'|'.join(word for word in (*KIN, *ROLES) if len(word) > 1)}|爸|妈|爹|娘|娃)"
    rf"(?!们|儿们|节|级|费|会(?:议)?$)(?:{PREDICATE_START}|(?=近视|抗癌|装[了着]|切了|割了|补了|拔了|挂了|缺|患|晕|[高低]血[压糖]|[血心脑胃肺肝肾腰膝颈眼耳牙][\u4e00-\u9fff]))"
)
_BARE_KIN = re.compile(
    rf"(?:{'|'.join(word for word in KIN if len(word) > 1 and word not in _COMMON_NOUNS)})"
    r"(?!班上|班里|学校|单位|公司|厂里|店里|那边|屋里|房间)(?![们儿节级我你和跟与、装裤款奴控党粉鞋团群餐饼])"
)
_HOUSEHOLD = re.compile(r"一家[子人]?|两口子|这个人|那个人|这人|那人|自己|本人")
_GROUP = re.compile(
    rf"(?:我们家?|我|咱们)(?:的| )?({'|'.join(GROUPS)})(?!里|有|同|的|主任|长|委|会|支书|干部|书记|民|口|头|友|花|草|老|新|小|楼|门|对面|旁|附近|隔壁)|(?<!.)({'|'.join(('公司', '单位', '学校', '小区', '物业', '宿舍', '车间', '医院', '厂里', '兽医', '牙医', '医生', '大夫', '中医', '体检中心'))})(?=规定|要求|不让|不许|不准|禁止|让(?![人步位]))"
)
_PET = re.compile(
    rf"(?:我们家|我家里?|我|家里|咱家)(?:的|那?[只条匹头]|这[只条匹头]|养的|养了[^，。]{1, 4}年的|新来的|新养的|捡来的|捡的|领养的)?[老小大黑白花橘胖]?({'|'.join(PETS)})(?![粮砂窝爬咖笼绳舍肉奴毛牌证食屎罐条包们眼耳儿场])"
)
_BARE_PET = re.compile(
    rf"(?:{'|'.join(w for w in PETS if w in ('猫', '狗', '猫咪', '狗狗', '狗子', '兔子', '仓鼠', '鹦鹉', '乌龟'))}){PREDICATE_START}"
)
_AT_HOME = re.compile(
    r"(?:我们?)?家里?(?=还?有(?!人|点|事)|没有?(?!人|事)|养|又?添了|供着|就一|刚买|新买|[一两俩仨三四五六七八九十0-9]+[个只条口台辆套]?(?:娃|孩子|儿子|女儿|闺女|姑娘|猫|狗|鸡|鸭|羊|兔|驴|牛)|上有|供着|住着)"
)
#: A child or an animal pointed at is one's own.
_THIS_ONE = re.compile(
    rf"(?:我|我们家?)?[这那](?:个|只|条|臭|死|熊|小)?(孩子|娃|丫头|小子|闺女|猫|狗|狗子|猫咪|鹦鹉|兔子|仓鼠|乌龟)(?![们的粮]){PREDICATE_START}"
)
_NEXT_DOOR = re.compile(r"(?:我们?家?|家里?|家门)(?:的)?(?:隔壁|楼上|楼下|对门|对面|邻居家|旁边)")
#: "the one upstairs": a name behind where one knows the person from.
_PLACED = re.compile(
    rf"(?:我们?家?)?(?:楼上|楼下|隔壁|对门|对面|后院|前院|村口|村里|院里|厂里|单位|公司|部门|组里|班里|店里|小区|食堂|门口|前台|财务|人事|车间|[\u4e00-\u9fff]{{1,2}}[组部班科室])"
    rf"(?:(?:[^，。的]{{0,3}})?的|(?<=[壁楼上下门面])(?=[老小阿]|.(?:{'|'.join(TITLES)})))({_NO_NAME}(?:[{SURNAMES}](?:{'|'.join(TITLES)})|[老小][{SURNAMES}]|阿(?!姨|公|婆|嬷|爸|妈){_HAN}|[{SURNAMES}]{_HAN}{{1,2}}?)){PREDICATE_START}"
)
#: A name behind a clause that says who it is ("who teaches me Latin"), or behind a calling.
_DESCRIBED = re.compile(
    rf"(?:(?!我[爸妈哥姐弟妹爷奶])[^，。了]{{1,8}}?的(?:{_ROLE})?|[\u4e00-\u9fff]{{0,2}}?(?:保安|前台|司机|会计|护士|医生|保洁|快递|厨师|出纳|门卫|宿管|老板娘?|店长|中介|房东|邻居|同事|同学|实习生|学徒|师傅))"
    rf"({_NO_NAME}(?:[{SURNAMES}](?:{'|'.join(TITLES)})|老[{SURNAMES}]|小[{SURNAMES}]|阿(?!姨|公|婆|嬷|爸|妈){_HAN}))(?=[在是今去考学养有没嫁开做当住得怀辞离升搬转换戒生买卖教姓叫用会不喜爱讨对说要打准下上明]|$)"
)
#: The same with more of both: whose work or place it is, and a name that can be nothing else.
_INTRODUCED = re.compile(
    rf"(?!我[爸妈哥姐弟妹爷奶]|是|有|在|跟|和|听|被|把|给|为|因为|想|要|会|不|没|最|我(?:最)?(?:喜欢|爱|讨厌))"
    rf"(?:[^，。你他她它]{{1,12}}?的(?:那个|那位)?(?:{_ROLE})?|(?:[^，。你他她它]{{1,8}}?的)?(?:我们?家?|家里|单位|公司|厂里|店里|班里|组里|村里|隔壁|楼上|楼下|对门|对面|小区)?[^，。的我你他她]{{1,6}}?(?<=[员师工长匠医士友姐哥妹傅手生客兵事学理务计东桌娘板管弟]))"
    rf"((?:[老小][{_SURELY}]|阿(?!姨|公|婆|嬷|爸|妈|里)[{GIVEN}{SURNAMES}]|[{_SURELY}](?:{'|'.join(TITLES)})|[{SURNAMES}][{GIVEN}]{{1,2}}|[A-Z][a-z]+))(?![们的家{GIVEN}]){PREDICATE_START}"
)
_HE = re.compile(r"(?:他|她|它)(?!们|们)(?:自己|本人)?")
_HIS = re.compile(rf"的?({_ROLE}){PREDICATE_START}")
_THEIRS = re.compile(rf"(?:家的?|的|[他她](?:家|的)?)({_ROLE}){PREDICATE_START}")
_NOBODY = re.compile(
    rf"(?!谁(?:要是|再|敢|要再))(?:(?:教我|带我|合租|同租|同住|帮我|给我|卖我|送[^，。的]{{1,3}}|修[^，。的]{{1,3}}|开[^，。的]{{1,3}})[^，。的我]{{0,5}}的(?:姑娘|小伙|小哥|师傅|大姐|大哥|阿姨|大爷|女孩|男孩|哥们|小姐姐|那个人|人)|(?:有|那|这|某|每)?(?:个|位|些|几个)?(?:{'|'.join(STRANGERS)})|你们?|他们|她们|它们|谁|隔壁|楼上|楼下|对门|对面)"
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
    theirs = _THEIRS.match(text, end)
    if theirs and name != USER and not name.startswith(USERS):
        kin = long_form(theirs.group(1), original[slice(*theirs.span(1))])
        name, end = f"{name}的{kin}", theirs.end()
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


_LATE = re.compile(
    rf"[^，。我你他她]{{1,6}}?(?:[年月日天号时后前起节晚早]|高考|中考|期间|那会儿)(?=我(?:们|家)?(?:的)?(?:{_ROLE}))"
)


def behind_time(text: str, at: int) -> int | None:
    """Where somebody of the speaker's stands behind an occasion ("at New Year my son ...")."""
    late = _LATE.match(text, at)
    return late.end() if late else None


def mentioned(text: str, original: str) -> str | None:
    """Whose role a request names on the way ("find a present for my dad")."""
    own = _OWN.search(text)
    while own is not None:
        role = _OWNED_ROLE.match(text, own.end())
        if role:
            return _role(text, role, original)[0]
        own = _OWN.search(text, own.end())
    return None


_TOWARDS = re.compile(
    rf"(?:给|跟|和|陪|带|帮|找|看|接|送|问|约|教|向|替|为|把|让|照顾|伺候)(?:我们?家?|俺)?({'|'.join(word for word in KIN if len(word) > 1)})(?![们儿节级家])"
)


#: Somebody by his name, behind what turns to him or brings him up.
_MENTIONED = re.compile(
    rf"(?:跟|和|同|给|找|是|就|让|带|陪|帮|叫|有|请了?|认识了?|认识的|遇[到见]了?|碰[到见]了?|嫁给了?|娶了?|{_ROLE})"
    rf"({_NO_NAME}(?:[老小][{_SURELY}]|阿(?!姨|公|婆|嬷|爸|妈|里)[{GIVEN}{SURNAMES}]|[{_SURELY}](?:{'|'.join(t for t in TITLES if t not in ('处', '科', '导', '队', '局', '老'))})|[{_SURELY}][{GIVEN}]{{2}}))(?![的家们])"
)


def towards(text: str, original: str) -> str | None:
    """Which relative, or whom by a name, a clause turns to ("I ring grandma every day")."""
    named = _MENTIONED.search(text)
    if named:
        return original[named.start(1) : named.end(1)]
    found = _TOWARDS.search(text)
    return USERS + original[found.start(1) : found.end(1)] if found else None


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
        if role and role.group() in ("两口子", "小两口", "爷俩", "娘俩"):
            return USER, role.end()
        if role:
            return _role(text, role, original)
    described = _DESCRIBED.match(text, at)
    if described is None or text.startswith("我", described.start(1) - 1):
        described = _INTRODUCED.match(text, at)
    if described:
        return original[described.start(1) : described.end(1)], described.end(1)
    placed = _PLACED.match(text, at)
    if placed:
        return original[placed.start(1) : placed.end(1)], placed.end(1)
    if _NEXT_DOOR.match(text, at):
        return None, at
    this_one = _THIS_ONE.match(text, at)
    if this_one:
        return USERS + original[slice(*this_one.span(1))], this_one.end()
    home = _AT_HOME.match(text, at)
    if home:
        return USER, home.end()
    himself = _SELF.match(text, at)
    if himself:
        end = himself.end()
        if himself.group() in ("自己", "本人") and last.names and USER not in last.names:
            return last.names[-1], end
        if himself.group() in ("自己", "本人") and not last.names:
            return None, end
        return USER, end + (
            1 if text.startswith("家", end) and not text.startswith("家里", end) else 0
        )
    he = _HE.match(text, at)
    if he:
        third = [name for name in last.names if name != USER]
        if not third and last.companion:
            third = [last.companion]
        whose = _HIS.match(text, he.end())
        if whose and not third:
            return original[at : whose.end()], whose.end()
        if whose:
            kin = long_form(whose.group(1), original[slice(*whose.span(1))])
            return f"{third[-1]}的{kin}", whose.end()
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
    called = (
        _PLAIN_NAME.match(text, at)
        or _CALLED.match(text, at)
        or _FULL_NAME.match(text, at)
        or _PET_NAME.match(text, at)
        or names.NICKNAME.match(text, at)
    )
    if called:
        return original[called.start() : called.end()].strip(), called.end()
    pet = _BARE_PET.match(text, at)
    if pet:
        return USERS + original[pet.start() : pet.end()], pet.end()
    return None


_THEIR_PET: Final = re.compile(
    rf"(?:家的?|的)(?:那[只条])?({'|'.join(PETS)})(?![粮砂窝爬咖笼绳舍肉奴毛牌证食屎罐条包们眼耳儿场丢走死没送])"
)
_COUPLE: Final = re.compile(
    r"(?:我们?|家里|我家)?(?:的)?"
    r"(公公|爷爷|姥姥|姥爷|外公|外婆|岳父|阿公|爸爸|妈妈|哥哥|姐姐|弟弟|妹妹|老公|舅舅|叔叔|姑姑|闺女|女儿|儿子)"
    r"(婆婆|阿嬷|阿妈|阿婆|女婿|儿媳妇?|媳妇|奶奶|姥爷|姥姥|外婆|外公|岳母|妈妈|爸爸|嫂子|姐夫|弟媳|妹夫|孩子|舅妈|婶婶|姑父)(?![的们])"
)


def _role(text: str, role: re.Match[str], original: str) -> tuple[str, int]:
    path = [long_form(role.group(), original[role.start() : role.end()])]
    last, end = role.group(), role.end()
    for _ in range(3):
        following = _NEXT_ROLE.match(text, end)
        if following is None or not re.match(PREDICATE_START, text[following.end() :]):
            break
        written = original[following.start(2) : following.end(2)]
        named = long_form(following.group(2), written)
        if following.group(1) or not {last, following.group(2)}.isdisjoint(KIN):
            path.append(named)
        else:
            path[-1] += named  # one person by two nouns ("landlord auntie")
        last, end = following.group(2), following.end()
    pet = _THEIR_PET.match(text, end)
    if pet:
        return f"{USERS}{'的'.join(path)}的{original[slice(*pet.span(1))]}", pet.end()
    apposed = _APPOSED.match(text, end)
    if apposed and not re.match(r"从|和|于|方|还|都|常|时|明年|经常|应|成|高|向", text[end:]):
        return original[end : apposed.end(2)], apposed.end(2)
    household = _HOUSEHOLD.match(text, end)
    return USERS + "的".join(path), household.end() if household else end
