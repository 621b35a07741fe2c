"""Keeping the truth safe: backups, and drills that try them out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, cast

from eywa_fs.errors import BadRequest
from eywa_fs.memory.arguments import check_text
from eywa_fs.memory.surface import Surface

if TYPE_CHECKING:
    from eywa_fs.backup.drill import DrillReport, Restored
    from eywa_fs.backup.making import BackupReport
    from eywa_fs.backup.vault import Listed, Verified


class Keeping(Surface):
    """Backups of this memory. A restore needs none: :func:`eywa_fs.restore`."""

    def backup(
        self,
        to: str | Path | None = None,
        *,
        key_file: str | Path | None = None,
        keep: int | None = None,
        begin: bool = False,
        progress: Callable[[int, int], None] | None = None,
    ) -> BackupReport:
        """Make a backup of the truth, while others append: everything that was acknowledged before
        the call is in it. Only what is new since the last one there is stored. A crash leaves no
        backup, and the earlier ones whole.

        Args:
            to: a folder outside the root, or a URL that fsspec knows; ``backup.to`` by default.
            key_file: a file of at least 32 random bytes, with which the first backup there began;
                none: not encrypted. ``backup.key_file`` where ``to`` is the one of the settings.
            keep: take all but so many backups away afterwards; ``None`` takes none.
            begin: begin anew where backups were made before and none are now, or where there is not
                even the bucket yet; otherwise that is refused, since it is what a disk looks like
                that was not mounted, or a name that is not right.
            progress: called with (bytes done, bytes in all).

        Raises:
            NotFound: backups were made there before, and none are there now; or no such bucket is.
            BadRequest: no place was named, or it lies in the root or ends with this process, holds
                other things or another memory's backups.
            KeyRefused: the key is missing or wrong.
            DependencyUnavailable: the place refuses (full, no access), and no backup was made. What
                fails afterwards stands in ``problems`` of the report.
        """
        from eywa_fs.backup.making import make_backup, refuse_inside
        from eywa_fs.backup.opening import named, open_vault
        from eywa_fs.backup.places import open_place
        from eywa_fs.truth.auditlog import newest_entry

        self._parts.refuse_closed()
        if keep is not None and keep < 1:
            raise BadRequest(f"keep is {keep}: at least 1 backup has to stay")
        parts = self._parts
        to, key_file = named(self.settings.backup, to, key_file)
        place = open_place(to)
        refuse_inside(parts.layout, place)
        shown = check_text("to", place.shown)  # the audit trail names it
        known = newest_entry(parts.layout, "backup_made", shown) is not None
        vault = open_vault(to, key_file, make=True, begin=begin, known=known)
        report = make_backup(parts.layout, vault, clock=parts.clock, progress=progress)
        what = {"id": report.id, "at": report.at, "files": report.files, "bytes": report.bytes}
        parts.journal.audit("backup_made", report.to, reason="backup", after=what)
        pruned = None if keep is None else vault.prune(keep, report.id)
        problems = list(vault.place.left)
        if pruned is not None and pruned.waits:
            problems.append(f"not everything older was taken away: {pruned.waits}")
        told = tuple(f"the backup is made and whole, but {one}" for one in problems)
        return replace(report, pruned=pruned, problems=told)

    def backups(
        self, to: str | Path | None = None, *, key_file: str | Path | None = None
    ) -> list[Listed]:
        """The backups at a place, newest first, damaged ones with their problem; arguments and
        errors as of :meth:`backup`, and ``NotFound`` where there are none."""
        from eywa_fs.backup.opening import named, open_vault

        self._parts.refuse_closed()
        return open_vault(*named(self.settings.backup, to, key_file)).listing()

    def verify_backups(
        self,
        to: str | Path | None = None,
        *,
        key_file: str | Path | None = None,
        progress: Callable[[int, int], None] | None = None,
    ) -> Verified:
        """Read every chunk of every backup at a place and prove it; arguments and errors as of
        :meth:`backups`."""
        from eywa_fs.backup.opening import named, open_vault

        self._parts.refuse_closed()
        return open_vault(*named(self.settings.backup, to, key_file)).verify(progress)

    def drill(
        self,
        to: str | Path | None = None,
        *,
        key_file: str | Path | None = None,
        index: bool = True,
        searches: int = 10,
        step: Callable[[str], None] | None = None,
    ) -> DrillReport:
        """Restore a backup into a temporary folder, try it out and measure: what would be lost, and
        how long until searches answer and everything is indexed. Nothing of it stays but an entry
        in the audit trail.

        Args:
            to: take the newest backup there; ``None`` makes one in a temporary folder.
            key_file: as of :meth:`backup`.
            index: also build the index (every text is embedded), verify deep, and compare with
                this memory's index.
            searches: how many records are searched for by their words, 1 or more.
            step: called with what is done next, in words.

        Raises:
            BadRequest, NotFound, KeyRefused, BackupDamaged: as of :meth:`backup` and
                :func:`eywa_fs.restore`.
            TruthWriteError, DependencyUnavailable: no room, or a place cannot be used.
        """
        from eywa_fs.backup.drill import drill
        from eywa_fs.backup.opening import named

        self._parts.refuse_closed()
        parts, settings = self._parts, self.settings.backup
        if to is not None:
            to, key_file = named(settings, to, key_file)
        report = drill(
            parts.layout,
            self._open_restored,
            parts.current.get_or_none,
            clock=parts.clock,
            to=to,
            key_file=key_file,
            interval_s=settings.interval_s if settings.to else None,
            index=index,
            searches=searches,
            step=step,
        )
        what = report.as_dict()
        brief = ("ok", "id", "records", "restore_s", "first_answer_s", "indexed_s", "rpo_s")
        after = {name: what[name] for name in brief}
        parts.journal.audit("drill", report.id, reason="drill", after=after)
        return report

    def _open_restored(self, root: Path) -> Restored:
        """A memory like this one over another root."""
        return cast("Callable[..., Restored]", type(self))(root, self.settings, background=False)
