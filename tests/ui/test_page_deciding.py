"""How the page goes on, in a real Chromium: to the next hits, to a user that the key may not list,
with another key in the middle of a decision, after one of several conflicts is settled."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing

import pytest
from factbase.lives import MakeQuick
from ui.conftest import BROWSER, MakeTab, Tab, served

from eywa_fs.access.keys import KeyFile
from eywa_fs.memory import EywaMemory

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(BROWSER is None, reason="there is no chromium on the PATH"),
]
MakeKey = Callable[..., str]


def revoke(memory: EywaMemory, token: str) -> None:
    """Take a key out of force while the service runs."""
    with closing(KeyFile(memory.layout)) as keys:
        keys.revoke(token.split("_")[1])


def give(tab: Tab, token: str, within: str = "main") -> None:
    """Type a key where the page asks for one."""
    tab.page.fill(f"{within} [name=key]", token)
    tab.page.click(f"{within} >> text=Use this key")


@pytest.mark.parametrize("number", [20, 45])
def test_all_hits_are_reached_page_by_page(
    open_quick: MakeQuick, open_tab: MakeTab, number: int
) -> None:
    memory = open_quick()
    memory.append_many({"content": f"Shipment {n} of cork left Faro."} for n in range(number))
    with served(memory) as url:
        tab = open_tab(url).go("search?q=cork&strategy=exact")
        found = tab.page.locator("ol.course .prose").all_inner_texts()
        if number == 20:
            assert "Records, best first: 20" in tab.text()
            assert "There are more" not in tab.text() and "Next page" not in tab.text()
        else:
            assert "Records 1 to 20, best first" in tab.text() and "There are more." in tab.text()
            for first, last in ((21, 40), (41, 45)):
                tab.page.click("text=Next page")
                tab.page.wait_for_selector(f"text=Records {first} to {last}, best first")
                found += tab.settle().page.locator("ol.course .prose").all_inner_texts()
            assert "There are more" not in tab.text()
            tab.page.click("text=First page")
            tab.page.wait_for_selector("text=Records 1 to 20")
        assert len(found) == len({*found}) == number
        for page, said in (("9", "No record fits."), ("no", "best first"), ("-1", "best first")):
            assert said in tab.go(f"search?q=cork&strategy=exact&page={page}").text()
        tab.page.fill("#search", "Faro")
        tab.page.press("#search", "Enter")
        tab.page.wait_for_selector("text=best first")
        assert "page=" not in tab.page.url and tab.problems == []


@pytest.mark.parametrize("role", ["reader", "admin"])
def test_a_key_that_may_not_list_users_is_asked_for_one(
    open_quick: MakeQuick, open_tab: MakeTab, make_key: MakeKey, role: str
) -> None:
    memory = open_quick()
    for user in ("noor", "olga"):
        memory.append(f"{user} lives on the quay.", user_id=user)
    token = make_key(role)
    with served(memory) as url:
        tab = open_tab(url).go("records?session=none")
        give(tab, token)
        tab.page.wait_for_selector("main >> text=There is no user “me”")
        if role == "admin":
            assert tab.page.locator("main [name=whose]").count() == 0
            return
        assert "name one" in tab.text()
        tab.go("records").page.fill("main [name=whose]", "olga")
        tab.page.click("main form >> text=Show")
        tab.page.wait_for_selector("main >> text=olga lives on the quay.")
        assert "user=olga" in tab.page.url
        assert "olga" in tab.text("header summary")


def test_a_decision_goes_on_with_another_key(
    open_quick: MakeQuick, open_tab: MakeTab, make_key: MakeKey
) -> None:
    memory = open_quick()
    for text in ("I was born in Gent.", "I was born in Namur.", "I live in Mons."):
        memory.append(text)
    old, new, reading = make_key("service"), make_key("service"), make_key("reader")
    with served(memory) as url:
        tab = open_tab(url).go("conflicts")
        give(tab, old)
        tab.page.fill("main section [name=reason]", "it stands in the register")
        revoke(memory, old)
        tab.page.click("article:has-text('Namur') >> text=This one stands")
        tab.page.wait_for_selector("section [name=key]")
        assert tab.page.evaluate("document.activeElement.name") == "key"
        give(tab, "\u00e9", "section")
        tab.page.wait_for_selector("section >> text=is not in force")
        give(tab, reading, "section")
        tab.page.wait_for_selector("section >> text=The role of this key")
        assert tab.page.input_value("section [name=reason]") == "it stands in the register"
        tab.page.evaluate("key => sessionStorage.setItem('eywa-key', key)", old)
        tab.page.click("article:has-text('Namur') >> text=This one stands")
        tab.page.wait_for_selector("section [name=key]")
        give(tab, new, "section")
        tab.page.wait_for_selector("text=Settled. What stands: Namur")
        tab.go("profile")
        revoke(memory, new)
        tab.page.click("article:has-text('Mons') >> role=button[name='Confirm Mons']")
        tab.page.wait_for_selector(".verdict [name=key]")
        give(tab, make_key("service"), ".verdict")
        tab.page.wait_for_selector("article:has-text('Mons') .verdict:focus")
        assert [one for one in tab.problems if "401" not in one and "403" not in one] == []
    trail = [entry.reason for entry in memory.audit() if entry.reason]
    assert "it stands in the register" in str(trail)


def test_what_may_pass_is_tried_again_where_it_failed(
    open_quick: MakeQuick, open_tab: MakeTab
) -> None:
    memory = open_quick()
    for text in ("I was born in Gent.", "I was born in Namur."):
        memory.append(text)
    with served(memory) as url:
        tab = open_tab(url).go("conflicts")
        tab.page.route("**/conflicts/resolve", lambda route: route.abort())
        tab.page.fill("main [name=reason]", "he said so")
        tab.page.click("article:has-text('Gent') >> text=This one stands")
        tab.page.wait_for_selector("section >> text=The service does not answer")
        tab.page.unroute("**/conflicts/resolve")
        tab.page.click("section >> text=Try again")
        tab.page.wait_for_selector("text=Settled. What stands: Gent")
    assert "he said so" in str([entry.reason for entry in memory.audit()])


def test_a_pair_that_is_none_any_more_is_not_offered(
    open_quick: MakeQuick, open_tab: MakeTab
) -> None:
    """Of three values two go with the first decision, or one, and the list says which are left."""
    memory = open_quick()
    for place in ("Gent", "Namur", "Mons"):
        memory.append(f"I was born in {place}.")
    with served(memory) as url:
        tab = open_tab(url).go("conflicts")
        assert "no rule settles it: 3." in tab.text()
        pair = "section:has(strong:text-is('Gent')):has(strong:text-is('Namur'))"
        tab.page.click(f"{pair} article:has-text('Gent') >> text=This one stands")
        tab.page.wait_for_selector("text=Settled. What stands: Gent")
        tab.page.wait_for_selector("text=no rule settles it: 1.")
        assert tab.page.locator("main article").count() == 2
        shown = tab.page.locator("main section:has-text('do not contradict any more')")
        assert "Namur" in shown.inner_text() and "Mons" in shown.inner_text()
        assert shown.locator("button").count() == 0
        tab.page.click("article:has-text('Mons') >> text=This one stands")
        tab.page.wait_for_selector("text=Nothing contradicts.")
        assert tab.page.locator("main article").count() == 0 and tab.problems == []
