"""A message that was given another text is read with that text, once, and as long as it has it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from llm.scripted_model import Answer, Script, decision, fact, reading, scripted_model, whole

from eywa_fs import EywaMemory

DAY = 86_400_000
SAID = 1_767_225_600_000  # 2026-01-01
GHENT = "Finally handed in the form at the town hall of Ghent."
NAMUR = "Finally handed in the form at the town hall of Namur."
LIEGE = "终于把表格交到列日的市政厅了。"
JOKE = "Only pulling your leg, by the way."
LINES = {
    GHENT: [fact("user", "lives_in", "Ghent")],
    NAMUR: [fact("user", "lives_in", "Namur")],
    LIEGE: [fact("user", "lives_in", "列日")],
}


@contextmanager
def _reader(root: Path, answer: Answer) -> Iterator[tuple[EywaMemory, Script]]:
    with scripted_model(answer) as script:
        llm = {"base_url": script.url, "model": "tiny", "attempts": 1}
        with EywaMemory(root, {"llm": llm}, background=False) as memory:
            yield memory, script


def _homes(memory: EywaMemory) -> list[str]:
    return [found.object for found in memory.facts(predicate="lives_in").facts]


def _unread(memory: EywaMemory) -> int:
    found = memory.status().model
    assert found is not None
    return found.unread


def test_the_text_of_an_update_is_read_and_each_text_once(tmp_path: Path) -> None:
    with _reader(tmp_path, reading(LINES)) as (memory, script):
        memory.append(GHENT, event_id="form", timestamp=SAID)
        assert memory.enrich().read == 1 and _homes(memory) == ["Ghent"]
        update = memory.update("form", NAMUR)
        assert _homes(memory) == [] and _unread(memory) == 1
        assert memory.enrich().read == 1 and _unread(memory) == 0
        [home] = memory.facts(predicate="lives_in").facts
        assert (home.object, home.citation, home.observed_at) == ("Namur", update.citation, SAID)
        memory.restore("form", 1)
        assert _homes(memory) == ["Ghent"] and _unread(memory) == 0
        memory.update("form", LIEGE)
        memory.index()
        assert memory.enrich().read == 1 and _homes(memory) == ["列日"]
        memory.delete("form")
        assert _homes(memory) == [] and memory.enrich().read == 0
        memory.restore("form")
        assert _homes(memory) == ["列日"] and len(script.asked("facts")) == 3
        digest = memory.rebuild(prove=True)
        assert digest.equal and _homes(memory) == ["列日"]
        assert memory.verify(deep=True).ok


def test_a_text_that_was_replaced_before_it_was_read_is_never_shown_to_a_model(
    tmp_path: Path,
) -> None:
    with _reader(tmp_path, reading(LINES)) as (memory, script):
        memory.append(GHENT, event_id="form", timestamp=SAID)
        memory.append("Guess where I am off to.", event_id="guess", timestamp=SAID - 1)
        memory.append("Tea, then sleep.", event_id="tea", timestamp=SAID + 1)
        memory.update("form", LIEGE)
        memory.update("form", NAMUR)
        assert _unread(memory) == 3 and memory.enrich().read == 3
        assert _homes(memory) == ["Namur"]
        shown = [message for data in script.asked("facts") for message in data["messages"]]
    assert [message["text"] for message in shown] == [
        "Guess where I am off to.", NAMUR, "Tea, then sleep.",
    ]  # fmt: skip
    assert [message["before"] for message in shown] == [
        [], ["Guess where I am off to."], ["Guess where I am off to.", NAMUR],
    ]  # fmt: skip


def test_what_an_updated_text_takes_back_counts_only_while_it_has_that_text(
    tmp_path: Path,
) -> None:
    def judge(data: dict[str, Any]) -> list[dict[str, Any]]:
        joke = data["message"]["text"] == JOKE
        return [decision(None, "retract", "k1", **whole(data, "k1"))] if joke else []

    with _reader(tmp_path, reading(LINES, judge)) as (memory, _):
        memory.append(GHENT, event_id="form", timestamp=SAID)
        memory.append("What a grey morning.", event_id="next", timestamp=SAID + DAY)
        memory.enrich()
        memory.update("next", JOKE)
        assert memory.enrich().decisions == 1 and _homes(memory) == []
        memory.restore("next", 1)
        assert _homes(memory) == ["Ghent"]
        memory.restore("next", 2)
        assert _homes(memory) == []


def test_what_an_assistant_is_corrected_to_is_not_read(tmp_path: Path) -> None:
    with _reader(tmp_path, reading(LINES)) as (memory, script):
        memory.append("Noted.", role="assistant", event_id="note", timestamp=SAID)
        memory.update("note", NAMUR)
        assert _unread(memory) == 0 and memory.enrich().read == 0
    assert script.requests == []


def test_the_reading_of_an_update_goes_with_the_text_that_is_erased(tmp_path: Path) -> None:
    with _reader(tmp_path, reading(LINES)) as (memory, _):
        memory.append(GHENT, event_id="form", timestamp=SAID)
        memory.update("form", NAMUR)
        memory.enrich()
        memory.update("form", LIEGE)
        memory.enrich()
        memory.erase(text="Namur")
        assert _homes(memory) == ["列日"]
    kept = "".join(path.read_text() for path in tmp_path.rglob("decisions/*.jsonl"))
    assert "Namur" not in kept and "列日" in kept
