"""What of a message nobody says of themselves: texts ordered or handed over, play, job ads."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

_TEXTS = (
    r"stor(?:y|ies)|poems?|letters?|e-?mails?|essays?|dialogues?|scripts?|speech(?:es)?|bios?|posts?|"
    r"messages?|reviews?|paragraphs?|articles?|blogs?|captions?|songs?|lyrics|scenes?|chapters?|"
    r"sentences?|statements?|proposals?|reports?|scenarios?|narratives?|monologues?|descriptions?|"
    r"profiles?|ads?|tweets?|notes?|toasts?|vows?|novels?|plots?|texts?|jokes?|prompts?|code|programs?|"
    r"functions?|abstracts?|summar(?:y|ies)|introductions?|conclusions?|resumes?|cvs?|cover letters?"
)
_ORDERED: Final = re.compile(
    r"\b(?:write|draft|compose|generate|create|make|give|produce|come up with|craft|help me (?:to )?"
    r"(?:write|draft|compose|with))\b(?:\s+(?:me|us|up|out|for))*\s+(?:[\w'-]+\s+){0,5}?(?:"
    + _TEXTS + r")\b"
    r"|\b(?:translate|summari[sz]e|paraphrase|proofread|rewrite|rephrase|reword|re-write|revise|"
    r"polish|shorten|expand on|edit|grammar|correct) (?:this|these|the|it|my|that|following|below|into|to|:)"
    r"|\b(?:translate|rewrite|rephrase|paraphrase|proofread|summari[sz]e)\b[^.?!\n]{0,40}:"
    r"|^\W*(?:write|rewrite|draft|compose|translate|summari[sz]e|paraphrase|act as|pretend|imagine|"
    r"role-?play|continue the)\b",
    re.I,
)  # fmt: skip
_PLAY: Final = re.compile(
    r"\b(?:pretend(?:ing)?|imagine|role-?play(?:ing)?|act(?:ing)? as|act like|you are (?:a|an|my|the|now|"
    r"going to)|you're (?:a|an|my) |play the (?:role|part)|in the (?:role|voice) of|speak as|"
    r"as if i|suppose(?: that)? |let's say|hypothetically|in character|my character|the character|"
    r"the protagonist|in (?:this|my) (?:story|novel|scenario|game|book)|as a persona|fictional|"
    r"once upon a time|from the (?:perspective|point of view|pov) of)\b",
    re.I,
)
_ADVERT: Final = re.compile(
    r"\b(?:we are (?:looking for|seeking|hiring)|we're (?:hiring|looking for an?)|the ideal candidate|"
    r"(?:key )?responsibilities(?: include)?:|requirements:|qualifications:|apply (?:now|today|by)|"
    r"job description|equal opportunity|years of experience (?:required|in)|dear (?:sir|hiring|mr|ms|"
    r"team|customer)|best regards|kind regards|yours sincerely|sincerely,|terms and conditions|"
    r"all rights reserved|subject:)",
    re.I,
)
_MOCKING: Final = re.compile(
    r"\byeah,? right\b|\s/s\b|\bsaid no one\b|🙄|\bas if!|\bnot!\s*$|\bsarcas", re.I
)
_HEAD = 4000


@lru_cache(maxsize=8)
def own_words_end(head: str) -> int:
    """Where the writer stops speaking for themselves; the length where they never do.

    Args:
        head: the beginning of a message.

    Returns:
        The beginning of the sentence that orders a text or opens a play; 0 for a message that is an
        advertisement or a letter, or is not meant.
    """
    if _ADVERT.search(head):
        return 0
    ends = [match.start() for match in (_ORDERED.search(head), _PLAY.search(head)) if match]
    if not ends:
        return len(head)
    first = min(ends)
    return max(head.rfind(mark, 0, first) + 1 for mark in ".?!\n。")


def own_words(text: str) -> int:
    """As :func:`own_words_end`, of a whole message."""
    if len(text) <= _HEAD:
        return own_words_end(text)
    end = own_words_end(text[:_HEAD])
    return end if end < _HEAD else len(text)


def mocking(sentence: str) -> bool:
    """Whether a sentence bears a mark that it isn't meant."""
    return bool(_MOCKING.search(sentence))
