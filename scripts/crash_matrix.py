"""Kills every operation at every named step, and breaks its disk there, then counts what was lost.

    .venv/bin/python scripts/crash_matrix.py --rounds 1000

A round is a process that works on a root until it dies at its step (SIGKILL), or until every
system call of it that changes the disk fails from there on (disk full, read-only, input/output
error). Then another process opens the root, lets it finish what was begun, and holds it against
what the first one had acknowledged: what is lost, doubled, half applied, or found by ``verify
--deep``. Prints a table, an operation a line, also after Ctrl-C; ends with 1 where anything is not
zero.
"""

from __future__ import annotations

import argparse
import errno
import json
import os
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from proving import SETTINGS, Told, arm, die, forked, names_in, text_of

from eywa_fs import restore as restore_backup
from eywa_fs.errors import EywaError
from eywa_fs.memory import EywaMemory
from eywa_fs.truth.layout import Layout

ROUNDS_PER_ROOT = 10
POLICIES = "forgetting: {policies: [{name: codes, tags: [code], ttl_days: 1}]}\n"
LONG_AGO = 1_600_000_000_000
FAULTS = {"full": errno.ENOSPC, "read-only": errno.EROFS, "EIO": errno.EIO}
CALLS = ("write", "fsync", "pwrite", "replace", "rename", "mkdir")
"""System calls that a broken disk refuses."""


@dataclass(frozen=True)
class Operation:
    """What a round does, and where it may die.

    Attributes:
        run: works on an open memory; says what it tries and what was acknowledged.
        steps: ``before`` or ``after``, and what is called, as ``module:name``.
    """

    name: str
    run: Callable[[EywaMemory, Told], None]
    steps: tuple[str, ...]


def tell(memory: EywaMemory, told: Told, turns: int, first: int = 0) -> list[str]:
    """Append records in batches, the number of the first of which is given; all their names."""
    written = []
    for turn in range(first, first + turns):
        names = [f"r-{told.number}-{turn}-{place}" for place in range(1 + turn % 3)]
        told.say("try", records=names)
        memory.append_many(
            {"content": text_of(name), "event_id": name, "session_id": f"s{turn % 2}"}
            for name in names
        )
        told.say("ack", records=names)
        written += names
    return written


def append(memory: EywaMemory, told: Told) -> None:
    tell(memory, told, 4)


def index(memory: EywaMemory, told: Told) -> None:
    tell(memory, told, 4)
    memory.index()


def rebuild(memory: EywaMemory, told: Told) -> None:
    tell(memory, told, 1)
    memory.rebuild()


def decide(memory: EywaMemory, told: Told) -> None:
    for name in tell(memory, told, 2):
        told.say("try", version={name: 2})
        memory.update(name, text_of(name, 2))
        told.say("ack", version={name: 2})


def batch(memory: EywaMemory, told: Told) -> None:
    names = tell(memory, told, 3)
    told.say("try", batch=names)
    with memory.transaction() as transaction:
        for name in names:
            transaction.update(name, text_of(name, 2))
    told.say("ack", batch=names)


def compact(memory: EywaMemory, told: Told) -> None:
    forget(memory, told, {"content": "Ok."}, compact="light")


def retain(memory: EywaMemory, told: Told) -> None:
    forget(memory, told, {"content": "4711", "tags": ["code"]})


def forget(memory: EywaMemory, told: Told, record: dict[str, Any], **how: Any) -> None:
    """Have old records forgotten, and in every other round take that back."""
    names = [f"f-{told.number}-{place}" for place in range(4)]
    of = {"timestamp": LONG_AGO, "session_id": f"old-{told.number}"}
    memory.append_many({**record, **of, "event_id": name} for name in names)
    told.say("ack", records=names)
    told.say("try", forget=names)
    run = memory.forget(**how).run
    told.say("ack", forget=names)
    if told.number % 2:
        told.say("try", undo=names)
        memory.undo(run)
        told.say("ack", undo=names)


def erase(memory: EywaMemory, told: Told) -> None:
    names = tell(memory, told, 3)
    told.say("try", erase=names[:2])
    memory.erase(event_ids=names[:2])
    told.say("ack", erase=names[:2])


def backup(memory: EywaMemory, told: Told) -> None:
    place = told.beside / "backups"
    for first in (0, 2):
        tell(memory, told, 2, first)
        told.say("try", backup=str(place))
        memory.backup(place)
        told.say("ack", backup=str(place))


def restore(memory: EywaMemory, told: Told) -> None:
    place, target = told.beside / "backups", told.beside / f"restored-{told.number}"
    tell(memory, told, 1)
    memory.backup(place)
    told.say("try", restore=str(target))
    restore_backup(target, place)
    told.say("ack", restore=str(target))


def migrate(memory: EywaMemory, told: Told) -> None:
    tell(memory, told, 1)
    memory.index()
    backend = "e5" if memory.settings.embedding.backend == "minilm" else "minilm"
    memory.migrate_embedder({"backend": backend})


_FILE = "eywa_fs.truth.appendfile:AppendFile"
_COMMIT = "eywa_fs.ingest.commit:Committer"
_POINTER = "eywa_fs.generations.pointer"
_ERASURES = "eywa_fs.truth.erasures"
_CHANGER = "eywa_fs.memory.changing:Changer"
_FINISHING = "eywa_fs.erasure.finishing"
_PLACE = "eywa_fs.backup.places:FolderPlace"
_RESTORING = "eywa_fs.backup.restoring"
_WRITES = (f"before {_FILE}._write_all", f"after {_FILE}._write_all")
_SWITCH = (f"after {_POINTER}:create", f"before {_POINTER}:switch", f"after {_POINTER}:switch")

_FORGET = (
    *_WRITES,
    "after eywa_fs.memory.forgetplan:Planner.plan",
    f"before {_CHANGER}._append",
    "before eywa_fs.truth.journal:Journal.audit_all",
    "after eywa_fs.truth.journal:Journal.audit_all",
    f"after {_CHANGER}.write",
)

OPERATIONS = (
    Operation("append", append, _WRITES),
    Operation(
        "index",
        index,
        (
            "before eywa_fs.ingest.worker:Worker.scan",
            "after eywa_fs.catalog.outbox:claim",
            f"before {_COMMIT}.begin",
            f"before {_COMMIT}._upsert",
            f"after {_COMMIT}._upsert",
            "after eywa_fs.index.words:WordIndex.apply",
            "after eywa_fs.catalog.docs:put",
            "before eywa_fs.catalog.files:put",
            "after eywa_fs.catalog.outbox:acknowledge",
            f"after {_COMMIT}._record",
            "before eywa_fs.generations.generation:Generation.close",
        ),
    ),
    Operation("decision", decide, _WRITES),
    Operation("batch", batch, _WRITES),
    Operation("compaction", compact, _FORGET),
    Operation("retention", retain, _FORGET),
    Operation(
        "erase",
        erase,
        (
            f"before {_ERASURES}:write",
            f"after {_ERASURES}:write",
            f"before {_ERASURES}:_write_at",
            f"after {_ERASURES}:_write_at",
            f"after {_ERASURES}:overwrite",
            f"before {_FINISHING}:renew",
            f"before {_POINTER}:switch",
            f"after {_FINISHING}:renew",
            "after eywa_fs.erasure.scanning:scan",
            f"before {_FINISHING}:certify",
            f"after {_FINISHING}:certify",
        ),
    ),
    Operation("rebuild, switch", rebuild, (*_SWITCH, f"before {_POINTER}:discard_others")),
    Operation("migrate", migrate, (*_SWITCH, "after eywa_fs.maintenance.migrate:written")),
    Operation(
        "backup",
        backup,
        (f"before {_PLACE}.write_new", f"after {_PLACE}.write_new", f"before {_PLACE}.write",
         f"after {_PLACE}.write"),
    ),
    Operation(
        "restore",
        restore,
        (f"before {_RESTORING}:_fetch", f"after {_RESTORING}:_fetch", f"after {_RESTORING}:_prove",
         f"before {_RESTORING}:refuse_used"),
    ),
)  # fmt: skip


def break_disk(number: int, *args: object, **named: object) -> None:
    """From now on every call of this process that changes the disk fails with an error number."""

    def refuse(*args: Any, **named: Any) -> Any:
        raise OSError(number, os.strerror(number))

    for name in CALLS:
        setattr(os, name, refuse)


def work_and_die(
    operation: Operation, step: str, times: int, fault: str, root: Path, told: Path, number: int
) -> str:
    """One process of a round; ``killed``, ``refused`` or ``went on``."""
    saying = Told(told, number)

    def work() -> None:
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115 - its end is judged by what it left
        memory = EywaMemory(root, background=False)
        act = die if fault == "kill" else partial(break_disk, FAULTS[fault])
        arm(step, times, act)
        try:
            operation.run(memory, saying)
        except (EywaError, OSError):
            os._exit(3)
        memory.close()

    code = forked(work)
    return {-signal.SIGKILL: "killed", 3: "refused", 0: "went on"}.get(code, f"exit {code}")


@dataclass(slots=True)
class Acknowledged:
    """What the processes of a root said, newest last."""

    tried: list[dict[str, Any]]
    done: list[dict[str, Any]]

    @classmethod
    def of(cls, told: Path) -> Acknowledged:
        lines = [json.loads(line) for line in told.read_text().splitlines()]
        return cls(
            [line for line in lines if line["what"] == "try"],
            [line for line in lines if line["what"] == "ack"],
        )

    def names(self, lines: Iterable[dict[str, Any]], key: str) -> list[Any]:
        return [line[key] for line in lines if key in line]


def check(root: Path, told: Path, scratch: Path) -> Counter[str]:
    """Open what the dead left behind and count what is wrong."""
    wrong: Counter[str] = Counter()
    said = Acknowledged.of(told)
    with EywaMemory(root, background=False) as memory:
        memory.index()
        report = memory.verify(deep=True)
        found = Counter(names_in(memory.layout))
        erased_tried = said.names(said.tried, "erase")
        gone = {name for names in erased_tried for name in names}
        wanted = {name for names in said.names(said.done, "records") for name in names}
        wrong["lost"] += len(wanted - gone - found.keys())
        wrong["doubled"] += sum(number - 1 for number in found.values())
        for names in said.names(said.done, "erase"):
            wrong["not erased"] += len(set(names) & found.keys())
        for names in erased_tried:
            wrong["half applied"] += len({name in found for name in names}) - 1
        _check_versions(memory, said, found, wrong)
        _check_forgotten(memory, said, found, wrong)
        for place in dict.fromkeys(said.names(said.done, "backup")):
            wrong["lost"] += _missing_in_backup(Path(place), scratch, said, gone)
        for target in said.names(said.tried, "restore"):
            acknowledged = target in said.names(said.done, "restore")
            wrong["lost"] += acknowledged and not Path(target).is_dir()
            if Path(target).is_dir():
                wrong["half applied"] += not list(names_in(Layout(target)))
        wrong["left over"] += len(memory.outbox())
        wrong["verify"] += len(report.errors)
        if report.errors:
            print(report.errors[:3], file=sys.stderr)
    return wrong


def _check_versions(
    memory: EywaMemory, said: Acknowledged, found: Counter[str], wrong: Counter[str]
) -> None:
    """Every acknowledged version is there, and a batch is there whole or not at all."""
    done = {name for pair in said.names(said.done, "version") for name in pair}
    done |= {name for names in said.names(said.done, "batch") for name in names}
    tried = {name for pair in said.names(said.tried, "version") for name in pair}
    versions: dict[str, int] = {}
    tried |= {name for names in said.names(said.tried, "batch") for name in names}
    for name in tried & set(found):
        now = memory.get(name)
        versions[name] = now.version
        wrong["half applied"] += now.record.content != text_of(name, now.version)
        wrong["lost"] += name in done and now.version != 2
    for names in said.names(said.tried, "batch"):
        wrong["half applied"] += max(0, len({versions.get(n) for n in names if n in versions}) - 1)


def _check_forgotten(
    memory: EywaMemory, said: Acknowledged, found: Counter[str], wrong: Counter[str]
) -> None:
    """What goes together is gone or there together; what was acknowledged is so."""
    back = said.names(said.tried, "undo")
    for names in said.names(said.tried, "forget"):
        now = [memory.get(name) for name in names if name in found]
        hidden = {one.state == "archived" or one.expired for one in now}
        wrong["half applied"] += max(0, len(hidden) - 1)
        if names in said.names(said.done, "undo"):
            wrong["lost"] += hidden != {False}
        elif names in said.names(said.done, "forget") and names not in back:
            wrong["lost"] += hidden != {True}


def _missing_in_backup(place: Path, scratch: Path, said: Acknowledged, gone: set[str]) -> int:
    """Records that were acknowledged before the last acknowledged backup, and are not in it."""
    shutil.rmtree(scratch, ignore_errors=True)
    restore_backup(scratch, place)
    last = max(number for number, line in enumerate(said.done) if "backup" in line)
    before = said.names(said.done[:last], "records")
    wanted = {name for names in before for name in names} - gone
    return len(wanted - set(names_in(Layout(scratch))))


def rounds(number: int) -> Iterator[tuple[Operation, str, int, str]]:
    """Operation, step, how often it is passed before, and what happens there: each once with each
    fault, then kills in turn."""
    every = [(operation, step) for operation in OPERATIONS for step in operation.steps]
    first = [(operation, step, 1, fault) for fault in FAULTS for operation, step in every]
    yield from first[:number]
    for turn in range(max(0, number - len(first))):
        operation, step = every[turn % len(every)]
        yield operation, step, 1 + turn // len(every) % 3, "kill"


def play(
    number: int, operation: Operation, step: str, times: int, fault: str, folder: Path
) -> tuple[str, dict[str, int]]:
    """One round; how its process ended, and what was wrong afterwards."""
    beside = folder / f"{number // ROUNDS_PER_ROOT}"
    root, told, result = beside / "root", beside / "told", beside / "result"
    if not root.exists():
        for old in folder.iterdir():
            shutil.rmtree(old)
        root.mkdir(parents=True, mode=0o700)
        (root / "config.yaml").write_text(SETTINGS + POLICIES)
        told.touch()
    end = work_and_die(operation, step, times, fault, root, told, number)
    code = forked(lambda: _written(result, check(root, told, beside / "scratch")))
    return end, json.loads(result.read_text()) if code == 0 else {"not opened": 1}


def _written(path: Path, value: Counter[str]) -> None:
    path.write_text(json.dumps(value))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--rounds", type=int, default=1000)
    parser.add_argument("--only", help="an operation by its name")
    parser.add_argument("--part", default="1/1", help="2/3: the second third of the rounds")
    parser.add_argument("--minutes", type=float, default=1e6, help="begin no round after that")
    parser.add_argument("--json", help="write the table there as well")
    options = parser.parse_args()
    part, parts = map(int, options.part.split("/"))
    table: dict[str, Counter[str]] = defaultdict(Counter)
    plan = [one for one in rounds(options.rounds) if options.only in (None, one[0].name)]
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder, suppress(KeyboardInterrupt):
        for number, (operation, step, times, fault) in enumerate(plan):
            if number // ROUNDS_PER_ROOT % parts != part - 1:
                continue
            if time.monotonic() - began > options.minutes * 60:
                break
            end, wrong = play(number, operation, step, times, fault, Path(folder))
            row = table[operation.name]
            row["rounds"] += 1
            row[end if end in ("killed", "refused", "went on") else "other"] += 1
            row.update({name: count for name, count in wrong.items() if count})
            if any(wrong.values()):
                print(f"round {number}: {operation.name}, {step}:{times}, {fault}: {wrong}")
    _show(table, time.monotonic() - began)
    if options.json:
        Path(options.json).write_text(json.dumps(table, indent=1))
    good = ("rounds", "killed", "refused", "went on")
    return int(any(n for row in table.values() for name, n in row.items() if name not in good))


def _show(table: dict[str, Counter[str]], seconds: float) -> None:
    columns = ("rounds", "killed", "refused", "went on", "lost", "doubled", "half applied",
               "not erased", "left over", "verify", "not opened", "other")  # fmt: skip
    print("| operation | " + " | ".join(columns) + " |")
    print("|---|" + "---|" * len(columns))
    for name, row in table.items():
        print(f"| {name} | " + " | ".join(str(row[column]) for column in columns) + " |")
    print(f"{sum(row['rounds'] for row in table.values())} rounds in {seconds:.0f} s")


if __name__ == "__main__":
    sys.exit(main())
