"""English: what a message asserts, read by grammar and word lists; no model."""

from __future__ import annotations

from eywa_fs.facts.languages.en.reader import read
from eywa_fs.facts.model import Candidate

__all__ = ["extract"]


def extract(text: str, *, timestamp_ms: int, tz: str = "UTC") -> list[Candidate]:
    """The assertions of one message, in the order of the text.

    Args:
        text: one message by one speaker.
        timestamp_ms: when it was said, epoch milliseconds; relative dates count from there.
        tz: IANA time zone in which "today" is read.

    Returns:
        Candidates whose spans lie in ``text``. A message without a lasting statement gives none.
        The result depends on the arguments only.
    """
    return read(text, timestamp_ms, tz)
