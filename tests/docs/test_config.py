"""``config.yaml`` shows every setting, with the default the program has."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from docs.documents import DOCUMENTS, blocks
from pydantic import BaseModel, SecretStr

from eywa_fs.config import Settings, load_settings
from eywa_fs.errors import ConfigError
from eywa_fs.retrieval.weights import fusion_config

CONFIG = Path(__file__).parents[2] / "config.yaml"


pytestmark = pytest.mark.usefixtures("no_environment")


def plain(value: Any) -> Any:
    """Settings as YAML would hold them."""
    if isinstance(value, BaseModel):
        return {name: plain(getattr(value, name)) for name in type(value).model_fields}
    if isinstance(value, SecretStr):
        return value.get_secret_value()
    return dict(value) if isinstance(value, dict) else value


def test_the_file_holds_every_key_with_its_default() -> None:
    assert yaml.safe_load(CONFIG.read_text(encoding="utf-8")) == plain(Settings())


def test_the_file_is_accepted_as_it_is() -> None:
    assert load_settings("unused", CONFIG) == Settings()


def test_every_key_is_explained_on_its_line() -> None:
    lines = CONFIG.read_text(encoding="utf-8").splitlines()
    keys = [line for line in lines if line and not line.startswith("#")]
    assert [line for line in keys if " # " not in line] == []


def test_settings_shown_in_documents_are_accepted() -> None:
    shown = [b.text for d in DOCUMENTS for b in blocks(d) if b.kind == "yaml"]
    assert shown
    for text in shown:
        load_settings("unused", yaml.safe_load(text))


def test_a_section_whose_lines_are_all_comments_is_one_of_defaults(tmp_path: Path) -> None:
    (tmp_path / "config.yaml").write_text("retrieval:\n  # limit: 5\nlimits:\n")
    assert load_settings(tmp_path) == load_settings(tmp_path / "nowhere")


@pytest.mark.parametrize("weight", [".nan", ".inf", "-0.5"])
def test_a_weight_that_no_score_can_have_is_refused(weight: str, tmp_path: Path) -> None:
    text = f"retrieval: {{intent_weights: {{fact: {{exact: {weight}}}}}}}"
    (tmp_path / "config.yaml").write_text(text)
    with pytest.raises(ConfigError, match=r"intent_weights\.fact"):
        fusion_config(load_settings(tmp_path).retrieval.intent_weights)
