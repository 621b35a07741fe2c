"""Tests with frameworks that only the continuous integration installs: elsewhere not even read."""

from __future__ import annotations

import pytest


def pytest_ignore_collect(config: pytest.Config) -> bool | None:
    """Leave this folder out, unless ``-m`` asks for it."""
    asked = config.option.markexpr.replace("not frameworks", "")
    return None if "frameworks" in asked else True
