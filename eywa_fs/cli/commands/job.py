"""Commands on jobs: job list, job run."""

from __future__ import annotations

from typing import Annotated

import typer

from eywa_fs.cli.groups import command, group
from eywa_fs.cli.opening import open_memory
from eywa_fs.cli.options import chosen
from eywa_fs.cli.output import emit
from eywa_fs.cli.progress import bar
from eywa_fs.cli.tables import table

job_group = group("job", "Jobs that are due again and again.")


@command(job_group, "list", "eywa job list")
def list_jobs() -> None:
    """The jobs there are, and what each did last."""
    with open_memory(migrating=True) as memory:
        found = memory.jobs()
        rows = [
            (name, last.in_words(chosen.zone) if last else "not known")
            for name, last in found.items()
        ]
        value = {name: last and last.as_dict() for name, last in found.items()}
        emit({"jobs": value}, table(("job", "last"), rows))


@command(job_group, "run", "eywa job run verify")
def run(
    name: Annotated[str, typer.Argument(metavar="NAME", help="As 'eywa job list' names it.")],
) -> int:
    """Do a job now, as 'eywa watch' does it on schedule; for cron. Ends with 1 where it found or
    left something wrong."""
    with open_memory(migrating=True) as memory:
        with bar(name) as progress:
            done = memory.run_job(name, progress=progress)
        emit(done.as_dict(), f"{done.job}: {done.in_words(chosen.zone)}")
        return 0 if done.ok else 1
