"""What Chinese questions ask about: time intent and predicates, on folded text."""

from __future__ import annotations

import re

#: Questions about a course of changes.
HISTORY = re.compile(
    r"先后|历(?:史|程|任|次|来)|变化|变(?:过|了)|怎么(?:换|变|改|一步)|之前|以前|曾|过去|"
    r"都(?:有过|住过|做过|换过|用过)|依次|按时间|时间线|"
    r"顺序|经过|经历|演变|从(?:头|最初|开始)|(?:住|做|换|养|用|去|学|吃|玩|干|准备|打算|试|"
    r"读|谈|戴|开|骑|叫|搬|报|练|弹|上|当|涨|改)过(?:哪|什么|几|多少)|哪些(?:变|换)|来龙去脉|后来|"
    r"一路|(?<![日号天月])前后|轨迹|陆续|原来|原先|最早|最初|起初|当初|早先|一开始|上一(?:个|份|任|家|部|台|辆|次|"
    r"套|处)|前一(?:个|份|任|家|部|台|辆)|前任|过程|一步步|分别叫过|沿革|更替|更迭|几经"
)
#: Questions about what is so.
CURRENT = re.compile(
    r"现在|目前|如今|当前|最新|最近|眼下|此刻|今天|还(?:在|是)|现任|这会儿|近来|而家|依家"
)
#: Questions about what is usual: a day they name is one that comes back.
PRESENT = re.compile(
    r"每(?:个|逢)?(?:周|星期|礼拜|天|月|年)|(?:周|星期|礼拜)[一二三四五六日天](?:一般|通常|都)"
)

#: Questions about a state: nothing in them happened or is to come.
IS_SO = re.compile(
    r"^(?!.*(?:了(?!没有|吗)|过|会|将|打算|计划|准备|当时|那时))"
    r".*(?:是|在|叫|有|吃|喝|用|住|做|养|姓|属|对.{1,6}过敏|多少|几|哪|谁)"
)

#: A state whose time is asked about: "when I lived in ...".
DURING = re.compile(
    r"(?:住在?|在)(?P<state>[^，,？?]{1,10}?)(?:上班|工作|住|读书|念书|上学|待|呆|做|当[^，,的]{1,6})?"
    r"(?:着)?(?:的)?(?:那段(?:时间|日子)|那会儿|那阵子|那时候?|时候|期间|的时候|那几年)"
    r"|(?:当|做|干|用|养|开|骑|学)(?P<stay>[^，,？?]{1,10}?)"
    r"(?:的)?(?:那段(?:时间|日子)|那会儿|那阵子|时候|期间|的时候|那几年)"
)

#: Questions about what is not so, or that "no" can answer.
DENIAL = re.compile(r"不|没|排除|误|讨厌|忌|戒|吗|是否|有没有|别")

#: Questions for several values.
MANY = re.compile(r"哪些|哪几|几个|几种|分别|都有|所有|各")
#: Questions for a person or thing by its role: the subject is what is asked.
WHO = re.compile(
    r"谁(?!的|家)|哪位"
    r"|(?:老师|班主任|导师|教练|师傅|房东|房客|老板|上司|邻居|室友|搭档|同桌|医生|经纪人)(?:现在)?(?:姓|叫)(?:什么|啥)"
)
#: Questions for somebody whom the user's own facts name.
WHOM = re.compile(r"(?:用户|我)(?![的们家])[^谁，,]{0,8}[跟和为给替向找被]谁")
#: Questions whose answer is a day or a time of day.
DAY = re.compile(r"什么时候|啥时候|何时|几时|周几|星期几|礼拜几|几点|几号|哪(?:几|些|一)?[天日晚]")
#: What a question sets aside.
ASIDE = re.compile(r"除了?[^，,？?]{1,12}?(?:以外|之外|外|，)|除(?:了|去|开)[^，,？?]{1,12}?(?=还)")
#: Question words that ask for one attribute of a predicate.
ATTRIBUTES: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"哪里|哪儿|在哪|边度|[喺在]边|什么地方|出生地"), "place"),
    (re.compile(r"哪(?:一)?年|什么时候|何时"), "year"),
    (re.compile(r"电话|号码|手机号|座机"), "phone"),
    (re.compile(r"邮箱|邮件"), "mail"),
    (re.compile(r"地址|收货|寄到"), "address"),
    (re.compile(r"药|剂量|吃几片"), "medicine"),
    (re.compile(r"体重|多重|多少斤|公斤"), "weight"),
    (re.compile(r"身高|多高"), "height"),
    (re.compile(r"血型"), "blood type"),
    (re.compile(r"血压"), "blood pressure"),
)

PREDICATES: tuple[tuple[re.Pattern[str], tuple[str, ...]], ...] = tuple(
    (re.compile(pattern), tuple(predicates.split()))
    for pattern, predicates in (
        (
            r"住(?!院)|居住|城市|搬|落脚|定居|家在|在哪(?:里|儿)?(?:$|[？?])|地方",
            "lives_in moved_to",
        ),
        (
            r"工作(?!日)|(?<!怎么)(?<!么去)(?<!在哪)(?<!哪里)(?<!哪儿)上班|职务|担任|手艺|靠什么.{0,4}(?:吃饭|谋生|过活)|营生|职业|岗位|职位|做什么(?:的|工作|$|[？?呢])|做过什么|做过哪些|干什么|干过|干嘛|谋生|从事|"
            r"当什么|身份|活儿|行当|差事|生计",
            "works_as works_at",
        ),
        (
            r"(?:在哪|[喺在]边)(?:里|儿|度|家|间|些地方)?(?:工作|上班|就职|任职|返工|做嘢|打工)|做嘢|公司|单位|东家|就职|任职|雇主|部门|科室|挂靠",
            "works_at works_at",
        ),
        (
            r"上学|念书|读书|学校|大学|中学|小学|幼儿园|托儿所|就读|在哪(?:里|儿)?(?:读|念)",
            "studies_at",
        ),
        (
            r"学(?:什么|的|习|哪|了)|专业|在学|年级|学位|课|(?:兴趣|补习|培训|特长|辅导)班",
            "studies started",
        ),
        (r"语言|会说|会讲|外语|方言|讲什么", "speaks studies"),
        (r"证书|等级|级别|几级|段位|驾照|证|水平|考到", "has other"),
        (r"宠物|养|狗|猫|鸟|鱼|兔|仓鼠|品种|动物", "has_pet"),
        (r"孩子|儿子|女儿|小孩|宝宝|娃", "has_child"),
        (
            r"结婚|领(?:了)?证|老婆|老公|妻子|丈夫|对象|伴侣|女朋友|男朋友|配偶|婚|恋|单身|感情|关系",
            "spouse relation",
        ),
        (r"兄弟|姐妹|哥哥|姐姐|弟弟|妹妹", "sibling relation"),
        (r"朋友|室友|同学", "friend relation"),
        (
            r"(?:老师|教练|师傅|房东|房客|租客|邻居|老板|上司).*谁|谁.*(?:合租|同住|住一起)",
            "relation",
        ),
        (r"多大|几岁|年龄|年纪|岁数", "age"),
        (r"生日|生辰", "birthday born_in"),
        (r"出生|生于|生在|哪年生", "born_in birthday from"),
        (
            r"叫(?:过|做)?什么|名字|姓名|名称|[^有出]名(?:先后|叫|是)|称呼|昵称|怎么叫|外号|网名|绰号",
            "name",
        ),
        (r"哪里人|哪儿人|老家|籍贯|家乡|出身|祖籍|来自", "from born_in"),
        (
            r"电话|手机号|号码|(?:哪个|什么|啥)号|邮箱|微信|联系方式|联系|地址|收货|住址|怎么找",
            "contact lives_in",
        ),
        (r"过敏", "allergic_to"),
        (r"吃|喝|饮食|口味|忌口|素|荤|饭|早餐|午餐|晚餐", "diet prefers"),
        (
            r"身体|病|健康|受伤|手术|药|剂量|血型|血压|体重|多重|身高|治疗|症状|伤|住院|确诊|"
            r"毫克",
            "health",
        ),
        (
            r"喜欢|爱好|偏好|最爱|爱(?:吃|喝|看|听|玩|用)|讨厌|迷|本命|主力|主玩|偏爱|兴趣|追",
            "prefers",
        ),
        (
            r"怎么(?:去)?上(?:班|学)|通勤|代步|出行|交通|坐(?:什么|谁)",
            "uses owns has other schedule",
        ),
        (
            r"用(?:的|什么|哪|过)|使用|软件|手机(?!号)|电脑|工具|平台|应用|app|银行|运营商",
            "uses has owns",
        ),
        (
            r"开(?:什么|的|哪)车|车|买(?:了|的)|拥有|有(?:什么|哪|几)|乐器|骑|位置|弹|乐队",
            "owns has uses other",
        ),
        (r"打算|计划|准备|要去|安排|预定|预约|报(?:名|过|了)|目标|行程", "plans_to wants schedule"),
        (r"想(?:要|去|做|买|学)|愿望|梦想|希望", "wants plans_to"),
        (r"(?:为|给).{0,4}(?:存|攒)|(?:存|攒)(?:着)?钱", "plans_to wants started"),
        (
            r"什么时候|几点|几号|周几|星期几|哪(?:几|些|一)?[天日晚]|日子|期限|截止|时间(?:安排|表)?|日程|排练|上课|日期|"
            r"何时|多久",
            "schedule plans_to",
        ),
        (r"去过|到过|旅行|旅游|玩过", "visited"),
        (r"认识|遇(?:见|到)|见过", "met"),
        (r"完成|做完|结果|通过|参加|考(?:的|过|上|试)|还(?:完|清)", "other has plans_to"),
        (r"开始|运动|活动|锻炼|项目", "started prefers other"),
        (r"戒|停(?:了|止)|不再|放弃", "stopped"),
        (r"必须|得(?:做|去)|义务|一定要|规定", "must"),
        (r"不能|不许|禁止|不准|不让|别让|不可以|忌", "must_not diet allergic_to"),
        (r"会(?:什么|不会|做)|能(?:不能|做|力)|本领|技能", "can"),
        (r"相信|认为|信仰|觉得", "believes"),
        (r"房租|租金|多少钱|工资|薪|价|预算|债|欠|贷|余额|费|利率|月供", "other has"),
    )
)
