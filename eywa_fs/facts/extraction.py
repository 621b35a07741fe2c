"""What a record asserts: the language pack is chosen by the script the message is written in."""

from __future__ import annotations

from eywa_fs.facts.model import Candidate
from eywa_fs.facts.values import is_chinese
from eywa_fs.language.script import fold


def extract(content: str, timestamp_ms: int, tz: str = "UTC") -> tuple[Candidate, ...]:
    """The assertions of one user message, in the order of the text.

    Args:
        content: the message. What an assistant said is no fact about the user: do not pass it.
        timestamp_ms: when it was said, epoch milliseconds; relative dates count from there.
        tz: IANA zone in which "today" is read.

    Returns:
        Candidates whose spans lie in ``content``; the same for the same arguments. Never raises,
        whatever the text.
    """
    if is_chinese(fold(content)):
        from eywa_fs.facts.languages.zh import extract as read
    else:
        from eywa_fs.facts.languages.en import extract as read
    return tuple(read(content, timestamp_ms=timestamp_ms, tz=tz))
