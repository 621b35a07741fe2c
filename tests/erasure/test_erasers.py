"""Who erases in one process holds the lock for as long as that takes, and not longer."""

from __future__ import annotations

from pathlib import Path

import pytest

from eywa_fs.memory import erasers
from eywa_fs.memory.erasers import Erasers
from eywa_fs.truth.layout import Layout


def test_what_fails_at_the_beginning_keeps_no_lock(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    layout = Layout(root)
    layout.claim()

    def fails(folder: Path) -> None:
        raise KeyboardInterrupt

    one, other = Erasers(layout), Erasers(layout)
    with monkeypatch.context() as patch:
        patch.setattr(erasers, "remove_unfinished", fails)
        with pytest.raises(KeyboardInterrupt), one.at_work():
            pass
    for who in (other, one):
        with who.at_work(), who.at_work():
            pass
