"""What a new statement does to the facts that are known: pure decisions, one function a row.

The table is in docs/facts.md ("What a new fact does"). All that is linguistic stands in the
statement already; :mod:`eywa_fs.facts.replay` carries the decisions out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final, cast

from eywa_fs.facts.afu import DAY_MS, OPEN_PAST_MS, Afu, atomic_id, day_start, merged_evidence
from eywa_fs.facts.decisions import Action, Decision, Outcome, Ruling, Statement
from eywa_fs.facts.identity import is_family, is_one
from eywa_fs.facts.known import Known
from eywa_fs.facts.model import ANY, PREDICATES, Candidate
from eywa_fs.facts.values import contains, ends_with, same_but_day, same_value

WINDOW_MS: Final = 2 * DAY_MS  # how far back a correction or a taking back without a topic reaches
LONG_NUMBER: Final = 5
"""Digits from which on a number is one of its own kind: a phone number, an account."""
_RIVALS: Final = 8  # facts of one slot that a new one can be in conflict with: the latest ones
_HAPPENING: Final = frozenset({"visited", "met", "started", "moved_to"})
"""What fulfils a plan that names it with a verb more ("visit Rome" by visited "Rome")."""
_HAVING: Final = frozenset(
    {"lives_in", "works_at", "works_as", "studies_at", "studies", "owns", "has", "has_pet"}
)
"""What fulfils a wish for exactly this value."""
_EXCLUDES: Final = {
    "must": "must_not", "must_not": "must",
    "allergic_to": "preference", "prefers": "allergic_to"}  # fmt: skip
"""Predicate -> slot in which the same value cannot hold at the same time."""
_LONG_AGO_MS: Final = 180 * DAY_MS
NOTHING: Final = Outcome()


def decide(said: Statement, known: Known) -> Outcome:
    """What one statement does, which is not among the known ones yet; ``known``: everything before
    it in event time, and in its own message."""
    new = said.fact
    by_name = said.by_name and len(known.names.keys(new.subject)) > 1  # it is known whose it is
    if said.act != "state":
        if not (new.sure or by_name):
            return NOTHING
        return {"retract": taken_back, "correct": corrected, "end": ended}[said.act](said, known)
    if by_name:
        said = replace(said, fact=(new := replace(new, sure=True)))
    same = _restates(said, known)
    alike = known.maybe_of_value(new.subject, new.slot, new.object_hash)
    maybe = [fact for fact in alike if fact.negated == new.negated]
    if new.sure or same is not None:
        return _stated(said, same, maybe, known)
    # Row 2: what was not said outright waits for another message that says it, or supports one.
    earlier = [fact for fact in maybe if fact.source_event_id != new.source_event_id]
    if not earlier:
        return Outcome(new, reason="candidate")
    return _stated(Statement(replace(new, sure=True)), None, earlier, known)


def taken_back(said: Statement, known: Known) -> Outcome:
    """Row 3: the user's last message (or what it names of this session) was not meant."""
    new = said.fact
    named = bool(new.object)
    since = new.observed_at - WINDOW_MS
    messages = list(known.messages(new.session_id, since, others=named))
    if named:
        told = [f for e in messages for f in known.of_event(e) if f.status != "retracted"]
        told = [f for f in told if new.predicate not in PREDICATES or f.slot == new.slot]
        meant = [fact for fact in told if known.names.same_value(fact.object, new.object)]
        return Outcome(decisions=_retracted(meant[:1]))
    for event_id in messages:
        told, over = known.of_event(event_id), known.ended_by(event_id)
        if event_id != new.source_event_id or told or over:
            back = [f for f in over if f.superseded_by is None and f.status == "superseded"]
            restored = [Decision("append", "restored", fact.atomic_id) for fact in back]
            return Outcome(decisions=(*_retracted(told), *restored))
    return NOTHING


def corrected(said: Statement, known: Known) -> Outcome:
    """Row 4: the value of this kind said last never was right; the new one takes its place. Of what
    can be of several kinds, and is no number, only the message right before can be meant."""
    new = said.fact
    slot = PREDICATES[new.predicate].slot if new.predicate in PREDICATES else ""
    since = new.observed_at - WINDOW_MS
    near = " " in new.kind and not _is_number(new.object)
    for event_id in known.messages(new.session_id, since, others=not near):
        told = [old for old in known.of_event(event_id) if old.sure and old.status == "active"]
        fits = []
        for old in reversed(told):
            named = same_value(old.object, said.old) if said.old else bool(slot or new.kind)
            other = named and old.object_hash != new.object_hash
            if other and slot in ("", old.slot) and _of_one_kind(new, old):
                fits.append(old)
        if fits and (len({old.object_hash for old in fits}) == 1 or not near):
            return _corrected(new, fits[0])
        if near and known.of_event(event_id):
            break
    return NOTHING


def ended(said: Statement, known: Known) -> Outcome:
    """Row 5: a fact of this slot and value is over, on the day that is named or said."""
    new = said.fact
    held = known.ending(new.subject, new.slot) if new.predicate else known.mentioned(new)
    held = [fact for fact in held if fact.negated == new.negated]
    if new.kind and not new.object:  # "I have a new number" is about no address
        held = [fact for fact in held if fact.kind == new.kind]
    found = _named(new.object, held, known) if new.predicate else held
    if new.predicate == "spouse" or new.kind in ("ends-parted", "ends-died"):
        found += [f for f in known.of_partner(found, new.object) if f not in found]
    # What was long over when the fact was said is another.
    decisions = [_over(f, new) for f in found if _end(new) > f.observed_at - _LONG_AGO_MS]
    maybe = known.maybe_of_value(new.subject, new.slot, new.object_hash) if new.predicate else ()
    return Outcome(decisions=(*decisions, *_retracted(maybe, "ended")))


def opposite(said: Statement, known: Known) -> Iterable[Decision]:
    """Row 7: the same value with the other polarity: the older one ends."""
    new = said.fact
    if _passes(new):
        return
    for old in known.of_value(new.subject, new.slot, new.object_hash):
        if old.negated != new.negated and _goes_on(old, new.observed_at):
            if old.type == "plan" and new.negated:
                yield Decision("retract", "plan_called_off", old.atomic_id)
            else:
                yield _ends(old, new, "negated" if new.negated else "affirmed")


def instead(said: Statement, known: Known) -> Iterable[Decision]:
    """Row 8: the value whose place the new one takes ends."""
    new = said.fact
    if not said.old or new.negated:
        return
    held = [f for f in known.held(new.subject, new.slot) if not f.negated]
    if _passes(new):  # a day takes the place of a day only
        held = [f for f in held if f.slot == "schedule" and f.stated_end]
    others = [f for f in held if f.object_hash != new.object_hash]
    if said.old == ANY:
        others = [f for f in others if _of_one_kind(new, f) and f.type != "plan"]
        said = replace(said, old="")
    for old in _named(said.old, others, known):
        ahead = old.stated_end and old.validity_start_at > new.observed_at  # it never takes place
        end = old.validity_start_at if ahead else end_of(old, new)
        yield Decision("supersede", "switched", old.atomic_id, end)


def one_value(said: Statement, known: Known) -> Iterable[Decision]:
    """Row 9: where one value holds, it ends where the new one starts."""
    new = said.fact
    if not _holds_one(new) or new.negated or _passes(new):
        return
    if PREDICATES[new.predicate].explicit and not new.stated_start and new.rule != "host":
        return
    if not (is_one(new.subject) or (new.predicate == "moved_to" and is_family(new.subject))):
        return
    for old in known.held(new.subject, new.slot):
        together = old.source_event_id == new.source_event_id and not new.stated_start
        announced = old.validity_start_at > new.observed_at and not new.stated_start
        heir = known.find(old.superseded_by)
        moved = heir is not None and _begins_otherwise(said, heir)  # it goes on until the new day
        if old.negated or together or announced or moved or not _goes_on(old, new.observed_at):
            continue
        alike = _overlap_in_words(old, new) or new.kind == "grade" != old.kind
        if new.slot == "age" or not alike:
            yield _ends(old, new, "newer_value")


def exclusive(said: Statement, known: Known) -> Iterable[Decision]:
    """Row 10: a second value of what never changes, or one that another excludes: a conflict."""
    new = said.fact
    rule = PREDICATES[new.predicate]
    if new.negated:
        return
    if rule.stable and is_one(new.subject):
        for old in known.held(new.subject, new.slot)[-_RIVALS:]:
            comparable = rule.cardinality == "one" or (old.kind == new.kind != "")
            if comparable and not old.negated and not _overlap_in_words(old, new):
                yield Decision("append_conflict", "stable_value", old.atomic_id)
    for old in known.of_value(new.subject, _EXCLUDES.get(new.predicate, ""), new.object_hash):
        if not old.negated and _goes_on(old, new.observed_at):
            yield Decision("append_conflict", "exclusive", old.atomic_id)


def plans(said: Statement, known: Known) -> Iterable[Decision]:
    """Row 11: a plan whose very value is told as done, or with another date, gives way; so does a
    beginning that was announced for another day."""
    new = said.fact
    for old in known.of_value(new.subject, new.slot, new.object_hash):
        if _begins_otherwise(said, old):
            yield Decision("supersede", "plan_moved", old.atomic_id, old.validity_start_at)
    if new.negated or (new.type != "plan" and new.validity_start_at > new.observed_at):
        return
    if new.predicate in _HAPPENING:
        told = known.held(new.subject, "plans")
    elif new.type == "plan" or new.predicate in _HAVING:
        told = known.of_value(new.subject, "plans", new.object_hash)
    else:
        return
    moved = new.type == "plan"
    gives_way = _other_date if moved else _fulfilled
    for old in told:
        standing = old.status == "active" and old.observed_at <= new.observed_at
        if standing and not old.negated and gives_way(old, new):
            yield _ends(old, new, "plan_moved" if moved else "plan_fulfilled")


def judged(new: Afu | None, rulings: Sequence[Ruling], known: Known) -> Outcome:
    """Row 1: what a judge decided about a fact (``None``: about known ones only), and no more. On
    an unknown fact it only stores the new one; ``none`` alone stores nothing."""
    decisions: list[Decision] = []
    kept = False
    for ruling in (one for one in rulings if one.action != "none"):
        old = known.find(ruling.target)
        reason = ruling.reason or "judged"
        kept = kept or ruling.action != "merge" or old is None
        if old is None or not _can(ruling.action, old, new):
            continue
        end = end_of(old, new) if new and ruling.action == "supersede" else 0
        decisions.append(Decision(cast(Action, ruling.action), reason, old.atomic_id, end))
    return Outcome(new if kept else None, tuple(decisions))


def _can(action: str, old: Afu, new: Afu | None) -> bool:
    """Whether a ruling can be carried out on a known fact as it stands."""
    if action == "append_conflict":
        return new is not None
    standings = {"supersede": ("active",), "retract": ("active", "superseded")}
    return action == "merge" or old.status in standings.get(action, ())


def end_of(old: Afu, new: Afu) -> int:
    """Where ``old`` ends if ``new`` takes its place (ms): where that starts; if this lies before
    its own start, when the new value was said. A plan keeps the period it named."""
    if old.type == "plan" and old.stated_end and old.validity_end_at is not None:
        return old.validity_end_at
    start = new.validity_start_at
    if old.type == "plan" or start <= old.validity_start_at:
        start = max(old.validity_start_at, new.observed_at)
    return start if old.validity_end_at is None else min(start, old.validity_end_at)


def _stated(said: Statement, same: Afu | None, maybe: Sequence[Afu], known: Known) -> Outcome:
    """Rows 6 to 12 for a statement that counts as sure."""
    new = said.fact
    confirms = tuple(Decision("merge", "confirmed", fact.atomic_id) for fact in maybe)
    if same is not None:
        restated = Decision("merge", "restated", same.atomic_id)
        ended = _returned(new, same, known) if new.sure else ()
        return Outcome(decisions=(restated, *ended))
    if maybe:
        ids = tuple(fact.atomic_id for fact in maybe)
        events = tuple(fact.source_event_id for fact in maybe)
        new = replace(new, evidence=merged_evidence(new, ids, events))
        said = replace(said, fact=new)
    found: dict[str, Decision] = {}
    for row in (opposite, instead, one_value, exclusive, plans):
        for decision in row(said, known):
            found.setdefault(decision.target, decision)
    return Outcome(new, (*confirms, *found.values()))


def _restates(said: Statement, known: Known) -> Afu | None:
    """Row 6: the known fact of the same value and polarity that holds in the same time."""
    new = said.fact
    last = new.validity_end_at if new.validity_end_at is not None else -OPEN_PAST_MS * 10
    for old in reversed(known.of_value(new.subject, new.slot, new.object_hash)):
        moved = _other_date(old, new) if new.type == "plan" else _begins_otherwise(said, old)
        standing = _goes_on(old, new.observed_at) or _of_same_dates(old, new)
        undated = not new.stated_start and not new.stated_end
        within = undated or old.holds_within(new.validity_start_at, last)
        if old.negated == new.negated and standing and within and not moved:
            return old
    return None


def _of_same_dates(old: Afu, new: Afu) -> bool:
    """Whether both name the same first and last day: a period of the past, told again."""
    dated = old.stated_start and old.stated_end and old.status == "active"
    starts = old.validity_start_at == new.validity_start_at
    return dated and starts and old.validity_end_at == new.validity_end_at


def _returned(new: Afu, base: Afu, known: Known) -> Iterable[Decision]:
    """Values for a while only end when the one that they covered is stated anew."""
    if not _holds_one(new) or new.negated or new.stated_end:
        return
    for old in known.held(new.subject, new.slot):
        covers = old.stated_end and base.observed_at < old.observed_at < new.observed_at
        begun = old.validity_start_at <= new.observed_at and _goes_on(old, new.observed_at)
        if covers and begun and not old.negated and old.atomic_id != base.atomic_id:
            end = max(old.validity_start_at, new.observed_at)
            yield Decision("supersede", "returned", old.atomic_id, end, base.atomic_id)


def _corrected(new: Afu, old: Afu) -> Outcome:
    """``new`` with the subject, predicate and time of ``old``, which never held."""
    name = Candidate(old.subject, old.predicate, new.object, old.negated)
    start = new.validity_start_at if new.stated_start else old.validity_start_at
    over = new.validity_end_at if new.stated_end else old.said_end_at
    end = None if over is None else max(start, over)
    fact = replace(
        new, atomic_id=atomic_id(new.tenant_id, new.user_id, name, new.source_event_id),
        subject=old.subject, predicate=old.predicate, negated=old.negated,
        kind=old.kind or new.kind, validity_start_at=start, validity_end_at=end, said_end_at=end,
        stated_start=new.stated_start or old.stated_start,
        stated_end=new.stated_end or old.stated_end)  # fmt: skip
    gone = Decision("supersede", "corrected", old.atomic_id, old.validity_start_at)
    return Outcome(fact, (gone,))


def _of_one_kind(new: Afu, old: Afu) -> bool:
    """Whether two values can stand in one place: of one type, or both long numbers."""
    mailed = ("@" in new.object) == ("@" in old.object)  # an address for mail is no number
    kinds = new.kind.split() or [old.kind]
    alike = old.kind in kinds or (_is_number(new.object) and _is_number(old.object))
    return mailed and alike and (old.slot != "schedule" or same_but_day(old.object, new.object))


def _is_number(value: str) -> bool:
    return sum(map(str.isdigit, value)) >= LONG_NUMBER


def _retracted(facts: Iterable[Afu], reason: str = "taken_back") -> tuple[Decision, ...]:
    standing = [fact for fact in facts if fact.status != "retracted"]
    return tuple(Decision("retract", reason, fact.atomic_id) for fact in standing)


def _named(value: str, held: Sequence[Afu], known: Known) -> list[Afu]:
    """The facts that ``value`` means; none where that could be several different ones."""
    exact = [fact for fact in held if fact.object == value]
    found = exact or [f for f in held if not value or known.names.same_value(f.object, value)]
    return found if len({fact.object_hash for fact in found}) == 1 else []


def _ends(old: Afu, new: Afu, reason: str) -> Decision:
    return Decision("supersede", reason, old.atomic_id, end_of(old, new))


def _over(old: Afu, new: Afu) -> Decision:
    """The end of a fact without a successor; one before its own start means when it was said."""
    if old.type == "plan":
        return Decision("retract", "plan_called_off", old.atomic_id)
    end = _end(new)
    if end <= old.validity_start_at:
        end = max(old.validity_start_at, new.observed_at)
    end = end if old.validity_end_at is None else min(end, old.validity_end_at)
    return Decision("supersede", "ended", old.atomic_id, end)


def _end(new: Afu) -> int:
    """When what a statement ends is over (ms)."""
    return (new.stated_end and new.validity_end_at) or new.validity_start_at


def _goes_on(fact: Afu, at: int) -> bool:
    """Whether a fact is not over at ``at``; one that begins later is not, either."""
    if fact.status == "active" and fact.type == "plan" and not fact.stated_end:
        return True
    end = fact.validity_end_at
    return fact.status != "retracted" and (end is None or end > at) and not fact.never_held


def _passes(new: Afu) -> bool:
    """Whether the statement itself names an end: a time that is over, or "until June"."""
    return new.stated_end and new.type != "plan"


def _holds_one(fact: Afu) -> bool:
    rule = PREDICATES[fact.predicate]
    return (rule.cardinality == "one" and not rule.stable) or fact.kind == "grade"


def _overlap_in_words(old: Afu, new: Afu) -> bool:
    """Whether one value says the other in more words: both may be so ("Otto", "Otto Group")."""
    return contains(old.object, new.object) or contains(new.object, old.object)


def _other_date(old: Afu, new: Afu) -> bool:
    return new.stated_start and old.validity_start_at != new.validity_start_at


def _begins_otherwise(said: Statement, old: Afu) -> bool:
    """Whether the same value is said to begin on another day than ``old`` had announced: before
    that day, or in the time since it was announced; an earlier day is of another time."""
    new, start, day = said.fact, said.fact.validity_start_at, old.validity_start_at
    alike = (old.object_hash, old.negated) == (new.object_hash, new.negated)
    if not alike or old.status != "active" or said.begun_by is None:
        return False
    announced = old.stated_start and old.observed_at < day and old.observed_at - DAY_MS < start
    told = new.observed_at < day or start <= new.observed_at < day + _LONG_AGO_MS
    return announced and told and not start <= day <= day_start(said.begun_by)


def _fulfilled(plan: Afu, new: Afu) -> bool:
    ahead = plan.stated_start and plan.validity_start_at > new.observed_at
    done = new.predicate in _HAVING or ends_with(plan.object, new.object)
    return done and not ahead
