# ruff: noqa: E501 - a row stays on one line: wrapped, its alternatives cannot be read
"""What the rows of ``ways_*.py`` are made of, and where nothing is asserted.

A row is one or more outcomes, parted by ``;``, and a pattern on lower-case text. An outcome is a
predicate, its polarity (``+`` as said, ``!`` denied), how a date bounds it, what the object must be
(see ``waykinds.py``) and its group (``@p``; ``o`` where none is given, or what follows the match
where the pattern has no such group). The first outcome decides whether the row applies. The subject
is the group ``s`` (the speaker where it is empty) or the thing in the group ``t``. ``~`` in front:
the row is not held back by words like "would"; ``^``: it outranks what other rules read;
``>``: the subject that opens the sentence is meant; ``#``: tried only where a digit or "@" stands.
"""

from __future__ import annotations

from eywa_fs.facts.languages.en.words import (
    ways_aims,
    ways_deeds,
    ways_health,
    ways_holdings,
    ways_home,
    ways_learning,
    ways_life,
    ways_livelihood,
    ways_manners,
    ways_people,
    ways_places,
    ways_regimes,
    ways_rounds,
    ways_tastes,
    ways_things,
    ways_times,
    ways_work,
)
from eywa_fs.facts.languages.en.words.sayings import SLOTS as SAYING_SLOTS

TABLES = (
    ways_work.TABLE,
    ways_home.TABLE,
    ways_health.TABLE,
    ways_tastes.TABLE,
    ways_life.TABLE,
    ways_livelihood.TABLE,
    ways_places.TABLE,
    ways_regimes.TABLE,
    ways_people.TABLE,
    ways_learning.TABLE,
    ways_things.TABLE,
    ways_times.TABLE,
    ways_holdings.TABLE,
    ways_aims.TABLE,
    ways_rounds.TABLE,
    ways_manners.TABLE,
    ways_deeds.TABLE,
)

#: In the part of the sentence before the object, these leave nothing asserted.
UNREAL = (
    r"\b(?:if|would|wouldn't|could|couldn't|might|may|maybe|wish|unless|imagine|suppose|pretend|"
    r"act as|you will|you'll|you are|you're|your|hoping|considering|whether|should|shouldn't|almost|nearly|as if|as though|wonder|thinking of|"
    r"thinking about|want to|wants to|wanted to|hope to|hopes to|hoping to|like to|love to|trying to|try to|tried to|learning to|dreamt|dreamed|when i was (?:a kid|little|young|small))\b|\w'd "
)
#: A denial before the match turns a row without polarity of its own around: it is left out.
NEGATION = r"\b(?:not|isn't|aren't|wasn't|weren't|ain't|haven't|hasn't|don't|doesn't|didn't|won't|never|no longer|nor|neither|without|rather than|instead of)\b"

_SUBJECT = r"(?P<s>i|we|he|she|(?:my|our|his|her) [a-z'-]+(?: [a-z'-]+){0,2}?|the [a-z-]+|(?!(?:has|have|had|is|are|am|was|were|been|just|finally|now|both|also|still|got|really|so|then|well|and|but|this|that|it|not|no|never|all|there|my|our|his|her|their|your|the|an?)\b)[a-z-]+(?: [a-z-]+)?)"
_AUX = r"(?:'ve|'s|'re|'m| have| has| am| is| are)?(?: been)?"
_ADVERBS = r"(?:(?:just|been|finally|now|recently|officially|also|only|still|already|actually|always|really|currently|happily|basically|mostly|usually|both|got|even|literally|properly|technically|apparently|once again|back|all|quite|so|pretty|sort of|kind of|clearly|obviously|definitely|completely|totally|proudly|sadly|at last) )*"
_PART = r"(?:^\W*|[,;:()—–…-]\s*|\b(?:and|but|so|because|since|as|cos|though|anyway|honestly|also|plus|then|well|oh|ok|okay|yes|yeah|today|these days|at the moment|currently|apparently|turns out|fyi|btw|sadly|luckily|hello|hi|while|update|news|now|and now|confession|that) |\b(?=i(?:'m|'ve| am| have) )|(?:^|[,;] ?)(?:as of|from|since|until|till|by|on|for|this|last|next|in) [\w ]{2,24}?,? )"

SLOTS = {
    "{RHYTHM}": r"(?:{OFTEN}|{WD}s? (?:to|through|and|till) {WD}s?|term-?time|out of hours|during the week|in the week)",
    "{S}": rf"{_PART}(?:{_SUBJECT}{_AUX} )?{_ADVERBS}",
    "{W}": rf"{_PART}{_SUBJECT}{_AUX} {_ADVERBS}",
    "{I}": rf"{_PART}(?:(?P<s>i|we){_AUX} )?{_ADVERBS}",
    "{J}": rf"{_PART}(?P<s>i|we){_AUX} {_ADVERBS}",
    "{P}": _PART,
    "{E}": r"(?=\W*$|[,.;!?()—–…:]| - |,? (?:and|but|so|because|cos|since|for|now|these days|at the moment|again|today|tonight|this|last|next|on|until|till|as|when|while|which|who|if|though|too|already|yet|anyway|tbh|lol|honestly|please|from|after|before|instead|with|by|full[- ]time|part[- ]time|thanks|i|we|he|she|it|my)\b)",
    "{NP}": r"[\w'&/.-]+(?: [\w'&/.-]+){0,5}?",
    "{NAME}": r"[a-z][a-z'-]+(?: [a-z][a-z'-]+)?",
    "{THING}": r"(?P<t>(?:the |my |our |his |her )?[a-z][a-z'-]*(?: [a-z'-]+){0,3}?)",
    "{UNIT}": r"(?:days?|weeks?|months?|years?|terms?|shifts?|seasons?|decades?)",
    "{ORD}": r"(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|final|last|\d+(?:st|nd|rd|th))",
    "{DWELLING}": r"(?:flat|bedsit|houseshare|house-share|house share|flatshare|flat-share|flat share|studio flat|studio apartment|maisonette|bungalow|terrace|terraced house|semi|townhouse|town house|cottage|farmhouse|narrowboat|houseboat|canal boat|static caravan|caravan|apartment|condo|duplex|loft|basement flat|granny flat|annexe|penthouse|tower block|council flat|council house|(?:one|two|three|four|five|\d)-bed(?:room)?(?: \w+)?|rented (?:flat|room|house|place)|motorhome|campervan|yurt|converted \w+|sublet|tenement|brownstone|walk-up|bedroom in [\w ]+|room (?:above|in|over|at) [\w ']+|house|lighthouse|vicarage|rectory|commune|squat|mooring|boat|van)",
    "{ADVISER}": r"(?:(?:the |my |our |her |his )?(?:gp|doctor|doctors|doc|consultant|dietitian|dietician|nutritionist|nurse|midwife|specialist|cardiologist|physio|physiotherapist|dentist|vet|hospital|surgeon|neurologist|optician|psychiatrist|therapist|oncologist|rheumatologist|gastroenterologist|gastro|dermatologist|allergist|clinic|surgery|medics?|podiatrist|osteopath|chiropractor|paediatrician|obstetrician|orthodontist|landlord|landlady|boss|coach))",
} | {
    name: SAYING_SLOTS[name]
    for name in ("{N}", "{OFTEN}", "{DAY}", "{HOURS}", "{HOUR}", "{WD}", "{MONTH}")
}
