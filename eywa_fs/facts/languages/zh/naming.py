"""Names of those whom the speaker only describes ("the new trainer is called ...")."""

from __future__ import annotations

import re
from typing import Final

from eywa_fs.facts.languages.zh import frame as frames
from eywa_fs.facts.languages.zh import subjects
from eywa_fs.facts.languages.zh.candidates import flat_fact
from eywa_fs.facts.languages.zh.segment import Clause
from eywa_fs.facts.languages.zh.state import State
from eywa_fs.facts.model import Candidate

_WHAT: Final = (
    r"(?P<what>(?!起名|取名|名字|小名|大名|乳名|学名)"
    r"[^，。我你他她的叫姓说问了着过不在把被也就会要想能很太还去]{2,6}?)"
)
_CALLED: Final = re.compile(
    rf"(?P<ours>(?:新来的|新招的|带我的|教我的|那?[盆只条位棵])?){_WHAT}"
    r"(?:代号)?(?:原来|现在|本来|都)*(?:姓(?P<surname>[\u4e00-\u9fff]{1,2})|(?P<given>[起取]名|名)?叫做?(?P<o>[“「\"‘][^”」\"’]{1,10}[”」\"’]|[\u4e00-\u9fff]{2,3}|[A-Z][a-z]+))$"
)
#: Who bears a name although nothing else tells that the verb is not "to call for".
_BEARS_A_NAME: Final = re.compile("[师员生教导长工友猫狗犬鸟鱼龟娃孩]$")
_NO_NAME: Final = re.compile(
    "^(?:人|外卖|车|救|苦|停|醒|板|什么|啥|得|来|上|到|好|作|嚣|喊|吃|开|加|改|送|帮|回)"
)


def named(clause: Clause, at: int, state: State) -> list[Candidate]:
    """The name of somebody or something that no role or possessive ties to the speaker."""
    text = frames.cut_tail(clause.text)[0]
    match = _CALLED.match(text, at)
    if match is None:
        return []
    group = "surname" if match["surname"] else "o"
    given = match[group]
    sure = match["ours"] or match["given"] or given[0] in '“「"‘'
    if _NO_NAME.search(given) or not (sure or _BEARS_A_NAME.search(match["what"])):
        return []
    who = state.original[clause.start + match.start("what") : clause.start + match.end("what")]
    owner = subjects.USERS if match["ours"] else ""
    return [flat_fact(f"{owner}{who}", "name", clause, *match.span(group), state)]
