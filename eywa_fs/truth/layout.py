"""Where the truth stands on disk: the only place that builds or parses a path.

``tenants/{tenant}/users/{user}/sessions/{session}/YYYY-MM-DD.jsonl`` holds messages,
``…/longterm/**.md`` Markdown, ``…/decisions/YYYY-MM-DD.jsonl`` decisions,
``…/episodes/{project}/YYYY-MM-DD.jsonl`` episodes, and ``audit/YYYY-MM-DD.log.jsonl`` the audit
trail. Everything derived stands below ``.index``.
Symbolic links inside the truth are never followed: they are reported instead.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache
from itertools import accumulate
from pathlib import Path
from typing import Final, Literal

from eywa_fs.errors import InvalidRecord, TruthReadError
from eywa_fs.model.records import Scope
from eywa_fs.truth.dataroot import DataRoot
from eywa_fs.truth.folder_names import decode_id, encode_id, plain_name

FileKind = Literal["session", "longterm", "decisions", "episodes"]
Reason = Literal["symlink", "bad_name", "not_utf8", "not_plain", "not_truth", "unreadable"]

_BELOW: Final = (
    "users/u/decisions/2000-01-01.jsonl", "u/decisions/2000-01-01.jsonl",
    "decisions/2000-01-01.jsonl", "s/2000-01-01.jsonl", "2000-01-01.jsonl", "a.md",
)  # fmt: skip
"""Paths of truth files, from each kind of folder that holds some."""

LOGS: Final[tuple[FileKind, ...]] = ("decisions", "episodes")
"""The kinds of a user's files whose lines are linked."""

MAX_TIMESTAMP = 253_402_300_799_999
"""Last millisecond of the year 9999: the largest day a file name can carry."""

LINKED: Final = "a symbolic link, which is not followed: what it leads to is not known"
UNLINK: Final = "put the file or folder in its place (or mount it there), or remove the link"

_DAY_FILE = re.compile(r"(\d{4}-\d{2}-\d{2})\.jsonl")
_STEERING = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")
"""Controls, line separators and marks that reorder text. A path stands in logs, citations and
contexts: one that holds a line break could put a line of its own there."""


@dataclass(frozen=True, slots=True)
class TruthPath:
    """A truth file, told from its path ``rel`` below the root; without a session, day or project
    where its kind has none."""

    rel: str
    kind: FileKind
    scope: Scope
    session_id: str | None
    day: date | None
    project_id: str | None = None

    @property
    def indexed(self) -> bool:
        """Whether documents and facts are derived from it; episodes have a table of their own."""
        return self.kind != "episodes"


@dataclass(frozen=True, slots=True)
class StrayPath:
    """Something below ``tenants/`` that is no truth file, and why; in ``rel`` bytes that are no
    UTF-8, and characters that steer what shows them, are spelled ``\\xNN``."""

    rel: str
    reason: Reason


def day_within(timestamp: int) -> date:
    """:func:`day_of` of a bound of a stretch of time: of one that lies outside, the nearest day."""
    return day_of(min(max(timestamp, 0), MAX_TIMESTAMP))


def day_of(timestamp: int) -> date:
    """The UTC day of a time in epoch milliseconds (0 … end of the year 9999)."""
    if not 0 <= timestamp <= MAX_TIMESTAMP:
        raise InvalidRecord(
            f"timestamp {timestamp} is out of range: give epoch milliseconds, "
            f"0 (1970) to {MAX_TIMESTAMP} (9999)"
        )
    return _day_number(timestamp // 86_400_000)


@lru_cache(maxsize=256)
def _day_number(days: int) -> date:
    return date(1970, 1, 1) + timedelta(days=days)


def day_start_ms(day: date) -> int:
    """First millisecond of a UTC day."""
    return (day - date(1970, 1, 1)).days * 86_400_000


class Layout(DataRoot):
    """Paths below one data root."""

    def absolute(self, rel: str) -> Path:
        """The absolute path of ``rel``, which must come from this class."""
        return self.root / rel

    @staticmethod
    def session_file(scope: Scope, session_id: str, timestamp: int) -> str:
        """The file a message belongs into."""
        return _session_file(scope.tenant_id, scope.user_id, session_id, day_of(timestamp))

    def decisions_file(self, scope: Scope, timestamp: int) -> str:
        """The file a decision belongs into."""
        folder = _scope_folder(scope.tenant_id, scope.user_id)
        return f"{folder}/decisions/{day_of(timestamp).isoformat()}.jsonl"

    def episodes_file(self, scope: Scope, project_id: str, timestamp: int) -> str:
        """The file a line about an episode belongs into."""
        folder = _scope_folder(scope.tenant_id, scope.user_id)
        project = encode_id(project_id, "project_id")
        return f"{folder}/episodes/{project}/{day_of(timestamp).isoformat()}.jsonl"

    @staticmethod
    def audit_file(timestamp: int) -> str:
        """The file an audit entry belongs into."""
        return f"audit/{day_of(timestamp).isoformat()}.log.jsonl"

    @staticmethod
    def parse(rel: str) -> TruthPath | None:
        """Tell a truth file from its path below the root; ``None`` if it is none."""
        return _parsed(rel)

    @staticmethod
    def is_of(rel: str, scope: Scope) -> bool:
        """Whether a path is that of a truth file of a scope: who else writes it down, lies."""
        truth = _parsed(rel)
        return truth is not None and truth.scope == scope

    def scope_files(self, scope: Scope) -> list[TruthPath]:
        """The truth files of one scope, in path order.

        Raises:
            TruthReadError: a folder cannot be listed, or the root is not the one that was opened:
                what is in it is neither known nor gone.
        """
        found = self._walk(self.scope_folders(scope), whole=True)
        return sorted((f for f in found if isinstance(f, TruthPath)), key=lambda f: f.rel)

    def every_file(self) -> Iterator[TruthPath]:
        """All truth files; ``TruthReadError`` as of :meth:`scope_files`."""
        return (f for f in self._walk(["tenants"], whole=True) if isinstance(f, TruthPath))

    def refuse_unlisted(self) -> None:
        """Raise ``TruthReadError`` where a folder of the truth cannot be listed."""
        for _ in self.every_file():
            pass

    def refuse_linked(self, tenant_id: str | None = None, user_id: str | None = None) -> None:
        """Raise ``TruthReadError`` where a symbolic link stands in the place of a file or folder of
        the truth, of all, of a tenant or of a user of it: what it leads to is neither known nor
        gone. Also as of :meth:`scope_files`."""
        tops = ["tenants"]
        if tenant_id is not None:
            tops = [f"tenants/{name}" for name in _spelled(tenant_id)]
        if user_id is not None:
            tops = [f"{top}/users/{name}" for top in tops for name in _spelled(user_id)]
        above = {rel for top in tops for rel in accumulate(top.split("/"), "{}/{}".format)}
        links = [rel for rel in sorted(above) if os.path.islink(self.root / rel)]
        while tops and not links:
            with suppress(FileNotFoundError):
                folders, others = self.list_folder(tops.pop())
                tops += folders
                strays = (one for one in others if isinstance(one, StrayPath))
                links = [one.rel for one in strays if one.reason == "symlink"]
        if links:
            raise TruthReadError(f"{links[0]} is {LINKED}; {UNLINK}")

    def refuse_closed(self) -> None:
        """Raise ``TruthReadError`` where the root is gone, or its tenants cannot be listed; without
        looking further."""
        self.refuse_lost()
        try:
            os.scandir(self.root / "tenants").close()
        except OSError as error:
            if not self.is_absence(error):
                raise self.unlisted("tenants", error) from None

    def walk(self) -> Iterator[TruthPath | StrayPath]:
        """Everything below ``tenants/``: truth files, and what is not one, folders that cannot be
        listed among it."""
        return self._walk(["tenants"], whole=False)

    def scopes(self) -> list[Scope]:
        """All scopes that have a folder; ``TruthReadError`` as of :meth:`scope_files`."""
        found = set()
        for tenant in self.folders("tenants"):
            tenant_id = decode_id(tenant)
            for user in self.folders(f"tenants/{tenant}/users"):
                user_id = decode_id(user)
                if tenant_id is not None and user_id is not None:
                    found.add(Scope(tenant_id, user_id))
        return sorted(found)

    def tenants(self) -> list[str]:
        """The tenants that have a folder; ``TruthReadError`` as of :meth:`scope_files`."""
        return sorted(filter(None, map(decode_id, self.folders("tenants"))))

    def has_scope(self, scope: Scope) -> bool:
        """Whether a tenant has a folder of a user; ``TruthReadError`` where that cannot be told."""
        for rel in self.scope_folders(scope):
            try:
                if stat.S_ISDIR(os.stat(self.root / rel).st_mode):
                    return True
            except OSError as error:
                if not self.is_absence(error):
                    raise self.unlisted(rel, error) from None
        return False

    def follows_link(self, rel: str) -> bool:
        """Whether a component of ``rel`` is a symbolic link, which the truth never follows."""
        path = os.path.join(self.root, rel)
        return os.path.realpath(path) != path

    def scope_folders(self, scope: Scope) -> list[str]:
        """The scope's folder and those that other programs may have made for the same ids."""
        tenants = [encode_id(scope.tenant_id, "tenant_id")]
        users = [encode_id(scope.user_id, "user_id")]
        if plain := plain_name(scope.tenant_id):
            tenants += [t for t in self.folders("tenants") if t == plain]
        if plain := plain_name(scope.user_id):
            for tenant in tenants:
                found = self.folders(f"tenants/{tenant}/users")
                users += [u for u in found if u == plain and u not in users]
        return [f"tenants/{tenant}/users/{user}" for tenant in tenants for user in users]

    def folders(self, rel: str) -> list[str]:
        """The names of the folders in a folder, sorted; links and names that are no text left
        out; ``TruthReadError`` as of :meth:`scope_files`."""
        try:
            return [path.rpartition("/")[2] for path in self.list_folder(rel)[0]]
        except FileNotFoundError:
            return []

    def _walk(self, pending: list[str], *, whole: bool) -> Iterator[TruthPath | StrayPath]:
        stack = list(reversed(pending))
        while stack:
            folder = stack.pop()
            try:
                folders, found = self.list_folder(folder)
            except FileNotFoundError:
                continue
            except TruthReadError:
                if whole:
                    raise
                yield StrayPath(folder, "unreadable")
                continue
            yield from found
            stack += reversed(folders)

    def list_folder(self, rel: str) -> tuple[list[str], list[TruthPath | StrayPath]]:
        """The folders in a folder, and what else stands there, both by name. ``FileNotFoundError``
        where it is gone, ``TruthReadError`` where it cannot be listed."""
        self.refuse_lost()
        try:
            with os.scandir(f"{self.root}/{rel}") as entries:
                found = sorted(entries, key=lambda e: e.name)
        except OSError as error:
            if self.is_absence(error):
                raise FileNotFoundError(rel) from None
            raise self.unlisted(rel, error) from None
        folders: list[str] = []
        others: list[TruthPath | StrayPath] = []
        for entry in found:
            path = f"{rel}/{entry.name}"
            if not is_text(entry.name):
                others.append(StrayPath(printable(path), "not_utf8"))
            elif entry.is_symlink():
                reason: Reason = "symlink" if _in_place_of_truth(path) else "not_truth"
                others.append(StrayPath(printable(path), reason))
            elif entry.is_dir(follow_symlinks=False):
                folders.append(path)
            elif truth := self.parse(path):
                plain = entry.is_file(follow_symlinks=False)
                others.append(truth if plain else StrayPath(path, "not_plain"))
            elif not entry.name.startswith("."):
                bad = path.endswith((".jsonl", ".md"))
                others.append(StrayPath(printable(path), "bad_name" if bad else "not_truth"))
        return folders, others


def _spelled(name: str) -> set[str]:
    """The names of folders that are an id's."""
    return {encode_id(name), plain_name(name) or encode_id(name)}


def _in_place_of_truth(rel: str) -> bool:
    """Whether what is at a path may be a truth file, or a folder that holds some."""
    return _parsed(rel) is not None or any(_parsed(f"{rel}/{below}") for below in _BELOW)


def _scope_folder(tenant_id: str, user_id: str) -> str:
    return f"tenants/{encode_id(tenant_id, 'tenant_id')}/users/{encode_id(user_id, 'user_id')}"


@lru_cache(maxsize=1024)
def _session_file(tenant_id: str, user_id: str, session_id: str, day: date) -> str:
    session = encode_id(session_id, "session_id")
    return f"{_scope_folder(tenant_id, user_id)}/sessions/{session}/{day.isoformat()}.jsonl"


@lru_cache(maxsize=16_384)  # each search walks over all files of its scope
def _parsed(rel: str) -> TruthPath | None:
    parts = rel.split("/")
    if not is_text(rel) or len(parts) < 6 or parts[0] != "tenants" or parts[2] != "users":
        return None
    tenant, user = decode_id(parts[1]), decode_id(parts[3])
    if tenant is None or user is None:
        return None
    scope = Scope(tenant, user)
    kind, *folders, name = parts[4:]
    if kind == "longterm":
        hidden = any(not part or part.startswith(".") for part in (*folders, name))
        if hidden or not name.lower().endswith(".md") or _STEERING.search(rel):
            return None
        return TruthPath(rel, "longterm", scope, None, None)
    day, ids = _day(name), [decode_id(folder) for folder in folders]
    if day is None or None in ids:
        return None
    if kind == "decisions" and not ids:
        return TruthPath(rel, "decisions", scope, None, day)
    if kind == "sessions" and len(ids) == 1:
        return TruthPath(rel, "session", scope, ids[0], day)
    if kind == "episodes" and len(ids) == 1:
        return TruthPath(rel, "episodes", scope, None, day, ids[0])
    return None


def is_text(name: str) -> bool:
    """Whether a name on the disk is UTF-8. Python gives bytes that are not as lone surrogates,
    which no database, hash or terminal takes: such a name goes no further than this module."""
    if name.isascii():
        return True
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True


def printable(name: str) -> str:
    """A path as :class:`StrayPath` spells it."""
    text = name.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
    return _STEERING.sub(lambda match: repr(match[0])[1:-1], text)


def _day(name: str) -> date | None:
    match = _DAY_FILE.fullmatch(name)
    if match is None:
        return None
    try:
        return date.fromisoformat(match[1])
    except ValueError:
        return None
