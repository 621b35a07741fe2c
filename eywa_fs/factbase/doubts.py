"""Values and records that a later message puts in doubt: pure.

A message that tells of a change, but not so that anything could be read from it, still speaks
against what it names. What it means instead is not known; so the older value is not given as the
answer, and the record of it is marked.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from eywa_fs.facts.afu import Afu
from eywa_fs.facts.changes import Change, changes
from eywa_fs.facts.implied import REPORTED
from eywa_fs.facts.pointing import says_something
from eywa_fs.facts.replay import FactState, Turn
from eywa_fs.facts.timeline import stands
from eywa_fs.facts.values import contains, tokens, value_classes


@dataclass(frozen=True, slots=True)
class Said:
    """A record that a search found.

    Args:
        event_id, text, at: identity, content, event time (ms).
        by_user: whether the user said it.
        score: how well it fits the query, comparable within one search only.
    """

    event_id: str
    text: str
    at: int
    by_user: bool
    score: float = 0.0


def doubtful_facts(state: FactState, facts: Iterable[Afu]) -> dict[str, Turn]:
    """Those of ``facts`` that a later, unread change names: atomic id -> the message."""
    found = {}
    unread = state.unread_turns()
    for fact in facts:
        last = max((fact.observed_at, *_restated(state, fact)))
        for turn in unread:
            if turn.timestamp > last and _speaks_against(turn, fact):
                found[fact.atomic_id] = turn
    return found


def doubtful_records(
    state: FactState, said: Sequence[Said], doubted: Iterable[str], at: int, asked: frozenset[str]
) -> dict[str, Turn]:
    """Records named by a later, unread change found with them, of which nothing else holds.

    Args:
        state: the facts.
        said: the records found.
        doubted: atomic ids of facts that do not count as holding.
        at: the time of asking (ms).
        asked: content words of the question.
    """
    gone = frozenset(doubted)
    found = {record.event_id for record in said}
    unread = [turn for turn in state.unread_turns() if turn.event_id in found]
    holding = {
        fact.source_event_id
        for fact in state.facts
        if fact.atomic_id not in gone and stands(fact, at)
    }
    return {
        record.event_id: turn
        for record in said
        if record.by_user and record.event_id not in holding
        for turn in unread
        if turn.timestamp > record.at and _ends(turn, record.text, asked)
    }


#: Records that can overtake others: as many as lead the user's own.
_LEADING = 4
#: Least share of the older record's fit that the newer one has.
_FITS_AS_WELL = 0.4


def overtaken_records(state: FactState, said: Sequence[Said]) -> dict[str, Turn]:
    """Records of the same search that were followed by one that tells of a change.

    For a question about the present that no fact answers: where one of the records that fit best
    tells of a change, what was said before it is not to be read as current.

    Args:
        state: the facts.
        said: the records found, best first.
    """
    turns = {record.event_id: record for record in state.records if isinstance(record, Turn)}
    own = [record for record in said if record.by_user and record.score > 0]
    newer = [record for record in own[:_LEADING] if _tells(turns.get(record.event_id))]
    return {
        old.event_id: turns[new.event_id]
        for old in own
        for new in newer
        if new.at > old.at and new.score >= _FITS_AS_WELL * old.score
    }


def _tells(turn: Turn | None) -> bool:
    if turn is None or turn.cues.has("unchanged", "additive", "temporary"):
        return False
    return any(change.kind != "done" for change in _told(turn))


def _restated(state: FactState, fact: Afu) -> list[int]:
    times = {record.event_id: record.timestamp for record in state.records}
    return [times[e] for e in fact.evidence.event_ids if e in times]


def _told(turn: Turn) -> tuple[Change, ...]:
    """The changes that the user vouches for: what somebody else claims is a contradiction."""
    return tuple(c for c in changes(turn.cues.text) if not REPORTED.search(c.sentence))


def _speaks_against(turn: Turn, fact: Afu) -> bool:
    """Whether a change of the message names the value of ``fact``, or tells another of its kind."""
    if fact.negated or turn.cues.has("unchanged", "additive", "hedge", "temporary"):
        return False
    for change in _told(turn):
        if says_something(change.topic) and (
            contains(change.topic, fact.object) or contains(fact.object, change.topic)
        ):
            return True
        kinds = value_classes(change.value) & value_classes(fact.object)
        if kinds and not contains(fact.object, change.value) and _same_topic(turn, fact):
            return True
    return False


def _same_topic(turn: Turn, fact: Afu) -> bool:
    return bool(tokens(turn.cues.text) & tokens(fact.context))


def _ends(turn: Turn, text: str, asked: frozenset[str]) -> bool:
    """Whether a change names what ``text`` is about, or replaces what the question asks for."""
    told = _told(turn)
    if any(says_something(change.topic) and contains(text, change.topic) for change in told):
        return True
    replaces = any(change.kind in ("becomes", "corrects") and change.value for change in told)
    return replaces and bool(tokens(turn.cues.text) & tokens(text) & asked)
