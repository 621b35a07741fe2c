"""An adapter without its framework says what to install, and importing others loads none."""

from __future__ import annotations

import subprocess
import sys

import pytest

CODE = """
import sys
class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.split('.')[0] in ('langchain_core', 'langgraph', 'llama_index', 'agents'):
            raise ModuleNotFoundError(f'No module named {name!r}', name=name)
sys.meta_path.insert(0, Missing())
import eywa_fs.adapters.openai_agents
from eywa_fs.errors import DependencyUnavailable
try:
    import eywa_fs.adapters.%s
except DependencyUnavailable as error:
    print(error)
"""


@pytest.mark.parametrize("extra", ["langgraph", "langchain", "llamaindex"])
def test_a_missing_framework_is_named(extra: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", CODE % extra], capture_output=True, text=True, check=True
    )
    assert f"pip install 'eywa-fs[{extra}]'" in done.stdout
