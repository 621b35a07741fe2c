"""Object phrases: where they begin and end, what is trimmed, how a list is divided."""

from __future__ import annotations

from collections.abc import Sequence

from eywa_fs.facts.languages.en.morphology import verb_form
from eywa_fs.facts.languages.en.tokens import Token
from eywa_fs.facts.languages.en.words.grammar import (
    ADVERBS,
    BE,
    DETERMINERS,
    HAVE,
    MODALS,
    MONTHS,
    NUMBER_WORDS,
    OBJECT_PRONOUNS,
    OBJECT_STOPS,
    PREPOSITIONS,
    SEASONS,
    SUBJECT_PRONOUNS,
    TIME_NOUNS,
    TRAILERS,
    TRAILING_PHRASES,
    WEEKDAYS,
)
from eywa_fs.facts.languages.en.words.lists import words
from eywa_fs.facts.languages.en.words.things import FIXED_PAIRS

Phrase = tuple[Token, ...]
#: No value is longer than this many words.
MAX_WORDS = 9
_JOINERS = frozenset({",", "and", "or", "&", "nor", "plus"})
_INSIDE = frozenset({"-", "/", "'s", "'", ".", "+", "#", "%", "£", "$", "€", "&", "°", "–"})
_LEADING = (
    DETERMINERS
    | ADVERBS
    | words(
        """: - – of to any lots plenty bit lot kind sort type load loads ton tons pair couple few
        many much such like not n't by with"""
    )
) - frozenset({"no"})
_KEPT_LEADING = words("only both two three")


def noun_phrases(
    tokens: Sequence[Token], at: int = 0, *, prepositions: frozenset[str] = frozenset({"of"})
) -> list[Phrase]:
    """The coordinated noun phrases that begin at a position.

    Args:
        tokens: the complement of a clause.
        at: where to begin.
        prepositions: those that may continue a phrase.
    """
    tokens = _without_asides(tokens, at)
    end = _noun_end(tokens, at, prepositions)
    parts = _divided(tokens[at:end])
    if len(parts) == 2 and not _is_item(tokens, parts):
        parts.pop()
    if len(parts) > 1 and _continues_elsewhere(tokens, parts[-1]):
        parts.pop()
    return [part for part in (trimmed(p) for p in parts) if is_value(part)]


def _is_item(tokens: Sequence[Token], parts: Sequence[Phrase]) -> bool:
    """Whether what follows a lone comma is an item and no remark ("allergic to bees, typical")."""
    second = parts[1]
    begin = next(i for i, t in enumerate(tokens) if t is second[0])
    end = next(i for i, t in enumerate(tokens) if t is second[-1])
    joined = any(t.low in _CONJUNCTIONS for t in tokens[begin - 2 : end + 5])
    counted = all(p[0].low in NUMBER_WORDS or p[0].low[:1].isdecimal() for p in parts)
    names = parts[0][0].is_capital and second[0].is_capital
    return joined or counted or names


_CONJUNCTIONS = _JOINERS - {","}


def _continues_elsewhere(tokens: Sequence[Token], part: Phrase) -> bool:
    """Whether the last item is an adjective of its own ("..., indifferent to ...")."""
    at = next((i for i, t in enumerate(tokens) if t is part[-1]), len(tokens)) + 1
    before = next((i for i, t in enumerate(tokens) if t is part[0]), 0) - 1
    return (
        len(part) == 1
        and at < len(tokens)
        and tokens[at].low in ("to", "about")
        and before >= 0
        and tokens[before].low == ","
    )


def noun_phrase(
    tokens: Sequence[Token], at: int = 0, *, prepositions: frozenset[str] = frozenset({"of"})
) -> Phrase:
    """The first noun phrase from a position on, undivided at "and"; empty when there is none."""
    end = _noun_end(tokens, at, prepositions | {"&"})
    stop = next((i for i in range(at, end) if tokens[i].low in (",", "plus")), end)
    return trimmed(tokens[at:stop])


def verb_phrase(tokens: Sequence[Token], at: int, *, words: int = MAX_WORDS) -> Phrase:
    """A verb with its complements up to the end of the clause, at most ``words`` words."""
    end = at
    while end < len(tokens) and end - at < words:
        token = tokens[end]
        if token.low in OBJECT_STOPS and token.low not in _INNER:
            break
        if not token.is_word and token.low not in _INSIDE:
            break
        if end > at and token.low in SUBJECT_PRONOUNS:
            break
        if end > at and token.low in _TEMPORAL and _leads_to_verb(tokens, end):
            break
        end += 1
    while end > at + 1 and end < len(tokens) and tokens[end - 1].low in _TEMPORAL:
        end -= 1
    return trimmed(tokens[at:end], leading=False)


_TEMPORAL = words("until till before after")


def _leads_to_verb(tokens: Sequence[Token], at: int) -> bool:
    """Whether a clause of time begins here ("until the stitches come out")."""
    begin = at + 2
    for token in tokens[begin : begin + 4]:
        form = verb_form(token.low)
        if token.low in (BE | HAVE) - {"'s"} or (
            form is not None and form[1] in ("base", "third", "past")
        ):
            return True
        if not token.is_word:
            return False
    return False


_INNER = words("as than without like before until till after plus")


def trimmed(tokens: Sequence[Token], *, leading: bool = True) -> Phrase:
    """A phrase without determiners in front and adverbs behind."""
    start, end = 0, len(tokens)
    if leading:
        while start < end and (
            (tokens[start].low in _LEADING and tokens[start].low not in _KEPT_LEADING)
            or not tokens[start].is_word
        ):
            numbered = start + 1 < end and tokens[start + 1].low[:1].isdigit()
            if tokens[start].low == "type" and numbered:
                break
            if tokens[start].low in ("£", "$", "€", "#", "@"):
                break
            start += 1
    changed = True
    while changed and end > start:
        changed = False
        for size in (4, 3, 2):
            tail = " ".join(token.low for token in tokens[max(start, end - size) : end])
            if end - start > size and tail in TRAILING_PHRASES:
                end, changed = end - size, True
                break
        last = tokens[end - 1]
        if (
            end - start > 2
            and last.low in ("it", "them", "him", "her", "me", "us", "this", "that", "there")
            and tokens[end - 2].low in PREPOSITIONS
        ):
            end, changed = end - 2, True
            continue
        glued = end - start > 1 and tokens[end - 2].end == last.start and last.text.isalpha()
        if (last.low in TRAILERS and end - start > 1 and not glued) or (
            not last.is_word and last.low not in ("%", "+")
        ):
            end, changed = end - 1, True
    return tuple(tokens[start:end])


def is_value(phrase: Sequence[Token]) -> bool:
    """Whether a phrase says something: no bare pronoun, no bare function word."""
    if not phrase or phrase[0].low in PREPOSITIONS or phrase[-1].low == "not":
        return False
    if phrase[0].low in ("anything", "everything") and len(phrase) > 1:
        return True
    if phrase[0].low == "one" and len(phrase) > 1 and phrase[1].low not in ("of", "that", "who"):
        return True
    if phrase[0].low in OBJECT_PRONOUNS and (
        len(phrase) == 1
        or phrase[0].low not in ("little", "many", "more", "most", "less", "few", "all", "both")
    ):
        return False
    if len(phrase) == 1:
        low = phrase[0].low
        return not (
            low in PREPOSITIONS
            or low in ADVERBS
            or low in BE
            or low in HAVE
            or low in SUBJECT_PRONOUNS
            or low in DETERMINERS
        )
    return True


def _without_asides(tokens: Sequence[Token], at: int) -> Sequence[Token]:
    """The tokens without ", since Sunday," and the like between the items of a list."""
    for begin in range(at + 1, len(tokens) - 2):
        if tokens[begin].low == "," and tokens[begin + 1].low in ("since", "as", "from"):
            for end in range(begin + 2, min(begin + 7, len(tokens))):
                if tokens[end].low == ",":
                    return [*tokens[:begin], *tokens[end:]]
    return tokens


def _noun_end(tokens: Sequence[Token], at: int, prepositions: frozenset[str]) -> int:
    end = at
    words = 0
    while end < len(tokens):
        token = tokens[end]
        low = token.low
        if not token.is_word:
            if low == "," or low in _INSIDE:
                end += 1
                continue
            break
        if low in OBJECT_STOPS and not (token.is_capital and end > at):
            break
        if end > at and (_opens_date(tokens, end) or _opens_predicate(tokens, end)):
            break
        if low in ("going", "coming", "getting") and end > at and _lows(tokens, end + 1) in _NEARLY:
            break
        if low in PREPOSITIONS and low not in prepositions and end > at:
            break
        if low in SUBJECT_PRONOUNS and end > at:
            break
        if end > at and _opens_phrase(tokens, end):
            break
        if end > at and low == "all" and _lows(tokens, end + 1) in _WHOSE:
            break
        if end > at and (low in BE or low in MODALS) and low not in ("'s", "may", "might", "will"):
            break
        words += 1
        if words > 3 * MAX_WORDS:
            break
        end += 1
    return end


def _lows(tokens: Sequence[Token], at: int) -> str:
    return tokens[at].low if at < len(tokens) else ""


#: "going on six years", "coming up to ten": how long it has been.
_WHOSE = frozenset({"my", "his", "her", "our", "their", "the"})
_NEARLY = frozenset({"on", "up"})


def _opens_phrase(tokens: Sequence[Token], at: int) -> bool:
    """Whether an article begins another phrase here ("the app the day it crashed")."""
    token = tokens[at]
    if token.low not in ("the", "a", "an") or token.is_capital:
        return False
    rate = token.low != "the" and _lows(tokens, at + 1) in TIME_NOUNS
    before = tokens[at - 1].low
    return not rate and before not in _BEFORE_ARTICLES and verb_form(before) is None


_BEFORE_ARTICLES = (
    _JOINERS
    | PREPOSITIONS
    | words(
        """all both half twice double such not just only no above below behind beside outside inside
        under beyond opposite around across along past within without until till like as than
        near round through between"""
    )
)


def _opens_date(tokens: Sequence[Token], at: int) -> bool:
    """Whether "last month", "this spring", "three weeks ago" begins here."""
    low = [token.low for token in tokens[at : at + 3]]
    if low[0] in _DATE_ADVERBS:
        return True
    if len(low) > 1 and low[0] in ("last", "next", "this", "every", "each", "in"):
        return low[1] in _CALENDAR
    return low[2:] == ["ago"] and (low[1] in _CALENDAR or low[1].removesuffix("s") in SEASONS)


_CALENDAR = TIME_NOUNS | WEEKDAYS | MONTHS | SEASONS
_DATE_ADVERBS = words("yesterday tomorrow tonight")


def _opens_predicate(tokens: Sequence[Token], at: int) -> bool:
    """Whether "and" leads on to another verb ("... and now live in ...")."""
    if tokens[at].low not in ("and", "but") or at + 2 >= len(tokens):
        return False
    at += 1
    marked = tokens[at].low in _BEFORE_VERBS
    while at + 1 < len(tokens) and tokens[at].low in ADVERBS:
        at += 1
    form = verb_form(tokens[at].low)
    return marked and form is not None and form[1] != "ing"


_BEFORE_VERBS = words("now then never still also always recently just currently")


def _divided(tokens: Sequence[Token]) -> list[Phrase]:
    parts: list[list[Token]] = [[]]
    for position, token in enumerate(tokens):
        if token.low in _JOINERS and not _is_fixed_pair(tokens, position):
            parts.append([])
        else:
            parts[-1].append(token)
    kept = [tuple(part) for part in parts if part]
    out: list[Phrase] = []
    for index, part in enumerate(kept):
        if index and _is_afterthought(part):
            break
        out.append(part)
    return out


def _is_fixed_pair(tokens: Sequence[Token], at: int) -> bool:
    if tokens[at].low in ("or", "and") and tokens[0].low in ("anything", "everything"):
        return True
    if tokens[at].low not in ("and", "&"):
        return False
    for back in (1, 2):
        for ahead in (1, 2):
            pair = " ".join(t.low for t in tokens[max(0, at - back) : at + ahead + 1])
            if pair.replace("&", "and") in FIXED_PAIRS:
                return True
    return False


_NOT_IN_LIST = words(
    """any their his her especially not its it that which who with without since because so no
    never thanks please preferably ideally but then maybe sorry honestly obviously hence at in
    on for from to as"""
)


def _is_afterthought(part: Sequence[Token]) -> bool:
    """Whether a list member is really the beginning of something else (", honestly, ...")."""
    if all(t.low in ADVERBS or t.low in TRAILERS for t in part):
        return True
    if part[0].low in ADVERBS | _NOT_IN_LIST or any(t.low in ("its", "it") for t in part):
        return True
    stated = any(t.low == "'s" for t in part[1:-1])
    if stated and not part[0].is_capital and part[0].low not in DETERMINERS:
        return True
    form = verb_form(part[0].low)
    if part[0].low in _SAID_OF_IT:
        return True
    return form is not None and form[1] in ("past", "both") and len(part) > 1


_SAID_OF_IT = words("says thinks means reckons claims is was has does makes seems looks")


def head(phrase: Sequence[Token]) -> str:
    """The head noun of a phrase: the last word before the first "of", "for" or "with"."""
    words = []
    for token in phrase:
        if token.low in _BEHIND_HEADS:
            break
        if token.is_word:
            words.append(token.low)
    return words[-1] if words else ""


_BEHIND_HEADS = words(
    """of for with in from named called at near outside above behind opposite on beside overlooking
    by"""
)
_NEW_VERBS = words("prefer love hate like enjoy avoid want need have do am can never")


def activities(tokens: Sequence[Token], at: int) -> list[Phrase]:
    """The coordinated activities that begin at a position ("cooking and reading poetry")."""
    end = at
    parts: list[list[Token]] = [[]]
    gerund = tokens[at].low.endswith("ing")
    while end < len(tokens):
        token = tokens[end]
        nxt = tokens[end + 1].low if end + 1 < len(tokens) else ""
        if token.low in (",", "and", "or", "&"):
            same = nxt.endswith("ing") if gerund else verb_form(nxt) is not None
            if nxt in ("and", "or"):
                pass
            elif gerund and nxt in _NEW_VERBS:
                break
            elif same or len(parts[-1]) == 1:
                parts.append([])
            elif token.low == ",":
                if [t.low for t in parts[-1][-2:-1]] in (["a"], ["an"]):
                    parts.pop()
                break
            else:
                parts[-1].append(token)
        else:
            parts[-1].append(token)
        end += 1
    found = []
    for part in (p for p in parts[:5] if p):
        phrase = verb_phrase(part, 0, words=6) if part else ()
        cut_short = (
            len(phrase) == 1
            and len(part) > 1
            and part[1].low not in TRAILERS - PREPOSITIONS - {"so"}
        )
        if phrase and is_value(phrase) and not cut_short:
            found.append(phrase)
    return found
