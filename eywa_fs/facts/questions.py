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
from eywa_fs.language.asking import Asks, asks
from eywa_fs.language.cues import Cues, read_cues
from eywa_fs.language.script import fold
from eywa_fs.language.temporal.named import Period, past_period, without_times

Intent = Literal["current_state", "history_trace", "time_slice"]
Side = Literal["at", "before", "after", "since"]
_MARKS = frozenset({
    "present", "past_tense", "profile", "yes_no", "open", "first_person", "asking", "starts",
})  # fmt: skip
_CLIPPED = re.compile(r"'(?:s|t|m|d|re|ve|ll)\b")
_NAME = re.compile(r"(?<![.!?]\s)(?<!^)\b[A-Z][a-z]+(?:'s)?\b|\b[A-Z][a-z]+['’]s\b")


@dataclass(frozen=True, slots=True)
class Question:
    """A question, read. ``period``: of a ``time_slice``, half-open, ms; ``predicates`` its words
    ask for, with their rank (0 best); ``words``: its content words but those that only ask;
    ``marks``: fitting lines of the data file without a predicate."""

    text: str
    asked_at: int
    asks: Asks
    intent: Intent
    period: Period | None
    predicates: dict[str, int]
    words: frozenset[str]
    marks: frozenset[str]

    @property
    def asks_now(self) -> bool:
        """Its words say that the present is meant."""
        return self.intent == "current_state" and "present" in self.marks


def read_question(text: str, asked_at: int, tz: str = "UTC") -> Question:
    """Read a question in English or Chinese, asked at a time (ms) in a zone; takes any text."""
    folded = fold(text).replace("’", "'")
    period, (start, end) = past_period(text, asked_at, tz)
    timed = [(line, m) for line, m in _cues(folded) if not start <= m.start() < m.end() <= end]
    marks = _MARKS.intersection(line.tells[0] for line, _ in timed)
    marks -= {"yes_no"} if "open" in marks else set()  # "where do I live" asks for no yes or no
    predicates = _predicates(folded)
    asked = asks(text)
    intent: Intent = "history_trace" if asked == "course" else "current_state"
    if "present" in marks and asked != "time":  # "the latest one in 2022" is of that time
        period = None
    if period is not None and asked != "course":
        intent = "time_slice"
    words = _topics(without_times(folded, asked_at, tz))
    return Question(text, asked_at, asked, intent, period, predicates, words, marks)


def _predicates(folded: str) -> dict[str, int]:
    """The predicates that a folded text asks for, with the best rank each has."""
    found: dict[str, int] = {}
    for line, _ in _cues(folded):
        for rank, predicate in enumerate(line.tells if line.tells[0] not in _MARKS else ()):
            found[predicate] = min(rank, found.get(predicate, rank))
    return found


@lru_cache(maxsize=16)
def _cues(folded: str) -> list[tuple[Cues, re.Match[str]]]:
    """The cues in a folded text. One inside a longer one says nothing: "how old" tells no history,
    "from first to latest" no present; but "have I lived" tells a history, and of what."""
    lines = _lines(language_of(folded))
    every = [(line, match) for line in lines for match in line.pattern.finditer(folded)]
    kept: list[tuple[Cues, re.Match[str]]] = []
    around: list[tuple[Cues, re.Match[str]]] = []
    for cue in sorted(every, key=lambda cue: (cue[1].start(), -cue[1].end())):
        around = [other for other in around if other[1].end() > cue[1].start()]
        kept += [] if any(_hides(other, cue) for other in around) else [cue]
        around.append(cue)
    return kept


def _hides(longer: tuple[Cues, re.Match[str]], cue: tuple[Cues, re.Match[str]]) -> bool:
    (line, around), (start, end) = longer, cue[1].span()
    inside = around.start() <= start and end <= around.end() and around.span() != (start, end)
    kind, of = line.tells[0], cue[0].tells[0]
    of_one_kind = kind == "asking" or (of not in _MARKS and kind not in _MARKS)
    return inside and (of == "present" or of_one_kind)


def _topics(folded: str) -> frozenset[str]:
    """The content words of a question without those that only ask."""
    left = list(folded)
    for line, match in _cues(folded):
        if match.group() not in line.topics:
            gap = range(*match.span(match.lastindex)) if match.lastindex else ()
            for at in set(range(*match.span())).difference(gap):
                left[at] = " "
    return tokens(_CLIPPED.sub(" ", "".join(left)))


def clause_of(text: str, asked_at: int, tz: str) -> tuple[Side, str, str] | None:
    """The clause that names the time of a question by something else that was so, on which side of
    it that time lies, and what is left of the question."""
    blanked = without_times(text, asked_at, tz)
    folded = fold(blanked).replace("’", "'")
    if len(folded) != len(blanked):
        return None
    for side, pattern in _sides(language_of(folded)):
        for match in pattern.finditer(folded):
            rest = f"{text[: match.start()]} {text[match.end() :]}"
            parts = (match[1], fold(rest)) if side == "at" else (match[1],)
            if all(_topics(part) or _predicates(part) for part in parts):
                return side, text[slice(*match.span(1))], rest
    return None


@cache
def _sides(code: str) -> tuple[tuple[Side, re.Pattern[str]], ...]:
    said = dict(_said(code))
    sides: tuple[Side, ...] = ("before", "after", "since", "at")
    words = {s: "|".join(w.strip() for w in said[f"{s}_clause"].split(";")) for s in sides}
    if code == "zh":
        return tuple((s, re.compile(f"([^，,。；;？?]{{1,24}}?)(?:{words[s]})")) for s in sides)
    aux = "did|do|does|is|was|were|has|have|had|will|am|are|can|should"
    until = r"(?=[,?!;]|\.(?:\s|$)|\b(?:where|what|who|which|how)\b|$)"
    form = rf"\b(?:{{}})\s+(?!(?:{aux})\b)(.+?){until}"
    return tuple((s, re.compile(form.format(words[s]))) for s in sides)


def cues_of(question: Question) -> tuple[tuple[Cues, re.Match[str]], ...]:
    """The lines of the data file that a question fits, with the words that do."""
    return _cues_in(question.text)


@lru_cache(maxsize=16)
def _cues_in(text: str) -> tuple[tuple[Cues, re.Match[str]], ...]:
    return tuple(_cues(fold(text).replace("’", "'")))


def bound_to_self(question: Question) -> bool:
    """Whether the name of whoever asks is asked for: "my name", "call me", not "my cat's name"."""
    for match in (match for line, match in cues_of(question) if line.tells[0] == "name"):
        text = match.string[max(0, match.start() - 40) : match.start()]
        before = re.search(r"([a-z]+(?:'s)?|[我咱]们?|用户)的?\s*$", text)
        if speaks_of_self(f"{match.group()} {before[1] if before else ''}"):
            return True
    return False


def speaks_of_self(folded: str) -> bool:
    """Whether a folded text has a word for whoever asks."""
    lines = _lines(language_of(folded))
    return any(line.tells[0] == "first_person" and line.pattern.search(folded) for line in lines)


def strangers(question: Question) -> tuple[str, ...]:
    """What looks like names of people in a question, folded: capitalised words that do not open it,
    words with a possessive, and in Chinese a surname with one or two characters before a verb."""
    text = without_times(question.text, question.asked_at, "UTC")
    if language_of(text) == "en":
        names = _NAME.findall(text.replace("’", "'"))
        return tuple(fold(name).removesuffix("'s") for name in names)
    return tuple(match.group(1) for match in _chinese_name().finditer(fold(text)))


def _said(code: str) -> list[tuple[str, str]]:
    """The lines of the data file of a language, each cut at its colon; one may go on, indented."""
    lines = data.text(f"languages/{code}/questions.txt").replace("\n ", " ").splitlines()
    cut = [line.partition(":") for line in lines if line.strip() and line[0] != "#"]
    return [(tells, words) for tells, _, words in cut]


@cache
def _lines(code: str) -> tuple[Cues, ...]:
    read = [said for said in _said(code) if said[0] != "surnames" and "_clause" not in said[0]]
    found = tuple(read_cues(*said) for said in read)
    if unknown := {x for line in found for x in line.tells} - _MARKS - PREDICATES.keys():
        raise ValueError(f"questions.txt: {unknown} are no predicates")
    return found


@cache
def _chinese_name() -> re.Pattern[str]:
    surnames = dict(_said("zh"))["surnames"].replace(" ", "")
    return re.compile(
        rf"(?:^|[，,、和跟])((?:[小老阿])?[{surnames}](?:(?![都也还])[\u4e00-\u9fff]){{1,2}}?"
        r"|[小阿][黑白黄灰花豆糖果妞宝团圆毛虎])"
        r"(?=的|家|在|是|住|叫|有|最|现|喜|做|养|对|今|多|几|什|为|去|会|用|开|吃)"
    )
