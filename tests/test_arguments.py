"""What callers hand over: whatever it is, a call does its work or raises a typed error."""

from __future__ import annotations

import asyncio
import contextlib
import inspect
import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pytest
from factbase.lives import QuickMemory

from eywa_fs.errors import (
    BadRequest,
    ConfigError,
    EywaError,
    InvalidId,
    InvalidRecord,
    KeyReused,
)
from eywa_fs.memory import EywaMemory
from eywa_fs.memory.twins import Twins
from eywa_fs.model.records import Anchor, Draft
from eywa_fs.model.results import STRATEGIES, Filters

WRONG: tuple[Any, ...] = (
    None, True, 0, -1, 7, 2**63, 1.5, float("nan"), float("inf"), "", "x", "\ud800", "a\0b",
    b"x", [], [1], ["x"], {}, {"x": 1}, (), {1}, object(), Exception, range(2),
)  # fmt: skip
"""Nothing of it fits every argument; what fits one is answered."""

NEEDED: dict[str, Any] = {
    "content": "I live in Turku.", "records": [{"content": "I live in Turku."}],
    "user_message": "I live in Turku.", "assistant_message": "I see.", "query": "Turku",
    "message": "Turku", "event_id": "e1", "citation": "x:1", "tenant_id": "default",
    "user_id": "me", "subject": "user", "predicate": "lives_in", "time": 0, "kept": None,
    "path": "no such file", "name": "verify", "text": "Turku", "dropped": None,
    "expires_at": None, "a": 1, "b": 1,
    "content_hash": "sha256:0", "reason": "known", "transaction": "tx_0", "keys": ["a"],
    "atomic_id": "af_0", "object": "Turku", "quote": "Turku", "facts": ["af_0"],
    "anchor": Anchor("tenants/default/users/me/sessions/s/2025-06-16.jsonl", "", 1, 1, 0, 9, ""),
    "action": "key_made", "target": "key_0", "settings": "no such backend", "run": "forget_0",
    "trace_id": "vt_0123456789abcdef_0123456789abcdef",
    "scene_type": "action", "skill_used": "continue", "episode_id": "e1",
    "trigger": "weekly_compress", "about": "e1", "useful": True,
    "item_id": "wm_0", "erasure_id": "er_0",
    "kind": "retrieval", "data": "own", "runs": {"fused": {"mrr": 0.5}},
}  # fmt: skip
"""Arguments a method cannot do without."""

PUBLIC = {
    name: method
    for name, method in inspect.getmembers(EywaMemory, inspect.isfunction)
    if not name.startswith("_") and name not in ("close", "aclose")
}
TWINS = [name for name, method in PUBLIC.items() if inspect.iscoroutinefunction(method)]
METHODS = [name for name in PUBLIC if name not in (*TWINS, "hold_indexer")]


def _memory(root: Path) -> Iterator[QuickMemory]:
    with QuickMemory(root, background=False) as memory:
        memory.append("I live in Turku.", event_id="e1")
        memory.index()
        yield memory


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[QuickMemory]:
    """A memory on which every method is called, also those that delete."""
    yield from _memory(tmp_path_factory.mktemp("arguments") / "root")


@pytest.fixture(scope="module")
def untouched(tmp_path_factory: pytest.TempPathFactory) -> Iterator[QuickMemory]:
    """A memory that is only asked."""
    yield from _memory(tmp_path_factory.mktemp("untouched") / "root")


HANDED: dict[str, Callable[[QuickMemory], AbstractContextManager[Any]]] = {
    "transaction": lambda memory: memory.transaction(),
    "session": lambda memory: contextlib.nullcontext(memory.working()),
    "handle": lambda memory: contextlib.nullcontext(
        memory.record_episode("x", scene_type="a", skill_used="b")
    ),
}
"""What is handed out and takes arguments."""


@pytest.mark.parametrize("handed", HANDED)
def test_every_argument_of_every_method_of_what_is_handed_out(
    shared: QuickMemory, handed: str
) -> None:
    tried = 0
    with HANDED[handed](shared) as given:
        for name, method in inspect.getmembers(given, inspect.ismethod):
            for parameter in parameters(method) if not name.startswith("_") else ():
                needed = [p.name for p in parameters(method) if p.default is p.empty]
                for value in WRONG:
                    called = {key: NEEDED[key] for key in needed} | {parameter.name: value}
                    tried += 1
                    try:
                        method(**called)
                    except EywaError as error:
                        if type(value) in (bytes, set, object):
                            assert parameter.name.removesuffix("s") in str(error)
    assert tried


def test_a_wrong_argument_in_a_transaction_does_not_undo_the_rest(tmp_path: Path) -> None:
    for memory in _memory(tmp_path / "root"):
        memory.append("I left Oulu.", event_id="e2")
        with memory.transaction() as together:
            together.delete("e1")
            wrong: Any
            for wrong in ("soon", 1.5, -1):
                with pytest.raises(BadRequest, match=r"^expires_at is "):
                    together.expire("e2", wrong)
        assert memory.get("e1").state == "soft_deleted"
        assert memory.get("e2").version == 1


def parameters(method: Callable[..., Any]) -> list[inspect.Parameter]:
    found = inspect.signature(method).parameters.values()
    return [p for p in found if p.kind is not inspect.Parameter.VAR_KEYWORD]


def call(memory: EywaMemory, name: str, /, **given: Any) -> Any:
    method = getattr(memory, name)
    needed = {
        p.name: NEEDED[p.name] for p in parameters(method) if p.default is inspect.Parameter.empty
    }
    if name.endswith("drill"):
        needed["index"] = False  # it takes seconds
    if name.endswith("erase"):
        needed["dry_run"] = True  # the other tests ask about what is there
    return method(**{**needed, **given})


def test_a_call_for_asyncio_is_the_other_one_in_a_thread() -> None:
    """So what is proved of a method's arguments is proved of its twin's."""
    [way] = {PUBLIC[name].__code__ for name in TWINS}
    assert way.co_filename == inspect.getfile(Twins)
    for name in TWINS:
        other = name.removeprefix("a")
        assert vars(PUBLIC[name])["__wrapped__"].__name__ == other
        assert inspect.signature(PUBLIC[name]) == inspect.signature(PUBLIC[other])


def test_what_a_method_refuses_its_twin_refuses(untouched: QuickMemory) -> None:
    with pytest.raises(InvalidId, match=r"user_id is 5 .int.: give a string"):
        asyncio.run(untouched.aretrieve("Turku", user_id=5))  # type: ignore[arg-type]


@pytest.mark.parametrize("name", METHODS)
def test_every_argument_of_every_method(
    shared: QuickMemory, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # a name of a folder may be taken for one
    for parameter in parameters(getattr(shared, name)):
        for value in WRONG:
            try:
                call(shared, name, **{parameter.name: value})
            except EywaError as error:
                if type(value) in (bytes, set, object):
                    assert parameter.name.removesuffix("s") in str(error)


@pytest.mark.parametrize("field", Draft.__dataclass_fields__)
def test_every_field_of_a_record(shared: QuickMemory, field: str) -> None:
    for value in WRONG:
        with contextlib.suppress(InvalidRecord, InvalidId, KeyReused):
            shared.append_many([{"content": "I live in Turku.", field: value}])


@pytest.mark.parametrize("field", Filters.__dataclass_fields__)
@pytest.mark.parametrize("strategy", STRATEGIES)
def test_every_filter(shared: QuickMemory, field: str, strategy: str) -> None:
    for value in WRONG:
        for filters in ({field: value}, Filters(**{field: value})):
            with contextlib.suppress(BadRequest):
                shared.retrieve("Turku", filters=filters, strategy=strategy)


def test_every_argument_of_the_constructor(tmp_path: Path) -> None:
    for name in ("root", "config", "background", "clock", "migrating"):
        for value in (7, 1.5, b"x", [1], {1}, object(), "no such file", {"no such section": 1}):
            try:
                given: dict[str, Any] = {"root": tmp_path / "root", "background": False}
                QuickMemory(**{**given, name: value}).close()
            except BadRequest as error:
                assert (name in str(error)) or isinstance(error, ConfigError)


@pytest.mark.parametrize("name", ["retrieve", "before_llm", "explain", "facts", "history"])
def test_what_is_said_of_a_wrong_argument(shared: QuickMemory, name: str) -> None:
    with pytest.raises(InvalidId, match=r"user_id is 5 .int.: give a string"):
        call(shared, name, user_id=5)
    for moment in (2**63, -1, True, 1.0, "now"):
        with pytest.raises(BadRequest, match=r"^as_of is "):
            call(shared, name, as_of=moment)


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_the_largest_time(untouched: QuickMemory, strategy: str) -> None:
    """The end of the last day that a file can be of: everything was said before it."""
    end = 253_402_300_800_000
    found = untouched.retrieve("Turku", strategy=strategy, as_of=end, filters={"time_to": end})
    assert strategy == "semantic" or found.hits
    assert untouched.facts(as_of=end).facts
    with pytest.raises(BadRequest, match=r"as_of is 253402300800001 .int.: give epoch milli"):
        untouched.retrieve("Turku", strategy=strategy, as_of=end + 1)


def test_stretches_of_time_that_begin_or_end_at_the_largest(untouched: QuickMemory) -> None:
    """Also where files are chosen by their day."""
    limit = 253_402_300_800_000
    bounds: tuple[tuple[int, int | None], ...] = ((limit, None), (limit, 0), (0, limit))
    for since, until in bounds:
        if until == 0:
            for ask in (untouched.list, untouched.export, untouched.audit, untouched.erase):
                with pytest.raises(BadRequest, match=r"time range .* is empty"):
                    ask(since=since, until=until)
            continue
        head = list(untouched.export(since=since, until=until))[1:]
        assert (head == []) == (since == limit)
        assert (len(untouched.list(since=since, until=until).items) == 0) == (since == limit)
        assert since == 0 or not list(untouched.audit(since=since, until=until))


def test_text_that_no_file_can_hold(shared: QuickMemory, tmp_path: Path) -> None:
    """Of every argument that takes text; it says which one, and where in it."""
    tried = 0
    for name in METHODS:
        for parameter in parameters(getattr(shared, name)):
            kinds = str(parameter.annotation).split(" | ")
            if "str" not in kinds:
                continue
            tried += 1
            where = rf"^{parameter.name} is no text: half a character .* at character 1;"
            with pytest.raises(BadRequest, match=where):
                call(shared, name, **{parameter.name: "a\ud800"})
            if "Path" in kinds:
                for path in ("a\0b", Path("a\0b")):
                    with pytest.raises(BadRequest, match="NUL at character 1"):
                        call(shared, name, **{parameter.name: path})
    assert tried > 100
    for given in ({"root": "a\0b"}, {"root": tmp_path, "config": "a\0b"}, {"root": "\ud800"}):
        with pytest.raises(ConfigError, match=r"not a path|half a character"):
            QuickMemory(**given, background=False)


def test_a_file_whose_name_is_no_text_is_imported(shared: QuickMemory, tmp_path: Path) -> None:
    path = tmp_path / os.fsdecode(b"caf\xe9.jsonl")
    path.write_text('{"content": "I like tea."}\n', encoding="utf-8")
    assert shared.import_file(path, format="jsonl").records == 1


@pytest.mark.parametrize(
    ("ask", "error", "words"),
    [
        (lambda m: m.update("e1", "x", tags="home"), InvalidRecord, "tags is of type str: give a"),
        (lambda m: m.after_llm("a", "b", cited="abc"), BadRequest, "cited is of type str"),
        (lambda m: m.after_llm("a", "b", idempotency_key="   "), InvalidId, "is empty"),
        (lambda m: m.before_llm("a", session_id="x\0y"), InvalidId, "unprintable"),
        (lambda m: m.flush_episodes(timeout=-1), BadRequest, "timeout is -1: give 0 or more"),
        (lambda m: m.flush(timeout=float("nan")), BadRequest, "timeout is not a number"),
        (lambda m: m.flush(timeout=-0.5), BadRequest, "timeout is -0.5"),
        (lambda m: m.pin("e1", expected_version=-1), BadRequest, "expected_version is -1: give 1"),
        (lambda m: m.pin("e1", expected_version=0), BadRequest, "expected_version is 0"),
        (lambda m: m.pin("e1", request_id="a\nb"), InvalidId, "request_id .* unprintable"),
        (lambda m: m.begin(trace_id=""), InvalidId, "trace_id is empty"),
    ],
)
def test_what_one_call_refuses_every_call_refuses(
    untouched: QuickMemory, ask: Callable[[Any], Any], error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words) as caught:
        ask(untouched)
    assert type(caught.value) is error


def test_a_message_does_not_repeat_what_is_long(untouched: QuickMemory) -> None:
    said = r"^there is no message 'xxx.* \[\d+ characters left out\]"
    with pytest.raises(BadRequest, match=said) as found:
        untouched.get("x" * 100_000)
    assert len(str(found.value)) < 1200


def test_a_root_that_can_be_no_folder_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "file"
    file.write_text("x", encoding="utf-8")
    for root, why in (
        (file, "is not a folder"), (file / "below", "cannot be used"),
        ("x" * 5000, "cannot be used"), ("", "root is empty: name a file or a folder"),
    ):  # fmt: skip
        with pytest.raises(ConfigError, match=why):
            QuickMemory(root, background=False)
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


NOW_S = 1_767_600_000
COUNTS = frozenset((
    "a", "b", "expected_version", "hops", "keep", "limit", "max_bytes", "offset", "runs",
    "searches", "selected_index", "token_budget", "version",
))  # fmt: skip
"""Arguments that are integers and no moment."""


@pytest.mark.parametrize("name", METHODS)
def test_every_moment_in_seconds_is_refused(shared: QuickMemory, name: str) -> None:
    """It would be one of January 1970: to erase since then is to erase everything."""
    for parameter in parameters(getattr(shared, name)):
        if "int" in str(parameter.annotation).split(" | ") and parameter.name not in COUNTS:
            with pytest.raises(BadRequest, match=f"is {NOW_S}, which looks like seconds: .* 1000"):
                call(shared, name, **{parameter.name: NOW_S})
        if parameter.name == "filters":
            for bound in ("time_from", "time_to"):
                with pytest.raises(BadRequest, match=f"^{bound} is {NOW_S}, which looks like"):
                    call(shared, name, filters={bound: NOW_S})


def test_moments_of_1970_that_are_no_seconds_are_taken(untouched: QuickMemory) -> None:
    """0 is "from the beginning"."""
    for since in (0, 1, 86_400_000, 999_999_999, 5_000_000_000):
        assert untouched.list(since=since).items
        assert untouched.erase(since=since, dry_run=True).ok
        assert not untouched.retrieve("Turku", as_of=since).hits


def test_a_time_in_seconds_is_refused_for_a_new_record(quick: QuickMemory) -> None:
    """It would be a record of 1970; what other programs wrote into the files is read as it is."""
    now = NOW_S
    for write in (
        lambda: quick.append("x", timestamp=now),
        lambda: quick.append("x", expires_at=now),
        lambda: quick.append_many([{"content": "x", "timestamp": now}]),
        lambda: quick.append_many([Draft(content="x", timestamp=now)]),
        lambda: quick.after_llm("x", "y", timestamp=now),
        lambda: quick.upsert("e9", "x", timestamp=now),
    ):
        with pytest.raises(InvalidRecord, match=f"is {now}, which looks like seconds: .* 1000"):
            write()
    assert not quick.sessions(), "nothing was written"
    quick.append("x", timestamp=now * 1000)
    quick.append("x", timestamp=86_400_000)


@pytest.mark.parametrize(
    "name", ["EYWA_SERVICE__OIDC__ALGORITHMS", "EYWA_SERVICE__OIDC", "EYWA_FORGETTING__POLICIES"]
)
def test_a_value_of_the_environment_that_cannot_be_read_is_named(
    root: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setenv("EYWA_SERVICE__UI", "false")
    monkeypatch.setenv(name, "RS256")
    with pytest.raises(ConfigError, match=f"{name} takes JSON") as raised:
        EywaMemory(root, background=False)
    assert "RS256" not in str(raised.value) and "EYWA_SERVICE__UI" not in str(raised.value)


def test_help_shows_the_defaults_of_arguments_that_methods_share() -> None:
    of = inspect.signature(EywaMemory.restore).parameters
    shown = {name: of[name].default for name in ("tenant_id", "user_id", "reason", "trace_id")}
    assert shown == {"tenant_id": "default", "user_id": "me", "reason": "", "trace_id": None}
