"""The benchmark runs and says what it promises; how fast anything is, is not asked here."""

from __future__ import annotations

import json
from pathlib import Path

import forked
import pytest

SCRIPT = Path(__file__).parents[2] / "scripts" / "bench_core.py"


def _run(*arguments: str) -> str:
    done = forked.Child(str(SCRIPT), *arguments).ended(timeout=600)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_help_names_the_modes() -> None:
    shown = _run("--help")
    assert all(option in shown for option in ("--records", "--quick", "--json"))


def test_a_quick_run_measures_everything(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forked, "current", None)  # it starts processes that import it anew
    results = json.loads(_run("--quick", "--json", "--dir", str(tmp_path)))
    assert results["records"] == 200
    assert results["append"]["speed_of_bare"] > 0
    assert results["rebuild"]["ratio"] > 0
    assert results["rebuild"]["peak_memory_mb"]["rebuild"]["process"] > 0
    assert results["verify_deep"]["ratio"] > 0
    for kind in ("first", "warm", "graph"):
        assert results["retrieval"][kind]["ratio_p95"] > 0
        assert results["retrieval"][kind]["cpu_ratio_p50"] > 0
    assert results["retrieval"]["threads"]["speed_of_bare"] > 0
    assert 0 < results["retrieval"]["warm"]["newest_share"] < 1
    assert results["look"]["ratio"] > 0
    assert results["cold_start"]["ratio"] > 0
    assert not list(tmp_path.iterdir())  # it cleans up behind itself
