"""What of a message is the writer's own prose, and what is material: pasted, quoted, listed, code.

Nothing in material is said by the writer about themselves; rules never see it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

Span = tuple[int, int]

LONGEST = 4000
"""Characters of prose that are read in one message: a person says what matters in less, and the
time to read a message stays bounded."""
_FENCE = re.compile(r"```.*?(?:```|\Z)|~~~.*?(?:~~~|\Z)", re.S)
_QUOTES = re.compile(r"[“\"「『《][^“”\"「」『』《》\n]{12,}?[”\"」』》]")
_LISTED = re.compile(
    r"\s*(?:[-*•·>|#=+]|\d{1,2}[.)、．]|[（(]?[一二三四五六七八九十\d]{1,2}[）)、]|[a-zA-Z][.)])\s*"
)
_LABELLED = re.compile(r"\s*[\w\u4e00-\u9fff ./&'’-]{1,40}[:：]\s*\S?")
_CODE = re.compile(
    r"[{};]\s*$|^\s*(?:def \w+\(|class \w+\s*[:({]|import \w+|from \w[\w.]* import|return\b[^.]*;"
    r"|function \w*\(|(?:const|let|var) \w+ =|public \w+|SELECT |#include)"
    r"|</?\w+[^>]{0,200}>|=>|==|\b\w+\([\w, ='\"]*\)\s*[:;{]?$"
)
_HANDED_OVER = re.compile(
    r"(?:\b(?:this|these|following|below|attached|here(?:'s| is| are)|text|email|letter|passage|"
    r"paragraph|article|story|essay|script|message|review|transcript|notes?|code|draft)\b"
    r"[^\n]{0,80}|(?:以下|下面|如下|这段|这篇|这封|原文|文章|邮件|内容|文本)[^\n]{0,30})[:：]\s*$",
    re.I,
)
_MANY_LINES = 4


def own_prose(text: str) -> Iterator[Span]:
    """The parts of a message that are the writer's own sentences, in order.

    Left out: fenced code, lines that look like code, markup, list items, labelled lines ("Subject:
    ..."), quotations of some length, everything behind a line that hands a text over ("the
    following email:"), and what is behind the first :data:`LONGEST` characters.
    """
    if len(text) <= 200 and "\n" not in text and '"' not in text and "“" not in text:
        if not _CODE.search(text):
            yield 0, len(text)
        return
    text = text[:LONGEST]
    material = [match.span() for match in _FENCE.finditer(text)]
    material += [match.span() for match in _QUOTES.finditer(text)]
    lines = list(_lines(text))
    many = len(lines) >= _MANY_LINES
    for start, end in lines:
        line = text[start:end]
        if _HANDED_OVER.search(line):
            break
        listed = many and (_LISTED.match(line) or _LABELLED.match(line))
        if not listed and not _CODE.search(line):
            yield from _without(start, end, material)


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
