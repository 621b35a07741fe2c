"""What one does and can: jobs, schools, subjects learnt, skills and languages."""

from __future__ import annotations

import re
from typing import Final

from eywa_fs.facts.languages.zh.rule import expand
from eywa_fs.facts.languages.zh.situation import Condition
from eywa_fs.facts.languages.zh.subjects import USER
from eywa_fs.facts.languages.zh.words_callings import FIELDS

_CAREER = frozenset({"works_as", "works_at", "studies", "stopped"})
#: Words that make what one does a part of one's life.
_CAREER_WORD = expand(
    "现在|如今|目前|眼下|以前|之前|原来|早年|当年|那年|后来|之后|毕业|退休|退伍|下岗|辞|离职|失业|白天|夜里|晚上|周末|平时|专门|专职|全职|兼职|业余|在家|为生|谋生|这些年|常年|一直|过<DUR>|了(?:整整|快|有)?<DUR>|老家|改行|转行|出来|凌晨|清早|早上|<DUR>$"
)

CAREERS: Final[dict[str, Condition]] = {
    "changed_or_dur": lambda m, v, s: (
        s.frame.changed
        or re.search("了|裸辞|内退|退下来|被裁|跳出来|出来的$", m.group()) is not None
    ),
    "job_talk": lambda m, v, s: (
        re.search("换工作|换了工作|跳槽|入职|辞职|离职|转行|新工作|上岸", s.sentence) is not None
    ),
    "able": lambda m, v, s: (
        s.frame.topic.explicit
        or any(c.predicate in ("health", "must_not", "can") for c in s.latest)
    ),
    "skill": lambda m, v, s: (m.group()[0] != "能" or v.negations > 0) and not s.future,
    "occupied": lambda m, v, s: (
        s.frame.topic.explicit
        or re.search("以前|之前|原来|现在|白天|晚上|平时|周末|目前", s.frame.text[: m.start()])
        is not None
        or re.search("了[^，。]{0,3}[0-9一二两三四五六七八九十几半]+个?[年月]", m.group())
        is not None
    ),
    "trade": lambda m, v, s: s.frame.topic.explicit or bool(s.latest),
    "scholar": lambda m, v, s: (
        re.search("PhD|phd|博|postdoc|硕|lab|实验室|导师|master|Master|读研|thesis", s.sentence)
        is not None
    ),
    "studies_before": lambda m, v, s: any(c.predicate == "studies" for c in s.latest),
    "alone_job": lambda m, v, s: (
        m.start() <= 8 and (m.group().startswith("是") or s.frame.text[: m.start()].endswith("是"))
    ),
    "job_verb": lambda m, v, s: m.group()[0] not in "去回" or s.frame.topic.explicit,
    "trade_word": lambda m, v, s: (
        any(c.predicate in ("works_at", "works_as") for c in s.latest)
        or re.search("兼|副业|赚|挣|贴补|补贴|打工|上班", s.sentence) is not None
    ),
    "school_verb": lambda m, v, s: m.group()[0] not in "去进" or s.frame.topic.explicit,
    "learning": lambda m, v, s: (
        re.search("学|练|攻|啃|修|选|读|念|报|上|补", m.group()) is not None
    ),
    # A job of somebody: who it is was said, or that it is one.
    "livelihood": lambda m, v, s: (
        s.frame.topic.explicit
        or any(c.predicate in _CAREER for c in s.latest)
        or _CAREER_WORD.search(s.frame.text) is not None
        # The first words of a message about oneself ("in the port, driving a crane").
        or (
            (s.sentence.startswith(s.frame.text) or (s.said_before and not s.unknown))
            and s.frame.text[m.start()] in "在给替帮"
        )
    ),
    "hired": lambda m, v, s: (
        not s.frame.text[m.start() :].startswith(("去了", "到了", "回了"))
        or _CAREER_WORD.search(s.sentence) is not None
    ),
    "left_job": lambda m, v, s: (
        re.search(
            "辞|离职|退休|退下|内退|单干|跳|下岗|被裁|优化|出来|走人|退了|告别|离开", s.frame.text
        )
        is not None
        and (s.frame.changed or "了" in m.group() or s.frame.topic.explicit)
    ),
    "grounded_job": lambda m, v, s: (
        s.frame.topic.explicit
        or s.frame.past
        or bool(s.latest)
        or re.search("了|的是", m.group()) is not None
        or re.search("现在|如今|目前", s.frame.text) is not None
    ),
    "field": lambda m, v, s: expand(f"(?:{FIELDS}|<OCC>)$").search(m["o"]) is not None,
    "once_worked": lambda m, v, s: (
        expand("<DUR>").search(m["o"]) is not None
        or (
            (s.frame.topic.explicit or bool(s.latest) or s.sentence.startswith(s.frame.text))
            and re.match(
                "卖|糊|扛|端|刷|送|修|搬|代|蹬|倒腾|摆|抄|跑(?=船|车|大|业务|外卖|运)", m["o"]
            )
            is not None
        )
    ),
    # "Went to" a school: to learn there, not to fetch somebody.
    "schooled": lambda m, v, s: (
        m.group()[0] not in "去进拿报" or (s.frame.topic.explicit and not s.named)
    ),
    "pupil": lambda m, v, s: (
        m["studies"] is not None
        or re.search("学$|书|读|修|交换|校|听", m.group()[-3:]) is not None
        or (s.frame.topic.explicit and USER not in s.frame.topic.names)
    ),
    "no_college": lambda m, v, s: re.search("[校院中小]$|大学|[大一二三]中", m["o"]) is None,
    "learnable": lambda m, v, s: (
        re.search("也许|可能|犹豫|考虑|打算|想", s.sentence) is None
        and (
            m.group()[0] not in "转复备"
            or re.search(
                "[学语系法]|专业|会计|计算机|新传|教资|公考|考研|雅思|托福|软件|金融", m["o"]
            )
            is not None
        )
    ),
    "able_still": lambda m, v, s: (
        any(c.predicate in ("age", "health", "can") for c in s.latest)
        or (
            USER not in s.frame.topic.names
            and (s.frame.topic.explicit or s.said_before)
            and re.search("还|照|仍|都能|自己", m.group()) is not None
        )
    ),
    "no_tongue": lambda m, v, s: expand("<LANG>").search(s.sentence) is None,
    "learnt": lambda m, v, s: (
        s.frame.topic.explicit
        or any(c.predicate in ("studies", "speaks", "can", "moved_to") for c in s.latest)
    ),
    "doing": lambda m, v, s: (
        not m.group().rstrip("了").endswith("不行")
        or any(c.predicate in ("health", "can") for c in s.latest)
    ),
    "tongue": lambda m, v, s: (
        s.frame.topic.explicit
        or s.said_before
        or re.search("在家|只|会|能|懂|一口|从小", s.frame.text) is not None
    ),
    "unasked": lambda m, v, s: re.search("课|考|班|老师|作业|成绩|题", s.frame.text) is None,
    # Somebody who learns, or it is said to be learnt.
    "learner": lambda m, v, s: (
        re.search(
            "班|专业|系|学|课|科|孩子|娃|儿子|女儿|闺女", s.sentence + s.frame.topic.names[-1]
        )
        is not None
    ),
}
