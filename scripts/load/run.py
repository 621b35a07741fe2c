"""Load on the HTTP service: 80 % searches, 20 % writes, over many users.

    .venv/bin/python scripts/load/run.py --keep /var/tmp/load

Makes a root of 100 users with 1,000 records each (kept with --keep, and used again), starts the
service on it, and measures (the load is made by Node, which has to be there):

1. the highest rate whose P95 is below 400 ms without an error, with embeddings that are cached,
   and with texts that were never seen, which must be embedded;
2. as fast as it can, searches only: the service, and a bare FastAPI route with the same bytes;
3. --minutes at 80 % of the first rate, with the memory of the service over time;
4. with --degrade, half of that rate on a root of its own whose scopes are searched through the
   vector store and whose embedder is another process, while the store is killed, the disk is kept
   busy by another program, and the embedder ends.

Prints what it does, and one JSON object at the end. Nothing else should run meanwhile.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from eywa_fs.memory import EywaMemory
from eywa_fs.model.records import Draft

HERE: Final = Path(__file__).parent
LIMIT_MS: Final = 400
"""What P95 of a search may take (docs/operations.md)."""
STEP_S: Final = 20
WARM_S: Final = 20
QUERIES: Final = 200
"""Different ones, where embeddings are cached."""
SUBJECTS: Final = (
    "my sister",
    "the landlord",
    "our team",
    "the dentist",
    "a neighbour",
    "the band",
)
DEEDS: Final = ("asked about", "moved", "forgot", "paid for", "repaired", "cancelled", "praised")
THINGS: Final = (
    "the blue bicycle", "the rehearsal on Monday", "a crate of oranges", "the ferry tickets",
    "the garden gate", "a letter from Oslo", "the old kettle", "an invoice", "the choir trip",
)  # fmt: skip
PLACES: Final = ("in the harbour", "at the market", "near the museum", "in Basel", "by the river")
DAY_MS: Final = 86_400_000
FIRST_MS: Final = 1_735_689_600_000
"""2025-01-01."""


def texts(number: int) -> list[str]:
    """Different short messages, the same in each run."""
    chance = random.Random(7)
    made: dict[str, None] = {}
    while len(made) < number:
        parts = (chance.choice(SUBJECTS), chance.choice(DEEDS), chance.choice(THINGS))
        said = f"{' '.join(parts)} {chance.choice(PLACES)}, note {chance.randrange(number)}"
        made[said[0].upper() + said[1:] + "."] = None
    return list(made)


def build(root: Path, users: int, records: int, said: list[str], settings: str) -> None:
    """A root with what ``users`` users said, indexed; left as it is if it was built."""
    done = root.parent / f"{root.name}.built"
    if done.exists():
        return
    root.mkdir(parents=True, mode=0o700)
    (root / "config.yaml").write_text(settings)
    chance, began = random.Random(11), time.monotonic()
    with EywaMemory(root, background=False) as memory:
        for user in range(users):
            memory.append_many(
                Draft(
                    content=chance.choice(said),
                    user_id=f"user{user}",
                    session_id=f"s{number // 50}",
                    timestamp=FIRST_MS + number // 50 * DAY_MS + number * 60_000,
                )
                for number in range(records)
            )
        memory.flush()
    done.touch()
    print(f"built {users} x {records} records: {time.monotonic() - began:.0f} s", flush=True)


@contextmanager
def program(*command: str, **more: Any) -> Iterator[subprocess.Popen[str]]:
    """Another process, ended in the end."""
    process = subprocess.Popen(command, text=True, stdout=subprocess.PIPE, **more)
    try:
        yield process
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(60)
        except subprocess.TimeoutExpired:
            process.kill()


@contextmanager
def service(root: Path) -> Iterator[tuple[str, int]]:
    """``eywa serve`` over a root: its URL and process id."""
    command = [
        sys.executable,
        "-m",
        "eywa_fs",
        "--root",
        str(root),
        "serve",
        "--port",
        "0",
        "--json",
    ]
    with program(*command, stderr=subprocess.DEVNULL) as process:
        assert process.stdout is not None
        url = ""
        while not url:
            url = json.loads(process.stdout.readline()).get("url", "")
        threading.Thread(target=process.stdout.read, daemon=True).start()
        yield url, process.pid


def ask(url: str, body: dict[str, Any]) -> bytes:
    """A request with JSON, and the bytes of its answer."""
    request = urllib.request.Request(url, json.dumps(body).encode(), method="POST")
    request.add_header("Content-Type", "application/json")
    with urllib.request.urlopen(request, timeout=120) as answer:
        return bytes(answer.read())


class Load:
    """What is the same for each stretch of load."""

    def __init__(self, users: int, said: list[str]) -> None:
        self._users, self._said = users, said
        self._seed = 1

    def run(self, url: str, seconds: float, rate: int = 0, **more: Any) -> dict[str, Any]:
        """One stretch; ``rate`` 0 is as fast as it goes."""
        self._seed += 1
        options = {
            "url": url, "seconds": round(seconds), "rate": rate,
            "users": self._users, "texts": self._said, "asked": QUERIES, "cached": True,
            "seed": self._seed, "writes": 20, "path": "/v1/retrieve", "connections": 16,
        }  # fmt: skip
        said = json.dumps(options | more)
        done = subprocess.run(
            ["node", str(HERE / "mix.mjs")],
            input=said,
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        )
        found: dict[str, Any] = json.loads(done.stdout)
        return found


def good(found: dict[str, Any]) -> bool:
    """Whether a stretch was answered in time, all of it."""
    well = set(found["statuses"]) <= {"200", "201"} and not found["errors"] + found["timeouts"]
    return bool(well and found["p95"] < LIMIT_MS)


def highest(load: Load, url: str, pid: int, rates: list[int], **more: Any) -> tuple[int, list[Any]]:
    """The highest of the rates that is answered well, and each stretch."""
    best, tried = 0, []
    for rate in rates:
        before = cpu_s(pid)
        found = load.run(url, STEP_S, rate, **more)
        found["cpu_ms_each"] = round((cpu_s(pid) - before) * 1000 / found["requests"], 2)
        tried.append(found)
        print(json.dumps(found), flush=True)
        if not good(found):
            break
        best = rate
    return best, tried


def cpu_s(pid: int) -> float:
    """Processor time of a process, without that of its children."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def taken_mib(pid: int) -> int:
    """Resident memory of a process and its children."""
    pids = [pid, *children(pid)]
    pages = sum(int(Path(f"/proc/{one}/statm").read_text().split()[1]) for one in pids)
    return pages * os.sysconf("SC_PAGE_SIZE") >> 20


def children(pid: int) -> list[int]:
    """Process ids of the children of all threads of a process."""
    found: list[int] = []
    for task in Path(f"/proc/{pid}/task").iterdir():
        found += [int(one) for one in (task / "children").read_text().split()]
    return found


def steady(load: Load, url: str, pid: int, rate: int, minutes: float) -> dict[str, Any]:
    """A long stretch, with the memory taken every 10 seconds."""
    series, over = [taken_mib(pid)], threading.Event()

    def sample() -> None:
        while not over.wait(10):
            series.append(taken_mib(pid))

    sampler = threading.Thread(target=sample)
    sampler.start()
    try:
        found = load.run(url, minutes * 60, rate)
    finally:
        over.set()
        sampler.join()
    step = max(1, len(series) // 10)
    return found | {"mib": series[::step]}


def degraded(folder: Path, load: Load, rate: int, said: list[str], users: int) -> dict[str, Any]:
    """What a load gets while parts fail."""
    results: dict[str, Any] = {}
    with program(sys.executable, str(HERE / "embedder.py")) as embedder:
        assert embedder.stdout is not None
        base = embedder.stdout.readline().strip()
        settings = (
            f"embedding: {{backend: http, base_url: '{base}', model: drawn, attempts: 2}}\n"
            "vectors: {exact_scope_limit: 100}\n"
        )
        with tempfile.TemporaryDirectory(dir=folder) as place:
            root = Path(place, "root")
            build(root, users, 300, said, settings)
            with service(root) as (url, pid):
                load.run(url, WARM_S, rate)
                with later(5, lambda: kill(children(pid))):
                    results["store killed"] = load.run(url, STEP_S, rate)
                with busy_disk(folder):
                    results["disk busy"] = load.run(url, STEP_S, rate)
                with later(5, lambda: embedder.send_signal(signal.SIGKILL)):
                    results["embedder gone"] = load.run(url, STEP_S, rate, cached=False)
                answer = json.loads(
                    ask(f"{url}/v1/retrieve", {"userId": "user1", "query": "unseen"})
                )
                results["answers then"] = {
                    "mode": answer["degradeMode"],
                    "hits": len(answer["hits"]),
                }
    return results


def kill(pids: list[int]) -> None:
    """Kill processes."""
    for pid in pids:
        os.kill(pid, signal.SIGKILL)


@contextmanager
def later(seconds: float, act: Callable[[], Any]) -> Iterator[None]:
    """Do something in a while."""
    timer = threading.Timer(seconds, act)
    timer.start()
    yield
    timer.join()


@contextmanager
def busy_disk(folder: Path) -> Iterator[None]:
    """Another program that writes to the same disk and has it synced all the time."""
    command = "while :; do dd if=/dev/zero of=busy bs=1M count=64 conv=fsync 2>/dev/null; done"
    process = subprocess.Popen(["sh", "-c", command], cwd=folder, start_new_session=True)
    try:
        yield
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        (folder / "busy").unlink(missing_ok=True)


def as_fast(folder: Path, load: Load, url: str) -> dict[str, Any]:
    """Searches alone, as fast as they go, and a bare route with the same bytes."""
    only = {"writes": 0}
    ours = load.run(url, STEP_S, **only)
    answer = folder / "answer.json"
    answer.write_bytes(ask(f"{url}/v1/retrieve", {"userId": "user1", "query": "the ferry tickets"}))
    with program(sys.executable, str(HERE / "bare.py"), str(answer)) as bare:
        assert bare.stdout is not None
        plain = load.run(bare.stdout.readline().strip(), STEP_S, **only)
    return {"service": ours, "bare": plain, "ratio": round(plain["rate"] / ours["rate"], 1)}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--users", type=int, default=100)
    parser.add_argument("--records", type=int, default=1000, help="of each user")
    parser.add_argument("--texts", type=int, default=4000, help="different ones")
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--rates", default="50,75,100,125,150,175,200,225,250,300,350,400")
    parser.add_argument("--degrade", action="store_true")
    parser.add_argument("--keep", type=Path, help="a folder for the root")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        folder = asked.keep or Path(place)
        folder.mkdir(parents=True, exist_ok=True)
        said = texts(asked.texts)
        load = Load(asked.users, said)
        build(folder / "root", asked.users, asked.records, said, "")
        rates = [int(one) for one in asked.rates.split(",")]
        results: dict[str, Any] = {}
        with service(folder / "root") as (url, pid):
            print("warming up", flush=True)
            for user in range(asked.users):
                ask(f"{url}/v1/retrieve", {"userId": f"user{user}", "query": said[user]})
            load.run(url, WARM_S, 30)
            best, results["cached"] = highest(load, url, pid, rates)
            unseen, results["unseen"] = highest(load, url, pid, rates, cached=False)
            results["highest"] = {"cached": best, "unseen": unseen}
            results["as fast as it goes"] = as_fast(folder, load, url)
            print(json.dumps(results["as fast as it goes"]), flush=True)
            if asked.minutes and best:
                results["steady"] = steady(load, url, pid, max(1, best * 4 // 5), asked.minutes)
                print(json.dumps(results["steady"]), flush=True)
        if asked.degrade:
            results["degraded"] = degraded(
                folder, load, max(1, best // 2), said, min(20, asked.users)
            )
        print(json.dumps(results))


if __name__ == "__main__":
    main()
