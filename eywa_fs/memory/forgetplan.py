"""What would be forgotten of a user: read from the files, decided by policies or by words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Final, Literal

from eywa_fs.clock import DAY_MS
from eywa_fs.config import ForgettingSettings
from eywa_fs.factbase.wording import fact_line
from eywa_fs.facts.replay import FactState, ModelTurn, TimelineRecord, Turn, apply
from eywa_fs.facts.timeline import current
from eywa_fs.governance.compaction import Day, Said
from eywa_fs.governance.ledger import Ledger, Target
from eywa_fs.governance.present import Present, last_cited, present_in
from eywa_fs.governance.retention import Due, due, policy_for
from eywa_fs.model.forgetting import CompactedDay
from eywa_fs.model.records import Scope
from eywa_fs.truth.layout import Layout, TruthPath, day_start_ms

Level = Literal["light", "medium"]
LEVELS: Final[tuple[Level, ...]] = ("light", "medium")


@dataclass(slots=True)
class Going:
    """A record that goes.

    Attributes:
        target: its own line; ``version``: what it was at when it was looked at.
        by: who decides: ``policy:NAME`` or ``compaction:LEVEL``.
        text: what it says now; ``telling``: the terms that tell it from the others of its day,
            each with its weight.
        answered: as of :class:`~eywa_fs.model.forgetting.Forgotten`.
    """

    target: Target
    version: int
    by: str
    due: Due
    text: str
    telling: Mapping[str, float]
    answered: bool | None = None


@dataclass(slots=True)
class Plan:
    """What goes of a user's records; attributes as of
    :class:`~eywa_fs.model.forgetting.ForgetReport`. ``problem``: why something of it does not."""

    scope: Scope
    looked_at: int = 0
    going: list[Going] = field(default_factory=list)
    days: list[CompactedDay] = field(default_factory=list)
    facts_lost: Sequence[str] = ()
    facts_back: Sequence[str] = ()
    problem: str = ""

    def batches(self, most: int) -> Iterator[list[Going]]:
        """The records of one transaction each: of one policy and of whole sessions, at most so
        many, but where one session alone has more."""
        ordered = sorted(self.going, key=_policy_and_session)
        batch: list[Going] = []
        for (by, _), group in groupby(ordered, key=_policy_and_session):
            session = [*group]
            if batch and (by != batch[0].by or len(batch) + len(session) > most):
                yield batch
                batch = []
            batch += session
            while len(batch) > most:
                yield batch[:most]
                batch = batch[most:]
        if batch:
            yield batch


def _policy_and_session(going: Going) -> tuple[str, str]:
    return going.by, going.target.record.session_id


@dataclass(frozen=True, slots=True)
class Planner:
    """Makes plans for the users of a data root; reads files and writes nothing.

    Args:
        level: decide by words; ``None``: by the policies of the settings, or by ``only`` one.
        now_ms: epoch milliseconds.
        step: called after each file.
    """

    layout: Layout
    settings: ForgettingSettings
    now_ms: int
    level: Level | None
    only: str | None
    step: Callable[[], None]

    def plan(self, scope: Scope, state: FactState) -> Plan:
        """What goes of a user's records.

        Args:
            state: the user's facts, all of them: what they stand on stays.

        Raises:
            TruthReadError: a file cannot be read.
        """
        plan, needed, taken = Plan(scope), needed_by(state), set[str]()
        files = [one for one in self.layout.scope_files(scope) if one.kind == "session"]
        ledger = Ledger(self.layout, scope)
        uses = {} if self.level else last_cited(self.layout, files)
        for truth in files:
            if self.level is None or self._is_old(truth):
                present = present_in(self.layout, ledger, truth)
                plan.looked_at += len(present)
                for one in self._of_day(plan, truth, present, needed, uses):
                    name = one.target.record.event_id
                    if name not in taken:  # other programs may give an id twice
                        taken.add(name)
                        plan.going.append(one)
            self.step()
        ends = [one.target.record.event_id for one in plan.going if one.due.op == "expire"]
        plan.facts_lost, plan.facts_back = facts_changed(state, ends, self.now_ms)
        return plan

    def _of_day(
        self,
        plan: Plan,
        truth: TruthPath,
        present: Sequence[Present],
        needed: frozenset[str],
        uses: Mapping[str, int],
    ) -> list[Going]:
        there = [one for one in present if one.standing.is_shown(self.now_ms, archived=True)]
        said = [_said(one, one.record.event_id in needed) for one in there]
        if self.level is None:
            found = self._by_policies(there, needed, uses)
            day = Day(said) if found else Day([])
        else:
            day = Day(said)
            found = self._by_words(day, self.level)
            if found:
                stay = day.stay(found)
                plan.days.append(
                    CompactedDay(
                        plan.scope.tenant_id, plan.scope.user_id, str(truth.session_id),
                        str(truth.day), len(stay) + len(found), len(found), day.quality(stay),
                    )
                )  # fmt: skip
        return [
            Going(
                there[number].target, there[number].standing.version, by, why,
                there[number].record.content, day.telling(number),
            )
            for number, (by, why) in sorted(found.items())
        ]  # fmt: skip

    def _by_policies(
        self, there: Sequence[Present], needed: frozenset[str], uses: Mapping[str, int]
    ) -> dict[int, tuple[str, Due]]:
        found = {}
        for number, one in enumerate(there):
            policy = policy_for(self.settings.policies, one.record)
            if policy is None or self.only not in (None, policy.name):
                continue
            if one.standing.state != "active":
                continue
            name = one.record.event_id
            over = due(
                policy, one, used_at=uses.get(name, 0), needed=name in needed, now_ms=self.now_ms
            )
            if over is not None:
                found[number] = (f"policy:{policy.name}", over)
        return found

    def _by_words(self, day: Day, level: Level) -> dict[int, tuple[str, Due]]:
        chosen = day.light() if level == "light" else day.medium(self.settings.quality)
        return {n: (f"compaction:{level}", Due("archive", why)) for n, why in chosen.items()}

    def _is_old(self, truth: TruthPath) -> bool:
        if truth.day is None:
            return False
        end = day_start_ms(truth.day) + DAY_MS
        return end + self.settings.older_than_days * DAY_MS <= self.now_ms


def _said(present: Present, needed: bool) -> Said:
    """A record as compaction weighs it: what a fact stands on, or somebody decided about, stays."""
    record = present.record
    return Said(
        text=record.content,
        speaker=f"{record.role} {record.speaker or ''}",
        own=record.role == "user",
        free=not (present.decided or needed),
        aside=present.standing.state == "archived",
    )


def needed_by(state: FactState) -> frozenset[str]:
    """Event ids of the records that facts stand on, or that ended one: without any of them the
    facts would be others."""
    found: set[str] = set()
    for record in state.records:
        if isinstance(record, Turn) or (isinstance(record, ModelTurn) and record.rulings):
            found.add(record.event_id)
        found.update(fact.source_event_id for fact in record.facts)
    return frozenset(found)


def facts_changed(
    state: FactState, gone: Iterable[str], now_ms: int
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Facts that hold no more without some records, and facts that hold again without them, in
    words."""
    names = frozenset(gone)

    def stands(record: TimelineRecord) -> bool:
        quoted = {fact.source_event_id for fact in record.facts}
        return record.event_id not in names and not quoted & names

    def lines(of: FactState) -> dict[str, None]:
        return {fact_line(fact): None for fact in current(of, now_ms)}

    if not names:
        return (), ()
    before, after = lines(state), lines(apply(filter(stands, state.records)))
    return (
        tuple(line for line in before if line not in after),
        tuple(line for line in after if line not in before),
    )
