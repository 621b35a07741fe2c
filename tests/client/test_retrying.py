"""What is sent again, and when; a service that is killed in the middle of writes."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import httpx
import pytest
from client.conftest import Faults, lost
from service.test_process import Serve

from eywa_fs.client import EywaClient, Retries, problems
from eywa_fs.client.calls import Calls
from eywa_fs.client.problems import DependencyTimeout, DependencyUnavailable, TooMany
from eywa_fs.memory import EywaMemory

BUSY = {"Retry-After": "0"}


def busy(status: int = 503, headers: dict[str, str] = BUSY) -> httpx.Response:
    """An answer as a proxy in front gives it."""
    return httpx.Response(status, headers=headers, text="busy")


@pytest.mark.parametrize("fault", [busy(), busy(429), busy(502), httpx.ReadError("x"), lost])
def test_a_write_is_sent_again_with_its_key_and_written_once(
    fault: Any, with_faults: Faults
) -> None:
    client, transport = with_faults(fault)
    made = client.append("Once.")
    keys = {request.headers["idempotency-key"] for request in transport.sent}
    assert len(transport.sent) == 2 and len(keys) == 1
    assert [one.citation for one in client.list_all()] == [made.memory.citation]


def test_a_decision_whose_answer_was_lost_is_made_once(with_faults: Faults) -> None:
    client, transport = with_faults()
    name = client.append("Tea at five.").memory.event_id
    transport.faults = [lost]
    assert client.update(name, "Tea at six.", expected_version=1).version.number == 2
    transport.faults = [lost]
    client.delete(name, expected_version=2)
    assert [one.op for one in client.versions(name).versions[1:]] == ["update", "delete"]


def test_a_write_without_a_key_is_not_sent_again(with_faults: Faults) -> None:
    client, transport = with_faults(lost)
    with pytest.raises(DependencyUnavailable):
        client.reject_fact("af_0")
    assert len(transport.sent) == 1
    transport.faults = [httpx.ConnectError("refused")]
    with pytest.raises(problems.NotFound):  # it cannot have arrived, so it was sent again
        client.reject_fact("af_0")
    assert len(transport.sent) == 3


def test_it_gives_up_with_the_last_error(with_faults: Faults) -> None:
    client, transport = with_faults(*[httpx.ReadTimeout("late")] * 9)
    with pytest.raises(DependencyTimeout) as caught:
        client.list()
    assert len(transport.sent) == 5 and caught.value.retryable and caught.value.status == 0
    client, transport = with_faults(busy(500))
    with pytest.raises(problems.ServiceError) as defect:
        client.list()
    assert len(transport.sent) == 1 and defect.value.code == "E_INTERNAL"


def test_a_wait_longer_than_the_client_waits_is_the_callers(with_faults: Faults) -> None:
    client, transport = with_faults(busy(429, {"Retry-After": "3600"}))
    with pytest.raises(TooMany) as caught:
        client.list()
    assert len(transport.sent) == 1
    assert caught.value.retry_after_s == 3600 and caught.value.of_caller


def test_what_is_waited_grows_and_is_at_least_what_was_asked_for() -> None:
    retries = Retries(most=3, first_wait_s=1.0, longest_wait_s=3.0)
    read, write = (vars(Calls)[name].request for name in ("list", "reject_fact"))
    read, write = read(), write("af_0")
    error = DependencyUnavailable("gone")
    waits = [retries.wait_s(read, done, error, 0.0) for done in (1, 2, 3, 4)]
    assert waits == [1.0, 2.0, 3.0, None]
    assert retries.wait_s(read, 1, error, 1.0) == 0.5
    assert 0.5 <= (retries.wait_s(read, 1, error) or 0) <= 1.0
    assert retries.wait_s(read, 1, TooMany("busy", retry_after_s=3.0), 0.0) == 3.0
    assert retries.wait_s(read, 1, TooMany("busy", retry_after_s=3.1), 0.0) is None
    assert retries.wait_s(write, 1, error) is None
    assert retries.wait_s(write, 1, DependencyUnavailable("gone", sent=False), 0.0) == 1.0
    assert Retries(most=0).wait_s(read, 1, error) is None
    assert Retries(most=5000).wait_s(read, 5000, error, 0.0) == 20.0, "2 to the 4999th is no float"


@pytest.mark.slow
def test_a_service_killed_in_the_middle_of_writes_loses_and_doubles_nothing(
    serve: Serve, root: Path
) -> None:
    process, url = serve()
    port = url.rpartition(":")[2]
    patient = Retries(most=400, first_wait_s=0.05, longest_wait_s=0.2)
    acknowledged: dict[str, str] = {}
    some = threading.Semaphore(0)

    def write(writer: int) -> None:
        with EywaClient(url, retries=patient) as client:
            for number in range(40):
                text = f"Writer {writer}, note {number}."
                acknowledged[text] = client.append(text).memory.citation
                some.release()

    writers = [threading.Thread(target=write, args=(number,)) for number in range(2)]
    for one in writers:
        one.start()
    for _ in range(2):
        for _ in range(20):
            some.acquire()
        process.kill()
        process.communicate()
        process, _ = serve("--port", port)
    for one in writers:
        one.join()
    process.kill()
    process.communicate()
    with EywaMemory(root, background=False) as memory:
        found = memory.list(limit=1000).items
    assert len(acknowledged) == 80
    assert {one.record.content: one.citation for one in found} == acknowledged and len(found) == 80
