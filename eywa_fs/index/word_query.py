"""The word index's schema, and queries over it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from eywa_fs.errors import BadRequest

TEXT_FIELDS = ("window", "own")
"""The fields with terms: ``window`` is a record with the records before it, ``own`` the record."""

_KEY_FIELDS = ("scope_key", "session_key", "role", "source_type", "tags")


@dataclass(frozen=True, slots=True)
class WordFilter:
    """What a hit must be; ``None`` asks nothing, an empty tuple lets nothing through.

    Attributes:
        session_keys, roles, source_types: one of these.
        tags: at least one of these.
        time_from_ms, time_to_ms: epoch milliseconds, from (inclusive) and to (exclusive).
    """

    session_keys: tuple[str, ...] | None = None
    roles: tuple[str, ...] | None = None
    source_types: tuple[str, ...] | None = None
    tags: tuple[str, ...] | None = None
    time_from_ms: int | None = None
    time_to_ms: int | None = None


def schema() -> Any:
    """Only ids are stored: the text a caller sees comes from the truth."""
    import tantivy

    builder = tantivy.SchemaBuilder()
    builder.add_text_field("doc_id", stored=True, tokenizer_name="raw", index_option="basic")
    for name in _KEY_FIELDS:
        builder.add_text_field(name, tokenizer_name="raw", index_option="basic")
    builder.add_integer_field("timestamp_ms", indexed=True, fast=True)
    for name in TEXT_FIELDS:
        builder.add_text_field(name, tokenizer_name="whitespace", index_option="freq")
    return builder.build()


def term_weights(terms: Mapping[str, float] | Sequence[str]) -> dict[str, float]:
    """Positive weights by term, sorted by term so that sums are the same each time."""
    weights: dict[str, float] = {}
    if isinstance(terms, Mapping):
        weights.update(terms)
    else:
        for term in terms:
            weights[term] = weights.get(term, 0.0) + 1.0
    return {term: weights[term] for term in sorted(weights) if weights[term] > 0}


def boosts_of_fields(field_boosts: Mapping[str, float] | None) -> dict[str, float]:
    """Positive boosts by field. Raises ``BadRequest`` for a field there is not."""
    given = field_boosts or {}
    unknown = set(given) - set(TEXT_FIELDS)
    if unknown:
        raise BadRequest(f"the word index has no field {', '.join(sorted(unknown))}")
    boosts = {name: given.get(name, 1.0) for name in TEXT_FIELDS}
    return {name: boost for name, boost in boosts.items() if boost > 0}


def build(
    index_schema: Any,
    scope_key: str,
    weights: Mapping[str, float],
    boosts: Mapping[str, float],
    filters: WordFilter | None,
) -> Any:
    """Any of the terms, inside the scope and the filters, scored by the terms alone."""
    from tantivy import Occur, Query

    text = Query.boolean_query(
        [
            (
                Occur.Should,
                Query.boost_query(
                    Query.term_query(index_schema, name, term, "freq"), boost * weight
                ),
            )
            for name, boost in boosts.items()
            for term, weight in weights.items()
        ]
    )
    conditions = [_one_of(index_schema, "scope_key", (scope_key,))]
    if filters is not None:
        conditions += _conditions(index_schema, filters)
    return Query.boolean_query(
        [
            (Occur.Must, text),
            *((Occur.Must, Query.const_score_query(each, 0.0)) for each in conditions),
        ]
    )


def whole(index_schema: Any, scope_key: str | None) -> Any:
    """Every document, of one scope or of all."""
    from tantivy import Query

    if scope_key is None:
        return Query.all_query()
    return Query.const_score_query(_one_of(index_schema, "scope_key", (scope_key,)), 1.0)


def _conditions(index_schema: Any, filters: WordFilter) -> list[Any]:
    from tantivy import FieldType, Query

    wanted = {
        "session_key": filters.session_keys,
        "role": filters.roles,
        "source_type": filters.source_types,
        "tags": filters.tags,
    }
    found = [
        _one_of(index_schema, name, values) for name, values in wanted.items() if values is not None
    ]
    if filters.time_from_ms is not None or filters.time_to_ms is not None:
        found.append(
            Query.range_query(
                index_schema,
                "timestamp_ms",
                FieldType.Integer,
                filters.time_from_ms,
                filters.time_to_ms,
                include_lower=True,
                include_upper=filters.time_to_ms is None,  # tantivy's word for "no end"
            )
        )
    return found


def _one_of(index_schema: Any, name: str, values: tuple[str, ...]) -> Any:
    from tantivy import Query

    if not values:
        return Query.empty_query()
    if len(values) == 1:
        return Query.term_query(index_schema, name, values[0], "basic")
    return Query.term_set_query(index_schema, name, list(values))
