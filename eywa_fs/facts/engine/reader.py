"""From a message to candidates: own prose, clauses, rules, dates."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import product

from eywa_fs.facts.engine.clauses import Clause, Language, Token
from eywa_fs.facts.engine.dates import Dates
from eywa_fs.facts.engine.matching import Match, RuleBook, Span, denies
from eywa_fs.facts.model import ANY, LONGEST_SAID, USER, Candidate
from eywa_fs.language.material import QUOTES, brought, own_prose, play_turn

MEASURED = re.compile(r"(?i)\d ?(?:kg|kilos?|lbs?|pounds?|stones?|cm|percent)\b|\d ?%")
_NO_ONE_DAY = ("routine", "habit", "ends-moved")
"""What comes round or lasts, and what is moved: the day named then is the new one, not its end."""
LONGEST_OBJECT = 120  # characters of a value; what is longer is no value but a text


def read(
    text: str, parts: Sequence[tuple[Language, RuleBook, int, int]], timestamp_ms: int, tz: str
) -> tuple[Candidate, ...]:
    """What :func:`~eywa_fs.facts.extraction.extract` gives; ``parts``: which rules of which
    language read it from where to where."""
    dates = Dates(text, timestamp_ms, tz)
    play = play_turn(text)
    found = [Candidate(USER, "", "", rule="play", act=play)] if play else []
    until = -1  # seldom asked for: most messages say nothing that a rule reads
    for (start, end), (language, book, first, last) in product(own_prose(text), parts):
        start, end = max(start, first), min(end, last)
        for clause in language.clauses(text, start, end) if start < end else ():
            for match in book.matches(clause):
                if until < 0:
                    own = (own_words(text) for own_words in {p[0].own_words for p in parts})
                    until = min(brought(text), *own) * (play != "play")
                if clause.end > until:
                    break
                now = language.now.search(text, clause.start, clause.end) is not None
                found += _candidates(text, clause, match, dates, now, language)
    # What is over comes last: a new value that is told has taken the place of the old one by then.
    return tuple(sorted(_distinct(found), key=lambda said: said.kind.startswith("ends-")))


def _candidates(
    text: str, clause: Clause, match: Match, dates: Dates, now: bool, language: Language
) -> Iterator[Candidate]:
    rule = match.rule
    who = clause.subject.who
    old = next((_text(text, clause.tokens, span) for span in match.spans("old")), "")
    types = (e.type for e in rule.form if e.kind == "value" and e.role == "object")
    kind = (clause.tokens[0].low if rule.kind == "first" else rule.kind) or next(types, "")
    objects = [_text(text, clause.tokens, span) for span in match.spans("object")]
    if rule.kind == "fitting":  # of which kinds of values what is told as right can be
        start, end = match.spans("object")[0]
        fixes = language.fixes.items()
        kind = " ".join(name for name, ends in fixes if ends(clause.tokens[:end], start) == end)
        objects = objects if kind else [""]
    if kind == "order" and match.to_end and (quote := QUOTES.match(text, clause.end + 1)):
        objects[-1] += f" {quote.group()}"  # 'never begin with "Great question"'
    if rule.object or (not objects and rule.act != "state"):
        objects = [rule.object]
    said = " ".join(text[clause.start : clause.end].split())[:LONGEST_SAID]
    ended = clause.tense == "past" and "past" not in rule.tenses
    denied = denies(rule, clause)
    act = "end" if clause.over or denied else rule.act
    negated = (clause.negated and not denied) != rule.negates
    for value in objects:
        if len(value) > LONGEST_OBJECT or (not value and rule.act in ("state", "correct")):
            continue
        named = "" if kind in ("ends-parted", "ends-died") else value  # people have no days
        days = dates.of(clause, rule.predicate, named, ended=ended, now=now)
        first_day, last_day, begun_by = days if kind not in _NO_ONE_DAY else (None, None, None)
        undated = clause.tense == "future" and first_day is None and act == "state"
        measured = value.isdigit() and MEASURED.search(text, 0, clause.start)  # "I'm 91": kilos?
        undated = undated or (rule.predicate == "age" and bool(measured or dates.long_ago(clause)))
        told = rule.sure and not clause.hedged and not undated
        yield Candidate(
            who, rule.predicate, value, negated, first_day, last_day,
            clause.start, clause.end, rule.id,
            sure=told and clause.subject.sure, act=act, kind=kind,
            old=ANY if rule.replaces and now else old, said=said, begun_by=begun_by,
            by_name=told and not clause.subject.sure and who in said)  # fmt: skip


def _text(text: str, tokens: tuple[Token, ...], span: Span) -> str:
    return text[tokens[span[0]].start : tokens[span[1] - 1].end]


def _distinct(found: Iterable[Candidate]) -> Iterator[Candidate]:
    """Each assertion once; of two rules' values of one slot, the one that holds the other."""
    kept: list[Candidate] = []
    for candidate in found:
        rival = next((k for k in kept if _same_place(k, candidate)), None)
        if rival is None:
            kept.append(candidate)
        elif len(candidate.object) > len(rival.object):
            kept[kept.index(rival)] = replace(candidate, sure=candidate.sure or rival.sure)
    yield from kept


def _same_place(left: Candidate, right: Candidate) -> bool:
    """Whether two candidates say one thing of one subject, one of them perhaps in more words."""
    if (left.subject, left.predicate or left.kind, left.act, left.negated) != (
        right.subject, right.predicate or right.kind, right.act, right.negated):  # fmt: skip
        return False
    overlap = left.start < right.end and right.start < left.end
    inside = left.object in right.object or right.object in left.object
    return left.object == right.object or (overlap and inside)
