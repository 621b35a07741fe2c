"""Checkpoints: a cut end of a log shows, and only who has the key can make a signed one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from truth.test_chain import change, write_logs

from eywa_fs.errors import BadRequest, ConfigError
from eywa_fs.truth.auditlog import broken_links
from eywa_fs.truth.chain import BEGIN, link_all
from eywa_fs.truth.checkpoints import CHECKPOINTS, checkpoint_breaks, make_key, write_checkpoint
from eywa_fs.truth.journal import Journal
from eywa_fs.truth.layout import Layout


def note(layout: Layout, key: Path | None = None) -> str | None:
    journal = Journal(layout)
    made = write_checkpoint(layout, journal, 1_780_000_000_000, key)
    journal.close()
    return made.signer


def found(layout: Layout, signer: str = "") -> list[tuple[str, int]]:
    return [(item.path, item.line) for item in checkpoint_breaks(layout, signer)]


def test_logs_that_grow_fit(tmp_path: Path) -> None:
    layout, _ = write_logs(tmp_path)
    assert found(layout) == []
    note(layout)
    write_logs(tmp_path)
    assert found(layout) == [] == list(broken_links(layout))
    note(layout)
    note(layout)
    assert found(layout) == []


@pytest.mark.parametrize("log", [2, 5])
def test_a_cut_end_shows_with_file_and_line(tmp_path: Path, log: int) -> None:
    layout, files = write_logs(tmp_path)
    note(layout)
    change(files[log], lambda lines: lines[:-1])
    assert list(broken_links(layout)) == []
    assert found(layout) == [(str(files[log].relative_to(tmp_path)), 4)]
    files[log].unlink()
    assert found(layout) == [(str(files[log].relative_to(tmp_path)), 4)]
    note(layout)
    assert found(layout) == []


def test_a_chain_computed_anew_does_not_fit_a_signature(tmp_path: Path) -> None:
    layout, files = write_logs(tmp_path)
    key = tmp_path / "key.pem"
    public = make_key(key)
    assert note(layout, key) == public
    assert found(layout, public) == []
    before = json.loads((tmp_path / CHECKPOINTS).read_bytes())

    def forge() -> None:
        """Change a line, compute the chain behind it anew, and fit the checkpoint to it."""
        bodies = [json.loads(line) for line in files[3].read_bytes().splitlines()]
        bodies[1]["content"] = "decided otherwise"
        value = BEGIN
        for path in files[3:]:
            plain = [json.loads(line) for line in path.read_bytes().splitlines()]
            plain = bodies if path is files[3] else plain
            lines = [json.dumps(b | {"chain": None}).encode() for b in plain]
            cut = [line.replace(b', "chain": null', b"") + b"\n" for line in lines]
            linked = link_all(cut, value)
            value = json.loads(linked[-1])["chain"]
            path.write_bytes(b"".join(linked))
        fitted = {k: v for k, v in before.items() if k != "chain"}
        fitted["ends"] = [
            [path, line, value if "decisions" in path else seen]
            for path, line, seen in before["ends"]
        ]
        (tmp_path / CHECKPOINTS).write_bytes(
            link_all([json.dumps(fitted).encode() + b"\n"], BEGIN)[0]
        )

    forge()
    assert list(broken_links(layout)) == []
    assert found(layout, public) == found(layout) == [(CHECKPOINTS, 1)]
    other = make_key(tmp_path / "other.pem")
    note(layout, tmp_path / "other.pem")
    assert found(layout) == [], "an own key signs what stands there"
    assert found(layout, public) == [(CHECKPOINTS, 1)], "but it is not the key that is asked for"
    assert found(layout, other) == []


def test_a_signer_is_asked_for(tmp_path: Path) -> None:
    layout, _ = write_logs(tmp_path)
    note(layout)
    assert found(layout, "ab" * 32) == [(CHECKPOINTS, 1)]


def test_keys_are_the_users_alone_and_never_replaced(tmp_path: Path) -> None:
    key = tmp_path / "key.pem"
    make_key(key)
    assert key.stat().st_mode & 0o777 == 0o600
    with pytest.raises(BadRequest, match="exists"):
        make_key(key)
    layout, _ = write_logs(tmp_path / "root")
    key.write_text("no key")
    with pytest.raises(ConfigError, match="keygen"):
        note(layout, key)
    assert not (tmp_path / "root" / CHECKPOINTS).exists()
