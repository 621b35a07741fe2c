"""``eywa ui`` as a process: it serves this machine, and has a browser show the page."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from urllib.request import urlopen

import pytest
from forked import serving

from eywa_fs.cli.main import run_arguments


@pytest.fixture
def browser(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A browser that notes what it is to show, and stays open."""
    made = tmp_path / "browser"
    made.write_text(
        f"#!/bin/sh\ncd {tmp_path}\n"
        'echo $$ > pid && echo "$1" > noted && mv noted shown && exec sleep 600\n'
    )
    made.chmod(0o755)
    monkeypatch.setenv("BROWSER", f"{made} %s")
    monkeypatch.setenv("EYWA_EMBEDDING__BACKEND", "minilm")
    yield made
    with suppress(FileNotFoundError):
        os.kill(int((tmp_path / "pid").read_text()), signal.SIGKILL)


@pytest.mark.parametrize("quiet", [False, True])
def test_it_serves_and_shows_the_page(root: Path, browser: Path, quiet: bool) -> None:
    options = ["--no-open"] if quiet else []
    process, said = serving("--root", str(root), "ui", "--create", *options)
    page, shown = said["page"], browser.with_name("shown")
    try:
        assert page.startswith("http://127.0.0.1:") and page.endswith("/ui/")
        with urlopen(page, timeout=60) as answer:
            assert b"main.js" in answer.read()
        while not quiet and not shown.exists() and process.poll() is None:
            time.sleep(0.05)
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(timeout=60)  # the browser has its output, and goes on
        for stream in filter(None, (process.stdout, process.stderr)):
            stream.close()
    assert process.returncode == 0, "a browser that stays open does not keep it"
    assert shown.exists() is not quiet
    assert quiet or shown.read_text().strip() == page


def test_without_the_page_it_says_why(
    root: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("EYWA_SERVICE__UI", "false")
    assert run_arguments(["--root", str(root), "ui", "--create", "--no-open"]) == 2
    assert "service.ui" in capsys.readouterr().err
