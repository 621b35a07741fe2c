"""What is known while records are replayed, indexed by subject, slot and value."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Final

from eywa_fs.facts.afu import Afu
from eywa_fs.facts.identity import Names, key_of

MOST_MESSAGES: Final = 100
"""Messages of a session that a correction or a taking back looks through."""


class Known:
    """Facts and candidates of one user in event-time order, and who is who.

    Attributes:
        facts: every sure fact by atomic id, whatever its standing.
        maybe: candidates (not sure) by atomic id.
        names: who is who by the facts so far.
    """

    def __init__(self, facts: Iterable[Afu] = (), maybe: Iterable[Afu] = ()) -> None:
        self.facts: dict[str, Afu] = {}
        self.maybe: dict[str, Afu] = {}
        self._held: dict[tuple[str, str], dict[str, None]] = defaultdict(dict)
        self._values: dict[tuple[str, str, str], dict[str, None]] = defaultdict(dict)
        self._maybe_values: dict[tuple[str, str, str], dict[str, None]] = defaultdict(dict)
        self.names = Names()
        self._by_event: dict[str, dict[str, None]] = defaultdict(dict)
        self._ended_by: dict[str, dict[str, None]] = defaultdict(dict)
        self._heirs: dict[str, dict[str, None]] = defaultdict(dict)
        self._alias: dict[str, set[str]] = defaultdict(set)
        self._sessions: dict[str, list[tuple[int, str]]] = defaultdict(list)
        for fact in facts:
            self.put(fact)
        for fact in maybe:
            self.put(fact)

    def put(self, fact: Afu) -> None:
        """Store a fact or candidate, or the new version of one."""
        name = fact.atomic_id
        place = (key_of(fact.subject), fact.slot)
        self._by_event[fact.source_event_id][name] = None
        if not fact.sure:
            self.maybe[name] = fact
            self._maybe_values[(*place, fact.object_hash)][name] = None
            return
        if name in self.facts:
            self.names.count(self.facts[name], -1)
        self.names.count(fact)
        self.facts[name] = fact
        self._values[(*place, fact.object_hash)][name] = None
        if _is_open(fact):
            self._held[place][name] = None
        else:
            self._held[place].pop(name, None)
        if fact.ended_by:
            self._ended_by[fact.ended_by][name] = None
        if fact.superseded_by:
            self._heirs[fact.superseded_by][name] = None
        for merged in fact.evidence.atomic_ids:
            self._alias[merged].add(name)

    def drop_maybe(self, atomic_id: str) -> None:
        """Forget a candidate: it was confirmed, or taken back."""
        fact = self.maybe.pop(atomic_id)
        self._maybe_values[(key_of(fact.subject), fact.slot, fact.object_hash)].pop(atomic_id)
        self._by_event[fact.source_event_id].pop(atomic_id, None)

    def heard(self, session_id: str, at: int, event_id: str) -> None:
        """Note a message that was read."""
        self._sessions[session_id].append((at, event_id))

    def find(self, atomic_id: str | None) -> Afu | None:
        """The sure fact of this id, or the one it was merged into."""
        name = atomic_id or ""
        if name not in self.facts:
            return next(iter(self._aged(self._alias.get(name, ()))), None)
        return self.facts[name]

    def _aged(self, names: Iterable[str]) -> list[Afu]:
        """The facts of these ids, oldest first: an order that does not depend on how they came."""
        return sorted((self.facts[name] for name in names), key=_age)

    def held(self, subject: str, slot: str) -> list[Afu]:
        """Facts of a slot that are active, or end on a day to come, oldest first."""
        keys = self.names.keys(subject)
        return self._aged(n for key in keys for n in self._held.get((key, slot), ()))

    def of_value(self, subject: str, slot: str, value_hash: str) -> list[Afu]:
        """Facts of a slot with one value, whatever their standing, oldest first."""
        keys = self.names.keys(subject)
        return self._aged(n for k in keys for n in self._values.get((k, slot, value_hash), ()))

    def maybe_of_value(self, subject: str, slot: str, value_hash: str) -> list[Afu]:
        """Candidates of a slot with one value, oldest first."""
        keys = self.names.keys(subject)
        found = (n for k in keys for n in self._maybe_values.get((k, slot, value_hash), ()))
        return sorted((self.maybe[name] for name in found), key=_age)

    def of_event(self, event_id: str) -> list[Afu]:
        """Facts and candidates that a message said, in the order of its text."""
        names = self._by_event.get(event_id, ())
        found = [fact for n in names if (fact := self.facts.get(n) or self.maybe.get(n))]
        return sorted(found, key=lambda fact: (fact.span, fact.atomic_id))

    def ended_by(self, event_id: str) -> list[Afu]:
        """Facts that the message ended."""
        found = self._aged(self._ended_by.get(event_id, ()))
        return [fact for fact in found if fact.ended_by == event_id]

    def predecessors(self, atomic_id: str) -> list[Afu]:
        """Facts whose place this one took."""
        found = self._aged(self._heirs.get(atomic_id, ()))
        return [fact for fact in found if fact.superseded_by == atomic_id]

    def messages(self, session_id: str, since: int) -> Iterator[str]:
        """Event ids of a session's last messages with facts since ``since`` (ms), newest first."""
        for at, event_id in reversed(self._sessions.get(session_id, [])[-MOST_MESSAGES:]):
            if at < since:
                return
            yield event_id


def _is_open(fact: Afu) -> bool:
    if fact.status == "active":
        return True
    end = fact.validity_end_at
    return fact.status == "superseded" and end is not None and end > fact.updated_at


def _age(fact: Afu) -> tuple[int, str]:
    return fact.observed_at, fact.atomic_id
