"""Relative paths of the settings are the data root's, and not of the folder a process runs in."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from eywa_fs.config import EmbeddingSettings, Settings, load_settings
from eywa_fs.errors import BadRequest, KeyRefused
from eywa_fs.maintenance.migrate import wanted_settings
from eywa_fs.memory import EywaMemory


def backed_up(root: Path, at: Path, *arguments: str, **variables: str) -> None:
    """Make a backup in a process that runs in a folder."""
    at.mkdir(exist_ok=True)
    done = subprocess.run(
        [sys.executable, "-m", "eywa_fs", "--root", str(root), "backup", *arguments],
        cwd=at,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(map(os.path.abspath, sys.path))}
        | variables,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("where", ["file", "environment"])
def test_processes_in_several_folders_use_one_place(tmp_path: Path, where: str) -> None:
    root = tmp_path / "somewhere" / "root"
    with EywaMemory(root, background=False) as memory:
        memory.append("The ladder stands behind the shed.")
        memory.append("梯子在棚子后面。")
    variables = {"EYWA_BACKUP__TO": "../kept"} if where == "environment" else {}
    if where == "file":
        (root / "config.yaml").write_text("backup: {to: ../kept}\n", encoding="utf-8")
    for name in ("first", "second"):
        backed_up(root, tmp_path / name, **variables)
    assert len(list((root.parent / "kept" / "backups").glob("*.json"))) == 2
    assert not (tmp_path / "kept").exists()
    assert all(not list((tmp_path / name).iterdir()) for name in ("first", "second"))
    backed_up(root, tmp_path / "first", "../typed")  # what is typed is of the current folder
    assert (tmp_path / "typed" / "backups").is_dir()


def test_every_path_of_the_settings_is_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "root" / "models" / "own").mkdir(parents=True)
    (link := tmp_path / "link").symlink_to(tmp_path / "root")
    monkeypatch.chdir(tmp_path)
    given = {
        "backup": {"to": "../kept", "key_file": "key"},
        "maintenance": {"checkpoint_key": "signing.pem"},
        "retrieval": {"reranker_path": "models/rank"},
        "embedding": {"model": "models/own"},
    }
    for root in ("root", link):
        found = load_settings(root, given)
        assert found.backup.to == str(tmp_path / "kept")
        assert found.backup.key_file == str(tmp_path / "root" / "key")
        assert found.maintenance.checkpoint_key == str(tmp_path / "root" / "signing.pem")
        assert found.retrieval.reranker_path == str(tmp_path / "root" / "models" / "rank")
        assert found.embedding.model == str(tmp_path / "root" / "models" / "own")
    assert load_settings("root", found) == found


def test_what_is_no_relative_path_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "served").mkdir()
    assert load_settings(tmp_path, {}) == Settings()
    for to in ("s3://bucket/some", "/mnt/kept", "memory://x"):
        assert load_settings(tmp_path, {"backup": {"to": to}}).backup.to == to
    home = load_settings(tmp_path, {"backup": {"to": "~/kept"}}).backup.to
    assert home == os.path.expanduser("~/kept")
    server = {"backend": "http", "base_url": "http://127.0.0.1:9/v1", "model": "served"}
    for embedding in ({"model": "some/name"}, server):  # no folder there, and a server's own name
        found = load_settings(tmp_path, {"embedding": embedding}).embedding
        assert found.model == embedding["model"]
    monkeypatch.chdir(tmp_path)
    asked = wanted_settings(EmbeddingSettings(), {"model": "served"})  # typed: of this folder
    assert asked.model == str(tmp_path / "served")
    ready = EmbeddingSettings(model="served")  # as another root's file says it: not typed here
    assert wanted_settings(EmbeddingSettings(), ready) == ready


def test_the_key_of_the_settings_is_of_their_place_however_it_is_typed(tmp_path: Path) -> None:
    root, key = tmp_path / "root", tmp_path / "key"
    key.write_bytes(os.urandom(40))
    settings = {"backup": {"to": "../kept", "key_file": "../key"}}
    with EywaMemory(root, settings, background=False) as memory:
        memory.append("The ladder stands behind the shed.")
        memory.backup()
        (tmp_path / "link").symlink_to(tmp_path / "kept")
        for typed in (tmp_path / "kept", f"{tmp_path}/kept/", tmp_path / "link"):
            assert len(memory.backups(typed)) == 1
    odd = {"backup": {"to": "odd\0", "key_file": "../key"}}
    with EywaMemory(root, odd, background=False) as memory:
        with pytest.raises(BadRequest, match="name a folder"):
            memory.backups()
        assert len(memory.backups(tmp_path / "kept", key_file=key)) == 1
        with pytest.raises(KeyRefused):
            memory.backups(tmp_path / "kept")


def test_a_current_folder_that_is_gone_is_not_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (gone := tmp_path / "gone").mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    with EywaMemory(tmp_path / "root", background=False) as memory:
        memory.append("The ladder stands behind the shed.")
        memory.backup(tmp_path / "kept")
        assert len(memory.backups(tmp_path / "kept")) == 1
    assert wanted_settings(EmbeddingSettings(), "minilm").backend == "minilm"
