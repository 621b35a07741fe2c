"""A fact in words."""

from __future__ import annotations

from typing import Final

from eywa_fs.errors import BadRequest
from eywa_fs.facts.afu import OPEN_PAST_MS, Afu, day_after, day_of
from eywa_fs.facts.model import PREDICATES
from eywa_fs.near import did_you_mean

_WORDS: Final = {
    "from": "comes from", "has_pet": "pet", "has_child": "child", "spouse": "partner",
    "instruction": "asks of the assistant", "other": "",
}  # fmt: skip
"""Predicates whose name alone does not read as words."""


def predicate_words(predicate: str) -> str:
    """A predicate as it reads in a line."""
    return _WORDS.get(predicate, predicate.replace("_", " "))


def predicate_of(words: str) -> str:
    """The name of a predicate, also given as it is printed: ``"lives in"`` is ``"lives_in"``, and
    ``"partner"`` is ``"spouse"``. Refuses what is none, naming near ones; without any, all."""
    printed = " ".join(words.casefold().replace("_", " ").split())
    said = {predicate_words(name): name for name in PREDICATES if name != "other"}
    name = said.get(printed, printed.replace(" ", "_"))
    if name in PREDICATES:
        return name
    told = did_you_mean(name, PREDICATES) or f"known are {', '.join(sorted(PREDICATES))}"
    raise BadRequest(f"there is no predicate {words!r}; {told}")


def fact_line(fact: Afu) -> str:
    """``subject · predicate: value [dates]``, as a context block shows it."""
    predicate = predicate_words(fact.predicate)
    label = f"{fact.subject} · {predicate}:" if predicate else f"{fact.subject}:"
    parts = [label, "not", fact.object] if fact.negated else [label, fact.object]
    if fact.stated_start and fact.validity_start_at > OPEN_PAST_MS:
        parts.append(f"[{day_of(fact.validity_start_at)}]")
    if fact.stated_end and fact.validity_end_at is not None:
        unknown = fact.validity_end_at == day_after(fact.observed_at)  # told as over, no day named
        parts.append("[past]" if unknown else f"[..{day_of(fact.validity_end_at - 1)}]")
    return " ".join(parts)
