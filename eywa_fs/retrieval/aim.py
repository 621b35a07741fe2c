"""What of a query goes to the embedding model, and what of its vector to the index.

A sentence vector is mostly about things that do not tell documents apart: that the sentence is a
question, who is spoken of, the tone of the talk. Taking them out was measured to be worth more
than a better model.
"""

import re
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from eywa_fs.language.script import CJK
from eywa_fs.language.stopwords import ENGLISH
from eywa_fs.retrieval.intent import QueryProfile
from eywa_fs.retrieval.weights import FusionConfig

Floats = NDArray[np.float64]

LEARNED: Final = Path(__file__).parent / "data" / "aim_e5.npy"
"""Written by ``scripts/learn_aim.py``."""

MAPPED: Final = "e5"
"""The model whose vectors it was learned for."""

PRINCIPAL_SHARE: Final = 0.1
"""Share of a scope's named records from which on a speaker is one of its principals."""

_CJK_CHAR: Final = re.compile(f"[{CJK}]")


def principals(records_by_speaker: Mapping[str, int]) -> tuple[str, ...]:
    """The people a memory is about: speakers of at least a tenth of the records with a speaker.

    Their names stand in nearly every question about them and in hardly any of their own words.
    Longest name first, then by name.
    """
    total = sum(records_by_speaker.values())
    chosen = (
        name
        for name, count in records_by_speaker.items()
        if len(name.strip()) > 1 and count >= PRINCIPAL_SHARE * total
    )
    return tuple(sorted(chosen, key=lambda name: (-len(name), name)))


def embedding_text(query: str, names: Iterable[str]) -> str:
    """``query`` without the names of the scope's principals: the text to embed.

    A question's vector is pulled towards every sentence with a person in it by the name alone.
    Returns the query as it is when nothing would be left.
    """
    text = query
    for name in names:
        for form in _forms(name):
            text = _pattern(form).sub(" ", text)
    text = " ".join(text.split())
    return text if any(char.isalnum() for char in text) else query


def named_principal(query: str, names: Iterable[str]) -> str | None:
    """The one principal that the query names; ``None`` when it names none or several."""
    named = [name for name in names if any(_pattern(form).search(query) for form in _forms(name))]
    return named[0] if len(named) == 1 else None


def _forms(name: str) -> tuple[str, ...]:
    """The name, and its first part when it is an alphabetic name of several parts."""
    name = name.strip()
    first = name.split()[0] if name else ""
    if _CJK_CHAR.search(name) or first == name or len(first) < 3:
        return (name,)
    return (name, first)


def _pattern(form: str) -> re.Pattern[str]:
    if _CJK_CHAR.search(form):
        return re.compile(re.escape(form))
    case = re.NOFLAG if form.lower() in ENGLISH else re.IGNORECASE
    return re.compile(rf"(?<!\w){re.escape(form)}(?:['’]s)?(?!\w)", case)


def aim(
    query: Floats,
    scope_mean: Floats | None,
    style: Floats | None,
    profile: QueryProfile,
    config: FusionConfig,
) -> Floats:
    """A query vector without what it shares with every query and every document.

    From a question its style is taken out; from a remark rather the scope's mean, because a remark
    is written like the records themselves. The result is no unit vector: compare by inner product.

    Args:
        query: unit vector of :func:`embedding_text`; all vectors are of one model.
        scope_mean: mean of the scope's stored unit vectors, or of a sample of them.
        style: mean of the unit query vectors of generic questions in the query's language.
    """
    asks = profile.is_question
    aimed = np.array(query, dtype=np.float64)
    if style is not None:
        aimed -= (config.style_question if asks else config.style_remark) * style
    if scope_mean is not None:
        aimed -= (config.mean_question if asks else config.mean_remark) * scope_mean
    return aimed


def towards_answers(aimed: Floats) -> Floats:
    """A question's aimed vector of the model :data:`MAPPED`, nearer to records that answer such
    questions and less near to what is alike otherwise: ``q + B(A q)``, learned from pairs of
    questions and answers (``scripts/learn_aim.py``).

    Args:
        aimed: shape (384,), as :func:`aim` gives it for a question; of a remark nothing is learned.
    """
    inner, outer = _learned()
    mapped: Floats = aimed + (inner @ aimed) @ outer
    return mapped


@cache
def _learned() -> Floats:
    """``A`` and the transposed ``B``: shape (2, rank, 384)."""
    halves: Floats = np.load(LEARNED, allow_pickle=False).astype(np.float64)
    return halves
