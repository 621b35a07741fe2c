"""Names of people, and the words one calls one's people and animals by."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from eywa_fs.facts.engine.clauses import Token
from eywa_fs.facts.languages.en.tokens import verb_form
from eywa_fs.facts.languages.en.words import NOT_NAMES, lexicon, word_set

KIN_FILES: Final = ("kin_spouse", "kin_child", "kin_sibling", "kin_friend", "kin_other")
MODIFIERS: Final = word_set("""older younger little big elder eldest oldest youngest best close
closest good dear old new twin only lovely beautiful sweet wonderful amazing first second middle
baby furry rescue adorable cute teenage maternal paternal""")
TELLING: Final = word_set("""older younger little big elder eldest oldest youngest best twin first
second middle baby maternal paternal""")
"""Modifiers that are part of whom is meant; the others are praise."""
_GROUPS: Final = ("ish", "ist", "istic", "ican", "ative", "sexual", "tarian", "egan")
"""How those are called who hold something, eat something, come from somewhere."""
_TITLES: Final = frozenset({"Mr", "Mrs", "Ms", "Miss"})
_NO_NAMES_TOO: Final = word_set("""awesome wow congrats nice cool sweet sounds great ai uk us usa tv
dj covid god facebook google instagram whatsapp zoom netflix pdf chatgpt thankfully love work works
hope glad catholic christian muslim jewish buddhist hindu team deaf gay bi trans queer sikh jain
mormon lutheran quaker protestant orthodox anglican presbyterian evangelical pagan druze wiccan
agnostic latino latina latinx hispanic asian inuit republican democrat tory labour gemini taurus
aries virgo libra scorpio sagittarius capricorn aquarius pisces gryffindor slytherin ravenclaw
hufflepuff maori māori dr mr mrs ms captain batman dad mum mama papa grandma grandpa granny nana mom
university school college hospital company inc ltd street road avenue park""")


@cache
def kin() -> frozenset[str]:
    """All words for people of one's life."""
    return frozenset().union(*(lexicon(name) for name in KIN_FILES))


def is_name(token: Token) -> bool:
    """Whether a token may be (part of) a name: written as one, and no other common word."""
    text, low = token.text, token.low
    written = text[0].isupper() and len(text) > 1 and "&" not in text
    if not written or text.isupper() or low.endswith(_GROUPS):
        return False
    return low in _NAME_VERBS or not (verb_form(low) or low in _common())


@cache
def _common() -> frozenset[str]:
    """Words that are written with a capital and are no names of people."""
    return NOT_NAMES.union(_NO_NAMES_TOO, lexicon("languages"), lexicon("nations"))


_NAME_VERBS: Final = word_set("""mark grant chase drew will rob bill jack pat sue carol ray rose
dawn frank hope faith may grace max nick skip chip buddy lance miles wade""")


def name_end(tokens: Sequence[Token], at: int) -> int:
    """Where a name of at most three words ends; ``at`` where none begins."""
    end = at + (at < len(tokens) and tokens[at].text in _TITLES)
    while end < len(tokens) and end - at < 3 and is_name(tokens[end]):
        if end > at and tokens[end].start != tokens[end - 1].end + 1:
            break
        end += 1
    return end if tokens[at:end] and tokens[end - 1].text not in _TITLES else at


def relation_at(tokens: Sequence[Token], at: int) -> tuple[str, int]:
    """The role at a token behind "my", and where it ends; ``("", at)`` where there is none.

    "older sister", "best friend", "guinea pig", "dog"."""
    said: list[str] = []
    n = at
    while n < len(tokens) and n - at < 3 and tokens[n].low in MODIFIERS:
        if tokens[n].low in ("oldest", "youngest", "eldest") and not _role(tokens, n + 1)[0]:
            break
        if tokens[n].low in TELLING:
            said.append(tokens[n].low)
        n += 1
    word, end = _role(tokens, n)
    if not word and n < len(tokens) and tokens[n].low == "boy":
        named = n + 1 < len(tokens) and is_name(tokens[n + 1])  # "my boy Sam" may be a friend
        word, end = ("", n) if named else ("son", n + 1)
    elif not word and [t.low for t in tokens[n - 1 : n + 1]] in (
        ["little", "girl"],
        ["baby", "girl"],
    ):
        said, word, end = [], "daughter", n + 1
    return (" ".join([*said, word]), end) if word else ("", at)


def _role(tokens: Sequence[Token], at: int) -> tuple[str, int]:
    if at + 1 < len(tokens):
        pair = f"{tokens[at].low} {tokens[at + 1].low}"
        if pair in lexicon("pet") or pair in lexicon("animals"):
            return pair, at + 2
        law = "-".join(t.low for t in tokens[at : at + 3])  # "daughter in law"
        if law in kin():
            return law, at + 3
    if at < len(tokens):
        low = tokens[at].low
        if low in kin() or low in lexicon("pet"):
            return low, at + 1
    return "", at
