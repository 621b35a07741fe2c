"""What happens to a text before any model sees it."""

from __future__ import annotations

MAX_CHARS = 4000
"""Longest part of a text that is embedded, in characters.

The lanes hand over at most some 400 tokens, so this is a guard and no tuning knob: a pasted
megabyte would keep one core busy for minutes.
"""

TEXT_VERSION = "t1"
"""Part of every identity; raised whenever ``prepare`` gives another result for some text."""


def prepare(text: str) -> str:
    """``text`` as models get it: cut to ``MAX_CHARS``, a space for NUL (C engines stop reading
    there), ``?`` for a lone surrogate. Never raises."""
    head = text[:MAX_CHARS]
    return head.encode("utf-8", "replace").decode("utf-8").replace("\x00", " ")
