"""What is asked of a search, checked once at the edge."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field, replace

from eywa_fs.errors import BadRequest
from eywa_fs.model.degraded import Degraded
from eywa_fs.model.records import Scope
from eywa_fs.model.results import STRATEGIES, Filters, Strategy

MAX_LIMIT = 1000
MAX_OFFSET = 1_000_000_000
MAX_QUERY_CHARS = 20_000


@dataclass(frozen=True, slots=True)
class Search:
    """One request."""

    scope: Scope
    query: str
    limit: int
    offset: int = 0
    strategy: Strategy = "auto"
    filters: Filters = field(default_factory=Filters)
    as_of: int | None = None
    request_id: str = ""
    trace_id: str = ""
    archived: bool = False
    """Records that were put aside are found as well."""
    pinned: bool = False
    """The user's pinned records are given along."""

    @property
    def bounds(self) -> Filters:
        """The filters, with nothing at or after ``as_of``."""
        if self.as_of is None:
            return self.filters
        upto = self.filters.time_to
        return replace(self.filters, time_to=self.as_of if upto is None else min(upto, self.as_of))

    @property
    def uses_words(self) -> bool:
        return self.strategy in ("auto", "hybrid", "exact")

    @property
    def uses_vectors(self) -> bool:
        return self.strategy in ("auto", "hybrid", "semantic")

    @property
    def uses_time(self) -> bool:
        return self.strategy in ("auto", "hybrid", "temporal")


def check(search: Search) -> None:
    """Raise :class:`BadRequest` for what cannot be answered."""
    if not isinstance(search.query, str) or not search.query.strip():
        raise BadRequest("the query is empty: ask something")
    if len(search.query) > MAX_QUERY_CHARS:
        raise BadRequest(
            f"the query has {len(search.query)} characters; at most {MAX_QUERY_CHARS} are allowed: "
            "search for what it asks (before_llm takes a longer message, and goes by its beginning)"
        )
    if search.strategy not in STRATEGIES:
        raise BadRequest(f"strategy is {search.strategy!r}: use one of {', '.join(STRATEGIES)}")
    if not 1 <= search.limit <= MAX_LIMIT:
        raise BadRequest(f"limit is {search.limit}: give 1 to {MAX_LIMIT}")
    if not 0 <= search.offset <= MAX_OFFSET:
        raise BadRequest(f"offset is {search.offset}: give 0 to {MAX_OFFSET}")
    start, end = search.filters.time_from, search.filters.time_to
    if start is not None and end is not None and start >= end:
        raise BadRequest(f"the time range {start} to {end} is empty: it is half-open, [from, to)")


def shortened(message: str) -> tuple[str, tuple[Degraded, ...]]:
    """As much of a message as a query may have, and that it was more, if it was."""
    asked = message.strip()
    if len(asked) <= MAX_QUERY_CHARS:
        return message, ()
    told = f"{len(asked)} characters, of which the first {MAX_QUERY_CHARS} were looked for"
    return asked[:MAX_QUERY_CHARS], (Degraded("query", "shortened", told),)


def new_trace_id() -> str:
    """A name for one call, for logs and the audit trail."""
    return "tr_" + secrets.token_hex(8)
