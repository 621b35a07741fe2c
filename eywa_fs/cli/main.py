"""``eywa``: composes the program, and turns what goes wrong on its command line into an exit code.

Each command is a thin call on a public method of :class:`EywaMemory`. A new topic is a module in
:mod:`eywa_fs.cli.commands` that adds its functions to a group, and its commands in
:data:`~eywa_fs.cli.groups.PANELS`. A module is imported when one of its commands is asked for: all
of them take longer than most commands.
"""

from __future__ import annotations

import logging
import os
import sys
from importlib import import_module
from typing import Annotated, Any, TextIO, cast

import typer

from eywa_fs import __version__
from eywa_fs.cli.groups import PANELS, app, command_of
from eywa_fs.cli.options import chosen
from eywa_fs.cli.output import note, output_of, show_error
from eywa_fs.errors import BadRequest, Interrupted, OutputLost

__all__ = ["run", "run_arguments", "whole_app"]

UsageError: Any = typer.BadParameter.__bases__[0]
"""Wherever this version of typer keeps click's base of all wrong command lines."""


_COMPLETE = "_EYWA_COMPLETE"
"""The variable by which a shell asks for completions."""


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
    # Each may have been closed: what we open next, a file of the truth, would take its number.
    sys.stdin = sys.stdin or _nowhere("r")
    sys.stdout = output_of(sys.stdout) if sys.stdout else _nowhere()
    sys.stderr = sys.stderr or _nowhere()
    log = logging.getLogger("eywa_fs")
    log.addHandler(_Remarks(logging.WARNING))
    log.propagate = False
    try:
        code = run_arguments(sys.argv[1:])
        print(end="", flush=True)
    except OutputLost as error:
        sys.stdout = _nowhere()
        code = 0
        if not isinstance(error.__cause__, BrokenPipeError):  # who closed it has enough
            note(f"error: {error}")
            code = error.exit_code
    sys.exit(code)


def _nowhere(mode: str = "w") -> TextIO:
    return cast("TextIO", open(os.devnull, mode, encoding="utf-8"))


def whole_app() -> typer.Typer:
    """The program with all its commands."""
    for module in dict.fromkeys(name for names in PANELS.values() for name in names.values()):
        import_module(f"eywa_fs.cli.commands.{module}")
    return app


def _app_for(arguments: list[str]) -> typer.Typer:
    """The program with the command that a line asks for; with all, where it asks for none that
    there is, or a shell asks how a word can go on."""
    asked = command_of(arguments)
    module = next((names[asked] for names in PANELS.values() if asked in names), None)
    if not asked and "--version" in arguments:
        return app
    if module is None or _COMPLETE in os.environ:
        return whole_app()
    import_module(f"eywa_fs.cli.commands.{module}")
    return app


def run_arguments(arguments: list[str]) -> int:
    """Run one command line; gives its exit code."""
    try:
        program = _app_for(arguments)
        code: int = program(args=arguments, prog_name="eywa", standalone_mode=False) or 0
    except UsageError as error:
        if "--json" in arguments:
            show_error(True, BadRequest(error.format_message()))
        else:
            error.show()
        return BadRequest.exit_code
    except Interrupted as error:
        show_error("--json" in arguments, error)
        return Interrupted.exit_code
    except (typer.Abort, KeyboardInterrupt):
        code = Interrupted.exit_code
    if code == Interrupted.exit_code:  # typer makes it of Ctrl-C too, while it reads a line
        show_error("--json" in arguments, Interrupted("interrupted"))
    return code


if __name__ == "__main__":
    run()
