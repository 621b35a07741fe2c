"""What the match of a pattern covers, told in tokens."""

from __future__ import annotations

import re
from collections.abc import Sequence

from eywa_fs.facts.languages.en.tokens import Token


def tokens_within(
    match: re.Match[str], group: str, tokens: Sequence[Token], offset: int
) -> tuple[Token, ...]:
    """The tokens that lie in a group of a match.

    Args:
        match: of a pattern in a sentence; the group must have taken part in it.
        group: its name.
        tokens: of the sentence.
        offset: place of the sentence in the message.
    """
    first, last = match.span(group)
    return tuple(t for t in tokens if first <= t.start - offset and t.end - offset <= last)
