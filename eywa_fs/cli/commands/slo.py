"""``eywa slo``: whether a service that runs keeps its objectives."""

from __future__ import annotations

import os
from typing import Annotated, Any

import typer

from eywa_fs.cli.groups import app, command
from eywa_fs.cli.output import emit
from eywa_fs.cli.tables import table
from eywa_fs.errors import ConfigError, DependencyUnavailable

_KEY = "EYWA_API_KEY"
_TIMEOUT_S = 30.0


@command(app, "slo", "eywa slo --url http://127.0.0.1:8765")
def slo(
    url: Annotated[str, typer.Option(help="Where 'eywa serve' listens.")] = "http://127.0.0.1:8765",
) -> int:
    """Say whether a service keeps its objectives, by what it measured since it was started; ends
    with 1 where it misses one or has measured nothing yet. A key or token is taken from
    EYWA_API_KEY."""
    found = _asked(url)
    rows = [
        (
            one["name"],
            one["aim"],
            "-" if one["measured"] is None else f"{one['measured']:.2%}",
            one["of"],
            {True: "kept", False: "MISSED", None: "nothing measured yet"}[one["met"]],
        )
        for one in found["objectives"]
    ]
    emit(found, table(("objective", "aim", "measured", "of", "state"), rows))
    return 0 if found["met"] else 1


def _asked(url: str) -> dict[str, Any]:
    """What the service answers.

    Raises:
        ConfigError: the address is none, or it refuses the key.
        DependencyUnavailable: nobody answers there, or something else than the service does.
    """
    import httpx

    token = os.environ.get(_KEY)
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    try:
        answer = httpx.get(f"{url.rstrip('/')}/v1/slo", headers=headers, timeout=_TIMEOUT_S)
        if answer.status_code == 404:
            raise ConfigError(f"there is no /v1/slo at {url}: give the address before /v1")
        if answer.status_code in (401, 403):
            raise ConfigError(
                f"{url} answers with {answer.status_code}: put a key for measurements, of every "
                f"tenant, into {_KEY} ('eywa keys create NAME --role auditor --every-tenant')"
            )
        found: dict[str, Any] = answer.raise_for_status().json()
    except (httpx.InvalidURL, httpx.UnsupportedProtocol) as error:
        raise ConfigError(f"--url is no address of a service: {error}") from None
    except (httpx.HTTPError, ValueError) as error:
        raise DependencyUnavailable(
            f"no service answers at {url} ({type(error).__name__}): is 'eywa serve' running there?"
        ) from None
    return found
