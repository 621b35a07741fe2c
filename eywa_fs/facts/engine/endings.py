"""What a part of a sentence says to be over, whatever it is: it is told by the words for ends, and
the facts that are known say what it can mean (:class:`eywa_fs.facts.known.Known`).

The words are data, ``languages/<code>/endings.txt``. ``KIND>`` ends what is said behind it, up to
``behind``, ``<KIND`` what is said before it. Only ``before`` may stand before a ``KIND>``, never
``others`` before a ``<KIND``, nor ``unless`` and ``bygone`` in the part; each message with an end
has ``signs``. What is ``final`` is so for no day only."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from eywa_fs.facts import data

NEAR: Final = 40  # characters beside the words for an end in which the name stands
_PASSING: Final = ("any", "doing", "left", "quit", "off", "moved", "order")
"""Kinds of ends that are of a day only with ``today`` in their part, or ``passing`` near it."""
_LONGEST: Final = 160  # characters of a part that is looked at


def _endings(code: str) -> dict[str, re.Pattern[str]]:
    return data.patterns(f"languages/{code}/endings.txt")


def told(code: str, low: str, start: int, end: int) -> bool:
    """Whether ``low[start:end]`` may tell an end at all."""
    return _endings(code)["signs"].search(low, start, end) is not None


def endings(
    code: str, low: str, start: int, end: int, since: int | None = None, ever: bool = False
) -> Iterator[tuple[str, int, int]]:
    """The ends that a part of a sentence can tell: their kind, and where what ended is named.

    Args:
        low, start, end: the text in lower case (in Chinese folded), and the part in it.
        since: where the sentences begin that may say that it is so for a day; the part by default.
        ever: an end of long ago counts, too: of nothing known, but of what is told beside it.
    """
    said = _endings(code)
    if end - start > _LONGEST or said["unless"].search(low, start, end):
        return
    if not ever and said["bygone"].search(low, start, end):
        return
    around = (start, end) if since is None else (since, since + _LONGEST)
    passing = said["passing"].search(low, *around) is not None
    if said["today"].search(low, start, end) and not said["final"].search(low, start, end):
        passing = True
    for name, pattern in said.items():
        kind = name.strip("<>")
        match = pattern.search(low, start, end) if kind != name else None
        if match is None or (passing and kind in _PASSING):
            continue
        if name[0] == "<":
            if match.start() > start and not said["others"].search(low, start, match.start()):
                yield kind, max(start, match.start() - NEAR), match.start()
        elif match.end() < end and said["before"].fullmatch(low, start, match.start()):
            stop = said["behind"].search(low, match.end(), end)
            last = stop.start() if stop else end
            yield kind, match.end(), min(last, match.end() + NEAR)


@lru_cache(maxsize=8)
def lowered(text: str) -> str:
    """``text`` in lower case with plain apostrophes; places in it are places in ``text``."""
    text = text.replace("’", "'")
    same = len(low := text.lower()) == len(text)
    return low if same else "".join(c.lower() if len(c.lower()) == 1 else c for c in text)
