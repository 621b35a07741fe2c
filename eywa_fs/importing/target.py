"""Where an import writes: the truth, or (a dry run) nowhere, with the same answers."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from eywa_fs.importing.found import Line
from eywa_fs.model.records import Draft, Scope
from eywa_fs.truth.adopting import Adopter, Became
from eywa_fs.truth.journal import Journal
from eywa_fs.truth.keys import KeyRegister, write_once
from eywa_fs.truth.layout import Layout


class Target:
    """Writes what an import found and says what of it was new. For one thread.

    Args:
        wrote: told of each file that was written.
        dry: write nothing.
    """

    def __init__(
        self,
        layout: Layout,
        journal: Journal,
        keys: KeyRegister,
        wrote: Callable[[str], object],
        dry: bool,
    ) -> None:
        self._journal = journal
        self._keys = KeyRegister(layout) if dry else keys
        self._adopter = Adopter(layout, journal, self._keys, dry=dry)
        self._wrote = wrote
        self._dry = dry
        self._seen: set[tuple[Scope, str]] = set()

    def drafts(self, drafts: Sequence[Draft]) -> list[bool]:
        """Write records, each with a key; which of them were new.

        Raises:
            BadRequest: one of them is none; nothing was written.
            TruthWriteError: the disk refused.
        """
        prepared = [self._journal.prepare(draft) for draft in drafts]
        named = [(record.scope, str(record.idempotency_key)) for record in prepared]
        for scope in {scope for scope, _ in named}:
            wanted = sorted({key for of, key in named if of == scope})
            self._seen |= {(scope, key) for key in self._known(scope, wanted)}
        if not self._dry:
            anchors = write_once(self._journal, self._keys, prepared)
            for path in {anchor.file_path for anchor in anchors}:
                self._noted(path)
        new = []
        for name in named:
            new.append(name not in self._seen)
            self._seen.add(name)
        return new

    def lines(self, rel: str, lines: Sequence[Line]) -> int:
        """Append lines that a file has not yet; how many of them are not blank. Errors as of
        :meth:`Adopter.lines`."""
        new = self._adopter.lines(rel, [(line.data, line.nth) for line in lines])
        self._noted(rel)
        return sum(1 for data in new if data.strip())

    def note(self, rel: str, data: bytes, *, replace: bool) -> Became:
        """Write a Markdown file; as :meth:`Adopter.note`."""
        became = self._adopter.note(rel, data, replace=replace)
        self._noted(rel)
        return became

    def _noted(self, rel: str) -> None:
        if not self._dry:
            self._wrote(rel)

    def _known(self, scope: Scope, keys: list[str]) -> set[str]:
        """Those keys that a record carries. A dry run looks without the lock, which is a file."""
        if self._dry:
            return set(self._keys.find(scope, keys))
        with self._keys.held(scope):
            return set(self._keys.find(scope, keys))
