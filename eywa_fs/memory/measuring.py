"""Keeping what evaluations found, to compare them later."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from eywa_fs.memory.surface import Surface

if TYPE_CHECKING:
    from eywa_fs.evaluation.kept import KeptRun


class Measuring(Surface):
    """The figures of evaluations, which ``eywa eval`` measures."""

    def keep_evaluation(
        self, kind: str, data: str, runs: Mapping[str, Mapping[str, float | int | None]]
    ) -> KeptRun:
        """Keep the figures of an evaluation in ``.index``, for :meth:`evaluations` and the page.

        Args:
            kind: what was measured (``retrieval``).
            data: the name of the file or folder it was measured on.
            runs: figures by what was asked (``fused``); shares are 0 to 1.

        Raises:
            RootLost: the data root is gone or another folder.
            OSError: it cannot be written.
        """
        from eywa_fs import __version__
        from eywa_fs.evaluation.kept import KeptRun, keep

        self._refuse_closed()
        run = KeptRun(kind, data, self._parts.clock(), __version__, runs)
        keep(self.layout, run)
        return run

    def evaluations(self) -> list[KeptRun]:
        """The evaluations that were kept, the oldest first; the newest 500 are there."""
        from eywa_fs.evaluation.kept import kept_runs

        self._refuse_closed()
        return kept_runs(self.layout)
