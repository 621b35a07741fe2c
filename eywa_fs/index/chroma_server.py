"""A Chroma server asked over HTTP without Chroma's client, which takes a second to load."""

from __future__ import annotations

import json
from typing import Any, Final

from eywa_fs.errors import DependencyUnavailable

Address = tuple[str, int]
"""Host and port."""

COLLECTIONS: Final = "/api/v2/tenants/default_tenant/databases/default_database/collections"
_ASKED_S: Final = 2.0
"""How long a server has for an answer."""
_PAGE: Final = 500


def refuse_silent(server: Address) -> None:
    """Raise ``DependencyUnavailable`` unless a Chroma server answers there."""
    if "nanosecond heartbeat" not in (_ask(server, "GET", "/api/v2/heartbeat") or {}):
        raise _no_chroma(server, "it has no heartbeat")


def names(server: Address, prefix: str) -> list[str]:
    """The names of the collections that begin with ``prefix``, sorted; ``DependencyUnavailable``
    where the server does not answer."""
    found: list[str] = []
    seen = 0
    while page := _ask(server, "GET", f"{COLLECTIONS}?limit={_PAGE}&offset={seen}"):
        found += [one["name"] for one in page if one["name"].startswith(prefix)]
        seen += len(page)
        if len(page) < _PAGE:
            break
    return sorted(found)


def count(server: Address, name: str) -> int:
    """How many documents a collection holds, 0 for a missing one; errors as of :func:`names`."""
    found = _ask(server, "GET", f"{COLLECTIONS}/{name}")
    return 0 if found is None else int(_ask(server, "GET", f"{COLLECTIONS}/{found['id']}/count"))


def drop(server: Address, prefix: str) -> list[str]:
    """Remove the collections that begin with ``prefix``; their names. Errors as of
    :func:`names`."""
    found = names(server, prefix)
    for name in found:
        _ask(server, "DELETE", f"{COLLECTIONS}/{name}")
    return found


def how_to_drop(server: Address, name: str) -> str:
    """The command by which a person removes a collection."""
    return f"curl -X DELETE http://{server[0]}:{server[1]}{COLLECTIONS}/{name}"


def _ask(server: Address, method: str, path: str) -> Any:
    """What the server answers; ``None`` where it says that there is no such thing."""
    from http.client import HTTPConnection, HTTPException  # slow to import, for nothing mostly

    host, port = server
    connection = HTTPConnection(host.strip("[]"), port, timeout=_ASKED_S)
    try:
        connection.request(method, path)
        answer = connection.getresponse()
        status, body = answer.status, answer.read()
    except (OSError, HTTPException, ValueError) as error:
        raise DependencyUnavailable(
            f"the Chroma server {server[0]}:{server[1]} does not answer ({error}): start it, or "
            "set vectors.server_host and vectors.server_port to where it is and run 'eywa rebuild'"
        ) from None
    finally:
        connection.close()
    if status == 404 and path.startswith(COLLECTIONS + "/"):
        return None
    if status != 200:
        raise _no_chroma(server, f"{method} {path} gives HTTP {status}")
    try:
        return json.loads(body)
    except ValueError:
        raise _no_chroma(server, f"{method} {path} gives no JSON") from None


def _no_chroma(server: Address, why: str) -> DependencyUnavailable:
    return DependencyUnavailable(
        f"what answers at {server[0]}:{server[1]} is no Chroma server of version 1 ({why}): set "
        "vectors.server_host and vectors.server_port to where it is"
    )
