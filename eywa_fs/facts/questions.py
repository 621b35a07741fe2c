"""What a question asks for: the time, whom it is about, which predicates. The words are data:
``languages/<code>/questions.txt``."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Literal

from eywa_fs.facts import data
from eywa_fs.facts.extraction import language_of
from eywa_fs.facts.model import PREDICATES
from eywa_fs.facts.values import tokens
from eywa_fs.language.script import fold
from eywa_fs.language.temporal import find_times

Intent = Literal["current_state", "history_trace", "time_slice"]
Period = tuple[int, int]
Side = Literal["at", "before", "after"]
_MARKS = frozenset({
    "history", "present", "past_tense", "profile", "yes_no", "open", "first_person", "asking",
    "perfect", "starts",
})  # fmt: skip
_NAME = re.compile(r"(?<![.!?]\s)(?<!^)\b[A-Z][a-z]+(?:'s)?\b|\b[A-Z][a-z]+['’]s\b")


@dataclass(frozen=True, slots=True)
class Question:
    """A question, read. ``period``: of a ``time_slice``, half-open, ms; ``predicates`` its words
    ask for, with their rank (0 best); ``words``: its content words but those that only ask;
    ``marks``: fitting lines of the data file without a predicate."""

    text: str
    asked_at: int
    intent: Intent
    period: Period | None
    predicates: dict[str, int]
    words: frozenset[str]
    marks: frozenset[str]

    @property
    def asks_now(self) -> bool:
        """Its words say that the present is meant."""
        return self.intent == "current_state" and "present" in self.marks


@dataclass(frozen=True, slots=True)
class _Line:
    """A line of the data file: what it tells, when, and which of its words are topics."""

    tells: tuple[str, ...]
    pattern: re.Pattern[str]
    topics: frozenset[str]


def read_question(text: str, asked_at: int, tz: str = "UTC") -> Question:
    """Read a question in English or Chinese, asked at a time (ms) in a zone; takes any text."""
    folded = fold(text).replace("’", "'")
    told = [line.tells for line, _ in _cues(folded)]
    marks = _MARKS.intersection(tells[0] for tells in told)
    marks -= {"yes_no"} if "open" in marks else set()  # "where do I live" asks for no yes or no
    predicates = _predicates(folded)
    period = None if "present" in marks else _period(text, asked_at, tz)
    intent: Intent = "current_state"
    if period is not None:
        intent = "time_slice"
    elif marks & {"history", "perfect"} and "present" not in marks:
        intent = "history_trace"
    words = _topics(_without_times(folded, asked_at, tz))
    return Question(text, asked_at, intent, period, predicates, words, marks)


def _predicates(folded: str) -> dict[str, int]:
    """The predicates that a folded text asks for, with the best rank each has."""
    found: dict[str, int] = {}
    for line, _ in _cues(folded):
        for rank, predicate in enumerate(line.tells if line.tells[0] not in _MARKS else ()):
            found[predicate] = min(rank, found.get(predicate, rank))
    return found


@lru_cache(maxsize=16)
def _cues(folded: str) -> list[tuple[_Line, re.Match[str]]]:
    """The cues in a folded text. One inside a longer one says nothing: "how old" tells no history,
    "from first to latest" no present; but "have I lived" tells a history, and of what."""
    lines = _lines(language_of(folded))
    every = [(line, match) for line in lines for match in line.pattern.finditer(folded)]
    return [cue for cue in every if not any(_hides(other, cue) for other in every)]


def _hides(longer: tuple[_Line, re.Match[str]], cue: tuple[_Line, re.Match[str]]) -> bool:
    (line, around), (start, end) = longer, cue[1].span()
    inside = around.start() <= start and end <= around.end() and around.span() != (start, end)
    kind, of = line.tells[0], cue[0].tells[0]
    of_one_kind = kind == "asking" or (of not in _MARKS and kind not in _MARKS)
    return inside and (of in ("history", "present") or of_one_kind)


def _topics(folded: str) -> frozenset[str]:
    """The content words of a question without those that only ask."""
    left = list(folded)
    for line, match in _cues(folded):
        if match.group() not in line.topics:
            gap = range(*match.span(match.lastindex)) if match.lastindex else ()
            for at in set(range(*match.span())).difference(gap):
                left[at] = " "
    return tokens("".join(left))


def clause_of(text: str, asked_at: int, tz: str) -> tuple[Side, str, str] | None:
    """The clause that names the time of a question by something else that was so, on which side of
    it that time lies, and what is left of the question."""
    blanked = _without_times(text, asked_at, tz)
    folded = fold(blanked).replace("’", "'")
    if len(folded) != len(blanked):
        return None
    for side, pattern in _sides(language_of(folded)):
        for match in pattern.finditer(folded):
            if _topics(match[1]) or _predicates(match[1]):
                rest = f"{text[: match.start()]} {text[match.end() :]}"
                return side, text[slice(*match.span(1))], rest
    return None


@cache
def _sides(code: str) -> tuple[tuple[Side, re.Pattern[str]], ...]:
    said = dict(_said(code))
    sides: tuple[Side, ...] = ("before", "after", "at")
    words = {s: "|".join(w.strip() for w in said[f"{s}_clause"].split(";")) for s in sides}
    if code == "zh":
        return tuple((s, re.compile(f"([^，,。；;？?]{{1,24}}?)(?:{words[s]})")) for s in sides)
    aux = "did|do|does|is|was|were|has|have|had|will|am|are|can|should"
    until = r"(?=[,?!;]|\.(?:\s|$)|\b(?:where|what|who|which|how)\b|$)"
    form = rf"\b(?:{{}})\s+(?!(?:{aux})\b)(.+?){until}"
    return tuple((s, re.compile(form.format(words[s]))) for s in sides)


def speaks_of_self(folded: str) -> bool:
    """Whether a folded text has a word for whoever asks."""
    lines = _lines(language_of(folded))
    return any(line.tells[0] == "first_person" and line.pattern.search(folded) for line in lines)


def strangers(question: Question) -> tuple[str, ...]:
    """What looks like names of people in a question, folded: capitalised words that do not open
    it, words with a possessive, and in Chinese a surname with one or two characters before a verb.
    """
    text = _without_times(question.text, question.asked_at, "UTC")
    if language_of(text) == "en":
        names = _NAME.findall(text.replace("’", "'"))
        return tuple(fold(name).removesuffix("'s") for name in names)
    return tuple(match.group(1) for match in _chinese_name().finditer(fold(text)))


def _period(text: str, asked_at: int, tz: str) -> Period | None:
    """The first closed time before the asking that the question names, or one that lies inside it
    ("a Wednesday in October" names two)."""
    found = [
        (span.start_ms, span.end_ms)
        for span in find_times(text, asked_at, tz=tz, prefer="past")
        if span.kind in ("point", "interval")
        and span.start_ms is not None
        and span.end_ms is not None
        and span.start_ms < asked_at
        and not span.start_ms <= asked_at < span.end_ms
    ]
    inside = [p for p in found if found[0][0] <= p[0] and p[1] <= found[0][1]]
    return min(inside, key=lambda p: p[1] - p[0], default=None)


def _without_times(text: str, asked_at: int, tz: str) -> str:
    """``text`` with its time expressions blanked: a month asked about is no topic."""
    for span in find_times(text, asked_at, tz=tz, prefer="past"):
        blank = " " * (span.text_end - span.text_start)
        text = text[: span.text_start] + blank + text[span.text_end :]
    return text


def _said(code: str) -> list[tuple[str, str]]:
    """The lines of the data file of a language, each cut at its colon; one may go on, indented."""
    lines = data.text(f"languages/{code}/questions.txt").replace("\n ", " ").splitlines()
    cut = [line.partition(":") for line in lines if line.strip() and line[0] != "#"]
    return [(tells, words) for tells, _, words in cut]


@cache
def _lines(code: str) -> tuple[_Line, ...]:
    read = [said for said in _said(code) if said[0] != "surnames" and "_clause" not in said[0]]
    return tuple(_line(*said) for said in read)


def _line(names: str, words: str) -> _Line:
    tells = tuple(names.split())
    choices = [word.strip() for word in words.split(";") if word.strip()]
    choices.sort(key=len, reverse=True)  # the longest that fits
    if not choices or not set(tells) <= _MARKS | PREDICATES.keys():
        raise ValueError(f"questions.txt: {names!r} names no predicate or has no words")
    topics = frozenset(word[1:] for word in choices if word.startswith("*"))
    patterns = (_pattern(word.removeprefix("*")) for word in choices)
    return _Line(tells, re.compile("|".join(patterns)), topics)


def _pattern(word: str) -> str:
    """Words of alphabetic scripts stand alone or inflected; Chinese stands anywhere. "…" is
    anything for a few words."""
    first, gap, last = (part.strip() for part in word.partition("…"))
    if gap:
        between = r"(.{1,30}?)" if first.isascii() else "(.{1,10}?)"
        return _pattern(first) + between + _pattern(last)
    if not word[0].isascii():
        return re.escape(word)
    stem = word.removesuffix("~")
    if stem != word or len(word) < 3:
        return rf"\b{re.escape(stem)}" + (r"\w*" if stem != word else r"\b")
    root = re.escape(word.removesuffix("e"))  # "used to" tells no use
    return rf"\b(?:{re.escape(word)}(?:s|es)?|{root}(?:ing|ed(?! to\b)))\b"


@cache
def _chinese_name() -> re.Pattern[str]:
    surnames = dict(_said("zh"))["surnames"].replace(" ", "")
    return re.compile(
        rf"(?:^|[，,、和跟])((?:[小老阿])?[{surnames}][\u4e00-\u9fff]{{1,2}}?)"
        r"(?=的|家|在|是|住|叫|有|最|现|喜|做|养|对|今|多|几|什|为|去|会|用|开)"
    )
