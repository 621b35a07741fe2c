"""The program's groups of commands; modules of :mod:`eywa_fs.cli.commands` add to them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import MISSING, fields, is_dataclass
from inspect import Parameter, Signature, cleandoc, signature
from typing import Any, TypeVar, cast, get_type_hints

import typer
from typer.core import TyperGroup

from eywa_fs.cli.options import EXIT_CODES
from eywa_fs.cli.output import edge

WITH_VALUE = ("--root", "--config")
"""Global options with a value; like ``--json`` they may stand anywhere before a ``--``."""


PANELS = {
    "Write": {
        "init": "write", "add": "write", "import": "port", "index": "write", "watch": "watch",
    },
    "Ask": {
        "search": "read", "context": "read", "facts": "decide", "profile": "facts",
        "history": "facts", "conflicts": "facts", "verdicts": "arbiter", "graph": "arbiter",
        "replay": "arbiter", "explain": "read", "enrich": "decide", "episode": "episodes",
    },
    "Look": {
        "tenants": "browse", "users": "browse", "sessions": "browse", "list": "browse",
        "show": "browse", "versions": "change", "compare": "change", "audit": "audit",
        "ui": "serve",
    },
    "Correct and take back": {
        "update": "change", "delete": "change", "undelete": "change", "revert": "change",
        "archive": "change", "unarchive": "change", "pin": "change", "unpin": "change",
        "confirm": "change", "expire": "change", "feedback": "change", "forget": "forget",
        "erase": "erase", "redaction": "redact",
    },
    "Let agents in": {"serve": "serve", "slo": "serve", "keys": "keys", "mcp": "mcp"},
    "Keep well": {
        "status": "care", "verify": "care", "repair": "care", "rebuild": "care", "doctor": "care",
        "job": "care", "outbox": "care", "migrate": "migrate", "eval": "evaluate",
    },
    "Keep safe": {"export": "port", "backup": "keep", "restore": "keep", "drill": "keep"},
}  # fmt: skip
"""The commands in the order of the help text, by heading, with the module of
:mod:`eywa_fs.cli.commands` that makes them (of a group, all of it)."""


def panel(name: str) -> str:
    """The heading under which a command stands in the help text."""
    return next(heading for heading, names in PANELS.items() if name in names)


class GlobalsAnywhere(TyperGroup):
    """A group whose global options may also stand behind the command, in the order of
    :data:`PANELS`."""

    def list_commands(self, ctx: Any) -> list[str]:
        return [name for names in PANELS.values() for name in names if name in self.commands]

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        return super().parse_args(ctx, globals_first(args))


def globals_first(arguments: Sequence[str]) -> list[str]:
    """The same command line with the global options (and their values) in front. Pure."""
    front, rest = _parted(arguments)
    return front + rest


def command_of(arguments: Sequence[str]) -> str:
    """The first word of a command line that is no option; ``""`` where there is none. Pure."""
    return next((word for word in _parted(arguments)[1] if not word.startswith("-")), "")


def _parted(arguments: Sequence[str]) -> tuple[list[str], list[str]]:
    """The global options of a command line with their values, and the rest of it."""
    front: list[str] = []
    rest: list[str] = []
    pending = iter(arguments)
    for argument in pending:
        if argument == "--":
            rest += ["--", *pending]
        elif argument in WITH_VALUE:
            front += [argument, *[value for value in [next(pending, None)] if value is not None]]
        elif argument == "--json" or argument.startswith(tuple(f"{n}=" for n in WITH_VALUE)):
            front.append(argument)
        else:
            rest.append(argument)
    return front, rest


class FirstByDefault(TyperGroup):
    """A group that takes what names none of its commands for a call of its first one."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        if not args or (args[0] not in self.commands and args[0] != "--help"):
            args = [next(iter(self.commands)), *args]
        return super().parse_args(ctx, args)


app = typer.Typer(
    cls=GlobalsAnywhere,
    no_args_is_help=True,
    help="Long-term memory that can be proved.",
    epilog=EXIT_CODES,
    pretty_exceptions_enable=False,
)


def group(name: str, about: str, cls: type[TyperGroup] | None = None) -> typer.Typer:
    """A group of commands of the program; without ``cls`` its bare name shows its help."""
    made = typer.Typer(cls=cls, no_args_is_help=cls is None, help=about)
    app.add_typer(made, name=name, rich_help_panel=panel(name))
    return made


F = TypeVar("F", bound=Callable[..., Any])


def command(
    group: typer.Typer, name: str, example: str, again: str = "run the command again"
) -> Callable[[F], F]:
    """Add a function to a group: what it returns is the exit code, and what it raises is shown.

    A parameter whose type is a dataclass stands for its fields, which are options.

    Args:
        example: a command line that works, shown below the help.
        again: how to go on after Ctrl-C.
    """

    def add(function: F) -> F:
        epilog = f"Example: {example}\n\n{EXIT_CODES}"
        heading = panel(name) if group is app else None
        group.command(name, epilog=epilog, rich_help_panel=heading)(_spread(function, again))
        return function

    return add


def _spread(function: Callable[..., Any], again: str) -> Callable[..., Any]:
    """The function at the edge of the program, with the fields of its groups of options as
    parameters."""
    groups: dict[str, type[Any]] = {}
    parameters: dict[str, Parameter] = {}
    hints = get_type_hints(function, include_extras=True)
    for name, parameter in signature(function).parameters.items():
        kind = hints[name]
        if not is_dataclass(kind):
            parameters[name] = parameter.replace(kind=Parameter.KEYWORD_ONLY, annotation=kind)
            continue
        groups[name] = cast("type[Any]", kind)
        inside = get_type_hints(kind, include_extras=True)
        for field in fields(kind):
            default = Parameter.empty if field.default is MISSING else field.default
            parameters[field.name] = Parameter(
                field.name, Parameter.KEYWORD_ONLY, default=default, annotation=inside[field.name]
            )

    def call(**given: Any) -> Any:
        for name, kind in groups.items():
            given[name] = kind(**{field.name: given.pop(field.name) for field in fields(kind)})
        with edge(again):
            return function(**given)

    first, mark, rest = cleandoc(function.__doc__ or "").partition("\n\n")
    call.__module__ = function.__module__
    call.__doc__ = " ".join(first.split()) + mark + rest  # a list of commands shows it in its width
    call.__annotations__ = {name: one.annotation for name, one in parameters.items()}
    call.__signature__ = Signature([*parameters.values()])  # type: ignore[attr-defined]
    return call
