"""What is no statement of the writer's own: questions, play, irony, what is to be written."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from eywa_fs.facts.languages.zh.tokens import patterns
from eywa_fs.language.material import unhelped

_P: Final = patterns("clauses")
_CALLED: Final = re.compile(r"\s*([^，,。:：\s]{1,10})[:：]")


def asks(low: str, start: int, end: int) -> bool:
    """Whether a clause asks; with its mark, if it has one, inside the span."""
    return _P["asks"].search(low, start, end) is not None


def ironic(low: str, start: int, end: int) -> bool:
    """Whether a sentence is not meant as it is said, or what it says is lost is looked for."""
    sought = _P["lost"].search(low, start, end) and _P["sought"].search(low, start, end + 20)
    return bool(sought or _P["irony"].search(low, start, min(len(low), end + 3)))


@lru_cache(maxsize=8)
def meant_from(low: str) -> int:
    """Where a message begins to be meant, whose joke takes back what it said before; 0: all is."""
    meant = 0
    for match in _P["joked"].finditer(low):
        denied = re.search("[没不别非]", low[max(0, match.start() - 3) : match.start()])
        if not denied and _P["told-before"].search(low, meant, match.start()):
            meant = match.start() if match[0][0] in "刚上" else match.end()
    return meant


@lru_cache(maxsize=8)
def own_until(low: str) -> int:
    """Where the writer's own words end: what follows a request to write or change a text is that
    text. 0 for play."""
    if _P["play"].search(unhelped(low)) or ("以后" not in low and _P["over-it"].search(low)):
        return 0
    match = _P["to-write"].search(low)
    return len(low) if match is None else match.start()


def label_at(low: str, start: int, end: int) -> tuple[str, int] | None:
    """The label at the head of a line ("我：", "姓名："), and the place behind it."""
    match = _CALLED.match(low, start, end)
    if match is None or low[match.end() : match.end() + 2] == "//":
        return None
    return match[1], match.end()


def quoted(low: str, start: int) -> bool:
    """Whether a place stands inside a short quotation."""
    line = low.rfind("\n", 0, start) + 1
    head = low[max(line, start - 60) : start]
    for opens, closes in ("“”", "「」", "『』", "《》", "‘’"):
        if head.count(opens) > head.count(closes):
            return True
    return head.count('"') % 2 == 1
