"""Where noun phrases, verb phrases and what one likes end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from eywa_fs.facts.engine.clauses import Token
from eywa_fs.facts.languages.en import words as vocabulary
from eywa_fs.facts.languages.en.times import only_time
from eywa_fs.facts.languages.en.tokens import lemma, verb_form
from eywa_fs.facts.languages.en.verbs import is_adverb
from eywa_fs.facts.languages.en.words import AUXILIARIES, LINKS, POINTERS, UNITS, word_set

_VAGUE: Final = word_set("""thing things stuff lot lots bit way ways kind sort time times idea ideas
part parts day days moment moments fact point case reason feeling feelings chance fun place places
people person guy guys result results question problem issue plan plans goal goals option options
suggestion suggestions detail details example combination mix look sound vibe vibes energy view
photo picture pic image approach concept information news update work job it too very well great
good nice cool awesome amazing beautiful perfect important best better new old big small favorite
favourite anything story touch style help support advice change changes approaches challenge today
week weekend version first second last design color colors colour colours message words response
answer structure format list text minute hour hand side end rest start name number total none most
half couple few many much sounds opportunity impact difference games alternatives""")
"""Words that say nothing of what is meant, as the last word of a value."""
_GENERAL_THE: Final = word_set(  # what "the" names without having been told
    "beach ocean sea outdoors mountains mountain countryside sun snow rain gym water park library "
    "city cold heat dark woods forest beatles piano guitar violin drums internet arts theater "
    "theatre opera cinema movies desert river lake summer winter spring fall autumn "
    "country west 80s 90s 70s 60s "
    "holidays violence"
)
_TIME_JOINTS: Final = word_set("in on since last next about around this a two three")
_COMPARING: Final = word_set("rather more less better")
_OF_ITS_OWN: Final = word_set("not only just never rather likes loves hates prefers adores")
_TAIL: Final = word_set("""too as though tho either lol haha instead anymore now right these more
loads lots tons heaps""")
_WHY: Final = (
    "due to|because of|owing to|thanks to|for health|for ethical|for religious|for environmental|"
    "for medical|for personal|as well|as a result|at all|in general|so much|a lot|very much|"
    "under any|right now|these days|at the moment|whenever possible|when possible|if possible|"
    "with a passion|or anything|or whatever|or something|as they|as it|as i|since they|since it|"
    "lately|and stuff|even though|the most|the best|more than anything|too much|no matter|"
    "for a while|all of a sudden|for years|rather than that|in order|so that|for safety|for privacy"
)
_REASONS: Final = tuple(tuple(words.split()) for words in _WHY.split("|"))
TIME_STARTS: Final = word_set("""last next back every yesterday today tomorrow tonight ago this
these right instead""")
"""Words a time begins with; no noun phrase goes on there."""
_NEVER_INSIDE: Final = POINTERS | LINKS | TIME_STARTS | word_set("the a an my our no any some")
_BEHIND: Final = LINKS | TIME_STARTS | word_set("named called living working")
_REASONS_BY_WORD: Final = {
    first: [words for words in _REASONS if words[0] == first] for first, *_ in _REASONS
}
LONGEST = 26  # tokens of what one likes or dislikes


def noun_phrase(tokens: Sequence[Token], at: int, most: int = 6) -> int:
    """Where a noun phrase of plain words ends that begins behind its determiner; ``at`` for none.

    "golden retriever", "men's shoes", "2010 Honda": no pronoun, no preposition, no verb form of
    "be", and the last word says what it is."""
    end = at
    while end < len(tokens) and end - at < most and _in_phrase(tokens, end, at):
        end += 1
    while end > at and (is_adverb(tokens[end - 1].low) or tokens[end - 1].low == "'s"):
        end -= 1
    if end == at or tokens[end - 1].low in _VAGUE:
        return at
    return end if any(c.isalpha() for c in tokens[end - 1].low) else at


def _in_phrase(tokens: Sequence[Token], n: int, at: int) -> bool:
    low = tokens[n].low
    if low == "'s":
        return n > at
    if low == "-" and n > at:
        return n + 1 < len(tokens) and tokens[n - 1].end == tokens[n].start
    return tokens[n].is_word and low not in _NEVER_INSIDE and not (n > at and _lasts(tokens, n))


def _lasts(tokens: Sequence[Token], n: int) -> bool:
    """Whether a number counts days or longer there ("2 weeks ago", "twenty years")."""
    counts = tokens[n].low.isdigit() or tokens[n].low in vocabulary.NUMBERS
    return counts and n + 1 < len(tokens) and tokens[n + 1].low in UNITS


def closed(tokens: Sequence[Token], end: int) -> bool:
    """Whether a phrase may end before ``end``: there is no more of it ("Ana's")."""
    if end >= len(tokens):
        return True
    low = tokens[end].low
    if low in ("'s", "'"):
        return False
    return not tokens[end].is_word or low in _BEHIND or is_adverb(low) or _lasts(tokens, end)


def topic(tokens: Sequence[Token], at: int) -> int:
    """Where what is liked or disliked ends: a phrase with all that narrows it, to the end of the
    clause but for the reasons; ``at`` where it points to something that isn't said."""
    stop = _cut(tokens, at)
    end = _first_of_list(tokens, at, stop) or stop
    while end > at and _is_tail(tokens[end - 1]):
        end -= 1
    opened = next((n for n in range(at, end) if tokens[n].low == "("), end)
    if not any(t.low == ")" for t in tokens[opened:end]):
        end = opened
    if not 0 < end - at <= LONGEST or not _says_something(tokens, at, end):
        return at
    return at if _points(tokens, at, end) else end


def _is_tail(token: Token) -> bool:
    low = token.low
    adverb = is_adverb(low) and low not in ("together", "alone")
    return low in _TAIL or adverb or not (token.is_word or low == ")")


def _says_something(tokens: Sequence[Token], at: int, end: int) -> bool:
    """Whether the words by themselves tell what it is."""
    said = tokens[at:end]
    first, last = said[0].low, said[-1].low
    if first in ("my", "our") or any(_is_address(tokens, n) for n in range(at, end)):
        return False
    if first in LINKS or first == "such" or not first[0].isalnum():
        return False
    if len(said) == 1 and (is_adjective(first) or verb_form(first) == "past"):
        return False
    if (len(said) == 1 and (lemma(first) in _LIGHT or first in _TOO_GENERAL)) or _runs_on(said):
        return False
    if (last in _VAGUE and len(said) <= 2) or (is_adjective(last) and len(said) == 2):
        return False
    if (len(last) == 1 and len(said) > 1) or last in _NO_ENDS or first in _UNTOLD:
        return False
    if all(t.low in _EMPTY or lemma(t.low) in _LIGHT for t in said if t.is_word):
        return len(said) == 1  # "trying new places"
    return any(c.isalpha() for t in said for c in t.low)


def _is_address(tokens: Sequence[Token], n: int) -> bool:
    """Whether an address of the web stands there: a name that is talked about, nothing liked."""
    glued = 0 < n < len(tokens) - 1 and tokens[n - 1].end == tokens[n].start
    dotted = tokens[n].low == "." and glued and tokens[n].end == tokens[n + 1].start
    return dotted or "://" in tokens[n].low


def _runs_on(said: Sequence[Token]) -> bool:
    """Whether another clause follows without a mark ("red even my hair is red")."""
    return any(
        token.low in ("is", "are", "am", "was", "were", "'m", "'s")
        and n + 1 < len(said) and token.low != "'s"
        and not any(t.low in ("that", "which", "who", "where") for t in said[:n])
        for n, token in enumerate(said))  # fmt: skip


def _points(tokens: Sequence[Token], at: int, end: int) -> bool:
    """Whether something in the phrase can only be told by who knows the rest."""
    said = tokens[at:end]
    if any(t.low in POINTERS and not _relative(tokens, n, at) for n, t in enumerate(said, at)):
        return True
    for n, token in enumerate(tokens[max(at - 1, 0) : end], max(at - 1, 0)):
        if token.low == "the" and n + 1 < end and tokens[n + 1].text[0].islower():
            noun = [t.low for t in tokens[n + 1 : n + 4]]
            if n >= at and noun[0] not in _VAGUE | _OF_SOMETHING:
                continue  # inside the phrase: "playing songs on the piano"
            general = any(word in _GENERAL_THE for word in noun)
            of = any(word in _OF_SOMETHING for word in noun[:2]) and "of" in noun[1:]
            if not general and not of:
                return True
    return False


_TOO_GENERAL: Final = word_set("food children kids life weather home school water drinks mondays")
_UNTOLD: Final = word_set("certain various several particular specific")
_EMPTY: Final = _VAGUE | LINKS | _TOO_GENERAL | word_set("a an the some different positive friends")
_PARTICLES: Final = word_set("in out up off outside inside over around together")
_NO_ENDS: Final = LINKS - _PARTICLES | {"any", "a", "the"}
_OF_SOMETHING: Final = word_set("""smell taste scent sound idea thought sight texture look feel
feeling concept use art""")
_ADJECTIVES: Final = word_set("""modern unique distinct private small quiet secluded open warm large
big public local simple loud bright dark cheap fancy plain healthy fresh wild busy crowded old new
young short long cold hot dry wet soft hard light heavy safe free rich poor slow fast real smart
funny scary intimate self-directed solid early late chill calm cozy cosy classic minimalist close
strong sweet spicy sour salty savory bitter vegan organic green bold high low honest kind vintage
retro""")
_ADJECTIVE_ENDINGS: Final = (
    "ive", "ical", "onal", "ial", "ous", "ful", "less", "able", "ible", "ish", "friendly", "ated",
    "ized", "ised", "ented", "based", "free", "natural", "cluded", "ostly", "etic", "istic", "ern",
)  # fmt: skip
_NOUNS_TOO: Final = word_set("""festival material materials olive archive vegetable table fish dish
cable drive""")


def is_adjective(low: str) -> bool:
    """Whether a word is likelier to describe than to name."""
    ending = low.endswith(_ADJECTIVE_ENDINGS) and low not in _NOUNS_TOO
    return ending or not _ADJECTIVES.isdisjoint((low, low[:-2], low[:-1]))


def _relative(tokens: Sequence[Token], n: int, at: int) -> bool:
    """A pointing word that is none here: a relative ("shows *that* ...", "people *who* ..."), or
    one that goes back to the phrase itself ("authors with *their* ...")."""
    low = tokens[n].low
    if low in ("that", "which", "who", "whose", "where", "when"):
        after = tokens[n + 1].low if n + 1 < len(tokens) else ""
        before = tokens[n - 1].low
        if n == at or before in LINKS or verb_form(before) in ("past", "participle"):
            return False
        goes_on = low in ("whose", "where") or after not in _NEVER_INSIDE - AUXILIARIES
        return before[0].isalnum() and after[:1].isalpha() and goes_on
    if low in ("their", "its", "they", "it"):
        return any(t.low in ("that", "which", "who", "whose") for t in tokens[max(0, n - 16) : n])
    return low in ("such", "my") and n + 1 < len(tokens)


def _cut(tokens: Sequence[Token], at: int) -> int:
    """Where reasons and comments begin behind ``at``."""
    for n in range(at + 1, min(len(tokens), at + LONGEST + 6)):
        for words in _REASONS_BY_WORD.get(tokens[n].low, ()):
            if all(n + k < len(tokens) and tokens[n + k].low == w for k, w in enumerate(words)):
                return n
        if tokens[n].low in _TIME_JOINTS and _dated(tokens, n):
            return n
        ago = [t.low for t in tokens[n + 2 : n + 3]] == ["ago"] and tokens[n - 1].low != "least"
        if ago and _lasts(tokens, n):
            return n
        if tokens[n].low in ("and", "but", ",") and _other_sign(tokens, n + 1):
            return n
        bare = tokens[n - 1].low not in _COMPARING and not tokens[n - 1].low.endswith("er")
        if tokens[n].low == "than" and bare:
            return n
        narrows = n == at + 1 and noun_phrase(tokens, n + 1) > n + 2  # "handmade, warm clothes"
        narrows = narrows and tokens[n + 1].low not in vocabulary.NUMBERS  # "beer, two years sober"
        adjective = is_adjective(tokens[n - 1].low) or narrows
        if tokens[n].low == "," and not adjective and not _list_goes_on(tokens, n):
            return n
    return min(len(tokens), at + LONGEST + 6)


def _other_sign(tokens: Sequence[Token], at: int) -> bool:
    """Whether what is joined has a polarity of its own: "and not ...", ", likes otters"."""
    return at < len(tokens) and tokens[at].low in _OF_ITS_OWN


def _dated(tokens: Sequence[Token], at: int) -> bool:
    """Whether nothing but a date follows ("about five years ago", "in May")."""
    said = [t for t in tokens[at:] if t.is_word]
    return only_time(tokens, at, len(tokens)) and any(
        t.low in vocabulary.MONTHS or t.low in ("ago", "last", "next", "year") or t.low[0].isdigit()
        for t in said
    )


def _list_goes_on(tokens: Sequence[Token], comma: int) -> bool:
    """Whether a comma parts values of a list: "and" or "or" comes later, with phrases between."""
    if comma + 1 < len(tokens) and is_adverb(tokens[comma + 1].low):
        return False
    for n in range(comma + 1, min(len(tokens), comma + 24)):
        low = tokens[n].low
        if low in ("and", "or", "&"):
            return n + 1 < len(tokens) and not is_adverb(tokens[n + 1].low)
        if low in POINTERS | AUXILIARIES:
            return False
    return False


def _first_of_list(tokens: Sequence[Token], at: int, stop: int) -> int:
    """Where the first value of a list ends that may be parted; 0 where it is one value."""
    for n in range(at, stop):
        low = tokens[n].low
        if low in (",", "and", "&") and n > at:
            first = tokens[n - 1].low
            names = tokens[n - 1].text[0].isupper()
            bare = (
                t.low in (",", "and", "&") or verb_form(t.low) == "ing" for t in tokens[at:stop]
            )
            if all(bare) or (low == "," and not _list_goes_on(tokens, n)):
                return 0  # deeds of one outing, perhaps; adjectives
            simple = (
                names or (n - at <= 3 and first.endswith(("s", "ing")) and not is_adjective(first))
                or (low == "," and n - at == 1 and not is_adjective(first)))  # fmt: skip
            rest = tokens[n + 1 : stop]
            bent = any(t.low in vocabulary.PREPOSITIONS | POINTERS for t in rest)
            return n if simple and not bent else 0
        if low in LINKS:
            return 0
    return 0


def joint(tokens: Sequence[Token], at: int) -> int:
    """How many tokens from ``at`` on join two values of a list (", and"); 0 for none."""
    n = at
    if n < len(tokens) and tokens[n].low == ",":
        if not _list_goes_on(tokens, n):
            return 0
        n += 1
    if n < len(tokens) and tokens[n].low in ("and", "or", "&"):
        n += 1
    while n > at and n < len(tokens) and tokens[n].low in ("a", "an", "the", "also", "some"):
        n += 1
    if _other_sign(tokens, n):
        return 0
    return n - at if n < len(tokens) else 0


def deed(tokens: Sequence[Token], at: int) -> int:
    """Where a verb phrase with its object ends ("dine at rooftop bars"); ``at`` for none."""
    if at >= len(tokens) or not tokens[at].low.isalpha():
        return at
    known = verb_form(tokens[at].low)
    if known not in ("base", "ing") and (known or not at or tokens[at - 1].low != "to"):
        return at
    end = topic(tokens, at)
    return at if end == at + 1 and tokens[at].low in _LIGHT else end


_LIGHT: Final = word_set("""be do have get go make take see know say tell think try help use keep
watch talk listen look play work stay live come eat drink buy hear feel believe imagine share add
start meet relax""")  # verbs that say nothing without an object
