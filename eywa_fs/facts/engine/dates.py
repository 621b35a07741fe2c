"""The days that a clause names for what it says."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

from eywa_fs.facts.engine.clauses import Clause
from eywa_fs.language.material import LONGEST
from eywa_fs.language.temporal import find_times
from eywa_fs.language.temporal.values import Prefer, TimeSpan

_EVENTS = {"visited", "met", "plans_to", "wants", "schedule", "must", "must_not", "other"}
"""Predicates whose fact has the length of the period named: "in May" is all of May. The others are
states, which begin there and last."""
_COMING = {"plans_to", "schedule"}
"""Predicates whose day, told in the present, is one to come: "an exam on Friday"."""
_YEAR = re.compile(r"\d{4}|\b(?:last|ago|year|past)|[年前]")
_LASTING = re.compile(
    r"一直|[一二三四五六七八九十两几半多\d]个?[年月][了啦]|了.{1,4}[年月]|for .+ years"
)
"""Words of a state that has lasted, in or right behind its clause: it did not begin "now"."""
_FROM = re.compile(r"\b(?:from|starting|effective) $", re.I)
"""What makes of a day that follows the beginning of what is told."""
_AS_OF = re.compile(r"\bas of\b", re.I)  # is read as "since", which is as long
_DENIED = re.compile(r"(?:\b(?:not|rather than)(?: (?:on|in|from|at))?(?: the)? |不是)$", re.I)
"""What makes of a day that follows one that is not meant: "on the 14th, not the 21st"."""
_NEARLY_A_YEAR = 270
_TIMELESS = {"name", "birthday", "born_in", "from", "age", "prefers", "allergic_to", "instruction"}
"""Predicates whose day is the value, or says when something else was."""

Days = tuple[date | None, date | None, date | None]
_NONE: Days = (None, None, None)


@dataclass(slots=True)
class Dates:
    """Days named in one message, said at a time in the writer's zone; its time expressions are
    looked for once, when first asked for."""

    text: str
    timestamp_ms: int
    tz: str
    _found: dict[Prefer, list[TimeSpan]] = field(default_factory=dict, init=False)

    def of(self, clause: Clause, predicate: str, value: str, *, ended: bool, now: bool) -> Days:
        """First and last day (inclusive) of a fact read in a clause, and the last day on which a
        state can have begun; ``None`` = not said, or not said so that only one day can be meant.

        Args:
            value: the object; a day inside it ("1950s country music") says when of an event only.
            ended: the fact is told as over: without a last day it ended before the day it was said.
            now: the clause says that it is so now and was not before.
        """
        if predicate in _TIMELESS:
            return _NONE
        event, said = predicate in _EVENTS, self._day(self.timestamp_ms)
        coming = clause.tense == "future" or (clause.tense == "present" and predicate in _COMING)
        prefer: Prefer = "future" if coming else "past"
        first, last, by = self._named(clause, "" if event else value, prefer)
        lasting = (clause.start <= s.text_start < clause.end and s.kind == "duration" for s in
                   self._spans("past"))  # fmt: skip
        if clause.tense in ("present", "perfect") and not event and any(lasting):
            now, first = False, first if first != said else None  # "for six years now"
        if ended:
            return first, last or max(said - timedelta(days=1), first or date.min), None
        if coming and (first is None or first <= said):
            return _NONE
        if event or coming:
            return (first, last, None) if event else (first, None, by)
        if clause.tense == "present":  # "since May" alone says when it began, and so does "now"
            since = last is None and first == self._named(clause, value, "future")[0]
            now = now and not _LASTING.search(self.text, clause.start, clause.end + 12)
            return (first if since and first is not None else said if now else None), None, None
        # A state begins on the first day; an end counts only where no start was named.
        return (first, None, by) if first is not None and first <= said else _NONE

    def long_ago(self, clause: Clause) -> bool:
        """Whether what a clause tells of the past began more than a year before it was said."""
        first = self._named(clause, "", "past")[0] if clause.tense == "past" else None
        return first is not None and (self._day(self.timestamp_ms) - first).days > 365

    def _named(self, clause: Clause, value: str, prefer: Prefer) -> Days:
        """The first day or period that the clause names outside of ``value``: its first day, its
        last one, and the last one of the period in which it begins."""
        said = self._day(self.timestamp_ms)
        first = self.text.find(value, clause.start) if value else -1
        inside = range(clause.start, clause.end + 1)
        spans = [s for s in self._spans(prefer) if s.text_start in inside and s.text_end in inside]
        if not value and any(span.kind == "recurring" for span in spans):
            return _NONE  # "every Tuesday at seven" is no day
        for span in spans:
            if first >= 0 and first <= span.text_start and span.text_end <= first + len(value):
                continue
            before = self.text[max(0, span.text_start - 24) : span.text_start]
            if span.kind in ("duration", "recurring") or _DENIED.search(before):
                continue
            if prefer == "future" and span.start_ms == self.timestamp_ms and len(spans) > 1:
                continue  # "is now on the 9th"
            start = None if span.start_ms is None else self._day(span.start_ms)
            bare = not _YEAR.search(self.text, span.text_start, span.text_end)
            if start and prefer == "past" and bare and (said - start).days > _NEARLY_A_YEAR:
                return _NONE  # "1 July", said in June: of which year?
            end = None if span.end_ms is None else self._day(span.end_ms - 1)
            return start, None if _FROM.search(before) else end, end
        return _NONE

    def _spans(self, prefer: Prefer) -> list[TimeSpan]:
        if prefer not in self._found:
            head = _AS_OF.sub("since", self.text[:LONGEST])
            self._found[prefer] = find_times(head, self.timestamp_ms, tz=self.tz, prefer=prefer)
        return self._found[prefer]

    def _day(self, at: int) -> date:
        """The day of a time in the writer's zone; days of the calendar are kept as they are."""
        zone = UTC if self.tz == "UTC" else ZoneInfo(self.tz)
        moment = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=at)
        return moment.astimezone(zone).date()
