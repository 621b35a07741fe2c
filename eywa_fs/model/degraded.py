"""Why an answer may be worse than usual: which part, what is wrong with it, and the details."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Any, Final, Literal, Self

from eywa_fs.errors import TruthReadError

Part = Literal[
    "query", "context", "index", "catalog", "words", "vectors", "embedder", "reranker", "facts",
    "episodes", "tail", "truth",
]  # fmt: skip
Kind = Literal[
    "missing",
    "unavailable",
    "read_only",
    "damaged",
    "busy",
    "from_files",
    "truncated",
    "without_vectors",
    "shortened",
    "unreadable",
    "changed",
]


@dataclass(frozen=True, slots=True)
class Reason:
    """What a reason means, what to type first, and what an operator does about it, in the words
    of the documentation."""

    meaning: str
    command: str
    advice: str


_MEND = "`eywa repair --apply`"
REASONS: Final[Mapping[tuple[Part, Kind], Reason]] = {
    ("query", "shortened"): Reason(
        "a context was asked for with a message of more than 20,000 characters; it was looked for "
        "by its beginning",
        "eywa search",
        "nothing, or search for what else the message is about: `eywa search`",
    ),
    ("context", "truncated"): Reason(
        "the token budget has no room for a line of what was found: the context is empty",
        "eywa search",
        "give a larger budget: `token_budget`, `retrieval.token_budget`",
    ),
    ("index", "missing"): Reason(
        "nothing is indexed yet; the files were searched",
        "eywa index",
        "`eywa index`, or start `eywa watch`",
    ),
    ("index", "unavailable"): Reason(
        "the index cannot be opened; the files were searched",
        "eywa rebuild",
        "read the details; `eywa rebuild`",
    ),
    ("index", "read_only"): Reason(
        "this process may not write the index: it sees it as it was when it was opened, and what "
        "came later in the files",
        "eywa status",
        "nothing, or give write access and start again",
    ),
    ("catalog", "damaged"): Reason(
        "the catalog is damaged or gone; the files were searched", "eywa repair --apply", _MEND
    ),
    ("catalog", "busy"): Reason(
        "another program keeps the catalog locked; the files were searched",
        "eywa status",
        "find out which one (a copy, a database browser); nothing is damaged",
    ),
    ("catalog", "unavailable"): Reason(
        "the catalog cannot be used, as there is no room for its files; the files were searched",
        "eywa doctor",
        "read the details; free space: nothing is damaged, and `repair` cannot help",
    ),
    ("words", "damaged"): Reason("the word index is damaged or gone", "eywa repair --apply", _MEND),
    ("words", "unavailable"): Reason(
        "the word index failed",
        "eywa doctor",
        f"`eywa doctor`; where that finds no fault, `eywa verify --deep`, then {_MEND}",
    ),
    ("vectors", "damaged"): Reason(
        "the vector store is damaged or gone", "eywa repair --apply", _MEND
    ),
    ("vectors", "unavailable"): Reason(
        "the vector store did not answer in time, or its process died",
        "eywa doctor",
        "wait: it is tried again after 10 s, later up to 5 min. If it stays, `eywa verify --deep`",
    ),
    ("vectors", "missing"): Reason(
        "documents were ranked without their vectors: the embedder or the vector store failed as "
        "they were indexed, or the store lost them",
        "eywa status",
        "`eywa status`: look after what fails; it is tried again on its own. Where nothing waits, "
        f"`eywa verify --deep`, then {_MEND}",
    ),
    ("embedder", "unavailable"): Reason(
        "the query could not be turned into a vector",
        "eywa doctor",
        "`eywa doctor`; install or configure an embedder, look after the server",
    ),
    ("reranker", "unavailable"): Reason(
        "the reranker could not be used; the order is that without it",
        "eywa doctor",
        "read the details; correct `retrieval.reranker_path`, or leave it empty",
    ),
    ("facts", "from_files"): Reason(
        "the catalog's readings cannot be used; facts were read from the files",
        "eywa doctor",
        f"`eywa verify --deep`, then {_MEND}",
    ),
    ("episodes", "unavailable"): Reason(
        "the table of episodes cannot be used; the files were read, and default rules are given",
        "eywa repair --apply",
        f"read the details; {_MEND}",
    ),
    ("episodes", "missing"): Reason(
        "some episodes have no vector yet and were ranked without what they mean",
        "eywa status",
        "wait: they get one in the background, or by further queries",
    ),
    ("tail", "truncated"): Reason(
        "more bytes than `limits.max_tail_bytes` (for facts `facts.max_tail_bytes`) are not "
        "indexed; the newest files were read",
        "eywa index",
        "let the indexer catch up: `eywa index`, or `eywa watch`",
    ),
    ("tail", "without_vectors"): Reason(
        "more documents than `limits.max_tail_vectors` are not indexed; the others were ranked by "
        "words and times",
        "eywa index",
        "let the indexer catch up: `eywa index`, or `eywa watch`",
    ),
    ("truth", "unreadable"): Reason(
        "a truth file cannot be read, or the data root is not the folder any more that was opened",
        "eywa verify",
        "give read access, replace a symbolic link, check the disk; put the root back, or start "
        "again where it is now",
    ),
    ("truth", "changed"): Reason(
        "bytes that were indexed were changed in place, or taken away; what they said is left out, "
        "and what stands in the files now is searched where size or time of the file show it",
        "eywa verify",
        "`eywa verify` names the files; put them back, or `eywa repair --apply` if the change is "
        "meant",
    ),
}
"""Every reason there is; the table in docs/operations.md says the same."""


class Degraded(str):
    """One reason, as the text ``part_kind: detail`` with its parts as attributes; ``KeyError``
    where there is no such reason.

    It is a string, so that it can be printed, compared and written as JSON as it is."""

    part: Part
    kind: Kind
    detail: str
    failure: type[TruthReadError] = TruthReadError
    """What :func:`refuse_unread` raises: the error that was the detail."""

    def __new__(cls, part: Part, kind: Kind, detail: object = "") -> Self:
        _ = REASONS[part, kind]
        words = str(detail)
        made = super().__new__(cls, f"{part}_{kind}: {words}" if words else f"{part}_{kind}")
        made.part, made.kind, made.detail = part, kind, words
        if isinstance(detail, TruthReadError):
            made.failure = type(detail)
        return made

    def __getnewargs__(self) -> tuple[Any, ...]:  # a copy or an unpickled one is made of the parts
        return self.part, self.kind, self.detail

    @property
    def reason(self) -> Reason:
        """What it means and what to do."""
        return REASONS[self.part, self.kind]


def truth_changed(files: int) -> tuple[Degraded, ...]:
    """That in so many files a line was changed or taken away; nothing for none."""
    return (Degraded("truth", "changed", f"{files} file{'s' * (files > 1)}"),) if files else ()


def combined(*degraded: Iterable[Degraded]) -> tuple[Degraded, ...]:
    """Reasons of several parts of an answer, each once, as it was first told: one part may have met
    fewer of the changed files than another."""
    found: dict[tuple[str, str, str], Degraded] = {}
    for one in chain.from_iterable(degraded):
        detail = "" if (one.part, one.kind) == ("truth", "changed") else one.detail
        found.setdefault((one.part, one.kind, detail), one)
    return tuple(found.values())


def refuse_unread(degraded: Iterable[Degraded]) -> None:
    """Raise ``TruthReadError`` where a file of the truth could not be read, as ``RootLost`` where
    the root is gone: an answer that has no place to say so would pass for a whole one."""
    for one in degraded:
        if (one.part, one.kind) == ("truth", "unreadable"):
            raise one.failure(one.detail)
