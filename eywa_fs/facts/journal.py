"""Decision records about facts: their ``meta``, written and strictly read.

They are truth: what a model read, what a judge, a person or a host agent decided. Any program may
append to a decisions file, so that everything is checked. The forms are in docs/format.md."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, Final, Literal, cast

from eywa_fs.facts.afu import Afu, store
from eywa_fs.facts.decisions import Decided, ModelTurn, Ruling
from eywa_fs.facts.model import LONGEST_SAID, PREDICATES, Candidate
from eywa_fs.model.readings import Reading
from eywa_fs.model.records import Anchor
from eywa_fs.truth.strict import exactly, some_text, time_ms

VERDICT: Final = "verdict"  # settles a conflict: ``kept``, ``dropped``
MODEL_FACTS: Final = "facts"  # what a model read in a message, and what its judge decided
ASSERTION: Final = "assert"  # what a host agent or a person asserts, with the record it quotes
SUPERSESSION: Final = "supersede"  # the same, taking the place of ``target``
REJECTION: Final = "reject"  # ``target`` is wrong: it counts as never said
CONFIRMATION: Final = "confirm"  # ``target`` is so
KINDS: Final = (VERDICT, MODEL_FACTS, ASSERTION, SUPERSESSION, REJECTION, CONFIRMATION)
"""``meta.kind`` of the decision records that concern facts."""
ACTIONS: Final = ("append", "supersede", "merge", "retract", "append_conflict", "none")
"""What a judge can rule."""
MOST: Final = 200  # facts, and rulings, of one record that count: the first ones
OLD_CERTAINTY: Final = 0.7
"""From here on a fact of the first version, which had a certainty, counts as sure: there, a new
value replaced an old one from this certainty on."""
_FACT_KEYS: Final = frozenset(
    ("subject", "predicate", "object", "negated", "from", "to", "start", "end", "quote", "sure")
)
_NOT_KEPT: Final = frozenset(("text", "target_quote"))
_ANCHOR_NUMBERS: Final = ("line_start", "line_end", "byte_start", "byte_end")


def fact_value(item: Candidate, quote: str) -> dict[str, Any]:
    """A fact as decision records hold it; ``quote``: the words of the message that say it."""
    first, last = (day and day.isoformat() for day in (item.valid_from, item.valid_to))
    return {
        "subject": item.subject, "predicate": item.predicate, "object": item.object,
        "negated": item.negated, "from": first, "to": last, "start": item.start, "end": item.end,
        "quote": quote, "sure": item.sure}  # fmt: skip


def fits_version(meta: Mapping[str, Any]) -> bool:
    """Whether ``meta`` has the text that the first version of a model's reading holds."""
    old = meta.get("kind") == MODEL_FACTS and "version" not in meta
    return not old or isinstance(meta.get("text"), str)


def kept_meta(meta: Mapping[str, Any]) -> dict[str, Any]:
    """``meta`` as the catalog keeps it: without the texts that only prove it."""
    return {key: _without_texts(value) for key, value in meta.items() if key not in _NOT_KEPT}


def _without_texts(value: Any) -> Any:
    if isinstance(value, Mapping):
        left_out = _NOT_KEPT | {"quote"} if "action" in value else _NOT_KEPT  # of a ruling
        return {key: part for key, part in value.items() if key not in left_out}
    return [_without_texts(part) for part in value] if isinstance(value, list) else value


def model_turn(reading: Reading, meta: Mapping[str, Any]) -> ModelTurn:
    """The message a model read, from what :func:`kept_meta` keeps of its record; raises what
    :func:`anchor_of` raises."""
    version = meta.get("version", 1)
    if version not in (1, 2) or isinstance(version, bool):
        raise ValueError(f"no such version: {version!r}")
    read = _old_fact if version == 1 else fact_of
    rule = f"model:{some_text(meta['reader'])}"
    items = [read(value, rule) for value in exactly(list, meta["facts"])][:MOST]
    source = anchor_of(meta["source"])
    rulings = exactly(list, meta["decisions"])[:MOST] if version == 2 else []
    session = exactly(str, meta["session_id"]) if version == 2 else reading.session_id
    said = (some_text(meta["event_id"]), time_ms(meta["said_at"]))
    facts = tuple(stored(item, reading, session, *said, source) for item in items)
    ruled = tuple(_ruling(value, len(items)) for value in rulings)
    decision = (reading.timestamp, reading.event_id)
    return ModelTurn(said[0], said[1], session, facts, ruled, source.content_hash, *decision)


def decided(reading: Reading, meta: Mapping[str, Any]) -> Decided:
    """A decision of a person or host agent, from what :func:`kept_meta` keeps of its record; raises
    what :func:`anchor_of` raises."""
    kind = cast(Literal["assert", "supersede", "reject", "verdict", "confirm"], reading.kind)
    at = reading.timestamp
    if kind == VERDICT:
        names = (meta[key] for key in ("dropped", "kept"))
        dropped, kept = (None if name is None else some_text(name) for name in names)
        by, anchor = some_text(meta.get("operator", "human")), reading.anchor
        return Decided(reading.event_id, at, kind, at, dropped, kept, operator=by, anchor=anchor)
    target = None if kind == ASSERTION else some_text(meta["target"])
    fact = None
    if kind not in (REJECTION, CONFIRMATION):
        item = fact_of(meta["fact"], "host")
        said = (some_text(meta["event_id"]), time_ms(meta["said_at"]))
        session = exactly(str, meta.get("session_id", ""))
        fact = stored(item, reading, session, *said, anchor_of(meta["source"]))
        at = said[1] if kind == ASSERTION else max(at, said[1])
    who = (some_text(meta["operator"]), exactly(str, meta["reason"]))
    return Decided(
        reading.event_id, at, kind, reading.timestamp, target, None, fact, *who, reading.anchor
    )


def fact_of(value: Mapping[str, Any], rule: str) -> Candidate:
    """The inverse of :func:`fact_value`; raises what :func:`anchor_of` raises."""
    if not isinstance(value, Mapping) or not set(value) <= _FACT_KEYS:
        raise TypeError(f"not a fact: {value!r}")
    said = [value[key] for key in ("subject", "predicate", "object", "negated")]
    where = [value[key] for key in ("from", "to", "start", "end")]
    return _candidate(said, where, value["sure"], rule, exactly(str, value.get("quote", "")))


def _old_fact(value: Sequence[Any], rule: str) -> Candidate:
    """A fact of the first version: a list of ten."""
    subject, predicate, obj, negated, kind, certainty, *where = value
    if kind not in [found.type for found in PREDICATES.values()]:
        raise ValueError(f"no such type: {kind!r}")
    if isinstance(certainty, bool) or not 0 <= certainty <= 1:
        raise ValueError(f"not a certainty: {certainty!r}")
    return _candidate([subject, predicate, obj, negated], where, certainty >= OLD_CERTAINTY, rule)


def _candidate(
    told: Sequence[Any], where: Sequence[Any], sure: Any, rule: str, quote: str = ""
) -> Candidate:
    subject, predicate, obj, negated = told
    start, end = where[2:]
    since, until = (
        None if day is None else date.fromisoformat(some_text(day)) for day in where[:2]
    )
    if some_text(predicate) not in PREDICATES:
        raise ValueError(f"no such predicate: {predicate!r}")
    if not (isinstance(negated, bool) and isinstance(sure, bool)):
        raise TypeError(f"not true or false: {negated!r}, {sure!r}")
    if not 0 <= exactly(int, start) <= exactly(int, end):
        raise ValueError(f"not a span: {start!r}, {end!r}")
    return Candidate(
        some_text(subject), predicate, some_text(obj), negated, since, until, start, end, rule,
        sure, said=quote[:LONGEST_SAID])  # fmt: skip


def stored(
    item: Candidate, reading: Reading, session: str, event_id: str, said_at: int, anchor: Anchor
) -> Afu:
    """The fact of a candidate, said in a message of the reading's user."""
    return store(
        item, tenant_id=reading.scope.tenant_id, user_id=reading.scope.user_id,
        session_id=session, event_id=event_id, observed_at=said_at, anchor=anchor)  # fmt: skip


def _ruling(value: Mapping[str, Any], facts: int) -> Ruling:
    number, action, target = value["fact"], value["action"], value["target"]
    if number is not None and not 0 <= exactly(int, number) < facts:
        raise ValueError(f"no such fact: {number!r}")
    if action not in ACTIONS:
        raise ValueError(f"no such action: {action!r}")
    return Ruling(number, action, target and some_text(target), exactly(str, value["reason"])[:200])


def anchor_of(value: Mapping[str, Any]) -> Anchor:
    """The anchor a decision record holds; an error of type, key or value where there is none."""
    anchor = Anchor(**value)
    if any(exactly(int, value[name]) < 0 for name in _ANCHOR_NUMBERS):
        raise ValueError("not an anchor")
    for name in ("file_path", "fs_version", "content_hash"):
        exactly(str, value[name])
    return anchor
