"""Facts in Chinese messages, read by grammar and word lists; no model."""

from __future__ import annotations

from eywa_fs.facts.languages.zh.reader import read
from eywa_fs.facts.model import Candidate

__all__ = ["extract"]


def extract(text: str, *, timestamp_ms: int, tz: str = "UTC") -> list[Candidate]:
    """What one message asserts.

    Args:
        text: the message, Simplified or Traditional script; objects come back as written.
        timestamp_ms: when it was said, epoch milliseconds; relative dates count from it.
        tz: IANA zone the dates are read in; an unknown one counts as UTC.

    Returns:
        Candidates in reading order; empty for questions, requests, suppositions, fiction and
        small talk. Never raises on any text.
    """
    return read(text, timestamp_ms, tz)
