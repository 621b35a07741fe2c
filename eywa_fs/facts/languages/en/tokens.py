"""Words of a message with their places in it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from eywa_fs.facts.languages.en.words.grammar import FUSED

_TOKEN = re.compile(
    r"""
    \b(?:[A-Z]|b)&(?:[A-Z]|b)s?\b
    | https?://[^\s<>"]+
    | [\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,32}){1,4}
    | @\w[\w.]*\w
    | \d+(?:-[a-z]+)+
    | \+?\d[\d,.:/]*\d(?:%|[a-z]{1,3}\b)? | \d+(?:%|[A-Za-z]{1,6}\b)?
    | [^\W\d_]+(?:-[^\W_]+)*
    | ['’][a-z]+\b
    | \.\.\.|…|--+
    | [^\w\s]
    """,
    re.VERBOSE,
)
#: One-letter spellings of chats.
_CHAT = {
    "n": "and",
    "u": "you",
    "ur": "your",
    "r": "are",
    "w": "with",
    "coz": "because",
    "bc": "because",
    "tho": "though",
    "rn": "now",
    "adn": "and",
    "nad": "and",
    "teh": "the",
    "hte": "the",
    "taht": "that",
    "wiht": "with",
    "wtih": "with",
    "wrok": "work",
    "wroks": "works",
    "lvie": "live",
    "liek": "like",
    "freind": "friend",
    "frend": "friend",
    "beleive": "believe",
    "realy": "really",
    "becuase": "because",
    "becasue": "because",
    "untill": "until",
    "thier": "their",
    "orignally": "originally",
    "originaly": "originally",
    "alergic": "allergic",
    "allergc": "allergic",
    "alergy": "allergy",
    "vegatarian": "vegetarian",
    "vegitarian": "vegetarian",
    "neice": "niece",
    "nefew": "nephew",
    "sistr": "sister",
    "sisiter": "sister",
    "borther": "brother",
    "moter": "mother",
    "husbnad": "husband",
    "duaghter": "daughter",
    "daugther": "daughter",
    "libary": "library",
    "libray": "library",
    "resturant": "restaurant",
    "restaraunt": "restaurant",
    "colleage": "college",
    "collage": "college",
    "univeristy": "university",
    "hosptial": "hospital",
    "shcool": "school",
    "techer": "teacher",
    "teahcer": "teacher",
    "nusre": "nurse",
    "enginer": "engineer",
    "moveing": "moving",
    "writting": "writing",
    "wendsday": "wednesday",
    "wensday": "wednesday",
    "tusday": "tuesday",
    "thrusday": "thursday",
    "satuday": "saturday",
    "febuary": "february",
    "tommorow": "tomorrow",
    "tomorow": "tomorrow",
    "birthdy": "birthday",
    "noww": "now",
    "jus": "just",
    "wiv": "with",
    "lil": "little",
    "tmrw": "tomorrow",
    "bday": "birthday",
    "ppl": "people",
    "rlly": "really",
    "v": "very",
    "cud": "could",
    "luv": "love",
    "luvs": "loves",
    "hav": "have",
}
_ENCLITICS = frozenset({"'m", "'re", "'ve", "'ll", "'d", "'s", "'t"})


@dataclass(slots=True, unsafe_hash=True)
class Token:
    """One word or mark; nobody changes it.

    Frozen, it would take three times as long to make, and there are many.

    ``low`` is the lower-cased form with straight apostrophes; contractions are two tokens
    (``do`` + ``n't``), so ``text`` and ``low`` may cover less than is written.
    """

    text: str
    low: str
    start: int
    end: int

    @property
    def is_word(self) -> bool:
        """Whether the token holds a letter or digit."""
        return self.low[-1].isalnum() or self.low[:1].isalnum()

    @property
    def is_capital(self) -> bool:
        """Whether the token is written with a capital first letter."""
        return self.text[:1].isupper()


def tokenise(text: str, start: int = 0, end: int | None = None) -> list[Token]:
    """The tokens of ``text[start:end]`` in order; offsets count from the start of ``text``."""
    tokens: list[Token] = []
    for match in _TOKEN.finditer(text, start, len(text) if end is None else end):
        word = match.group()
        low = word.lower()
        if low.isalpha() and low not in _CHAT and low not in FUSED:  # most are
            tokens.append(Token(word, low, match.start(), match.end()))
        else:
            _append(tokens, word, match.start(), match.end())
    return tokens


def _append(tokens: list[Token], word: str, start: int, end: int) -> None:
    low = word.lower().replace("’", "'")
    low = _CHAT.get(low, low)
    if low in FUSED:
        first, second = FUSED[low]
        middle = start + min(len(first), end - start - 1)
        tokens.append(Token(text_of(word, 0, middle - start), first, start, middle))
        tokens.append(Token(text_of(word, middle - start, len(word)), second, middle, end))
    elif low == "'t" and tokens and tokens[-1].end == start and tokens[-1].low.endswith("n"):
        verb = tokens.pop()
        stem = {"ca": "can", "wo": "will", "sha": "shall", "ai": "is", "can": "can"}.get(
            verb.low if verb.low == "can" else verb.low[:-1], verb.low[:-1]
        )
        tokens.append(Token(verb.text, stem, verb.start, verb.end))
        tokens.append(Token("n" + word, "n't", verb.end, end))
    elif low in _ENCLITICS and tokens and tokens[-1].end == start:
        tokens.append(Token(word, low, start, end))
    else:
        tokens.append(Token(word, low, start, end))


def text_of(word: str, start: int, end: int) -> str:
    """The part of ``word`` in a range, as written."""
    return word[start:end]


def written(text: str, tokens: Sequence[Token]) -> str:
    """The text from the first to the last of some tokens, spaces made single."""
    if not tokens:
        return ""
    return " ".join(text[tokens[0].start : tokens[-1].end].split())
