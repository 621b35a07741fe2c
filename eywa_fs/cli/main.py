"""``eywa``: composes the program, and turns what goes wrong on its command line into an exit code.

Each command is a thin call on a public method of :class:`EywaMemory`. A new topic is a module in
:mod:`eywa_fs.cli.commands` that adds its functions to a group, and a name in the import below.
"""

from __future__ import annotations

import logging
import sys
from typing import Annotated, Any

import typer

from eywa_fs import __version__
from eywa_fs.cli.commands import (
    audit,
    browse,
    care,
    change,
    decide,
    erase,
    evaluate,
    facts,
    forget,
    job,
    keep,
    migrate,
    port,
    read,
    redact,
    watch,
    write,
)
from eywa_fs.cli.groups import (
    app,
    audit_group,
    conflicts_group,
    evaluations,
    facts_group,
    forget_group,
    job_group,
    migrate_group,
    outbox_group,
    panel,
    redaction_group,
)
from eywa_fs.cli.options import chosen
from eywa_fs.cli.output import INTERRUPTED, note, show_error
from eywa_fs.errors import BadRequest

__all__ = ["TOPICS", "app", "run", "run_arguments"]

TOPICS = (
    write,
    port,
    read,
    change,
    browse,
    facts,
    decide,
    care,
    keep,
    job,
    migrate,
    audit,
    forget,
    erase,
    redact,
    watch,
    evaluate,
)
"""Importing them makes their commands; this keeps them used."""

app.add_typer(facts_group, name="facts", rich_help_panel=panel("facts"))
app.add_typer(conflicts_group, name="conflicts", rich_help_panel=panel("conflicts"))
app.add_typer(migrate_group, name="migrate", rich_help_panel=panel("migrate"))
app.add_typer(job_group, name="job", rich_help_panel=panel("job"))
app.add_typer(outbox_group, name="outbox", rich_help_panel=panel("outbox"))
app.add_typer(audit_group, name="audit", rich_help_panel=panel("audit"))
app.add_typer(forget_group, name="forget", rich_help_panel=panel("forget"))
app.add_typer(redaction_group, name="redaction", rich_help_panel=panel("redaction"))
app.add_typer(evaluations, name="eval", rich_help_panel=panel("eval"))

UsageError: Any = typer.BadParameter.__bases__[0]
"""Wherever this version of typer keeps click's base of all wrong command lines."""


def _version(wanted: bool) -> None:
    if wanted:
        print(f"eywa-fs {__version__}")
        raise typer.Exit


@app.callback()
def choose(
    root: Annotated[
        str, typer.Option(envvar="EYWA_ROOT", help="The data root.", show_default=True)
    ] = "memory_fs",
    config: Annotated[str | None, typer.Option(help="A YAML file of settings.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")] = False,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Say the version.")
    ] = False,
) -> None:
    """Long-term memory that can be proved."""
    chosen.root, chosen.config, chosen.json = root, config, as_json


class _Remarks(logging.Handler):
    """Warnings of the library, as remarks."""

    def emit(self, record: logging.LogRecord) -> None:
        note(f"{record.levelname.lower()}: {record.getMessage()}")


def run() -> None:
    """Entry point of the ``eywa`` command."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")  # a narrow encoding must not end us
    log = logging.getLogger("eywa_fs")
    log.addHandler(_Remarks(logging.WARNING))
    log.propagate = False
    sys.exit(run_arguments(sys.argv[1:]))


def run_arguments(arguments: list[str]) -> int:
    """Run one command line; gives its exit code."""
    try:
        return app(args=arguments, prog_name="eywa", standalone_mode=False) or 0
    except UsageError as error:
        if "--json" in arguments:
            show_error(True, BadRequest(error.format_message()))
        else:
            error.show()
        return BadRequest.exit_code
    except (typer.Abort, KeyboardInterrupt):
        note("interrupted")
        return INTERRUPTED


if __name__ == "__main__":
    run()
