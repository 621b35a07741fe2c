"""Rows of topics, and which files they were made of."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, Select, delete, insert, select

from eywa_fs.catalog.rowtypes import check_types, damaged_row, types_of
from eywa_fs.catalog.schema import FILES, TOPIC_FILES, TOPICS
from eywa_fs.model.documents import scope_key
from eywa_fs.model.records import Anchor, Scope
from eywa_fs.model.topics import Topic, TopicSentence

_TYPES = types_of(TOPICS)


@dataclass(frozen=True, slots=True)
class TopicFile:
    """A file that topics were made of.

    Attributes:
        unit: the user's month it is of.
        fingerprint: of the bytes they were made from.
        topics: how many its month has.
    """

    path: str
    unit: str
    fingerprint: str
    topics: int


def replace_unit(
    connection: Connection, unit: str, made_of: Sequence[TopicFile], found: Sequence[Topic]
) -> None:
    """Write a month's topics in place of those it had."""
    _remove_units(connection, [unit])
    if found:
        connection.execute(insert(TOPICS), [_values(topic) for topic in found])
    if made_of:
        connection.execute(
            insert(TOPIC_FILES),
            [{name: getattr(item, name) for name in TopicFile.__slots__} for item in made_of],
        )


def remove_path(connection: Connection, path: str) -> None:
    """Forget the topics of the month that a file is in."""
    units = select(TOPIC_FILES.c.unit).where(TOPIC_FILES.c.path == path)
    more = select(TOPICS.c.unit).where(TOPICS.c.path == path).distinct()
    _remove_units(connection, {*connection.scalars(units), *connection.scalars(more)})


def made_of(connection: Connection) -> dict[str, TopicFile]:
    """Every file that topics were made of, by path."""
    return {
        row.path: TopicFile(row.path, row.unit, row.fingerprint, row.topics)
        for row in connection.execute(select(TOPIC_FILES))
    }


def of_scope(connection: Connection, key: str, since: int, until: int) -> list[Topic]:
    """A user's topics that touch ``[since, until)`` (epoch milliseconds), oldest first.

    Raises:
        DependencyUnavailable: a row is damaged.
    """
    query = (
        select(TOPICS)
        .where(TOPICS.c.scope_key == key, TOPICS.c.first < until, TOPICS.c.last >= since)
        .order_by(TOPICS.c.first, TOPICS.c.doc_id)
    )
    return [topic for topic, _ in _read(connection, query)]


def every(connection: Connection) -> Iterator[tuple[Topic, bool]]:
    """All topics, each with whether its row is what was written.

    Raises:
        DependencyUnavailable: a row cannot be read at all.
    """
    yield from _read(connection, select(TOPICS).order_by(TOPICS.c.unit, TOPICS.c.doc_id))


def stray_paths(connection: Connection) -> list[str]:
    """Paths with topics that the manifest does not have."""
    known = select(FILES.c.path)
    noted = select(TOPIC_FILES.c.path).where(TOPIC_FILES.c.path.not_in(known))
    units = select(TOPIC_FILES.c.unit)
    more = select(TOPICS.c.path).where(TOPICS.c.unit.not_in(units)).distinct()
    return sorted({str(value) for q in (noted, more) for value in connection.scalars(q)})


def hashes(connection: Connection) -> dict[str, str]:
    """What a rebuild on the same day must reproduce: a fingerprint by topic id."""
    query = select(TOPICS.c.doc_id, TOPICS.c.row_hash)
    return {row.doc_id: row.row_hash for row in connection.execute(query)}


def _remove_units(connection: Connection, units: Iterable[str]) -> None:
    for unit in sorted(units):
        connection.execute(delete(TOPICS).where(TOPICS.c.unit == unit))
        connection.execute(delete(TOPIC_FILES).where(TOPIC_FILES.c.unit == unit))


def _values(topic: Topic) -> dict[str, Any]:
    sentences = [
        [
            item.start, item.end, a.file_path, a.fs_version, a.line_start, a.line_end,
            a.byte_start, a.byte_end, a.content_hash,
        ]
        for item in topic.sentences
        for a in (item.anchor,)
    ]  # fmt: skip
    return {
        "doc_id": topic.doc_id,
        "scope_key": scope_key(topic.scope),
        "tenant_id": topic.scope.tenant_id,
        "user_id": topic.scope.user_id,
        "unit": topic.unit,
        "path": topic.path,
        "first": topic.first,
        "last": topic.last,
        "covers": json.dumps(topic.covers),
        "sentences": json.dumps(sentences),
        "row_hash": topic.row_hash,
    }


def _read(connection: Connection, query: Select[Any]) -> Iterator[tuple[Topic, bool]]:
    for row in connection.execute(query):
        topic = _topic(row)
        yield topic, (row.doc_id, row.row_hash) == (topic.doc_id, topic.row_hash)


def _topic(row: Row[Any]) -> Topic:
    check_types(row, _TYPES, TOPICS)
    try:
        topic = Topic(
            scope=Scope(row.tenant_id, row.user_id),
            unit=row.unit,
            first=row.first,
            last=row.last,
            covers=tuple(str(name) for name in json.loads(row.covers)),
            sentences=tuple(
                TopicSentence(Anchor(*rest), int(start), int(end))
                for start, end, *rest in json.loads(row.sentences)
            ),
        )
        topic.covers[0], topic.sentences[0]
    except (ValueError, TypeError, IndexError, KeyError) as error:
        raise damaged_row(TOPICS, row.doc_id, error) from None
    return topic
