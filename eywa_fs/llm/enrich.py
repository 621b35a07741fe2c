"""Having a model read messages and judge what they change, and journaling both.

Truth side: what a model says cannot be derived again, so it is a decision record, with the anchor
of the message and the name of the model, before it has any effect. A rebuild asks no model.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Final

from eywa_fs.breaker import Breaker
from eywa_fs.clock import DAY_MS, Clock
from eywa_fs.errors import DependencyUnavailable, InvalidRecord
from eywa_fs.facts.afu import Afu
from eywa_fs.facts.journal import MODEL_FACTS, fact_value
from eywa_fs.facts.model import USER
from eywa_fs.facts.readings import read_decision, timeline_record
from eywa_fs.facts.replay import Decided, FactState, ModelTurn, TimelineRecord, extend
from eywa_fs.llm.chat import Chat, Unanswerable
from eywa_fs.llm.judge import Judged, judge
from eywa_fs.llm.reader import PROMPT_VERSION, Message, Read, read
from eywa_fs.llm.unread import VERSION, Masked, Place, Unread, Waiting
from eywa_fs.model.records import Anchor, Record, Scope
from eywa_fs.model.versions import By, decision_record
from eywa_fs.retrieval.context import estimated_tokens
from eywa_fs.truth.chain import LINK_BYTES
from eywa_fs.truth.codec import encode_record
from eywa_fs.truth.index_folder import alone
from eywa_fs.truth.journal import Journal, new_event_id
from eywa_fs.truth.layout import Layout

BATCH_MESSAGES: Final = 8
BATCH_TOKENS: Final = 4000
"""Messages read in one call, and the estimated tokens of them all; one alone may be longer."""
SETTLE_MESSAGES: Final = 64
"""After so many messages what was journaled is indexed: each answer about facts reads the rest."""
FIRST_WAIT_MS: Final = 60_000
LONGEST_WAIT_MS: Final = DAY_MS
"""How long a message that failed alone is left; each failure doubles it."""


MOST_PEOPLE: Final = 30
"""Subjects of known facts that a model is told, so that it names them alike."""

Known = Callable[[Scope], FactState]
"""All that is known of a user now."""


@dataclass(slots=True)
class EnrichReport:
    """What a run did: messages read, facts and decisions taken, proposals refused, what failed."""

    read: int = 0
    facts: int = 0
    decisions: int = 0
    refused: int = 0
    failed: int = 0
    problems: list[str] = field(default_factory=list)

    def problem(self, waiting: Waiting, error: Exception) -> None:
        """Count a message that was not read."""
        self.failed += 1
        self.problems = [*self.problems, f"{waiting.anchor.citation}: {error}"][-20:]


class Enricher:
    """Reads messages with one model, oldest first; one user of it at a time.

    Args:
        known: gives the facts that messages are judged against.
        wrote: told of every decisions file that has a new line.
        masked: gives a record as the model may see it.
    """

    def __init__(
        self,
        layout: Layout,
        journal: Journal,
        chat: Chat,
        known: Known,
        *,
        clock: Clock,
        wrote: Callable[[str], None],
        masked: Masked,
    ) -> None:
        self._layout = layout
        self._journal = journal
        self._chat = chat
        self._known = known
        self._clock = clock
        self._wrote = wrote
        self._later: dict[Any, tuple[int, int]] = {}
        self.unread = Unread(layout, masked)
        self.breaker = Breaker()

    def round(
        self,
        report: EnrichReport,
        *,
        scope: Scope | None = None,
        most: int = BATCH_MESSAGES,
        after: Place = (-1, ""),
    ) -> list[Waiting]:
        """Read one batch of what is due (empty: nothing was), under a lock that keeps other
        processes away.

        Args:
            scope: only this user's messages.
            most: messages at most.
            after: only messages that come later than this.

        Raises:
            DependencyUnavailable: the model cannot be reached, or nothing it says is an answer.
            TruthWriteError: the journal cannot be written.
        """
        with alone(self._layout, "model-reader.lock", busy=None):
            batch = self._batch([m for m in self.due(scope) if m.place > after], most)
            done = report.read + report.failed
            try:
                self._run(batch, report)
            except DependencyUnavailable as error:
                if self.breaker.state.phase != "open":  # it was asked several times already
                    self.breaker.failed(str(error), at_once=True)
                report.failed += len(batch) - (report.read + report.failed - done)
                raise
        return [waiting for waiting, _ in batch]

    def close(self) -> None:
        """Let go of the model."""
        self._chat.close()

    def due(self, scope: Scope | None = None) -> list[Waiting]:
        """Unread messages but for those that failed alone a short while ago, oldest first."""
        now = self._clock()
        waiting = self.unread.look(scope, now_ms=now)
        return [m for m in waiting if self._later.get(m.key, (0, 0))[1] <= now]

    def _batch(self, due: Sequence[Waiting], most: int) -> list[tuple[Waiting, Message]]:
        """The first of ``due`` and what follows it of the same user, as much as one call reads."""
        found: list[tuple[Waiting, Message]] = []
        size = 0
        for waiting in due:
            if len(found) >= min(most, BATCH_MESSAGES):
                break
            if waiting.scope != due[0].scope:
                continue
            message = self.unread.message(waiting)
            if message is None:
                continue  # it changed just now; the next look sees its new bytes
            size += estimated_tokens(message.text)
            if found and size > BATCH_TOKENS:
                break
            found.append((waiting, message))
        return found

    def _run(self, batch: Sequence[tuple[Waiting, Message]], report: EnrichReport) -> None:
        """Read, judge and journal one batch, message by message; what fails is left for later."""
        if not batch:
            return
        past = Past(self._known(batch[0][0].scope))
        known = people(past.before(batch[0][0].place))
        for waiting, message, found in self._read(batch, known, report):
            try:
                facts = past.before(waiting.place)
                judged, refused = judge(self._chat, message, found, facts, self._text_of(waiting))
                record = _decision(message, self._chat.name, found, judged, self._clock())
                limit = self._layout.max_record_bytes - LINK_BYTES
                line = encode_record(record, max_bytes=limit)
            except (Unanswerable, InvalidRecord) as error:
                self._failed(waiting, error, report)
                continue
            if self.unread.record_at(waiting.scope, message.anchor) is None:
                continue  # changed or erased while the model read it
            path = self._layout.decisions_file(waiting.scope, record.timestamp)
            [anchor] = self._journal.append_lines(path, [line])
            past.add(record, anchor)
            self._wrote(path)
            self.breaker.succeeded()
            self._later.pop(waiting.key, None)
            report.read += 1
            report.facts += len(found.candidates)
            report.decisions += len(judged)
            report.refused += found.refused + refused

    def _read(
        self, batch: Sequence[tuple[Waiting, Message]], known: Sequence[str], report: EnrichReport
    ) -> Iterator[tuple[Waiting, Message, Read]]:
        """What the model read, in the order of time; a batch it can't answer is halved."""
        try:
            found = read(self._chat, [message for _, message in batch], known)
        except Unanswerable as error:
            if len(batch) == 1:
                self._failed(batch[0][0], error, report)
                return
            half = len(batch) // 2
            yield from self._read(batch[:half], known, report)
            yield from self._read(batch[half:], known, report)
            return
        for (waiting, message), answer in zip(batch, found, strict=True):
            if answer is not None:
                yield waiting, message, answer
            elif len(batch) > 1:
                yield from self._read([(waiting, message)], known, report)
            else:
                self._failed(waiting, Unanswerable("the model left the message out"), report)

    def _failed(self, waiting: Waiting, error: Exception, report: EnrichReport) -> None:
        """Leave one message for later; raises where so many failed in a row that it is the
        model's fault."""
        report.problem(waiting, error)
        times = self._later.get(waiting.key, (0, 0))[0]
        wait = min(FIRST_WAIT_MS * 2**times, LONGEST_WAIT_MS)
        self._later[waiting.key] = (min(times + 1, 30), self._clock() + wait)
        if isinstance(error, InvalidRecord):
            return  # our own limit on the size of a line, no fault of the model
        self.breaker.failed(str(error))
        if self.breaker.state.phase == "open":
            raise DependencyUnavailable(str(error)) from error

    def _text_of(self, waiting: Waiting) -> Callable[[Afu], str | None]:
        def text(fact: Afu) -> str | None:
            found = self.unread.record_at(waiting.scope, fact.source_anchor)
            return None if found is None else found.content

        return text


def enrich(
    enricher: Enricher,
    scope: Scope,
    *,
    limit: int | None = None,
    progress: Callable[[int], None] | None = None,
    settle: Callable[[], object] = lambda: None,
) -> EnrichReport:
    """See :meth:`EywaMemory.enrich`; ends when the model is gone. ``settle`` is called now and
    then, so that what was journaled gets indexed.

    Raises:
        DependencyUnavailable: nothing was begun, as ``.index`` cannot be written.
        TruthWriteError: the journal cannot be written.
    """
    report = EnrichReport()
    after: Place = (-1, "")
    while limit is None or report.read + report.failed < limit:
        most = BATCH_MESSAGES if limit is None else limit - report.read - report.failed
        before = report.read
        try:
            batch = enricher.round(report, scope=scope, most=most, after=after)
        except DependencyUnavailable as error:
            if not report.read + report.failed:
                raise
            report.problems = list(dict.fromkeys([*report.problems, str(error)]))
            break
        finally:
            if progress is not None and report.read > before:
                progress(report.read - before)
        if not batch:
            break
        after = batch[-1].place
        if before // SETTLE_MESSAGES != report.read // SETTLE_MESSAGES:
            settle()
    return report


def _decision(
    message: Message, model: str, found: Read, judged: Sequence[Judged], now: int
) -> Record:
    record = message.record
    meta = {
        "kind": MODEL_FACTS,
        "version": VERSION,
        "reader": f"{model}/prompt-{PROMPT_VERSION}",
        "event_id": record.event_id,
        "said_at": record.timestamp,
        "session_id": record.session_id,
        "source": asdict(replace(message.anchor, fs_version="")),
        "facts": [fact_value(c, record.content[c.start : c.end]) for c in found.candidates],
        "decisions": [asdict(d) for d in judged],
    }
    words = f"facts read by {model} in {message.anchor.citation}"
    return decision_record(record.scope, new_event_id(now), words, meta, now, By(model))


class Past:
    """A user's facts at one moment that only moves on: one replay of what lies before a batch, then
    only what each message adds. ``state``: all that is known now, later records too."""

    def __init__(self, state: FactState) -> None:
        self._rest = deque(state.records)
        self._state = FactState()

    def before(self, place: Place) -> list[Afu]:
        """Facts and candidates from records before ``place``, oldest first."""
        passed: list[TimelineRecord] = []
        while self._rest and _precedes(self._rest[0], place):
            passed.append(self._rest.popleft())
        self._state = extend(self._state, passed)
        known = [*self._state.facts, *self._state.candidates]
        return sorted(known, key=lambda fact: fact.observed_at)

    def add(self, decision: Record, anchor: Anchor) -> None:
        """Know what was just journaled about a message, instead of what the rules read in it."""
        reading = read_decision(decision, anchor)
        turn = timeline_record(reading) if reading is not None else None
        if isinstance(turn, ModelTurn):
            self._rest = deque(r for r in self._rest if r.event_id != turn.event_id)
            self._state = extend(self._state, [turn])


def people(known: Sequence[Afu]) -> list[str]:
    """Whom facts are about beside the user, the latest named last."""
    return list({fact.subject: None for fact in known if fact.subject != USER})[-MOST_PEOPLE:]


def _precedes(record: TimelineRecord, place: Place) -> bool:
    if isinstance(record, Decided):
        return record.timestamp < place[0]
    return (record.timestamp, record.event_id) < place
