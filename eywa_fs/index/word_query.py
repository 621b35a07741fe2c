"""The word index's schema, what a document is in it, and queries over it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

from eywa_fs.model.documents import IndexDocument, scope_key
from eywa_fs.model.results import Filters

OWN_BOOST: Final = 0.3
"""Weight of a term in a span's own words, against 1 in its window."""

NAMING_BOOST: Final = 1.0
"""The same of an identifier, which names one thing among others of its kind: the records around the
one that says it are of these others."""

_NAMING: Final = re.compile(r"(?=.*\d)(?=.*[^\W\d]).*|.*\w[./:_@#\\]+\w.*")
"""A term with letters and digits, or with a sign in it that joins the parts of a name."""

_TEXT_FIELDS = ("window", "own")
"""The fields with terms: ``window`` is a record with the records before it, ``own`` the record."""

_KEY_FIELDS = ("scope_key", "session_key", "role", "source_type", "tags")


def schema() -> Any:
    """Only ids are stored: the text a caller sees comes from the truth."""
    import tantivy

    builder = tantivy.SchemaBuilder()
    builder.add_text_field("doc_id", stored=True, tokenizer_name="raw", index_option="basic")
    for name in _KEY_FIELDS:
        builder.add_text_field(name, tokenizer_name="raw", index_option="basic")
    builder.add_integer_field("timestamp_ms", indexed=True, fast=True)
    for name in _TEXT_FIELDS:
        builder.add_text_field(name, tokenizer_name="whitespace", index_option="freq")
    return builder.build()


@lru_cache(maxsize=4096)
def own_boost(term: str) -> float:
    """Weight of a term in a span's own words, against 1 in its window."""
    return NAMING_BOOST if _NAMING.fullmatch(term) else OWN_BOOST


def document(item: IndexDocument) -> Any:
    """A document as tantivy takes it; its terms are indexed as they are."""
    import tantivy

    row, found = item.row, tantivy.Document()
    found.add_text("doc_id", row.doc_id)
    found.add_text("scope_key", scope_key(row.scope))
    found.add_text("session_key", row.session_id)
    found.add_text("role", row.role)
    found.add_text("source_type", row.source_type)
    found.add_integer("timestamp_ms", row.timestamp)
    for tag in row.tags:
        found.add_text("tags", tag)
    for name, terms in item.word_fields.items():
        found.add_text(name, terms)
    return found


def query(index_schema: Any, key: str, terms: Sequence[str], filters: Filters, few: bool) -> Any:
    """Any of the terms, inside the scope and the filters, scored by the terms alone. Where the
    scope holds only a ``few`` of the documents, each term is looked up in these, and not gone
    through wherever it stands."""
    from tantivy import Occur, Query

    ordered = sorted(terms)  # sums are the same each time
    windows = [Query.term_query(index_schema, "window", term, "freq") for term in ordered]
    owns = [Query.term_query(index_schema, "own", term, "freq") for term in ordered]
    scored = [*windows, *map(Query.boost_query, owns, map(own_boost, ordered))]
    inside = Query.const_score_query(_one_of(index_schema, "scope_key", (key,)), 0.0)
    conditions = [Query.const_score_query(c, 0.0) for c in _conditions(index_schema, filters)]
    if few:
        scored = [Query.boolean_query([(Occur.Must, q) for q in (each, inside)]) for each in scored]
    else:
        conditions = [inside, *conditions]
    text = Query.boolean_query([(Occur.Should, each) for each in scored])
    return Query.boolean_query([(Occur.Must, each) for each in (text, *conditions)])


def inside(index_schema: Any, key: str, term: str) -> Any:
    """The documents of a scope that hold a term in their own words, to be counted: without scores
    it takes a third of the time."""
    from tantivy import Occur, Query

    wanted = {"own": term, "scope_key": key}
    found = [_one_of(index_schema, name, (value,)) for name, value in wanted.items()]
    return Query.const_score_query(Query.boolean_query([(Occur.Must, each) for each in found]), 1.0)


def _conditions(index_schema: Any, filters: Filters) -> list[Any]:
    from tantivy import FieldType, Query

    wanted = {
        "session_key": filters.session_ids,
        "role": filters.roles,
        "source_type": filters.source_types,
        "tags": filters.tags,
    }
    found = [_one_of(index_schema, name, values) for name, values in wanted.items() if values]
    if filters.time_from is not None or filters.time_to is not None:
        found.append(
            Query.range_query(
                index_schema,
                "timestamp_ms",
                FieldType.Integer,
                filters.time_from,
                filters.time_to,
                include_lower=True,
                include_upper=filters.time_to is None,  # tantivy's word for "no end"
            )
        )
    return found


def _one_of(index_schema: Any, name: str, values: Sequence[str]) -> Any:
    from tantivy import Query

    if len(values) == 1:
        return Query.term_query(index_schema, name, values[0], "basic")
    return Query.term_set_query(index_schema, name, list(values))
