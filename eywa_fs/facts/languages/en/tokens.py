"""Words and marks of a message, with their base forms."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import Final

from eywa_fs.facts.engine.clauses import Token
from eywa_fs.facts.languages.en.words import lexicon, word_set
from eywa_fs.language.irregular import VERBS

_TOKEN: Final = re.compile(
    r"o['’]clock|(?i:as of\b)|https?://[^\s<>\"]{1,300}"
    r"|[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,32}){1,4}"
    r"|\+?\d[\d,.:/-]*\d(?:%|[a-z]{1,3}\b)?|\d+(?:%|[A-Za-z]{1,4}\b)?"
    r"|[^\W\d_]+(?:[-&][^\W_]+)*|['’][a-zA-Z]{1,3}\b|--+|\.\.+|[^\w\s]"
)
_FUSED: Final[dict[str, tuple[str, str]]] = {
    "im": ("i", "'m"), "ive": ("i", "'ve"), "dont": ("do", "n't"), "doesnt": ("does", "n't"),
    "didnt": ("did", "n't"), "cant": ("can", "n't"), "cannot": ("can", "n't"),
    "wont": ("will", "n't"), "isnt": ("is", "n't"), "arent": ("are", "n't"),
    "wasnt": ("was", "n't"), "havent": ("have", "n't"), "hasnt": ("has", "n't"),
    "gonna": ("going", "to"), "wanna": ("want", "to"), "id": ("i", "'d")}  # fmt: skip
_CLITICS: Final = frozenset({"'m", "'re", "'ve", "'ll", "'d", "'s", "'t"})
_BE: Final = dict.fromkeys(["am", "is", "are", "was", "were", "been", "being", "'m", "'re"], "be")
_HAVE: Final = dict.fromkeys(["has", "had", "having", "'ve"], "have")
_DO: Final = dict.fromkeys(["does", "did", "doing", "done"], "do")


def tokenise(text: str, start: int, end: int) -> list[Token]:
    """The tokens of ``text[start:end]``; a contraction is two (``do`` ``n't``)."""
    tokens: list[Token] = []
    for match in _TOKEN.finditer(text, start, end):
        word, first, last = match.group(), match.start(), match.end()
        low = word.lower()
        if low.isalpha() and low not in _FUSED:
            tokens.append(Token(word, low, lemma(low), first, last))
            continue
        low = "since" if low == "as of" else low.replace("’", "'")
        if low in _FUSED:
            left, right = _FUSED[low]
            middle = first + max(1, min(len(left), last - first - 1))
            tokens.append(Token(text[first:middle], left, lemma(left), first, middle))
            tokens.append(Token(text[middle:last], right, lemma(right), middle, last))
        elif low == "'t" and tokens and tokens[-1].end == first and tokens[-1].low.endswith("n"):
            verb = tokens.pop()
            stem = {"ca": "can", "wo": "will", "sha": "shall", "ai": "is"}.get(
                verb.low[:-1], "can" if verb.low == "can" else verb.low[:-1]
            )
            middle = max(verb.start + 1, verb.end - 1)
            tokens.append(Token(text[verb.start : middle], stem, lemma(stem), verb.start, middle))
            tokens.append(Token(text[middle:last], "n't", "not", middle, last))
        elif low in _CLITICS and tokens and tokens[-1].end == first:
            tokens.append(Token(word, low, lemma(low), first, last))
        else:
            tokens.append(Token(word, low, lemma(low), first, last))
    return tokens


@lru_cache(maxsize=16384)
def lemma(low: str) -> str:
    """The base form of a known verb's form; else the word itself."""
    return _forms().get(low, low)


@lru_cache(maxsize=16384)
def verb_form(low: str) -> str:
    """``base``, ``third``, ``past``, ``participle`` or ``ing``; ``""`` for what is no verb.

    A form that is past and participle at once counts as past; base and past at once as base."""
    return _kinds().get(low, "")


@cache
def _forms() -> dict[str, str]:
    table = {form: base for form, (base, _) in _conjugated().items()}
    return table | _BE | _HAVE | _DO | {"n't": "not", "'ll": "will", "'d": "would"}


@cache
def _kinds() -> dict[str, str]:
    return {form: kind for form, (_, kind) in _conjugated().items()}


@cache
def _conjugated() -> dict[str, tuple[str, str]]:
    """Form to base and kind, for the verbs of the lexicon."""
    listed = (entry.split(" ") for entry in lexicon("verbs_irregular"))
    irregular = VERBS | {base: forms for base, *forms in listed}
    table: dict[str, tuple[str, str]] = {}
    for base in lexicon("verbs") | irregular.keys():
        stem = base[:-1] if base.endswith("e") else base
        y = base.endswith("y") and base[-2] not in "aeiou"
        double = stem + stem[-1] if base in _TAKEN_DOUBLE else stem
        third = (
            base[:-1] + "ies" if y else base + ("es" if base.endswith(("s", "sh", "ch", "x", "z",
            "o")) else "s"))  # fmt: skip
        ing = base[:-2] + "ying" if base.endswith("ie") else double + "ing"
        ing = base + "ing" if base.endswith(("ee", "oe", "ye")) else ing
        table.setdefault(third, (base, "third"))
        table.setdefault(ing, (base, "ing"))
        if base not in irregular:
            table.setdefault(base[:-1] + "ied" if y else double + "ed", (base, "past"))
    for base, forms in irregular.items():
        for form, kind in zip(forms, ("past", "participle"), strict=False):
            if form != base:
                table[form] = (base, kind)
    for base in lexicon("verbs") | irregular.keys():
        table[base] = (base, "base")
    table |= {"left": ("leave", "past"), "saw": ("see", "past"), "felt": ("feel", "past")}
    table |= {"found": ("find", "past"), "fell": ("fall", "past"), "born": ("bear", "participle")}
    return table


_TAKEN_DOUBLE: Final = word_set("""quit stop plan run sit get swim shop jog drop admit begin bet bid
chat cut dig drag fit grab hit hop hug let nap nod pet plug put rid rip rob rub set ship shut skip
slip snap spin split step strip swap tap tip top trap trim trip win wrap refer prefer travel cancel
label model commit control occur permit regret submit transfer""")
