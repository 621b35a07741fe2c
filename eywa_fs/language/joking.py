"""How people take back what was no more than a joke: English and Chinese, pure.

It is told by the form of a clause that says nothing else: somebody was not serious (a verb of
fooling, alone or with the listener as its object), or what was said was nothing true. Laughter,
particles and adverbs may stand around it.
"""

from __future__ import annotations

import re
from typing import Final

from eywa_fs.language.questions import clauses
from eywa_fs.language.script import fold

_LAUGHTER: Final = r"(?:l+o+l+|lm+f?ao+|rofl|a?(?:ha)+h?|(?:he)+h?|[哈嘿呵嘻]+)"
_AROUND: Final = (
    r"(?:nah|ah+|oh+|ok(?:ay)?|sorry|just|only|totally|obviously|of course|all|really"
    r"|about|around|there|then|though|tho|mate|man|bro|dude)"
)
_YOU: Final = r"(?:you|ya|u|yous?e?|y'all)"
_FOOLING: Final = (
    rf"(?:kidd|jok|jest|mess|muck|fool|teas|troll|bluff|codd)ing?(?: (?:with|on))?(?: {_YOU})?"
    rf"|play(?:ing|in) (?:with|on) {_YOU}|pulling? (?:your|ur|yer|yo) leg|having? {_YOU} on"
    rf"|wind(?:ing)? {_YOU} up|tak(?:ing|in) the (?:piss|mick(?:ey)?)"
)
_ENGLISH: Final = re.compile(
    rf"(?:(?:i(?:'m| am| was|m)|was) )?(?:{_FOOLING})"
    r"|(?:(?:that|it|this|everything)(?:'?s| is| was)? )?"
    r"(?:an? (?:joke|prank|lie|fib|bluff|wind-?up)|not (?:true|real|serious)|untrue|made up)"
    r"|i (?:made (?:that|it) up|wasn't serious)|psych|sike|jk|april fools?"
)
_PLAYING: Final = re.compile(r"(?:(?:i'm|im|i am|i was) )?playing?")
"""What is no more than a joke only where laughter or "just" stands beside it."""
_CHINESE: Final = re.compile(
    r"(?:我|刚才?|刚刚|头先|只是|就是|其实|都?[是系]|跟你|同你|和你)*"
    r"(?:(?:逗|骗|呃|哄|诓|唬|忽悠|耍|玩|吓)(?:着|下|一下|紧)?[你您](?:们|哋)?玩?"
    r"|[说讲闹开](?:着|下|个|紧|住)*(?:玩笑|玩|笑)|假|流|编|[不唔][是系]真)"
    r"(?:的|嘅|啦|了|啊|呀|咋|㗎|喇|吧|嘛|哦|喔|呢|咯|啫|而已|罢了)*"
)
_UNTRUE: Final = re.compile(
    r"(?:(?:that|it|this|everything)(?:'?s| is| was)? )?"
    r"(?:an? (?:lie|fib)|not (?:true|real)|untrue|made up)"
    r"|(?:[那这]?都?[是系])?(?:假|流|编|[不唔][是系]真)[的嘅啦了啊呀㗎喇吧嘛哦喔呢咯]*"
)
"""What somebody may say as well of what another one told."""
_DENIAL: Final = re.compile(r"not|i did(?:n't| not)|没有?|冇|[不唔][是系]")
_LAUGHS: Final = re.compile(rf"\b{_LAUGHTER}\b|[哈嘿呵嘻]{{2}}")
_LIGHTLY: Final = re.compile(rf"\b(?:{_LAUGHTER}|just|only)\b")
_READ: Final = 200
"""Characters of a text that are read: who takes something back begins with it."""
_SMALL: Final = re.compile(rf"\b(?:{_LAUGHTER}|{_AROUND})\b|[哈嘿呵嘻]+")
_EDGES: Final = re.compile(r"^\W+|\W+$")
_PARTICLES: Final = re.compile("[啦了啊呀㗎嘅喇嘛哦喔咯的]+$")


def is_joke(text: str) -> bool:
    """Whether a text begins by saying that what was said before it was a joke or nothing true."""
    return _fools(_begins(text))


def is_untrue(text: str) -> bool:
    """Whether a text begins by saying no more than that something is not true, whoever said it."""
    return _UNTRUE.fullmatch(_rest(_begins(text))) is not None


def laughs_off(text: str) -> bool:
    """Whether a text does nothing but laugh and deny; it may as well answer a question."""
    folded = _folded(text)
    laughs = _LAUGHS.search(folded) is not None
    return laughs and bool(_DENIAL.fullmatch(_PARTICLES.sub("", _rest(folded))))


def _folded(text: str) -> str:
    return fold(text[:_READ]).replace("’", "'")


def _begins(text: str) -> str:
    """The first clause that says something."""
    return next((clause for clause in clauses(_folded(text)) if _rest(clause)), "")


def _rest(clause: str) -> str:
    """A clause without laughter and small words around what it says."""
    return _EDGES.sub("", re.sub(r"\s+", " ", _SMALL.sub(" ", clause)))


def _fools(clause: str) -> bool:
    rest = _rest(clause)
    if _ENGLISH.fullmatch(rest) or _CHINESE.fullmatch(rest):
        return True
    return bool(_PLAYING.fullmatch(rest) and _LIGHTLY.search(clause))
