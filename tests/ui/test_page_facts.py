"""What the page says of facts, in a real Chromium: whether they hold on the day, and when."""

from __future__ import annotations

from collections.abc import Callable

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


def test_the_last_day_is_one_on_which_it_holds(
    open_quick: MakeQuick, open_tab: MakeTab, clock: Clock
) -> None:
    memory = life(open_quick, clock)
    with served(memory) as url:
        tab = open_tab(url).go("profile")
        told = {
            "Bergen": "… – Dec 31, 2018", "Acme": "Mar 1, 2019 – Jun 30, 2021",
            "Lund": "Oct 9, 2026 – Nov 30, 2026", "Oslo": "Dec 1, 2026 – …",
        }  # fmt: skip
        assert not [place for place, days in told.items() if days not in card(tab, place)]
        assert "Dec 5, 2026\n" in tab.text() and "Dec 6" not in tab.text()
        assert "Will be ended by Oslo" in card(tab, "Lund")


def test_what_ended_a_fact_is_the_record_that_did(
    open_quick: MakeQuick, open_tab: MakeTab, clock: Clock
) -> None:
    clock.now_ms = noon(TODAY)
    memory = open_quick(clock=clock)
    said = {}
    for text, day in (
        ("I am allergic to cats.", "2025-02-01"), ("I am not allergic to cats.", "2025-03-01"),
        ("I like coffee.", "2025-04-01"), ("I don't like coffee any more.", "2025-08-01"),
        ("I was born in Faro.", "2025-03-05"), ("I was born in Braga.", "2025-03-06"),
    ):  # fmt: skip
        said[text] = memory.append(text, timestamp=noon(day)).citation
    [conflict] = memory.conflicts()
    ids = {one.object: one.atomic_id for one in (conflict.left, conflict.right)}
    verdict = memory.resolve_conflict(kept=ids["Faro"], dropped=ids["Braga"], reason="passport")
    with served(memory) as url:
        tab = open_tab(url).go("profile")
        ended = card(tab, "cats")
        assert "Ended by not cats" in ended and said["I am not allergic to cats."] in ended
        more = said["I don't like coffee any more."]
        assert f"Ended by {more}" in " ".join(card(tab, "coffee").split())
        assert f"Ended by Faro {verdict.citation}" in " ".join(card(tab, "Braga").split())


def test_a_fact_of_a_changed_line_is_marked_wherever_it_is_shown(
    open_quick: MakeQuick, open_tab: MakeTab
) -> None:
    memory = open_quick()
    anchor = memory.append("My sister Inés is allergic to walnuts and lives in Porto.")
    memory.append("I live in Turku.")
    file = memory.layout.root / anchor.file_path
    file.write_text(file.read_text().replace("walnuts", "peanuts"))
    memory.index()
    with served(memory) as url:
        tab = open_tab(url)
        for view in ("profile?subject=Inés", "course?subject=Inés&predicate=allergic_to",
                     "search?q=What is Inés allergic to?"):  # fmt: skip
            assert "CHANGED" in card(tab.go(view), "peanuts"), view
        assert "CHANGED" not in card(tab.go("profile"), "Turku")
        tab.go("graph")
        assert "CHANGED" in tab.text("tr:has-text('Porto')")
        assert "CHANGED" not in tab.text("tr:has-text('Turku')")


def test_a_hit_of_markdown_has_no_time_session_or_versions(
    open_quick: MakeQuick, open_tab: MakeTab
) -> None:
    memory = open_quick()
    memory.append("I have a boat.")
    notes = memory.layout.root / "tenants/default/users/me/longterm/boat.md"
    notes.parent.mkdir(parents=True)
    notes.write_text('## Boat\n\nThe boat "Aurora" is in Cascais.\n')
    memory.index()
    with served(memory) as url:
        tab = open_tab(url).go("search?q=where is the boat Aurora")
        shown = tab.page.locator("li.card:has-text('Cascais')")
        assert "Markdown" in shown.inner_text() and "1970" not in shown.inner_text()
        assert shown.locator("a").count() == 0
        shown.locator("summary").click()
        shown.locator("button").click()
        shown.locator("text=The file has these very bytes").wait_for()


def test_a_key_for_several_users_is_offered_them(
    open_quick: MakeQuick, open_tab: MakeTab, make_key: Callable[..., str]
) -> None:
    memory = open_quick()
    for user in ("ana", "ben", "eve"):
        memory.append("I live in Turku.", user_id=user)
    token = make_key("reader", "default", "ana", "ben")
    with served(memory) as url:
        tab = open_tab(url).go("profile")
        tab.page.fill("[name=key]", token)
        tab.page.click("text=Use this key")
        tab.page.wait_for_selector("main >> text=for several users")
        assert tab.page.locator("main li").all_inner_texts() == ["ana", "ben"]
        tab.page.click("main li >> text=ben")
        tab.page.wait_for_selector("main >> text=Turku")


def test_captions_count_all_and_health_says_what_to_do(
    open_quick: MakeQuick, open_tab: MakeTab
) -> None:
    memory = open_quick()
    for n in range(203):
        memory.append("Hello.", user_id=f"u{n}")
    with served(memory) as url:
        tab = open_tab(url)
        assert "Users: 203" in tab.go("users").text() and "200 of 203" in tab.text()
        shown = tab.go("health").text()
        assert "bytes wait and no indexer runs: 'eywa watch'" in shown


def test_a_view_that_is_left_while_it_loads_says_nothing(
    open_quick: MakeQuick, open_tab: MakeTab
) -> None:
    memory = open_quick()
    memory.append("I live in Turku.")
    with served(memory) as url:
        tab = open_tab(url).go("records")
        tab.page.route("**/v1/verdicts*", lambda route: None)
        tab.page.evaluate("location.hash = '#/profile'")
        tab.page.wait_for_selector("main[aria-busy] h1 >> text=Profile")
        tab.page.wait_for_timeout(300)
        tab.page.evaluate("location.hash = '#/records'")
        tab.page.wait_for_selector("main:not([aria-busy]) >> text=I live in Turku.")
        assert tab.problems == []


def test_a_second_tab_does_not_overturn_a_verdict(open_quick: MakeQuick, open_tab: MakeTab) -> None:
    memory = open_quick()
    for text in ("I was born in Faro.", "I was born in Braga."):
        memory.append(text)
    with served(memory) as url:
        first, second = (open_tab(url).go("conflicts") for _ in range(2))
        first.page.click("article:has-text('Faro') >> text=This one stands")
        first.page.wait_for_selector("text=Settled. What stands: Faro")
        second.page.click("article:has-text('Braga') >> text=This one stands")
        second.page.wait_for_selector("text=it had been settled already, by")
        assert "What stands: Braga" not in second.text()
    [fact] = memory.profile()["born_in"]
    assert fact.object == "Faro"
