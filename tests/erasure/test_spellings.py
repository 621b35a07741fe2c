"""A text that is to be erased goes in every case, width and composition of its accents."""

from __future__ import annotations

import json
import time
import unicodedata
from pathlib import Path

import pytest
from corpus import DAY_0, MINUTE, MakeMemory
from erasure.marked import FOLDER, USER

from eywa_fs.erasure.choosing import _saying
from eywa_fs.erasure.saying import holds
from eywa_fs.errors import BadRequest
from eywa_fs.memory import EywaMemory

ASKED = [
    ("Zoë Müller", "NFC"), ("Zoë Müller", "NFD"), ("ZOË MÜLLER", "NFC"), ("zoë müller", "NFD"),
    ("Ｚｏë Müller", "NFC"),
]  # fmt: skip


def spelled(word: str) -> list[str]:
    """A word as clients write it."""
    ways = [unicodedata.normalize(form, word) for form in ("NFC", "NFD")]
    return [*ways, word.upper(), unicodedata.normalize("NFD", word.lower())]


def told(memory: EywaMemory) -> None:
    for number, name in enumerate(spelled("Zoë Müller")):
        memory.append(f"I met {name} at the pond.", timestamp=DAY_0 + number * MINUTE, **USER)
    memory.append("I met Zoe Muller at the mill.", timestamp=DAY_0 + 9 * MINUTE, **USER)
    notes = memory.layout.root / FOLDER / "longterm"
    notes.mkdir()
    text = unicodedata.normalize(
        "NFD", "# Pond\n\nreeds\n\n## ZOË MÜLLER\n\nrows\n\n# Mill\n\noak\n"
    )
    (notes / "people.md").write_text(text)
    lines = [unicodedata.normalize("NFD", "no record: zoë müller"), "no record: a moorhen"]
    torn = "\n".join([json.dumps({"content": "by ZOE\u0308 MU\u0308LLER"}), *lines])
    foreign = memory.layout.root / FOLDER / "sessions/other/2025-01-02.jsonl"
    foreign.parent.mkdir(parents=True)
    foreign.write_text(torn + "\n")
    wide = foreign.with_name("2025-01-03.jsonl")
    wide.write_bytes("she is Zoë MÜLLER, she says\n".encode("utf-16-le"))


@pytest.mark.parametrize(("name", "form"), ASKED)
def test_every_spelling_goes_and_nothing_else(
    root: Path, make_memory: MakeMemory, name: str, form: str
) -> None:
    memory = make_memory(root)
    told(memory)
    memory.index()
    asked = unicodedata.normalize(form, name)  # type: ignore[arg-type]
    plan = memory.erase(text=asked, dry_run=True, **USER).plan
    assert plan.counts == {"records": 5, "malformed": 2, "sections": 1}
    done = memory.erase(text=asked, **USER)
    assert done.ok and done.plan == plan
    left = [one.record.content for one in memory.list(**USER).items]
    assert left == ["I met Zoe Muller at the mill."]
    assert [hit.text for hit in memory.retrieve("Zoë Müller", **USER).hits][:1] == left
    notes = (root / FOLDER / "longterm/people.md").read_text().split()
    assert notes == ["#", "Pond", "reeds", "#", "Mill", "oak"]
    assert "a moorhen" in (root / FOLDER / "sessions/other/2025-01-02.jsonl").read_text()
    assert memory.verify(deep=True).ok
    with pytest.raises(BadRequest, match="repeats the text"):
        memory.erase(text="moorhen", reason="the MOORHEN asked", **USER)


def test_a_name_of_the_programs_own_is_not_another_spelling(
    root: Path, make_memory: MakeMemory
) -> None:
    """A person who is called as an operation or an operator is: decisions stay."""
    memory = make_memory(root)
    memory.append("Dr. Pin came with Mrs. Host.", event_id="guests", **USER)
    memory.append("The stove is lit.", event_id="stove", **USER)
    memory.pin("stove", operator="host", **USER)
    for name in ("Pin", "Host"):
        plan = memory.erase(text=name, dry_run=True, **USER).plan
        assert plan.counts == {"records": 1}, name


@pytest.mark.parametrize(
    ("line", "text", "there"),
    [
        ('{"content":"Straße"}', "STRASSE", True),
        ('{"content":"STRASSE"}', "straße", True),
        ('{"content":"a cafe\\u0301"}', "café", True),
        ('{"content":"a cafe"}', "café", False),
        ('{"content":"café"}', "cafe", False),
        ('{"content":"cafe\u0301"}', "cafe", False),
        ('{"content":"cafe\u0301\\nand tea"}', "cafe", False),
        ('{"content":"ｔｅａ"}', "Tea", True),
        ('{"content":"half \\ud83e"}', "HALF", True),
        ("no json, cafe\\u0301", "CAFÉ", True),
        ('{"content":"plain words"}', "Wörds", False),
    ],
)
def test_how_a_line_is_compared(line: str, text: str, there: bool) -> None:
    assert holds(line.encode(), text) is there


def test_an_update_that_says_it_in_another_case_goes(root: Path, make_memory: MakeMemory) -> None:
    memory = make_memory(root)
    memory.append("The spare key hangs here.", event_id="key", **USER)
    memory.update("key", "The spare key is with CHLOÉ.", **USER)
    plan = memory.erase(text="chloé", **USER).plan
    assert plan.counts["records"] == 1 and plan.counts["decisions"] == 1
    assert not memory.list(**USER).items
    assert b"CHLO" not in b"".join(p.read_bytes() for p in root.rglob("*.jsonl"))


def test_a_letter_with_an_accent_of_its_own_is_another_one_in_markdown_too(
    root: Path, make_memory: MakeMemory
) -> None:
    memory = make_memory(root)
    memory.append("The lido has a kiosk.", **USER)
    notes = memory.layout.root / FOLDER / "longterm"
    notes.mkdir()
    text = unicodedata.normalize("NFD", "# Sud\n\nle pré vert\n\n# Nord\n\nle PRE carre\n")
    (notes / "fields.md").write_text(text)
    assert memory.erase(text="le pre", dry_run=True, **USER).plan.counts == {"sections": 1}


def test_a_letter_that_stands_in_all_of_many_sections_is_found_fast() -> None:
    data = b"# a\n\naaaa aaaa aaaa aaaa aaa\n\n" * 20_000
    begun = time.process_time()
    assert len(_saying(data, "a")) == 20_000
    assert time.process_time() - begun < 20
