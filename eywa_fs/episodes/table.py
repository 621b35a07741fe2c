"""The table of episodes: SQLite rows derived from the episodes files. Disposable.

A row is the fold of all lines about an episode, so it is the same in whatever portions the lines
came. The table of lines says where each stands and its hash; an answer reads them again.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import astuple, fields
from pathlib import Path
from typing import Any, Final, NamedTuple, cast

from eywa_fs.episodes.episode import Change, Episode, Project, State, fold
from eywa_fs.episodes.lines import lines_of, project_files
from eywa_fs.episodes.scoring import Sketch
from eywa_fs.errors import DependencyUnavailable
from eywa_fs.hashing import text_fingerprint
from eywa_fs.model.plain import wire_name
from eywa_fs.model.records import Anchor
from eywa_fs.sqlitefile import SqliteFile, transaction
from eywa_fs.truth.index_folder import prepare_index_folder
from eywa_fs.truth.layout import Layout, TruthPath
from eywa_fs.truth.reader import FileState, file_state

VERSION: Final = 2
"""Of the tables: raised when the same lines would give other rows."""
_BUSY_S: Final = 5.0

_FIELDS: Final = {f.name: wire_name(f.name) for f in fields(Episode) if f.name != "text"}
_WHOSE: Final = '"tenantId" = ? AND "userId" = ? AND "projectId" = ?'
_NAMES: Final = ", ".join(f'"{name}"' for name in _FIELDS.values())
_SKETCH: Final = (
    '"id", "sessionId", "sceneType", "state", "weight", "importance", "recallCount", "confirmed", '
    'max("createdAt", "lastRecalledAt"), "textHash"'
)
_SCHEMA: Final = f"""
CREATE TABLE IF NOT EXISTS meta (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS files (
    path TEXT PRIMARY KEY, size INTEGER, mtime INTEGER, inode INTEGER, offset INTEGER,
    lines INTEGER);
CREATE TABLE IF NOT EXISTS lines (
    path TEXT, start INTEGER, stop INTEGER, line INTEGER, hash TEXT, episode TEXT, tenant TEXT,
    user TEXT, change TEXT, PRIMARY KEY (path, start));
CREATE INDEX IF NOT EXISTS lines_of_episode ON lines (episode, tenant, user);
CREATE TABLE IF NOT EXISTS episodes (
    {_NAMES}, "textHash" TEXT, PRIMARY KEY ("tenantId", "userId", "projectId", "id"));
CREATE INDEX IF NOT EXISTS episodes_by_time ON episodes ("projectId", "createdAt");
CREATE INDEX IF NOT EXISTS episodes_by_scene ON episodes ("sceneType");
CREATE INDEX IF NOT EXISTS episodes_by_recall ON episodes ("lastRecalledAt");
"""

Masked = Callable[[str, str], str]
"""Takes a tenant and a text; gives the text as anything may be derived from it."""


class Entry(NamedTuple):
    """An episode without its text, and the places of the lines that it was made of."""

    episode: Episode
    anchors: list[Anchor]


class EpisodeTable(SqliteFile):
    """One SQLite file, made when first used. Threads and processes may share it.

    Args:
        path: the file; ``None`` keeps the rows in memory, for one reading of files.
        masked: what anything may be derived from.
        rules: digest of what is masked; rows of another one are derived anew.

    Every method raises ``DependencyUnavailable`` where the file cannot be used, and
    ``TruthReadError`` where an episodes file cannot be read.
    """

    unusable = (sqlite3.Error, OSError, ValueError, TypeError, KeyError)

    def __init__(self, path: Path | None, masked: Masked, rules: str) -> None:
        super().__init__(path, _BUSY_S)
        self._masked = masked
        self._key = f"{VERSION}:{rules}"

    @property
    def exists(self) -> bool:
        """Whether there is something to read, or it is in memory."""
        return self.path is None or self.path.exists()

    def sync(self, layout: Layout, project: Project) -> None:
        """Bring the rows of a project up to its files."""
        if not self.exists:
            try:
                prepare_index_folder(layout)
            except OSError as error:
                raise self._failure(error) from error
        files = project_files(layout, *project)
        states = {t.rel: s for t in files if (s := file_state(layout, t.rel)) is not None}
        with self._using() as connection:
            known = _known(connection, project)
            if {path: row[:3] for path, row in known.items()} == states:
                return
            with transaction(connection):
                known = _known(connection, project)  # somebody may have done it by now
                touched: set[str] = set()
                for path in known.keys() - states.keys():
                    touched |= _drop(connection, path)
                for truth in files:
                    if truth.rel in states and known.get(truth.rel, ())[:3] != states[truth.rel]:
                        row = known.get(truth.rel)
                        touched |= self._read(connection, layout, truth, states[truth.rel], row)
                for name in sorted(touched):
                    self._fold(connection, project, name)

    def sketches(
        self, project: Project, states: Sequence[State], scene: str | None = None
    ) -> list[Sketch]:
        """What decides the place of the episodes of a project, oldest first, of some states, of one
        scene or of all."""
        among = ", ".join("?" * len(states))
        query = (
            f'SELECT {_SKETCH} FROM episodes WHERE {_WHOSE} AND "state" IN ({among}) '
            'AND (? IS NULL OR "sceneType" = ?) ORDER BY "createdAt", "id"'
        )
        with self._using() as connection:
            wanted = (*_ids(project), *states, scene, scene)
            return [Sketch(*values) for values in connection.execute(query, wanted)]

    def rows(self, project: Project) -> list[Episode]:
        """All episodes of a project, oldest first."""
        query = f'SELECT {_NAMES} FROM episodes WHERE {_WHOSE} ORDER BY "createdAt", "id"'
        with self._using() as connection:
            return [_episode(row) for row in connection.execute(query, _ids(project))]

    def count(self, project: Project, state: State) -> int:
        """How many episodes of a project are in a state."""
        return self._number(project, '"state" = ?', state)

    def repeats(self, project: Project, scene: str, skill: str) -> int:
        """How many episodes of a scene and skill were taken well."""
        that = '"sceneType" = ? AND "skillUsed" = ? AND "weight" > 0'
        return self._number(project, that, scene, skill)

    def _number(self, project: Project, that: str, *values: str) -> int:
        query = f"SELECT count(*) FROM episodes WHERE {_WHOSE} AND {that}"
        with self._using() as connection:
            return int(connection.execute(query, (*_ids(project), *values)).fetchone()[0])

    def entry(self, project: Project, episode_id: str) -> Entry | None:
        """One episode of a project, and where the lines about it stand."""
        row = f'SELECT {_NAMES} FROM episodes WHERE {_WHOSE} AND "id" = ?'
        lines = (
            "SELECT path, line, start, stop, hash FROM lines "
            "WHERE episode = ? AND tenant = ? AND user = ?"
        )
        with self._using() as connection, transaction(connection, "BEGIN"):
            values = connection.execute(row, (*_ids(project), episode_id)).fetchone()
            if values is None:
                return None
            found = connection.execute(lines, (episode_id, *_ids(project)[:2]))
            anchors = [Anchor(path, "", n, n, start, stop, h) for path, n, start, stop, h in found]
            return Entry(_episode(values), anchors)

    def forget_file(self, path: str) -> None:
        """Have a file read anew by the next :meth:`sync`."""
        with self._using() as connection, transaction(connection):
            connection.execute("UPDATE files SET inode = -1 WHERE path = ?", (path,))

    def _read(
        self,
        connection: sqlite3.Connection,
        layout: Layout,
        truth: TruthPath,
        state: FileState,
        row: tuple[int, ...] | None,
    ) -> set[str]:
        """Note the lines that are new in a file, or all where it is not the file it was; the
        episodes they are about."""
        touched: set[str] = set()
        offset = lines = 0
        if row is not None and row[2] == state.inode and row[0] < state.size:
            offset, lines = row[3:5]
        elif row is not None:
            touched = _drop(connection, truth.rel)
        for line, change in lines_of(layout, truth, offset, lines):
            offset, lines = line.byte_end + 1, line.number
            if change is None:
                continue
            touched.add(change.episode_id)
            at = change.anchor
            connection.execute(
                "INSERT OR REPLACE INTO lines VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    truth.rel, at.byte_start, at.byte_end, at.line_start, at.content_hash,
                    change.episode_id, *astuple(truth.scope), self._kept(change),
                ),
            )  # fmt: skip
        connection.execute(
            "INSERT OR REPLACE INTO files VALUES (?, ?, ?, ?, ?, ?)",
            (truth.rel, *state, offset, lines),
        )
        return touched

    def _kept(self, change: Change) -> str:
        """What is kept of a line: all but its text."""
        text = self._masked(change.tenant_id, change.text) if change.op == "record" else ""
        kept = [change.op, change.event_id, change.at, change.session_id, dict(change.meta)]
        return json.dumps([*kept, text_fingerprint(text) if text else ""])

    def _fold(self, connection: sqlite3.Connection, project: Project, name: str) -> None:
        """Make the row of an episode anew."""
        query = (
            "SELECT path, line, start, stop, hash, change FROM lines "
            "WHERE episode = ? AND tenant = ? AND user = ?"
        )
        changes, text_hash = [], {}
        whose = _ids(project)[:2]
        rows = connection.execute(query, (name, *whose))
        for path, number, start, stop, hashed, kept in rows:
            op, event_id, at, session_id, meta, hash_of_text = json.loads(kept)
            anchor = Anchor(path, "", number, number, start, stop, hashed)
            changes.append(Change(op, name, event_id, at, session_id, *whose, meta, "", anchor))
            text_hash[anchor.citation] = hash_of_text
        episode = fold(changes)
        row = f'DELETE FROM episodes WHERE {_WHOSE} AND "id" = ?'
        connection.execute(row, (*_ids(project), name))
        if episode is not None:
            values = [getattr(episode, field) for field in _FIELDS]
            marks = ", ".join("?" * (len(values) + 1))
            values.append(text_hash[episode.citation])
            connection.execute(f"INSERT INTO episodes VALUES ({marks})", values)

    def _failure(self, error: Exception) -> DependencyUnavailable:
        return DependencyUnavailable(
            f"the table of episodes {self.path} cannot be used ({error}); it is derived: run "
            "'eywa repair --apply'"
        )

    def _prepare(self, connection: sqlite3.Connection) -> None:
        with transaction(connection):
            meta, *tables = _SCHEMA.strip().split(";\n")
            connection.execute(meta)
            key = connection.execute("SELECT value FROM meta WHERE name = 'key'").fetchone()
            if key != (self._key,):
                for table in ("files", "lines", "episodes"):
                    connection.execute(f"DROP TABLE IF EXISTS {table}")
                connection.execute("INSERT OR REPLACE INTO meta VALUES ('key', ?)", (self._key,))
            for statement in tables:
                connection.execute(statement)


def _known(connection: sqlite3.Connection, project: Project) -> dict[str, tuple[int, ...]]:
    """What is noted of the files of a project, by path."""
    rows = connection.execute("SELECT path, size, mtime, inode, offset, lines FROM files")
    own = ((Layout.parse(path), path, rest) for path, *rest in rows)
    return {
        path: tuple(rest)
        for truth, path, rest in own
        if truth is not None and (truth.scope, truth.project_id) == project
    }


def _drop(connection: sqlite3.Connection, path: str) -> set[str]:
    """Forget a file; the episodes that its lines were about."""
    found = connection.execute("SELECT DISTINCT episode FROM lines WHERE path = ?", (path,))
    touched = {name for (name,) in found}
    connection.execute("DELETE FROM lines WHERE path = ?", (path,))
    connection.execute("DELETE FROM files WHERE path = ?", (path,))
    return touched


def _episode(values: Iterable[object]) -> Episode:
    given = cast("Mapping[str, Any]", dict(zip(_FIELDS, values, strict=True)))
    return Episode(**{**given, "confirmed": bool(given["confirmed"])})


def _ids(project: Project) -> tuple[str, str, str]:
    return project.scope.tenant_id, project.scope.user_id, project.id
