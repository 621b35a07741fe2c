"""How it is worded: denied, changed, over, hedged, a habit, for good."""

from __future__ import annotations

import re
from typing import Final

from eywa_fs.facts.languages.zh.conditions_times import TODAY
from eywa_fs.facts.languages.zh.situation import Condition
from eywa_fs.facts.languages.zh.subjects import USER

_NEVER = re.compile(
    r"(?:再也|从来|从|一向|向来|坚决|绝|决|一辈子|这辈子|打死|死活|从小|从来就|至今|到现在)(?:都|也|就)?不$|不再$"
)

WORDING: Final[dict[str, Condition]] = {
    "changed": lambda m, v, s: s.frame.changed or "了" in m.group(),
    "plain": lambda m, v, s: v.negations % 2 == 0,
    "negated": lambda m, v, s: v.negations % 2 == 1,
    "habit": lambda m, v, s: s.frame.habitual,
    "done": lambda m, v, s: (
        not s.future and bool(re.search("了|过|回来", m.group()) or s.frame.changed or s.named)
    ),
    "usual": lambda m, v, s: (
        bool(re.search("现在|改|每天|平时|一直|都|只|通勤|上班|上下班", s.frame.text))
        or (v.negations > 0 and s.frame.changed)
    ),
    "never": lambda m, v, s: (
        v.negations == 1
        and _NEVER.search(s.frame.text[: m.start()]) is not None
        and (
            s.frame.topic.explicit
            or re.search("再也不|一辈子|这辈子|打死", s.frame.text) is not None
        )
    ),
    "no_hedge": lambda m, v, s: s.frame.hedges == 0,
    "changed_or_done": lambda m, v, s: s.frame.changed or "完" in m.group() or "成功" in m.group(),
    "lasting": lambda m, v, s: (
        s.frame.topic.explicit or bool(re.search("从小|一直|天生|老", s.frame.text))
    ),
    "standing": lambda m, v, s: s.standing,
    "done_word": lambda m, v, s: (
        not s.future and (s.frame.changed or re.search("[了过到得回上]", m.group()) is not None)
    ),
    "never_does": lambda m, v, s: s.frame.text[: m.start()].endswith(
        ("不", "不怎么", "不太", "不大", "很少")
    ),
    "fixed": lambda m, v, s: (
        re.search("固定|永远|雷打不动|都是|一般|基本|就是|只|必|总|常年|每天|打底", s.frame.text)
        is not None
    ),
    "affirm_gone": lambda m, v, s: v.negations == 0 and s.frame.topic.names == (USER,),
    "seldom": lambda m, v, s: (
        re.search("不怎么|不太|不大|很少|极少|几乎不|从不|从来不|基本不", s.frame.text[: m.start()])
        is not None
    ),
    "lasting_or_third": lambda m, v, s: (
        USER not in s.frame.topic.names
        or re.search("一直|至今|到现在|压根|根本|完全|从来|死活|从小|学不会|没学会", s.frame.text)
        is not None
    ),
    "lifelong": lambda m, v, s: (
        re.search(
            "从没|从来没|从未|从小|打小|这辈子|一辈子|长这么大|活这么大|至今|一次", s.frame.text
        )
        is not None
    ),
    "unchanged": lambda m, v, s: not s.frame.changed,
    "gone_for_good": lambda m, v, s: (
        s.frame.topic.names == (USER,) and not s.future and TODAY.search(s.frame.text) is None
    ),
    "at_start": lambda m, v, s: m.start() <= 4,
    # What was bought is owned once it was, not while it is thought of.
    "changed_or_done_word": lambda m, v, s: (
        s.frame.changed or re.search("[了到下]", m.group()) is not None
    ),
}
