"""Keys: stored as hashes, gone when revoked or expired, and a damaged file lets nobody in."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from corpus import Clock

from eywa_fs.access.keys import KEYS_FILE, KeyFile
from eywa_fs.errors import BadRequest, NotFound, TruthReadError
from eywa_fs.truth.layout import Layout


@pytest.fixture
def keys(root: Path, clock: Clock) -> Iterator[KeyFile]:
    found = KeyFile(Layout(root), clock=clock)
    yield found
    found.close()


def test_a_token_finds_its_key_and_is_in_no_file(keys: KeyFile, root: Path, clock: Clock) -> None:
    key, token = keys.create("laptop", "service", tenant_id="acme")
    found = keys.ring().find(token, clock())
    assert found is not None and found.principal.name == f"key:{key.key_id}"
    secret = token.split("_", 2)[-1]  # it may have an underscore itself
    assert all(secret.encode() not in p.read_bytes() for p in root.rglob("*") if p.is_file())
    assert (root / KEYS_FILE).stat().st_mode & 0o777 == 0o600
    for other in (token[:-1], token + "x", f"eywa_{key.key_id}_", f"eywa_0_{secret}", "", secret):
        assert keys.ring().find(other, clock()) is None


def test_what_is_revoked_or_expired_opens_nothing(keys: KeyFile, clock: Clock) -> None:
    first, one = keys.create("a", "reader", tenant_id="t")
    _, two = keys.create("b", "reader", tenant_id="t", expires_at=clock() + 1000)
    other = KeyFile(Layout(keys._path.parents[1]), clock=clock)  # another process
    assert other.ring().find(one, clock()) and other.ring().find(two, clock())
    keys.revoke(first.key_id, "lost")
    clock.advance(1)
    assert other.ring().find(one, clock()) is None and other.ring().find(two, clock()) is None
    assert bool(other.ring()), "nobody is let in without a key again"
    assert keys.revoke(first.key_id).revoked_at == keys.ring().keys[first.key_id].revoked_at
    with pytest.raises(NotFound):
        keys.revoke("nobody")
    other.close()


def test_a_key_that_would_mean_something_else_is_refused(keys: KeyFile, clock: Clock) -> None:
    with pytest.raises(BadRequest):
        keys.create("x", "user", tenant_id="t")
    with pytest.raises(BadRequest):
        keys.create("x", "service", tenant_id=None, users=("ana",))
    with pytest.raises(BadRequest):
        keys.create("x", "service", tenant_id="t", expires_at=clock())
    with pytest.raises(BadRequest):
        keys.create("x", "root", tenant_id="t")  # type: ignore[arg-type]
    assert not keys.ring()


def test_a_changed_line_lets_nobody_in(keys: KeyFile, root: Path) -> None:
    keys.create("laptop", "reader", tenant_id="t")
    keys.create("phone", "reader", tenant_id="t")
    path = root / KEYS_FILE
    whole = path.read_bytes()
    for changed in (
        whole.replace(b'"reader"', b'"admin"', 1),
        whole.split(b"\n", 1)[1],
        b"{}\n" + whole,
        whole + b"{}\n",
    ):
        path.write_bytes(changed)
        with pytest.raises(TruthReadError):
            keys.ring()
        with pytest.raises(TruthReadError):
            keys.create("x", "reader", tenant_id="t")
    path.write_bytes(whole)
    assert len(keys.ring().keys) == 2


def test_a_log_that_lost_what_was_read_lets_nobody_in(
    keys: KeyFile, root: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Whoever has seen a key, or that one was revoked, is told by no file that there was none."""
    first, _ = keys.create("laptop", "reader", tenant_id="t")
    path = root / KEYS_FILE
    unrevoked = path.read_bytes()
    keys.revoke(first.key_id)
    whole = path.read_bytes()
    keys.ring()

    def refused() -> None:
        caplog.clear()
        for _ in range(2):
            with pytest.raises(TruthReadError, match=r"nobody is let in|the data root"):
                keys.ring()
        assert len(caplog.records) <= 1

    for data in (b"", unrevoked):
        path.write_bytes(data)
        refused()
    path.unlink()
    refused()
    path.parent.rmdir()
    refused()
    root.rename(root.parent / "moved")
    refused()
    (root.parent / "moved").rename(root)
    path.parent.mkdir()
    path.write_bytes(whole)
    path.chmod(0o600)
    assert list(keys.ring().keys) == [first.key_id]
    path.unlink()
    afresh = KeyFile(Layout(root))
    assert not afresh.ring()
    afresh.close()


def test_a_torn_line_was_not_acknowledged_and_does_not_count(keys: KeyFile, root: Path) -> None:
    first, _ = keys.create("laptop", "reader", tenant_id="t")
    path = root / KEYS_FILE
    whole = path.read_bytes()
    for cut in range(1, len(whole) - 1, 17):
        path.write_bytes(whole + whole[:cut])
        assert list(keys.ring().keys) == [first.key_id]
    second, token = keys.create("phone", "reader", tenant_id="t")
    assert list(keys.ring().keys) == [first.key_id, second.key_id]
    assert keys.ring().find(token, 0) is not None


def test_a_file_others_may_write_into_lets_nobody_in(keys: KeyFile, root: Path) -> None:
    keys.create("laptop", "reader", tenant_id="t")
    (root / KEYS_FILE).chmod(0o666)
    with pytest.raises(TruthReadError):
        keys.ring()


def test_the_file_is_lines_of_json(keys: KeyFile, root: Path) -> None:
    keys.create("名", "user", tenant_id="t", users=("ana",))
    [line] = (root / KEYS_FILE).read_bytes().splitlines()
    value = json.loads(line)
    assert (value["kind"], value["name"], value["users"]) == ("key", "名", ["ana"])
