"""Questions that go on from the message before: "and her brother?", 之前呢？

Alone they find what shares their few words. Asked behind the messages they go on from, they find
what is meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from eywa_fs.language.questions import INTERROGATIVE, is_question
from eywa_fs.language.script import fold
from eywa_fs.language.tokens import query_content

MOST_BEFORE: Final = 3
"""Messages that a question is asked behind, at most."""
TALK_MS: Final = 6 * 3_600_000
"""How far back they are looked for."""
LONGEST, SHORT, READ = 80, 30, 500
"""Characters: of a question, as a longer one says what it is about; of one without a question mark
("and my sister"); and how many are taken of a message before it."""

_ANOTHER: Final = re.compile(
    r"\b(?:he|him|his|she|her|hers|it|its|they|them|their|theirs)\b"
    r"|\b(?:that|those)\b(?=\W*(?:$|[,.?!]|(?:is|was|are|were|one|ones)\b))"
    r"|(?<![吉其])[他她它]|佢|那[个位件次边家里天时只条](?![\u4e00-\u9fff])|那[个位]是"
)
_AND: Final = re.compile(
    r"\W*(?:and|or|but|what about|how about)\b|\W*那么?[^是]*呢\W*$|[^\W我咱俺]{1,4}呢\W*$"
)
_WHICH: Final = re.compile(
    r"\W*(?:so )?(?:what|which|how|whose) \w+\W*"
    r"|[那叫是在有得的系\W]*(?:(?:什么|啥子?|乜嘢?|咩|哪一?[个种家位]?|边[个间度位]?|几|多少?)\w{0,3}"
    r"|(?:为什么|为何|为啥|点解|做咩)\w{0,3}|(?:怎么|咋个?|点样)\w?的?)\W*"
)
_ASKS: Final = re.compile(rf"\b{INTERROGATIVE}\b")
_ORDER: Final = frozenset(
    query_content("previously previous earlier later next first second last old other originally")
)
_ORDER_ZH: Final = re.compile("[再更最之以前后上下一个位次那这早先初原来开始是叫谁啥系边呢的]+")
"""What only says where something stands to what was spoken of: "the previous one", 再之前那个."""
_OWN_ZH: Final = re.compile("[我咱俺]")


def goes_on(message: str) -> bool:
    """Whether a question says too little to be asked by itself: it has no word that tells what it
    is about, or only one of what is asked ("which side?"), speaks of somebody or something by a
    pronoun before it names anything, or begins with "and"."""
    message = message.strip()
    if len(message) > READ:  # a pasted text: it is not read to the end for this
        return False
    folded = fold(message)
    asked = not folded.isascii() or "?" in folded or _ASKS.search(folded) is not None
    asks = is_question(message) or (folded.isascii() and asked)
    added = _AND.match(folded) is not None
    if len(folded) > LONGEST or not (asks or (added and len(folded) <= SHORT)):
        return False
    if added or _WHICH.fullmatch(folded) or _ORDER_ZH.fullmatch(folded.strip("?？。.!！ ")):
        return True
    other = _ANOTHER.search(folded)
    named = query_content(folded[: other.start()] if other else folded)
    return _ORDER.issuperset(named) and (
        other is not None or (asked and _OWN_ZH.search(folded) is None)
    )


def asked_behind(message: str, before: Iterable[str]) -> tuple[str, ...]:
    """The messages that a question goes on from, oldest first; none for one that can be asked by
    itself.

    Args:
        before: the user's messages of the running talk, newest first.
    """
    found: list[str] = []
    asked = message
    for text in before:
        if len(found) == MOST_BEFORE or not goes_on(asked):
            break
        found.append(text)
        asked = text
    return tuple(reversed(found))
