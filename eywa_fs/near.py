"""The known names nearest to one that is none of them."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


def did_you_mean(name: str, known: Iterable[str], before: str = "") -> str:
    """``did you mean a or b?``, each with ``before`` in front; empty where no name is near."""
    by_folded = {one.casefold(): f"{before}{one}" for one in known}
    near = get_close_matches(name.casefold(), by_folded)
    return f"did you mean {' or '.join(by_folded[one] for one in near)}?" if near else ""
