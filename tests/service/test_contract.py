"""The application keeps what its OpenAPI document says: for requests made from the document, right
ones and wrong ones, and for sequences of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import suppress
from typing import Any

import pytest
import schemathesis
from factbase.lives import QuickMemory
from fastapi import FastAPI
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.specs.openapi.checks import positive_data_acceptance
from service.samples import EVENT, TEXT

BOUNDED = settings(
    max_examples=5,
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)

UNSAID = [positive_data_acceptance]
"""A request may fit the document and still be refused: how long an id is once it is a folder name,
that a question has words, that one time is before another, JSON Schema cannot say."""


@pytest.fixture
def token(make_key: Callable[..., str]) -> dict[str, str]:
    """Headers with a key of everything."""
    return {"Authorization": f"Bearer {make_key('admin', None)}"}


@pytest.fixture
def api(app: FastAPI, quick: QuickMemory, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The document of the application, over a memory that holds something. An erasure ends before
    it is answered, so that the same requests have the same answers however long that takes."""

    def ended(work: Callable[[], None]) -> Future[None]:
        done: Future[None] = Future()
        done.set_result(work())  # type: ignore[func-returns-value]
        return done

    monkeypatch.setattr(quick._parts.background, "end_erasure", ended)
    quick.upsert(EVENT, TEXT)
    return schemathesis.openapi.from_asgi("/openapi.json", app)


def operations(api: Any) -> Iterator[Any]:
    """Everything the document describes."""
    for found in api.get_all_operations():
        yield found.ok()


@pytest.mark.slow
@pytest.mark.parametrize("mode", list(GenerationMode), ids=lambda mode: mode.value)
def test_answers_are_what_the_document_says(
    api: Any, token: dict[str, str], mode: GenerationMode
) -> None:
    tried = 0
    for operation in operations(api):

        @given(case=operation.as_strategy(generation_mode=mode))
        @BOUNDED
        def check(case: Any) -> None:
            nonlocal tried
            tried += 1
            case.call_and_validate(headers=token, excluded_checks=UNSAID)

        with suppress(Unsatisfiable):  # nothing can be wrong where nothing is asked for
            check()
    assert tried > 100


@pytest.mark.slow
def test_sequences_of_requests_keep_the_document(api: Any, token: dict[str, str]) -> None:
    """What one answer names is asked for in the next requests."""

    class Session(api.as_state_machine()):  # type: ignore[misc]  # it is made of the document
        def get_call_kwargs(self, case: Any) -> dict[str, Any]:
            return {"headers": token}

        def validate_response(self, response: Any, case: Any, **more: Any) -> None:
            case.validate_response(response, excluded_checks=UNSAID, transport_kwargs=more)

    Session.run(settings=settings(BOUNDED, max_examples=15, stateful_step_count=12))
