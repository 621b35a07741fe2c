"""What of a message is the writer's own prose, and what is material: pasted, quoted, listed, code.

Nothing in material is said by the writer about themselves; rules never see it. Nor is what is said
in a play, from the message that agrees on it to the one that ends it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.resources import files
from typing import Final, Literal

from eywa_fs.language.talks import talk_in

Span = tuple[int, int]

LONGEST = 4000
"""Characters of prose that are read in one message: a person says what matters in less, and the
time to read a message stays bounded."""
_FENCE = re.compile(r"```.*?(?:```|\Z)|~~~.*?(?:~~~|\Z)", re.S)
QUOTES = re.compile(
    r"[“\"「『《](?:[^“”\"「」『』《》\n]{12,}?|(?:(?i:i|my|we)\b|我)[^“”\"「」『』《》\n]*)[”\"」』》]"
)
_LISTED = re.compile(
    r"\s*(?:[-*•·>|#=+]|\d{1,2}[.)、．]|[（(]?[一二三四五六七八九十\d]{1,2}[）)、]|[a-zA-Z][.)])\s*"
)
_LABELLED = re.compile(r"\s*[\w\u4e00-\u9fff ./&'’-]{1,40}[:：]\s*\S?")
_CODE_BEGINS = re.compile(
    r"\s*(?:def \w+\(|class \w+\s*[:({]|import \w+|from \w[\w.]* import|return\b[^.]*;"
    r"|function \w*\(|(?:const|let|var) \w+ =|public \w+|SELECT |#include)"
)
_CODE_HOLDS = re.compile(r"[{};]\s*$|</?\w+[^>]{0,200}>|=>|==|\b\w+\([\w, ='\"]*\)\s*[:;{]?$")
_CODE_SIGN = re.compile(r"[{};<=(]")
"""One of these stands in whatever ``_CODE_HOLDS`` finds."""
_QUOTED = re.compile(r"\s*(?:>|\|.*\|\s*$)")
_MANY_LINES = 4


def _words(name: str) -> list[str]:
    text = files("eywa_fs.language").joinpath("texts.txt").read_text(encoding="utf-8")
    lines = map(str.split, text.splitlines())  # a comment begins with "#", which is no name
    return [word for first, *words in lines if first == name for word in words]


def _bringing() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """What hands over the text behind it, and what a last line asks of the text above it."""
    work, change, point, text, told, pasted, label = (
        rf"(?:\b(?:{'|'.join(w for w in _words(name) if w.isascii())})\b"
        rf"|{'|'.join(w for w in _words(name) if not w.isascii())})"
        for name in ("work", "change", "point", "text", "told", "pasted", "label")
    )
    behind = (
        rf"(?<!\bi ){work}[^\n:：?\"“「]{{0,80}}(?:[:：?\"“「\n]|\s[-–—]+\s)"
        rf"|(?:{change}[^\n:：]{{0,40}}?(?:{point}|{text})|(?:{text}|{point})[^\n:：]{{0,20}}{change}"
        rf"|{point}[^\n:：]{{0,20}}?{text})[^\n:：]{{0,80}}[:：\n]"
        rf"|(?:{point}|{text})[^\n]{{0,80}}[:：]\s*$|{told}[^\n.:：]{{0,30}}(?:[:：]|{point}\s*\n)"
        rf"|[\[(（【][^\n\])）】]{{0,30}}{pasted}[^\n]{{0,60}}[\])）】]|^{pasted}[^\n:：]{{0,60}}[:：\n]"
        rf"|^[^\n.!?:：]{{0,40}}{label}[^\n.!?:：]{{0,15}}(?:[:：]|\s[-–—]\s)"
    )
    below = rf"\n.*(?:{work}|(?:{change}|{point})[^\n]{{0,40}}{text}).*\s*\Z"
    begins = r"(?:(?<![a-z])|(?![a-z]))"  # all said in the words, and soon tried
    return re.compile(rf"{begins}(?:{behind})(?=\s*\S)", re.I | re.M), re.compile(below, re.I)


_BEHIND, _BELOW = _bringing()
LABELS: Final = frozenset(_words("own"))
"""What stands before a colon and leaves the writer the speaker."""
_HELPED: Final = re.compile(
    r"\b(?:you(?:['’]ll be| will be|['’]re| are)(?: now)?|(?:please )?act as|act like|be)"
    rf" (?:an?|my|the) (?:[\w-]+ ){{0,3}}(?:{'|'.join(filter(str.isascii, _words('helper')))})\b"
    r"|(?:你(?:来|就|现在|以后|今后)*[是当做]|把你当[作做成]?|扮演|担任)我?们?的?(?:一[个名位])?"
    rf"[^，。！？,.!?\n我你]{{0,8}}(?:{'|'.join(w for w in _words('helper') if not w.isascii())})",
    re.I,
)
_PLAY, _UNPLAY = ([w.replace("_", " ") for w in _words(name)] for name in ("play", "unplay"))


def unhelped(text: str) -> str:
    """A text of the same length without the words that give the reader the part of a helper ("act
    as my assistant"): that is no play."""
    return _HELPED.sub(lambda found: " " * len(found.group()), text)


def play_turn(text: str) -> Literal["play", "unplay"] | None:
    """Whether a message begins a play for its session ("pretend you're ..."), or ends one."""
    low = unhelped(text[:LONGEST]).lower().replace("’", "'")
    if any(phrase in low for phrase in _PLAY):
        return "play"
    return "unplay" if any(phrase in low for phrase in _UNPLAY) else None


def brought(text: str) -> int:
    """Where the text begins that a message brings: with a request, a report or a label ("shorten
    this:", "[pasted from ...]"), or as a talk of others; 0 where its last line asks for it, the
    length where none is."""
    text = text[:LONGEST]
    if not re.search(r"[:：?\n\"“「–—[【<]| - ", text):
        return len(text)
    found = _BEHIND.search(text)
    if not found and _BELOW.search(text):
        return 0
    return min(found.start() if found else len(text), talk_in(text, LABELS))


def own_prose(text: str) -> Iterator[Span]:
    """The parts of a message that are the writer's own sentences, in order; what is
    :func:`brought` is among them.

    Left out: code, fenced or by its look, markup, what is quoted behind ``>``, rows of a table,
    among many lines list items and labelled ones ("Subject: ..."), longer quotations, and what is
    behind the first :data:`LONGEST` characters."""
    text = text[:LONGEST]
    if len(text) <= 200 and "\n" not in text and '"' not in text and "“" not in text:
        if text and not _is_code(text) and not _QUOTED.match(text):
            yield 0, len(text)
        return
    material = [match.span() for match in _FENCE.finditer(text)]
    material += [match.span() for match in QUOTES.finditer(text)]
    lines = list(_lines(text))
    many = len(lines) >= _MANY_LINES
    for start, end in lines:
        line = text[start:end]
        listed = many and (_LISTED.match(line) or _LABELLED.match(line))
        if not listed and not _QUOTED.match(line) and not _is_code(line):
            yield from _without(start, end, material)


def _is_code(line: str) -> bool:
    if _CODE_BEGINS.match(line):
        return True
    return _CODE_SIGN.search(line) is not None and _CODE_HOLDS.search(line) is not None


def _lines(text: str) -> Iterator[Span]:
    for match in re.finditer(r"[^\n]+", text):
        if not match.group().isspace():
            yield match.span()


def _without(start: int, end: int, holes: list[Span]) -> Iterator[Span]:
    """``[start, end)`` without the parts that lie in ``holes``."""
    for first, last in sorted(holes):
        if last <= start or first >= end:
            continue
        if first > start:
            yield start, first
        start = max(start, last)
    if start < end:
        yield start, end
