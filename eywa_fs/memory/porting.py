"""Taking records out and bringing them in: exports and imports."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Unpack

from eywa_fs.errors import BadRequest
from eywa_fs.memory.arguments import check_filters
from eywa_fs.memory.surface import Surface, Whose

if TYPE_CHECKING:
    from eywa_fs.exporting.formats import Part
    from eywa_fs.importing.importer import ImportReport


class Exporting(Whose, total=False):
    """What is taken out: the arguments of :meth:`Porting.export_parts`."""

    every: bool
    format: str
    since: int | None
    until: int | None
    session_ids: Sequence[str]
    progress: Callable[[int, int], None] | None


class Porting(Surface):
    """What leaves the memory for other programs, and comes from them."""

    def export(self, **asked: Unpack[Exporting]) -> Iterator[str]:
        """The records of a user as lines without their ends, read while they are asked for.

        ``jsonl`` is lossless: :meth:`import_file` of it into an empty root gives the same records,
        decisions and Markdown. ``openai`` is a JSON list of ``{id, messages}``, ``markdown`` a
        readable page for each session.

        Args:
            every: all users of all tenants instead of one.
            since, until: epoch milliseconds, half-open. With these or ``session_ids`` it is an
                extract: messages only.
            progress: called with (bytes read, bytes in all).

        Raises:
            BadRequest: an argument is out of range, or no such format.
            TruthReadError: a file cannot be read; from the iterator.
        """
        return (line for part in self.export_parts(**asked) for line in part.lines)

    def export_parts(
        self,
        *,
        every: bool = False,
        format: str = "jsonl",
        since: int | None = None,
        until: int | None = None,
        session_ids: Sequence[str] = (),
        progress: Callable[[int, int], None] | None = None,
        **of: Unpack[Whose],
    ) -> Iterator[Part]:
        """As :meth:`export`, file by file: of ``markdown`` one for each session, of the others one
        in all. Each must be read before the next."""
        from eywa_fs.exporting.formats import Taken, parts

        scope = self._scope(of)
        sessions = check_filters({"session_ids": session_ids}).session_ids
        self.layout.refuse_linked(*(() if every else (scope.tenant_id, scope.user_id)))
        scopes = tuple(self.layout.scopes()) if every else (scope,)
        said = progress or (lambda done, total: None)
        now, shown = self._parts.clock(), self._parts.redaction.shown
        return parts(self.layout, Taken(scopes, since, until, sessions, said, now, shown), format)

    def import_file(
        self,
        path: str | Path,
        *,
        session_id: str | None = None,
        format: str = "auto",
        system: bool = False,
        me: str | None = None,
        day_first: bool | None = None,
        replace: bool = False,
        dry_run: bool = False,
        others: bool = True,
        progress: Callable[[int, int], None] | None = None,
        **of: Unpack[Whose],
    ) -> ImportReport:
        """Bring in what another program, or :meth:`export`, wrote; what is malformed is reported
        and does not stop the rest. Again, or after an interruption, it adds only what is new.

        Args:
            path: a file, a ``.zip`` or a folder.
            session_id: for records that name none; by default their conversation's name.
            format: one of those of docs/operations.md; ``auto`` tells it by the content.
            system: take system prompts as well.
            me: of a chat of several people, the name of the one whose memory it is: only what they
                say is read into facts. ``""``: none of them.
            day_first: how a chat writes its days, where it does not show.
            replace: replace Markdown notes that are there with other text.
            dry_run: say what would be put where, and write nothing.
            others: take records that name another tenant or user, as an export of all of them has;
                otherwise each is refused.
            progress: called with (done, in all), in bytes or messages.

        Raises:
            BadRequest: an argument is missing or wrong; the message asks for it.
            NotFound: there is no such file.
            ImportFormatError: the file cannot be read, or is in no known format.
            TruthWriteError: the disk refused; what came before is safe.
        """
        from eywa_fs.importing.found import Options
        from eywa_fs.importing.importer import Importer

        scope, parts = self._scope(of), self._parts
        if not str(path):
            raise BadRequest("path is empty: name a file or a folder")
        options = Options(
            tenant_id=scope.tenant_id,
            user_id=scope.user_id,
            session_id=session_id,
            system=system,
            me=me,
            day_first=day_first,
            timezone=self.settings.retrieval.timezone,
            replace=replace,
        )
        wrote = parts.background.hint
        only = None if others else scope
        importer = Importer(self.layout, parts.journal, parts.keys, wrote, dry_run, only)
        return importer.run(Path(path), options, format, progress)
