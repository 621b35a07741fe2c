"""The graph, the verdicts and the objectives in a real Chromium: drawn and as tables, followed by
mouse, cut where there are many, of an earlier day, hostile, Chinese, confirmed, forbidden."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
from factbase.lives import DAY_0, MakeQuick, QuickMemory
from ui.conftest import BROWSER, COLOURS, LOOKS, NARROW, WIDE, MakeTab, Tab, serious, served

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(BROWSER is None, reason="there is no chromium on the PATH"),
]

DAY = 86_400_000
EVIL = '<b onclick="x">bob</b> \u202e' + "W" * 300
SAID = (
    "I live in Porto.", "My sister Inés lives in Lyon.", "My brother Tom works at Nokia.",
    "I work at Nokia.", "I drive an old Volvo.", "我的妹妹叫小红。", "I moved to Oulu.",
)  # fmt: skip
POINTS, LINES = "svg.graph .node", "svg.graph .edge"


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The URL of the page over one small life, said on seven days, and over one of many names."""
    memory = QuickMemory(tmp_path_factory.mktemp("graph") / "root", background=False)
    for n, text in enumerate(SAID):
        memory.append(text, session_id=f"s{n}", timestamp=DAY_0 + n * DAY, user_id="ana")
    said = memory.append("My boss and 99 others are friends of mine.", user_id="many")
    for name in (EVIL, *(f"Friend {n}" for n in range(99))):
        memory.assert_fact(
            "user", "friend", name, quote="friends of mine", citation=said.citation, user_id="many"
        )
    with served(memory) as found:
        yield found
    memory.close()


def fits(tab: Tab) -> bool:
    """Whether nothing is wider than the screen, and nothing went wrong."""
    wide = tab.page.evaluate("document.documentElement.scrollWidth - innerWidth")
    return wide <= 0 and tab.problems == []


def test_the_drawing_and_the_tables_say_the_same(url: str, open_tab: MakeTab) -> None:
    tab = open_tab(url).go("graph?user=ana")
    relations, entities = tab.page.query_selector_all("main table")
    assert len(relations.query_selector_all("tbody tr")) == tab.page.locator(LINES).count() > 5
    assert len(entities.query_selector_all("tbody tr")) == tab.page.locator(POINTS).count() > 5
    assert tab.page.get_attribute("svg.graph", "aria-hidden") == "true"
    assert tab.page.text_content(f"{POINTS}.centre text") == "user"
    drawn = tab.page.evaluate("document.querySelector('svg.graph').outerHTML")
    tab.go("graph?user=ana")
    assert tab.page.evaluate("document.querySelector('svg.graph').outerHTML") == drawn
    assert fits(tab)


def test_names_centre_and_relations_lead_to_their_record(url: str, open_tab: MakeTab) -> None:
    tab = open_tab(url).go("graph?user=ana")
    tab.page.click(f"{POINTS}:has-text('Lyon') circle")
    tab.page.wait_for_selector(f"{POINTS}.centre text >> text=Lyon")
    assert "name=Lyon" in tab.page.url and tab.page.locator(POINTS).count() == 2
    tab.page.select_option("[name=hops]", "2")
    tab.page.click("main form >> text=Show")
    tab.page.wait_for_selector(f"{POINTS} text >> text=user")
    assert tab.page.locator(POINTS).count() == 3
    tab.page.locator(f"{LINES}:has-text('lives_in') text").first.click()
    tab.page.wait_for_selector("h1 >> text=Record")
    assert "My sister Inés lives in Lyon." in tab.settle().text()
    tab.page.go_back()
    tab.page.wait_for_selector("main table")
    tab.page.focus("main td a >> text=Lyon")
    tab.page.keyboard.press("Enter")
    tab.settle()
    tab.page.fill("main [name=name]", "小红")
    tab.page.keyboard.press("Enter")
    tab.page.wait_for_selector(f"{POINTS}.centre text >> text=小红")
    assert fits(tab)


def test_what_ended_since_a_day_is_dashed(url: str, open_tab: MakeTab) -> None:
    tab = open_tab(url).go("graph?user=ana")
    assert "Porto" not in tab.text() and tab.page.locator(f"{LINES}.ended").count() == 0
    earlier = datetime.fromtimestamp((DAY_0 + 5 * DAY) / 1000, UTC).date().isoformat()
    tab.go(f"graph?user=ana&day={earlier}")
    assert "Porto" in tab.page.inner_html(f"{LINES}.ended")
    dashes = f"getComputedStyle(document.querySelector('{LINES}.ended path')).strokeDasharray"
    assert tab.page.evaluate(dashes) != "none"
    assert "ended since then" in tab.text("tr:has-text('Porto')")
    assert "ended" not in tab.text("tr:has-text('Lyon')")


def test_a_relative_is_related_by_what_they_are(open_quick: MakeQuick, open_tab: MakeTab) -> None:
    memory = open_quick()
    memory.append("My aunt lives in Namur.", timestamp=DAY_0)
    memory.append("My aunt moved to Ghent.", timestamp=DAY_0 + 9 * DAY)
    day = datetime.fromtimestamp((DAY_0 + 5 * DAY) / 1000, UTC).date().isoformat()
    with served(memory) as url:
        for view in ("graph", f"graph?day={day}"):
            tab = open_tab(url).go(view)
            own = tab.text("main tr:has(td:first-child bdi:text-is('user'))").split("\t")
            assert [cell.strip() for cell in own[:4]] == ["user", "aunt", "user's aunt", "–"]
            assert tab.page.locator(f"{LINES}:has-text('aunt')").count() >= 1


@pytest.mark.parametrize("look", ["wide", "narrow"])
def test_many_and_hostile_names(url: str, open_tab: MakeTab, look: str) -> None:
    options = {"viewport": WIDE} if look == "wide" else {"viewport": NARROW, "color_scheme": "dark"}
    tab = open_tab(url, **options).go("graph?user=many")
    assert "The nearest 60 of 101 are drawn" in tab.text()
    assert tab.page.locator(POINTS).count() == 60
    assert tab.page.locator("main td a >> text=Friend 98").count() == 2
    assert tab.page.locator("main :is(b, [onclick])").count() == 0
    assert fits(tab)
    tab.page.locator("main td a >> text=<b onclick").first.click()
    tab.page.wait_for_selector(f"{POINTS}.centre text >> text=<b onclick")
    assert tab.page.evaluate("document.querySelector('.centre text').textContent.length") < 40
    assert fits(tab)


def test_a_verdict_is_shown_with_its_parts_and_confirmed(
    open_quick: MakeQuick, open_tab: MakeTab
) -> None:
    memory = open_quick()
    memory.append("I drive an old Volvo.")
    with served(memory) as here:
        tab = open_tab(here).go("profile")
        shown = tab.text(".verdict")
        assert "candidate" in shown and "55 of 100" in shown and "too few points" in shown
        tab.page.click("text=Points by part")
        tab.page.wait_for_selector(".verdict .pairs >> text=25 of 40")
        tab.page.click(".verdict >> text=Confirm")
        tab.page.wait_for_selector(".verdict .chip.ok >> text=truth · version 1")
        assert tab.page.evaluate("document.activeElement.className") == "verdict"
        assert tab.problems == []
    [judged] = memory.verdicts().facts
    assert judged.score == 70


def test_a_key_that_may_not_write_has_no_buttons_for_it(
    open_quick: MakeQuick, open_tab: MakeTab, make_key: Callable[..., str]
) -> None:
    memory = open_quick()
    for text in ("I live in Turku.", "I was born in Faro.", "I was born in Braga."):
        memory.append(text, user_id="ana")
    token = make_key("reader", "default", "ana")
    with served(memory) as here:
        tab = open_tab(here).go("profile?user=ana")
        tab.page.fill("[name=key]", token)
        tab.page.click("text=Use this key")
        tab.page.wait_for_selector(".verdict >> text=of 100 points")
        assert tab.page.locator("main .verdict button").count() == 0
        tab.page.click("text=Points by part")
        tab.page.wait_for_selector(".verdict .pairs >> text=25 of 40")  # who may read it
        assert "Braga" in tab.go("conflicts").text()
        assert tab.page.locator("main button").count() == 0
        assert "need a key of every tenant" in tab.go("objectives").text()
        assert "Turku" in tab.go("graph?user=ana").text()


def test_objectives_as_bars(open_quick: MakeQuick, open_tab: MakeTab) -> None:
    given: dict[str, Any] = {
        "name": "unknown",
        "aim": "<b>soon</b>",
        "share": 0.95,
        "of": 10,
    }
    told = [
        {**given, "good": 9, "measured": 0.9, "met": False},
        {**given, "name": "write_time", "good": 10, "measured": 1.0, "met": True},
        {**given, "name": "audit", "aim": "all", "good": 0, "of": 0, "measured": None, "met": None},
    ]
    with served(open_quick()) as here:
        tab = open_tab(here)
        tab.page.route("**/v1/slo", lambda route: route.fulfill(
            json={"met": False, "objectives": told}))  # fmt: skip
        tab.go("objectives")
        cards = tab.page.locator("main .card").all_inner_texts()
        assert "90% measured: 9 of 10" in cards[0] and "95% wanted" in cards[0]
        assert "<b>soon</b>" in cards[0] and "missed" in cards[0] and "kept" in cards[1]
        assert "Nothing measured yet" in cards[2] and "an objective is missed" in tab.text()
        widths = tab.page.evaluate(
            "[...document.querySelectorAll('.share rect:not(.all)')]"
            ".map(e => e.getAttribute('width'))"
        )
        assert widths == ["90", "100"] and fits(tab)
        tab.page.unroute("**/v1/slo")
        tab.page.route("**/v1/slo", lambda route: route.fulfill(
            json={"met": None, "objectives": told[2:]}))  # fmt: skip
        assert "objective is missed" not in tab.go("objectives").text()


def test_evaluations_as_charts(open_quick: MakeQuick, open_tab: MakeTab, axe: str) -> None:
    memory = open_quick()
    for recall in (0.5, None, 0.75):
        fused: dict[str, float | int | None] = {"recall@10": recall, "tokens": 812}
        words: dict[str, float | int | None] = {"recall@10": 0.25}
        runs = {"fused": fused, "words": words}
        memory.keep_evaluation("retrieval", "<i>own</i>", runs)
    memory.keep_evaluation("temporal", "temporal.jsonl", {"all": {"start": 1.0}})
    with served(memory) as here:
        for look, locale in ((WIDE, "en-US"), (NARROW, "zh-CN")):
            tab = open_tab(here, viewport=look, locale=locale, bypass_csp=True).go("evaluations")
            cards = tab.page.locator("main .card").all_inner_texts()
            assert "<i>own</i>" in "".join(cards) and len(cards) == 2
            drawn = tab.page.locator(".course").first.get_attribute("aria-label")
            assert "0.5" in drawn and "0.75" in drawn
            bars = tab.page.evaluate(
                "[...document.querySelectorAll('.share rect:not(.all)')]"
                ".map(e => e.getAttribute('width'))"
            )
            assert sorted(bars) == ["100", "25", "75"]
            assert serious(tab, axe) == [] and fits(tab)


@pytest.mark.parametrize(
    ("locale", "scheme"), [("en-US", "light"), ("en-US", "dark"), ("zh-CN", "light")]
)
def test_axe_finds_nothing_serious(
    url: str, axe: str, open_tab: MakeTab, scheme: str, locale: str
) -> None:
    for look in LOOKS[scheme]:
        tab = open_tab(url, viewport=look, color_scheme=scheme, locale=locale, bypass_csp=True)
        for view in ("graph?user=ana", "graph?user=many", "profile?user=ana", "objectives"):
            assert serious(tab.go(view), axe, COLOURS[scheme]) == [], (view, look)
            assert fits(tab), (view, look)
