"""From a message to its sentences; what is quoted or code is blanked out first.

Blanking keeps every offset: a blanked character becomes a space.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

#: A longer sentence is cut: nobody states facts in one breath of this length.
MAX_SENTENCE = 700
#: Text beyond this is not read; a message of this size is a document, not a remark.
MAX_TEXT = 200_000
#: A quotation of up to this many words is a term or a title and stays readable.
QUOTED_TERM_WORDS = 3

_CODE = re.compile(r"```.{0,20000}?(?:```|\Z)|`[^`\n]{1,300}`", re.DOTALL)
_BLOCK_LINE = re.compile(r"(?m)^[ \t]{0,8}(?:>|\||♪|🎵|🎶).*$")
_BULLET = re.compile(r"(?m)^[ \t]{0,8}(?:[-*•–]|\d{1,2}[.)])[ \t]+")
_QUOTE = re.compile(
    r"\"[^\"\n]{1,600}\"|“[^”\n]{1,600}”|«[^»\n]{1,600}»|(?<![\w])[‘'](?=\w)[^'’\n]{1,600}[’'](?!\w)"
)
_TITLED = re.compile(r"\b(?:called|named|titled|nicknamed|favou?rite|as|is|a|an|the|my)\s*$", re.I)
_END = re.compile(
    r"(?P<mark>[.!?…]+[\"')\]”’]{0,3})(?=\s|$)|(?P<line>\n+)"
    r"|(?P<pict>[\u2600-\u27bf\U0001f000-\U0001faff][\ufe0f\u200d\u2600-\u27bf\U0001f000-\U0001faff]*)"
    r"|(?P<semi>;)"
)
_ABBREVIATION = re.compile(
    r"(?:\b(?:e\.g|i\.e|etc|mr|mrs|ms|dr|st|vs|approx|prof|jr|sr|inc|ltd|dept|a\.m|p\.m|incl|aka"
    r"|ave|rd|ca|cf|est|[a-z]))$",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Sentence:
    """A span of the message; ``mark`` is its closing punctuation, empty if none."""

    start: int
    end: int
    mark: str

    @property
    def questioned(self) -> bool:
        """Whether the sentence closes with a question mark."""
        return "?" in self.mark


def blanked(text: str) -> str:
    """``text`` with code, block quotes, bullets and quotations made blank, offsets unchanged."""
    text = _CODE.sub(_spaces, text)
    text = _BLOCK_LINE.sub(_spaces, text)
    text = _BULLET.sub(_spaces, text)
    return _QUOTE.sub(_quotation, text)


def sentences(text: str) -> Iterator[Sentence]:
    """The sentences of a (blanked) text in order, none longer than :data:`MAX_SENTENCE`."""
    start = 0
    text = text[:MAX_TEXT]
    for match in _END.finditer(text):
        if match.group("mark") and not _closes(text, start, match):
            continue
        yield from _pieces(text, start, match.start(), match.group("mark") or "")
        start = match.end()
    yield from _pieces(text, start, len(text), "")


def _pieces(text: str, start: int, end: int, mark: str) -> Iterator[Sentence]:
    while end - start > MAX_SENTENCE:
        cut = text.rfind(" ", start + 1, start + MAX_SENTENCE)
        cut = cut if cut > start else start + MAX_SENTENCE
        yield Sentence(start, cut, "")
        start = cut
    if text[start:end].strip():
        yield Sentence(start, end, mark)


def _closes(text: str, start: int, match: re.Match[str]) -> bool:
    mark = match.group("mark")
    if mark[0] in "!?":
        return True
    if mark.startswith(("..", "…")):
        rest = text[match.end() : match.end() + 3].lstrip()
        return not rest[:1].islower()
    before = text[max(start, match.start() - 8) : match.start()]
    return _ABBREVIATION.search(before) is None or before[-1:] in "I"


def _spaces(match: re.Match[str]) -> str:
    return "".join("\n" if character == "\n" else " " for character in match.group())


def _quotation(match: re.Match[str]) -> str:
    quoted = match.group()
    inner = quoted[1:-1]
    titled = _TITLED.search(match.string, max(0, match.start() - 24), match.start())
    limit = 6 if titled else QUOTED_TERM_WORDS
    if len(inner.split()) <= limit and not re.search(r"[.!?]$|\b(?:I|you|we)\b", inner):
        return f" {inner} "
    return " " * len(quoted)
