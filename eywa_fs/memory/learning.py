"""Saying whether what was found was of use, so that the next search knows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Unpack

from eywa_fs.memory.surface import Reasoned, Surface, by_whom

if TYPE_CHECKING:
    from eywa_fs.model.versions import Noted


class Learning(Surface):
    """What is said about answers. Each is a line of the truth before it has any effect."""

    def feedback(self, about: str, *, useful: bool, **of: Unpack[Reasoned]) -> Noted:
        """Say that a record was of use in an answer, or was not; with the setting
        ``retrieval.feedback`` later searches put it a little higher or lower (docs/retrieval.md).

        Args:
            about: a record's event id or citation, or the trace id of an answer of this object
                (one of its last thousands): then all records that it gave are meant.

        Raises:
            NotFound: there is no such record of this user, and no such answer is remembered.
            TruthWriteError: nothing was noted.
        """
        from eywa_fs.model.versions import Noted
        from eywa_fs.truth.citations import find_message, is_citation

        scope = self._scope(of)
        names = self._parts.answers.get((scope, about)) or ()
        if not names:
            cited = {"citation": about} if is_citation(about) else {"event_id": about}
            names = (find_message(self.layout, scope, **cited)[0].event_id,)
        by = by_whom(of, of.get("reason", ""))
        anchors = self._parts.changer.note(scope, names, useful, by)
        return Noted(useful, names, tuple(anchor.citation for anchor in anchors))
