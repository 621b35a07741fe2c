"""What an assistant said of a state goes behind what people said: in a block, and page by page."""

from __future__ import annotations

from dataclasses import replace

from factbase.lives import QuickMemory

from eywa_fs.factbase.blend import page
from eywa_fs.model.records import Scope
from eywa_fs.retrieval.search import Search

QUESTION = "Where do I live now?"
TOLD = (
    "The flat by the harbour, four rooms, is where the two of us live now, and we like it.",
    "Four rooms by the harbour, and the two of us live now in a flat that we both like.",
)


def _told(memory: QuickMemory) -> None:
    """Records of a user, and eleven of an assistant that fit the question better."""
    for text in TOLD:
        memory.append(text, session_id="told")
    for number in range(11):
        memory.append(
            f"Where to live now is up to you {number}",
            role="assistant",
            session_id=f"s{number}",
        )
    memory.index()


def test_a_block_has_the_users_own_record_before_those_of_an_assistant(quick: QuickMemory) -> None:
    _told(quick)
    plain = quick.retrieve(QUESTION, limit=13, strategy="exact").hits
    assert set(TOLD) <= {hit.text for hit in plain[8:]}, "by themselves they fit less"
    block = quick.before_llm(QUESTION).context
    assert all(text in block for text in TOLD)


def test_what_an_assistant_said_stays_before_records_that_fit_much_less(quick: QuickMemory) -> None:
    """An agent that asked whether a limit was still so got its own "please go on" instead."""
    answer = "The retry limit of the payment client is 5."
    quick.append(answer, role="assistant", session_id="a")
    for number in range(20):
        quick.append(f"Please go on with step {number} of the client.", session_id=f"s{number}")
    quick.index()
    for question in ("What is the retry limit of the client now?", "Is the retry limit still 5?"):
        assert quick.retrieve(question).hits[0].text == answer, question


def test_pages_are_parts_of_one_order(quick: QuickMemory) -> None:
    _told(quick)
    whole = [hit.event_id for hit in quick.retrieve(QUESTION, limit=13).hits]
    for size in (1, 3, 5):
        pages = [
            quick.retrieve(QUESTION, limit=size, offset=at) for at in range(0, len(whole), size)
        ]
        assert [hit.event_id for page in pages for hit in page.hits] == whole
        for part in pages:
            given = {hit.citation for hit in (*part.hits, *part.newer)}
            assert part.verified == len(part.hits)
            assert {hit.newer for hit in part.hits} - {""} <= given


def test_pages_behind_the_leading_records_stay_in_their_order(quick: QuickMemory) -> None:
    _told(quick)
    for number in range(40):
        role = "user" if number % 3 else "assistant"
        quick.append(f"Where I live, room {number}", role=role, session_id=f"r{number // 2}")
    quick.index()
    whole = [hit.event_id for hit in quick.retrieve(QUESTION, limit=53).hits]
    for size in (8, 16, 20):
        pages = [quick.retrieve(QUESTION, limit=size, offset=at) for at in range(0, 53, size)]
        assert [hit.event_id for page in pages for hit in page.hits] == whole, size


def test_a_page_has_what_replaced_the_replacement_of_a_record(quick: QuickMemory) -> None:
    """Else a model is told that a line is older, and not what came after it."""
    _told(quick)
    result = quick.retrieve(QUESTION, limit=4)
    old, new, newest, other = result.hits
    chain = (replace(old, newer=new.citation), replace(new, newer=newest.citation), newest, other)
    first = page(replace(result, hits=chain), Search(Scope("t", "u"), QUESTION, limit=1))
    assert [hit.citation for hit in first.newer] == [new.citation, newest.citation]


def test_an_outdated_record_is_found_by_words_of_its_own(quick: QuickMemory) -> None:
    """It was put behind fifteen others by a fact that answered nothing: not found by its text."""
    old = "of-the-old-home"
    quick.append("I live in Oulu now, invoice 4711.", event_id=old)
    quick.append("I live in Porto now, invoice 4712.")
    for number in range(18):
        quick.append(f"Boat number {number} is near the {('river', 'door')[number % 2]}.")
    quick.index()
    for text in ("4711", "Which record has invoice 4711?", "I live in Oulu now, invoice 4711."):
        found = quick.retrieve(text).hits[0]
        assert (found.event_id, found.outdated[:8]) == (old, "outdated"), text
        assert "4711" in quick.before_llm(text).context
    for text in ("Where do I live?", "Do I still live in Oulu?"):
        assert old not in [hit.event_id for hit in quick.retrieve(text).hits]
        assert "in the answer it is number 16: outdated" in quick.explain(text, old).reason
