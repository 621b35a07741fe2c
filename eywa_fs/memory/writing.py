"""Writing records: durable when the call returns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Unpack

from eywa_fs.errors import BadRequest, DependencyUnavailable
from eywa_fs.memory.arguments import check_strings, refuse_seconds
from eywa_fs.memory.surface import DEFAULT_SESSION, Surface, Whose, scope_of
from eywa_fs.model.records import Anchor, Draft, with_trace
from eywa_fs.model.results import Accepted
from eywa_fs.truth.folder_names import check_id
from eywa_fs.truth.keys import write_once


class Writing(Surface):
    """Records of the truth; what needs no index and makes none."""

    def append(
        self,
        content: str,
        role: str = "user",
        *,
        session_id: str = DEFAULT_SESSION,
        timestamp: int | None = None,
        event_id: str | None = None,
        idempotency_key: str | None = None,
        speaker: str | None = None,
        tags: Sequence[str] = (),
        meta: Mapping[str, Any] | None = None,
        expires_at: int | None = None,
        **of: Unpack[Whose],
    ) -> Anchor:
        """Write one record durably; it is found by the very next search.

        Args:
            content: the text, up to ``limits.max_record_bytes`` as a JSON line.
            role: ``user``, ``assistant``, ``system`` or ``tool``. Facts are read from what the
                ``user`` says, who is the user of this memory, whatever ``speaker`` is called: what
                other people said takes another role.
            timestamp: epoch milliseconds; now by default. What looks like seconds is refused.
            idempotency_key: the same key in the same tenant and user writes once and returns the
                first anchor ever after; with another record (text, role, session, speaker, tags,
                ``meta``, expiry, or a time or id that is given) it is refused.
            expires_at: epoch milliseconds from which on it is not found any more.

        Returns:
            Where the record stands. When this returns, it is on disk.

        Raises:
            InvalidRecord, InvalidId, KeyReused: nothing was written.
            TruthWriteError: the disk refused; nothing was acknowledged.
        """
        draft = Draft(
            content=content,
            role=role,
            session_id=session_id,
            timestamp=timestamp,
            event_id=event_id,
            idempotency_key=idempotency_key,
            speaker=speaker,
            tags=tags,
            meta=meta,
            expires_at=expires_at,
            **of,
        )
        return self._write([draft])[0]

    def append_many(
        self, records: Iterable[Draft | Mapping[str, Any]], *, idempotency_key: str | None = None
    ) -> list[Anchor]:
        """Write records durably, in order, each file's share in one write.

        Args:
            records: :class:`Draft` values, or mappings with the arguments of :meth:`append`.
            idempotency_key: of all of them: the same records with it are written once, and what a
                crash left out of them is written then; more, fewer or other ones are refused.

        Raises:
            PartialAppend: some files were written before another failed; it says which records.
            Others as of :meth:`append`.
        """
        return self._write([_draft(record) for record in records], idempotency_key)

    def _write(self, drafts: Sequence[Draft], key: str | None = None) -> list[Anchor]:
        self._parts.refuse_closed()
        if key is not None:
            if any(draft.idempotency_key is not None for draft in drafts):
                raise BadRequest("give an idempotency key to each record or to all, not to both")
            drafts = [replace(one, idempotency_key=f"{key}:{n}") for n, one in enumerate(drafts)]
        for draft in drafts:
            refuse_seconds("timestamp", draft.timestamp)
            refuse_seconds("expires_at", draft.expires_at)
        journal, now = self._parts.journal, self._parts.clock()
        prepared = [journal.prepare(draft, now) for draft in drafts]
        if key is not None:
            prepared = [replace(record, part_of=(key, len(drafts))) for record in prepared]
        if any(record.idempotency_key is not None for record in prepared):
            anchors = write_once(journal.write, self._parts.keys, prepared, drafts)
        else:
            anchors = journal.write(prepared)
        for path in {anchor.file_path for anchor in anchors}:
            self._parts.background.hint(path)
        return anchors

    def after_llm(
        self,
        user_message: str,
        assistant_message: str,
        *,
        session_id: str = DEFAULT_SESSION,
        timestamp: int | None = None,
        idempotency_key: str | None = None,
        trace_id: str | None = None,
        cited: Sequence[str] = (),
        tags: Sequence[str] = (),
        **of: Unpack[Whose],
    ) -> Accepted:
        """Remember one exchange: both messages are durable when this returns.

        Args:
            cited: event ids of the records that the answer rests on, as ``citations`` of
                :meth:`before_llm` names them: they were of use now, and do not fade.
            tags: of both records: filters and listings go by them.
            trace_id: a name for what the records belong to (``meta.trace_id``): :meth:`traced`
                finds them by it.

        ``mode`` is ``async`` when a background thread indexes them, ``sync`` when they were
        indexed before the return.
        """
        from eywa_fs.governance.present import CITED
        from eywa_fs.retrieval.search import new_trace_id

        used = check_strings("cited", cited)
        drafts = [
            {
                **of,
                "session_id": session_id,
                "timestamp": timestamp,
                "content": text,
                "role": role,
                "tags": check_strings("tags", tags),
                "meta": with_trace(
                    {CITED: [*used]} if used and role == "assistant" else None, trace_id
                ),
            }
            for text, role in ((user_message, "user"), (assistant_message, "assistant"))
            if text.strip()
        ]
        if not drafts:
            raise BadRequest("both messages are empty: there is nothing to remember")
        anchors = self.append_many(drafts, idempotency_key=idempotency_key)
        mode = "sync" if self._parts.settle(DependencyUnavailable) else "async"
        return Accepted(True, mode, trace_id or new_trace_id(), tuple(anchors))

    def present_keys(self, keys: Iterable[str], *, tenant_id: str, user_id: str) -> set[str]:
        """Those idempotency keys that a record of this user carries already."""
        self._parts.refuse_closed()
        scope = scope_of(tenant_id, user_id)
        wanted = [check_id(key, "key") for key in keys]
        with self._parts.keys.held(scope):
            return set(self._parts.keys.find(scope, wanted))


def _draft(record: Draft | Mapping[str, Any]) -> Draft:
    if isinstance(record, Draft):
        return record
    try:
        return Draft(**record)
    except TypeError as error:
        raise BadRequest(f"a record has arguments that append() does not take: {error}") from None
