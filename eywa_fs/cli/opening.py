"""Opening the memory a command works on, and bringing its index up to date."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from eywa_fs.cli.known import require_root, require_user
from eywa_fs.cli.options import Tenant, User, chosen
from eywa_fs.cli.output import note
from eywa_fs.cli.progress import bar
from eywa_fs.model.times import moment

if TYPE_CHECKING:
    from eywa_fs.memory import EywaMemory
    from eywa_fs.memory.surface import Ids

INDEXED_AT_ONCE_BYTES = 32_768
"""A question indexes at most this much first: some hundred short messages, seconds of embedding."""


def open_memory(
    *,
    migrating: bool = False,
    background: bool | None = False,
    writing: bool = False,
    make: bool = False,
) -> EywaMemory:
    """The memory of ``--root`` and ``--config``.

    Args:
        writing: records will be written: a folder of other things is refused as well.
        make: make the root where it is missing.
        migrating: open it even if the index was built by another embedder or version.
        background: index in a background thread; ``None`` takes it from the settings.

    Raises:
        NotFound: there is no such root.
    """
    if not make:
        require_root(Path(chosen.root), writing=writing)
    from eywa_fs.memory import EywaMemory

    memory = EywaMemory(chosen.root, chosen.config, background=background, migrating=migrating)
    chosen.zone = memory.settings.retrieval.timezone
    return memory


@dataclass(frozen=True, slots=True)
class OfUser:
    """Options of every command about one user."""

    tenant: Tenant = "default"
    user: User = "me"

    @property
    def ids(self) -> Ids:
        return {"tenant_id": self.tenant, "user_id": self.user}

    @contextmanager
    def opened(self, *, migrating: bool = False) -> Iterator[EywaMemory]:
        """The memory for a question about the user.

        What ``eywa add`` left unindexed is indexed first, unless it is much, another process
        indexes, or the index cannot be written: the question is answered all the same.

        Args:
            migrating: as for :func:`open_memory`; nothing is indexed then.
        """
        from eywa_fs.errors import EywaError

        with open_memory(migrating=migrating) as memory:
            require_user(memory.layout, self.tenant, self.user)
            if not migrating:
                with suppress(EywaError), bar("indexing", "documents") as done:
                    memory.index_user(**self.ids, max_bytes=INDEXED_AT_ONCE_BYTES, progress=done)
            yield memory


def when(text: str | None, option: str) -> int | None:
    """The time that was typed as an option, in epoch milliseconds; see :func:`moment`. The settings
    were read before: they name its zone."""
    return moment(text, chosen.zone, option)


def index_now(memory: EywaMemory) -> None:
    """Index what is new; a holder of the lease elsewhere does it in our place."""
    from eywa_fs.errors import DependencyUnavailable, IndexerBusy

    try:
        with bar("indexing", "documents", memory.unindexed) as done:
            problems = memory.index(done).problems
    except IndexerBusy as error:
        note(f"not indexed here: {error}")
    except DependencyUnavailable as error:
        note(f"not indexed now: {error}\nthe records are safe; see 'eywa doctor'")
    else:
        for problem in dict.fromkeys(problems):
            note(f"warning: {problem}")
