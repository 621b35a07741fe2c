"""An index notes by which analyser its words were cut; other terms need another number."""

from __future__ import annotations

import pytest
from corpus import MakeMemory

from eywa_fs.hashing import text_fingerprint
from eywa_fs.ingest import workshop
from eywa_fs.lanes import l0
from eywa_fs.language import tokens

KNOWN = (2, "e2a5c25215c2fbecfd81df659f1fe0a6")
"""``tokens.TERMS``, and the fingerprint of the terms of the text below."""
TEXT = """
Résumé of the gardeners' three children, who went to mother-in-law's at 10:30: £1.5.
Release v2.10.3 (torch==2.1), main.go:30, mira@fjord.example, disk=/srv/blue07, #118, foo_bar-42
https://fjord.example/runs/job/118/log?raw=1&x=2 9f3c2b71e0a54dd8a1b2c3d4e5f60718293a4b5c AB123456
去台灣買了12個iPhone手機，貓。
"""


def test_terms_change_only_with_the_version() -> None:
    """Where this fails, put the fingerprint that is told into ``KNOWN``, and raise ``TERMS`` once
    after each release."""
    found = text_fingerprint(" ".join(tokens.index_terms(TEXT)))
    assert (tokens.TERMS, found) == KNOWN


def test_an_index_of_another_analyser_is_made_anew(
    make_memory: MakeMemory, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as before, make_memory() as memory:
        before.setattr(l0, "_kept_terms", lambda text: tuple(text.lower().split()))
        before.setattr(workshop, "TERMS", tokens.TERMS - 1)
        memory.append("The disk=/srv/blue07 is full.")
        memory.index()
        (hit,) = memory.retrieve("srv/blue07").hits
        assert "words" not in hit.sources
    with make_memory() as memory:
        memory.index()
        (hit,) = memory.retrieve("srv/blue07").hits
        assert hit.sources["words"] > 0
