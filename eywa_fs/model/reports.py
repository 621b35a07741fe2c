"""What verify and repair say: findings as values, rendered by whoever shows them; and how far long
work is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

from eywa_fs.errors import DependencyTimeout, Hindered
from eywa_fs.model.plain import AsDict

Progress = Callable[[int, int], None]
"""Called with how much is done, and how much there is in all."""

Severity = Literal["error", "notice"]

ErrorKind = Literal[
    "index_missing",
    "part_damaged",
    "part_unreachable",
    "file_changed",
    "file_vanished",
    "document_missing",
    "document_stale",
    "document_unexpected",
    "reading_stale",
    "summary_stale",
    "reading_missing",
    "reading_unexpected",
    "vector_missing",
    "vector_stale",
    "vector_orphan",
    "vector_graph_weak",
    "word_missing",
    "word_orphan",
    "dead_letter",
    "episodes_stale",
    "file_unreadable",
]
"""The index does not fit the truth."""

NoticeKind = Literal[
    "not_indexed_yet",
    "malformed_line",
    "unsealed_line",
    "seal_broken",
    "torn_tail",
    "duplicate_event_id",
    "time_backwards",
    "stray_path",
    "hard_link",
    "unlinked_line",
    "break_accepted",
    "records_lost",
]
"""The truth itself is odd; it is left as it is."""

LogKind = Literal[
    "chain_broken", "erasure_undone", "erasure_unfinished", "erasure_unknown", "settings_differ"
]
"""What no repair of the index mends: a log of decisions or the audit trail is not as it was
written, what was erased may be back, an erasure has not come to its end, a line passes for erased
that is not, or the settings are not those that the index was made with."""

MENDED = frozenset(get_args(ErrorKind)) - {"file_unreadable", "part_unreachable"}
"""What a repair works on."""

FindingKind = ErrorKind | NoticeKind | LogKind
_NOTICES = frozenset(get_args(NoticeKind))

REINDEX = "reindex the file"
REBUILD = "rebuild: derive it anew"
WAIT = "verify again when the machine is less busy; repair cannot help"
MEND = "do what it says, then verify again; repair cannot help"
START = "start that server, then verify again; repair cannot help"
UNREADABLE = "give this user access to it, or check the disk; repair cannot help"


@dataclass(frozen=True, slots=True)
class Finding(AsDict):
    """One thing that is not as it should be.

    Attributes:
        target: ``path:line``, a path, a document id or a part of the index.
        detail: what is wrong.
        action: what repair would do, or what a person can do.
        path, doc_id: what repair works on, where it can.
    """

    kind: FindingKind
    target: str
    detail: str
    action: str
    path: str | None = None
    doc_id: str | None = None
    tenant_id: str | None = None
    _properties = ("severity",)
    _hidden = ("path", "doc_id", "tenant_id")

    @property
    def severity(self) -> Severity:
        return "notice" if self.kind in _NOTICES else "error"


@dataclass(slots=True)
class VerifyReport(AsDict):
    """What verify found; ``checked``: how many of what was looked at (files, lines, documents,
    readings, words, vectors)."""

    deep: bool
    findings: list[Finding] = field(default_factory=list)
    checked: dict[str, int] = field(default_factory=dict)
    digest: str | None = None
    _properties = ("ok", "counts")

    @property
    def ok(self) -> bool:
        """No errors; notices about the truth do not count."""
        return not self.errors

    @property
    def errors(self) -> list[Finding]:
        return [finding for finding in self.findings if finding.severity == "error"]

    @property
    def counts(self) -> Mapping[str, int]:
        """Findings by kind."""
        return Counter(finding.kind for finding in self.findings)

    def add(self, kind: FindingKind, target: str, detail: str, action: str, **where: Any) -> None:
        self.findings.append(Finding(kind, target, detail, action, **where))

    def in_file(
        self,
        kind: FindingKind,
        path: str,
        detail: str,
        action: str = REINDEX,
        *,
        line: int | None = None,
        doc_id: str | None = None,
    ) -> None:
        """Add what is wrong with a file, or with a line of it or a document made from that."""
        target = path if line is None else f"{path}:{line}"
        self.add(kind, target, detail, action, path=path, doc_id=doc_id)

    def unreadable(self, where: str, error: object) -> None:
        """Add that a file or folder cannot be read, unless the one that ``error`` begins with, or a
        folder that it is in, is named already."""
        named = (f.target for f in self.findings if f.kind == "file_unreadable")
        if not any(str(error).startswith((f"{target} ", f"{target}/")) for target in named):
            self.add("file_unreadable", where, str(error), UNREADABLE)

    def damaged(self, part: str, reason: object) -> None:
        """Add that a part of the index cannot be used; why tells whether a repair helps."""
        if isinstance(reason, Hindered):
            self.unreachable(part, reason, MEND)
        elif isinstance(reason, DependencyTimeout):
            self.unreachable(part, reason, WAIT)
        else:
            self.add("part_damaged", part, str(reason), REBUILD)

    def unreachable(self, part: str, reason: object, action: str = START) -> None:
        """Add that something outside the index keeps a part of it from use: by default, the server
        which has it does not answer."""
        self.add("part_unreachable", part, str(reason), action)

    def count(self, name: str, number: int) -> None:
        """Add to how much was looked at."""
        self.checked[name] = self.checked.get(name, 0) + number
