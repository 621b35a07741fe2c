"""Judging a load on a root: what searches served, what is left at the end, and the tables of it."""

from __future__ import annotations

import json
import math
import re
import sys
import time
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from proving import LETTERS, Known, bytes_at, code_of, forked, records, text_of

from eywa_fs.errors import NotFound
from eywa_fs.memory import EywaMemory
from eywa_fs.model.records import Anchor, Record
from eywa_fs.model.versions import Version
from eywa_fs.truth.tombstones import BEGIN

_CODES: Final = (
    (re.compile(rb"zq[%s]{12}" % LETTERS.encode()), "ascii"),
    (re.compile(rb"z\0q\0(?:[%s]\0){12}" % LETTERS.encode()), "utf-16-le"),
)
SEARCHED: Final = 40
"""Erased records that are searched for at the end; all are looked for byte by byte."""
LEVEL_TIMEOUT_S: Final = 600.0


def wrong_with(
    known: Known, root: Path, served: Iterable[tuple[str, str, Anchor]], gone: set[str],
    began: float, ended: float,
) -> list[str]:  # fmt: skip
    """What is wrong with what a search served, a line each.

    Args:
        served: event id, text and anchor of each hit; the text may be a part of the record's.
        gone: records that were overwritten when it began.
        began, ended: when it was asked and had answered; ``known`` is newer than that.
    """
    wrong = []
    for name, text, anchor in served:
        if name not in known.of:
            wrong.append(f"{name}: nobody wrote it")
        elif known.is_hidden(name, began, ended):
            wrong.append(f"{name}: erased or deleted before the search began")
        elif name in gone:
            wrong.append(f"{name}: overwritten before the search began")
        elif not any(text in allowed for allowed in known.texts(name, began, ended)):
            wrong.append(f"{name}: says {text!r}, which it did not say then")
        else:
            data = bytes_at(root, anchor.file_path, anchor.byte_start, anchor.byte_end)
            erased = any(one.kind == "erase" for one in known.of[name]) and data.startswith(BEGIN)
            if not erased and text not in json.loads(data)["content"]:
                wrong.append(f"{name}: {anchor.citation} says something else than {text!r}")
    return wrong


class Checker:
    """Holds what a run left behind against what its processes told.

    Attributes:
        wrong: how many times, by kind of wrong; every kind is there.
        lines: what was wrong, one by one.
    """

    def __init__(self, known: Known) -> None:
        known.catch_up()
        self._known = known
        kinds = ("lost", "doubled", "half applied", "wrong text", "erased, found", "left over",
                 "verify")  # fmt: skip
        self.wrong: Counter[str] = Counter(dict.fromkeys(kinds, 0))
        self.lines: list[str] = []

    def check(self, root: Path) -> None:
        """Open the root, index what is behind, and look at everything."""
        with EywaMemory(root, background=False) as memory:
            memory.index()
            report, status = memory.verify(deep=True), memory.status()
            for finding in report.errors:
                self._note("verify", str(finding))
            for event in memory.outbox():
                self._note("left over", str(event))
            if status.lag["bytes"] or status.erasures.get("unfinished"):
                self._note("left over", f"{status.lag}, erasures {status.erasures}")
            written = list(records(memory.layout))
            found = Counter(record.event_id for record in written)
            self._records(found, written)
            versions = {name: self._versions(memory, name) for name in self._decided(memory, found)}
            self._operations(found, versions)
            for name, made in versions.items():
                self._decisions(memory, name, made)
            self._erased(memory, found)
        self._bytes(root)

    def _note(self, kind: str, line: str) -> None:
        self.wrong[kind] += 1
        self.lines.append(f"{kind}: {line}")

    def _records(self, found: Counter[str], written: list[Record]) -> None:
        known = self._known
        for name in known.acked("add"):
            if not found[name] and not known.is_erased(name):
                self._note("lost", name)
        for name, number in found.items():
            if number > 1 or name not in known.of:
                self._note("doubled", f"{name} stands {number} times")
        for record in written:
            if record.content != text_of(record.event_id):
                self._note("wrong text", f"{record.event_id}: its line")

    def _decided(self, memory: EywaMemory, found: Counter[str]) -> set[str]:
        """The records of the files about which something was decided, as files or processes say."""
        known = self._known
        told = {
            name for name in found if any(c.kind not in ("add", "erase") for c in known.of[name])
        }
        for tenant, user in set(known.scopes.values()):
            told |= memory.states(tenant_id=tenant, user_id=user).keys()
        return told & found.keys()

    def _versions(self, memory: EywaMemory, name: str) -> list[Version]:
        tenant, user = self._known.scopes[name]
        return memory.versions(name, tenant_id=tenant, user_id=user)

    def _operations(self, found: Counter[str], versions: dict[str, list[Version]]) -> None:
        """An operation on several records was applied to all of them or to none."""
        made = {name: {one.request_id for one in list_} for name, list_ in versions.items()}
        for by, names in self._known.operations.items():
            kinds = {c.kind for name in names for c in self._known.of[name] if c.by == by}
            if kinds == {"erase"}:
                if len({name in found for name in names}) > 1:
                    self._note("half applied", f"{by}: some of {names} are erased")
            elif kinds != {"add"} and len({by in made[n] for n in names if n in made}) > 1:
                self._note("half applied", f"{by}: some of {names} are decided")

    def _decisions(self, memory: EywaMemory, name: str, versions: list[Version]) -> None:
        """The versions of a record are those that were told, each once, and it says their text."""
        changes = [one for one in self._known.of[name] if one.kind not in ("add", "erase")]
        made = {one.number: one for one in versions}
        for one in changes:
            version = None if one.number is None else made.get(one.number)
            if one.number is not None and (version is None or version.request_id != one.by):
                self._note("lost", f"{name}: version {one.number}, {one.kind} by {one.by}")
        told = {one.by: one for one in changes}
        again = Counter(one.request_id for one in versions[1:])
        for by, number in again.items():
            if by not in told or number > 1:
                self._note("doubled", f"{name}: {number} versions by {by or 'nobody'}")
        text = 1
        for version in versions[1:]:
            text = (told[version.request_id].text or text) if version.request_id in told else text
            if version.text != text_of(name, text):
                self._note("wrong text", f"{name}: version {version.number}")
        tenant, user = self._known.scopes[name]
        if memory.get(name, tenant_id=tenant, user_id=user).record.content != text_of(name, text):
            self._note("wrong text", f"{name} now")

    def _erased(self, memory: EywaMemory, found: Counter[str]) -> None:
        """What was erased has no line, no versions, and is not found."""
        known = self._known
        erased = sorted(known.acked("erase"))
        for number, name in enumerate(erased):
            tenant, user = known.scopes[name]
            if found[name]:
                self._note("erased, found", f"{name} stands in a file")
            last = max(one.acked for one in known.of[name] if one.kind == "erase")
            for one in known.of[name]:
                if one.tried > last and one.acked < math.inf:
                    self._note("half applied", f"{name}: {one.kind} after its erasure")
            with suppress(NotFound):
                memory.versions(name, tenant_id=tenant, user_id=user)
                self._note("erased, found", f"{name} has versions")
            if number % max(1, len(erased) // SEARCHED) == 0:
                result = memory.retrieve(text_of(name), tenant_id=tenant, user_id=user)
                if name in {hit.event_id for hit in result.hits}:
                    self._note("erased, found", f"{name} is served")

    def _bytes(self, root: Path) -> None:
        """No byte below the root says what was erased."""
        known = self._known
        codes = {
            code_of(name, one.text): name
            for name in known.acked("erase")
            for one in known.of[name]
            if one.text is not None
        }
        for path in sorted(root.rglob("*")):
            if path.is_file():
                data = path.read_bytes()
                for pattern, encoding in _CODES:
                    for code in {match.decode(encoding) for match in pattern.findall(data)}:
                        if code in codes:
                            self._note("erased, found", f"{codes[code]} in {path}")


def wait_level(root: Path) -> None:
    """Return when all is indexed and every erasure is finished, by whoever holds the indexer."""
    with EywaMemory(root, background=False) as memory:
        deadline = time.monotonic() + LEVEL_TIMEOUT_S
        while True:
            status = memory.status()
            behind = status.lag["bytes"] or status.outbox or status.erasures.get("unfinished")
            if not behind and status.index:
                return
            if time.monotonic() > deadline:
                raise TimeoutError(f"not level: {status.as_dict()}")
            time.sleep(0.1)


def totals(folder: Path) -> tuple[dict[str, int], dict[str, int], list[str]]:
    """What the processes told that they did, what they found wrong, and that in words."""
    done: Counter[str] = Counter()
    wrong = Counter({"wrongly served": 0, "not found": 0})
    lines = []
    degraded: Counter[str] = Counter()
    kinds: dict[str, list[str]] = {}
    for path in sorted(folder.glob("*.told")):
        for line in map(json.loads, path.read_text().splitlines()):
            match line["what"]:
                case "try":
                    kinds[line["by"]] = [kind for kind, _, _ in line["does"]]
                case "ack":
                    done.update(kinds[line["by"]])
                    done["transactions"] += (
                        len(kinds[line["by"]]) == 3 and "add" not in kinds[line["by"]]
                    )
                case "refused":
                    done["refused"] += 1
                case "read":
                    done["searches"] += 1
                    done["hits"] += line["hits"]
                    degraded.update(line["degraded"])
                    wrong["wrongly served"] += len(line["wrong"])
                    wrong["not found"] += len(line["missing"])
                    lines += line["wrong"] + line["missing"]
                case "wrong":
                    wrong["doubled"] += len(line["lines"])
                    lines += line["lines"]
    return dict(done) | {f"degraded: {key}": n for key, n in degraded.items()}, dict(wrong), lines


def checked(folder: Path) -> tuple[dict[str, int], list[str]]:
    """What is wrong with what the load left behind, found by a process of its own."""
    result = folder / "result"

    def check() -> None:
        checker = Checker(Known(folder / "told"))
        checker.check(folder / "root")
        result.write_text(json.dumps([checker.wrong, checker.lines]))

    if forked(check):
        return {"not opened": 1}, []
    wrong, lines = json.loads(result.read_text())
    return wrong, lines


def report(
    folder: Path, counted: dict[str, Any], to: str | None, beside: dict[str, int] | None = None
) -> int:
    """Check what a load left behind, print and write the tables; 1 where anything is not zero.

    Args:
        counted: what else was counted; ``failed processes`` is something wrong.
        to: a file for the tables as JSON.
        beside: what else is wrong.
    """
    done, wrong, lines = totals(folder / "told")
    at_the_end, more = checked(folder)
    found = Counter(wrong) + Counter(at_the_end)
    wrong = {kind: found[kind] for kind in (*wrong, *at_the_end)} | (beside or {})
    wrong["failed processes"] = counted.pop("failed processes")
    for line in [*lines, *more][:20]:
        print(line, file=sys.stderr)
    for name, number in (done | counted).items():
        print(f"| {name} | {number} |")
    print("| wrong | how many |\n|---|---|")
    for name, number in wrong.items():
        print(f"| {name} | {number} |")
    if to:
        Path(to).write_text(json.dumps({"done": done | counted, "wrong": wrong}, indent=1))
    return int(any(wrong.values()))
