"""Import of one file: read it in its format, write what it holds, say what became of each.

Every record has a key that is the same when the file is read again, and a key writes once: an
import can be stopped at any point and repeated.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

from eywa_fs.batching import batched
from eywa_fs.errors import BadRequest, ImportFormatError, NotFound
from eywa_fs.importing.formats import open_source
from eywa_fs.importing.found import Found, Job, Line, Note, Options
from eywa_fs.model.plain import fields_of
from eywa_fs.model.records import Anchor, Draft, Record, Scope
from eywa_fs.model.reports import Progress
from eywa_fs.truth.adopting import Adopter
from eywa_fs.truth.codec import record_at
from eywa_fs.truth.journal import Journal
from eywa_fs.truth.keys import Carrier, DryKeys, KeyRegister, write_once
from eywa_fs.truth.layout import Layout, day_of

BATCH = 500
"""Records that are written together; an interruption loses none that were acknowledged."""

_DIFFERS = "note that is there with other text (replace: true, or --replace, replaces it)"

_OTHERWISE = (
    "record that is there in another role or session, as of another me (--me): erase it first to "
    "import it anew"
)


class Place(NamedTuple):
    """Where something was put: a session of a user; of ``decisions``,
    ``episodes`` and ``notes`` all together."""

    scope: Scope
    kind: str
    session_id: str


@dataclass(slots=True)
class Put:
    """What was put into one place: how many in all, how many of them new, and the UTC days of the
    first and the last, where they have times."""

    records: int = 0
    new: int = 0
    first_day: str | None = None
    last_day: str | None = None

    def count(self, new: int, records: int = 1, day: str | None = None) -> None:
        """Add some of one day."""
        self.records += records
        self.new += new
        if day is not None:
            self.first_day = min(self.first_day or day, day)
            self.last_day = max(self.last_day or day, day)


@dataclass(slots=True)
class ImportReport:
    """What became of one file: what stands in the truth now (or, of a dry run, would), how much of
    it is new and how much had no time of its own, what was skipped on purpose by reason, what was
    refused as ``place: why``, and what went where."""

    path: str
    format: str
    records: int = 0
    new: int = 0
    undated: int = 0
    skipped: Mapping[str, int] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)
    places: dict[Place, Put] = field(default_factory=dict)

    @property
    def scopes(self) -> set[Scope]:
        """The users that something was put in for."""
        return {place.scope for place in self.places}

    def put(self, place: Place, new: int, records: int = 1, day: str | None = None) -> None:
        """Count what was put into a place."""
        self.records += records
        self.new += new
        self.places.setdefault(place, Put()).count(new, records, day)

    def as_dict(self) -> dict[str, Any]:
        places = [
            {
                **fields_of(place.scope),
                "kind": place.kind,
                "session_id": place.session_id,
                **fields_of(put),
            }
            for place, put in self.places.items()
        ]
        shown = fields_of(self, "problems", "places")
        return shown | {"refused": len(self.problems), "places": places}


class Importer:
    """Writes what the files hold that are imported or, ``dry``, says the same and writes nothing.
    For one thread.

    Args:
        wrote: told of each file of the truth that was written.
        only: the one user for whom records are taken; others are refused. ``None``: any.
    """

    def __init__(
        self,
        layout: Layout,
        journal: Journal,
        keys: KeyRegister,
        wrote: Callable[[str], object],
        dry: bool,
        only: Scope | None = None,
    ) -> None:
        self._only = only
        self._layout = layout
        self._journal = journal
        pretended = DryKeys(layout) if dry else None
        self._keys = pretended or keys
        self._append = pretended.put if pretended else journal.write
        self._adopter = Adopter(layout, journal, self._keys, dry=dry)
        self._wrote = (lambda path: None) if dry else wrote

    def run(
        self,
        path: Path,
        options: Options,
        file_format: str = "auto",
        progress: Progress | None = None,
    ) -> ImportReport:
        """Import one file; what is malformed is reported and does not stop the rest.

        Raises:
            BadRequest: an option is missing or wrong.
            NotFound: there is no such file.
            ImportFormatError: the file cannot be read, or is in no known format.
            TruthWriteError: the disk refused; what came before is safe.
        """
        job = Job(path, file_format, options)
        report = ImportReport(str(path), file_format, skipped=job.skipped, problems=job.problems)
        try:
            with open_source(job) as source:
                report.format = source.format
                for batch in batched(source.records, BATCH):
                    taken = [found for found in batch if self._takes(found, job)]
                    for _, alike in groupby(sorted(taken, key=_put_together), _put_together):
                        self._put([*alike], report, job)
                    if progress is not None:
                        progress(batch[-1].done, source.total)
        except FileNotFoundError:
            raise NotFound(f"there is no file {path}") from None
        except OSError as error:
            raise ImportFormatError(f"{path} cannot be read: {error.strerror or error}") from None
        return report

    def _takes(self, found: Found, job: Job) -> bool:
        """Whether what was found is for a user that may be written for; what is not is noted."""
        if self._only is None or _scope(found.item) == self._only:
            return True
        job.refuse(found.where, "it names another tenant or user")
        return False

    def _put(self, batch: Sequence[Found], report: ImportReport, job: Job) -> None:
        """Write what belongs together; where something of it is refused, each by itself."""
        writers = {Draft: self._drafts, Line: self._lines, Note: self._notes}
        try:
            writers[type(batch[0].item)](batch, report, job)
        except BadRequest as error:
            if len(batch) == 1:
                job.refuse(batch[0].where, str(error))
                return
            for found in batch:  # nothing was written
                self._put([found], report, job)

    def _drafts(self, batch: Sequence[Found], report: ImportReport, job: Job) -> None:
        drafts = [found.item for found in batch if isinstance(found.item, Draft)]
        scope = Scope(drafts[0].tenant_id, drafts[0].user_id)
        for draft, new in zip(drafts, self._written(scope, batch, drafts), strict=True):
            if new is None:
                job.skip(_OTHERWISE)
                continue
            day = None if draft.timestamp is None else day_of(draft.timestamp).isoformat()
            report.put(Place(scope, "records", draft.session_id), new, day=day)
            report.undated += draft.timestamp is None

    def _written(
        self, scope: Scope, batch: Sequence[Found], drafts: Sequence[Draft]
    ) -> list[bool | None]:
        """Write records of one user, each with a key; which of them were written here. ``None``:
        it is there already, but otherwise.

        Raises:
            BadRequest: one of them is none, or has the key of another; nothing was written.
            TruthWriteError: the disk refused.
        """
        prepared = [self._journal.prepare(draft) for draft in drafts]
        prepared = [replace(one, **of.more) for one, of in zip(prepared, batch, strict=True)]
        wanted = {*map(_key, prepared), *(of.other_key for of in batch if of.other_key)}
        with self._keys.held(scope):
            known = self._keys.find(scope, sorted(wanted))
        for n, of in enumerate(batch):
            other = known.get(of.other_key)
            if other and _key(prepared[n]) not in known and self._is(drafts[n], other):
                prepared[n] = replace(prepared[n], idempotency_key=of.other_key)
        asked = [draft if of.own_key else None for draft, of in zip(drafts, batch, strict=True)]
        written: set[int] = set()

        def append(records: Sequence[Record]) -> list[Anchor]:
            written.update(map(id, records))
            return self._append(records)

        for path in {at.file_path for at in write_once(append, self._keys, prepared, asked)}:
            self._wrote(path)
        there = [known.get(_key(record)) for record in prepared]
        return [
            id(record) in written or (None if old and _role(old) != _role(record) else False)
            for record, old in zip(prepared, there, strict=True)
        ]

    def _is(self, draft: Draft, carrier: Carrier) -> bool:
        """Whether what has a key is the very record of a draft of a message."""
        if _role(carrier) != _role(draft) or draft.timestamp not in (None, carrier.timestamp):
            return False
        scope = Scope(draft.tenant_id, draft.user_id)
        there = record_at(self._layout, scope, carrier.anchor)
        return there is not None and there.content == draft.content

    def _lines(self, batch: Sequence[Found], report: ImportReport, job: Job) -> None:
        lines = [found.item for found in batch if isinstance(found.item, Line)]
        rel = lines[0].rel
        new = self._adopter.lines(rel, [(line.data, line.nth) for line in lines])
        self._wrote(rel)
        truth = Layout.parse(rel)
        number = sum(1 for line in lines if line.data.strip())
        if truth is not None and number:
            session = truth.session_id
            kind = "records" if truth.kind == "session" else truth.kind
            day = None if truth.day is None else truth.day.isoformat()
            place = Place(truth.scope, kind, session or "")
            report.put(place, sum(1 for data in new if data.strip()), number, day)

    def _notes(self, batch: Sequence[Found], report: ImportReport, job: Job) -> None:
        for found in batch:
            note = found.item
            if isinstance(note, Note):
                truth = Layout.parse(note.rel)
                if truth is None or truth.kind != "longterm":
                    job.refuse(found.where, f"{note.rel} can be no place of a note")
                    continue
                became = self._adopter.note(note.rel, note.data, replace=job.options.replace)
                self._wrote(note.rel)
                if became == "differs" and not job.options.replace:
                    job.skip(_DIFFERS)
                else:
                    report.put(Place(truth.scope, "notes", ""), became != "same")


def _role(said: Draft | Record | Carrier) -> tuple[str, str]:
    return said.session_id, said.role


def _key(record: Record) -> str:
    """Its key, which each record that is imported has."""
    return str(record.idempotency_key)


def _put_together(found: Found) -> tuple[str, ...]:
    """What is written in one go: records of one user, lines of one file, a note."""
    item = found.item
    if isinstance(item, Draft):
        return "", item.tenant_id, item.user_id
    return type(item).__name__, item.rel


def _scope(item: Draft | Line | Note) -> Scope | None:
    """Whose record it is; ``None`` where its path is no user's."""
    if isinstance(item, Draft):
        return Scope(item.tenant_id, item.user_id)
    truth = Layout.parse(item.rel)
    return None if truth is None else truth.scope
