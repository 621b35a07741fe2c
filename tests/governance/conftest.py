"""Quick memories over the test's root, with a clock that the test moves."""

from __future__ import annotations

from functools import partial

import pytest
from corpus import Clock
from factbase.lives import MakeQuick


@pytest.fixture
def open_quick(open_quick: MakeQuick, clock: Clock) -> MakeQuick:
    """As everywhere, with the test's clock."""
    return partial(open_quick, clock=clock)
