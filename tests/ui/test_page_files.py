"""The files of the page without a browser: how they are served, that nothing of them leads
elsewhere or turns text into HTML, and that it speaks both languages."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from importlib.resources import files

import pytest
from factbase.lives import QuickMemory
from service.conftest import client_of
from starlette.testclient import TestClient

from eywa_fs.service.app import create_app
from eywa_fs.service.metrics import Metrics
from eywa_fs.service.routes.state import _figures, objectives
from eywa_fs.service.ui.files import POLICY, TYPES, pages

TEXTS = {name: data.decode() for name, (data, _, _) in pages().items()}
SCRIPTS = {name: text for name, text in TEXTS.items() if name.endswith(".js")}

UNSAFE = (
    "innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "Function(",
    "srcdoc", "createContextualFragment", "DOMParser", "setHTML", ".style.", "javascript:",
)  # fmt: skip
"""What would make markup or a script of a text."""
NAMESPACE = "http://www.w3.org/2000/svg"


def words() -> dict[str, dict[str, str]]:
    """The words of the page by language."""
    text = TEXTS["words.js"].partition("WORDS = ")[2].rstrip().rstrip(";")
    found: dict[str, dict[str, str]] = json.loads(text)
    return found


def test_every_file_is_served_with_its_type_and_policy(client: TestClient) -> None:
    there = {file.name for file in (files("eywa_fs.service.ui") / "static").iterdir()}
    assert there == set(TEXTS), "a file of a kind that is not served"
    for name in ("", *TEXTS):
        found = client.get(f"/ui/{name}")
        assert found.status_code == 200, name
        kind = TYPES[(name or "index.html").rpartition(".")[2]]
        assert found.headers["content-type"] == kind
        assert found.headers["content-security-policy"] == POLICY
        assert found.headers["cache-control"] == "no-cache"
        assert found.headers["x-content-type-options"] == "nosniff"
        assert found.headers["referrer-policy"] == "no-referrer"
        assert found.text == TEXTS[name or "index.html"]


def test_the_policy_lets_nothing_inline_and_nobody_frame_it() -> None:
    rules = dict(rule.strip().split(" ", 1) for rule in POLICY.split(";"))
    assert rules["default-src"] == "'self'"
    assert rules["frame-ancestors"] == rules["base-uri"] == rules["object-src"] == "'none'"
    assert rules["require-trusted-types-for"] == "'script'"
    assert "unsafe" not in POLICY


def test_what_the_browser_has_is_not_sent_again(client: TestClient) -> None:
    etag = client.get("/ui/main.js").headers["etag"]
    again = client.get("/ui/main.js", headers={"If-None-Match": f'W/"x", {etag}'})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["content-security-policy"] == POLICY
    assert client.get("/ui/main.js", headers={"If-None-Match": '"x"'}).status_code == 200


def test_the_page_is_one_level_deeper(client: TestClient) -> None:
    found = client.get("/ui", follow_redirects=False)
    assert (found.status_code, found.headers["location"]) == (308, "ui/")


@pytest.mark.parametrize(
    "name", ["files.py", "..%2ffiles.py", "%2e%2e/files.py", "x", "__init__.py", "static/page.css"]
)
def test_nothing_else_is_served(client: TestClient, name: str) -> None:
    assert client.get(f"/ui/{name}").status_code == 404


def test_the_setting_turns_it_off(open_quick: Callable[..., QuickMemory]) -> None:
    with client_of(create_app(open_quick(None, {"service": {"ui": False}}))) as client:
        assert client.get("/ui/").status_code == client.get("/ui/page.css").status_code == 404
        assert client.get("/v1/health").status_code == 200


@pytest.mark.parametrize("name", sorted(TEXTS))
def test_nothing_points_elsewhere(name: str) -> None:
    text = TEXTS[name].replace(NAMESPACE, "")
    assert re.findall(r"https?:|\burl\(|@import|//\w+\.\w", text) == []
    for target in re.findall(r"(?:from|src=|href=)\s*[\"']([^\"'#$]+)[\"']", text):
        assert target.removeprefix("./") in TEXTS, target


def test_text_can_become_nothing_but_text() -> None:
    assert [(name, word) for name, text in SCRIPTS.items() for word in UNSAFE if word in text] == []
    page = TEXTS["index.html"]
    assert not re.search(r"<style|\son\w+=|style=", page)
    assert all("src=" in tag for tag in re.findall(r"<script[^>]*>", page))


def test_both_languages_have_the_same_words() -> None:
    found = words()
    assert set(found["en"]) == set(found["zh"])
    for key, text in found["en"].items():
        assert text and found["zh"][key]
        holes = [sorted(re.findall(r"\{\w+\}", found[one][key])) for one in ("en", "zh")]
        assert holes[0] == holes[1], key


def test_every_word_that_is_asked_for_is_there_and_none_is_left_over() -> None:
    known = set(words()["en"])
    code = "\n".join(text for name, text in SCRIPTS.items() if name != "words.js")
    asked = set(re.findall(r"\bt\('([\w.]+)'", code))
    assert asked - known == set()
    spelt = set(re.findall(r"'([\w.]+)'", code))  # also in t(one ? 'yes' : 'no')
    kinds = set(re.findall(r"named\('(\w+)'", code)) | set(re.findall(r"\bt\(`(\w+)\.", code))
    assert {key for key in known - spelt if key.partition(".")[0] not in kinds} == set()


def test_names_of_the_service_are_spoken_in_both_languages(quick: QuickMemory) -> None:
    known = words()["zh"]
    assert [name for name in quick.jobs() if f"job.{name}" not in known] == []
    quick.append("I live in Turku.")
    for name in ("verify", "deep_verify", "checkpoint", "retention", "weekly_compress"):
        counted = {one for one in _figures(quick.run_job(name).found) if "findings." not in one}
        assert {one for one in counted if f"figure.{one}" not in known} <= {"timestamp"}, name
    aims = {one.name: one.aim for one in objectives(Metrics(), quick.measured(), ())}
    assert aims == {name: words()["en"][f"aim.{name}"] for name in aims}
    for name, aim in aims.items():
        assert re.findall(r"[\d.]+", known[f"aim.{name}"]) == re.findall(r"[\d.]+", aim)
    assert [name for name in quick.status().parts if f"part.{name}" not in known] == []
