"""What the redaction policies would mask: in a text, and in how many records of a user."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from typing import Unpack, get_args

from eywa_fs.config import SensitiveKind
from eywa_fs.language.redaction.policy import Policy
from eywa_fs.memory.surface import DEFAULT_TENANT, Surface, Whose
from eywa_fs.model.records import Record, Scope
from eywa_fs.model.redacted import Redacted, RedactionCounts
from eywa_fs.truth.codec import records_in
from eywa_fs.truth.reader import read_exactly, reading


class Redacting(Surface):
    """Looking at the policies at work; nothing is changed, and no index is needed."""

    def redaction_test(
        self, text: str, *, tenant_id: str = DEFAULT_TENANT, every_kind: bool = False
    ) -> Redacted:
        """What a tenant's policy masks in a text. ``every_kind``: with all kinds that are known,
        whatever the policy says."""
        self._parts.refuse_closed()
        policy = self._policy(tenant_id, every_kind)
        return Redacted(policy.mask(text), tuple(policy.find(text)))

    def redaction_counts(self, *, every_kind: bool = False, **of: Unpack[Whose]) -> RedactionCounts:
        """How many records of a user hold what a policy masks, by kind; read from the files.

        Args:
            every_kind: as of :meth:`redaction_test`.

        Raises:
            TruthReadError: a file cannot be read.
        """
        scope = self._scope(of)
        policy = self._policy(scope.tenant_id, every_kind)
        records, holding = 0, 0
        kinds: Counter[str] = Counter()
        for record in self._records(scope):
            found = {item.kind for item in policy.find(record.content)}
            records += 1
            holding += bool(found)
            kinds.update(found)
        return RedactionCounts(records, holding, dict(sorted(kinds.items())))

    def _policy(self, tenant_id: str, every_kind: bool) -> Policy:
        policy = self._parts.redaction.policy(tenant_id)
        if not every_kind:
            return policy
        return Policy(policy.settings.model_copy(update={"kinds": get_args(SensitiveKind)}))

    def _records(self, scope: Scope) -> Iterator[Record]:
        """A user's messages and sections of Markdown."""
        from eywa_fs.truth.markdown import section_records

        layout = self.layout
        for truth in layout.scope_files(scope):
            with suppress(FileNotFoundError):
                if truth.kind == "session":
                    yield from (record for _, record in records_in(layout, truth) if record)
                elif truth.kind == "longterm":
                    with reading(layout, truth.rel) as fd:
                        size = min(os.fstat(fd).st_size, layout.max_record_bytes)
                        data = read_exactly(fd, 0, size)
                    yield from (record for _, record in section_records(data, truth.rel, scope))
