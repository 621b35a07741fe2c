"""Whether lines about episodes are as they were written, and their table as they give it."""

from __future__ import annotations

from collections.abc import Iterable

from eywa_fs.episodes.episode import Project
from eywa_fs.episodes.lines import lines_of
from eywa_fs.episodes.table import EpisodeTable
from eywa_fs.errors import DependencyUnavailable, TruthReadError
from eywa_fs.model.reports import VerifyReport
from eywa_fs.truth.layout import Layout, TruthPath


def check_episodes(
    layout: Layout,
    truth: Iterable[TruthPath],
    table: EpisodeTable,
    fresh: EpisodeTable,
    report: VerifyReport,
) -> None:
    """Report each line of the episodes files that has no effect, and a table whose rows are not
    what the files give. A table that is behind its files is none of this: it catches up when it is
    asked.

    Args:
        table: the one in use.
        fresh: an empty one, in memory.
    """
    projects: dict[Project, None] = {}
    for path in truth:
        projects[Project(path.scope, path.project_id or "")] = None
        try:
            _check_lines(layout, path, report)
        except TruthReadError as error:
            advice = "restore it from a backup"
            report.in_file("file_unreadable", path.rel, str(error), advice)
    try:
        for project in projects:
            fresh.sync(layout, project)
            if table.exists:
                table.sync(layout, project)
                _compare(project, table, fresh, report)
    except TruthReadError:
        return  # said above
    except DependencyUnavailable as error:
        report.add("episodes_stale", ".index/episodes.db", str(error), "remove it: it is derived")


def _check_lines(layout: Layout, path: TruthPath, report: VerifyReport) -> None:
    seen = 0
    for line, change in lines_of(layout, path):
        seen += 1
        if change is None:
            detail = "it is not what eywa wrote about an episode, and has no effect"
            advice = "compare the file with a backup"
            report.in_file("seal_broken", path.rel, detail, advice, line=line.number)
    report.count("lines", seen)
    report.count("episodes", 0)


def _compare(
    project: Project, table: EpisodeTable, fresh: EpisodeTable, report: VerifyReport
) -> None:
    rows = table.rows(project)
    report.count("episodes", len(rows))
    if rows != fresh.rows(project):
        detail = f"rows of the project {project.id!r} are not what its files give"
        report.add("episodes_stale", ".index/episodes.db", detail, "remove it: it is derived")
