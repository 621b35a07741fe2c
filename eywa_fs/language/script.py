"""Scripts of a text and its folding to one comparable form."""

import re
import unicodedata
from typing import Final

from eywa_fs.language.traditional import TO_SIMPLIFIED
from eywa_fs.normalform import normal

CJK: Final = (
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"  # Han
    "\u3040-\u30ff\u31f0-\u31ff"  # kana
    "\uac00-\ud7af"  # Hangul syllables
    "\U00020000-\U0003134f"  # Han, supplementary planes
)
"""Body of a character class: scripts that are written without spaces between words (or, like
Hangul, are well served by character bigrams)."""

_CHINESE_SHARE: Final = 0.3
"""Share of CJK writing, three words in ten, from which a text counts as Chinese."""
_CJK_RUN: Final = re.compile(f"[{CJK}]+")
_ALPHABETIC: Final = re.compile(r"[^\W\d_]+")
_LATIN_LAST: Final = "\u024f"
"""The last letter of Unicode's block Latin Extended-B."""
_WITHOUT_MARKS: Final = re.compile(
    "[\x00-\x7f\u2010-\u2027\u3000-\u3029\u3400-\u4dbf\u4e00-\u9fff]*"
)
"""Characters that no normalisation takes apart: ASCII, punctuation, Han."""
_HAS_TRADITIONAL: Final = re.compile("[\u3400-\u9fff]")


def fold(text: str) -> str:
    """One form for what a reader takes for the same text.

    Full width to half width (NFKC), case folded, accents of alphabetic scripts dropped,
    traditional Chinese characters mapped one for one to simplified ones. Length may change, so
    positions in the result do not point into ``text``. Idempotent.
    """
    if text.isascii():
        return text.lower()
    folded = normal("NFKC", text).casefold()
    if not folded.isascii():
        if not _WITHOUT_MARKS.fullmatch(folded):
            folded = normal("NFKC", _without_accents(folded))
        if _HAS_TRADITIONAL.search(folded):
            folded = folded.translate(TO_SIMPLIFIED)
    return folded


def _without_accents(text: str) -> str:
    """Drop combining marks that stand on a Latin, Greek or Cyrillic letter (kana keep theirs)."""
    kept: list[str] = []
    base_is_alphabetic = False
    for char in normal("NFD", text):
        if unicodedata.combining(char):
            if not base_is_alphabetic:
                kept.append(char)
            continue
        base_is_alphabetic = char < "\u0530"
        kept.append(char)
    return normal("NFC", "".join(kept))


def cjk_share(text: str) -> float:
    """Share of CJK writing in ``text``, between 0 and 1; 0 when it has no letters at all.

    A CJK character counts as half a word (the usual length of a Chinese word is two characters),
    an alphabetic run as one word, so that names and product codes inside a Chinese sentence do
    not make it an English one.
    """
    cjk, words = _words(text)
    total = cjk + len(words)
    return cjk / total if total else 0.0


def _words(text: str) -> tuple[float, list[str]]:
    """How many words of a text are in CJK writing, and those of alphabetic scripts."""
    cjk = sum(len(run) for run in _CJK_RUN.findall(text)) / 2
    others = _ALPHABETIC.findall(_CJK_RUN.sub(" ", text) if cjk else text)
    return cjk, [word for word in others if len(word) > 1]


def is_latin(text: str) -> bool:
    """Whether a text is read as written in Latin letters, as one without any letters is: at most
    three words in ten are of other scripts."""
    cjk, words = _words(text)
    others = cjk + sum(1 for word in words if word[0] > _LATIN_LAST)
    return others < _CHINESE_SHARE * (cjk + len(words)) or not others


def is_chinese(text: str) -> bool:
    """Whether a text is read as Chinese: names and codes in Latin letters may stand in it."""
    return cjk_share(text) >= _CHINESE_SHARE
