"""Pages of records: each record once, whatever is appended meanwhile; cursors that are refused."""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from pathlib import Path
from typing import Any

import pytest
from factbase.lives import QuickMemory
from hypothesis import given, settings
from hypothesis import strategies as st

from eywa_fs.errors import BadRequest
from eywa_fs.memory import EywaMemory
from eywa_fs.truth import paging
from eywa_fs.truth.codec import records_in

DAY = 86_400_000
DAY_0 = 1_750_032_000_000

TOLD = st.tuples(st.integers(0, 3), st.integers(0, 3), st.sampled_from("ab"))
"""Day, milliseconds behind its beginning, session."""


def tell(memory: EywaMemory, told: list[tuple[int, int, str]], name: str) -> None:
    for number, (day, ms, session) in enumerate(told):
        memory.append(
            f"{name} {number}",
            session_id=session,
            timestamp=DAY_0 + day * DAY + ms,
            event_id=f"{name}{number}",
        )


@settings(max_examples=30)
@given(
    before=st.lists(TOLD, max_size=12),
    meanwhile=st.lists(st.lists(TOLD, max_size=3), max_size=6),
    limit=st.integers(1, 4),
    oldest=st.booleans(),
)
def test_a_walk_gives_each_record_once(
    tmp_path_factory: pytest.TempPathFactory,
    before: list[tuple[int, int, str]],
    meanwhile: list[list[tuple[int, int, str]]],
    limit: int,
    oldest: bool,
) -> None:
    with QuickMemory(tmp_path_factory.mktemp("walk"), background=False) as memory:
        tell(memory, before, "old")
        whole = [one.record.event_id for one in memory.list(limit=99, oldest=oldest).items]
        assert len(whole) == len(before)
        walked: list[str] = []
        cursor, page = None, 0
        while True:
            found = memory.list(limit=limit, oldest=oldest, cursor=cursor)
            walked += [one.record.event_id for one in found.items]
            if (cursor := found.next_cursor) is None:
                break
            assert len(found.items) == limit
            if page < len(meanwhile):
                tell(memory, meanwhile[page], f"new{page}-")
            page += 1
        assert len(set(walked)) == len(walked), "nothing comes twice"
        assert [name for name in walked if name.startswith("old")] == whole, "nothing is left out"


@pytest.fixture
def memory(tmp_path: Path) -> Any:
    with QuickMemory(tmp_path / "root", background=False) as memory:
        tell(memory, [(day, 0, "ab"[day % 2]) for day in range(4)], "e")
        yield memory


def ids(memory: EywaMemory, **asked: Any) -> list[str]:
    return [one.record.event_id for one in memory.list(**asked).items]


def test_filters_narrow_a_listing(memory: EywaMemory) -> None:
    ferry = "ＦＥＲＲＹ at seven — 渡轮七点出发"
    memory.append(ferry, "assistant", tags=("trip",), event_id="f", timestamp=DAY_0 + 1)
    assert ids(memory) == ["e3", "e2", "e1", "f", "e0"]
    assert ids(memory, oldest=True) == ids(memory)[::-1]
    assert ids(memory, text="ferry SEVEN") == ids(memory, text="渡轮 ｆｅｒｒｙ") == ["f"]
    assert ids(memory, text="ferry eight") == []
    assert ids(memory, tags=["trip", "other"]) == ids(memory, roles=["assistant"]) == ["f"]
    assert ids(memory, session_ids=["b"]) == ["e3", "e1"]
    assert ids(memory, since=DAY_0 + DAY, until=DAY_0 + 3 * DAY) == ["e2", "e1"]
    assert ids(memory, since=DAY_0 + DAY, oldest=True, limit=1) == ["e1"]
    assert memory.list(limit=5).next_cursor is None, "the last page, though it is full"


def test_a_cursor_is_good_for_its_own_listing_only(memory: EywaMemory) -> None:
    memory.append("Of Ana.", user_id="ana")
    cursor = memory.list(limit=2, roles=["user"]).next_cursor
    assert cursor is not None
    assert ids(memory, limit=2, roles=["user"], cursor=cursor) == ["e1", "e0"]
    assert ids(memory, limit=1, roles=["user"], cursor=cursor) == ["e1"], "pages may differ in size"
    for other in (
        {}, {"roles": ["user"], "user_id": "ana"}, {"roles": ["user"], "oldest": True},
        {"roles": ["user"], "text": "x"}, {"roles": ["user"], "tenant_id": "t"},
    ):  # fmt: skip
        with pytest.raises(BadRequest, match="another listing"):
            memory.list(limit=2, cursor=cursor, **other)
    said = urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4))
    moved = urlsafe_b64encode(said.replace(b"2025-06-18", b"2025-06-19")).decode().rstrip("=")
    for bad in ("", "x", cursor[:-4], cursor + "AAAA", moved, "渡轮", "=" * 40):
        with pytest.raises(BadRequest, match="no cursor"):
            memory.list(limit=2, roles=["user"], cursor=bad)


def test_a_page_reads_the_days_it_needs(
    memory: EywaMemory, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[str] = []

    def noting(layout: Any, truth: Any) -> Any:
        read.append(str(truth.day))
        return records_in(layout, truth)

    monkeypatch.setattr(paging, "records_in", noting)
    page = memory.list(limit=1)
    assert read == ["2025-06-19", "2025-06-18"], "one more, to know that there is a next page"
    read.clear()
    memory.list(limit=1, cursor=page.next_cursor)
    assert read == ["2025-06-19", "2025-06-18", "2025-06-17"]
    read.clear()
    memory.list(limit=9, session_ids=["a"], until=DAY_0 + DAY)
    assert read == ["2025-06-16"]


def test_counts_and_sizes_agree(memory: EywaMemory, tmp_path: Path) -> None:
    memory.append("你好。", tenant_id="工厂", user_id="李明", timestamp=DAY_0)
    memory.append("Of Ana.", user_id="ana", timestamp=DAY_0)
    path = tmp_path / "root/tenants/default/users/me/sessions/a/2025-06-16.jsonl"
    with path.open("ab") as file:
        file.write(
            b' {"content": "Of a stranger."}\n\n   \nnot json\n{"erased":"er_0123456789ab"}   \n'
        )
        file.write(b'{"content": "torn')
    folder = tmp_path / "root/tenants/default/users/ana/longterm"
    folder.mkdir()
    (folder / "a.md").write_text("# A\n\nb\n")
    users, tenants, status = memory.users(), memory.tenants(), memory.status()
    assert [user.records for user in users] == [1, 5, 1]
    for name in ("users", "sessions", "files", "bytes"):
        assert sum(getattr(one, name) for one in tenants) == status.truth[name], name
    assert status.truth["tenants"] == len(tenants) == 2
    for tenant in tenants:
        of = [user for user in users if user.tenant_id == tenant.tenant_id]
        assert (tenant.users, tenant.records) == (len(of), sum(user.records for user in of))
    own = memory.sessions()
    (me,) = [user for user in users if user.user_id == "me"]
    assert (me.sessions, me.records) == (len(own), sum(one.records for one in own))
    assert (me.files, me.bytes) == (sum(s.files for s in own), sum(s.bytes for s in own))
