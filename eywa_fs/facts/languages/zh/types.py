"""The kinds of values: where each ends that begins at a token, and whether it is one at all."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from eywa_fs.facts.engine.clauses import Token, ValueType
from eywa_fs.facts.languages.zh.tokens import joined, lexicon

_NUMBER: Final = re.compile(r"\d+(?:\.\d+)?|[零〇一二三四五六七八九十百千万两几半]+")
_JOINERS: Final = ("以及", "还有", "和", "跟", "与", "及", "、", "或")
_ETCETERA: Final = ("而已", "罢了", "之类的", "什么的", "等等", "为主", "一类的")
_CLAUSAL: Final = re.compile(
    r"的时候|的话|时候|然后|所以|但是|但|因为|不过|如果|就|才能|才|怎么|什么|哪|吗|呢|之后|以后|之前|来着|[你您她它我咱]|(?<!吉)他|"
    r"这[个种样些家次里边款]|那[个种样些家次里边款]|[“”\"：:（(]|没有|还是|越来越"
)
_WORD: Final = re.compile(r"[\u4e00-\u9fffa-z0-9]")
_PERSON: Final = re.compile(
    r"[小老阿大]?[\u4e00-\u9fff]{1,4}(?:·[\u4e00-\u9fff]{1,6})?|[a-z][a-z'-]*(?:[ ]?[a-z][a-z'-]*)?"
)
_NO_NAME: Final = re.compile(
    r"[上下来去给个我你他她它您这那什啥谁哪不没很也都就是在有做来去什么]|.*(?:的|了|着|一下|名字|外卖|[车人饭]$|起来|出来|我$|做$|师傅|医生|服务员|滴滴|什么|救命)"
)
_PHONE: Final = re.compile(r"(?:\+?86)?1[3-9]\d{9}|\+?\d[\d-]{5,14}\d")
_MAIL: Final = re.compile(r"[a-z0-9][a-z0-9._%+-]*@[a-z0-9-]+(?:\.[a-z0-9-]+)+")
_HANDLE: Final = re.compile(r"[a-z][a-z0-9_-]{4,29}|[1-9]\d{4,11}")
_BIRTHDAY: Final = re.compile(
    r"(?:(?:农历|阴历|阳历|公历|旧历)?(?:(?:19|20)?\d\d年|[一二零〇九八七六五四三]{2,4}年)?(?:农历|阴历)?"
    r"(?:[\d一二三四五六七八九十正腊冬]{1,3}月(?:份)?(?:初?[\d一二三四五六七八九十廿]{1,3}(?:日|号)?)?)"
    r"|(?:19|20)\d\d[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}|(?:19|20)\d\d年)"
)
_AGE: Final = re.compile(
    r"(?:\d{1,3}|[一二三四五六七八九十两]{1,3})个?(?:岁半|岁零?[\d一二三四五六七八九十]+个月|周?岁|个?月大)"
)
_AGE_END: Final = re.compile(
    r"$|了|[，,、]|的(?:人|大人|女生|男生|女性|男性|程序员|上班族)$|[男女]$|啦|啊|整|生日$"
)
_PLACE_UNIT: Final = re.compile(
    r"(?![老新一同高大小附隔山郊城农这那])[\u4e00-\u9fff]{2,6}?(?:省|市|县|区|镇|乡|村|庄|屯|路|街道|街|巷|胡同|弄|小区|花园|家园|公寓|新村|新城|苑|大道|校区|大厦)"
)
_NO_UNIT: Final = re.compile(
    r"[超城股都门集夜菜]市$|[景园地山社厂]区$|[上半网公铁马一绕]路$|[了过着的做开]"
)
_PLACE_TAIL: Final = re.compile(
    r"(?:[东南西北]?(?:边|面|部|郊|区|站|城)|附近|旁边|郊区|市区|市中心|城里|老城区|农村|乡下|周边|一带|本地|当地|那边|这边|市|省|县|村里|老家|城东|城西|城南|城北)+"
)
_PLACE_KINDS: Final = re.compile(
    r"(?:学校|公司|单位)?(?:宿舍|员工宿舍|职工宿舍)$|(?:市区|郊区|市中心|农村|乡下|县城|老城区|城中村|国外|海外)$"
)
_NOT_HOME: Final = re.compile(r"酒店|宾馆|医院|民宿|旅馆|机场|车站|这|那|哪|一起|朋友家|别人")
_FIELD: Final = re.compile(r"[\u4e00-\u9fffa-z0-9与和&/+-]{2,14}")
_RULE: Final = re.compile(
    r"(?:都|尽量|每次|统一|一律|只|直接|再|回答时|请|记得|先)*(?:"
    r"回答|回复|回我|叫我|称呼我?|提醒我|给我|帮我|跟我|和我|对我|用[^，。]{1,8}(?:回|答|说|写|交流|格式|称呼)"
    r"|(?:别|不要|不用|不许|少)再?(?:给我|跟我|和我|对我|叫我|推荐|用(?:表情|emoji|英文|中文|markdown|敬语|感叹号|列表)))"
)
_NO_RULE: Final = re.compile(
    r"我(?:想|要|会|打算|准备|得|再|可以|能|就)|[他她它咱]|[?？吗]|见面|再聊|再说|联系"
)
_SCHEDULE: Final = re.compile(
    r"(?:每(?:个|逢)?(?:周|星期|礼拜|天|日|月|年|晚|早|隔)|周[一二三四五六日末]|星期[一二三四五六日]|礼拜[一二三四五六日]|工作日|早上|上午|中午|下午|晚上|凌晨|\d)"
)


def _limit(found: Sequence[Token], at: int) -> int:
    """Where the phrase ends that begins at a token: at a mark, without final particles."""
    end = at
    while end < len(found) and (found[end].is_word or found[end].low in "·/&+-@._'《》“”‘’%、 #"):
        end += 1
    if end < len(found) and found[end].low in "（(：:":
        return at  # what is said more narrowly behind a bracket is not the value
    while end > at:
        if found[end - 1].low in "了啊呢呀吧嘛哈啦、很挺也":
            end -= 1
        elif joined(found[max(at, end - 3) : end]).endswith(_ETCETERA):
            end -= 3 if joined(found[max(at, end - 3) : end]) in _ETCETERA else 2
        else:
            break
    return max(at, end)


def _item(found: Sequence[Token], at: int) -> int:
    """Where the item of a list ends that begins at a token: at a joining word, unless what is
    joined shares a noun behind it ("安静和干净的地方")."""
    end = _limit(found, at)
    if found[at].low in "和跟与":
        return end
    for here in range(at + 1, end):
        size = joins(found, here)
        if size and here + size < end:
            rest = joined(found[here + size : end])
            shared = ("的" in rest) != ("的" in joined(found[at:here]))
            if not shared and not joined(found[at:here]).endswith(("饱", "温", "缓", "共")):
                return here
    return end


def joins(found: Sequence[Token], at: int) -> int:
    """How many tokens join two values at ``at``."""
    head = joined(found[at : at + 2])
    for word in _JOINERS:
        if head.startswith(word):
            return len(word)
    return 0


def _sound(said: str) -> bool:
    """Whether a phrase is a value at all: no pronoun first, no clause inside."""
    return (
        bool(said)
        and bool(_WORD.match(said) or said[0] in "《“‘")
        and not lexicon("pronouns").at(said)
        and not _CLAUSAL.search(said)
        and not said.endswith(("的", "和", "是", "在", "，"))
        and not said.isdigit()
    )


def _phrase(most: int, item: bool = True, least: int = 1) -> ValueType:
    """A phrase of at most so many characters that holds no clause."""

    def ends(found: Sequence[Token], at: int) -> int:
        end = _item(found, at) if item else _limit(found, at)
        said = joined(found[at:end])
        return end if least <= len(said) <= most and _sound(said) else at

    return ends


def _matching(pattern: re.Pattern[str], most: int = 40) -> ValueType:
    """What a pattern matches, ending with a token."""

    def ends(found: Sequence[Token], at: int) -> int:
        stop = min(len(found), at + most)
        match = pattern.match(joined(found[at:stop]))
        return _token_at(found, at, match.end()) if match and match.end() else at

    return ends


def _token_at(found: Sequence[Token], at: int, size: int) -> int:
    """The token behind the first ``size`` characters from ``at`` on; ``at`` where none ends there."""
    end = at
    while size > 0 and end < len(found):
        size -= len(found[end].low)
        end += 1
    return end if size == 0 else at


def _closing(name: str, most: int, *more: str) -> ValueType:
    """A phrase that ends in a word of a lexicon."""

    def ends(found: Sequence[Token], at: int) -> int:
        end = _item(found, at)
        said = joined(found[at:end])
        if not said or len(said) > most or not _sound(said) or said.startswith(more):
            return at
        return end if lexicon(name).closes(said) else at

    return ends


def _inside(name: str) -> ValueType:
    """A word of a lexicon, and nothing else of the phrase."""

    def ends(found: Sequence[Token], at: int) -> int:
        end = _item(found, at)
        return end if joined(found[at:end]) in lexicon(name) else at

    return ends


def person(found: Sequence[Token], at: int) -> int:
    """A name, to the end of its phrase."""
    end = _item(found, at)
    while end > at and joined(found[at:end]).endswith(("就好", "就行", "就可以", "即可", "吧")):
        cut = 2 if not joined(found[at:end]).endswith("就可以") else 3
        end -= 1 if found[end - 1].low == "吧" else cut
    said = joined(found[at:end])
    ok = _PERSON.fullmatch(said) and not _NO_NAME.match(said) and len(said) <= 16
    return end if ok else at


def place(found: Sequence[Token], at: int) -> int:
    """A place by name, with its parts; no adjective, no hotel."""
    end = _limit(found, at)
    said = joined(found[at:end])
    size, named = 0, False
    while size < len(said):
        step = lexicon("places").at(said, size)
        if not step:
            unit = _PLACE_UNIT.match(said, size)
            if (
                unit is not None
                and not _NO_UNIT.search(unit.group())
                and _sound(unit.group())
                and not _NOT_HOME.search(unit.group())
            ):
                step = unit.end() - size
        if not step:
            tail = _PLACE_TAIL.match(said, size) if named else None
            step = tail.end() - size if tail is not None else 0
        if not step:
            break
        named = True
        size += step
    if not named:
        kind = _PLACE_KINDS.match(said)
        return end if kind is not None and not _NOT_HOME.search(said) else at
    rest = said[size:]
    if rest in ("的", "人", "的人", "这边", "那边"):
        return _token_at(found, at, size)
    if rest.startswith("的"):
        homely = re.fullmatch(
            r"的(?:一?[个套间栋]?)[^的]{0,6}(?:小区|公寓|房子|出租屋|村子|小镇|宿舍|小城|县城|城市|农村|村)",
            rest,
        )
        return end if homely else at
    if re.match(r"[\u4e00-\u9fff]{0,3}(?:酒店|宾馆|医院|大学|公司|机场|银行|站)|时|期间|人$", rest):
        return at
    return _token_at(found, at, size)


def organisation(found: Sequence[Token], at: int) -> int:
    """An employer or school: a name or a kind that ends like one, or a firm that is known."""
    end = _limit(found, at)
    said = joined(found[at:end])
    if not _sound(said) or len(said) > 20 or said in lexicon("places"):
        return at
    if re.match(r"[趟次回下]", said) or _NO_ORG.fullmatch(said):
        return at
    if re.match(
        r"[忙努认在家外里上楼户]|忙|线上|网上|全职|兼职|朋友|附近|小区里", said
    ) and not re.match(
        r"(?:在线|外企|外贸|外国|外资|上海|家具|家电|家居|上市|家政|里水|外交|外卖|家装|上汽)", said
    ):
        return at
    if said in lexicon("firms") or lexicon("firms").at(said) >= 2 or said.isascii():
        return end
    return end if lexicon("org_endings").closes(said) and len(said) > 1 else at


def role(found: Sequence[Token], at: int) -> int:
    """Somebody's work by its word."""
    end = _item(found, at)
    said = joined(found[at:end])
    if not _sound(said) or len(said) > 14 or "的" in said:
        return at
    if re.match(
        r"[一两三几多]|好|最|全(?!职)|老(?!师|板)|新(?!闻|媒体|能源)|第|同|亲|真正|合格|优秀|普通人|[不没]",
        said,
    ):
        return at
    return end if lexicon("roles").closes(said) else at


def age(found: Sequence[Token], at: int) -> int:
    """Years of somebody's life, told of them now."""
    stop = min(len(found), at + 9)
    said = joined(found[at:stop])
    match = _AGE.match(said)
    if match is None or not _AGE_END.match(said, match.end()):
        return at
    number = re.match(r"\d+", said)
    if number is not None and not 0 < int(number.group()) <= 110:
        return at
    return _token_at(found, at, match.end())


def substance(found: Sequence[Token], at: int) -> int:
    """What one may be allergic to: a word of the list, or one that ends in such a word."""
    end = _item(found, at)
    said = joined(found[at:end])
    if not _sound(said) or len(said) > 10 or said[0] in "对吃喝一是有用会会皮":
        return at
    return (
        end
        if lexicon("foods").closes(said)
        or re.search(
            r"(?:类|类药物|药|粉|素|花|毛|油|肉|果|仁|豆|奶|虾|蟹|鱼|菇|精|胶|酸|酶|剂)$", said
        )
        else at
    )


def food(found: Sequence[Token], at: int) -> int:
    """Something to eat or drink."""
    end = _item(found, at)
    said = joined(found[at:end])
    ok = lexicon("foods").closes(said) or re.search(
        r"[肉菜鱼虾蟹蛋奶茶酒糖面果瓜豆椒葱蒜姜辣腥荤素品鸡鸭鹅羊牛猪甜咸苦酸油饼糕酱粉料烟]$", said
    )
    ok = (
        ok
        and _sound(said)
        and len(said) <= 10
        and not re.search(
            r"[了过]|完|饭$|早餐|午餐|晚餐|早饭|午饭|晚饭|亏|醋$|惊|苦头|力|下|到|多", said
        )
    )
    return end if ok else at


def liking(found: Sequence[Token], at: int) -> int:
    """What somebody likes, with all that restricts it, to the end of the clause."""
    end = _item(found, at)
    said = joined(found[at:end])
    ok = (
        _sound(said)
        and 1 <= len(said) <= 40
        and not re.match(r"上你|好者|情|心|过|的|得|一个人|多久|死|极|是|有点", said)
    )
    ok = ok and not re.search(r"(?:可|很|太|挺|最|非常|特别|更)[\u4e00-\u9fff]{1,2}$|多$", said)
    return end if ok else at


def rule(found: Sequence[Token], at: int) -> int:
    """A standing order, to the end of the sentence."""
    end = len(found)
    while end > at and not found[end - 1].is_word:
        end -= 1
    said = joined(found[at:end])
    return end if 4 <= len(said) <= 80 and _RULE.match(said) and not _NO_RULE.search(said) else at


def timetable(found: Sequence[Token], at: int) -> int:
    """A regular time and what is done then, to the end of the clause."""
    end = _limit(found, at)
    said = joined(found[at:end])
    ok = 4 <= len(said) <= 30 and _SCHEDULE.match(said) and not _CLAUSAL.search(said)
    return end if ok and re.search(r"[\u4e00-\u9fff]{2,}$", said) else at


def contact(found: Sequence[Token], at: int) -> int:
    """A telephone number, a mail address, an account."""
    said = joined(found[at:])
    for pattern in (_MAIL, _PHONE, _HANDLE):
        match = pattern.match(said)
        if match is not None:
            return _token_at(found, at, match.end())
    return at


_NO_ORG: Final = re.compile(
    r"(?:.{0,4}的)?[大小老新]?(?:公司|单位|企业|店|厂|工厂|店里|厂里|院)|.*(?:住院|出院)|这.*|那.*"
)
_NO_FULL_NAME: Final = re.compile(
    r"[人座子皮员生师家长手客户工者族控粉迷派党型女男号门口店方角龄期业职岁级校迟亏事]$|^(?:单|全|高中|方便|安全|平时|常|年|黄金|金|水|应|成|过|管|能|连|房|经|谈|路|路过|车|别|向|满|古|易|和|时|于|干|支|终)[^海诗娜晓思子雨]|第"
)
_GRADE: Final = re.compile(
    r"(?:小学|初中|高中|大学|本科)?[一二三四五六]年级|高[一二三]|初[一二三]|大[一二三四五]|研[一二三]|博[一二三四五]|幼儿园(?:[大中小]班)?|[大中小]班|小学|初中|高中"
)
_DOING: Final = re.compile(
    r"(?:做|搞|干|开|教|卖|送|跑|修|写|画|带|拍|管|种|养|当|负责)[\u4e00-\u9fffa-z0-9]{1,9}"
)
_NO_DOING: Final = re.compile(
    r"[了过得完好不]|的|什么|啥|作业|梦|玩笑|饭$|事$|心$|自己|主$|人$|退休|离职"
)
_CAR: Final = re.compile(
    r"(?:特斯拉|比亚迪|宝马|奔驰|奥迪|大众|丰田|本田|日产|别克|福特|吉利|长安|长城|哈弗|奇瑞|蔚来|理想|小鹏|问界|极氪|沃尔沃|雷克萨斯|保时捷|马自达|现代|起亚|五菱|摩托|电动车|电瓶车|suv|卡罗拉|雅阁|思域|凯美瑞|model|小米su|领克|零跑|埃安|mini)"
)
_DURABLE: Final = re.compile(
    r"(?:车|机|电脑|手机|相机|镜头|冰箱|电视|空调|投影仪?|音箱|音响|耳机|键盘|显示器|平板|ipad|iphone|macbook|kindle|switch|ps5|钢琴|吉他|小提琴|大提琴|古筝|尤克里里|贝斯|鼓|二胡|琵琶|笛子?|房子?|公寓|别墅|车位|仓库|手表|手环|自行车|山地车|公路车|折叠车|帐篷|皮划艇|船|无人机|跑步机|单车|望远镜|缝纫机|烤箱|洗衣机|扫地机器人|咖啡机|磨豆机|3d打印机|打印机|扫描仪|沙发|床|书桌|升降桌|人体工学椅|滑板|滑雪板|冲浪板|钓竿|鱼竿|球拍|戒指|项链|手办|游戏机|路由器|nas|模型|高达|显卡|笔记本)(?:pro|max|air|mini|\d+)*$"
)
_EXAM: Final = re.compile(
    r"考试|证$|资格证?|考研|研究生|公务员|雅思|托福|gre|cpa|法考|教资|教师资格|高考|中考|四级|六级|专升本|一建|二建|事业编|n1$|n2$|中级|高级技师|驾照"
)
_MEDICINE: Final = re.compile(
    r"[\u4e00-\u9fff]{1,8}(?:片|胶囊|素|药|双胍|他汀|洛尔|地平|沙坦|普利|西汀|曲林|唑|林|酸|颗粒|丸|剂|针)$"
)
_REGIME: Final = re.compile(
    r"[\u4e00-\u9fffa-z0-9:+]{0,8}(?:饮食|断食|生酮|低碳|低糖|低盐|无麸质|戒糖|控糖|减脂餐|轻断食|素食|忌口)(?:法)?$"
)
_HOBBY: Final = re.compile(r"[\u4e00-\u9fffa-z]{2,8}")


def _whole(pattern: re.Pattern[str], *, search: bool = False, never: str = "") -> ValueType:
    """A phrase that a pattern fits as a whole, or anywhere in it."""

    def ends(found: Sequence[Token], at: int) -> int:
        end = _item(found, at)
        said = joined(found[at:end])
        if not _sound(said) or len(said) > 24 or (never and re.search(never, said)):
            return at
        return end if (pattern.search(said) if search else pattern.fullmatch(said)) else at

    return ends


def doing(found: Sequence[Token], at: int) -> int:
    """A line of work as a verb and what it is done with ("做室内设计")."""
    end = _limit(found, at)
    said = joined(found[at:end])
    return end if _DOING.fullmatch(said) and _sound(said) and not _NO_DOING.search(said[1:]) else at


def surnamed(found: Sequence[Token], at: int) -> int:
    """A full name."""
    end = person(found, at)
    said = joined(found[at:end])
    ok = 3 <= len(said) <= 4 and lexicon("surnames").at(said) == len(said) - 2
    if not ok or _NO_FULL_NAME.search(said) or lexicon("places").at(said) >= 2:
        return at
    return (
        end
        if not any(lexicon(n).closes(said) >= 2 for n in ("roles", "student", "kin", "org_endings"))
        else at
    )


def position(found: Sequence[Token], at: int) -> int:
    """A role with whose it is ("服装店的店主")."""
    end = _limit(found, at)
    said = joined(found[at:end])
    where, _, what = said.rpartition("的")
    ok = (
        len(said) <= 26
        and _sound(where)
        and 2 <= len(what) <= 8
        and not re.search("[了过]|最|好", where)
    )
    return end if ok and lexicon("roles").closes(what) else at


_ROUTINE: Final = re.compile(
    r"每(?:个?(?:周|星期|礼拜|月|年)|天|晚|早|日|个?周末)(?:[一二三四五六日末])?(?:和?周?[一二三四五六日])?(?:早上|上午|中午|下午|晚上|傍晚|下班后?|睡前|清晨|早晚|午休)?"
    r"(?:\d{1,2}(?:点半?|:\d\d))?(?:都|会|都会|要|都要)?(?:坚持)?"
    r"(?:去|跑步|晨跑|夜跑|游泳|打|练|做|喝|吃|学|看|写|读|骑|健身|散步|瑜伽|开会|遛|接|送|给|陪|教|回|上|爬|踢|跳)[\u4e00-\u9fffa-z0-9]{0,14}"
)
_HABIT: Final = re.compile(r"烟酒|烟|酒|糖|咖啡|奶茶|可乐|零食|甜食|游戏|宵夜|碳水|外卖")


def trip(found: Sequence[Token], at: int) -> int:
    """A way to a place, and what is done there ("去泉州看海")."""
    if found[at].low not in "去回飞":
        return at
    behind = place(found, at + 1)
    end = _limit(found, at)
    said = joined(found[at:end])
    ok = behind > at + 1 and len(said) <= 16 and _sound(said) and not re.search("[了过的]", said)
    return end if ok else at


TYPES: Final[Mapping[str, ValueType]] = {
    "person": person,
    "place": place,
    "org": organisation,
    "school": _closing("schools", 16),
    "role": role,
    "student": _closing("student", 8),
    "age": age,
    "birthday": _matching(_BIRTHDAY),
    "contact": contact,
    "phone": _matching(_PHONE),
    "mail": _matching(_MAIL),
    "number": _matching(
        re.compile(r"\d[\d.:-]*|[零〇一二三四五六七八九十百千万两半]+(?:点|号|月|年|岁|块|元)?")
    ),
    "animal": _closing("animals", 14),
    "substance": substance,
    "food": food,
    "language": _inside("languages"),
    "condition": _closing("conditions_of_health", 16),
    "kin": _closing("kin", 8),
    "people": _closing("people", 8),
    "field": _phrase(14),
    "thing": _phrase(20),
    "short": _phrase(8),
    "activity": _phrase(24, item=False, least=4),
    "liking": liking,
    "rule": rule,
    "timetable": timetable,
    "doing": doing,
    "tied": _whole(
        re.compile(
            r"(?:大学|高中|初中|小学|以前的?|现在的?|最好的|公司的?|健身|研究生|前)?(?:[男女]?朋友|闺蜜|同事|同学|室友|舍友|邻居|老板|领导|上司|经理|老师|导师|班主任|师傅|徒弟|师[兄姐弟妹]|学生|客户|发小|搭档|合伙人|房东|教练|医生|队友|[表堂][哥姐弟妹]|[哥姐弟妹]{2}|老公|老婆|丈夫|妻子|儿子|女儿|妈妈|爸爸|爷爷|奶奶|外[公婆]|舅舅|姑姑|阿姨|叔叔|侄[子女]|外甥女?)"
        )
    ),
    "position": position,
    "trip": trip,
    "started": _whole(
        re.compile(
            r"(?:晨|夜|慢)?跑步?|健身|学[\u4e00-\u9fff]{1,6}|练[\u4e00-\u9fff]{1,6}|减肥|节食|断食|写日记|记账|冥想|骑[\u4e00-\u9fff]{2,4}|游泳|备考|吃素|打[\u4e00-\u9fff]{1,3}球|晨跑|夜跑|戒[\u4e00-\u9fff]{1,2}|化疗|透析|服药|[\u4e00-\u9fff]{2,4}训练|创业|存钱|理财|攒钱|摆摊|做副业|兼职|实习|瑜伽|健步走"
        )
    ),
    "routine": _whole(
        _ROUTINE, never="不|没|很|得|想|应该|才|班$|累|这|那|哪|什么|[你他她]|了|天吃饭$"
    ),
    "habit": _matching(_HABIT),
    "surnamed": surnamed,
    "grade": _whole(_GRADE),
    "subject": _whole(_HOBBY, never="[了过的着会]|怎么|如何|习|校|开车$|一个|一种|^[^医法]$"),
    "exam": _whole(_EXAM, search=True, never="的|[了过]"),
    "child": _whole(
        re.compile(
            r"(?:大|小|双胞胎|龙凤胎)?(?:[一两二三四俩1-4]?个)?(?:儿子|女儿|孩子|小孩|闺女|娃|男孩|女孩|双胞胎|龙凤胎|宝宝)(?:子|儿)?"
        )
    ),
    "sib": _whole(
        re.compile(
            r"(?:[一两二三四俩1-9]?个)?(?:双胞胎|亲|龙凤胎)?(?:哥哥|姐姐|弟弟|妹妹|哥|姐|弟|妹|兄弟|姐妹|兄弟姐妹)"
        )
    ),
    "partner": _whole(
        re.compile(r"(?:男|女)(?:朋友|友)|对象|老公|老婆|未婚[夫妻]|爱人|前任|丈夫|妻子|媳妇")
    ),
    "friendly": _closing("people", 8),
    "months": _whole(re.compile(r"(?:\d+|[一二三四五六七八九十快多半两])+(?:个多?月|周)(?:多)?")),
    "medicine": _whole(_MEDICINE),
    "regime": _whole(_REGIME),
    "durable": _whole(_DURABLE, search=True, never="^[了过]|的人|时间"),
    "car": _whole(_CAR, search=True, never="[了过]|贵|便宜|来"),
    "measure": _whole(
        re.compile(r"(?:一米|\d).{1,8}|(?:rh阴性)?(?:a|b|o|ab)型.{0,2}|[\u4e00-\u9fff]{2}座")
    ),
    "trade": _whole(re.compile(r"[\u4e00-\u9fffa-z]{2,10}"), never="[了过完好的着]|自己|什么"),
    "venture": _whole(
        re.compile(
            r"开(?!的)(?:了|着)?(?:一?[家间个])?[\u4e00-\u9fff]{1,8}(?:店|馆|公司|工作室|餐厅|民宿|超市|诊所|厂|铺|吧|客栈|农场|驿站)"
        )
    ),
    "hobby": _whole(_HOBBY, never="[了过的着]|游戏$|手机|电脑"),
}
"""By name: what ``{name}`` in a form stands for."""
