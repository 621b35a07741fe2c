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
    "Write": ("init", "add", "import", "index", "watch"),
    "Ask": (
        "search", "context", "facts", "profile", "history", "conflicts", "verdicts", "graph",
        "replay", "explain", "enrich", "episode",
    ),
    "Look": ("tenants", "users", "sessions", "list", "show", "versions", "compare", "audit", "ui"),
    "Correct and take back": (
        "update", "delete", "undelete", "revert", "archive", "unarchive", "pin", "unpin",
        "confirm", "expire", "feedback", "forget", "erase", "redaction",
    ),
    "Let agents in": ("serve", "slo", "keys", "mcp"),
    "Keep well": (
        "status", "verify", "repair", "rebuild", "doctor", "job", "outbox", "migrate", "eval",
    ),
    "Keep safe": ("export", "backup", "restore", "drill"),
}  # fmt: skip
"""The commands in the order of the help text, by heading."""


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
    return front + rest


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


job_group = group("job", "Jobs that are due again and again.")

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
    call.__doc__ = " ".join(first.split()) + mark + rest  # a list of commands shows it in its width
    call.__annotations__ = {name: one.annotation for name, one in parameters.items()}
    call.__signature__ = Signature([*parameters.values()])  # type: ignore[attr-defined]
    return call
