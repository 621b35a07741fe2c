"""The parts of a sentence, each with at most one verb group of its own subject."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from eywa_fs.facts.engine.clauses import Token
from eywa_fs.facts.languages.en import names
from eywa_fs.facts.languages.en.subjects import People, subject_at
from eywa_fs.facts.languages.en.times import only_time
from eywa_fs.facts.languages.en.tokens import verb_form
from eywa_fs.facts.languages.en.verbs import is_adverb
from eywa_fs.facts.languages.en.words import AUXILIARIES, PREPOSITIONS, word_set

_HARD: Final = frozenset(';:—–()[]{}"“”/|*')
_UNREAL: Final = word_set("""if unless when whenever whether once until til till before after while
wherever where how why what as suppose supposing imagine""")
_TRUE: Final = word_set("""because cause cuz coz although though whereas so but since and or plus
yet &""")
_JOINING: Final = frozenset({"and", "or", "but", "plus", "&", "yet"})
_PRONOUNS: Final = word_set("i he she we they you it there")
_ASKING: Final = word_set("what how why where when who which whose any whats hows wheres")
_SHARING: Final = word_set("""live work have own hate love like prefer avoid speak study am is was
dislike enjoy go play run teach adopt move buy sell get lose quit leave start stop finish become do
don can can't want need tend try refuse drive eat follow has does lives works moved started bought
adopted make take use volunteer train collect work're 'm were had ride keep read watch find""")
_BEFORE_BASE: Final = word_set("can could will would let please should must 'll 'd")
_ALWAYS_SPLIT: Final = word_set("""because cause cuz coz although though whereas if unless when
whenever but whether while""")
_AFTER_COMMA: Final = word_set("so but because especially")
_LIMITS: Final = word_set("if unless except when whenever")
_LENT: Final = word_set("rental rented hired leased lease borrowed loan")
_DOCTORS: Final = word_set("doctor doc gp dentist consultant specialist allergist dietitian")


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a sentence: ``start``, ``stop``: its tokens, without the word that joins it to the
    part before; ``told_from``: where it begins with a time before it; ``unreal``: a condition or a
    time clause; ``embedded``: a clause within the part before ("I think *I am*"); ``shares``: its
    subject is that of the part before; ``asks``: it begins as a question; ``limits``: it restricts
    the part before ("if"), or takes it back;
    ``purpose``: it is joined by "so", which may say for what rather than therefore."""

    start: int
    stop: int
    told_from: int
    unreal: bool = False
    embedded: bool = False
    shares: bool = False
    asks: bool = False
    limits: bool = False
    purpose: bool = False


def parts_of(tokens: Sequence[Token], people: People) -> list[Part]:
    """The parts of a sentence, in order; embedded ones overlap the part they stand in."""
    cuts: list[tuple[int, int, str]] = [(0, 0, "")]  # end of the part before, start, joint
    n, size = 0, len(tokens)
    embedded: list[int] = []
    while n < size:
        low = tokens[n].low
        if low == "(" and _aside(tokens, n):
            n += _aside(tokens, n)
        elif low in _HARD or (low[0] in "-." and len(low) > 1) or _dash(tokens, n):
            cuts.append((n, n + 1, "hard"))
        elif low == "," and n + 1 < size:
            joint = tokens[n + 1].low
            behind = n + 2 if joint in _TRUE or joint in _UNREAL else n + 1
            if joint in ("which", "who", "whose", "where"):
                cuts.append((n, n + 2, "who" if joint == "who" else "which"))
                n += 1
            elif joint in _UNREAL and joint != "as":
                cuts.append((n, n + 2, joint))
                n += 1
            elif (joint != "like" and _begins(tokens, behind)) or joint in _AFTER_COMMA:
                cuts.append((n, behind, joint if behind == n + 2 else ","))
                n = behind - 1
        elif low == "and" and _no_verb_yet(tokens, cuts[-1][1], n):
            pass  # "my wife and I": one subject
        elif n > cuts[-1][1] and low in _TRUE | _UNREAL and _splits(tokens, n):
            cuts.append((n, n + 1, low))
        elif low == "who" and n and tokens[n - 1].low in names.kin():
            cuts.append((n, n + 1, "who"))
        elif low == "then" and n > cuts[-1][1] and tokens[min(n + 1, size - 1)].low in _PRONOUNS:
            cuts.append((n, n + 1, cuts[-1][2] if cuts[-1][2] in _UNREAL else ","))
        elif low in _PRONOUNS and cuts[-1][1] < n < size - 1:
            after = tokens[n + 1].low
            if (verb_form(after) or after in AUXILIARIES) and not _opens(tokens, cuts[-1][1], n):
                embedded.append(n)
        n += 1
    return _made(tokens, cuts, embedded)


def _made(
    tokens: Sequence[Token], cuts: list[tuple[int, int, str]], embedded: list[int]
) -> list[Part]:
    parts: list[Part] = []
    size = len(tokens)
    told_from = 0
    for number, (_, start, joint) in enumerate(cuts):
        stop = cuts[number + 1][0] if number + 1 < len(cuts) else size
        while stop > start and tokens[stop - 1].low in (".", "!", "?", "…", ","):
            stop -= 1
        if start >= stop:
            continue
        first = tokens[start].low
        time_before = parts and joint == "," and only_time(tokens, parts[-1].start, parts[-1].stop)
        told_from = parts[-1].start if time_before else start
        unreal = joint in _UNREAL or joint == "which" or (not joint and first in _UNREAL)
        obliging = joint == "if" and first in ("you", "u", "that", "it")  # "if you need it"
        limits = (joint in _LIMITS and not obliging) or _takes_back(tokens[start:stop])
        if joint == "when" and parts and _begins(tokens, start):
            limits = False
        joined = joint in _JOINING or joint == ","
        told = joint == "who" and tokens[start - 2].low == ","
        parts.append(
            Part(start, stop, told_from, unreal=unreal, shares=told or (joined and not
            _named(tokens, start)), asks=_asks(tokens, start, stop), limits=limits, purpose=joint
            == "so"))  # fmt: skip
        for n in embedded:
            if start < n < stop:
                back = _takes_back(tokens[n:stop])
                parts.append(Part(n, stop, n, unreal=unreal, embedded=True, limits=back))
    return parts


def _takes_back(said: Sequence[Token]) -> bool:
    """Whether a clause says that what is told before is no longer so, or that it is another's:
    "... or at least I used to", "... but it's my dad's", "... but it isn't mine"."""
    lows = [t.low for t in said if not is_adverb(t.low)]
    owned = lows[-1:] == ["'s"] and len(lows) > 3
    owned = owned or lows[-1:] == ["mine"] or "belongs" in lows[:2] or not _LENT.isdisjoint(lows)
    return lows[-2:] == ["used", "to"] or (lows[:1] in (["it"], ["that"]) and owned)


def _named(tokens: Sequence[Token], at: int) -> bool:
    return tokens[at].low in _PRONOUNS or tokens[at].low in ("my", "our")


def _dash(tokens: Sequence[Token], n: int) -> bool:
    inside = 0 < n < len(tokens) - 1 and tokens[n - 1].end == tokens[n].start
    return tokens[n].low == "-" and n > 0 and not (inside and tokens[n + 1].start == tokens[n].end)


def _no_verb_yet(tokens: Sequence[Token], start: int, n: int) -> bool:
    said = [t for t in tokens[start:n] if not is_adverb(t.low) and t.is_word]
    return (
        bool(said) and (said[-1].low in names.kin() | {"me", "friends"} or names.is_name(said[-1]))
        and not any(t.low in AUXILIARIES or verb_form(t.low) for t in said))  # fmt: skip


def _aside(tokens: Sequence[Token], n: int) -> int:
    """How many tokens on a short bracket closes that opens at ``n`` ("(FPS)"); 0 for a long one."""
    return next((k for k in (2, 3) if n + k < len(tokens) and tokens[n + k].low == ")"), 0)


def _opens(tokens: Sequence[Token], start: int, n: int) -> bool:
    """Whether what stands before a pronoun only opens its clause ("well, last year I ...")."""
    said = [t.low for t in tokens[start:n]]
    adverbs = all(is_adverb(low) or low == "," for low in said)
    return adverbs or vouched(tokens, start, n) or only_time(tokens, start, n)


def vouched(tokens: Sequence[Token], start: int, n: int) -> bool:
    """Whether what stands before a pronoun vouches for its clause ("turns out", "my GP says")."""
    said = [t.low for t in tokens[start:n] if t.low not in ("that", "me", "my", "the", ",")]
    doctor = len(said) == 2 and (said[0] in _DOCTORS or said[0].endswith("ologist"))
    return said[-2:] == ["turns", "out"] or (doctor and said[1] in ("says", "said", "told"))


def _splits(tokens: Sequence[Token], n: int) -> bool:
    """Whether a joining word at ``n`` begins a clause."""
    low = tokens[n].low
    if low in _ALWAYS_SPLIT:
        after = tokens[n + 1].low if n + 1 < len(tokens) else ""
        if after == "possible":
            return False
        return not (low == "because" and after == "of") and not (
            low == "cause" and after in ("a", "the")
        )
    if low in ("what", "how", "why", "where"):
        return False
    if low == "so":
        return n + 1 < len(tokens) and (
            _begins(tokens, n + 1) or tokens[n + 1].low in ("that", "far")
        )
    return _begins(tokens, n + 1)


def _begins(tokens: Sequence[Token], at: int) -> bool:
    """Whether a clause begins at ``at``: a subject with a verb, a verb alone, a question."""
    size = len(tokens)
    while at < size and (is_adverb(tokens[at].low) or tokens[at].low in ("not", "please")):
        at += 1
    if at + 1 >= size:
        return False
    low, after = tokens[at].low, tokens[at + 1].low
    if low in _PRONOUNS or low == "let":
        return True
    if low in ("living", "working", "studying") and at and tokens[at - 1].low == ",":
        return True
    if low in ("that", "this", "these", "those", "what", "here") and (
        after in AUXILIARIES or verb_form(after) in ("third",)
    ):
        return True
    if low in _ASKING - {"any"} or low in ("if", "when", "because", "although", "though", "while"):
        return True
    if low in ("my", "our"):
        return _has_verb(tokens, at)
    if low in AUXILIARIES:
        return low not in ("be", "been", "being")
    if tokens[at].text[0].isupper() and names.is_name(tokens[at]):
        return after in AUXILIARIES or verb_form(after) in ("third", "past")
    if low == "a" and after == "half":
        return False
    if low in ("the", "a", "his", "her", "their", "your", "its") and at + 3 < size:
        return any(t.low in AUXILIARIES for t in tokens[at + 2 : at + 4])
    return low in _SHARING and verb_form(low) != "ing" and not _to_before(tokens, at)


def _to_before(tokens: Sequence[Token], at: int) -> bool:
    """Whether a base form at ``at`` may go on an infinitive or an order ("to bake and love it")."""
    if verb_form(tokens[at].low) != "base":
        return False
    n = at - 1
    while n >= 0 and n > at - 14:
        low = tokens[n].low
        if low == "can" and tokens[n + 1].low in ("n't", "not"):
            return False
        if low in _BEFORE_BASE or (low == "to" and verb_form(tokens[n + 1].low) == "base"):
            return True
        if low in _PRONOUNS and n + 1 < at and low != "it":
            return low not in ("i", "we")
        n -= 1
    return n < 0


def _has_verb(tokens: Sequence[Token], at: int) -> bool:
    found = subject_at(tokens, at, len(tokens), People())
    if found is None or found.end >= len(tokens):
        return False
    after = tokens[found.end]
    verb = verb_form(after.low) in ("third", "past", "base")
    return verb or after.low in AUXILIARIES or is_adverb(after.low)


def _asks(tokens: Sequence[Token], start: int, stop: int) -> bool:
    """Whether a part begins as a question does: "do you", "what about", "any ideas"."""
    while start < stop and (
        is_adverb(tokens[start].low) or tokens[start].low in ("and", "but", "so", "or")
    ):
        start += 1
    if start >= stop:
        return False
    low = tokens[start].low
    if low in _ASKING or (low in AUXILIARIES and low not in ("'m", "not", "never", "n't")):
        return True
    if low in ("you", "right", "ok", "okay", "huh", "eh"):
        return low == "you" and stop - start <= 3
    return low in PREPOSITIONS and start + 1 < stop and tokens[start + 1].low in _ASKING
