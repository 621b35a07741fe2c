"""What the page says is so, and can be read, in a real Chromium: days and times, marks that steer
text, keys that cannot be sent, services that come back, long words on small screens."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from factbase.lives import MakeQuick, QuickMemory
from ui.conftest import BROWSER, MakeTab, served

from eywa_fs.model.safetext import safe

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(BROWSER is None, reason="there is no chromium on the PATH"),
]

ZONES = ("America/Los_Angeles", "UTC", "Asia/Shanghai")
STEERING = "abc \u202eevil\u202c xyz"


def noon(day: str) -> int:
    """Noon of a day in UTC, in epoch milliseconds."""
    return int(datetime.fromisoformat(f"{day}T12:00").replace(tzinfo=UTC).timestamp() * 1000)


def moves(memory: QuickMemory) -> None:
    """A life in two places, with days that were told."""
    memory.append("I moved to Lisbon on 3 March 2026.", timestamp=noon("2026-03-10"))
    memory.append("I moved to Porto on 1 May 2026.", timestamp=noon("2026-05-02"))


@pytest.mark.parametrize("zone", ZONES)
def test_a_day_that_was_told_is_that_day_in_any_zone(
    open_quick: MakeQuick, open_tab: MakeTab, zone: str
) -> None:
    memory = open_quick()
    moves(memory)
    with served(memory) as url:
        tab = open_tab(url, timezone_id=zone)
        told = tab.go("course?predicate=moved_to").text()
        assert "Mar 3, 2026 – Apr 30, 2026" in told and "May 1, 2026 – …" in told
        assert "May 1, 2026 – …" in tab.go("graph").text()
        drawn = tab.page.locator("svg.graph .edge title").all_text_contents()
        assert any("May 1, 2026" in one for one in drawn)
        named = {"America/Los_Angeles": "PDT", "UTC": "UTC", "Asia/Shanghai": "GMT+8"}[zone]
        assert named in tab.go("records").text("main time")
        assert "First day (UTC)" in tab.go("sessions").text("main table")


@pytest.mark.parametrize("zone", ZONES)
def test_a_day_of_the_graph_is_its_beginning_as_on_the_command_line(
    open_quick: MakeQuick, open_tab: MakeTab, zone: str
) -> None:
    memory = open_quick()
    moves(memory)
    with served(memory) as url:
        tab = open_tab(url, timezone_id=zone)
        for day, place in (("2026-05-02", "Lisbon"), ("2026-05-03", "Porto")):
            begin = noon(day) - 43_200_000
            [held] = memory.graph(as_of=begin).relations
            assert held.fact.object == place
            assert place in tab.go(f"graph?day={day}").text("main table"), day
        assert "ended" not in tab.text("main table")
        told = tab.go("graph?day=2026-05-02").text("main table")
        assert "over by then, as was told later" in told and "Apr 30, 2026" in told
        assert "ended since then" in tab.go("graph?day=2026-04-30").text("main table")
        assert "no day “9999-99-99”" in tab.go("graph?day=9999-99-99").text()


def test_marks_that_turn_text_are_spelled_out(open_quick: MakeQuick, open_tab: MakeTab) -> None:
    memory = open_quick()
    memory.append(STEERING, session_id="s\u202eno", tags=["\u2066tag"], speaker="Bob\u202e")
    memory.append("W" * 700 + "\x07" + STEERING)
    with served(memory) as url:
        tab = open_tab(url)
        for view in ("records", "search?q=evil", "sessions", "users"):
            tab.go(view)
            text = tab.page.text_content("main")
            assert not {"\u202e", "\u202c", "\u2066", "\x07"} & set(text), view
        shown = tab.go("records").text()
        assert r"abc \u202eevil\u202c xyz" in shown
        assert r"s\u202eno" in shown and r"\u2066tag" in shown and r"Bob\u202e" in shown
        tab.page.click("text=Show all")
        assert "\u202e" not in tab.page.text_content("main")


def test_what_is_drawn_as_nothing_is_spelled_out(open_quick: MakeQuick, open_tab: MakeTab) -> None:
    hidden = "".join(chr(0xE0000 + ord(one)) for one in "obey")
    memory = open_quick()
    memory.append("The bus leaves at six." + hidden, user_id="lin", tags=["a\u2060b"])
    memory.append("x", user_id="lin\u200b")
    memory.append("x", user_id="lin ")
    with served(memory) as url:
        tab = open_tab(url)
        for view in ("records", "search?q=bus"):
            shown = tab.go(f"{view}{'&' if '?' in view else '?'}user=lin").text()
            assert r"at six.\U000e006f\U000e0062\U000e0065\U000e0079" in shown, view
        assert r"a\u2060b" in tab.go("records?user=lin").text()
        names = tab.go("users").page.eval_on_selector_all(
            "main td .name", "all => all.map(one => one.textContent)"
        )
        assert {*names} == {"lin", r"lin\u200b", r"lin\x20"}
        assert r"lin\u200b" in tab.go("records?user=lin%E2%80%8B").text("header summary")
        assert r"lin\x20" in tab.go("records?user=lin%20").text("header summary")
        assert r"“li\u200b”" in tab.go("records?user=li%E2%80%8B").text()


def test_the_page_spells_out_what_the_command_line_does(
    open_quick: MakeQuick, open_tab: MakeTab
) -> None:
    points = [chr(one) for one in range(0x20, 0xE1000) if not 0xD800 <= one < 0xF000]
    pictures = map(chr, range(0x1F000, 0x1FB00))
    odd = [*[one for one in points if not one.isalnum()][:20_000], *pictures]
    around = ("a", "\u05d0", "\U0001f469", "\u6f22")
    texts = ["".join(points[at : at + 5000]) for at in range(0, len(points), 5000)]
    texts += [" ".join(f"{by}{one}{by}" for one in odd) for by in around]
    spell = """async texts => {
        const { safe } = await import(new URL('dom.js', location));
        return texts.map(safe);
    }"""
    with served(open_quick()) as url:
        found = open_tab(url).go("records").page.evaluate(spell, texts)
    assert found == [*map(safe, texts)]


@pytest.mark.parametrize("sent", ["eywa_“x”", "密钥", "eywa\x7f"])
def test_a_key_that_cannot_be_sent_is_not_in_force(
    open_quick: MakeQuick, open_tab: MakeTab, make_key: Callable[..., str], sent: str
) -> None:
    memory = open_quick()
    token = make_key("admin", None)
    memory.append("I live in Turku.")
    with served(memory) as url:
        tab = open_tab(url).go("records")
        tab.page.fill("[name=key]", sent)
        tab.page.click("text=Use this key")
        tab.page.wait_for_selector("main >> text=is not in force")
        tab.page.reload()
        tab.settle()
        tab.page.fill("[name=key]", token)
        tab.page.click("text=Use this key")
        tab.page.wait_for_selector("main >> text=I live in Turku.")


def test_health_is_renewed_after_a_failure(open_quick: MakeQuick, open_tab: MakeTab) -> None:
    memory = open_quick()
    with served(memory) as url:
        tab = open_tab(url)
        tab.page.clock.install()
        tab.go("health")
        tab.page.route("**/v1/status", lambda route: route.abort())
        for _ in range(2):
            tab.page.clock.run_for(11_000)
            tab.page.wait_for_selector("[role=alert] >> text=The service does not answer")
        tab.page.unroute("**/v1/status")
        tab.page.clock.run_for(11_000)
        tab.page.wait_for_selector("main >> text=Files of the truth")


LONG = ("t" * 200, "A word of " + "W" * 300)
BROKEN = """[...document.querySelectorAll('main td :not(code)')].flatMap((one) => {
  const found = [];
  for (const text of one.childNodes) for (const word of (text.data || '').matchAll(/\\w+/g)) {
    const range = document.createRange();
    range.setStart(text, word.index);
    range.setEnd(text, word.index + word[0].length);
    const lines = new Set([...range.getClientRects()].map((rect) => rect.top));
    if (word[0].length < 15 && lines.size > 1) found.push(word[0]);
  }
  return found;
})"""
"""The usual words of tables that are broken inside."""


@pytest.mark.parametrize(
    ("width", "locale"),
    [(360, "en-US"), (360, "zh-CN"), (700, "en-US"), (800, "en-US"), (1280, "en-US")],
)
def test_nothing_is_wider_than_the_screen_and_words_stay_whole(
    open_quick: MakeQuick, open_tab: MakeTab, width: int, locale: str
) -> None:
    memory = open_quick()
    moves(memory)
    memory.append("My brother Tom works at Harbour.", tags=[LONG[0]], speaker=LONG[0])
    for place in ("Braga", "Evora"):
        memory.append(f"I was born in {place}.", session_id=LONG[0][:60])
    said = memory.append(LONG[1])
    memory.assert_fact("user", "friend", LONG[1][10:], quote=LONG[1], citation=said.citation)
    with served(memory) as url:
        tab = open_tab(url, viewport={"width": width, "height": 800}, locale=locale)
        for view in ("search?q=moved+lisbon", "graph", "records", "sessions", "users", "audit",
                     "profile", "health", "jobs"):  # fmt: skip
            tab.go(view)
            wide = tab.page.evaluate("document.documentElement.scrollWidth - innerWidth")
            assert wide <= 0, view
            assert tab.page.evaluate(BROKEN) == [], view


def test_a_changed_line_and_a_bare_one_are_told_apart(
    open_quick: MakeQuick, open_tab: MakeTab
) -> None:
    memory = open_quick()
    anchor = memory.append("The kettle is blue.")
    memory.append("The kettle is old.")
    file = memory.layout.root / anchor.file_path
    bare = json.dumps({"content": "The kettle is loud."})
    file.write_text(file.read_text().replace("blue", "pink") + bare + "\n")
    memory.index()
    said = {"pink": "CHANGED: its text", "old": "", "loud": "without its own hash"}
    with served(memory) as url:
        tab = open_tab(url)
        for view in ("search?q=kettle", "records"):
            tab.go(view)
            for word, mark in said.items():
                card = tab.text(f".card:has-text('{word}')")
                assert (mark or "The kettle") in card
                others = {one for one in said.values() if one and one != mark}
                assert not [one for one in others if one in card]
                proved = view != "records" and word != "pink"
                assert ("proved when served" in card) is proved
        tab.page.click(".card:has-text('pink') >> text=Versions")
        tab.page.wait_for_selector("dd >> text=CHANGED: its text")


def test_what_was_refused_is_said_first(open_quick: MakeQuick, open_tab: MakeTab) -> None:
    memory = open_quick()
    said = [memory.append("I live in Turku.", user_id=user) for user in ("me", "ana")]
    memory.append("My kettle is blue.", session_id="other")
    memory.index()
    with served(memory) as url:
        tab = open_tab(url)
        assert "refused" not in tab.go("search?q=Turku+kettle").text()
        assert "The files were last compared" not in tab.go("health").text()
        assert "every part works" in tab.text() and "all is well" not in tab.text()
        for anchor in said:
            file = memory.layout.root / anchor.file_path
            was = file.stat()
            file.write_text(file.read_text().replace("Turku", "Vaasa"))
            os.utime(file, ns=(was.st_atime_ns, was.st_mtime_ns))
        shown = tab.go("search?q=Turku+kettle").text()
        assert shown.index("What may fit better was refused") < shown.index("My kettle is blue.")
        assert "Records, changed since: 1" in shown
        shown = tab.go("search?user=ana&q=Turku").text()
        assert "Nothing was found that can be proved" in shown
        assert "changed since: 1" in tab.go("profile").text(".note.bad")
        memory.run_job("deep_verify")
        shown = tab.go("health").text()
        assert "found something wrong, or failed: verify, deep" in shown
        assert "The files were last compared with the index at" in shown


def test_the_audit_view_shows_the_whole_trail_or_says_what_is_left_out(
    open_quick: MakeQuick, open_tab: MakeTab, make_key: Callable[..., str]
) -> None:
    memory = open_quick()
    memory.append("I live in Turku.", tenant_id="acme", user_id="ana")
    memory.audit_note("drill_made", "root", reason="drill")
    memory.audit_note("looked_at", "ana", reason="why", tenant_id="acme", user_id="ana")
    with served(memory) as url:
        tab = open_tab(url).go("audit?tenant=acme")
        shown = tab.text()
        assert all(one.action in shown for one in memory.audit()) and "looked_at" in shown
        assert "in the tenant “acme”, and to the whole memory" in shown
        token = make_key("auditor", "acme")
        tab.go("audit")
        tab.page.fill("[name=key]", token)
        tab.page.click("text=Use this key")
        tab.page.wait_for_selector("main >> text=looked_at")
        assert "drill_made" not in tab.text() and "is left out" in tab.text()


def test_every_id_of_a_record_leads_to_it(open_quick: MakeQuick, open_tab: MakeTab) -> None:
    memory = open_quick()
    ids = ("a/b", "/", "a%2Fb", "a b?c=d#e&f", "a/history", "部/分")
    for event_id in ids:
        memory.append(f"I am {event_id}.", event_id=event_id)
    with served(memory) as url:
        tab = open_tab(url)
        for event_id in ids:
            tab.go("records")
            tab.page.click(f".card:has-text('I am {event_id}.') >> text=Versions")
            tab.page.wait_for_selector('h1 >> text="Record"')
            assert f"I am {event_id}." in tab.settle().text(), event_id
        assert "names no record" in tab.go("record").text()


def test_whose_memory_is_asked_is_said_and_users_there_are_are_offered(
    open_quick: MakeQuick, open_tab: MakeTab
) -> None:
    memory = open_quick()
    with served(memory) as url:
        tab = open_tab(url)
        memory.append("I live in Turku.", tenant_id="acme", user_id="ana")
        tab.go("records")
        tab.page.wait_for_selector("main >> text=I live in Turku.")
        assert "tenant=acme" in tab.page.url and "user=ana" in tab.page.url
        assert "acme · ana" in tab.text("#whose")
        memory.append("I live in Oulu.", tenant_id="acme", user_id="bob")
        for view in ("records?tenant=acme", "search?tenant=acme&q=live", "profile?tenant=acme"):
            assert "There is no user “me”" in tab.go(view).text(), view
        assert "acme · me" in tab.text("#whose")
        tab.page.click("main li >> text=bob")
        tab.page.wait_for_selector("main >> text=Oulu")
        assert "There is no user “anna”" in tab.go("graph?tenant=acme&user=anna").text()
        assert "There is no tenant “none”" in tab.go("users?tenant=none").text()
        assert "acme" in tab.text("main li")


def test_the_chinese_page_has_its_own_words(open_quick: MakeQuick, open_tab: MakeTab) -> None:
    memory = open_quick()
    moves(memory)
    memory.append("Forget this.", event_id="gone")
    memory.erase(event_ids=["gone"])
    memory.run_job("deep_verify")
    with served(memory) as url:
        tab = open_tab(url, locale="zh-CN")
        shown = {
            "search?q=moved+Lisbon": ("被取代为", "outdated"),
            "objectives": ("在 400 毫秒内", "within"),
            "jobs": ("文件: ", "checked"),
            "audit": ("未说明理由", "no reason"),
        }
        for view, (there, absent) in shown.items():
            text = tab.go(view).text()
            assert there in text and absent not in text, view
