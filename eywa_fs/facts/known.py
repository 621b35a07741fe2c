"""What is known while records are replayed: facts by subject, slot and value; what was rejected."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from eywa_fs.facts.afu import Afu
from eywa_fs.facts.decisions import Decided, TimelineRecord
from eywa_fs.facts.identity import Names, key_of, kin_in, pair_of
from eywa_fs.facts.model import DOINGS, USER
from eywa_fs.facts.values import PREGNANT, named_in
from eywa_fs.language.nicknames import are_one
from eywa_fs.language.script import fold

_ALL: Final = None  # stands for all sessions together
MOST_MESSAGES: Final = 100  # messages of a session that a correction or a taking back looks through

_WORK: Final = ("residence", "employer", "school", "studies")
_DONE: Final = (
    *_WORK, "occupation", "health", "allergic_to", "diet", "schedule", "preference", "other",
)  # fmt: skip
MENTIONED: Final[dict[str, tuple[str, ...]]] = {
    "ends-any": (*_DONE, "contact", "things", "has_pet"), "ends-doing": _DONE, "ends-left": _WORK,
    "ends-quit": (*_WORK, "occupation"), "ends-off": ("schedule", "other", "employer"),
    "ends-moved": ("schedule", "other"), "ends-sold": ("things", "has_pet"),
    "ends-gone": ("has_pet",), "ends-parted": ("spouse",), "ends-died": ("spouse",),
    "ends-cured": ("health", "allergic_to"), "ends-order": ("instruction",),
    "ends-born": ("health",), "dead": (*_WORK, "occupation", "schedule")}  # fmt: skip
"""Slots of what words for an end can mean whose object is all that is said beside them, by kind."""
_PARTS: Final = ("things", "employer", "instruction", *DOINGS)  # by any of its words, if no others
_WHOLE: Final = ("occupation", "residence", "has_pet", "spouse", "things")  # as a whole only
_PARTNER: Final = re.compile("@(husband|wife|partner|(girl|boy)friend|老公|老婆|[男女]朋友)")
_WHEN: Final = r"(?:in|on|at|after|last|this|yesterday|today|\w+ly)\b"
_GENERAL: Final = {"car": "车", "vehicle": "car"}  # what a value of a kind is called in general


class Known:
    """What is known of one user: sure facts whatever their standing, and candidates (``maybe``), by
    atomic id; and who is who by the facts so far."""

    def __init__(self, facts: Iterable[Afu] = ()) -> None:
        self.facts: dict[str, Afu] = {}
        self.maybe: dict[str, Afu] = {}
        self.names = Names()
        self._index: dict[tuple[str, ...], dict[str, None]] = defaultdict(dict)
        self._sessions: dict[str | None, list[tuple[int, str]]] = defaultdict(list)
        for fact in facts:
            self.put(fact)

    def put(self, fact: Afu) -> None:
        """Store a fact or candidate, or the new version of one."""
        name = fact.atomic_id
        place = (key_of(fact.subject), fact.slot)
        self._index["event", fact.source_event_id][name] = None
        if not fact.sure:
            self.maybe[name] = fact
            self._index["maybe", *place, fact.object_hash][name] = None
            return
        if name in self.facts:
            self.names.count(self.facts[name], -1)
        self.names.count(fact)
        self.facts[name] = fact
        self._index["value", *place, fact.object_hash][name] = None
        self._index["held", *place].pop(name, None)
        if _is_open(fact):
            self._index["held", *place][name] = None
        self._index["ended", fact.ended_by][name] = None
        self._index["heir", fact.superseded_by or ""][name] = None
        for merged in fact.evidence.atomic_ids:
            self._index["alias", merged][name] = None

    def drop_maybe(self, atomic_id: str) -> None:
        """Forget a candidate: it was confirmed, or taken back."""
        fact = self.maybe.pop(atomic_id)
        self._index["maybe", key_of(fact.subject), fact.slot, fact.object_hash].pop(atomic_id)
        self._index["event", fact.source_event_id].pop(atomic_id, None)

    def heard(self, session_id: str, at: int, event_id: str) -> None:
        """Note a message that was read."""
        for group in (session_id, _ALL):
            self._sessions[group].append((at, event_id))

    def find(self, atomic_id: str | None) -> Afu | None:
        """The sure fact of this id, or the one it was merged into."""
        name = atomic_id or ""
        return self.facts.get(name) or next(iter(self._found([("alias", name)])), None)

    def held(self, subject: str, slot: str) -> list[Afu]:
        """Facts of a slot that are active, or end on a day to come, oldest first."""
        return self._found(("held", key, slot) for key in self.names.keys(subject))

    def ending(self, subject: str, slot: str) -> list[Afu]:
        """What an end of a slot can be of: what is held, and what the user's partner is called."""
        held = self.held(subject, slot)
        if slot == "spouse" and subject == USER:
            named = (f for f in self.facts.values() if f.slot == "name" and f.status == "active")
            held += [fact for fact in named if _PARTNER.fullmatch(key_of(fact.subject))]
        return held

    def of_partner(self, ended: Iterable[Afu], named: str) -> list[Afu]:
        """What is told of the user's partner by that word, and is of nobody once they parted."""
        who = (fact.object if fact.subject == USER else fact.subject for fact in ended)
        keys = _partners(named).union(*map(self.names.keys, who))
        told = (fact for fact in self.facts.values() if fact.status == "active")
        return [f for f in told if (key := key_of(f.subject)) in keys and _PARTNER.fullmatch(key)]

    def mentioned(self, new: Afu) -> list[Afu]:
        """The fact of an earlier message that ``new`` names first beside words for an end."""
        held = [f for slot in MENTIONED[new.kind] for f in self.ending(new.subject, slot)]
        if new.kind == "ends-born":  # the child of either of the two
            told = ((key_of(f.subject), f) for f in self.facts.values() if f.slot == "health")
            held = [f for key, f in told if key == USER or _PARTNER.fullmatch(key)]
        if new.kind == "ends-moved" and not any(self._place(new.object, f, "") >= 0 for f in held):
            others = (f for f in self.facts.values() if f.subject != USER)  # "hurling", of a son's
            held = [f for f in others if f.slot == "schedule" and f.status == "active"]
        before = [f for f in held if not f.negated and f.source_event_id != new.source_event_id]
        places = [(at, f) for f in before if (at := self._place(new.object, f, new.kind)) >= 0]
        first = min((at for at, _ in places), default=-1)
        return [fact for at, fact in places if at == first]

    def _place(self, text: str, fact: Afu, kind: str) -> int:
        """Where a text names the value of a fact, also by another name of it; -1: it does not."""
        if kind in ("ends-born", "dead"):  # "I nearly died" is no death
            fits = PREGNANT.search(fact.object) if kind == "ends-born" else fact.subject != USER
            return 0 if fits else -1
        named = fact.slot in ("has_pet", "spouse") and self.names.same_value(fact.object, text)
        general = _GENERAL.get(fact.kind)
        said = general and (text.endswith(general) or named_in(text, general, whole=True) >= 0)
        part, whole = fact.slot in _PARTS, fact.slot in _WHOLE
        if fact.slot == "spouse" and (words := _partners(text)):
            roles = {key for key in self.names.keys(fact.object) if key[0] == "@"}
            named = named or not roles or not roles.isdisjoint(words)
        return 0 if named or said else named_in(text, fact.object, whole=whole, part=part)

    def of_value(self, subject: str, slot: str, value_hash: str) -> list[Afu]:
        """Facts of a slot with one value, whatever their standing, oldest first."""
        return self._found(("value", key, slot, value_hash) for key in self.names.keys(subject))

    def maybe_of_value(self, subject: str, slot: str, value_hash: str) -> list[Afu]:
        """Candidates of a slot with one value, oldest first."""
        return self._found(("maybe", key, slot, value_hash) for key in self.names.keys(subject))

    def of_event(self, event_id: str) -> list[Afu]:
        """Facts and candidates that a message said, in the order of its text."""
        return sorted(self._found([("event", event_id)]), key=lambda f: (f.span, f.atomic_id))

    def ended_by(self, event_id: str) -> list[Afu]:
        """Facts that the message ended."""
        return [f for f in self._found([("ended", event_id)]) if f.ended_by == event_id]

    def predecessors(self, atomic_id: str) -> list[Afu]:
        """Facts whose place this one took."""
        return [f for f in self._found([("heir", atomic_id)]) if f.superseded_by == atomic_id]

    def messages(self, session_id: str, since: int, *, others: bool) -> Iterator[str]:
        """Event ids of the last messages since a time, newest first; ``others``: then of all."""
        groups = (session_id, _ALL) if others else (session_id,)
        heard = (self._sessions.get(group, [])[-MOST_MESSAGES:] for group in groups)
        recent = (name for group in heard for at, name in reversed(group) if at >= since)
        yield from dict.fromkeys(recent)

    def called(self, name: str) -> str:
        """The subject of the one person of the user's whom a folded name can mean, or ``""``."""
        paired = ((fact, pair) for fact in self.facts.values() if (pair := pair_of(fact)))
        meant = (fact for fact, (_, called) in paired if are_one(called, name))
        of = {fact.object if fact.subject == USER else fact.subject for fact in meant}
        return of.pop() if len(of) == 1 else ""

    def _found(self, keys: Iterable[tuple[str, ...]]) -> list[Afu]:
        """Oldest first: an order that does not depend on how they came."""
        names = (name for key in keys for name in self._index.get(key, ()))
        found = [fact for n in names if (fact := self.facts.get(n) or self.maybe.get(n))]
        return sorted(found, key=lambda fact: (fact.observed_at, fact.atomic_id))


class Rejections:
    """What a person or a host agent rejected: it counts as never said, whoever reads it again.

    That is the fact itself, the same subject, slot, value and polarity in the same message, and
    what said the same between it and the rejection. A later statement is a new one."""

    def __init__(self, records: Sequence[TimelineRecord]) -> None:
        self._ids: dict[str, int] = {}
        for record in records:
            if isinstance(record, Decided) and record.rejects and record.target is not None:
                at = max(record.decided_at, self._ids.get(record.target, record.decided_at))
                self._ids[record.target] = at
        self._said: dict[tuple[str, str, str, bool], list[Afu]] = defaultdict(list)
        for fact in (f for r in records for f in r.facts) if self._ids else ():
            if fact.atomic_id in self._ids:
                self._said[_value(fact)].append(fact)

    def of(self, fact: Afu, decided_at: int | None = None) -> int | None:
        """When ``fact`` was rejected (ms), or ``None``; a decision after it that asserts the fact,
        made at ``decided_at``, lifts it."""
        if not self._ids:
            return None
        times = [self._ids[fact.atomic_id]] if fact.atomic_id in self._ids else []
        for said in self._said.get(_value(fact), ()):
            at = self._ids[said.atomic_id]
            between = said.observed_at <= fact.observed_at <= at
            if fact.source_event_id == said.source_event_id or between:
                times.append(at)
        standing = [at for at in times if decided_at is None or decided_at <= at]
        return max(standing, default=None)


def _partners(text: str) -> set[str]:
    """The keys of the user's partner whom a text names at its end, and nobody else's."""
    found, named = kin_in(said := fold(text).strip()), rf"(?<![前-]){{}}(?: {_WHEN}|\W*$)"
    last = {key for word, key in found.items() if re.search(named.format(word), said)}
    return last if all(map(_PARTNER.fullmatch, found.values())) else set()


def _value(fact: Afu) -> tuple[str, str, str, bool]:
    return key_of(fact.subject), fact.slot, fact.object_hash, fact.negated


def _is_open(fact: Afu) -> bool:
    if fact.status == "active":
        return True
    end = fact.validity_end_at
    return fact.status == "superseded" and end is not None and end > fact.updated_at
