"""The processes of a load on one root: some write and decide, some search and judge what they get,
one erases, one indexes. Each tells what it does (:mod:`proving`) and ends when it is told to."""

from __future__ import annotations

import importlib
import mmap
import os
import random
import struct
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from judging import wrong_with
from proving import SENTENCES, Known, Told, code_of, started, text_of

from eywa_fs.clock import system_clock
from eywa_fs.errors import BadRequest
from eywa_fs.memory import EywaMemory

SETTINGS: Final = """
embedding: {{backend: {}, threads: 1}}
limits: {{max_tail_vectors: 4}}
"""
"""As many processes as here share few cores: each embeds in one thread, and readers few records."""
SCOPES: Final = (
    ("acme", "ana"), ("acme", "bo"), ("acme", "eva"), ("beta", "ana"), ("beta", "李雷"),
)  # fmt: skip
NEAR: Final = 60
"""Decisions are about one of so many newest records of a user, so that writers meet."""
LIMIT: Final = 20
INHERITED: Final = (
    "onnxruntime", "tokenizers", "tantivy", "eywa_fs.embedding.minilm", "eywa_fs.ingest.worker",
    "eywa_fs.factbase.blend", "eywa_fs.memory.upkeep", "eywa_fs.retrieval.retriever",
)  # fmt: skip
"""Modules that every process needs: imported once, before the first is started."""


@dataclass(frozen=True)
class Load:
    """A root under load, and what its processes share.

    Attributes:
        folder: holds the root, and what was told.
        embedder: a backend of the settings.
        pause: seconds between two operations of a writer, on average.
        rest: seconds between two erasures, on average.
        ahead: how far the processes' clock is ahead of the system's, milliseconds; in memory that
            they share, as all are forked.
    """

    folder: Path
    embedder: str = "minilm"
    pause: float = 0.6
    rest: float = 3.0
    ahead: mmap.mmap = field(default_factory=lambda: mmap.mmap(-1, 8))

    @property
    def root(self) -> Path:
        return self.folder / "root"

    def begin(self) -> None:
        """Make an empty root, and import what all processes need."""
        self.root.mkdir(mode=0o700)
        (self.root / "config.yaml").write_text(SETTINGS.format(self.embedder))
        (self.folder / "told").mkdir()
        for name in INHERITED:
            importlib.import_module(name)

    def known(self) -> Known:
        """What was told up to now."""
        known = Known(self.folder / "told")
        known.catch_up()
        return known

    def end(self) -> None:
        """Tell all processes but the indexer to end."""
        (self.folder / "over").touch()

    @property
    def is_over(self) -> bool:
        return (self.folder / "over").exists()

    def clock(self) -> int:
        """The time that the processes take for now, epoch milliseconds."""
        return system_clock() + int(struct.unpack("q", self.ahead[:8])[0])

    def set_clock(self, ahead_ms: int) -> None:
        """Have the clock jump."""
        self.ahead[:8] = struct.pack("q", ahead_ms)

    def open(self, *, background: bool = False) -> EywaMemory:
        return EywaMemory(self.root, background=background, clock=self.clock)

    def start(self, work: Callable[[Load, int], None], number: int) -> int:
        """Start a process; its id."""
        return started(lambda: work(self, number))

    def told(self, who: str) -> Told:
        return Told(self.folder / "told" / f"{who}-{os.getpid()}.told", os.getpid())


def index(load: Load, number: int) -> None:
    """Index in the background, until the file ``level`` says that it is done."""
    with load.open(background=True):
        while not (load.folder / "level").exists():
            time.sleep(0.05)


class Writer:
    """Writes records of two users and decides about the newest records of these, whoever wrote
    them."""

    def __init__(self, load: Load, memory: EywaMemory, number: int) -> None:
        self.memory = memory
        self.known = load.known()
        self.scopes = [SCOPES[(number + step) % len(SCOPES)] for step in (0, 1)]
        self.who = f"w{number}-{os.getpid()}"
        self.told = load.told("writer")
        self.dice = random.Random(self.who)
        self.count = 0

    def turn(self) -> None:
        """One operation."""
        self.known.catch_up()
        self.count += 1
        by, (tenant, user) = f"{self.who}-{self.count}", self.dice.choice(self.scopes)
        of = {"tenant_id": tenant, "user_id": user, "request_id": by}
        near = [n for n in self.known.names if self.known.scopes[n] == (tenant, user)][-NEAR:]
        near = [name for name in near if not self.known.is_erased(name)]
        act = self.dice.choices((self.add, self.add_once, self.decide, self.together),
                                (10, 2, 8, 3))[0]  # fmt: skip
        if len(near) < 5:
            act = self.add
        act(by, of, near)

    def add(self, by: str, of: dict[str, str], near: list[str]) -> None:
        names = [f"r-{by}-{number}" for number in range(self.dice.randint(1, 3))]
        self._try(by, of, [("add", name, 1) for name in names])
        drafts = [self._draft(name, of) for name in names]
        anchors = self.memory.append_many(drafts)
        places = [(n, at.file_path, at.byte_start) for n, at in zip(names, anchors, strict=True)]
        self.told.say("ack", by=by, numbers=[1] * len(names), places=places)

    def add_once(self, by: str, of: dict[str, str], near: list[str]) -> None:
        """Write one record twice, with an idempotency key."""
        name = f"r-{by}-0"
        self._try(by, of, [("add", name, 1)])
        draft = self._draft(name, of) | {"idempotency_key": f"key-{by}"}
        first, again = self.memory.append(**draft), self.memory.append(**draft)
        self.told.say("ack", by=by, numbers=[1], places=[(name, first.file_path, first.byte_start)])
        if first.citation != again.citation:
            self.told.say("wrong", lines=[f"{name}: written twice"])

    def decide(self, by: str, of: dict[str, Any], near: list[str]) -> None:
        """One decision, half of the time only if nobody decided meanwhile."""
        name = self.dice.choice(near)
        kind, text = self._choice(name)
        if self.dice.random() < 0.5:
            numbers = [one.number for one in self.known.of[name] if one.number]
            of = of | {"expected_version": max(numbers, default=1)}
        self._try(by, of, [(kind, name, text)])
        act = getattr(self.memory, kind)
        try:
            made = act(name, *self._arguments(kind, name, text), **of)
            self.told.say("ack", by=by, numbers=[made.number])
        except BadRequest as error:
            self.told.say("refused", by=by, code=error.code)

    def together(self, by: str, of: dict[str, str], near: list[str]) -> None:
        """A transaction on three records."""
        does = [(*self._choice(name), name) for name in self.dice.sample(near, 3)]
        self._try(by, of, [(kind, name, text) for kind, text, name in does])
        try:
            with self.memory.transaction(**of) as transaction:  # type: ignore[arg-type]
                for kind, text, name in does:
                    getattr(transaction, kind)(name, *self._arguments(kind, name, text))
            self.told.say("ack", by=by, numbers=[made.number for made in transaction.versions])
        except BadRequest as error:
            self.told.say("refused", by=by, code=error.code)

    def _try(self, by: str, of: dict[str, Any], does: list[tuple[str, str, int | None]]) -> None:
        self.told.say("try", by=by, tenant=of["tenant_id"], user=of["user_id"], does=does)

    def _draft(self, name: str, of: dict[str, str]) -> dict[str, Any]:
        session = self.dice.choice(("home", "work", f"s-{self.who}"))
        place = {key: of[key] for key in ("tenant_id", "user_id")}
        return {**place, "content": text_of(name), "event_id": name, "session_id": session}

    def _choice(self, name: str) -> tuple[str, int | None]:
        """What to decide about a record: its kind, and the version of its text then."""
        if self.known.standing(name) is None:
            return "restore", self.dice.choice((None, 1))
        kind = self.dice.choice(("update", "update", "delete", "restore", "pin", "unpin"))
        text = {"update": 10**6 * os.getpid() + self.count, "restore": 1}.get(kind)
        return kind, text

    def _arguments(self, kind: str, name: str, text: int | None) -> list[Any]:
        if kind == "update":
            return [text_of(name, text or 0)]
        return [1] if kind == "restore" and text else []


def write(load: Load, number: int) -> None:
    """Write and decide until it is over."""
    with load.open() as memory:
        writer = Writer(load, memory, number)
        while not load.is_over:
            writer.turn()
            time.sleep(writer.dice.uniform(0, 2 * load.pause))


def erase(load: Load, number: int) -> None:
    """Erase a few records of a user again and again until it is over."""
    dice, count = random.Random(os.getpid()), 0
    told, known = load.told("eraser"), load.known()
    with load.open() as memory:
        while not load.is_over:
            known.catch_up()
            tenant, user = dice.choice(SCOPES)
            names = [
                name
                for name in known.places
                if known.scopes[name] == (tenant, user) and not known.is_erased(name)
            ]
            if len(names) > NEAR // 4:
                names, count = dice.sample(names, dice.randint(1, 5)), count + 1
                by = f"e{number}-{os.getpid()}-{count}"
                told.say("try", by=by, tenant=tenant, user=user,
                         does=[("erase", name, None) for name in names])  # fmt: skip
                memory.erase(event_ids=names, tenant_id=tenant, user_id=user)
                told.say("ack", by=by)
            time.sleep(dice.uniform(0, 2 * load.rest))


def search(load: Load, number: int) -> None:
    """Search for records that were written, changed, deleted or erased, and judge what is served,
    until it is over."""
    dice, told, known = random.Random(number), load.told("reader"), load.known()
    with load.open() as memory:
        while not load.is_over:
            known.catch_up()
            if known.names:
                _search_once(load, memory, known, told, dice)
            time.sleep(dice.uniform(0, load.pause))


def _search_once(
    load: Load, memory: EywaMemory, known: Known, told: Told, dice: random.Random
) -> None:
    """One search for one of the newest records, or for any.

    By its words alone it must be found; a word without meaning ranks below what is near to it in
    meaning as long as its record has no vector.
    """
    name = dice.choice(known.names[-NEAR:] if dice.random() < 0.5 else known.names)
    tenant, user = known.scopes[name]
    texts = [one.text for one in known.of[name] if one.text is not None]
    query = code_of(name, dice.choice(texts)) if texts else dice.choice(SENTENCES)
    if dice.random() < 0.3:
        query = dice.choice(("Where do I live?", "我住在哪里？", dice.choice(SENTENCES)[:200]))
    gone = known.overwritten(load.root)
    began = time.monotonic()
    ranked = dice.random() < 0.8
    exact = ranked and query.startswith("zq") and dice.random() < 0.5
    if not ranked:
        context = memory.before_llm(query, tenant_id=tenant, user_id=user)
        served = [(one.event_id, "", one.anchor) for one in context.citations]
        degraded = context.degraded
    else:
        strategy = "exact" if exact else "auto"
        result = memory.retrieve(
            query, limit=LIMIT, strategy=strategy, tenant_id=tenant, user_id=user
        )
        degraded = result.degraded
        served = [(hit.event_id, hit.text, hit.anchor) for hit in result.hits]
        served += [(one.event_id, one.said, one.anchor) for one in result.facts]
    ended = time.monotonic()
    known.catch_up()
    wrong = wrong_with(known, load.root, served, gone, began, ended)
    missing = []
    sought = exact and query in (known.standing(name) or "")
    settled = known.is_settled(name, began, ended)
    if sought and settled and name not in {found for found, _, _ in served}:
        missing = [f"{name}: was acknowledged, and is not found by {query} ({degraded})"]
    told.say(
        "read",
        seconds=ended - began,
        hits=len(served),
        wrong=wrong,
        missing=missing,
        degraded=[str(reason).split(":")[0] for reason in degraded],
    )
