"""The forge that the other tests' processes come from outlives whoever asks it."""

from __future__ import annotations

import os
import signal
import socket

import pytest
from forge import SIZE_BYTES
from forked import Forge, start_eywa

ASKED = b'["eywa", ["--version"]'


@pytest.mark.parametrize(
    "sent",
    [b"", b"\x05", len(ASKED).to_bytes(SIZE_BYTES, "little"), b"\xff\0\0\0" + ASKED],
    ids=["nothing", "half a size", "a size", "half of it"],
)
def test_who_is_killed_while_it_asks_takes_nobody_along(forge: Forge | None, sent: bytes) -> None:
    if forge is None:
        pytest.skip("nothing can be forked here")
    with socket.socket(socket.AF_UNIX) as line, open(__file__) as stream:
        line.connect(forge.address)
        if sent:
            socket.send_fds(line, [sent], [stream.fileno()])
    process = start_eywa("--version")
    out, _ = process.communicate(timeout=60)
    assert (process.returncode, out[:4]) == (0, "eywa")


def test_one_that_was_killed_is_started_anew(forge: Forge | None) -> None:
    if forge is None:
        pytest.skip("nothing can be forked here")
    own = Forge()
    with socket.socket(socket.AF_UNIX) as line:
        line.connect(own.address)
    before, pid = own.address, own.pid
    assert pid is not None
    os.kill(pid, signal.SIGKILL)
    os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)
    assert own.address != before and own.pid != pid
    own.close()


def test_one_that_ends_as_it_is_killed_is_killed(forge: Forge | None) -> None:
    if forge is None:
        pytest.skip("nothing can be forked here")
    process = start_eywa("--version")
    own, process.pid = process.pid, 2**22 + 1  # the kernel numbers none so high: as one that ended
    process.kill()
    process.pid = own
    out, _ = process.communicate(timeout=60)
    assert (process.returncode, out[:4]) == (0, "eywa")
