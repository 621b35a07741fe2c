"""What the page says of facts, in a real Chromium: whether they hold on the day, and when."""

from __future__ import annotations

import pytest
from corpus import Clock
from factbase.lives import MakeQuick, QuickMemory
from ui.conftest import BROWSER, MakeTab, Tab, served
from ui.test_page_says import noon

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(BROWSER is None, reason="there is no chromium on the PATH"),
]

SAID = (
    ("I lived in Bergen until 2018.", "2025-01-05"),
    ("I worked at Acme from March 2019 to June 2021.", "2025-01-03"),
    ("I have lived in Lund since yesterday.", "2026-10-10"),
    ("I'm moving to Oslo next month.", "2026-11-20"),
    ("I have a meeting with Dana on 5 December 2026.", "2026-11-21"),
)
TODAY = "2026-11-29"


def life(open_quick: MakeQuick, clock: Clock) -> QuickMemory:
    """A life of values that are over, hold, or come, looked at on one day."""
    clock.now_ms = noon(TODAY)
    memory = open_quick(clock=clock)
    for text, day in SAID:
        memory.append(text, timestamp=noon(day))
    memory.index()
    return memory


def card(tab: Tab, value: str) -> str:
    """What the card of a fact says; its dashes as ``(dashed)``."""
    found = tab.page.locator(f"article.card:has(strong:text-is('{value}'))").first
    dashed = "ended" in str(found.get_attribute("class")).split()
    return str(found.inner_text()) + " (dashed)" * dashed


def test_what_holds_is_what_holds_on_the_day(
    open_quick: MakeQuick, open_tab: MakeTab, clock: Clock
) -> None:
    memory = life(open_quick, clock)
    with served(memory) as url:
        tab = open_tab(url)
        for view in ("profile", "course?subject=user&predicate=lives_in"):
            tab.go(view)
            said = {place: card(tab, place) for place in ("Lund", "Bergen", "Oslo")}
            assert "holds" in said["Lund"] and "dashed" not in said["Lund"], view
            assert "ended" in said["Bergen"] and "dashed" in said["Bergen"], view
            assert "not yet" in said["Oslo"] and "dashed" not in said["Oslo"], view
        assert "ended" in card(tab.go("profile"), "Acme")
        assert "holds" in card(tab.go("search?q=Where do I live?"), "Lund")
        assert "ended" in card(tab.go("search?q=Where did I live in 2017?"), "Bergen")
        relation = tab.go("graph").text("tr:has-text('Lund')")
        assert "ended" not in relation and tab.page.locator("svg.graph .ended").count() == 0
