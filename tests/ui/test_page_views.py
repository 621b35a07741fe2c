"""The page in a real Chromium: every view over 10,000 records, hostile texts, keys, the proof, a
verdict, the keyboard, both languages and colours, and what stands where nothing or an error is."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import quote

import pytest
from factbase.lives import DAY_0, MakeQuick, QuickMemory
from ui.conftest import BROWSER, COLOURS, LOOKS, NARROW, WIDE, MakeTab, Tab, serious, served

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(BROWSER is None, reason="there is no chromium on the PATH"),
]

MANY = 10_000
VIEWS = {
    "health": "Health", "users": "Users", "sessions?user=ana": "Sessions",
    "records?user=ana": "Records", "record?user=ana&id=evt-1": "Record",
    "search?user=ana&q=kettle+shelf+77": "Search", "profile?user=ana": "Profile",
    "course?user=ana&subject=user&predicate=lives_in": "Timeline",
    "graph?user=ana": "Graph", "conflicts?user=ana": "Conflicts",
    "audit": "Audit", "audit?trace=tr_demo": "Audit",
    "jobs": "Jobs", "objectives": "Objectives", "evaluations": "Evaluations",
}  # fmt: skip
"""Addresses of the views, and their headings."""
SAID = ("I live in Turku.", "I moved to Oulu.", "I was born in Faro.", "I was born in Braga.")
HOSTILE = (
    '<img src=x onerror="document.title=1"><script>document.title=2</script>',
    "\u202eturned around\u202c שלום مرحبا",
    "W" * 10_000,
    "🦊👩‍👩‍👧‍👦🏳️‍🌈" * 20,
    "javascript:alert(1) {n} ${n} %s </p>",
)
EVIL = '<b onclick="x">"bob"</b> \u202e#&?'


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The URL of the page over 10,000 records of one user and some hostile ones of another."""
    memory = QuickMemory(tmp_path_factory.mktemp("many") / "root", background=False)
    texts = [f"The kettle on shelf {n} whistles at noon." for n in range(MANY - len(SAID))]
    drafts = [
        {"content": text, "user_id": "ana", "session_id": f"s{n % 7}", "timestamp": DAY_0 + n}
        for n, text in enumerate((*SAID, *texts))
    ]
    memory.append_many(drafts)
    of_evil = {"user_id": EVIL, "session_id": "<i>s</i>", "tags": ["<u>tag</u>"], "speaker": EVIL}
    memory.append_many([{"content": text, **of_evil} for text in HOSTILE])
    memory.index()
    by: Any = {"user_id": "ana", "trace_id": "tr_demo"}
    memory.upsert("evt-1", "I like tea.", **by)
    memory.upsert("evt-1", "I like coffee.", reason=HOSTILE[0], **by)
    memory.run_job("verify")
    with served(memory) as url:
        yield url
    memory.close()


@pytest.mark.parametrize("look", ["wide", "narrow"])
def test_every_view_over_many_records(many: str, open_tab: MakeTab, look: str) -> None:
    options = {"viewport": WIDE} if look == "wide" else {"viewport": NARROW, "color_scheme": "dark"}
    tab = open_tab(many, **options)
    for view, heading in VIEWS.items():
        tab.go(view)
        assert tab.text("h1") == heading
        assert tab.page.title() == f"{heading} · eywa-fs"
        assert tab.page.query_selector("[role=alert]") is None, view
        assert "[object" not in tab.text() and "undefined" not in tab.text(), view
        wide = tab.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, f"{view} is wider than the screen"
    assert tab.problems == []
    assert [url for url in tab.asked if not url.startswith(many.removesuffix("ui/"))] == []


def test_a_walk_through_the_pages_of_a_session(many: str, open_tab: MakeTab) -> None:
    tab = open_tab(many).go("users")
    tab.page.click("main a >> text=ana")
    tab.page.wait_for_selector("h1 >> text=Sessions")
    tab.settle().page.click("main a >> text=s3")
    tab.page.wait_for_selector("article")
    first = tab.page.locator("article").all_inner_texts()
    tab.page.click("text=Next page")
    tab.page.wait_for_selector("text=First page")
    second = tab.page.locator("article").all_inner_texts()
    assert len(first) == len(second) == 50 and not set(first) & set(second)
    tab.page.go_back()
    tab.page.wait_for_selector("text=First page", state="detached")
    tab.settle()
    assert tab.page.locator("article").all_inner_texts() == first
    tab.page.click("article a >> text=Versions")
    tab.page.wait_for_selector("text=Its own hash")
    assert tab.problems == []


def test_hostile_texts_are_texts(many: str, open_tab: MakeTab) -> None:
    tab = open_tab(many)
    for view in ("users", "sessions", "records", "search?q=turned+alert+onerror", "conflicts"):
        name, _, query = view.partition("?")
        tab.go(f"{name}?user={quote(EVIL)}&{query}")
        found = tab.page.evaluate(
            "[...document.querySelectorAll('main :is(img, script, b, i, u, [onclick], [onerror])')]"
            ".length"
        )
        assert found == 0 and "eywa-fs" in tab.page.title(), view
    tab.go(f"records?user={quote(EVIL)}")
    tab.page.click("text=Show all 10,000 characters")
    shown = tab.page.evaluate("[...document.querySelectorAll('.prose')].map(e => e.textContent)")
    turned = {one.replace("\u202e", r"\u202e").replace("\u202c", r"\u202c") for one in HOSTILE}
    assert set(shown) == turned
    assert tab.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    tab.page.click("main a >> text=Versions")
    tab.page.wait_for_selector("text=Its own hash")
    assert tab.problems == []


def test_the_policy_stops_what_is_planted(many: str, open_tab: MakeTab) -> None:
    tab = open_tab(many).go("health")
    for planted in (
        "document.body.innerHTML = '<img src=x onerror=1>'",
        "const made = document.createElement('script'); made.text = 'window.x = 1'; "
        "document.head.append(made)",
    ):
        tab.page.evaluate(f"() => {{ try {{ {planted} }} catch (error) {{ window.said = 1 }} }}")
    assert tab.page.evaluate("[window.said, window.x]") == [1, None]


def test_a_hit_is_verified_again(open_quick: MakeQuick, open_tab: MakeTab) -> None:
    memory = open_quick()
    anchor = memory.append("My sister Inés is allergic to walnuts.")
    with served(memory) as url:
        tab = open_tab(url).go("search?q=walnuts")
        tab.page.click("summary >> text=Proof")
        assert anchor.content_hash in tab.text() and anchor.file_path in tab.text()
        tab.page.click("text=Verify again")
        tab.page.wait_for_selector(".chip.ok >> text=The file has these very bytes")
        file = memory.layout.root / anchor.file_path
        file.write_text(file.read_text().replace("walnuts", "peanuts"))
        tab.page.click("text=Verify again")
        tab.page.wait_for_selector(".chip.bad >> text=The file has other bytes there now")
        file.unlink()
        tab.page.click("text=Verify again")
        tab.page.wait_for_selector(".chip.bad >> text=There is no such record any more")


def test_a_conflict_is_settled_with_its_reason(open_quick: MakeQuick, open_tab: MakeTab) -> None:
    memory = open_quick()
    for text in ("I was born in Faro.", "I was born in Braga.", "My birthday is 3 May."):
        memory.append(text)
    memory.append("My birthday is 9 June.")
    with served(memory) as url:
        tab = open_tab(url).go("conflicts")
        assert "no rule settles it: 2." in tab.text()
        tab.page.fill("section:has-text('Braga') >> [name=reason]", "<b>her passport</b>")
        tab.page.click("article:has-text('Braga') >> text=This one stands")
        tab.page.wait_for_selector("text=Settled. What stands: Braga")
        tab.page.wait_for_selector("text=no rule settles it: 1.")
        tab.page.click("article:has-text('9 June') >> text=This one stands")
        tab.page.wait_for_selector("text=Nothing contradicts.")
        tab.go("profile")
        assert "Braga" in tab.text()
        assert "Faro" in " ".join(tab.page.locator(".card.ended").all_inner_texts())
        tab.go("audit")
        assert "<b>her passport</b>" in tab.text()
        assert tab.go("conflicts").text().split("\n")[-1] == "Nothing contradicts."
    [fact] = memory.profile()["born_in"]
    assert fact.object == "Braga"


def test_a_key_is_asked_for_and_kept_in_the_tab(
    open_quick: MakeQuick, open_tab: MakeTab, make_key: Callable[..., str]
) -> None:
    memory = open_quick()
    memory.append("I live in Turku.", tenant_id="acme", user_id="ana")
    token = make_key("reader", "acme", "ana")
    with served(memory) as url:
        tab = open_tab(url).go("records")
        for sent, said in (("eywa_wrong", "is not in force"), (token, "I live in Turku.")):
            tab.page.fill("[name=key]", sent)
            tab.page.click("text=Use this key")
            tab.page.wait_for_selector(f"main >> text={said}")
        assert "this key" not in tab.text("body").lower()
        stored = "[sessionStorage, localStorage].map(one => JSON.stringify(one))"
        inside, outside = tab.page.evaluate(stored)
        assert token in inside and token not in outside + tab.page.url
        assert token not in str(tab.page.context.cookies())
        assert "may not list the users" in tab.go("users").text()
        assert "need a key of every tenant" in tab.go("health").text()
        assert "The role of this key" in tab.go("audit").text()
        assert "There is nothing of that name" in tab.go("records?tenant=globex").text()
        tab.page.click("text=Forget the key")
        tab.page.wait_for_selector("text=A key is needed")
        assert token not in str(tab.page.evaluate(stored))


def test_the_keyboard_reaches_everything(many: str, open_tab: MakeTab) -> None:
    tab = open_tab(many).go("profile?user=ana")
    focused = "document.activeElement.id || document.activeElement.tagName"
    tab.page.keyboard.press("/")
    assert tab.page.evaluate(focused) == "search"
    tab.page.keyboard.type("shelf 42/7")
    tab.page.keyboard.press("Enter")
    tab.page.wait_for_selector("text=Records 1 to 20, best first")
    assert "user=ana" in tab.page.url and "q=shelf+42%2F7" in tab.page.url
    assert tab.page.evaluate(focused) == "H1"
    tab.go("health").page.reload()
    tab.settle().page.keyboard.press("Tab")
    assert tab.page.evaluate("document.activeElement.className") == "skip"
    tab.page.keyboard.press("Enter")
    assert tab.page.evaluate(focused) == "main"
    reached = set()
    tab.page.reload()
    tab.settle()
    for _ in range(30):
        tab.page.keyboard.press("Tab")
        reached.add(
            tab.page.evaluate("(document.activeElement.name || document.activeElement.textContent)")
        )
    assert {"q", "tenant", "user", "language", "colours", "Jobs", "Refresh"} <= reached


def test_language_and_colours_are_chosen_and_kept(many: str, open_tab: MakeTab) -> None:
    tab = open_tab(many, locale="zh-CN", color_scheme="dark").go("health")
    ground = "getComputedStyle(document.body).backgroundColor"
    assert tab.text("h1") == "状态" and tab.page.get_attribute("html", "lang") == "zh-Hans"
    dark = tab.page.evaluate(ground)
    tab.page.select_option("[name=colours]", "light")
    assert tab.page.evaluate(ground) != dark
    tab.page.focus("[name=language]")
    tab.page.select_option("[name=language]", "en")
    tab.page.wait_for_selector("h1 >> text=Health")
    assert tab.page.evaluate("document.activeElement.name") == "language"
    tab.page.reload()
    tab.settle()
    assert tab.text("h1") == "Health" and tab.page.get_attribute("html", "lang") == "en"
    assert tab.page.evaluate(ground) != dark


def test_nothing_there_is_said(open_quick: MakeQuick, open_tab: MakeTab) -> None:
    said = {
        "users": "There is no user yet", "sessions": "There is no session",
        "records": "There is no such record", "record?id=none": "There is nothing of that name",
        "search": "Type a question", "search?q=kettle": "No record fits",
        "profile": "Nothing is known", "course": "Nothing is known",
        "conflicts": "Nothing contradicts", "graph": "Nothing is related",
        "graph?name=Lyon": "no fact that holds names", "objectives": "Nothing measured yet",
        "audit": "has no entry yet",
        "audit?trace=tr_none": "Nothing was done under this trace", "jobs": "not known",
        "nowhere": "There is no such view",
    }  # fmt: skip
    with served(open_quick()) as url:
        tab = open_tab(url)
        for view, text in said.items():
            assert text in tab.go(view).text(), view


def _taken(tab: Tab, held: list[Any]) -> Any:
    """The request that the page has sent, or sends within ten seconds."""
    for _ in range(200):
        if held:
            break
        tab.page.wait_for_timeout(50)
    return held.pop()


def test_waiting_and_failing_are_shown_and_tried_again(many: str, open_tab: MakeTab) -> None:
    tab = open_tab(many).go("health")
    held: list[Any] = []
    tab.page.route("**/v1/memories*", lambda route: held.append(route))
    tab.page.evaluate("location.hash = '#/records?user=ana&session=none'")
    tab.page.wait_for_selector("main[aria-busy=true] >> text=Loading")
    _taken(tab, held).abort()
    tab.page.wait_for_selector("[role=alert] >> text=The service does not answer")
    tab.page.click("text=Try again")
    told = {"status": 500, "code": "E_INTERNAL", "detail": "<b>a defect</b>", "traceId": "tr_x"}
    answer = {"body": json.dumps(told), "content_type": "application/problem+json"}
    _taken(tab, held).fulfill(status=500, **answer)
    tab.page.wait_for_selector("[role=alert] >> text=tr_x")
    assert "<b>a defect</b>" in tab.text("[role=alert]")
    tab.page.unroute("**/v1/memories*")
    tab.page.click("text=Try again")
    tab.page.wait_for_selector("text=There is no such record.")


def test_health_is_renewed_unless_something_in_it_has_the_focus(
    open_quick: MakeQuick, open_tab: MakeTab
) -> None:
    memory = open_quick()
    with served(memory) as url:
        tab = open_tab(url)
        tab.page.clock.install()
        tab.go("health")
        memory.append("I live in Turku.")
        tab.page.clock.run_for(11_000)
        tab.page.wait_for_selector("text=in 1 sessions")
        tab.page.focus("text=Refresh")
        asked = len(tab.asked)
        tab.page.clock.run_for(31_000)
        assert len(tab.asked) == asked
        tab.page.focus("h1")
        memory.append("I moved to Oulu.", session_id="other")
        tab.page.clock.run_for(11_000)
        tab.page.wait_for_selector("text=in 2 sessions")
        assert tab.problems == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious(
    many: str, axe: str, open_tab: MakeTab, scheme: str, open_quick: MakeQuick,
    make_key: Callable[..., str],
) -> None:  # fmt: skip
    locked = open_quick()
    make_key("admin", None)
    with served(locked) as closed:
        pages = [(many, view) for view in (*VIEWS, "nowhere")] + [(closed, "records")]
        for look in LOOKS[scheme]:
            tabs = {
                url: open_tab(url, viewport=look, color_scheme=scheme, bypass_csp=True)
                for url in (many, closed)
            }
            for url, view in pages:
                tab = tabs[url].go(view)
                assert serious(tab, axe, COLOURS[scheme]) == [], (view, look)
