"""Scorer for pairs of statements: does the second clash with, or replace, the first?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from eywa_fs.evaluation.report import Figures, Report, Scores, share
from eywa_fs.facts.readings import read_message, timeline_record
from eywa_fs.facts.replay import TimelineRecord, apply
from eywa_fs.hashing import content_hash
from eywa_fs.model.records import Anchor, Record

Statement = Mapping[str, Any]

#: Actions on an earlier fact that say that both statements do not simply stand.
CLASHES = frozenset({"supersede", "retract", "append_conflict"})


def clashes(first: Statement, second: Statement) -> bool:
    """Whether reading two statements of one user in order makes the second act on the first."""
    turns = [turn for name, said in (("1", first), ("2", second)) for turn in _read(name, said)]
    return any(e.source_event_id == "2" and e.action in CLASHES for e in apply(turns).audit)


def score(
    pairs: Iterable[Mapping[str, Any]],
    says_conflict: Callable[[Statement, Statement], bool] = clashes,
) -> Report:
    """Score a system on lines of ``conflict.jsonl``; conflict and supersede count alike."""
    scores = Scores()
    for pair in pairs:
        wanted = pair["label"] != "none"
        said = says_conflict(pair["first"], pair["second"])
        counts = {
            "positives": int(wanted),
            "negatives": int(not wanted),
            "hits": int(wanted and said),
            "false_alarms": int(said and not wanted),
        }
        slot = str(pair.get("slot", "-")).split(":")[0]
        scores.add(counts, language=[pair["lang"]], slot=[slot])
        if said != wanted:
            what = "missed" if wanted else "false alarm"
            texts = {name: pair[name].get("content") for name in ("first", "second")}
            scores.misses.append({"id": pair["id"], "what": what, **texts})
    return scores.report(_figures)


def _figures(counts: Counter[str]) -> Figures:
    return {
        "precision": share(counts["hits"], counts["hits"] + counts["false_alarms"]),
        "recall": share(counts["hits"], counts["positives"]),
        "false_positive_rate": share(counts["false_alarms"], counts["negatives"]),
        "pairs": counts["positives"] + counts["negatives"],
    }


def _read(event_id: str, said: Statement) -> list[TimelineRecord]:
    """What the rules read in one message of a user, if anything, as the product keeps it."""
    text, timestamp = said["content"], int(said["timestamp"])
    record = Record(event_id, "evaluation", "u", "s", "user", text, timestamp)
    anchor = Anchor(event_id, "", 1, 1, 0, 0, content_hash(text.encode()))
    reading = read_message(record, anchor)
    turn = timeline_record(reading) if reading is not None else None
    return [turn] if turn is not None else []
