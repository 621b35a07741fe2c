"""From decisions about records to what each record is now. Pure.

The outcome is a function of the set of decisions: of one record they are taken by the number of
the version they make, and of two that make the same one the first that was written counts.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from eywa_fs.governance.changes import DECIDED, Change, Place, in_order
from eywa_fs.model.records import Anchor

State = Literal["active", "archived", "soft_deleted", "hard_deleted"]
"""``hard_deleted`` is what was erased: it has no line any more, so no standing says it."""


@dataclass(frozen=True, slots=True)
class Standing:
    """What a record is after some decisions about it.

    Attributes:
        of: where its own line begins.
        aside: it is archived, or was when it was deleted.
        version: number of the last decision; 1 is the record's own line.
        expires_at: epoch milliseconds from which on it is not found; ``None``: never.
        text: line of the update whose text it has; ``None``: its own line.
        sound: that text fits the hash in its line.
        confirmed_at: when somebody last said that it is right.
        texts: of each version the line that has its text, as ``text``, and whether it is sound.
    """

    event_id: str
    of: Place
    version: int = 1
    state: State = "active"
    aside: bool = False
    pinned: bool = False
    expires_at: int | None = None
    text: Anchor | None = None
    sound: bool = True
    confirmed_at: int | None = None
    texts: Mapping[int, tuple[Anchor | None, bool]] = field(default_factory=lambda: {1: _OWN})

    def is_shown(self, now_ms: int, *, archived: bool = False) -> bool:
        """Whether it is found at a time; with ``archived`` also what is put aside."""
        if self.expires_at is not None and self.expires_at <= now_ms:
            return False
        return self.state == "active" or (archived and self.state == "archived")


_OWN: tuple[Anchor | None, bool] = (None, True)


def replay(changes: Iterable[Change]) -> dict[str, Standing]:
    """What every record that was decided on is now, by its event id."""
    by_target: dict[str, list[Change]] = defaultdict(list)
    for change in effective(changes):
        by_target[change.target].append(change)
    found = {}
    for target, own in by_target.items():
        for _, standing in steps(target, own):
            found[target] = standing
    return found


def steps(
    target: str, changes: Sequence[Change], standing: Standing | None = None
) -> Iterator[tuple[Change, Standing]]:
    """The effective decisions about one record in the order of versions, each with what the
    record is after it; those behind ``standing``, where that is given. All have the same texts."""
    texts = {1: _OWN, **(standing.texts if standing is not None else {})}
    for change in sorted(in_order(changes), key=lambda item: item.version):
        if standing is None:
            standing = Standing(target, change.of)
        elif change.version <= standing.version:
            continue
        standing = replace(_acted(standing, change), version=change.version, texts=texts)
        texts[change.version] = standing.text, standing.sound
        yield change, standing


def after(standing: Standing, change: Change) -> Standing:
    """What a record is after one more decision; every decision has an effect that is defined."""
    [(_, later)] = steps(standing.event_id, [change], standing)
    return later


def _acted(standing: Standing, change: Change) -> Standing:
    match change.op:
        case "add" | "expire":
            return replace(standing, expires_at=change.expires_at)
        case "update":
            return replace(standing, text=change.anchor, sound=change.sound)
        case "delete":
            return replace(standing, state="soft_deleted")
        case "archive":
            return replace(standing, state="archived", aside=True)
        case "unarchive":
            return replace(standing, state="active", aside=False)
        case "restore":
            kept = (standing.text, standing.sound)
            text, sound = standing.texts.get(change.restores or 0, kept)
            state: State = "archived" if standing.aside else "active"
            return replace(standing, state=state, text=text, sound=sound)
        case "pin" | "unpin":
            return replace(standing, pinned=change.op == "pin")
        case "confirm":
            return replace(standing, confirmed_at=change.at)
    return standing


def effective(changes: Iterable[Change]) -> list[Change]:
    """The decisions that count, in the order in which they were written: all but those of a
    transaction of which not every line stands."""
    ordered = in_order(list(changes))
    whole = _whole_transactions(ordered)
    return [
        change
        for change in ordered
        if change.op in DECIDED | {"add"} and (change.tx is None or _begin(change) in whole)
    ]


def torn(changes: Iterable[Change]) -> list[Change]:
    """The decisions without effect because their transaction was cut off."""
    given = in_order(list(changes))
    counts = {id(change) for change in effective(given)}
    return [change for change in given if change.op in DECIDED and id(change) not in counts]


def _whole_transactions(changes: Sequence[Change]) -> set[tuple[str, int, str]]:
    """Transactions that were written to their last line, by file, first line and id.

    They are written at once, so that a crash leaves some of their first lines; one that was erased
    since still counts, as its last line proves that it stood.
    """
    standing = {(*_begin(change), change.tx.i) for change in changes if change.tx is not None}
    erased = {
        (change.anchor.file_path, change.anchor.line_start)
        for change in changes
        if change.op == "erased"
    }
    whole = set()
    for change in changes:
        if change.op == "commit" and change.tx is not None and change.tx.i == change.tx.n - 1:
            path, first, name = _begin(change)
            if all(
                (path, first, name, i) in standing or (path, first + i) in erased
                for i in range(change.tx.n)
            ):
                whole.add((path, first, name))
    return whole


def _begin(change: Change) -> tuple[str, int, str]:
    """File, first line and id of a decision's transaction: lines that were added later under the
    same id begin another one."""
    if change.tx is None:
        return "", 0, ""
    return change.anchor.file_path, change.anchor.line_start - change.tx.i, change.tx.id
