"""What is asked for stays; what takes too much room goes, the longest unasked first."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from eywa_fs.lru import Lru


def test_the_one_not_asked_for_longest_makes_room() -> None:
    kept: Lru[str, int] = Lru(2)
    kept.put("a", 1)
    kept.put("b", 2)
    assert kept.get("a") == 1
    kept.put("c", 3)
    assert (kept.get("a"), kept.get("b"), kept.get("c")) == (1, None, 3)


def test_room_is_what_the_values_take_and_the_last_one_stays() -> None:
    kept: Lru[str, str] = Lru(5, len)
    kept.put("a", "xx")
    kept.put("a", "xxx")  # in its own place
    kept.put("b", "xx")
    assert (kept.get("a"), kept.get("b")) == ("xxx", "xx")
    kept.put("c", "x" * 9)
    assert (kept.get("a"), kept.get("b"), kept.get("c")) == (None, None, "x" * 9)
    kept.drop("c")
    kept.put("a", "xx")
    kept.put("b", "xxx")
    assert (kept.get("a"), kept.get("b")) == ("xx", "xxx")
    kept.clear()
    assert kept.get("a") is None


def test_threads_leave_no_more_than_there_is_room_for() -> None:
    kept: Lru[int, int] = Lru(10)

    def work(first: int) -> None:
        for number in range(first, first + 500):
            kept.put(number % 40, number)
            kept.get(first % 40)
            kept.drop((number + 7) % 40)

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(work, range(8)))
    assert sum(kept.get(number) is not None for number in range(40)) <= 10
