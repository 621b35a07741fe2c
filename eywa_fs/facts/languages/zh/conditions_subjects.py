"""Of whom it is said: the subject's being named, and what was said of it just before."""

from __future__ import annotations

import re
from typing import Final

from eywa_fs.facts.languages.zh.rule import expand
from eywa_fs.facts.languages.zh.situation import Condition, value_of
from eywa_fs.facts.languages.zh.subjects import USER, Topic

_PERSON = (
    r"(?:<ROLE>|<OCC>|人|者|师|友|姐|哥|叔|姨|爷|奶|总|工"
    r"|老板|明星|偶像|本尊|[老小阿][\u4e00-\u9fff]|^[A-Z][a-z]+|^<SURNAME>[\u4e00-\u9fff]{1,2})$"
)
_KIN = expand("(?:<KIN>)$")

SUBJECTS: Final[dict[str, Condition]] = {
    "explicit": lambda m, v, s: s.frame.topic.explicit,
    "third": lambda m, v, s: s.frame.topic.explicit and USER not in s.frame.topic.names,
    "identity": lambda m, v, s: s.frame.topic.explicit or m.group()[0] in "是算",
    "sure": lambda m, v, s: (
        (s.frame.topic.explicit or not s.unknown)
        and re.search(
            "[大小][我他她]|比[我他她你]|相差|差了?[0-9一二三四五六七八九十]", s.frame.text
        )
        is None
    ),
    "grounded": lambda m, v, s: (
        s.frame.topic.explicit
        or s.frame.past
        or m.group()[0] == "是"
        or re.search("现在|目前|如今|在", s.frame.text[: m.end()]) is not None
    ),
    "own": lambda m, v, s: s.frame.topic.explicit or USER in s.frame.topic.names,
    "self": lambda m, v, s: s.frame.topic == Topic((USER,)),
    "subject_given": lambda m, v, s: s.frame.topic.explicit or bool(s.latest),
    "in_profile": lambda m, v, s: s.frame.topic.explicit or s.said_before,
    "unsaid": lambda m, v, s: not s.frame.topic.explicit,
    "person": lambda m, v, s: expand(_PERSON).search(value_of(m)) is not None,
    "explicit_or_after": lambda m, v, s: (
        s.frame.topic.explicit or (s.said_before and not s.unknown)
    ),
    "third_after": lambda m, v, s: USER not in s.frame.topic.names and s.said_before,
    "past_or_explicit": lambda m, v, s: s.frame.past or s.frame.topic.explicit,
    "others": lambda m, v, s: USER not in s.frame.topic.names,
    "of_a_person": lambda m, v, s: (
        (m.start() == 0 and not s.frame.past)
        or expand(_PERSON).search(s.frame.topic.names[-1]) is not None
    ),
    "explicit_or_bare": lambda m, v, s: (
        s.frame.topic.explicit or m.end() - m.start() == len(s.frame.text)
    ),
    "explicit_or_dur": lambda m, v, s: (
        s.frame.topic.explicit or s.said_before or bool(s.named) or len(m.group()) >= 4
    ),
    "subject_given_or_possessed": lambda m, v, s: s.frame.topic.explicit or not s.unknown,
    "explicit_or_next": lambda m, v, s: (
        s.frame.topic.explicit or re.search("现在|如今|目前", s.sentence) is not None
    ),
    "kin": lambda m, v, s: _KIN.search(s.frame.topic.names[-1]) is not None,
    "explicit_or_changed": lambda m, v, s: s.frame.topic.explicit or s.frame.changed,
    "explicit_or_sentence": lambda m, v, s: s.frame.topic.explicit or len(m.group()) >= 2,
    "explicit_or_after_or_done": lambda m, v, s: (
        s.frame.topic.explicit or s.frame.changed or s.said_before or "了" in m.group()
    ),
    # The first words of a message about oneself: "night nurse, 31, ...".
    "profile": lambda m, v, s: (
        m.end() - m.start() == len(s.frame.text) >= 4
        and s.sentence.startswith(s.frame.text)
        and len(s.sentence) > len(s.frame.text) + 3
    ),
    "own_or_start": lambda m, v, s: (
        s.frame.topic.explicit or m.start() == 0 or s.said_before or bool(s.latest)
    ),
    "bound": lambda m, v, s: (
        s.frame.topic.explicit or (USER in s.frame.topic.names and (s.said_before or s.future))
    ),
    "own_or_said": lambda m, v, s: (
        (s.frame.topic.explicit or not s.unknown) and not s.frame.changed and not s.frame.past
    ),
}
