"""What the clients were made of is the service's document of today, and they cover all of it."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import fields
from inspect import Parameter, signature
from typing import Any, get_args, get_type_hints

import make_clients
import pytest
from fastapi import FastAPI
from pydantic.alias_generators import to_snake

from eywa_fs.client import AsyncEywaClient, EywaClient
from eywa_fs.client import answers as ans
from eywa_fs.client import parts as part
from eywa_fs.client.calls import Calls
from eywa_fs.client.decoding import Given
from eywa_fs.client.methods import Method
from eywa_fs.client.request import Request
from eywa_fs.service.wire import model_of

AGAIN = "run scripts/make_clients.py and commit what changed"
OTHER = {
    "event_id": "e1", "atomic_id": "af1", "transaction": "tx1", "trace": "tr1", "a": 1, "b": 2,
    "records": [{"content": "x"}], "file": b"{}", "erasure_id": "er1",
}  # fmt: skip
LEFT_OUT: dict[str, str] = {}
"""Operations of ``/v1`` that the Python client does not have, and why."""


def described() -> dict[str, Any]:
    """What makes the request of each call, by name."""
    return {
        name: one.request
        for kind in Calls.__mro__
        for name, one in vars(kind).items()
        if isinstance(one, Method) and name != "list_all"
    }


def made_by(name: str, *, every: bool) -> Request[Any]:
    """A call with all of its arguments, or with those it needs."""
    given: dict[str, Any] = {}
    for one in [*signature(described()[name]).parameters.values()][1:]:
        if one.kind is Parameter.VAR_KEYWORD:
            of = get_args(get_type_hints(described()[name])["of"])[0]
            given |= dict.fromkeys(get_type_hints(of), "x") if every else {}
        elif every or one.default is Parameter.empty:
            given[one.name] = OTHER.get(one.name, "x")
    if every and "filters" in given:
        given["filters"] = {"tags": ["x"]}
    made: Request[Any] = described()[name](**given)
    return made


@pytest.fixture
def operations(app: FastAPI) -> dict[str, dict[str, Any]]:
    """The operations of ``/v1`` by method and path."""
    return {
        f"{method.upper()} {path}": operation
        for path, verbs in app.openapi()["paths"].items()
        for method, operation in verbs.items()
        if path.startswith("/v1/")
    }


def operation_of(request: Request[Any], operations: dict[str, Any]) -> str:
    """The operation that a request is of."""
    parts = request.path.split("/")
    fitting = [
        name
        for name in operations
        if (method := name.split(" ")[0]) == request.operation.method
        and len(wanted := name.removeprefix(f"{method} ").split("/")) == len(parts)
        and all(
            want.startswith("{") or want == got for want, got in zip(wanted, parts, strict=True)
        )
    ]
    return min(fitting, key=lambda name: name.count("{"))


def test_the_document_is_that_of_the_service(app: FastAPI) -> None:
    found = make_clients.DOCUMENT.read_text(encoding="utf-8")
    assert found == make_clients.document_text(app.openapi()), AGAIN


@pytest.mark.parametrize("kind", [ans.Answer, ans.DegradableAnswer, part.DegradedReason])
def test_models_that_are_written_by_hand_have_the_fields_of_their_classes(
    kind: type[Given],
) -> None:
    assert [*model_of(kind).model_fields] == [one.name for one in fields(kind)]  # type: ignore[arg-type]


def test_typescript_knows_what_may_be_sent_twice(app: FastAPI) -> None:
    found = (make_clients.TYPESCRIPT / "src/routes.ts").read_text(encoding="utf-8")
    assert found == make_clients.routes_text(app), AGAIN


def test_every_operation_has_a_call(operations: dict[str, Any]) -> None:
    covered = {operation_of(made_by(name, every=False), operations) for name in described()}
    assert covered | set(LEFT_OUT) == set(operations) and not covered & set(LEFT_OUT)


def test_what_may_be_sent_twice_is_what_the_service_says(
    app: FastAPI, operations: dict[str, Any]
) -> None:
    twice = make_clients.kinds(app)
    for name in described():
        request = made_by(name, every=False)
        operation = operation_of(request, operations)
        assert ("Idempotency-Key" in request.headers) == (operation in twice["keyed"]), name
        assert request.operation.reads == (operation in twice["read"]), name


@pytest.mark.parametrize("name", described())
def test_the_arguments_of_a_call_are_the_fields_of_its_operation(
    name: str, app: FastAPI, operations: dict[str, Any]
) -> None:
    request = made_by(name, every=True)
    operation = operations[operation_of(request, operations)]
    body = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    of = body.get("schema", {}).get("$ref", "").rpartition("/")[2]
    fields = set(app.openapi()["components"]["schemas"][of]["properties"]) if of else set()
    headers = set()
    for one in operation.get("parameters", ()):
        if one["in"] == "query":
            fields.add(one["name"])
        elif one["in"] == "header":
            headers.add(one["name"])
    assert set(request.fields) == {to_snake(field) for field in fields}
    assert set(request.headers) - {"X-Trace-Id"} == headers
    success = next(iter(operation["responses"].values()))["content"]
    schema = success.get("application/json", {}).get("schema", {})
    answer = schema.get("$ref", "str").rpartition("/")[2]
    assert request.operation.answer.__name__ == answer


@pytest.mark.parametrize("kind", [EywaClient, AsyncEywaClient])
def test_both_clients_have_every_call(kind: type) -> None:
    for name, describe in described().items():
        method = getattr(kind, name)
        assert (method.__name__, method.__doc__) == (name, describe.__doc__)
        assert list(signature(method).parameters) == list(signature(describe).parameters)
    assert list(signature(kind.list_all).parameters) == list(signature(kind.list).parameters)  # type: ignore[attr-defined]


def test_importing_it_loads_no_other_part_of_the_product() -> None:
    code = "import eywa_fs.client, sys; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = done.stdout.split()
    ours = {name.split(".")[1] for name in loaded if name.startswith("eywa_fs.")}
    assert ours == {"client", "errors"}
    heavy = {"fastapi", "starlette", "pydantic", "numpy", "yaml", "chromadb"}
    assert not heavy & {name.split(".")[0] for name in loaded}
