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
from eywa_fs.cli.commands import (  # noqa: F401 - importing them makes their commands
    arbiter,
    audit,
    browse,
    care,
    change,
    decide,
    episodes,
    erase,
    evaluate,
    facts,
    forget,
    job,
    keep,
    keys,
    mcp,
    migrate,
    port,
    read,
    redact,
    serve,
    slo,
    ui,
    watch,
    write,
)
from eywa_fs.cli.groups import app
from eywa_fs.cli.options import chosen
from eywa_fs.cli.output import INTERRUPTED, note, show_error
from eywa_fs.errors import BadRequest

__all__ = ["app", "run", "run_arguments"]

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
