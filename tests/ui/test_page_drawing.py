"""The drawing of the graph in a real Chromium: lines lead to their own points only, words stand on
no others, and names can be read on any screen."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from factbase.lives import QuickMemory
from ui.conftest import BROWSER, NARROW, WIDE, MakeTab, served

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(BROWSER is None, reason="there is no chromium on the PATH"),
]

NAMES = ("Alice", "Irene", "Quinn", "Yusuf", "Gavin")
CROSSED = """() => {
  const points = [...document.querySelectorAll('.graph .node')].map((one) => {
    const [x, y] = one.getAttribute('transform').match(/-?[0-9.]+/g).map(Number);
    return { x, y };
  });
  const apart = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);
  return [...document.querySelectorAll('.graph .edge')].filter((edge) => {
    const path = edge.querySelector('path:not(.reach)');
    const length = path.getTotalLength();
    const at = Array.from({ length: 101 }, (_, n) => path.getPointAtLength((length * n) / 100));
    const others = points.filter((one) => apart(one, at[0]) > 1 && apart(one, at[100]) > 1);
    return others.some((one) => at.some((spot) => apart(one, spot) < 20));
  }).map((edge) => edge.querySelector('title').textContent);
}"""
"""The relations whose line runs through a point that is no end of theirs."""
COVERED = """() => {
  const words = [...document.querySelectorAll('.graph text')].map((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    return { text: one.textContent, edge: one.parentNode, left, right, top, bottom };
  });
  return words.flatMap((a, n) => words.slice(n + 1).filter((b) => a.edge !== b.edge
    && a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1)
    .map((b) => `${a.text} / ${b.text}`));
}"""
"""Words of the drawing that stand on others."""


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    memory = QuickMemory(tmp_path_factory.mktemp("drawing") / "root", background=False)
    for name in NAMES:
        memory.append(f"My friend {name} lives in Paris.", user_id="zoe")
    memory.index()
    with served(memory) as found:
        yield found
    memory.close()


@pytest.mark.parametrize("view", ["name=Alice&hops=2", "name=Paris&hops=2", ""])
def test_lines_run_through_no_other_point_and_words_on_no_others(
    url: str, open_tab: MakeTab, view: str
) -> None:
    tab = open_tab(url).go(f"graph?user=zoe&{view}")
    assert tab.page.locator(".graph .edge").count() == 2 * len(NAMES)
    assert tab.page.evaluate(CROSSED) == []
    assert tab.page.evaluate(COVERED) == []
    assert tab.page.locator(".graph .edge text").count() > 0
    assert tab.problems == []


@pytest.mark.parametrize("viewport", [WIDE, NARROW], ids=["wide", "narrow"])
def test_names_can_be_read_on_any_screen(
    url: str, open_tab: MakeTab, viewport: dict[str, int]
) -> None:
    tab = open_tab(url, viewport=viewport).go("graph?user=zoe&name=Alice&hops=2")
    high = "[...document.querySelectorAll('.graph .node text')].map(one => one.getBBox().height"
    scale = "document.querySelector('.graph').getScreenCTM().a"
    assert tab.page.evaluate(f"Math.min(...{high} * {scale}))") >= 14
    assert tab.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    shown = tab.page.locator(".graph .node.centre circle").bounding_box()
    assert 0 < shown["x"] < viewport["width"]
