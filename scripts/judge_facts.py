#!/usr/bin/env python3
"""Facts and supersessions of a corpus, for readers to judge; and what they judged, as a table.

    python scripts/judge_facts.py sample CORPUS... --out sheet.jsonl [--half odd] [--facts 100]
    python scripts/judge_facts.py table LABELS... [--keys KEYS]

``sample`` reads the user messages of each corpus (a JSONL file of messages, or a folder with
``corpus.jsonl``) by the rules, replays them user by user, and writes two files: the sheet, with the
words of the messages, for two readers who know neither the code nor each other; and beside it
``sheet.keys.jsonl``: for each row the ids of records, the rule and the predicate, without a word of
the text. A row asks whether a fact that is served as true is right, or whether one that was ended
had to end. Readers give one JSON object a row: ``{"n": 12, "label": "right"}``, or ``vague`` or
``wrong``, with a ``why`` where they like. Labels and keys are committed, sheets of foreign text are
not.

``--half`` takes the records whose SHA-256 of the event id is even or odd as facts to be judged (all
records are replayed): rules are developed on the even half.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from eywa_fs.factbase.wording import predicate_words
from eywa_fs.facts.afu import Afu, day_after
from eywa_fs.facts.readings import read_message, timeline_record
from eywa_fs.facts.replay import FactState, apply
from eywa_fs.model.records import Anchor, Record

Row = dict[str, Any]
LABELS = ("right", "vague", "wrong")
_CONTEXT = 2
_ENDING = ("supersede", "retract")


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    commands = parser.add_subparsers(dest="command", required=True)
    sampling = commands.add_parser("sample", help="write a sheet for readers")
    sampling.add_argument("corpus", nargs="+", type=Path)
    sampling.add_argument("--out", type=Path, required=True)
    sampling.add_argument("--facts", type=int, default=100, help="facts of each corpus, at most")
    sampling.add_argument("--half", choices=["even", "odd", "all"], default="all")
    sampling.add_argument("--seed", type=int, default=1)
    table = commands.add_parser("table", help="count what readers said")
    table.add_argument("labels", nargs="+", type=Path)
    table.add_argument("--keys", type=Path, nargs="+", required=True)
    given = parser.parse_args(arguments)
    if given.command == "sample":
        return sample(given.corpus, given.out, given.facts, given.half, given.seed)
    return print_table(given.labels, given.keys)


def sample(corpora: Sequence[Path], out: Path, most: int, half: str, seed: int) -> int:
    """Write the sheet and its keys; a line for each corpus on standard output."""
    rows: list[tuple[Row, Row]] = []
    for path in corpora:
        found = list(_rows_of(path, half))
        facts = [row for row in found if row[1]["what"] == "fact"]
        ended = [row for row in found if row[1]["what"] == "ended"]
        chosen = random.Random(seed).sample(facts, min(most, len(facts)))
        rows += chosen + ended
        total = sum(1 for message in _messages(path) if _is_asked(message, half))
        print(
            f"{_name(path)}: {len(facts)} facts served from {total} user messages "
            f"({100 * len(facts) / max(total, 1):.1f} in 100), {len(chosen)} on the sheet; "
            f"{len(ended)} ended, all on the sheet"
        )
    _write(out, [{"n": n, **row} for n, (row, _) in enumerate(rows, 1)])
    _write(out.with_suffix(".keys.jsonl"), [{"n": n, **key} for n, (_, key) in enumerate(rows, 1)])
    return 0


def _write(path: Path, rows: Iterable[Row]) -> None:
    lines = (json.dumps(row, ensure_ascii=False) for row in rows)
    path.write_text("".join(line + "\n" for line in lines), encoding="utf-8")


def _name(path: Path) -> str:
    return path.name if path.is_dir() else path.stem


def _messages(path: Path) -> list[Row]:
    source = path / "corpus.jsonl" if path.is_dir() else path
    with source.open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines if line.strip()]


def _is_asked(message: Row, half: str) -> bool:
    if message["messageRole"] != "user":
        return False
    number = int(hashlib.sha256(message["eventId"].encode()).hexdigest(), 16)
    return half == "all" or (number % 2 == 0) == (half == "even")


def _rows_of(path: Path, half: str) -> Iterable[tuple[Row, Row]]:
    by_user: dict[str, list[Row]] = defaultdict(list)
    for message in _messages(path):
        by_user[message["userId"]].append(message)
    for messages in by_user.values():
        said = {message["eventId"]: message for message in messages}
        before = {m["eventId"]: messages[max(0, i - _CONTEXT) : i] for i, m in enumerate(messages)}
        state = _state(messages)
        asked = {name for name, message in said.items() if _is_asked(message, half)}
        yield from _facts(path, state, said, before, asked)
        yield from _ended(path, state, said, before, asked)


def _state(messages: Iterable[Row]) -> FactState:
    records = []
    for message in messages:
        if message["messageRole"] != "user":
            continue
        record = Record(
            event_id=message["eventId"],
            tenant_id="t",
            user_id=message["userId"],
            session_id=message["sessionId"],
            role="user",
            content=message["content"],
            timestamp=message["timestamp"],
        )
        anchor = Anchor(message["eventId"], "", 1, 1, 0, 1, "")
        reading = read_message(record, anchor)
        found = timeline_record(reading) if reading is not None else None
        if found is not None:
            records.append(found)
    return apply(records)


def _facts(
    path: Path,
    state: FactState,
    said: dict[str, Row],
    before: dict[str, list[Row]],
    asked: set[str],
) -> Iterable[tuple[Row, Row]]:
    """Facts that were served as true when they were said, whatever became of them later."""
    ends = ((e.target_atomic_id, e.source_event_id) for e in state.audit if e.action in _ENDING)
    at_once = set(ends)  # "My wife Ana died": ended by the message that tells it, so never served
    for fact in state.facts:
        name = fact.source_event_id
        if not fact.sure or name not in asked or (fact.atomic_id, name) in at_once:
            continue
        row = {"what": "fact", "fact": in_words(fact), **_shown(name, said, before)}
        key = {"what": "fact", "corpus": _name(path), "event": name, "rule": fact.rule}
        yield row, {**key, "predicate": fact.predicate, "id": fact.atomic_id}


def _ended(
    path: Path,
    state: FactState,
    said: dict[str, Row],
    before: dict[str, list[Row]],
    asked: set[str],
) -> Iterable[tuple[Row, Row]]:
    """Facts that a later message ended, corrected or took back."""
    for entry in state.audit:
        if entry.action not in _ENDING or entry.source_event_id not in asked:
            continue
        old = state.get(entry.target_atomic_id)
        if old is None:
            continue
        new = state.get(entry.source_atomic_id)
        shown = _shown(entry.source_event_id, said, before)
        row = {
            "what": "ended",
            "ended_fact": in_words(old),
            "said_in": said[old.source_event_id]["content"],
            "said_on": _day(said[old.source_event_id]),
            "by_fact": in_words(new) if new is not None and new != old else "",
            "how": f"{entry.action}: {entry.reason}",
            **shown,
        }
        key = {"what": "ended", "corpus": _name(path), "event": entry.source_event_id}
        more = {"target": old.source_event_id, "reason": entry.reason, "id": old.atomic_id}
        yield row, {**key, "rule": new.rule if new else "", "predicate": old.predicate, **more}


def in_words(fact: Afu) -> str:
    """``subject | predicate | [not] object [from .. to]``, as readers see it: what ended on the day
    it was told, without a day of its own, is ``[past]``."""
    days = [
        _iso(at) if stated and at is not None else ""
        for at, stated in (
            (fact.validity_start_at, fact.stated_start),
            (fact.validity_end_at, fact.stated_end),
        )
    ]
    period = f" [{days[0]}..{days[1]}]" if any(days) else ""
    if fact.stated_end and fact.validity_end_at == day_after(fact.observed_at):
        period = " [past]"
    denied = "NOT " if fact.negated else ""
    predicate = predicate_words(fact.predicate) or "other"
    return f"{fact.subject} | {predicate} | {denied}{fact.object}{period}"


def _shown(event: str, said: dict[str, Row], before: dict[str, list[Row]]) -> Row:
    message = said[event]
    context = [f"{_who(m)}: {m['content'][:300]}" for m in before[event]]
    return {
        "message": message["content"],
        "speaker": message.get("speaker") or "user",
        "date": _day(message),
        "before": context,
    }


def _who(message: Row) -> str:
    return message.get("speaker") or str(message["messageRole"])


def _day(message: Row) -> str:
    return _iso(message["timestamp"])


def _iso(at: int) -> str:
    try:
        return f"{datetime.fromtimestamp(at / 1000, UTC):%Y-%m-%d}"
    except (ValueError, OverflowError):
        return "?"


def print_table(labels: Sequence[Path], keys: Sequence[Path]) -> int:
    """Shares of right, vague and wrong by corpus, for each reader; and how often they agree."""
    known = [{row["n"]: row for row in _messages(path)} for path in keys]
    if len(known) == 1:
        known *= len(labels)
    readers: dict[tuple[str, str], dict[str, Counter[str]]] = defaultdict(dict)
    for path, rows in zip(labels, known, strict=True):
        for said in _messages(path):
            key = rows[said["n"]]
            group = readers[key["corpus"], key["what"]]
            group.setdefault(path.stem, Counter())[said["label"]] += 1
    for (corpus, what), group in sorted(readers.items()):
        for reader, counts in sorted(group.items()):
            total = sum(counts.values())
            shares = "  ".join(f"{x} {counts[x]} ({counts[x] / total:.3f})" for x in LABELS)
            print(f"{corpus:14} {what:6} {reader:28} {total:4}  {shares}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
