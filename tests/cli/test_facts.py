"""Commands on facts: facts, profile, history, conflicts."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from corpus import Eywa

from eywa_fs.memory import EywaMemory

HOUR = 3_600_000
START = 1_748_768_400_000
"""2025-06-01, a Sunday, 09:00 UTC in epoch milliseconds."""

TOLD = (
    "I live in Turku.",
    "I moved to Oulu.",
    "My birthday is 3 May.",
    "My birthday is 9 June.",
    "我对芒果过敏。",
)


@pytest.fixture
def told(make_memory: Callable[..., EywaMemory]) -> None:
    """A root with one message a day, nothing indexed."""
    with make_memory() as memory:
        for day, text in enumerate(TOLD):
            memory.append(text, timestamp=START + day * 24 * HOUR, event_id=f"e{day}")


@pytest.mark.usefixtures("told")
def test_facts_by_subject_and_predicate(eywa: Eywa) -> None:
    text = eywa("facts").out
    assert [line for line in text.splitlines() if not line.startswith(" ")] == [
        "user · allergic to", "user · birthday", "user · moved to",
    ]  # fmt: skip
    assert text.index("9 June") < text.index("3 May"), "newest first"
    assert text.count("in conflict") == 2
    assert "\n     said 2025-06-02 09:00Z  " in text
    assert "\n     tenants/default/users/me/sessions/default/2025-06-02.jsonl:1\n" in text
    value = eywa("facts", "--json").value
    assert [fact["object"] for fact in value["facts"]] == ["芒果", "9 June", "3 May", "Oulu"]
    assert (value["dropped"], value["time_intent"]) == ({}, "current_state")
    assert all(fact["citation"] and fact["rule"] and fact["said"] for fact in value["facts"])


@pytest.mark.usefixtures("told")
def test_filters_and_questions(eywa: Eywa) -> None:
    def objects(*arguments: str) -> list[str]:
        return [fact["object"] for fact in eywa("facts", *arguments, "--json").value["facts"]]

    assert objects("--predicate", "lives_in") == []
    assert objects("--predicate", "lives_in", "--all") == ["Turku"]
    assert objects("--subject", "user's aunt") == []
    assert objects("--as-of", "2025-06-01T10:00") == ["Turku"]
    assert objects("Where do I live?") == ["Oulu"]
    assert objects("我对什么过敏？") == ["芒果"]
    assert "superseded" in eywa("facts", "--all").out
    assert eywa("facts", "Where do I live?").out.startswith("1. user · moved to: Oulu")
    assert eywa("facts", "--subject", "user's aunt").out == "no fact is known about that\n"
    assert "--subject" in eywa("facts", "Where?", "--subject", "user", code=2).err
    assert "lives_in" in eywa("facts", "--predicate", "dwells_in", code=2).err
    assert "no time" in eywa("facts", "--as-of", "yesterday", code=2).err


@pytest.mark.usefixtures("told")
def test_profile_and_history(eywa: Eywa) -> None:
    profile = eywa("profile", "--json").value["profile"]
    assert {name: len(facts) for name, facts in profile.items()} == {
        "allergic_to": 1, "birthday": 2, "moved_to": 1,
    }  # fmt: skip
    assert "user · moved to\n  Oulu\n" in eywa("profile").out == eywa("profile", "me").out
    assert "no user 'you'" in eywa("profile", "you", code=4).err
    assert eywa("history", "user", "lives in").out == eywa("history", "user", "lives_in").out
    assert "9 June" in eywa("facts", "--predicate", "Birthday").out
    assert eywa("history", "user", "pet").out == eywa("history", "user", "has_pet").out
    assert "no predicate 'pets'" in eywa("history", "user", "pets", code=2).err
    value = eywa("history", "user", "lives_in", "--json").value
    assert [fact["object"] for fact in value["facts"]] == ["Turku", "Oulu"]
    text = eywa("history", "user", "lives_in").out
    assert text.startswith("1. user · lives in: Turku\n")
    assert "from 2025-06-01 09:00Z to 2025-06-02 09:00Z  superseded" in text
    assert f"ended by {value['facts'][0]['ended_by']}\n" in text
    assert eywa("history", "user", "owns").out == "no such fact is known\n"
    assert "did you mean lives_in" in eywa("history", "user", "livesin", code=2).err
    assert "known are" in eywa("history", "user", "frobnicate", code=2).err


@pytest.mark.usefixtures("told")
def test_a_conflict_is_settled_by_the_beginning_of_an_id(eywa: Eywa, root: Path) -> None:
    text = eywa("conflicts", "list").out
    assert "1. user · birthday: 3 May" in text and "against user · birthday: 9 June" in text
    (conflict,) = eywa("conflicts", "list", "--json").value["conflicts"]
    kept, dropped = conflict["left"]["atomic_id"], conflict["right"]["atomic_id"]
    assert kept[:15] in text and dropped[:15] in text
    assert f"--keep {kept[:15]} --drop {dropped[:15]}'" in text
    assert "begin with" in eywa("conflicts", "resolve", "--keep", "af_", code=2).err
    assert "no fact" in eywa("conflicts", "resolve", "--drop", "af_0", code=4).err
    assert eywa("conflicts", "resolve", code=2).err.startswith("error:")
    done = eywa(
        "conflicts", "resolve", "--keep", kept[:15], "--drop", dropped[:15],
        "--reason", "a slip of the tongue", "--json",
    ).value  # fmt: skip
    assert (done["kept"], done["dropped"]) == (kept, dropped)
    assert "a slip of the tongue" in eywa("show", done["citation"]).out
    assert eywa("conflicts", "list").out == "no open conflicts\n"
    objects = [
        f["object"] for f in eywa("facts", "--predicate", "birthday", "--json").value["facts"]
    ]
    assert objects == ["3 May"]
    journal = next(root.glob("tenants/**/decisions/*.jsonl"))
    before = journal.read_bytes()
    again = eywa("conflicts", "resolve", "--keep", kept, "--drop", dropped)
    assert (
        again.out.startswith("settled already, by human on 20") and journal.read_bytes() == before
    )
    alone = eywa("conflicts", "resolve", "--keep", kept, "--json").value
    assert (alone["citation"], alone["settled_by"]) == (None, "human") and alone["settled_at"] > 0


@pytest.mark.usefixtures("told")
def test_a_conflict_is_rejected_once(eywa: Eywa, root: Path) -> None:
    (conflict,) = eywa("conflicts", "list", "--json").value["conflicts"]
    name = conflict["left"]["atomic_id"]
    assert eywa("conflicts", "resolve", "--drop", name[:15]).out.startswith("settled by tenants/")
    assert "by human" in eywa("conflicts", "resolve", "--drop", name[:15]).out
    other = eywa("facts", "--predicate", "allergic_to", "--json").value["facts"][0]["atomic_id"]
    assert "no conflict" in eywa("conflicts", "resolve", "--keep", other).out


@pytest.mark.usefixtures("told")
def test_a_refused_fact_is_named_as_such(eywa: Eywa, root: Path) -> None:
    eywa("repair", "--apply")
    for path in root.glob("tenants/**/2025-06-0*.jsonl"):
        before = path.stat()
        changed = path.read_bytes().replace(b"Oulu", b"Pori").replace(b"3 May", b"4 May")
        path.write_bytes(changed)
        os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))  # nothing but the bytes tells
    for command in (("facts",), ("profile",), ("history", "user", "lives_in")):
        ran = eywa(*command)
        assert "Pori" not in ran.out and "Oulu" not in ran.out
        assert "not shown" in ran.err and "fact" in ran.err and "'eywa verify'" in ran.err
    ran = eywa("conflicts", "list")
    assert ran.out == "no open conflicts\n" and "1 more not shown" in ran.err
    assert eywa("conflicts", "list", "--json").value["hidden"] == 1


def test_facts_without_an_index_say_so(
    eywa: Eywa, make_memory: Callable[..., EywaMemory], root: Path
) -> None:
    with make_memory() as memory:
        memory.append("I live in Turku.")
        memory.index()
    for path in root.glob(".index/gen-*/catalog.db*"):
        path.unlink()
    ran = eywa("facts")
    assert "Turku" in ran.out
    assert "facts_from_files" in ran.err and "next: 'eywa " in ran.err


def test_stored_text_cannot_steer_the_terminal(
    eywa: Eywa, make_memory: Callable[..., EywaMemory]
) -> None:
    with make_memory() as memory:
        memory.append("I am allergic to wal\x1b[31mnuts\u202e.")
        memory.append("My birthday is 3\x9b May.")
    for command in (("facts",), ("facts", "--json"), ("profile",), ("history", "user", "birthday")):
        assert not set(eywa(*command).out) & {"\x1b", "\x9b", "\u202e"}


def test_the_last_day_of_a_fact_is_one_on_which_it_holds(eywa: Eywa) -> None:
    eywa("init")
    for text in (
        "I worked at Acme from March 2019 to June 2021.", "I lived in Bergen until 2018.",
        "I have a meeting with Dana on 5 December 2030.", "I moved to Oulu.",
    ):  # fmt: skip
        eywa("add", text, "--timestamp", "2025-01-03T10:00Z")
    text = eywa("facts", "--all").out
    assert "from 2019-03-01 to 2021-06-30" in text and "until 2018-12-31" in text
    assert "on 2030-12-05" in text and "CHANGED" not in text


def test_a_fact_of_a_changed_line_is_marked(eywa: Eywa, root: Path) -> None:
    eywa("init")
    eywa("add", "I live in Turku.", "--timestamp", "2025-01-03T10:00Z")
    [file] = root.glob("tenants/*/users/*/sessions/*/*.jsonl")
    file.write_text(file.read_text().replace("Turku", "Turin"))
    eywa("repair", "--apply")
    assert "CHANGED: its text does not fit" in eywa("facts").out
