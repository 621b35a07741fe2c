"""Figures of evaluations that were kept, in ``.index/evaluations/``: notes that may be deleted."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from pydantic import TypeAdapter

from eywa_fs.durable import FOLDER_MODE
from eywa_fs.evaluation.report import Figures
from eywa_fs.model.plain import AsDict
from eywa_fs.truth.index_folder import prepare_index_folder, read_note, write_note

if TYPE_CHECKING:
    from eywa_fs.truth.layout import Layout

MOST: Final = 500
"""Runs that are kept; the oldest make room."""


@dataclass(frozen=True, slots=True)
class KeptRun(AsDict):
    """The figures of one evaluation; no text of what it measured on.

    Attributes:
        kind: ``retrieval``, ``extraction``, ``conflict``, ``temporal`` or ``timelines``.
        data: what it measured on, which runs of one course have in common; of ``eywa eval`` the
            name of the file or folder and the beginning of the hash of its bytes.
        at: when it ended, epoch milliseconds.
        version: of the package that was measured.
        runs: figures by what was asked (``fused``, ``words``), each a share, a number or ``None``.
    """

    kind: str
    data: str
    at: int
    version: str
    runs: Mapping[str, Figures]


_RUN = TypeAdapter(KeptRun)


def keep(layout: Layout, run: KeptRun) -> None:
    """Write a run beside the others, in one step. ``RootLost`` where the data root is gone or
    another folder, ``OSError`` where it cannot be written."""
    prepare_index_folder(layout)
    _folder(layout).mkdir(FOLDER_MODE, exist_ok=True)
    path = _folder(layout) / f"{run.at:015d}-{run.kind}.json"
    write_note(path, run.as_dict())
    for old in _files(layout)[:-MOST]:
        old.unlink(missing_ok=True)


def kept_runs(layout: Layout) -> list[KeptRun]:
    """All runs that are kept, the oldest first; what cannot be read is left out."""
    found = []
    for path in _files(layout):
        with suppress(OSError, ValueError):
            found.append(_RUN.validate_python(read_note(path)))
    return found


def _folder(layout: Layout) -> Path:
    return layout.index / "evaluations"


def _files(layout: Layout) -> list[Path]:
    return sorted(_folder(layout).glob("*.json"))
