from corpus import Hands

from eywa_fs.breaker import Breaker


def test_opens_after_three_failures_in_a_row() -> None:
    breaker = Breaker(Hands())
    breaker.failed("one")
    breaker.failed("two")
    assert breaker.state.phase == "closed"
    breaker.failed("three")
    assert (breaker.state.phase, breaker.state.reason) == ("open", "three")


def test_a_success_between_failures_counts_them_anew() -> None:
    breaker = Breaker(Hands())
    for _ in range(5):
        breaker.failed("a")
        breaker.failed("b")
        breaker.succeeded()
    assert breaker.state.phase == "closed"


def test_a_timeout_opens_at_once() -> None:
    breaker = Breaker(Hands())
    breaker.failed("silent", at_once=True)
    assert breaker.state.phase == "open"


def test_a_failed_trial_doubles_the_pause_up_to_the_longest() -> None:
    clock = Hands()
    breaker = Breaker(clock)
    breaker.failed("silent", at_once=True)
    pauses = []
    for _ in range(7):
        pauses.append(breaker.state.retry_in_s)
        clock.now += pauses[-1]
        assert breaker.state.phase == "half-open"
        breaker.failed("still silent")
    assert pauses == [10, 20, 40, 80, 160, 300, 300]


def test_a_good_trial_closes_and_forgets_the_pauses() -> None:
    clock = Hands()
    breaker = Breaker(clock)
    breaker.failed("silent", at_once=True)
    clock.now += 10
    breaker.failed("again")
    clock.now += 20
    breaker.succeeded()
    assert breaker.state.phase == "closed"
    breaker.failed("silent", at_once=True)
    assert breaker.state.retry_in_s == 10
