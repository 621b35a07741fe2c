"""Things people have one of at a time: a phone, a bank, a rent, a way to work.

The function is the attribute that makes a wide predicate (``uses``, ``owns``, ``has``, ``other``)
hold one value. It is read from the object, or from the words directly around it ("my new phone",
"for notes"); a mere mention elsewhere in the sentence does not count.
"""

from __future__ import annotations

import re

from eywa_fs.language.script import fold

#: function -> words for it and well-known makes of it, as one pattern on folded text.
_FUNCTIONS: dict[str, str] = {
    "phone": (
        r"\b(?:smart)?phones?\b(?! (?:number|call|case))|\bhandset\b|\biphone\b|\bpixel\b|"
        r"\bgalaxy\b|手机(?!号|壳)|小米|华为|苹果\d"
    ),
    "laptop": r"\blaptop\b|\bmacbook\b|\bthinkpad\b|\bchromebook\b|笔记本电脑|笔电",
    "browser": r"\bbrowser\b|\bfirefox\b|\bchrome\b|\bsafari\b|浏览器",
    "editor": r"\b(?:text|code) editor\b|\bvim\b|\bneovim\b|\bemacs\b|\bvs ?code\b|编辑器",
    "notes": (
        r"\bnotes? app\b|\bnote[- ]taking\b|\bobsidian\b|\bevernote\b|\bonenote\b|"
        r"\bjoplin\b|笔记软件|印象笔记"
    ),
    "todo": r"\bto-?do (?:list|app)\b|\btask manager\b|\btodoist\b|待办",
    "bank": r"\bbank(?: account)?\b|\bbanking\b|银行",
    "gym": r"\bgym\b|健身房",
    "doctor": r"\b(?:gp|family doctor)\b|家庭医生",
    "dentist": r"\bdentist\b|牙医",
    "commute": (
        r"\bcommut\w+\b|\bto (?:work|the office|school)\b|通勤|班车|(?:去|来)?上(?:班|学)(?:路上)?"
    ),
    "car": (
        r"\b(?:car|hatchback|estate|saloon|suv)\b(?! (?:park|seat|insurance|keys?|wash))|"
        r"\b(?:toyota|honda|volvo|skoda|fiat|tesla|mazda|renault|peugeot)\b|轿车|越野车|本田|"
        r"丰田|比亚迪|特斯拉|大众"
    ),
    "provider": (
        r"\b(?:broadband|internet|energy|phone|mobile) (?:provider|supplier|contract)\b|运营商|"
        r"宽带"
    ),
    "rent": r"\brent\b(?!al)|房租|月租|租金",
    "salary": r"\b(?:salary|wages?|pay ?check)\b|工资|月薪|薪水|年薪",
    "mortgage": r"\bmortgage\b|房贷|月供",
    "budget": r"\bbudget\b|预算",
    "instrument": (
        r"\b(?:play(?:s|ing)?|on) (?:the )?(?:bass|drums|keys|guitar|piano|violin|cello|"
        r"synth)\b|弹(?:贝斯|吉他|琴|钢琴)|打鼓|拉(?:小|大)提琴"
    ),
    "rank": r"段位|\b(?:elo|rating|league rank)\b",
    "bedtime": r"\b(?:bedtime|go to bed|wake up|get up)\b|起床|睡觉",
}
_PATTERNS = {name: re.compile(pattern) for name, pattern in _FUNCTIONS.items()}
#: What may stand between a function word and the value it introduces.
_LINK_EN = r"(?: (?:is|was|now|app|are|a|an|the|my|our|new|of|at|on|with|to|in|by|it|,|:))*[,:]? ?"
_OWNER_EN = r"\b(?:my|our|new|main|daily|for|current)(?: \w+)? "
#: Functions named by the sentence hold for amounts in it, wherever the figure stands.
_AMOUNTS = frozenset({"rent", "salary", "mortgage", "budget"})
_FIGURE = re.compile(r"\d|[一二三四五六七八九十百千万两]{2,}")


def function_of(value: str, context: str) -> str:
    """The function of ``value`` in ``context``, or ``""``."""
    value, context = fold(value), fold(context)
    for name, pattern in _PATTERNS.items():
        if pattern.search(value):
            return name
    for name, pattern in _PATTERNS.items():
        if name in _AMOUNTS and _FIGURE.search(value) and pattern.search(_part(context, value)):
            return name
        if name not in _AMOUNTS and _introduces(pattern, value, context):
            return name
    return ""


def is_place(value: str, context: str) -> bool:
    """Whether ``value`` says where a thing is: "moored at Mol", or what it was moved to."""
    value, context = fold(value), fold(context)
    if _PLACED.match(value):
        return True
    moved = rf"{_MOVED_EN}(?:the |a )?{re.escape(value)}|[搬挪迁](?:到|去|至)了?{re.escape(value)}"
    return re.search(moved, context) is not None


_PLACED = re.compile(
    r"(?:moored|berthed|docked|stabled|parked|stored|garaged|kept) (?:at|in|on|near)\b"
    r"|(?:开|停|放|存|寄养|摆|设|坐落|位)[在于]"
)
_MOVED_EN = r"\b(?:moved|towed|berthed|moored|docked)(?: [a-z]+){0,3} (?:to|at|in) "


def _introduces(pattern: re.Pattern[str], value: str, context: str) -> bool:
    """Whether ``context`` says that ``value`` serves the function ("my phone is a ...")."""
    word = pattern.pattern
    before = rf"(?:{word}){_LINK_EN}{re.escape(value)}"
    after = rf"{re.escape(value)}(?: (?:is|as))? {_OWNER_EN}(?:{word})"
    chinese = (
        rf"(?:{word})(?:是|用的是|换成了?|用|开|骑|坐|在)?{re.escape(value)}|(?:骑|坐|"
        rf"开){re.escape(value)}(?:{word})"
    )
    return re.search(f"{before}|{after}|{chinese}", context) is not None


def _part(context: str, value: str) -> str:
    """The sentence of ``context`` that holds ``value``."""
    sentences = re.split(r"[.!?;。！？；\n](?!\d)", context)
    return next((s for s in sentences if value in s), context)
