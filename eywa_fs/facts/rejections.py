"""What a person or a host agent rejected: it counts as never said, whoever reads it again."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from eywa_fs.facts.afu import Afu
from eywa_fs.facts.identity import key_of

_Value = tuple[str, str, str, bool]


@dataclass(frozen=True, slots=True)
class _Rejected:
    """A rejected statement: where and when it was said, and when it was rejected (ms)."""

    event_id: str
    observed_at: int
    decided_at: int


class Rejections:
    """Rejections by atomic id, and by what the fact of that id says.

    A rejection covers the fact itself, the same subject, slot, value and polarity in the same
    message (another reader may word it otherwise), and what said the same between it and the
    rejection. A later statement is a new one.

    Args:
        targets: atomic ids with the time of their rejection (ms).
        facts: every fact that any record says.
    """

    def __init__(self, targets: Iterable[tuple[str | None, int]], facts: Iterable[Afu]) -> None:
        self._ids: dict[str, int] = {}
        for name, at in targets:
            if name is not None:
                self._ids[name] = max(at, self._ids.get(name, at))
        self._values: dict[_Value, set[_Rejected]] = defaultdict(set)
        for fact in facts if self._ids else ():
            at_ = self._ids.get(fact.atomic_id)
            if at_ is not None:
                found = _Rejected(fact.source_event_id, fact.observed_at, at_)
                self._values[_value(fact)].add(found)

    def of(self, fact: Afu, decided_at: int | None = None) -> int | None:
        """When ``fact`` was rejected (ms), or ``None``.

        Args:
            decided_at: of the decision that asserts it; one after the rejection lifts it.
        """
        if not self._ids:
            return None
        times = [self._ids[fact.atomic_id]] if fact.atomic_id in self._ids else []
        for rejected in self._values.get(_value(fact), ()):
            between = rejected.observed_at <= fact.observed_at <= rejected.decided_at
            if fact.source_event_id == rejected.event_id or between:
                times.append(rejected.decided_at)
        standing = [at for at in times if decided_at is None or decided_at <= at]
        return max(standing, default=None)


def _value(fact: Afu) -> _Value:
    return key_of(fact.subject), fact.slot, fact.object_hash, fact.negated
