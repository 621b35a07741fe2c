"""From a written verb form to its base and kind."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from eywa_fs.facts.languages.en.words.verbs import ALL_BASES, IRREGULAR_FORMS

#: ``base`` go, ``third`` goes, ``past`` went, ``participle`` gone, ``both`` bought, ``ing`` going.
Form = Literal["base", "third", "past", "participle", "both", "ing"]


@lru_cache(maxsize=8192)
def verb_form(low: str) -> tuple[str, Form] | None:
    """Base and kind of a form of a known verb, or ``None``.

    A form that is base and past at once ("put", "read") counts as base.
    """
    if low in ALL_BASES:
        return low, "base"
    if low in IRREGULAR_FORMS:
        base, kind = IRREGULAR_FORMS[low]
        return base, "past" if kind == "past" else "participle" if kind == "participle" else "both"
    for ending, form in _ENDINGS:
        if low.endswith(ending) and len(low) > len(ending) + 1:
            stem = _base(low[: -len(ending)], ending)
            if stem:
                return stem, form
    return None


def guess_third(low: str) -> str | None:
    """The base of an unknown word that looks like a third-person verb ("upcycles"), or ``None``."""
    if len(low) < 5 or not low.endswith("s") or low.endswith(("ss", "us", "is", "'s")):
        return None
    if low.endswith("ies"):
        return low[:-3] + "y"
    return low[:-2] if low.endswith(("shes", "ches", "xes", "zes")) else low[:-1]


_ENDINGS: tuple[tuple[str, Form], ...] = (
    ("ing", "ing"),
    ("ied", "both"),
    ("ed", "both"),
    ("ies", "third"),
    ("es", "third"),
    ("s", "third"),
)


def _base(stem: str, ending: str) -> str | None:
    if ending in ("ied", "ies"):
        candidates: list[str] = [stem + "y"]
    else:
        candidates = [stem, stem + "e"]
        if len(stem) > 2 and stem[-1] == stem[-2]:
            candidates.append(stem[:-1])
        if ending == "ing" and stem.endswith("y"):
            candidates.append(stem[:-1] + "ie")
    if ending in ("s", "es"):
        candidates = candidates[:1] if ending == "s" else candidates[:2]
    return next((word for word in candidates if word in ALL_BASES), None)
