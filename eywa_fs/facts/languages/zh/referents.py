# ruff: noqa: E501 - a pattern stays on one line: wrapped, its alternatives cannot be read
"""People a message brings up without a name or a tie: what follows is said of them, not of the speaker."""

from __future__ import annotations

import re
from typing import Final

from eywa_fs.facts.languages.zh.rule import expand
from eywa_fs.facts.languages.zh.subjects import PREDICATE_START, USER, USERS, Topic
from eywa_fs.facts.languages.zh.words_people import ROLES, SURNAMES, words

_SOMEBODY: Final = "|".join(
    words(
        f"{' '.join(role for role in ROLES if len(role) > 1 and role.isalpha())} "
        """先生 姑娘 小姑娘 小伙 小伙子 大姐 大哥 大爷 大妈 大婶 大叔 大娘 阿姨 老人 老人家 老头 老头儿 老太太 老太 老奶奶 老爷爷 老爷子 女孩 男孩 女孩子
        男孩子 女生 男生 女的 男的 孩子 小孩 小朋友 小妹 小妹妹 小弟 小哥 小姐姐 哥们 哥们儿 姐们 姐们儿 朋友 同事 同学 亲戚 远房亲戚 邻居 年轻人 中年人 老外
        女人 男人 夫妻 小夫妻 老夫妻 小两口 老两口 情侣 小情侣 一家子 新人 同行 熟人 陌生人 外国人 老乡 网友 网红 博主 主播 师傅 老板 老板娘 客户 顾客 客人 病人
        患者 学生 学员 同伴 队友 室友 房客 租客 保姆 月嫂 护工 司机 保安 保洁 实习生 新同学 新同事 徒弟 师姐 师兄 师妹 师弟 学长 学姐 学妹 学弟 搭子 合伙人
        医生 大夫 护士 老师 教练 律师 中介 会计 警察 记者 作家 导演 演员 歌手 员工 领导 工友 战友 病友 牌友 球友 狱友 驴友 网民 家长 房东 大厨 厨师 导游
        街坊 大学生 研究生 博士 高中生"""
    )
)
_COUNTED: Final = r"(?:一|俩|两|几|好几|[三四五六七八九十])?(?:个|位|名|对|群|帮|些|伙|俩)"
_WHERE: Final = r"(?:我们?家?|咱家?)?(?:楼上|楼下|隔壁|对门|对面|对过|前台|门口|村口|村里|村头|镇上|县里|小区里?|单位里?|公司里?|部门里?|组里|班里|班上|店里|厂里|车间|学校里?|医院里?|食堂|宿舍|病房|车上|火车上|飞机上|路上|街上|街坊|群里|网上|后勤|财务|人事|行政|销售|技术|市场部?|家里|店|我们这儿?|老家|院里|院子里|楼道里|公园里?|菜市场|健身房)"
#: A noun phrase for somebody at the head of a clause, with something said of him behind it.
_DESCRIBED: Final = re.compile(
    rf"(?!别人|人家|谁家|哪家|[这那哪]?(?:部|本|个|首|集)?(?:电影|小说|剧|电视剧?|书|游戏|歌|新闻|梦|故事|动画|漫画|片子|视频|广告|直播|课本|段子|朋友圈|报纸|杂志)(?:里|中|上|的))(?:(?:{_WHERE})(?:的|那|新来的|有|那[个位对]|{_COUNTED}|新)*[^，。我你他她的]{{0,6}}?(?:的)?"
    rf"|(?:我(?:们)?(?:单位|公司|班|组|部门|学校|科室|小区|村|这儿|那儿)?)?(?:有|那|这|某|另外?|每)?{_COUNTED}[^，。我你他她]{{0,10}}?"
    rf"|(?:给|教|帮|带|替|跟|陪)我[^，。我你他她的]{{0,6}}的"
    rf"|(?:新来的?|新|前|以前的|原来的|刚来的)"
    rf"|[这那]"
    rf"|我(?:们)?[带教雇招请租认帮跟和同当上在开住][^，。我你他她]{{0,8}}?的"
    rf"|我(?:们)?(?:单位|公司|班|组|部门|学校|科室|小区|村|楼(?![上下])|店|厂)(?:里)?(?:的|那|有)?[^，。我你他她住]{{0,6}}?(?:的)?"
    rf"|(?!是|在|有|当|做|因为|给|为|最|把|被|跟|和|对|想|要|会|能|不|没|也|都|就|喜欢|讨厌|听)[^，。我你他她了]{{1,9}}?的(?:那个|那位|那对)?)"
    rf"(?:{_SOMEBODY})(?:们|俩|家)?(?!的|们|圈|节|会(?:议|上|费|$)|费|班|群|家里|证|室|长|老太太|老头|大爷|大姐|阿姨)(?P<name>[老小][{SURNAMES}]|阿(?![姨公婆嬷爸妈哥姐伯叔])[\u4e00-\u9fff]|[A-Z][a-z]+|小[\u4e00-\u9fff](?=[在嫁去是说要今明有离结考]))?(?=.){PREDICATE_START}"
)
#: Kinds of people and animals: what is said of them holds in general.
_KIND: Final = re.compile(
    r"(?:我们(?:这些|这帮)?|这些|这帮|当代|现在的?|新一代|每个|所有|任何|一个|多数|大部分|凡是|一般的?|哪个|成熟的?|合格的?|真正的?){0,2}"
    r"(?:成熟的|合格的|称职的|普通的?|优秀的?|[^，。我的]{0,6}的)?"
    r"(?:孕妇|产妇|老年人|老人|婴儿|新生儿|小孩子?|未成年人|成年人|中年人|年轻人|打工人|社畜|上班族|学生党|考研人|程序员|有钱人|穷人|普通人|正常人|聪明人|北方人|南方人|男人|女人|当妈的?|当爹的?|当爸的?|当父母的?|当老师的?|养猫人?的?|养狗人?的?"
    r"|(?:高血压|糖尿病|痛风|过敏|胃病|肝病|肾病|心脏病|慢性病|感冒|发烧|贫血|脂肪肝)(?:患者|病?人|的人?|人群)|猫|狗|狗狗|猫咪|小狗|小猫|鸽子|鹦鹉|乌龟|仓鼠|兔子)们?"
    r"(?:，|$|(?=不(?:能|宜|可以?|要|该|会)|要(?:少|多|注意|避免|定期)|应该?|可以|最好|尽量|都|哪|谁|最|通常|一般|每天|天生|容易|忌|禁|得(?:少|多|忌)|的))"
)


def is_a_kind(text: str, at: int) -> bool:
    """Whether the clause tells what holds of such people or animals in general."""
    return _KIND.match(text, at) is not None


#: Somebody new stands at the end of the clause: met, hired, come, or simply there.
_PRESENTED: Final = re.compile(
    rf"(?:遇到|遇见|遇上|碰到|碰见|碰上|撞见|认识|结识|看见|看到|见到?|见过|来|转来|调来|分来|派来|搬来|住|住进|招|招来|面试|相亲|相|聘|请|雇|找|收|接待|有|多|介绍|采访|救|载|拉|谈|嫁|娶|租|借|卖|坐|站|加|进|冒出)"
    rf"(?:了|过|着|来)?(?:[^，。]{{0,8}}给)?{_COUNTED}[^，。]{{0,12}}?(?:{_SOMEBODY})$"
)
#: Said of a friend or a colleague who stays unnamed.
_OF_MINE: Final = re.compile(
    r"(?:我|我们)(?:有|的)?(?:一)?(?:个|位)(?:[^，。我你他她的]{0,4}的)?(?P<role>朋友|好朋友|同事|同学|亲戚|闺蜜|哥们|发小|邻居|学生|客户|徒弟)$"
)


_BY_A_CLAUSE: Final = re.compile(
    rf"(?:跟|和|同|陪|教|带|帮|给|比|我)我?[^，。你他她我]{{1,8}}?的(?P<name>[老小][{SURNAMES}]|(?!阿[姨公婆嬷爸妈哥姐伯叔]|小[孩伙姑朋区店学时心组妹弟哥姐狗猫鸟鱼])[小阿][\u4e00-\u9fff])(?=[在嫁去是说要今明昨上下有离结考生病得搬回做当开养不没会才都也还已刚])"
)
#: Left out of what somebody is called: whose place it is, how many there are.
_NOT_CALLED: Final = re.compile(
    rf"(?:我(?:们)?(?:家)?(?:单位|公司|班|组|部门|学校|科室|小区|村|这儿|那儿|楼(?![上下])|店|厂)?(?:里)?(?:的)?)?(?:(?:有|来了?)?{_COUNTED}|有)?(?:(?:给|教|帮|带|替)我[^，。的]{{1,10}}的)?"
)


_NEWLY: Final = re.compile(r"(?:新|前)(?!来|台|面|天|年|人|娘|郎)")


def is_newly_mine(text: str, begin: int) -> bool:
    """Whether somebody is the speaker's new or former one ("the new flatmate")."""
    return _NEWLY.match(text, begin) is not None


_AT_THE_END: Final = re.compile(
    r"(?!要|想|打算|主要|重要|关键|目的)(?:我们?家?)?[^，。我你他她]{1,10}(?:的|里|中)(?:人)?(?:就|也|还|其实)?(?:是|有个|数)"
)


def last_named(text: str, at: int) -> int | None:
    """Where somebody stands of whom the words in front are said ("the eldest is grandma")."""
    found = _AT_THE_END.match(text, at)
    return found.end() if found else None


def described(text: str, at: int) -> tuple[int, int] | None:
    """Where somebody stands who is only described ("the woman who sells pancakes ...")."""
    found = _BY_A_CLAUSE.match(text, at) or _DESCRIBED.match(text, at)
    if found is None:
        return None
    if found["name"]:
        return found.span("name")
    idle = _NOT_CALLED.match(text, at, found.end())
    begin = idle.end() if idle and idle.end() < found.end() else at
    return begin, found.end()


def of_mine(text: str, at: int) -> Topic | None:
    """Who is spoken of from here on after "a friend of mine," and the like."""
    match = _OF_MINE.match(text, at)
    return Topic((USERS + match["role"],), explicit=False) if match else None


def presents(text: str) -> bool:
    """Whether the clause ends in somebody new, of whom the next clauses speak."""
    return _PRESENTED.search(text) is not None


_HIM: Final = re.compile(r"[他她](?!们|妈的)")


def is_about_him(text: str) -> bool:
    """Whether the clause tells of somebody, by a pronoun, and not of the speaker."""
    return _HIM.search(text) is not None and re.search("[我你咱自]", text) is None


#: Ties that everybody has: behind a clause about somebody else, these are his.
_HIS_OWN: Final = re.compile(
    "(?:老婆|媳妇儿?|丈夫|老公|妻子|爱人|老伴儿?|男朋友|女朋友|男友|女友|对象|儿子|女儿|闺女|孩子|娃|爸妈|父母|爸爸|妈妈|爹妈|公婆|岳父|岳母|双胞胎|未婚妻|未婚夫|大儿子|小儿子|大女儿|小女儿)"
)
#: Whose partner and children are spoken of as theirs and not as the speaker's.
_OUTER: Final = expand(
    r"(?:.*的)?[^的]*(?:表[哥姐弟妹叔姑]|堂[哥姐弟妹叔]|小舅子|小姨子|大舅子|大姨子|小叔子|小姑子|连襟|妯娌|哥哥|姐姐|弟弟|妹妹|大哥|二哥|大姐|二姐|小弟|小妹|舅舅|叔叔|姑姑|小姨|大姨|二姨|小姑|"
    r"师[兄姐弟妹哥]|学[长姐弟妹]|同事|同学|同桌|室友|舍友|闺蜜|朋友|发小|哥们|邻居|房东[^的]*|房客|租客|老板|老板娘|领导|上司|主管|组长|班长|经理|导师|老师|教练|师傅|徒弟|搭子|搭档|合伙人|客户|战友|球友|网友|前任|前男友|前女友|前夫|前妻|保姆|医生|护士|司机)$"
)


def is_bare_tie(text: str, begin: int) -> bool:
    """Whether a child, a partner or a parent is named without saying whose."""
    return _HIS_OWN.match(text, begin) is not None


_PARENTS: Final = re.compile("爸|妈|父母|爹")
_BLOOD: Final = expand("(?:<KIN>)$")


def owner(text: str, begin: int, topic: Topic, before: Topic) -> Topic:
    """The subject with the one it belongs to, if that is whom the clause before was about."""
    role = _HIS_OWN.match(text, begin)
    if role is None or len(before.names) != 1 or len(topic.names) != 1:
        return topic
    who = before.names[0]
    outer = _OUTER.match(who) or not who.startswith(USERS)
    if (
        who == USER
        or not outer
        or topic.names[0].startswith(who)
        or not topic.names[0].startswith(USERS)
    ):
        return topic
    if _PARENTS.match(role.group()) and _BLOOD.search(who):
        return topic  # a brother's parents are one's own
    return Topic((f"{who}的{topic.names[0].removeprefix(USERS)}",))
