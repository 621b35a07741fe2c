"""What somebody holds to be right: "I think schools should ...", "I firmly believe that ..."."""

from __future__ import annotations

from collections.abc import Sequence

from eywa_fs.facts.languages.en.clauses import Clause
from eywa_fs.facts.languages.en.discourse import Discourse
from eywa_fs.facts.languages.en.drafts import Draft, drafts
from eywa_fs.facts.languages.en.morphology import verb_form
from eywa_fs.facts.languages.en.phrases import trimmed
from eywa_fs.facts.languages.en.segments import opening_length
from eywa_fs.facts.languages.en.subjects import Subject, subject_at
from eywa_fs.facts.languages.en.tokens import Token
from eywa_fs.facts.languages.en.words.grammar import ADVERBS, BE, MODALS
from eywa_fs.facts.languages.en.words.lists import words

_HOLDING = words("think believe feel reckon maintain")
_FIRMLY = words("firmly strongly truly honestly really genuinely deeply always still")
_PERSONAL = words(
    """i we you he she they it my our your his her their this that these those there maybe what"""
)
_MAX_CLAIM = 14


def read_conviction(tokens: Sequence[Token], bare: Clause) -> list[Draft]:
    """A conviction of the speaker about the world at large; empty when none is told."""
    at = 0
    while at < len(tokens) and tokens[at].low not in ("i", "we"):
        at += 1
        if at > 4:
            return []
    at += 1
    negated = firm = False
    while at < len(tokens) and (
        tokens[at].low in ADVERBS or tokens[at].low in ("do", "n't", "not", "never")
    ):
        negated ^= tokens[at].low in ("n't", "not", "never")
        firm = firm or tokens[at].low in _FIRMLY
        at += 1
    if at + 3 >= len(tokens) or tokens[at].low not in _HOLDING:
        return []
    believing = tokens[at].low == "believe"
    at += 1
    if tokens[at].low == "in":
        return []
    if tokens[at].low == "that":
        firm, at = firm or believing, at + 1
    claim = tokens[at:]
    end = next((i for i, t in enumerate(claim) if not t.is_word and t.low not in "-'s"), None)
    claim = claim[:end]
    if len(claim) < 3 or len(claim) > _MAX_CLAIM or claim[0].low in _PERSONAL:
        return []
    normative = any(t.low in ("should", "ought", "must") for t in claim)
    if not (normative or (firm and believing)) or opening_length(tokens)[0] > 5:
        return []
    whole = bare.without_verb(tokens)
    return drafts(whole, "believes", [trimmed(claim)], negated=negated)


#: What one holds to be true, by the verb; "think" and "say" of the speaker only hedge.
_OPINIONS = words("reckons insists maintains believes thinks swears contends")
_OWN_OPINIONS = words("believe maintain insist")
_SELF = words("i we you he she they this that these those there what so otherwise differently")


def read_opinions(tokens: Sequence[Token], bare: Clause, discourse: Discourse) -> list[Draft]:
    """ "My aunt reckons the lift is haunted", "I'm convinced jam cures colds"."""
    found: list[Draft] = []
    for at, token in enumerate(tokens):
        convinced = token.low == "convinced" and at and tokens[at - 1].low in _BEING
        if not (convinced or token.low in _OPINIONS | _OWN_OPINIONS):
            continue
        holder = _holder(tokens, at - int(convinced), discourse)
        if holder is None or (holder.kind == "user") == (token.low in _OPINIONS):
            continue
        begin = at + 1
        begin += tokens[begin : begin + 1] != [] and tokens[begin].low == "blind"
        begin += tokens[begin : begin + 1] != [] and tokens[begin].low == "that"
        claim = _claim(tokens[begin:])
        whole = bare.without_verb(tokens, holder)
        found += drafts(whole, "believes", [claim] if claim else [], negated=False)
    return found


_BEING = words("'m am 's is 're are")


def _holder(tokens: Sequence[Token], at: int, discourse: Discourse) -> Subject | None:
    """Who stands right before the verb of an opinion."""
    while at and tokens[at - 1].low in ADVERBS | {"do"}:
        at -= 1
    for begin in range(max(0, at - 6), at):
        before = tokens[begin - 1].low if begin else ","
        if before not in _BEFORE_HOLDERS:
            continue
        subject = subject_at(tokens, begin, discourse)
        if subject and subject.end == at and subject.kind != "thing" and len(subject.names) == 1:
            return subject if subject.direct or subject.kind == "user" else None
    return None


_BEFORE_HOLDERS = words(", ; : - — – and but so because though although while since me")


def _claim(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """A claim about the world up to its end; empty where it is about the speakers themselves."""
    if len(tokens) < 3 or tokens[0].low in _SELF or tokens[0].low in ("in", "to", "on", "it"):
        return ()
    finite, end = False, 0
    while end < len(tokens) and end < _MAX_CLAIM:
        low = tokens[end].low
        if not tokens[end].is_word and low not in ("-", "'s"):
            break
        if finite and low in ("and", "but", "so"):
            break
        form = verb_form(low)
        finite = finite or low in BE | MODALS or bool(end and form and form[1] != "ing")
        end += 1
    value = trimmed(tokens[:end])
    return value if finite and len(value) >= 3 else ()
