# ruff: noqa: E501 - an expression stays on one line: wrapped, its alternatives cannot be read
"""Times as they stand beside what they are the times of; see ``timetables.py``."""

from __future__ import annotations

from eywa_fs.facts.languages.en.words.lists import words

_WD = (
    r"(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|mon|tues?|weds?|thurs?|fri|sat|sun|weekdays?"
    r"|weekends?|weeknights?)"
)
_PART = r"(?: (?:mornings?|evenings?|nights?|afternoons?|lunchtimes?|teatimes?))?"
_MONTH = (
    r"(?:january|february|march|april|may|june|july|august|september|october|november|december"
    r"|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)"
)
_WORD = r"(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)"
_CLOCK = (
    r"(?:\d{1,2}[:.]\d\d(?: ?[ap]\.?m\b\.?)?|\d{1,2} ?[ap]\.?m\b\.?|\d{1,2}(?: o'clock)?"
    rf"|(?:(?:half|quarter|ten|five|twenty)(?: past| to)? )?{_WORD}(?: o'clock)?"
    r"|noon|midnight|lunchtime|teatime|dusk|dawn)"
)
_DAY = (
    rf"(?:\d{{1,2}}(?:st|nd|rd|th)(?: of)? {_MONTH}|\d{{1,2}}(?:st|nd|rd|th)(?: of (?:the|every|each) month)?"
    rf"|\d{{1,2}} {_MONTH}|{_MONTH} (?:the )?\d{{1,2}}(?:st|nd|rd|th)?"
    rf"|(?:first|second|third|fourth|last|1st|2nd|3rd) {_WD}(?: (?:of|in) (?:the|every|each) month)?)"
    r"(?:,? \d{4})?"
)
_EVERY = (
    rf"(?:(?:every|each|alternate) (?:single |other |second |third |fourth |two |three |four |\d+ |first )?"
    rf"(?:{_WD}{_PART}|days?|mornings?|evenings?|nights?|weeks?|months?|fortnight|hours?)"
    r"|(?:once|twice|(?:\w+|\d) times) (?:a|per|every) (?:day|week|month|year|fortnight|term)"
    rf"|most (?:{_WD}|mornings|evenings|nights|days|afternoons)|weekly|monthly|fortnightly)"
)
_DAYS = (
    rf"(?:(?:next |this )?{_WD}{_PART}(?: week)?"
    rf"(?:(?:,? and |, | & | to | till | through | or |-|–){_WD}{_PART}){{0,4}}"
    r"|tomorrow(?: morning| afternoon| evening| night)?|tonight)"
)
_SPAN = rf"(?:{_CLOCK}(?: ?(?:to|till|until|-|–) ?){_CLOCK})"
_STRONG = rf"(?:{_DAY}|{_EVERY}|{_DAYS}|{_SPAN}{_PART}|at {_CLOCK})"
_WEAK = rf"(?:{_DAY}|{_EVERY}|{_DAYS}|{_SPAN}|{_CLOCK})"
_LINK = r"(?:,? at |,? from |,? on |,? and |, | to | till | until | (?:in|of) the |,? the | )"
#: One or more days and hours behind one another.
TIME = (
    rf"(?<![\w'£$€-])(?P<o>(?:{_CLOCK} )?{_STRONG}(?:{_LINK}{_WEAK}(?![\w'])){{0,5}}(?: (?:only|each week))?)"
    r"(?![\w'£$€%-]| (?:(?:of|miles?|km|minutes?|hours?|people|years?|months?|weeks?|days?|grand|quid|pounds?)\b))"
)
#: The rhythm of one's own work, told without a word more.
ROUNDS = (
    r"(?:^\W*|[,;:—–(]\s*|\b(?:and|but|now|work|works|working|doing|do|does|on|then) )"
    rf"(?P<o>(?:(?:{_WORD}|\d) on,? (?:and )?(?:then )?(?:{_WORD}|\d) off"
    rf"|(?:{_WORD}|\d|twelve|\w+teen|twenty|thirty) (?:days?|nights?|mornings?|evenings?|shifts?|hours?|afternoons?) (?:a|per|each) (?:week|fortnight|month)"
    rf"|(?:{_WD}{_PART}|mornings|evenings|nights|afternoons|weekends|earlies|lates|summers|winters|term-time|term time|school hours)(?: (?:and|to|till) (?:{_WD}|evenings|nights|weekends|lates))? (?:only|off|mostly)"
    r"|(?:days|nights|mornings|earlies|lates) one week(?: and|,) (?:days|nights|evenings|lates|earlies) the next"
    r"|(?:twelve|eight|ten|twenty-four|\d+)[- ]hour shifts|split shifts|double shifts|alternate weeks"
    r"|(?:permanent |mostly )?(?:earlies|nights|lates)))"
    r"(?=\W*$|[,.;!)—–]| (?:now|at the|at|so|and|but|for|in|from|since|these)\b)"
)
#: What ties a thing to its time.
KEPT = words(
    """is are 's now starts start started begins begin opens open closes close ends end finishes
    finish runs run lasts falls resumes resume happens leaves departs lands booked scheduled set
    expires expire due comes goes takes place kicks rehearses train trains serviced
    checked emptied collected breaks shuts lock locks sits rehearse practises"""
)
