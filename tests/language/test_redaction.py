"""Masking: what is masked and what is not, in texts of our own, and what no text can do to it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest

from eywa_fs.config import RedactionPolicy, RedactionSettings, SensitiveKind
from eywa_fs.language.redaction.policy import MASK, Policy, Redaction

SENTENCES = Path(__file__).parents[1] / "data" / "redaction" / "sentences.txt"
MARK = re.compile(r"⟦(\w+)\|([^⟧]*)⟧")
ALL = RedactionPolicy(kinds=list(get_args(SensitiveKind)))


def sentences() -> list[str]:
    lines = SENTENCES.read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def wanted(marked: str) -> tuple[str, list[tuple[str, str]]]:
    """A sentence without its marks, and the kinds and texts of what is marked."""
    return MARK.sub(lambda m: m[2], marked), MARK.findall(marked)


@pytest.mark.parametrize("marked", sentences())
def test_what_is_marked_is_masked_and_nothing_else(marked: str) -> None:
    text, passages = wanted(marked)
    policy = Policy(ALL)
    found = {(item.kind, text[item.start : item.end]) for item in policy.find(text)}
    assert found == set(passages)
    masked = policy.mask(text)
    hidden = MARK.sub(lambda m: re.sub(r"\S", MASK, m[2]), marked)
    assert masked == hidden
    assert len(masked) == len(text)
