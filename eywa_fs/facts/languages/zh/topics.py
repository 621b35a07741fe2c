# ruff: noqa: E501 - a pattern stays on one line: wrapped, its alternatives cannot be read
"""Topic and comment: the value stands first, the predicate behind it ("京戏我最爱听")."""

from __future__ import annotations

from typing import Final

from eywa_fs.facts.languages.zh.rule import Rule, table

#: Matched against what follows the topic (and the subject, if one stands there), to its end.
COMMENTS: Final = table((
    Rule("prefers", r"(?:也|倒|并|又|真)*不是不(?:喜欢|爱|想)(?:听|看|吃|喝|玩|逛|用|穿|去)?$"),
    Rule("prefers", r"(?:也|都|就|一直|真)*是我?的?(?:最爱|本命|心头好|真爱|命根子|快乐源泉|精神食粮|解压神器)$"),
    Rule("prefers", r"(?:[^，。]{0,4})?(?:百[吃听看]不厌|怎么[吃听看]都不腻|怎么都吃不腻)$"),
    Rule("visited", r"(?:都|也|就|只|以前|已经)*(?:去|到|来)过(?:<NUM>(?:多)?(?:次|趟|回)|好[多几](?:次|趟|回))?$", when="event"),
    Rule("visited", r"(?:还|从来|从|一次|一直|压根|也|都|,)*(?:没有?|未)(?:去|到|来)过$", when="event", negated=True),
    Rule("diet", r"(?:从来|从|一向|一口|一点儿?|都|也|是|坚决|基本上?|基本|一律|从小|一概|完全|绝对|向来|打死也?)*(?:不|没)(?:吃|喝|碰|沾)(?:的)?$", negated=True),
    Rule("diet", r"(?:一口|一点儿?|一滴|半点)(?:都|也)(?:不|没|吃不|喝不)(?:吃|喝|碰|沾|了)$", negated=True),
    Rule("prefers", r"(?:也|最|都|特别|倒是|倒|还|还是|挺|很|超|超级|更|尤其|一直|蛮|就|非常|从小|百吃不厌|是真的?)*(?:喜欢|(?<![可恩相敬做恋])爱|中意|钟意)(?:听|看|吃|喝|玩|逛|用|穿|去|追)?(?:得不行|得要死|的)?$"),
    Rule("prefers", r"(?:也|都|倒|就|一直|真的|实在|从来|从小|是|真)*(?:不(?:太|大|怎么|是很|咋)?(?:喜欢|爱|中意|钟意|感冒|感兴趣)(?:听|看|吃|喝|玩|逛|用|穿|去|追)?|无感|没兴趣|欣赏不来|接受不了|受不了|讨厌|敬谢不敏)$", negated=True),
    Rule("has", r"(?:一|半)(?:张|个|本|份|套)(?:都|也)?没(?:有|办|考|买|开)?(?:过)?$", negated=True),
    Rule("has", r"(?:还|一直|从来|压根|也|都)*(?:没有|没办|没考|没考下来|没拿到|没开通|没开)(?:过)?$", negated=True),
    Rule("stopped", r"(?:也|都|早就?|已经|终于|算是|去年|今年)*戒(?:掉)?(?:了)?(?:<DUR>)?(?:了)?$"),
    Rule("allergic_to", r"(?:也|都|会|严重|重度|有点|是)*过敏$"),
    Rule("speaks", r"(?:也|都|只|倒|还|能)*(?:会|能)(?:说|讲|听)?(?:一点儿?|一些|几句)?$"),
    Rule("can", r"(?:也|都|压根|根本|完全|至今|到现在|还是|一点儿?|死活|还)*(?:不会|学不会|没学会)$", negated=True),
    Rule("uses", r"(?:一直|都|也|已经|就)*用(?:了|着|的)(?:<DUR>)(?:了)?$"),
))  # fmt: skip

#: A topic that is none: pronouns, adverbs, verbs and whole sentences.
NO_TOPIC: Final = (
    r"^(?:我|你|他|她|它|这|那|谁|什么|啥|哪|大家|人|都|也|就|不|没|还|又|才|很|最|太|真|特别|非常|其实|反正|所以|因为|但|可|如果|要|想|会|能|被|把|在|"
    r"从|是|有|说|让|叫|给|一直|从来|从|从小|一|平时|以前|怎么|再|连|现在|早就|已经|终于|晚上|早上|中午|跟|和|对|总|常|每|只|家里人)|"
    r"[，。的地得了着过说让想会能把被给叫]$|我|你|的人|别的|其他|以为|真的|感觉|觉得|所$|喜欢|爱|不|没|但|会|了|因为|所以"
)
