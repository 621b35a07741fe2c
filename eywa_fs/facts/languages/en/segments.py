"""Where one clause of a sentence ends and the next begins."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from eywa_fs.facts.languages.en.discourse import Discourse
from eywa_fs.facts.languages.en.positions import looks_finite
from eywa_fs.facts.languages.en.subjects import subject_at
from eywa_fs.facts.languages.en.tokens import Token
from eywa_fs.facts.languages.en.verbal import BREAKS, is_thing_with_verb, is_verb_phrase
from eywa_fs.facts.languages.en.words.grammar import (
    ADVERBS,
    BE,
    DETERMINERS,
    DO,
    HAVE,
    HEDGE_OPENERS,
    MODALS,
    OPENERS,
    PREPOSITIONS,
    SUBJECT_PRONOUNS,
)
from eywa_fs.facts.languages.en.words.lists import words
from eywa_fs.facts.languages.en.words.people import BARE_KIN

#: "So happy I ...": the reason follows without a conjunction.
_FEELINGS = words(
    """happy glad sad excited proud relieved delighted sorry lol haha lucky afraid thrilled means
    mean"""
)


_REPORTING = words("says said swears swore claims claimed insists insisted reckons")


def _reported(tokens: Sequence[Token], start: int, at: int, discourse: Discourse) -> int:
    """Where "... she was born in ..." begins behind "Uncle Pat swears (that)", else 0."""
    if at <= start or tokens[at - 1].low not in _REPORTING:
        return 0
    begin = at + (tokens[at].low == "that")
    meant = discourse.meant(tokens[begin].low) if begin < len(tokens) else None
    pronoun = begin < len(tokens) and tokens[begin].low in ("he", "she")
    reporter = " ".join(t.text for t in tokens[start:at])
    if pronoun and (meant is None or meant[0].split()[-1].lower() in reporter.lower()):
        return 0
    if begin >= len(tokens) or tokens[begin].low in ("i", "we", "me"):
        return 0
    subject = subject_at(tokens, begin, discourse)
    known = subject is not None and subject.kind == "person"
    return begin if known and subject and looks_finite(tokens, subject.end) else 0


_MARKS = words(", : ( ) — – - -- ... … / ! ? .")


#: Leads after which nothing is asserted.
UNASSERTED = words("if unless until till when whenever whether where once that after before or")


_OPENINGS = sorted(
    (
        (tuple(p.replace("'", " '").replace("n 't", " n't").split()), p in HEDGE_OPENERS)
        for p in OPENERS | HEDGE_OPENERS
    ),
    key=lambda entry: -len(entry[0]),
)


_LONGEST_OPENING = max(len(parts) for parts, _ in _OPENINGS)
_BY_TWO: dict[tuple[str, ...], list[tuple[tuple[str, ...], bool]]] = {}
"""The openings by their first two words, or the only one."""
for _parts, _hedge in _OPENINGS:
    _BY_TWO.setdefault(_parts[:2], []).append((_parts, _hedge))
_HANGING = UNASSERTED | words("because since as although though while")
"""With one of these a sentence can begin with what is not its main clause."""


Timed = Callable[[Token], bool]


def _runs_on(tokens: Sequence[Token], start: int, at: int) -> bool:
    """Whether a new statement begins without any mark ("I am Amy I hate ...").

    Only behind a clause with "be": elsewhere "the job I hate" is far more frequent.
    """
    before = tokens[at - 1].low if at else ""
    return (
        at > start + 2
        and tokens[at - 1].is_word
        and before not in DETERMINERS | PREPOSITIONS | BREAKS | ADVERBS
        and tokens[at - 2].low not in DETERMINERS
        and any(token.low in BE for token in tokens[start + 1 : at - 1])
        and before not in MODALS | DO | HAVE
        and before not in ("what", "how", "why", "all", "everything", "think", "know", "sure")
        and looks_finite(tokens, at + 1)
    )


def _takes_clause(tokens: Sequence[Token], at: int) -> bool:
    """Whether a clause follows, so that "I think" before it is a mere hedge."""
    if at >= len(tokens):
        return False
    token = tokens[at]
    return (
        token.low in SUBJECT_PRONOUNS
        or token.low in DETERMINERS
        or token.is_capital
        or (token.low in ("not", "no", "someone") or token.low in BARE_KIN)
    )


def opening_length(tokens: Sequence[Token]) -> tuple[int, int]:
    """How many tokens of discourse marking open a clause, and how many of them hedge."""
    at = hedges = 0
    for _ in range(6):
        while at < len(tokens) and (
            tokens[at].low in _MARKS or (tokens[at].low in ADVERBS and at + 1 < len(tokens))
        ):
            at += 1
        lows = tuple([token.low for token in tokens[at : at + _LONGEST_OPENING]])
        for parts, hedge in (*_BY_TWO.get(lows[:2], ()), *_BY_TWO.get(lows[:1], ())):
            fits = lows[: len(parts)] == parts
            if fits and (parts[0] not in ("i", "we") or _takes_clause(tokens, at + len(parts))):
                at, hedges = at + len(parts), hedges + hedge
                break
        else:
            return at, hedges
    return at, hedges


def segments(
    tokens: Sequence[Token], discourse: Discourse, timed: Timed
) -> Iterator[tuple[str, Sequence[Token]]]:
    start, lead = 0, ""
    at = _past_subject(tokens, 0, discourse, timed)
    while at < len(tokens):
        low = tokens[at].low
        if (
            low in ("i", "we")
            and at > start
            and tokens[at - 1].low in _FEELINGS
            and looks_finite(tokens, at + 1)
        ):
            yield lead, tokens[start:at]
            lead, start = "because", at
        if low == "i" and _runs_on(tokens, start, at):
            yield lead, tokens[start:at]
            lead, start = "", at
        if (
            lead in UNASSERTED
            and low in ("i", "we")
            and at > start + 2
            and tokens[at - 1].low not in ("and", "or", "&", ",")
            and looks_finite(tokens, at + 1)
            and (
                lead in ("after", "before", "until", "till", "once")
                or any(looks_finite(tokens, i) for i in range(start + 1, at - 1))
            )
        ):
            yield lead, tokens[start:at]
            lead, start = "", at
        reported = _reported(tokens, start, at, discourse)
        if reported:
            yield lead, tokens[start:at]
            lead, start = "says", reported
            at = max(reported, _past_subject(tokens, reported, discourse, timed))
            continue
        if low in BREAKS and at > start and _opens_clause(tokens, at, discourse, timed):
            yield lead, tokens[start:at]
            lead = low
            start = at + 1
            while start < len(tokens) and tokens[start].low in BREAKS:
                lead = (
                    tokens[start].low if lead in _MARKS or tokens[start].low in UNASSERTED else lead
                )
                start += 1
            at = max(start, _past_subject(tokens, start, discourse, timed))
            continue
        if (
            at <= 1
            and start == 0
            and low == "when"
            and (at == 0 or tokens[0].low in ("back", "even"))
        ):
            lead, start = low, at + 1
        if at == 0 and low in _HANGING:
            lead, start = low, 1
            at = max(at, _past_subject(tokens, 1, discourse, timed) - 1)
        at += 1
    if start < len(tokens):
        yield lead, tokens[start:]


def clause_opening(
    tokens: Sequence[Token], at: int, discourse: Discourse, timed: Timed
) -> tuple[int, int]:
    """Like :func:`opening_length`, and past a date in front of a subject ("in March I ...")."""
    length, hedges = opening_length(tokens[at:])
    begin = at + length
    end, any_date = begin, False
    while (
        end < len(tokens)
        and end - begin < 10
        and (timed(tokens[end]) or tokens[end].low in _DATE_LEADS)
    ):
        any_date = any_date or timed(tokens[end])
        end += 1
    while end < len(tokens) and tokens[end].low in _MARKS:
        end += 1
    if any_date and end < len(tokens):
        more, extra = opening_length(tokens[end:])
        if subject_at(tokens, end + more, discourse):
            return length + end - begin + more, hedges + extra
    return length + _framing(tokens, begin, discourse), hedges


def _framing(tokens: Sequence[Token], at: int, discourse: Discourse) -> int:
    """The length of "by day", "for work", "at home" before "I", else 0."""
    if at >= len(tokens) or tokens[at].low not in PREPOSITIONS:
        return 0
    for end in range(at + 2, min(at + 7, len(tokens) - 1)):
        low = tokens[end].low
        if low in ("i", "we") and looks_finite(tokens, end + 1):
            return end - at if tokens[end - 1].low not in ("and", "or", "than") else 0
        if not tokens[end].is_word and low != ",":
            return 0
    return 0


_DATE_LEADS = words(
    "in on at by since from as of after until till around every late early mid the over during "
    "back last this next"
)


def _past_subject(tokens: Sequence[Token], at: int, discourse: Discourse, timed: Timed) -> int:
    """The position behind the subject that begins here: "my wife and I" is not divided."""
    length, _ = clause_opening(tokens, at, discourse, timed)
    subject = subject_at(tokens, at + length, discourse)
    told = subject is not None and looks_finite(tokens, subject.end)
    if subject and told and subject.kind == "person" and subject.direct:
        discourse.note(subject.names[-1], tokens[at + length : subject.end])
    return max(at, subject.end) if subject else at


def _opens_clause(tokens: Sequence[Token], at: int, discourse: Discourse, timed: Timed) -> bool:
    """Whether a clause (with subject, or a bare verb phrase) begins behind a break."""
    low = tokens[at].low
    begin = at + 1
    while begin < len(tokens) and tokens[begin].low in BREAKS:
        begin += 1
    if begin >= len(tokens):
        return False
    length, _ = clause_opening(tokens, begin, discourse, timed)
    begin += length
    if begin >= len(tokens):
        return low in _MARKS
    if low in ("who", "which", "that") and looks_finite(tokens, begin):
        return low != "that" or at == 0 or tokens[at - 1].low not in ("about", "of")
    subject = subject_at(tokens, begin, discourse)
    if subject:
        return looks_finite(tokens, subject.end) or low in ("if", "when", "unless")
    if tokens[begin].low in ("he", "she", "they", "it", "you", "there", "this", "that"):
        return looks_finite(tokens, begin + 1)
    if low in ("as", "since", "once", "after", "before", "till", "until", "than"):
        return False
    if low in ("-", "—", "–", "...", "…", ":", "(", ")", "--", ","):
        if low == ":" and (tokens[begin].low[:1].isdigit() or tokens[begin].low[:1] in "+@"):
            return False
        # "no dairy for me, allergic to nuts": fragments with a clear head.
        if tokens[begin].low in ("no", "not", "allergic", "born", "based", "currently") or (
            low not in (",", "/")
        ):
            return True
        if is_thing_with_verb(tokens, begin):
            return True
    if low in ("and", "but", "so", ",") and is_thing_with_verb(tokens, begin):
        return True
    if low in (",", "and", "but", "or", "then", "so", "&", "-", "plus", "yet"):
        return is_verb_phrase(tokens, begin)
    return False
