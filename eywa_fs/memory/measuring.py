"""Keeping what evaluations found, to compare them later."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from eywa_fs import __version__
from eywa_fs.errors import BadRequest
from eywa_fs.memory.surface import Surface

if TYPE_CHECKING:
    from eywa_fs.evaluation.kept import KeptRun

_LARGEST: Final = 1e300
"""No figure is as large; compared with it, what is no number is refused."""


class Measuring(Surface):
    """The figures of evaluations, which ``eywa eval`` measures."""

    def keep_evaluation(
        self, kind: str, data: str, runs: Mapping[str, Mapping[str, float | int | None]]
    ) -> KeptRun:
        """Keep the figures of an evaluation in ``.index``, for :meth:`evaluations` and the page.

        Args:
            kind: what was measured (``retrieval``).
            data: what it was measured on: runs of the same kind and data make one course.
            runs: figures by what was asked (``fused``); shares are 0 to 1.

        Raises:
            BadRequest: ``kind`` is no word of small letters, a figure is no finite number.
            RootLost: the data root is gone or another folder.
            OSError: it cannot be written.
        """
        from eywa_fs.evaluation.kept import KeptRun, keep

        self._parts.refuse_closed()
        _check(kind, runs)
        run = KeptRun(kind, data, self._parts.clock(), __version__, runs)
        keep(self.layout, run)
        return run

    def evaluations(self) -> list[KeptRun]:
        """The evaluations that were kept, the oldest first; the newest 500 are there."""
        from eywa_fs.evaluation.kept import kept_runs

        self._parts.refuse_closed()
        return kept_runs(self.layout)


def _check(kind: str, runs: Mapping[str, Any]) -> None:
    """Refuse what could not be read back, and a kind that could not be part of a file's name."""
    if not re.fullmatch(r"[a-z_]{1,40}", kind):
        raise BadRequest(f"kind is {kind[:80]!r}: a word of small letters is wanted")
    for way, figures in runs.items():
        numbers = figures.values() if isinstance(figures, Mapping) else [math.nan]
        names = [way, *figures] if isinstance(figures, Mapping) else [way]
        plain = all(isinstance(name, str) for name in names)
        if not plain or not all(map(_is_figure, numbers)):
            raise BadRequest(f"runs[{way!r}] is no mapping of names to finite numbers or None")


def _is_figure(value: object) -> bool:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return value is None
    return -_LARGEST < value < _LARGEST
