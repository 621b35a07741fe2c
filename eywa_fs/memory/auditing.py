"""The audit trail: what was done, by whom, and whether the logs are as they were written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eywa_fs.errors import BadRequest, NotFound
from eywa_fs.memory.arguments import check_time
from eywa_fs.memory.surface import Surface

if TYPE_CHECKING:
    from eywa_fs.truth.auditlog import AuditEntry


class Auditing(Surface):
    """Reading the audit trail, and accepting what verify found in the logs."""

    def audit(
        self,
        *,
        since: int | None = None,
        until: int | None = None,
        action: str | None = None,
        target: str | None = None,
        tenant_id: str | None = None,
        user_id: str | None = None,
        request_id: str | None = None,
        trace_id: str | None = None,
    ) -> list[AuditEntry]:
        """Entries of the audit trail, oldest first.

        Args:
            since, until: epoch milliseconds, half-open.
            action, target, tenant_id, user_id, request_id, trace_id: only entries that have this.

        Raises:
            TruthReadError: a file cannot be read.
        """
        from eywa_fs.truth.auditlog import audit_entries

        self._refuse_closed()
        for name, value in (("since", since), ("until", until)):
            if value is not None:
                check_time(name, value)
        asked = {
            "action": action,
            "target": target,
            "tenant_id": tenant_id,
            "user_id": user_id,
            "request_id": request_id,
            "trace_id": trace_id,
        }
        wanted = {name: value for name, value in asked.items() if value is not None}
        return [
            entry
            for entry in audit_entries(self.layout, since, until)
            if all(getattr(entry, name) == value for name, value in wanted.items())
        ]

    def accept_break(self, citation: str, reason: str, *, operator: str = "human") -> None:
        """Say that a broken place of a log is understood: ``verify`` names it as a notice from then
        on, as long as the same line stands there.

        Args:
            citation: ``path:line``, as ``verify`` says it.
            reason: why; required.

        Raises:
            NotFound: no log is broken there.
            BadRequest: no reason was given.
        """
        from eywa_fs.truth.auditlog import ACCEPTED, broken_links

        self._refuse_closed()
        if not reason.strip():
            raise BadRequest("say why the break is accepted: the reason goes into the audit trail")
        for broken in broken_links(self.layout):
            if f"{broken.path}:{broken.line}" == citation:
                self._parts.journal.audit(
                    ACCEPTED,
                    citation,
                    reason=reason,
                    operator=operator,
                    after={"sha256": broken.found},
                )
                return
        raise NotFound(f"no log is broken at {citation}; 'eywa verify' names the places")
