"""The benchmark of extraction runs and says what it promises; how fast it is, is not asked here."""

from __future__ import annotations

import json
from pathlib import Path

from forked import Child

SCRIPT = Path(__file__).parents[2] / "scripts" / "bench_facts.py"


def test_a_quick_run_measures_everything(tmp_path: Path) -> None:
    done = Child(str(SCRIPT), "--quick", "--json", "--dir", str(tmp_path)).ended(timeout=600)
    assert done.returncode == 0, done.stderr
    results = json.loads(done.stdout)
    for language in ("en", "zh"):
        assert results[f"extraction_{language}"]["records_per_s"] > 0
        assert results[f"rebuild_{language}"]["records"] == 100
        assert 0 < results[f"cold_{language}"]["share_of_cpu"] < 1
    assert 0 < results["rebuild_vocabulary"]["share"] < 1
    assert not list(tmp_path.iterdir())  # it cleans up behind itself
