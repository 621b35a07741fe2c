"""What of a message nobody says of themselves: texts ordered or handed over, play, job ads."""

from __future__ import annotations

import re
from typing import Final

from eywa_fs.language.material import LONGEST, unhelped

_TEXTS: Final = (
    r"(?:stor(?:y|ies)|poems?|letters?|e-?mails?|essays?|dialogues?|scripts?|speech(?:es)?|bios?"
    r"|posts?|messages?|reviews?|paragraphs?|articles?|blogs?|captions?|songs?|lyrics|scenes?"
    r"|chapters?|sentences?|statements?|proposals?|reports?|scenarios?|narratives?|monologues?"
    r"|descriptions?|profiles?|ads?|tweets?|notes?|toasts?|vows?|novels?|plots?|texts?|jokes?"
    r"|prompts?|code|programs?|functions?|abstracts?|summar(?:y|ies)|introductions?|conclusions?"
    r"|resumes?|cvs?)"
)
_ASKED: Final = (
    r"(?i)(?:^\W*|[.?!\n,:]\s*"
    r"|\b(?:please|kindly|you to|help me(?: to)?|(?:can|could|will|would) you)\s+)"
)
"""What stands before the verb of an order."""
_ORDERED: Final = re.compile(
    _ASKED + r"(?:(?:write|draft|compose|generate|create|make|give|produce|come up with|craft)\b"
    r"\s+(?:[\w'-]+\s+){0,6}?" + _TEXTS + r"\b"
    r"|(?:write|rewrite|draft|compose|translate|summari[sz]e|paraphrase|proofread|rephrase|reword"
    r"|polish|shorten|act as|pretend|imagine|role-?play|continue the|correct the|edit)\b)"
)
_PLAY: Final = re.compile(
    r"(?i)^\s*(?:\*[a-z][^*\n]{3,80}\*|chapter \w)|(?:^\W*|[.!?\n,;:]\s*)(?:(?:ok|so|and|now"
    r"|please) )*(?:(?:you(?: are|['’]re|['’]ll be| will be| play)|(?:can|would) you (?:be|play)"
    r"|be) (?:an?|my|the|now|going to) (?!best|star|legend|life|genius|gem|angel|great|good|bit)"
    r"(?=[a-z])|i['’]?m (?:an?|the) (?:dwarf|elf|knight|wizard|pirate|orc|hobbit|vampire|witch)\b)"
    r"|\binterview me\b|\blet['’]?s practi[sc]e\b|\bpracti[sc](?:e|ing)\b[^.?!\n]{0,30}"
    r"\b(?:interview|dialogue|conversation)|as an? (?:interviewer|recruiter|examiner|officer)\b"
    r"|\bd&d\b|let['’]?s play(?! (?:it|by|safe))\b|in (?:the|an?) [a-z ]{3,20} (?:that |which )?"
    r"i(?:['’]?m| am) (?:writing|drafting|working on)"
    r"|\b(?:let['’]s (?:pretend|imagine|say|suppose)|pretend(?:ing)? (?:to be|that|i|you)"
    r"|act(?:ing)? (?:as|like) (?:a|an|my|if)|play(?:ing)? the (?:role|part)"
    r"|in the (?:role|voice) of|(?:speak|answer|reply|respond|talk) as (?:an?|my|the|if)|as if i"
    r"|suppose that|hypothetically|in character|(?:my|the) character|the protagonist"
    r"|in (?:this|my) (?:story|novel|scenario|game)|now you['’]re [a-z]+,? and i['’]?m"
    r"|fictional|once upon a time|from the (?:perspective|point of view|pov) of)\b"
)
_ADVERT: Final = re.compile(
    r"(?im)^\W*(?:(?:hi|hello|hey|dear) (?:there )?(?:all|every(?:one|body)|team|folks|colleagues"
    r"|neighbou?rs|members|residents)\b|dear \w+,\s*$)"
    r"|\b(?:we(?: are|['’]re) (?:looking for an?|seeking|hiring)|the ideal candidate"
    r"|(?:key )?responsibilities(?: include)?:|requirements:|qualifications:"
    r"|apply (?:now|today|by)\b|job description|equal opportunity"
    r"|years of experience (?:required|in)|dear (?:sir|hiring|mr|ms|team|customer)|best regards"
    r"|(?:happy|it['’]s) (?:1st of april|april (?:the )?1st)|april fool|kind regards"
    r"|sincerely,|terms and conditions|all rights reserved|subject:)"
)
_MOCKING: Final = re.compile(
    r"(?i)\byeah,? right\b|\b(?:oh|yeah|ah),? (?:sure|great|joy)\b|\s/s\b|\bsaid no one\b|🙄"
    r"|\b(?:like|as if|as though) (?:i['’]?m|im|i|we['’]?re|we)\b|\bas if!|\bnot!\s*$|\bsarcas"
    r"|\w,? (?:no,? (?:sorry|wait)|(?:sorry|wait),? no)\b"
)
TAKING_BACK: Final = re.compile(r"no (?:[,.]|sorry|wait|no)|not [.!]|wait (?:,|no)|i mean")
"""How a sentence begins that takes back the one before it."""


def own_words(text: str) -> int:
    """Where the sentence begins that orders a text; 0 for a play, an advertisement or a letter; the
    length where the writer speaks for themselves to the end."""
    head = unhelped(text[:LONGEST])
    if _ADVERT.search(head) or _PLAY.search(head):
        return 0
    ordered = _ORDERED.search(head)
    if not ordered:
        return len(head)
    first = ordered.start() + 1  # behind the mark that ends the sentence before
    return max(head.rfind(mark, 0, first) + 1 for mark in ".?!\n。")


def mocking(sentence: str) -> bool:
    """Whether a sentence bears a mark that it isn't meant, or takes itself back."""
    return bool(_MOCKING.search(sentence))
