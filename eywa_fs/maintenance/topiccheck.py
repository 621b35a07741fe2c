"""Topics against the manifest: what was written, all of it, and of the bytes that are indexed.

Their sentences are proved when they are served; that the rules would make the same topics again is
what ``rebuild --prove`` compares.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING

from eywa_fs.catalog import topics
from eywa_fs.catalog.files import FileRow
from eywa_fs.model.reports import VerifyReport

if TYPE_CHECKING:
    from sqlalchemy import Connection


def check_topics(connection: Connection, rows: Mapping[str, FileRow], report: VerifyReport) -> None:
    """Check the topics of every month.

    Args:
        rows: the manifest, by path.

    Raises:
        DependencyUnavailable: a table cannot be read.
    """
    found: Counter[str] = Counter()
    damaged: dict[str, str] = {}
    for topic, untouched in topics.every(connection):
        found[topic.unit] += 1
        if not untouched:
            damaged.setdefault(topic.unit, topic.path)
    report.checked["topics"] = found.total()
    problems = dict.fromkeys(damaged.values(), "the topics of its month are not what was written")
    strays = topics.stray_paths(connection)
    problems |= dict.fromkeys(strays, "topics of a file that is not indexed")
    for path, item in sorted(topics.made_of(connection).items()):
        if path in rows and rows[path].fingerprint != item.fingerprint:
            problems[path] = "its topics were made of other bytes than are indexed"
        elif found[item.unit] != item.topics and item.unit not in damaged:
            damaged[item.unit] = path
            problems[path] = "the topics of its month are not all there"
    for path, problem in sorted(problems.items()):
        report.add("summary_stale", path, problem, "reindex the file", path=path)
