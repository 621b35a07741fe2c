"""What a new root tells whoever finds it is so."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from corpus import Eywa

from eywa_fs.config import Settings, load_settings
from eywa_fs.errors import ConfigError
from eywa_fs.memory import EywaMemory


def test_a_line_that_is_taken_out_is_out_of_answers_and_then_out_of_the_index(
    eywa: Eywa, root: Path, make_memory: Callable[..., EywaMemory]
) -> None:
    eywa("init")
    with make_memory() as memory:
        memory.append("I live in Turku.", timestamp=1_769_760_000_000)
        memory.append("我对芒果过敏。", timestamp=1_769_760_000_001)
        memory.index()
    (path,) = root.glob("tenants/**/*.jsonl")
    path.write_bytes(path.read_bytes().splitlines(keepends=True)[1])
    for line in (("search", "Where do I live?"), ("facts", "Where do I live?"), ("context", "x")):
        assert "Turku" not in eywa(*line).out
    eywa("repair", "--apply")
    assert eywa("status", "--json").value["index"]["total"] == 1
    assert eywa("verify", "--deep", "--json").value["ok"] and "芒果" in eywa("facts").out
    for text in (root / "README.md", Path(__file__).parents[2] / "README.md"):
        said = " ".join(text.read_text(encoding="utf-8").split())
        assert "taken out" in said and "`eywa repair --apply`" in said


@pytest.mark.parametrize("word", ["on", "off", "shadow", "'on'"])
def test_words_of_settings_may_be_bare_in_yaml(word: str, tmp_path: Path) -> None:
    path = tmp_path / "config.yaml"
    path.write_text(f"lanes:\n  fact_summary: {word}\n", encoding="utf-8")
    assert load_settings(tmp_path, path).lanes.fact_summary == word.strip("'")


@pytest.mark.parametrize(
    "name, said",
    [
        ("EYWA_REDACTON", "no section 'redacton'; did you mean redaction?"),
        ("EYWA_RETREIVAL__LIMIT", "no section 'retreival'; did you mean retrieval?"),
        ("EYWA_NOSUCH__X", "no section 'nosuch'; known are arbiter, backup"),
        ("EYWA_LLM_MODEL", "did you mean EYWA_LLM__MODEL?"),
    ],
)
def test_a_variable_that_would_set_nothing_is_an_error(
    name: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, "1")
    with pytest.raises(ConfigError, match=re.escape(f"{name}: ") + ".*" + re.escape(said)):
        load_settings("nowhere")


def test_variables_for_others_are_let_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    kubernetes = ("EYWA_SERVICE_HOST", "EYWA_SERVICE_PORT_HTTP", "EYWA_PORT_8000_TCP_ADDR")
    for name in ("EYWA_ROOT", "EYWA_DEBUG", "EYWA_URL", "EYWA_API_KEY", *kubernetes):
        monkeypatch.setenv(name, "1")
    assert load_settings("nowhere") == Settings()


@pytest.mark.parametrize(
    "text, said",
    [
        ("embedding: minilm", "embedding: settings by name belong there"),
        ("service: {oidc: [1]}", "service.oidc: settings by name belong there"),
        ("llm: {}\nlanes: {}\nllm: {}", "llm in line 1, llm in line 3"),
        ("service:\n  ui: true\n  ui: false", "ui in line 2, ui in line 3"),
        ("forgetting: {policies: [{a: 1, a: 2}]}", "a in line 1"),
    ],
)
def test_nothing_in_the_file_is_passed_over(
    text: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("EYWA_EMBEDDING__BACKEND", "minilm")
    monkeypatch.setenv("EYWA_SERVICE__OIDC__ISSUER", "https://issuer.example")
    path = tmp_path / "config.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError, match=rf"config\.yaml: .*{re.escape(said)}"):
        load_settings(tmp_path, path)


@pytest.mark.parametrize(
    "host", [" ", "127.0.0.1:18731", "http://there", "me:secret@there", "a b", "::1", "-x"]
)
def test_a_server_is_named_by_its_host_alone(root: Path, host: str) -> None:
    with pytest.raises(ConfigError, match=r"vectors\.server_host.*alone") as refused:
        load_settings(root, {"vectors": {"server_host": host}})
    assert "secret" not in str(refused.value)
    for good in ("there", "chroma_1.example.org.", "10.0.0.7", "[::1]"):
        assert load_settings(root, {"vectors": {"server_host": good}}).vectors.server


@pytest.mark.parametrize("value", ["0", "abc", "99999"])
def test_a_wrong_variable_is_named_and_not_the_file(
    root: Path, value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    root.mkdir(exist_ok=True)
    file = root / "config.yaml"
    file.write_text("vectors:\n  server_port: 18731\n  cache_mb: 0\n", encoding="ascii")
    monkeypatch.setenv("EYWA_VECTORS__SERVER_PORT", value)
    with pytest.raises(ConfigError) as refused:
        load_settings(root)
    ours, files = str(refused.value).split("; ")
    assert ours.startswith("EYWA_VECTORS__SERVER_PORT of the environment: vectors.server_port")
    assert files.startswith(f"{file}: vectors.cache_mb")
