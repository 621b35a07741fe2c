"""A service in this process, a real browser that talks to it, and its tabs."""

from __future__ import annotations

import shutil
import subprocess
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from service.conftest import app, client, make_key

from eywa_fs.access.listening import listen
from eywa_fs.memory import EywaMemory
from eywa_fs.service.app import create_app

__all__ = ["app", "client", "make_key"]

BROWSER = shutil.which("chromium")
OPTIONS = (
    "--no-sandbox", "--disable-background-networking", "--disable-component-update",
    "--disable-sync", "--no-first-run",
)  # fmt: skip
AXE = "axe-core@4.14.1"
COLOURS = {"light": (), "dark": ("color-contrast",)}
"""The rules of axe by which a colour scheme is looked at; none: all. Only colours differ."""
WIDE, NARROW = {"width": 1280, "height": 900}, {"width": 360, "height": 800}
LOOKS = {"light": (WIDE, NARROW), "dark": (WIDE,)}
"""The sizes at which axe looks; colours are the same at both."""


@contextmanager
def served(memory: EywaMemory) -> Iterator[str]:
    """The URL of the page over a memory, served from a thread."""
    listening, url = listen("127.0.0.1", 0)
    config = uvicorn.Config(create_app(memory), log_config=None, ws="none")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, args=([listening],))
    thread.start()
    try:
        yield f"{url}/ui/"
    finally:
        server.should_exit = True
        thread.join()
        listening.close()


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """A Chromium without a window."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=BROWSER, args=[*OPTIONS])
        yield found
        found.close()


class Tab:
    """One tab: goes to views, and remembers what went wrong and where requests went."""

    def __init__(self, page: Any, url: str) -> None:
        self.page, self.url = page, url
        self.problems: list[str] = []
        self.asked: list[str] = []
        page.on("pageerror", lambda error: self.problems.append(str(error)))
        page.on("console", lambda said: self.problems.append(said.text))
        page.on("request", lambda request: self.asked.append(request.url))

    def go(self, view: str) -> Tab:
        """Load the page at a view and wait until it is there."""
        self.page.goto("about:blank")
        self.page.goto(f"{self.url}#/{view}")
        return self.settle()

    def settle(self) -> Tab:
        """Wait until the view that was asked for is there."""
        self.page.wait_for_selector("main:not([aria-busy]) h1 + *", state="attached")
        return self

    def text(self, selector: str = "main") -> str:
        """What can be read in the first element that fits."""
        return str(self.page.inner_text(selector))


MakeTab = Callable[..., Tab]


@pytest.fixture
def open_tab(browser: Any) -> Iterator[MakeTab]:
    """Open a tab with nothing stored: ``open_tab(url, viewport=NARROW, locale="zh-CN")``."""
    contexts: list[Any] = []

    def opened(url: str, **options: Any) -> Tab:
        context = browser.new_context(**{"viewport": WIDE, "locale": "en-US", **options})
        contexts.append(context)
        context.set_default_timeout(8_000)
        return Tab(context.new_page(), url)

    yield opened
    for context in contexts:
        context.close()


@pytest.fixture(scope="module")
def axe(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The program that looks for what people can't read or reach, from the package registry."""
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip("npm is not there to get axe-core with")
    folder: Path = tmp_path_factory.mktemp("axe")
    command = [npm, "install", "--silent", "--no-save", "--prefix", str(folder), AXE]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        pytest.skip(f"npm cannot get {AXE}: {done.stderr[-300:]}")
    return (folder / "node_modules" / "axe-core" / "axe.min.js").read_text(encoding="utf-8")


def serious(tab: Tab, axe: str, rules: Sequence[str] = ()) -> list[tuple[str, list[str]]]:
    """What axe finds serious or critical in a tab, everything in it unfolded; ``rules``: only by
    these."""
    options = {"resultTypes": ["violations"]} | ({"runOnly": list(rules)} if rules else {})
    tab.page.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
    tab.page.evaluate(axe)
    return [
        (one["id"], [node["html"][:200] for node in one["nodes"][:3]])
        for one in tab.page.evaluate("options => axe.run(document, options)", options)["violations"]
        if one["impact"] in ("serious", "critical")
    ]
