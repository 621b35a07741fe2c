"""The verb group of a clause: its verb, its tense, and whether it denies or supposes."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass
from typing import Final

from eywa_fs.facts.engine.clauses import Tense, Token
from eywa_fs.facts.languages.en.times import names_day_to_come
from eywa_fs.facts.languages.en.tokens import verb_form
from eywa_fs.facts.languages.en.words import ADVERBS, HEDGES, NEGATIONS, word_set

_BE: Final = word_set("am is are was were 'm 're be been being")
_HAVE: Final = word_set("have has had 've having")
_SUPPOSING: Final = word_set("would could should may might must shall ought 'd need")
_HAS_DONE: Final = word_set("been got had lived worked moved always never just known become")
_NOT_DOING: Final = word_set("""interesting boring amazing exciting willing surprising missing
outgoing easygoing loving caring demanding challenging understanding charming annoying""")
_LASTING: Final = word_set("""live work study learn teach train volunteer date raise manage run own
stay reside take use attend major wear write build restore foster plan""")
"""Verbs whose progressive form tells what lasts ("I'm living in ..."); of the others it tells what
goes on this minute."""
_ARRANGED: Final = word_set("""start move leave join begin turn fly visit get marry have travel
retire go attend return take see meet host run""")
"""Verbs whose present tells what is arranged, where a day to come is named."""
_ARRANGED_PLAINLY: Final = word_set("start move leave join begin turn")


@dataclass(frozen=True, slots=True)
class VerbGroup:
    """A verb with what stands before it: ``main``: the token the clause begins with for the rules;
    ``supposed``: the clause does not say that it is so ("would", "might"); ``over``: "no longer":
    what the verb says has ended; ``doing``: an activity that goes on and says nothing of habits;
    the others are as in :class:`~eywa_fs.facts.engine.clauses.Clause`."""

    main: int
    tense: Tense = "present"
    negated: bool = False
    supposed: bool = False
    hedged: bool = False
    over: bool = False
    doing: bool = False


def is_adverb(low: str) -> bool:
    """Whether a word may stand between subject, auxiliaries and verb without changing them."""
    return low in ADVERBS or (low.endswith("ly") and len(low) > 4 and low not in _NO_ADVERBS)


_SELDOM: Final = word_set("rarely seldom hardly barely scarcely sometimes")
_NOT_ALL: Final = word_set("just always simply merely exclusively necessarily usually often")
_NOT_VERY: Final = _NOT_ALL | word_set("""very so quite too terribly badly severely seriously highly
extremely massively particularly especially overly strictly totally completely entirely fully""")
_NO_ADVERBS: Final = word_set("""family italy lily july rely apply reply fly ally bully supply only
assembly anomaly butterfly jelly belly early likely friendly lovely lonely elderly ugly silly curly
holy costly lively daily weekly monthly yearly eco-friendly family-friendly""")


def verb_group(tokens: Sequence[Token], at: int, stop: int) -> VerbGroup | None:
    """The verb group that begins at a token; ``None`` where there is none before ``stop``."""
    tense: Tense = "present"
    negated = supposed = hedged = over = helped = False
    only = -1
    while at < stop:
        low = tokens[at].low
        if low in NEGATIONS:
            negated, at = True, at + 1
        elif low == "no" and _low(tokens, at + 1, stop) == "longer":
            over, at = True, at + 2
        elif low == "only":
            only, at, supposed = at, at + 1, supposed or negated
        elif low == "kind" and _low(tokens, at + 1, stop) == "of":
            hedged, at = True, at + 2
        elif low in _SELDOM or (negated and low in _NOT_ALL):
            supposed, at = True, at + 1
        elif is_adverb(low) and low not in ("like", "then"):
            hedged, at = hedged or low in HEDGES, at + 1
        elif low == "'s" or low in _BE:
            follower = _next(tokens, at + 1, stop)
            word = _low(tokens, follower, stop)
            if low == "'s" and word in _HAS_DONE:
                tense, at, helped = "perfect", at + 1, True
                continue
            if low in ("was", "were"):
                tense = "past"
            negated = negated or _has(tokens, at + 1, follower, NEGATIONS)
            aim = _low(tokens, follower + 2, stop)
            if word == "going" and _low(tokens, follower + 1, stop) == "to" and (
                verb_form(aim) == "base"):  # fmt: skip
                supposed = supposed or tense == "past"  # "I was going to"
                tense = "past" if tense == "past" else "future"
                return VerbGroup(follower + 2, tense, negated, supposed, hedged, over)
            over = over or _has(tokens, at + 1, follower, ("longer",))
            hedged = hedged or _has(tokens, at + 1, follower, HEDGES)
            supposed = supposed or (negated and _has(tokens, at + 1, follower, _NOT_VERY))
            if verb_form(word) == "ing" and word not in _NOT_DOING:
                lemma = tokens[follower].lemma
                coming = tense == "present" and _ahead(tokens, follower, stop)
                if coming:
                    tense = "future"
                if tense == "perfect" and lemma in _LASTING:
                    tense = "present"  # "I've been working here": and still do
                doing = lemma not in _LASTING and not coming
                return VerbGroup(follower, tense, negated, supposed, hedged, over, doing)
            return VerbGroup(at, tense, negated, supposed, hedged, over)
        elif low in _HAVE:
            follower = _next(tokens, at + 1, stop)
            word = _low(tokens, follower, stop)
            form = verb_form(word)
            negated = negated or _has(tokens, at + 1, follower, NEGATIONS)
            if word == "got" and low != "had" and _low(tokens, follower + 1, stop) != "rid":
                return VerbGroup(follower, "present", negated, supposed, hedged, over)
            done = (
                form in ("past", "participle")
                or word in ("split", "quit", "put")
                or (not form and word.endswith("ed"))
            )
            if done or word in ("been", "had"):
                tense = "past" if low == "had" else "perfect"
                hedged = hedged or _has(tokens, at + 1, follower, HEDGES)
                at, helped = follower, True
                continue
            if low == "had" and tense == "present":
                tense = "past"
            return VerbGroup(at, tense, negated, supposed, hedged, over)
        elif low in ("do", "does", "did"):
            follower = _next(tokens, at + 1, stop)
            negated = negated or _has(tokens, at + 1, follower, NEGATIONS)
            if low == "did":
                tense = "past"
            if verb_form(_low(tokens, follower, stop)) in ("base", "past"):
                at, helped = follower if not negated else at + 1, True
                continue
            return VerbGroup(at, tense, negated, supposed, hedged, over)
        elif low in ("will", "'ll"):
            tense, at, helped = "future", at + 1, True
        elif low == "can":
            follower = _next(tokens, at + 1, stop)
            negated = negated or _has(tokens, at + 1, follower, NEGATIONS)
            if negated and _low(tokens, follower, stop) in ("stand", "bear"):
                return VerbGroup(follower, tense, True, supposed, hedged, over)
            return VerbGroup(at, tense, negated, supposed, hedged, over)
        elif low in _SUPPOSING and not (low == "need" and not helped):
            supposed, at, helped = True, at + 1, True
        elif low == "used" and _low(tokens, at + 1, stop) == "to":
            tense, at, helped = "past", at + 2, True
        else:
            break
    if at >= stop or not tokens[at].low[0].isalpha():
        return None
    form = verb_form(tokens[at].low)
    if not helped and form in ("past", "participle"):
        tense = "past"
    if tense == "present" and not helped and tokens[at].low in ("quit", "split"):
        tense = "past"
    arranged = tense == "present" and not helped and tokens[at].lemma in _ARRANGED_PLAINLY
    if arranged and _ahead(tokens, at, stop):
        tense = "future"
    if only >= 0 and only == at - 1:
        at = only
    return VerbGroup(at, tense, negated, supposed, hedged, over)


def _ahead(tokens: Sequence[Token], at: int, stop: int) -> bool:
    """Whether behind ``at`` a day to come is named ("on Monday", "next week")."""
    return names_day_to_come(tokens, at + 1, stop, wide=tokens[at].lemma in _ARRANGED)


def _low(tokens: Sequence[Token], at: int, stop: int) -> str:
    return tokens[at].low if at < stop else ""


def _next(tokens: Sequence[Token], at: int, stop: int) -> int:
    """The position behind negations and adverbs."""
    while at < stop and (
        tokens[at].low in NEGATIONS or (is_adverb(tokens[at].low) and tokens[at].low != "then") or
        (tokens[at].low in ("no", "longer") and _pair(tokens, at, stop))):  # fmt: skip
        at += 1
    return at


def _pair(tokens: Sequence[Token], at: int, stop: int) -> bool:
    low = tokens[at].low
    return (low == "no" and _low(tokens, at + 1, stop) == "longer") or (
        low == "longer" and tokens[at - 1].low == "no"
    )


def _has(tokens: Sequence[Token], at: int, stop: int, words: Container[str]) -> bool:
    return any(token.low in words for token in tokens[at:stop])
