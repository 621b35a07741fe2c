"""Opening the memory a command works on, and bringing its index up to date."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eywa_fs.cli.options import chosen
from eywa_fs.cli.output import note
from eywa_fs.cli.progress import counting

if TYPE_CHECKING:
    from eywa_fs.memory import EywaMemory


def open_memory(*, migrating: bool = False, background: bool = False) -> EywaMemory:
    """The memory of ``--root`` and ``--config``.

    Args:
        migrating: open it even if the index was built by another embedder or version.
        background: index in a background thread.
    """
    from eywa_fs.memory import EywaMemory

    return EywaMemory(chosen.root, chosen.config, background=background, migrating=migrating)


def index_now(memory: EywaMemory, as_json: bool) -> None:
    """Index what is new; a holder of the lease elsewhere does it in our place."""
    from eywa_fs.errors import DependencyUnavailable, IndexerBusy

    try:
        with counting("indexing", "documents", as_json) as done:
            problems = memory.index(done).problems
    except IndexerBusy as error:
        note(f"not indexed here: {error}")
    except DependencyUnavailable as error:
        note(f"not indexed now: {error}\nthe records are safe; see 'eywa doctor'")
    else:
        for problem in dict.fromkeys(problems):
            note(f"warning: {problem}")
