"""The audit trail: what was done, by whom, and whether the logs are as they were written."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from eywa_fs.errors import BadRequest, NotFound
from eywa_fs.memory.surface import Surface, scope_of
from eywa_fs.truth.folder_names import check_id

if TYPE_CHECKING:
    from eywa_fs.truth.auditlog import AuditEntry
    from eywa_fs.truth.checkpoints import Checkpoint


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
        """Entries of the audit trail, oldest first; reasons as the tenant's redaction policy shows
        them.

        Args:
            since, until: epoch milliseconds, half-open.
            action, target, tenant_id, user_id, request_id, trace_id: only entries that have this.

        Raises:
            TruthReadError: a file cannot be read.
        """
        from eywa_fs.truth.auditlog import audit_entries

        self._parts.refuse_closed()
        asked = {
            "target": target,
            "tenant_id": tenant_id,
            "user_id": user_id,
            "request_id": request_id,
            "trace_id": trace_id,
        }
        wanted = {name: value for name, value in asked.items() if value is not None}
        shown = self._parts.redaction.shown_text
        return [
            replace(entry, reason=shown(entry.tenant_id, entry.reason))
            if entry.tenant_id is not None
            else entry
            for entry in audit_entries(self.layout, since, until, action)
            if all(getattr(entry, name) == value for name, value in wanted.items())
        ]

    def audit_note(
        self,
        action: str,
        target: str,
        *,
        reason: str,
        operator: str = "host",
        tenant_id: str | None = None,
        user_id: str | None = None,
        request_id: str | None = None,
        trace_id: str | None = None,
    ) -> None:
        """Append an entry to the audit trail: what a program around the memory did or refused. It
        is on disk when this returns; where it cannot be written a warning is logged.

        Args:
            action, target: what was done to what, ``key_made`` or ``foreign_scope_refused``; no
                text of records.
            tenant_id, user_id: whose memory it is about; both or neither.

        Raises:
            InvalidId: an id cannot be one.
        """
        self._parts.refuse_closed()
        scope = None
        if tenant_id is not None and user_id is not None:
            scope = scope_of(tenant_id, user_id)
        self._parts.journal.audit(
            check_id(action, "action_id"),
            check_id(target, "target_id"),
            reason=reason,
            operator=operator,
            scope=scope,
            request_id=request_id,
            trace_id=trace_id,
        )

    def accept_break(self, citation: str, reason: str, *, operator: str = "human") -> None:
        """Say that a broken place of a log is understood: ``verify`` names it as a notice from then
        on, as long as the same line stands there; an entry that tells of lost records no more.

        Args:
            citation: ``path:line``, as ``verify`` says it.
            reason: why; required.

        Raises:
            NotFound: no log is broken there, and no such entry stands there.
            BadRequest: no reason was given.
        """
        from eywa_fs.truth.auditlog import ACCEPTED, broken_links, losses
        from eywa_fs.truth.checkpoints import checkpoint_breaks

        self._parts.refuse_closed()
        if not reason.strip():
            raise BadRequest("say why the break is accepted: the reason goes into the audit trail")
        signer = self.settings.maintenance.checkpoint_signer
        breaks = (*broken_links(self.layout), *checkpoint_breaks(self.layout, signer))
        for broken in (*breaks, *losses(self.layout)):
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

    def checkpoint(self, key_file: str | Path | None = None) -> Checkpoint:
        """Note in the audit folder where every log ends, so that a cut end shows from then on.

        Args:
            key_file: a private key of ``eywa audit keygen`` to sign it with; ``None`` takes the one
                of the settings (``maintenance.checkpoint_key``), if any.

        Raises:
            ConfigError: the key cannot be read, or the package ``cryptography`` is missing.
            TruthWriteError: nothing was written.
        """
        from eywa_fs.truth.checkpoints import write_checkpoint

        self._parts.refuse_closed()
        named = key_file or self.settings.maintenance.checkpoint_key
        key = Path(named).expanduser() if named else None
        return write_checkpoint(self.layout, self._parts.journal, self._parts.clock(), key)
