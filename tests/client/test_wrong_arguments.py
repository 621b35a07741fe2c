"""What a program hands a client by mistake: one of the client's errors, and nothing is sent."""

from __future__ import annotations

import asyncio
import contextlib
import inspect
from collections.abc import Callable
from typing import Any

import pytest
from client.conftest import SOON, Faulty

from eywa_fs import errors
from eywa_fs.client import AsyncEywaClient, EywaClient, Retries, ServiceError, problems
from eywa_fs.client.calls import Calls

LONG = "x" * 70_000
WRONG: tuple[Any, ...] = (
    None, True, -1, 1.5, float("nan"), "", "\ud800", "a\0b", "\n", b"b", [1], ["x"], {"x": 1},
    object(), LONG,
)  # fmt: skip
NOWHERE = "http://127.0.0.1:1"


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda c: c.get(LONG), "too long"),
        (lambda c: c.list(cursor=LONG), "too long"),
        (lambda c: c.list(cursor="\ud800"), "surrogates not allowed"),
        (lambda c: c.history("\ud800", "lives_in"), "surrogates not allowed"),
        (lambda c: c.append(b"b"), "bytes is not JSON"),
        (lambda c: c.append_many(None), "NoneType"),
        (lambda c: c.import_file(None), "file is of type NoneType: give a Path"),
        (lambda c: c.import_file("a.jsonl"), "file is of type str: give a Path"),
        (lambda c: c.append("x", trace_id="a\nb"), "trace_id takes only printable ASCII"),
        (lambda c: [*c.export(trace_id="é")], "trace_id takes only printable ASCII"),
        (lambda c: [*c.list_all(cursor="\ud800")], "surrogates not allowed"),
    ],
)
def test_what_cannot_be_sent_is_a_bad_request(call: Callable[[Any], Any], words: str) -> None:
    transport = Faulty()
    client = EywaClient(NOWHERE, retries=SOON, transport=transport)
    with client, pytest.raises(problems.BadRequest, match=words) as caught:
        call(client)
    assert not caught.value.sent and not caught.value.retryable and not transport.sent


@pytest.mark.parametrize("odd", [None, 5, b"e1", "", ".", "..", "\ud800", "钥匙\udc80"])
def test_an_id_that_cannot_stand_in_a_path_is_not_sent(odd: Any) -> None:
    transport = Faulty()
    client = EywaClient(NOWHERE, retries=SOON, transport=transport)
    with client, pytest.raises(problems.InvalidId, match=r"event_id .*: (give|name it)") as caught:
        client.get(odd)
    error = caught.value
    assert isinstance(error, errors.InvalidId) and isinstance(error, problems.BadRequest)
    assert (error.code, error.status, error.sent, error.retryable) == (
        "E_BAD_REQUEST",
        0,
        False,
        False,
    )
    assert not error.trace_id and not transport.sent


def test_a_key_that_no_header_can_hold_is_not_repeated() -> None:
    wrong = pytest.raises(problems.BadRequest, match="key takes only printable ASCII")
    with EywaClient(NOWHERE, "sécret") as client, wrong as caught:
        client.health()
    assert "cret" not in str(caught.value)


@pytest.mark.parametrize("key", [5, b"key", True, lambda: 5, lambda: ["key"]])
def test_a_key_that_is_no_text_is_not_sent(key: Any) -> None:
    wrong = pytest.raises(problems.BadRequest, match="key is of type")
    transport = Faulty()
    with EywaClient(NOWHERE, key, retries=SOON, transport=transport) as client, wrong as caught:
        client.health()
    assert not caught.value.sent and not transport.sent
    with pytest.raises(problems.BadRequest, match="key is of type"):
        asyncio.run(AsyncEywaClient(NOWHERE, key).health())


@pytest.mark.parametrize("kind", [EywaClient, AsyncEywaClient])
@pytest.mark.parametrize(
    "url", [None, 5, b"x", "", "127.0.0.1:8871", "localhost:8871", "ftp://x", "http://", "\ud800"]
)
def test_a_url_that_is_none_is_refused_at_once(kind: Callable[..., Any], url: Any) -> None:
    with pytest.raises(problems.BadRequest, match=r"^url is .*: give the address"):
        kind(url)


def test_a_closed_client_says_so() -> None:
    client, other = EywaClient(NOWHERE), AsyncEywaClient(NOWHERE)
    client.close()
    with pytest.raises(problems.BadRequest, match="was closed"):
        client.health()

    async def closed() -> None:
        await other.aclose()
        with pytest.raises(problems.BadRequest, match="was closed"):
            await other.health()

    asyncio.run(closed())


def test_too_few_arguments_are_what_python_says_they_are() -> None:
    with EywaClient(NOWHERE) as client, pytest.raises(TypeError, match="event_id"):
        client.get()  # type: ignore[call-arg]


@pytest.mark.parametrize("name", [n for n in vars(Calls) if not n.startswith("_")])
def test_every_argument_of_every_call(name: str) -> None:
    """Nothing listens: what can be sent fails as well, with an error of the client."""
    _, *given = inspect.signature(getattr(EywaClient, name)).parameters.values()
    own = [p for p in given if p.kind is not p.VAR_KEYWORD]
    more = ("tenant_id", "trace_id") if len(own) < len(given) else ()
    needed = {p.name: "x" for p in own if p.default is p.empty}
    with EywaClient(NOWHERE, retries=Retries(most=0)) as client:
        for argument in (*(p.name for p in own), *more):
            for value in WRONG:
                with contextlib.suppress(ServiceError):
                    getattr(client, name)(**{**needed, argument: value})
