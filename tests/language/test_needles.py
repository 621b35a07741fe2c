"""What a pattern needs is read from how it is written, slots and all."""

from __future__ import annotations

import re

import pytest

from eywa_fs.facts.languages.en import sayings, ways
from eywa_fs.facts.languages.zh import rulebook
from eywa_fs.language.needles import Slots, written_sets
from eywa_fs.language.sieve import Sieve

SLOTS = Slots({"{POT}": "kettle|tea ?pot", "<HAVE>": "have|has", "{MINE}": "<HAVE> (?:my|a) {POT}"})


@pytest.mark.parametrize(
    ("pattern", "sets"),
    [
        ("kettle", [{"kettle"}]),
        ("kettles?", [{"kettle"}]),
        ("(?:red|green)+ kettle", [{"red", "green"}, {" kettle"}]),
        ("(?:red|green)? kettle", [{" kettle"}]),
        ("(?:red|) kettle", [{" kettle"}]),
        ("(?:call|called|calling)", [{"call"}]),
        (r"a\.b\bc", [{"a.bc"}]),
        (r"[xy]\d{2}z{0,3}", [{"x", "y"}]),
        ("(?!red)(?<!green) pot", [{" pot"}]),
        ("(?=.*red)pot", [{"red"}, {"pot"}]),
        ("[a-z]+|red", []),
        ("a<b", [{"a<b"}]),
    ],
)
def test_sets(pattern: str, sets: list[set[str]]) -> None:
    assert written_sets(pattern) == list(map(frozenset, sets))


@pytest.mark.parametrize("pattern", [r"(a)\1", "(?P<one>a)(?P=one)", "(?i:a)", "\\u4e00", "{POT}"])
def test_what_is_not_read(pattern: str) -> None:
    assert written_sets(pattern) is None


def test_slots_are_read_as_groups() -> None:
    assert SLOTS.filled("i {MINE}s") == "i (?:(?:have|has) (?:my|a) (?:kettle|tea ?pot))s"
    assert written_sets("i {POT}s", SLOTS) == [
        frozenset({"i "}),
        frozenset({"kettle", "tea"}),
        frozenset({"s"}),
    ]
    assert written_sets("i (?:{MINE})?", SLOTS) == [frozenset({"i "})]
    sieve = Sieve.of_written([(1, "i {MINE}s")], SLOTS)
    assert [name for name, _ in sieve.worth("i have a teapots")] == [1]
    assert not sieve.worth("i have a bowl")
    with pytest.raises(KeyError):
        SLOTS.filled("{POTS}")


def test_hardly_any_pattern_of_the_product_needs_parsing() -> None:
    for sieve in (ways._compiled(), sayings._compiled(), rulebook._all_rules()):
        unread = 0
        for number in range(len(sieve._patterns)):
            _, pattern = sieve._patterns[number]
            if not isinstance(pattern, re.Pattern):
                unread += written_sets(pattern.template, pattern.slots) is None
        assert unread <= 8
