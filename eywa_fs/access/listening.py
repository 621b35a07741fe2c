"""A place that programs connect to, and whether only this machine can."""

from __future__ import annotations

import socket
from ipaddress import ip_address

from eywa_fs.errors import BadRequest


def listen(host: str, port: int) -> tuple[socket.socket, str]:
    """A socket that listens at a name, or an address of either family, and the URL of it; port 0
    takes a free one. ``BadRequest`` where it cannot be listened at."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        listening = socket.create_server((host, port), family=family)
    except (OSError, OverflowError) as error:
        raise BadRequest(f"{host}:{port} cannot be listened at: {error}") from None
    shown = f"[{host}]" if ":" in host else host
    return listening, f"http://{shown}:{listening.getsockname()[1]}"


def is_loopback(host: str) -> bool:
    """Whether a name or address is this machine's own."""
    name = host.strip("[]").rstrip(".").lower()
    if name == "localhost":
        return True
    try:
        return ip_address(name.partition("%")[0]).is_loopback
    except ValueError:
        return False
