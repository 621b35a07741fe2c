"""The standing profile: what must never be missed, in a fixed order, and not too much of it."""

from __future__ import annotations

from factbase.lives import objects
from facts.stories import U, at, say, tell

from eywa_fs.factbase.profile import MOST_OF_SECTION, SECTIONS, standing_profile
from eywa_fs.facts.model import PREDICATES
from eywa_fs.facts.replay import FactState
from eywa_fs.facts.timeline import current

NOW = at("2025-03-12")


def profile(state: FactState) -> list[str]:
    return objects(standing_profile(current(state, NOW)))


def test_sections_come_in_their_order_and_denials_only_of_constraints() -> None:
    state = tell(
        ("2024-01-01", say(U, "speaks", "Frisian"), say(U, "speaks", "Welsh", no=True)),
        ("2024-01-02", say(U, "spouse", "Wies"), say(U, "works_as", "potter")),
        ("2024-01-03", say(U, "lives_in", "Zwolle"), say(U, "instruction", "answer briefly")),
        ("2024-01-04", say(U, "diet", "meat", no=True), say(U, "name", "Tjeerd")),
        ("2024-01-05", say(U, "visited", "Bruges"), say(U, "diet", "vegan", maybe=True)),
    )
    wanted = ["Tjeerd", "not meat", "answer briefly", "Zwolle", "potter", "Wies", "Frisian"]
    assert profile(state) == wanted
    assert {p.profile for p in PREDICATES.values()} == {*SECTIONS, ""} == {*MOST_OF_SECTION, ""}


def test_each_section_has_a_limit_and_keeps_what_is_said_often_or_new() -> None:
    days = [(f"2024-01-{n:02}", say(U, "allergic_to", f"pollen{n}x")) for n in range(1, 21)]
    state = tell(*days, ("2024-02-01", say(U, "allergic_to", "pollen3x")))
    values = profile(state)
    assert len(values) == MOST_OF_SECTION["constraints"]
    assert values[:2] == ["pollen3x", "pollen20x"]


def test_of_others_only_who_they_are_and_what_may_harm_them() -> None:
    state = tell(
        ("2024-01-01", say("user's sister", "name", "Wies"), say("Wies", "lives_in", "Breda")),
        ("2024-01-02", say("Wies", "allergic_to", "celery"), say("Wies", "prefers", "tea")),
        ("2024-01-03", say("Wies", "allergic_to", "lupins", no=True)),
        ("2024-01-04", say("用户的姐姐", "diet", "素食")),
    )
    assert profile(state) == ["celery", "Wies"]


def test_nothing_that_is_over_or_unsure() -> None:
    state = tell(
        ("2024-01-01", say(U, "lives_in", "Gouda"), say(U, "works_at", "Kranz", maybe=True)),
        ("2024-02-01", say(U, "moved_to", "Zwolle")),
    )
    assert profile(state) == ["Zwolle"]
