"""Long texts have the normal form that they have as a whole, and hostile ones have it soon."""

from __future__ import annotations

import time
import unicodedata

import pytest

from eywa_fs.erasure.saying import holds
from eywa_fs.language.script import fold
from eywa_fs.model.listing import folded
from eywa_fs.normalform import normal

TEXTS = [
    "Zoë a\u0323\u0307 ", "ｶﾞｷﾞ", "각하", "\u1112\u1161\u11ab", "\uff8a\uff9f", "क\u093c\u09cb\u09be",
    "ﬁ\u0301①", "我的车库。", "𝒜\u0301", "\uffa1\uffc2\uffa1",
]  # fmt: skip


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("form", ["NFC", "NFD", "NFKC"])
def test_a_long_text_is_normalised_as_a_whole(text: str, form: str) -> None:
    for shift in range(len(text) + 1):
        long = "x" * shift + text * (9000 // len(text))
        assert normal(form, long) == unicodedata.normalize(form, long)  # type: ignore[arg-type]


def test_marks_without_end_are_read_soon() -> None:
    text = "a" + "\u0301\u0316" * 200_000
    begun = time.process_time()
    assert not holds(f'{{"content":"{text}"}}'.encode(), "heron")
    assert folded(text) and fold(text)
    assert time.process_time() - begun < 15
