"""``EywaStore`` does what LangGraph's own store does, and still knows it in another process."""

from __future__ import annotations

import asyncio
import shutil
import tempfile
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from corpus import DAY_0, TINY_EN, TINY_ZH, Clock, MakeMemory
from factbase.lives import QuickMemory
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, rule
from langgraph.store.base import (
    BaseStore,
    GetOp,
    InvalidNamespaceError,
    Item,
    ListNamespacesOp,
    MatchCondition,
    PutOp,
    SearchOp,
)
from langgraph.store.memory import InMemoryStore

from eywa_fs.adapters.items import Stored
from eywa_fs.adapters.langgraph import EywaStore
from eywa_fs.errors import (
    BadRequest,
    DependencyUnavailable,
    InvalidRecord,
    MemoryClosed,
    TruthReadError,
)
from eywa_fs.memory import EywaMemory

LABELS = st.sampled_from(["ana", "ben", "notes", "日程", "a b/c", "Ana"])
NAMESPACES = st.lists(LABELS, min_size=1, max_size=3).map(tuple)
PREFIXES = st.lists(LABELS, max_size=3).map(tuple)
KEYS = st.sampled_from(["k", "K", "钥匙", "../k", "a.b", "k" * 300])
SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.text(max_size=8),
    st.floats(allow_nan=False, allow_infinity=False),
)
JSON = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=6,
)
VALUES = st.dictionaries(st.text(max_size=6), JSON, max_size=3) | st.fixed_dictionaries(
    {"n": st.integers(0, 3), "tag": st.sampled_from(["x", "y"])},
    optional={"of": st.fixed_dictionaries({"a": st.integers(0, 1)})},
)
FILTERS = st.sampled_from(
    [
        None,
        {"tag": "x"},
        {"tag": {"$ne": "x"}},
        {"tag": {"$eq": "y"}, "of": {"a": 1}},
        {"of": {"a": 0}},
    ]
)
PATHS = st.lists(LABELS | st.just("*"), max_size=2).map(tuple)
CONDITIONS = st.lists(
    st.builds(MatchCondition, st.sampled_from(["prefix", "suffix"]), PATHS), max_size=2
).map(tuple)


def shown(items: Any) -> list[tuple[Any, ...]]:
    """What is the same in both stores: all but times, order and scores."""
    return sorted(((i.namespace, i.key, i.value) for i in items), key=lambda i: (i[0], i[1]))


class SameAsInMemory(RuleBasedStateMachine):
    """Any sequence of operations, restarts and losses of the index gives the same answers."""

    def __init__(self) -> None:
        super().__init__()
        self.root = Path(tempfile.mkdtemp())
        self.model: BaseStore = InMemoryStore()
        self.open()

    def open(self) -> None:
        self.memory = QuickMemory(self.root, background=False)
        self.store = EywaStore(self.memory)

    def teardown(self) -> None:
        self.memory.close()
        shutil.rmtree(self.root)

    @rule(lost=st.booleans())
    def restart(self, lost: bool) -> None:
        self.memory.close()
        if lost:
            shutil.rmtree(self.root / ".index", ignore_errors=True)
        self.open()

    @rule()
    def index(self) -> None:
        with suppress(DependencyUnavailable):  # there is no embedder in this test
            self.memory.index()

    @rule(namespace=NAMESPACES, key=KEYS, value=VALUES, index=st.sampled_from([None, False]))
    def put(self, namespace: Any, key: str, value: Any, index: Any) -> None:
        for store in (self.store, self.model):
            store.put(namespace, key, value, index)

    @rule(namespace=NAMESPACES, key=KEYS)
    def delete(self, namespace: Any, key: str) -> None:
        for store in (self.store, self.model):
            store.delete(namespace, key)

    @rule(
        ops=st.lists(
            st.builds(PutOp, NAMESPACES, KEYS, st.none() | VALUES, st.none(), st.none())
            | st.builds(GetOp, NAMESPACES, KEYS),
            max_size=6,
        )
    )
    def batch(self, ops: Any) -> None:
        ours, theirs = self.store.batch(ops), self.model.batch(ops)
        assert [one and shown([one]) for one in ours] == [one and shown([one]) for one in theirs]

    @rule(namespace=NAMESPACES, key=KEYS)
    def get(self, namespace: Any, key: str) -> None:
        ours, theirs = self.store.get(namespace, key), self.model.get(namespace, key)
        assert (ours and shown([ours])) == (theirs and shown([theirs]))

    @rule(prefix=PREFIXES, query=st.sampled_from([None, "x", "日程"]), wanted=FILTERS)
    def search(self, prefix: Any, query: str | None, wanted: Any) -> None:
        ours = self.store.search(prefix, query=query, filter=wanted, limit=100)
        assert shown(ours) == shown(self.model.search(prefix, filter=wanted, limit=100))

    @rule(prefix=PREFIXES, wanted=FILTERS, limit=st.integers(1, 3))
    def pages(self, prefix: Any, wanted: Any, limit: int) -> None:
        found = []
        for offset in range(0, 100, limit):
            page = self.store.search(prefix, filter=wanted, limit=limit, offset=offset)
            theirs = self.model.search(prefix, filter=wanted, limit=limit, offset=offset)
            assert len(page) == len(theirs)
            found += page
            if len(page) < limit:
                break
        assert shown(found) == shown(self.model.search(prefix, filter=wanted, limit=100))

    @rule(conditions=CONDITIONS, depth=st.none() | st.integers(1, 2), limit=st.integers(1, 9))
    def namespaces(self, conditions: Any, depth: int | None, limit: int) -> None:
        bare = InMemoryStore()  # the model goes on listing namespaces whose items were deleted
        for item in self.model.search((), limit=1000):
            bare.put(item.namespace, item.key, item.value)
        op = ListNamespacesOp(conditions, depth, limit, 1)
        assert self.store.batch([op]) == bare.batch([op])


TestSameAsInMemory = SameAsInMemory.TestCase
TestSameAsInMemory.settings = settings(max_examples=20, stateful_step_count=12)

ANA = ("memories", "ana")


@pytest.fixture
def store(memory: EywaMemory) -> EywaStore:
    return EywaStore(memory, index={"fields": ["said"]})


def keys(found: Iterable[Item]) -> list[str]:
    return [item.key for item in found]


def test_a_query_finds_by_meaning_in_both_languages(
    memory: EywaMemory, store: EywaStore, make_memory: MakeMemory
) -> None:
    for number, text in enumerate((*TINY_EN, *TINY_ZH)):
        store.put(ANA, f"k{number}", {"said": text, "n": number})
    store.put(("memories", "ben"), "other", {"said": "Ben has a kettle, too.", "n": 0})
    store.put(ANA, "silent", {"said": "A kettle nobody is to find."}, index=False)
    memory.index()
    memory.close()
    again = EywaStore(make_memory(), index={"fields": ["said"]})
    for query, key in (
        ("What is wrong with the kettle?", "k0"),
        ("Which bike part do I have to buy?", "k3"),
        ("备用的钥匙在哪里？", "k6"),
    ):
        best = again.search(ANA, query=query, limit=3)
        assert best[0].key == key and best[0].value["n"] == int(key[1:])
        assert best[0].score and "other" not in keys(best)
    found = again.search(ANA, query="kettle", limit=50)
    assert len(found) == 11 and found[-1].key == "silent" and found[-1].score is None
    assert keys(again.search(ANA, query="kettle", filter={"n": {"$gt": 3}}, limit=50))[-1] != "k0"


def test_an_update_is_found_by_its_new_words_only(memory: EywaMemory, store: EywaStore) -> None:
    store.put(ANA, "pet", {"said": "The parrot sleeps in the kitchen."})
    store.put(ANA, "pet", {"said": "The tortoise hibernates in the cellar."})
    [item] = store.search(ANA, query="tortoise")
    assert item.value == {"said": "The tortoise hibernates in the cellar."} and item.score
    for listed in memory.list(session_ids=["langgraph"]).items:
        assert [v.op for v in memory.versions(listed.record.event_id)] == ["add", "update"]
    assert [hit.text for hit in memory.retrieve("parrot").hits if "parrot" in hit.text] == []


def test_what_was_erased_can_be_put_again(store: EywaStore, memory: EywaMemory) -> None:
    store.put(ANA, "k", {"said": "the ruby is under the stairs"})
    memory.erase(text="ruby")
    assert store.get(ANA, "k") is None and store.search(ANA) == []
    store.put(ANA, "k", {"said": "the emerald is in the attic"})
    store.put(ANA, "k", {"said": "the emerald is in the cellar"})
    assert (item := store.get(ANA, "k")) is not None
    assert item.value == {"said": "the emerald is in the cellar"}
    assert keys(store.search(ANA, query="emerald")) == ["k"]


def test_values_come_back_exactly(make_memory: MakeMemory, memory: EywaMemory) -> None:
    value = {
        "": None,
        "b": [True, 1.5, -0.0, 10**30, "\ud800 \x00 \u2028 \n", {"c": []}],
        "锁": "🔒",
    }
    EywaStore(memory).put(("a-b", "c"), "k/../k", value)
    memory.close()
    item = EywaStore(make_memory()).get(("a-b", "c"), "k/../k")
    assert item is not None and item.value == value and str(item.value) == str(value)


def test_labels_with_half_a_character_are_kept_apart(store: EywaStore) -> None:
    for label in ("\ud800", "\\ud800", "半\udc00"):
        store.put((label, "x"), "k", {"said": f"the ferry of {label!a}"})
        found = store.search((label,), query="ferry", limit=9)
        assert [(one.namespace, one.key) for one in found] == [((label, "x"), "k")]
        item = store.get((label, "x"), "k")
        assert item is not None and item.namespace == (label, "x")
    assert len(store.list_namespaces()) == 3
    assert store.list_namespaces(max_depth=0) == [()]
    assert keys(store.search(("\ud801",))) == []


def nested(depth: int) -> dict[str, Any]:
    value: dict[str, Any] = {}
    for _ in range(depth):
        value = {"in": value}
    return value


def test_what_is_no_json_is_refused(store: EywaStore) -> None:
    with pytest.raises(InvalidRecord, match="not JSON"):
        store.put(ANA, "k", {"when": object()})
    with pytest.raises(InvalidNamespaceError):
        store.batch([GetOp(("a.b",), "k")])
    with pytest.raises(InvalidRecord, match="nested too deep"):
        store.put(ANA, "k", nested(3000))
    with pytest.raises(InvalidRecord, match="nested too deep"):
        store.put(ANA, "k", {"said": nested(3000)})
    with pytest.raises(BadRequest, match=r"\$in"):
        store.put(ANA, "k", {"n": 1})
        store.search(ANA, filter={"n": {"$in": [1]}})


def test_a_closed_memory_says_so_whatever_is_asked(store: EywaStore, memory: EywaMemory) -> None:
    store.put(ANA, "there", {"n": 1})
    memory.close()
    for use in (
        lambda: store.get(ANA, "there"),
        lambda: store.get(ANA, "没有"),
        lambda: store.put(ANA, "k", {}),
        lambda: store.delete(ANA, "k"),
        lambda: store.search(ANA),
        lambda: store.list_namespaces(),
    ):
        with pytest.raises(MemoryClosed):
            use()


WRONG: list[tuple[str, Callable[[Any], Any]]] = [
    ("limit is -1", lambda s: s.search(ANA, limit=-1)),
    ("offset is -1", lambda s: s.search(ANA, offset=-1)),
    ("query is 5", lambda s: s.search(ANA, query=5)),
    ("filter is of type str", lambda s: s.search(ANA, filter="n")),
    ("limit is -1", lambda s: s.list_namespaces(limit=-1)),
    ("max_depth is -1", lambda s: s.list_namespaces(max_depth=-1)),
    ("ttl is of type str", lambda s: s.put(ANA, "k", {}, ttl="5")),
    ("ttl is -5", lambda s: s.put(ANA, "k", {}, ttl=-5)),
    ("value is of type str", lambda s: s.put(ANA, "k", "walnuts")),
    ("index is of type str", lambda s: s.put(ANA, "k", {"said": "x"}, index="said")),
    ("user_label is of type str", lambda s: EywaStore(s._memory, user_label="1")),  # type: ignore[arg-type]
    ("user_label is -1", lambda s: EywaStore(s._memory, user_label=-1)),
    ("fields is of type str", lambda s: EywaStore(s._memory, index={"fields": "said"})),  # type: ignore[arg-type]
    ("has dims, embed.*embeds", lambda s: EywaStore(s._memory, index={"dims": 3, "embed": "x"})),
    ("has defaultttl", lambda s: EywaStore(s._memory, ttl={"defaultttl": 5})),  # type: ignore[arg-type]
    ("refresh_on_read is of", lambda s: EywaStore(s._memory, ttl={"refresh_on_read": "no"})),  # type: ignore[arg-type]
    ("user_id is empty", lambda s: EywaStore(s._memory, user_id="")),
    ("session_id is empty", lambda s: EywaStore(s._memory, session_id=" ")),
    ("default_ttl is -5", lambda s: EywaStore(s._memory, ttl={"default_ttl": -5})),
]


@pytest.mark.parametrize(("words", "use"), WRONG)
def test_what_nothing_can_be_done_with_is_refused(
    store: EywaStore, words: str, use: Callable[[Any], Any]
) -> None:
    with pytest.raises(BadRequest, match=words):
        use(store)


@pytest.mark.parametrize("name", ["ab", 5, None])
def test_a_string_is_no_namespace(store: EywaStore, name: Any) -> None:
    store.put(("a", "b"), "k", {"n": 1})
    for op in (
        PutOp(name, "k", {"n": 2}),
        GetOp(name, "k"),
        SearchOp(name),
        ListNamespacesOp((MatchCondition("prefix", name),)),
    ):
        with pytest.raises(InvalidNamespaceError, match="tuple of its labels"):
            store.batch([op])
    if name == "ab":
        with pytest.raises(InvalidNamespaceError, match="tuple of its labels"):
            store.put(name, "k", {"n": 2})
    assert (item := store.get(("a", "b"), "k")) is not None and item.value == {"n": 1}


def test_a_search_whose_filter_fits_little_does_not_rank_again_for_each_page(
    memory: EywaMemory, store: EywaStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.batch([PutOp(ANA, f"k{n}", {"said": f"walnut {n}", "n": n}) for n in range(200)])
    asked: list[int] = []
    retrieve = memory.retrieve

    def counted(query: str, **of: Any) -> Any:
        asked.append(of["limit"])
        return retrieve(query, **of)

    monkeypatch.setattr(memory, "retrieve", counted)
    found = store.search(ANA, query="walnut", filter={"n": {"$lt": 3}})
    assert {*keys(found)} == {"k0", "k1", "k2"} and all(item.score for item in found)
    assert asked == [50, 1000]


@pytest.mark.parametrize(("text", "query"), [("lamp {}", "lamp 7"), ("{}号灯", "7号灯在哪")])
def test_pages_of_a_query_give_each_item_once_before_they_are_indexed(
    store: EywaStore, text: str, query: str
) -> None:
    store.batch([PutOp(ANA, f"k{n}", {"said": text.format(n)}) for n in range(70)])
    pages = [store.search(ANA, query=query, limit=10, offset=at) for at in range(0, 70, 10)]
    assert sorted(key for page in pages for key in keys(page)) == sorted(f"k{n}" for n in range(70))


def test_equal_values_of_two_namespaces_are_found_side_by_side(store: EywaStore) -> None:
    """Items are things of their own: the second was put behind all others, as a repeat."""
    for name in "ab":
        store.put(("team", name), "hours", {"said": "The harbour office opens at nine."})
    for number in range(6):
        store.put(("team", "b"), f"k{number}", {"said": f"Bo plays chess on board {number}."})
    found = store.search(("team",), query="When does the harbour office open?", limit=2)
    assert {item.namespace for item in found} == {("team", "a"), ("team", "b")}


def test_filters_compare(store: EywaStore) -> None:
    for n in range(4):
        store.put(ANA, f"k{n}", {"n": n, "at": f"2026-0{n + 1}-01"} if n else {})
    assert {*keys(store.search(ANA, filter={"n": {"$gte": 2}}))} == {"k2", "k3"}
    assert {*keys(store.search(ANA, filter={"n": {"$lt": 3, "$gt": 1}}))} == {"k2"}
    assert {*keys(store.search(ANA, filter={"at": {"$lte": "2026-03-01"}}))} == {"k1", "k2"}


def test_times_and_living_on(make_memory: MakeMemory, clock: Clock) -> None:
    memory = make_memory(clock=clock)
    store = EywaStore(memory, ttl={"default_ttl": 10}, clock=clock)
    store.put(ANA, "read", {"a": 1})
    store.put(ANA, "unread", {"a": 2})
    store.put(ANA, "for ever", {"a": 3}, ttl=None)
    clock.advance(6 * 60)
    assert store.get(ANA, "read") is not None
    assert store.get(ANA, "unread", refresh_ttl=False) is not None
    clock.advance(6 * 60)
    assert store.get(ANA, "unread") is None
    found = store.search(ANA)
    assert {*keys(found)} == {"read", "for ever"}
    assert {item.created_at.timestamp() * 1000 for item in found} == {DAY_0}
    clock.advance(6 * 60)
    assert store.get(ANA, "read") is not None  # the search had it live on
    store.put(ANA, "read", {"a": 4}, ttl=None)
    store.put(ANA, "unread", {"a": 5})
    clock.advance(86_400)
    item = store.get(ANA, "read")
    assert item is not None and item.value == {"a": 4} and item.updated_at > item.created_at
    assert {*keys(store.search(ANA))} == {"read", "for ever"}


def test_reading_in_a_loop_writes_once(make_memory: MakeMemory, clock: Clock) -> None:
    memory = make_memory(clock=clock)
    store = EywaStore(memory, clock=clock)
    store.put(ANA, "k", {"a": 1}, ttl=10)
    for _ in range(20):
        clock.advance(10)
        store.get(ANA, "k")
    [listed] = memory.list(session_ids=["langgraph"]).items
    assert listed.version < 8


def test_what_is_erased_while_it_is_read_was_read(
    make_memory: MakeMemory, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    memory = make_memory(clock=clock)
    store = EywaStore(memory, clock=clock)
    store.put(ANA, "k", {"said": "the ruby is under the stairs"}, ttl=10)
    clock.advance(5 * 60)
    states = EywaMemory.states

    def erased(self: EywaMemory, *args: Any, **of: Any) -> Any:
        self.erase(text="ruby")
        return states(self, *args, **of)

    monkeypatch.setattr(EywaMemory, "states", erased)
    assert store.get(ANA, "k") is not None
    assert store.get(ANA, "k") is None


def test_a_label_names_the_user(memory: EywaMemory) -> None:
    store = EywaStore(memory, user_label=1)
    store.put(ANA, "k", {"said": "Ana plays the oboe."})
    store.put(("memories", "ben"), "k", {"said": "Ben plays the tuba."})
    store.put(("shared",), "k", {"said": "There is a rehearsal."})
    assert {user.user_id for user in memory.users()} == {"ana", "ben", "me"}
    assert len(store.search(())) == 3 and len(store.list_namespaces()) == 3
    assert [i.value["said"] for i in store.search(ANA, query="plays")] == ["Ana plays the oboe."]
    assert "oboe" in memory.before_llm("What does she play, the oboe?", user_id="ana").context
    with pytest.raises(BadRequest, match="label 1"):
        store.search(("memories",), query="plays")
    memory.erase(user_id="ana", everything=True)
    assert keys(store.search(())) == ["k", "k"]


def test_a_record_that_only_looks_like_an_item_is_none(memory: EywaMemory) -> None:
    store = EywaStore(memory)
    store.put(ANA, "k", {"a": 1})
    [listed] = memory.list(session_ids=["langgraph"]).items
    memory.append('{"a": 2}', session_id="langgraph", tags=listed.record.tags)
    memory.append("{}", session_id="langgraph")
    assert [item.value for item in store.search(ANA)] == [{"a": 1}]


def test_an_item_whose_text_was_changed_is_named(
    memory: EywaMemory, caplog: pytest.LogCaptureFixture
) -> None:
    store = EywaStore(memory)
    store.put(ANA, "k", {"a": 1})
    store.put(ANA, "other", {"a": 2})
    name = Stored("langgraph", ANA, "k").event_id
    memory.update(name, "somebody's own words")
    assert keys(store.search(ANA)) == ["other"] and name in caplog.text
    with pytest.raises(TruthReadError, match=name):
        store.get(ANA, "k")
    memory.restore(name, version=1)
    assert {*keys(store.search(ANA))} == {"k", "other"}


def test_writers_at_once_leave_what_one_of_them_wrote(memory: EywaMemory) -> None:
    stores = [EywaStore(memory) for _ in range(4)]

    def write(number: int) -> None:
        for n in range(10):
            store = stores[number]
            store.put(ANA, "k", {"by": number, "n": n}) if n % 4 else store.delete(ANA, "k")

    with ThreadPoolExecutor(4) as threads:
        list(threads.map(write, range(4)))
    item = stores[0].get(ANA, "k")
    assert item is not None and item.value["n"] == 9
    assert len(memory.list(session_ids=["langgraph"], hidden=True).items) == 1


def test_the_calls_for_asyncio(memory: EywaMemory) -> None:
    store = EywaStore(memory)

    async def use() -> None:
        await asyncio.gather(*(store.aput(ANA, f"k{n}", {"n": n}) for n in range(5)))
        assert (item := await store.aget(ANA, "k3")) is not None and item.value == {"n": 3}
        assert len(await store.asearch(ANA)) == 5
        await store.adelete(ANA, "k3")
        assert await store.aget(ANA, "k3") is None
        assert await store.alist_namespaces(prefix=("memories",)) == [ANA]

    asyncio.run(use())
