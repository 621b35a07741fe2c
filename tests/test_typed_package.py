"""Programs that import the package see its types."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[1] / "pyproject.toml"


def test_the_marker_of_types_is_in_the_package_and_nothing_keeps_it_out_of_the_wheel() -> None:
    assert files("eywa_fs").joinpath("py.typed").is_file()
    if not PROJECT.exists():
        pytest.skip("no checkout")
    built = tomllib.loads(PROJECT.read_text())["tool"]["hatch"]["build"]
    assert built == {"targets": {"wheel": {"packages": ["eywa_fs"]}}}  # whole, but what git ignores
    assert "typed" not in (PROJECT.parent / ".gitignore").read_text()
