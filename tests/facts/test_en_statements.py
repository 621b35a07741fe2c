"""Plain promises of the English pack: what a sentence asserts, about whom, and when."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from eywa_fs.facts.languages.en import extract

#: Monday, 10 June 2024.
NOW = int(datetime(2024, 6, 10, 9, 0, tzinfo=UTC).timestamp() * 1000)


def read(text: str) -> set[tuple[str, str, str, bool]]:
    return {(c.subject, c.predicate, c.object, c.negated) for c in extract(text, timestamp_ms=NOW)}


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("I live in Tartu.", {("user", "lives_in", "Tartu", False)}),
        ("we live in Tartu", {("user", "lives_in", "Tartu", False)}),
        (
            "My aunt's partner lives in Tartu.",
            {("user's aunt's partner", "lives_in", "Tartu", False)},
        ),
        ("Grandpa works at a sawmill.", {("user's grandpa", "works_at", "sawmill", False)}),
        ("My cousin Ilse is a welder.", {("Ilse", "works_as", "welder", False)}),
        ("My boss, Ivo, speaks Czech.", {("Ivo", "speaks", "Czech", False)}),
        (
            "I don't eat pork or lamb.",
            {("user", "diet", "pork", True), ("user", "diet", "lamb", True)},
        ),
        ("I'm allergic to latex.", {("user", "allergic_to", "latex", False)}),
        ("I don't dislike jazz.", {("user", "prefers", "jazz", False)}),
        ("I never learned to swim.", {("user", "can", "swim", True)}),
        ("We must not park in the yard.", {("user", "must_not", "park in the yard", False)}),
        ("I'm not allowed to lift weights.", {("user", "must_not", "lift weights", False)}),
        ("I believe in ghosts.", {("user", "believes", "ghosts", False)}),
        ("My favourite fruit is quince.", {("user", "prefers", "quince", False)}),
        ("dont like olives", {("user", "prefers", "olives", True)}),
        ("I've got asthma.", {("user", "health", "asthma", False)}),
        ("My rent is 700 euros.", {("user's rent", "other", "700 euros", False)}),
    ],
)
def test_a_plain_statement_gives_its_facts_and_no_others(
    text: str, facts: set[tuple[str, str, str, bool]]
) -> None:
    assert read(text) == facts


def test_a_pronoun_means_the_person_named_before() -> None:
    assert ("user's half-sister", "works_as", "glazier", False) in read(
        "I have a half-sister. She is a glazier."
    )


def test_a_masculine_pronoun_skips_a_sister() -> None:
    facts = read("My brother met my sister in Linz. He is a potter.")
    assert ("user's brother", "works_as", "potter", False) in facts


def test_a_state_that_is_over_ends_and_a_new_one_begins() -> None:
    facts = {c.object: c for c in extract("I moved from Turku to Oulu in May.", timestamp_ms=NOW)}
    assert facts["Turku"].valid_to == date(2024, 5, 31)
    assert facts["Oulu"].valid_from == date(2024, 5, 1)


def test_no_longer_holds_from_the_day_of_the_message() -> None:
    (fact,) = extract("I no longer work at Nokia.", timestamp_ms=NOW)
    assert (fact.negated, fact.valid_from) == (True, date(2024, 6, 10))


def test_a_plan_carries_its_day() -> None:
    (fact,) = extract("I'm flying to Oslo tomorrow.", timestamp_ms=NOW)
    assert fact.predicate == "plans_to"
    assert (fact.valid_from, fact.valid_to) == (date(2024, 6, 11), date(2024, 6, 11))


def test_a_corrected_value_replaces_the_first() -> None:
    (fact,) = extract("The exam is on Tuesday, no wait, Thursday.", timestamp_ms=NOW)
    assert (fact.object, fact.valid_from) == ("Thursday", date(2024, 6, 13))


def test_a_hedge_lowers_the_certainty() -> None:
    (plain,) = extract("I'm allergic to latex.", timestamp_ms=NOW)
    (hedged,) = extract("I think I'm allergic to latex.", timestamp_ms=NOW)
    assert hedged.certainty < plain.certainty


def test_a_statement_inside_a_request_is_kept() -> None:
    facts = read("Suggest a cake for my son, he is allergic to eggs.")
    assert facts == {("user's son", "allergic_to", "eggs", False)}
