"""How answers and errors reach the user: text for people, one JSON object for programs."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NoReturn

import typer

from eywa_fs.errors import EywaError


def emit(as_json: bool, value: Any, text: str) -> None:
    """Print the answer: ``value`` as JSON, or ``text``."""
    print(json.dumps(value, ensure_ascii=False) if as_json else text)


def note(message: str) -> None:
    """A remark beside the answer, on standard error."""
    print(message, file=sys.stderr)


@contextmanager
def edge(as_json: bool) -> Iterator[None]:
    """Turn every failure into a message and an exit code; nobody sees a traceback."""
    try:
        yield
    except EywaError as error:
        _fail(as_json, error.code, str(error), error.retryable, error.exit_code)
    except typer.Exit:
        raise
    except KeyboardInterrupt:
        note("interrupted: what was acknowledged is safe, the rest can be run again")
        raise typer.Exit(130) from None
    except BrokenPipeError:
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115 - the reader left; say nothing more
        raise typer.Exit(0) from None
    except Exception as error:
        if os.environ.get("EYWA_DEBUG"):
            raise
        message = f"internal error: {error!r}; run again with EYWA_DEBUG=1 for details"
        _fail(as_json, EywaError.code, message, False, EywaError.exit_code)


def _fail(as_json: bool, code: str, message: str, retryable: bool, status: int) -> NoReturn:
    if as_json:
        error = {"code": code, "message": message, "retryable": retryable}
        print(json.dumps({"error": error}, ensure_ascii=False))
    else:
        note(f"error: {message}")
    raise typer.Exit(status)
