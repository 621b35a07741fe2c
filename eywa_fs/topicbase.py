"""Topics served: stored months joined into threads, each sentence proved against its file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from eywa_fs.catalog import topics
from eywa_fs.errors import EywaError
from eywa_fs.lanes.topics import labels, threads
from eywa_fs.model.documents import scope_key
from eywa_fs.model.topics import Topic, TopicLine, Topics, TopicThread
from eywa_fs.retrieval.proof import LineCounter
from eywa_fs.truth.codec import Malformed, decode_record
from eywa_fs.truth.reader import resolve

if TYPE_CHECKING:
    from eywa_fs.generations.generation import Generation
    from eywa_fs.model.records import Anchor, Record, Scope
    from eywa_fs.truth.layout import Layout

FOREVER = 1 << 62
"""Later than any time of a record, epoch milliseconds."""

OFF = Topics(degraded=("topics_off: lanes.topic_summary is not on for this user",))
"""The answer for a user who is told none."""


@dataclass(frozen=True, slots=True)
class _Proved:
    """A topic and those of its sentences that were proved, the most telling first."""

    topic: Topic
    lines: tuple[TopicLine, ...]

    @property
    def text(self) -> str:
        return " ".join(line.text for line in self.lines)


class TopicBook:
    """Reads the topics of one data root. Threads may share it; it writes nothing.

    Args:
        generation: gives the generation in use; may raise.
        stale: told the files whose sentences were refused.
    """

    def __init__(
        self,
        layout: Layout,
        generation: Callable[[], Generation | None],
        *,
        stale: Callable[[Iterable[str]], None],
        max_record_bytes: int,
    ) -> None:
        self._layout = layout
        self._generation = generation
        self._stale = stale
        self._max_record_bytes = max_record_bytes
        self._lines = LineCounter()

    def topics(
        self,
        scope: Scope,
        *,
        since: int = 0,
        until: int = FOREVER,
        limit: int,
        sentences: int,
        about: Sequence[str] | None = None,
    ) -> Topics:
        """Threads that touch ``[since, until)`` (epoch milliseconds), those of most records first.

        Args:
            limit: threads wanted.
            sentences: sentences a thread shows of each of its months' topics, at most.
            about: names of records (:func:`eywa_fs.model.topics.record_name`), the best first: only
                threads that cover some, those with the best of them first.
        """
        try:
            generation = self._generation()
            if generation is None:
                return Topics(degraded=("index_missing: nothing is indexed yet",))
            with generation.catalog().read() as connection:
                stored = topics.of_scope(connection, scope_key(scope), since, until)
        except EywaError as error:
            return Topics(degraded=(f"topics_unavailable: {error}",))
        prover = _Prover(self._layout, scope, self._lines, self._max_record_bytes)
        proved = [_Proved(topic, prover.lines(topic, since, until)) for topic in stored]
        if prover.stale:
            self._stale(sorted(prover.stale))
        proved = [item for item in proved if item.lines]
        joined = [[proved[n] for n in found] for found in threads([item.text for item in proved])]
        names = labels([[line.text for item in t for line in item.lines] for t in joined])
        ordered = _ordered(list(zip(joined, names, strict=True)), about)
        return Topics(
            tuple(_thread(found, label, sentences) for found, label in ordered[:limit]),
            len(ordered),
            dict(prover.dropped),
        )


class _Prover:
    """Reads sentences of one scope, and counts those it refuses."""

    def __init__(
        self, layout: Layout, scope: Scope, lines: LineCounter, max_record_bytes: int
    ) -> None:
        self._layout = layout
        self._scope = scope
        self._lines = lines
        self._max_record_bytes = max_record_bytes
        self._read: dict[Anchor, Record | str] = {}
        self.dropped: Counter[str] = Counter()
        self.stale: set[str] = set()

    def lines(self, topic: Topic, since: int, until: int) -> tuple[TopicLine, ...]:
        """The topic's sentences of that time, as their files hold them now."""
        found = []
        for item in topic.sentences:
            anchor = item.anchor
            if anchor not in self._read:
                self._read[anchor] = self._record(anchor)
            record = self._read[anchor]
            if isinstance(record, str):
                self.dropped[record] += 1
                self.stale.add(anchor.file_path)
            elif since <= record.timestamp < until:
                text = record.content[item.start : item.end]
                found.append(
                    TopicLine(text, anchor.citation, record.timestamp, anchor.content_hash)
                )
        return tuple(found)

    def _record(self, anchor: Anchor) -> Record | str:
        """The record an anchor points at, or why it is refused."""
        truth = self._layout.parse(anchor.file_path)
        found = resolve(self._layout, self._scope, anchor)
        if found.data is None or truth is None:
            return found.status
        try:
            record = decode_record(
                found.data, truth, anchor.byte_start, max_bytes=self._max_record_bytes
            )
        except Malformed:
            return "mismatch"
        if record.scope != self._scope:
            return "foreign"
        line = self._lines.line_at(self._layout, anchor.file_path, anchor.byte_start)
        return record if line == anchor.line_start else "mismatch"


def _ordered(
    found: list[tuple[list[_Proved], tuple[str, ...]]], about: Sequence[str] | None
) -> list[tuple[list[_Proved], tuple[str, ...]]]:
    def size(item: tuple[list[_Proved], tuple[str, ...]]) -> tuple[int, int]:
        return -len(_records(item[0])), -max(part.topic.last for part in item[0])

    found = sorted(found, key=size)
    if about is None:
        return found
    worth: Mapping[str, float] = {name: 1 / rank for rank, name in enumerate(about, start=1)}
    rated = [(sum(worth.get(name, 0.0) for name in sorted(_records(t[0]))), t) for t in found]
    return [item for value, item in sorted(rated, key=lambda pair: -pair[0]) if value]


def _records(found: Sequence[_Proved]) -> set[str]:
    return {name for item in found for name in item.topic.records}


def _thread(found: Sequence[_Proved], label: tuple[str, ...], sentences: int) -> TopicThread:
    shown = {line: None for item in found for line in item.lines[:sentences]}
    return TopicThread(
        label=label,
        first=min(item.topic.first for item in found),
        last=max(item.topic.last for item in found),
        months=tuple(sorted({item.topic.unit.partition("-")[2] for item in found})),
        records=len(_records(found)),
        lines=tuple(sorted(shown, key=lambda line: (line.timestamp, line.citation))),
    )
