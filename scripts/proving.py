"""What the scripts share that prove promises under load: texts, what processes tell, and what
follows from that for what may be found, served and stand in the files.

A process tells what it tries before it does it, and what was acknowledged afterwards, in lines of
a file, so that nothing of it dies with the process. Times are of the system's monotonic clock,
which all processes share.
"""

from __future__ import annotations

import hashlib
import importlib
import json
import math
import os
import signal
import sys
import time
import traceback
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from eywa_fs.model.records import Record
from eywa_fs.truth.codec import records_in
from eywa_fs.truth.layout import Layout, TruthPath
from eywa_fs.truth.tombstones import BEGIN

SETTINGS: Final = "embedding:\n  backend: minilm\n"
SENTENCES: Final = (
    "The ferry to the island leaves at seven.", "I moved to Porto in May.", "我的猫叫年糕。",
    "My sister plays the cello.", "下周三去体检。", "The kettle in the office is broken.",
    'He said "never again" \\ and left\tin a hurry.\nThen it rained 🌧.', "我住在成都，喜欢喝茶。",
)  # fmt: skip
LONG: Final = "We measured the hull again, noted every figure, and found it a hand too short. " * 28
"""A text that is indexed in several spans; one in 32 has it."""
LETTERS: Final = "bcdfghjklmnpqrtv"
"""Of these no word has an ending that an analyser of words would take off."""


def code_of(name: str, version: int) -> str:
    """A word that only this version of this record says."""
    digest = hashlib.sha256(f"{name} {version}".encode()).hexdigest()[:12]
    return "zq" + "".join(LETTERS[int(digit, 16)] for digit in digest)


def text_of(name: str, version: int = 1) -> str:
    """The text of a version of a record, decided by its name."""
    code = code_of(name, version)
    sentence = SENTENCES[(sum(name.encode()) + version) % len(SENTENCES)]
    long = LONG if code[2] == LETTERS[0] and code[3] in LETTERS[:8] else ""
    return f"{sentence} {long}({name} {version} {code})"


class Told:
    """What a process said before it died: lines of a file, so that no buffer dies with it."""

    def __init__(self, file: Path, number: int) -> None:
        self._fd = os.open(file, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        self.number = number
        self.beside = file.parent
        """A folder for what an operation makes outside the root."""

    def say(self, what: str, **values: Any) -> None:
        line = {"what": what, "at": time.monotonic(), **values}
        os.write(self._fd, (json.dumps(line) + "\n").encode())


def arm(step: str, times: int = 1, act: Callable[..., None] | None = None) -> None:
    """Die, or what else ``act`` does with its arguments, at the ``times``-th passing of a step of
    this process: ``before`` or ``after``, and what is called, as ``module:name``."""
    when, _, place = step.partition(" ")
    module, _, path = place.partition(":")
    owner: Any = importlib.import_module(module)
    *outer, name = path.split(".")
    for part in outer:
        owner = getattr(owner, part)
    original = getattr(owner, name)
    left = [times]

    def passing(*args: Any, **named: Any) -> None:
        left[0] -= 1
        if left[0] == 0:
            (act or die)(*args, **named)

    def wrapped(*args: Any, **named: Any) -> Any:
        if when == "before":
            passing(*args, **named)
            return original(*args, **named)
        result = original(*args, **named)
        passing(*args, **named)
        return result

    setattr(owner, name, wrapped)


def die(*args: object, **named: object) -> None:
    """End as a power cut would: no handler, no flush, no lock given back by hand."""
    os.kill(os.getpid(), signal.SIGKILL)


def started(work: Callable[[], None]) -> int:
    """Run in a process of its own, which inherits what was imported; its id."""
    pid = os.fork()
    if pid == 0:
        code = 1
        try:
            work()
            code = 0
        except BaseException:
            traceback.print_exc()
        finally:
            sys.stderr.flush()
            os._exit(code)
    return pid


def ended(pid: int) -> int:
    """Wait for a process; its exit code, or minus the signal that ended it."""
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def forked(work: Callable[[], None]) -> int:
    """Run in a process of its own until it ends; its exit code, or minus the signal that ended
    it."""
    return ended(started(work))


def names_in(layout: Layout) -> Iterator[str]:
    """The names of the records in the files of a root."""
    return (record.event_id for record in records(layout))


def records(layout: Layout) -> Iterator[Record]:
    """The records in the files of a root, as they were written."""
    for truth in layout.walk():
        if isinstance(truth, TruthPath) and truth.kind == "session":
            yield from (record for _, record in records_in(layout, truth) if record is not None)


@dataclass(slots=True)
class Change:
    """Something that was tried on one record.

    Attributes:
        by: the operation that it was part of.
        kind: ``add``, ``update``, ``delete``, ``restore``, ``pin``, ``unpin`` or ``erase``.
        text: version of its text (see :func:`text_of`) where it set one.
        tried, acked: monotonic seconds; ``acked`` is infinite until then.
        number: of the version that it made, once acknowledged.
    """

    by: str
    kind: str
    text: int | None
    tried: float
    acked: float = math.inf
    number: int | None = None

    def follows(self, other: Change) -> bool:
        """Whether it may have come after another change, going by what was acknowledged."""
        if self.number is not None and other.number is not None:
            return self.number > other.number
        return self.acked > other.tried


@dataclass(slots=True)
class Known:
    """What all processes of a run told so far, by record and by operation.

    Attributes:
        of: the changes of each record, in no order; those that were refused left out.
        scopes: tenant and user of each record.
        places: file and first byte of each record that was acknowledged.
        operations: the names of the records of each operation.
    """

    folder: Path
    of: dict[str, list[Change]] = field(default_factory=lambda: defaultdict(list))
    scopes: dict[str, tuple[str, str]] = field(default_factory=dict)
    places: dict[str, tuple[str, int]] = field(default_factory=dict)
    operations: dict[str, list[str]] = field(default_factory=dict)
    names: list[str] = field(default_factory=list)
    _read: dict[Path, int] = field(default_factory=dict)
    _open: dict[str, list[tuple[str, Change]]] = field(default_factory=dict)

    def catch_up(self) -> None:
        """Read what was told since the last call."""
        for path in sorted(self.folder.glob("*.told")):
            with path.open("rb") as file:
                file.seek(self._read.get(path, 0))
                data = file.read()
            whole = data.rfind(b"\n") + 1
            self._read[path] = self._read.get(path, 0) + whole
            for line in data[:whole].splitlines():
                self._take(json.loads(line))

    def _take(self, said: dict[str, Any]) -> None:
        if said["what"] == "try":
            changes = [
                (name, Change(said["by"], kind, text, said["at"]))
                for kind, name, text in said["does"]
            ]
            self._open[said["by"]] = changes
            self.operations[said["by"]] = [name for name, _ in changes]
            for name, change in changes:
                self.of[name].append(change)
                self.scopes[name] = (said["tenant"], said["user"])
                if change.kind == "add":
                    self.names.append(name)
        elif said["what"] == "ack":
            numbers = said.get("numbers") or [None] * len(self._open[said["by"]])
            for (_, change), number in zip(self._open.pop(said["by"]), numbers, strict=True):
                change.acked, change.number = said["at"], number
            self.places |= {name: (path, start) for name, path, start in said.get("places", ())}
        elif said["what"] == "refused":
            for name, change in self._open.pop(said["by"]):
                self.of[name].remove(change)
            del self.operations[said["by"]]

    def acked(self, kind: str) -> set[str]:
        """The names of all records of which a change of this kind was acknowledged."""
        return {
            name
            for name, changes in self.of.items()
            if any(one.kind == kind and one.acked < math.inf for one in changes)
        }

    def is_hidden(self, name: str, began: float, ended: float) -> bool:
        """Whether no search between two moments may have served a record: it was erased before,
        or deleted before and not brought back since."""
        changes = self.of[name]
        before = [one for one in changes if one.acked <= began]
        if any(one.kind == "erase" for one in before):
            return True
        back = [one for one in changes if one.kind == "restore" and one.tried < ended]
        return any(
            one.kind == "delete" and not any(other.follows(one) for other in back) for one in before
        )

    def texts(self, name: str, began: float, ended: float) -> set[str]:
        """What a search between two moments may have served as the text of a record."""
        setting = [one for one in self.of[name] if one.text is not None and one.tried < ended]
        return {
            text_of(name, one.text or 0)
            for one in setting
            if not any(
                other.acked <= began and not one.follows(other)
                for other in setting
                if other is not one
            )
        }

    def is_settled(self, name: str, began: float, ended: float) -> bool:
        """Whether all changes of a record were acknowledged before, and none was tried
        meanwhile."""
        return all(one.acked <= began or one.tried >= ended for one in self.of[name])

    def standing(self, name: str) -> str | None:
        """The text of a record after all that was acknowledged; ``None`` where it is not shown."""
        done = sorted(
            (one for one in self.of[name] if one.acked < math.inf), key=lambda one: one.number or 0
        )
        shown, text = False, 0
        for one in done:
            shown = one.kind != "delete" and (shown or one.kind in ("add", "restore"))
            text = one.text or text
        return text_of(name, text) if shown and not self.is_erased(name) else None

    def is_erased(self, name: str) -> bool:
        """Whether its erasure was tried."""
        return any(one.kind == "erase" for one in self.of[name])

    def overwritten(self, root: Path) -> set[str]:
        """The records that are being erased and whose line is a tombstone already."""
        found = set()
        for by in [by for by, changes in self._open.items() if changes[0][1].kind == "erase"]:
            for name in self.operations[by]:
                path, start = self.places[name]
                if bytes_at(root, path, start, start + len(BEGIN)) == BEGIN:
                    found.add(name)
        return found


def bytes_at(root: Path, path: str, start: int, end: int) -> bytes:
    """The bytes of a file of a root, from where to where."""
    with open(root / path, "rb") as file:
        file.seek(start)
        return file.read(end - start)
