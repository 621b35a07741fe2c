# ruff: noqa: E501 - a pattern stays on one line: wrapped, its alternatives cannot be read
"""Rules on what has become of bodies, belongings, papers, tongues and homes.

Tried where the rules of the older tables say nothing.
"""

from __future__ import annotations

from eywa_fs.facts.languages.zh.rule import Rule, fallback, needs, table

_LIMB = r"(?:左|右|双|两)?(?:边|条|只)?(?:<BODY>|[胯髋尾锁肋股胫]骨)"
_TEENS_AND_UP = r"(?:[二三四五六七八九]十[一二三四五六七八九]?|十[六七八九]|[1-9][0-9])"
_BUSINESS = r"(?:店|铺|铺子|馆|厂|坊|摊位?|客栈|民宿|棋牌室|网吧|农场|果园|鱼塘)"
_DOSE = r"<NUM>(?:片|粒|颗|丸|针|支|袋|喷|贴)"

STATES = fallback(table((
    # Bodies and what is taken for them.
    Rule("health", rf"(?:把)?(?P<o>{_LIMB}(?:给|都|也)?(?:切|摘|割|闪|坏|废|摔|断|扭|崴|裂|伤|打穿)(?:掉)?了?(?:一半|一块|一截|半截|三分之[一二])?)(?:了)?(?:以后|之后)?(?:(?<=后)[^，。]{1,8})?$", when="event", needs=needs("changed", "plain")),
    Rule("health", rf"[^，。我不没]{{2,10}}?(?P<o>(?:摔断|摔伤|摔裂|撞断|撞伤|砸断|砸伤|扭伤|拉伤|闪|骨折)了?{_LIMB})$", when="event", needs=needs("plain")),
    Rule("health", rf"(?P<o>[^，。我你他她的了每一]{{2,6}}?)(?:每天|每晚|天天|一天|每日|早晚|一周|每周)(?:早上|晚上|睡前|空腹|饭前|饭后|各|要|得|都)*{_DOSE}$", needs=needs("plain"), refuse="烟|糖$|蛋|茶|咖啡|坚果"),
    Rule("health", r"(?P<o>住院)(?:都|已经|了)*(?:第)?<NUM>天$", when="event"),
    Rule("health", r"(?P<o>(?:<ILL>))(?:第)?<NUM>天$"),
    Rule("health", r"[^，。从]{0,10}?从(?P<old><NUM>[^，。]{0,3}?)(?:降|减|瘦|掉|涨|升|胖)?(?:到|成)了?(?P<new><NUM>[^，。了]{0,3})$", needs=needs("measured")),
    # Ages.
    Rule("age", rf"(?:今年|都|快|也|才|刚|整|已经)*(?P<o>{_TEENS_AND_UP}(?:岁)?)了(?:还|才|又|也|都|仍|就|却|居然)[^，。]{{1,16}}$", needs=needs("explicit_or_bare", "of_a_person")),
    Rule("age", rf"(?:办|过|摆|庆|做)(?:的|了)?(?P<o>{_TEENS_AND_UP})(?:岁)?(?:大寿|生日)$", needs=needs("plain")),
    # Belongings.
    Rule("owns", rf"(?:把)?(?P<old>[^，。把我]{{0,6}}?{_BUSINESS})(?:<WHEN>)?[^，。的]{{0,4}}?(?:盘出去|转让出去|转让|转出去|兑出去|顶出去)$", needs=needs("changed")),
    Rule("owns", rf"(?:在[^，。]{{1,12}}?)?(?:有|盘了?|盘下)(?:了)?(?:一?[家间个])(?P<o>[^，。了]{{0,8}}?{_BUSINESS})$", needs=needs("plain", "not_future")),
    Rule("uses", r"(?:[^，。我了把从]{2,6}?)?(?:已经|也|都|刚)?换(?:了|成了?)(?P<o>[^，。了我你他她]{2,8})$", when="change", needs=needs("plain", "not_future", "changed_or_dur"), refuse="^(?:首|台|<NUM>|新|个|家|套|件|种|条|口味|话|别)|[楼房家人话号名岁季班药]$|工作|老师|医生|地方|方向|发型|室友|领导|公司|学校|单位"),
    Rule("uses", r"[^，。我他她]{2,6}?(?:全|都|就|只|主要)靠(?P<o>[^，。了我你他她它自]{2,8})$", needs=needs("plain", "not_future", "not_today"), refuse="^比划|^[记嗑吃喝打玩看听睡熬走跑聊写]|[人命吃喝]$|运气|老[公婆]|[爸妈]|父母|孩子|工资|力$|[赚挣养撑]"),
    Rule("owns", r"那(?:台|辆|把|部|架|艘)(?P<o>[^，。我你的了]{2,6}?)(?:(?=用|跑|开|骑|是|又|昨|今|去年|前年|上[周个]|卖|坏|被|让|还|也|都|已|链条|屏幕|电池)[^，。]*)?$", needs=needs("self", "explicit")),
    # Papers and tongues.
    Rule("has", r"(?:[^，。我没不想要去打算]{0,8}?)(?:拿到?|考到?|考下来?|领到?|取得)了?(?P<o>[^，。了我]{1,10}?(?:(?<!保)证|执照|[A-E]照))$", when="event", needs=needs("done_word", "not_future", "plain"), refuse="^的|^(?:证|身份证|结婚证|离婚证|准考证|暂住证)$"),
    Rule("speaks", r"(?:一句)?(?P<o><LANG>)(?:我|他|她)?(?:是|也|都|可|倒|根本|完全|死活|一点儿?|一句)*(?:不会(?:说|讲)?|讲不来|说不来|听不懂|没学会|只会看不会(?:说|讲))$", negated=True, needs=needs("plain")),
    Rule("name", r"(?:网名|笔名|真名|艺名|花名|外号|绰号|昵称|法号)(?P<o>[“「\"][^，。]{1,10}|(?!不|没|很|都|还|也|的|取|起|改|是|叫|就)[\u4e00-\u9fff]{2,4})$", needs=needs("plain")),
    # Homes.
    Rule("from", r"(?:我)?(?P<o>(?:<PLACE>[^，。在]{0,2}?|[南北]方)人)在(?P<lives_in><PLACE>[^，。在]{0,3}?)(?:工作|上班|打工|生活|读书)?$"),
)))  # fmt: skip
