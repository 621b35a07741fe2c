"""The book of facts: questions about what is so, how it came about, and what was so then."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from eywa_fs.factbase.answers import answer
from eywa_fs.factbase.profile import standing_profile
from eywa_fs.factbase.proof import Prover, Stale
from eywa_fs.factbase.standing import Said, Standing, standing
from eywa_fs.factbase.state import FactStates, Loaded
from eywa_fs.factbase.wording import predicate_of
from eywa_fs.facts.afu import Afu
from eywa_fs.facts.identity import names_of
from eywa_fs.facts.model import PREDICATES, USER
from eywa_fs.facts.replay import FactState
from eywa_fs.facts.timeline import by_time, current, once_held
from eywa_fs.generations.known import Seen
from eywa_fs.language.script import fold
from eywa_fs.model.degraded import refuse_unread
from eywa_fs.model.facts import Conflict, Facts
from eywa_fs.model.records import Scope
from eywa_fs.truth.layout import Layout


@dataclass(frozen=True, slots=True)
class Answered:
    """The facts for one question, and the standing of a search's records. ``of_states``: the
    question means the present, a time or a course of changes: what somebody was, which only their
    own words tell."""

    facts: Facts
    standing: Standing
    of_states: bool


class FactBook:
    """Reads the facts of one data root. Threads may share it; it writes nothing."""

    def __init__(self, layout: Layout, states: FactStates, *, timezone: str, stale: Stale) -> None:
        self._layout = layout
        self._timezone = timezone
        self._states = states
        self._stale = stale

    def ask(
        self,
        scope: Scope,
        question: str,
        *,
        as_of: int | None,
        said: Sequence[Said] = (),
        apart_from_time: Sequence[str] = (),
        seen: Seen | None = None,
    ) -> Answered:
        """Facts that answer a question, and the standing of the records found for it.

        Args:
            as_of: epoch milliseconds; what was said at or after it is not known yet.
            said: records that a search found for the same question.
            apart_from_time: event ids of those that fit best apart from the time it names, if any.
            seen: what that search saw of the scope.
        """
        loaded = self._states.load(scope, before=as_of, seen=seen)
        ranks = apart_from_time or [record.event_id for record in said if record.certain]
        found = answer(loaded.state, question, loaded.at, self._timezone, ranks)
        return Answered(
            self._served(scope, found.facts, loaded, found.question.intent),
            standing(loaded.state, found, said, loaded.at),
            found.question.asks_now or found.question.intent != "current_state",
        )

    def standing_profile(
        self, scope: Scope, *, as_of: int | None, seen: Seen | None = None
    ) -> Facts:
        """What must never be missed about the user, section by section: ``factbase/profile.py``."""
        loaded = self._states.load(scope, before=as_of, seen=seen)
        chosen = standing_profile(current(loaded.state, loaded.at))
        return self._served(scope, chosen, loaded, "current_state")

    def facts(
        self,
        scope: Scope,
        *,
        subject: str | None = None,
        predicate: str | None = None,
        every: bool = False,
        candidates: bool = False,
        as_of: int | None = None,
    ) -> Facts:
        """Facts by filter, as of :meth:`EywaMemory.facts`, newest first in each group; names and
        kin words of one person count as one. ``BadRequest`` where there is no such predicate."""
        if predicate is not None:
            predicate = predicate_of(predicate)
        loaded = self._states.load(scope, before=as_of)
        chosen: Iterable[Afu] = current(loaded.state, loaded.at)
        if candidates:
            chosen = loaded.state.candidates
        elif every:
            chosen = loaded.state.facts
        names = names_of(loaded.state.facts)
        matching = [
            fact
            for fact in chosen
            if (subject is None or names.same_subject(subject, fact.subject))
            and (predicate is None or fact.predicate == predicate)
        ]
        matching.sort(key=lambda f: (f.subject != "user", f.subject, f.predicate, -f.observed_at))
        return self._served(scope, matching, loaded, "current_state")

    def history(
        self, scope: Scope, subject: str, predicate: str, *, as_of: int | None = None
    ) -> Facts:
        """All that once held of a subject in the slot of a predicate, oldest first; ``BadRequest``
        where there is no such predicate."""
        predicate = predicate_of(predicate)
        loaded = self._states.load(scope, before=as_of)
        chain = history(loaded.state, subject, predicate)
        return self._served(scope, chain, loaded, "history_trace")

    def conflicts(self, scope: Scope) -> list[Conflict]:
        """Pairs of facts in open conflict, oldest first; ``TruthReadError`` where there may be
        more."""
        loaded = self._states.load(scope).whole()
        state, prover = loaded.state, self.prover(scope)
        names = dict.fromkeys(n for link in state.links for n in (link.target, link.source))
        known = [fact for fact in map(state.get, names) if fact is not None]
        facts = {fact.atomic_id: fact for fact in prover.facts(known, loaded)}
        refuse_unread(prover.unread)
        pairs = [(facts.get(link.target), facts.get(link.source)) for link in state.links]
        return [Conflict(first, second) for first, second in pairs if first and second]

    def state(self, scope: Scope) -> FactState:
        """Everything that is known of one user, with the audit of every update; not proved.
        ``TruthReadError`` where there may be more."""
        return self.loaded(scope).whole().state

    def loaded(self, scope: Scope) -> Loaded:
        """As :meth:`state`, with the reasons why something may be missing."""
        return self._states.load(scope)

    def known(self, scope: Scope, atomic_id: str) -> bool:
        """Whether the user has a fact of this id."""
        return self.state(scope).get(atomic_id) is not None

    def prover(self, scope: Scope) -> Prover:
        """What proves facts of a user."""
        return Prover(self._layout, scope, self._stale)

    def _served(self, scope: Scope, found: Sequence[Afu], loaded: Loaded, intent: str) -> Facts:
        """The answer, with what was refused for it."""
        prover = self.prover(scope)
        facts = prover.facts(found, loaded)
        dropped = prover.dropped + Counter(missing=loaded.gone)
        return Facts(tuple(facts), intent, dict(dropped), prover.told(loaded))  # type: ignore[arg-type]


def history(
    state: FactState, subject: str | None = None, predicate: str | None = None
) -> tuple[Afu, ...]:
    """Every fact that once held, by start of validity; slips and jokes are left out. Only of this
    subject, by any of its names ("me" and the user's own too, where nobody else has it), and of the
    slot of this predicate (or the slot of this name)."""
    names = names_of(state.facts)
    slot = PREDICATES[predicate].slot if predicate in PREDICATES else predicate
    chain = [fact for fact in state.facts if once_held(fact) and slot in (None, fact.slot)]
    if subject is not None:
        own = (f for f in state.facts if (f.subject, f.slot) == (USER, "name") and not f.negated)
        called = {fold(fact.object) for fact in own if once_held(fact)}
        others = any(names.same_subject(subject, fact.subject) for fact in state.facts)
        if not others and fold(subject) in {"me", "i", *called}:
            subject = USER
        chain = [fact for fact in chain if names.same_subject(subject, fact.subject)]
    return tuple(sorted(chain, key=by_time))
