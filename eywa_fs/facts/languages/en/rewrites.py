"""Sentence forms that say their content round a corner, brought into the plain form."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from eywa_fs.facts.languages.en.morphology import verb_form
from eywa_fs.facts.languages.en.tokens import Token
from eywa_fs.facts.languages.en.words.grammar import ADVERBS
from eywa_fs.facts.languages.en.words.lists import words

_NOT_THAT = (
    ["it", "'s", "not", "that"],
    ["it", "'s", "not", "like"],
    ["not", "that"],
    ["it", "is", "not", "that"],
    ["it", "is", "n't", "that"],
    ["it", "'s", "not", "as", "if"],
    ["it", "is", "not", "as", "if"],
    ["it", "is", "n't", "as", "if"],
    ["it", "'s", "not", "as", "though"],
    ["not", "as", "if"],
    ["it", "'s", "not", "because"],
    ["i", "'m", "not", "saying"],
    ["it", "is", "n't", "like"],
)
_DENYING = (
    ["can", "n't", "say", "i"],
    ["i", "can", "n't", "say", "i"],
    ["i", "would", "n't", "say", "i"],
    ["would", "n't", "say", "i"],
)
_CLEFT_VERBS = words("want need love hate like enjoy prefer dread miss")


def not_that(tokens: list[Token]) -> tuple[bool, list[Token]]:
    """Strip "it's not that ..." and say whether it stood there."""
    low = [token.low for token in tokens[:5]]
    for parts in _NOT_THAT:
        if low[: len(parts)] == parts and len(tokens) > len(parts) + 1:
            return True, tokens[len(parts) :]
    return False, tokens


def without_frames(tokens: list[Token]) -> tuple[bool, list[Token]]:
    """Strip "can't say" and mark that it denies; drop "before that" and the like."""
    frames = [at for at in range(len(tokens) - 1) if _is_frame_word(tokens, at)]
    kept = tokens
    if frames:
        left_out = {*frames, *(at + 1 for at in frames)}
        kept = [token for at, token in enumerate(tokens) if at not in left_out]
    low = [token.low for token in kept[:6]]
    for parts in _DENYING:
        if low[: len(parts)] == parts and len(kept) > len(parts) + 1:
            return True, kept[len(parts) - 1 :]
    return False, kept


def _is_frame_word(tokens: Sequence[Token], at: int) -> bool:
    follower = _FRAMES.get(tokens[at].low)
    return follower is not None and tokens[at + 1].low == follower


_FRAMES = {"before": "that", "after": "that", "until": "then", "since": "then"}


_PARENTHESES = (
    ["i", "think"], ["i", "guess"], ["i", "believe"], ["i", "suppose"], ["i", "reckon"],
    ["you", "know"], ["honestly"], ["apparently"], ["believe", "it", "or", "not"],
    ["if", "you", "can", "believe", "it"], ["if", "you", "must", "know"], ["as", "it", "happens"],
    ["if", "you", "'re", "wondering"], ["would", "you", "believe"], ["needless", "to", "say"],
    ["mind", "you"], ["you", "see"], ["bless", "him"], ["bless", "her"], ["bless", "them"],
    ["funnily", "enough"], ["as", "you", "know"], ["i", "'m", "told"], ["thank", "god"],
    ["of", "course"], ["for", "example"], ["to", "be", "honest"], ["as", "always"],
)  # fmt: skip


def without_parentheses(tokens: list[Token]) -> list[Token]:
    """The words without ", I think," between two commas."""
    commas = [i for i, t in enumerate(tokens) if t.low == ","]
    for first, second in pairwise(commas):
        if [t.low for t in tokens[first + 1 : second]] in _PARENTHESES:
            return tokens[:first] + tokens[second + 1 :]
    return tokens


def without_relative(tokens: list[Token]) -> tuple[list[Token], list[Token]]:
    """A sentence without ", who is ..., " behind its subject, and that clause as a sentence."""
    low = [token.low for token in tokens]
    at = next((i for i in range(1, min(6, len(low) - 2)) if low[i : i + 2] == [",", "who"]), 0)
    end = next((i for i in range(at + 3, len(low) - 1) if low[i] == ","), 0) if at else 0
    if not end or low[at + 2] in ("i", "we", "you"):
        return tokens, []
    return tokens[:at] + tokens[end + 1 :], tokens[:at] + tokens[at + 2 : end]


def uncleft(tokens: list[Token]) -> list[Token]:
    """ "What I really want is a garden" as "I want a garden"."""
    begin = next((i for i, t in enumerate(tokens[:3]) if t.low in ("what", "all")), -1)
    if begin < 0 or begin + 4 >= len(tokens) or tokens[begin + 1].low not in ("i", "we"):
        return tokens
    at = begin + 2
    while at < len(tokens) and tokens[at].low in ADVERBS:
        at += 1
    form = verb_form(tokens[at].low) if at < len(tokens) else None
    if form is None or form[0] not in _CLEFT_VERBS or form[1] != "base":
        return tokens
    link = at + 1
    while link < min(at + 4, len(tokens)) and tokens[link].low not in ("is", "'s"):
        link += 1
    if link + 1 >= len(tokens) or tokens[link].low not in ("is", "'s"):
        return tokens
    if tokens[link + 1].low in ("not", "n't", "that", "when", "how", "for"):
        return tokens
    return [tokens[begin + 1], tokens[at], *tokens[link + 1 :]]
