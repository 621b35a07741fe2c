"""Listing tenants, users, sessions and records; one record with what follows from it."""

from __future__ import annotations

import builtins
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Unpack

from eywa_fs.errors import BadRequest, NotFound
from eywa_fs.memory.arguments import check_filters
from eywa_fs.memory.surface import Surface, Whose
from eywa_fs.model.records import Record, is_citation

if TYPE_CHECKING:
    from eywa_fs.factbase.about import About
    from eywa_fs.model.listing import Page, SessionEntry, TenantEntry, UserEntry
    from eywa_fs.model.results import Proof


class Browsing(Surface):
    """Listings, read from the files: they need no index, and make none."""

    def tenants(self) -> builtins.list[TenantEntry]:
        """The tenants there are, by id, with how much each has. Reads every session file once."""
        from eywa_fs.truth.listing import list_tenants

        self._parts.refuse_closed()
        return list_tenants(self.layout)

    def users(self, *, tenant_id: str | None = None) -> builtins.list[UserEntry]:
        """The users of a tenant, or of all tenants, by tenant and id. Reads their session files."""
        from eywa_fs.truth.listing import list_users

        self._parts.refuse_closed()
        return [*list_users(self.layout, tenant_id)]

    def sessions(self, **of: Unpack[Whose]) -> builtins.list[SessionEntry]:
        """The sessions of a user, the one with the newest file first. Reads their files."""
        from eywa_fs.truth.listing import list_sessions

        return list_sessions(self.layout, self._scope(of))

    def list(
        self,
        *,
        limit: int = 20,
        cursor: str | None = None,
        oldest: bool = False,
        since: int | None = None,
        until: int | None = None,
        session_ids: Sequence[str] = (),
        roles: Sequence[str] = (),
        tags: Sequence[str] = (),
        text: str = "",
        hidden: bool = False,
        **of: Unpack[Whose],
    ) -> Page:
        """A page of the messages of a user as they are now, read from the files: newest first, by
        the day of their file, then their time, then their line.

        A walk from page to page gives each record once, also while others append.

        Args:
            limit: records at most, 1 or more.
            cursor: ``next_cursor`` of the page before, with the same other arguments.
            oldest: the oldest first.
            since, until: epoch milliseconds, half-open: at or after ``since``, before
                ``until``.
            session_ids, roles, tags: any of these; empty means all.
            text: words that the record contains, all of them and anywhere, whatever their case and
                width.
            hidden: archived, deleted and expired records too.

        Raises:
            BadRequest: an argument is out of range, or no role; the cursor is none, or of another
                listing.
            TruthReadError: a file cannot be read.
        """
        from eywa_fs.governance.present import Sight
        from eywa_fs.model.listing import Wanted
        from eywa_fs.truth.paging import page_of

        scope = self._scope(of)
        if limit < 1:
            raise BadRequest(f"limit is {limit}: give at least 1")
        asked = check_filters({"session_ids": session_ids, "roles": roles, "tags": tags})
        wanted = Wanted(
            scope, oldest, since, until, asked.session_ids, asked.roles, asked.tags, text, hidden
        )
        parts = self._parts
        sight = Sight(self.layout, scope, parts.clock(), parts.redaction.shown, hidden=hidden)
        return page_of(self.layout, wanted, sight, limit, cursor)

    def show(self, citation: str, *, tenant_id: str, user_id: str, full: bool = False) -> Record:
        """The record a citation ``path:line`` points at, or an event id names, read from the truth.

        An event id gives the record with its current text, a citation what stands in that line.

        Args:
            full: with what the tenant's redaction policy masks.

        Raises:
            NotFound: no such line or id, no record in the line, or the record of the id is deleted.
            ScopeForbidden: the path is not this user's.
        """
        from eywa_fs.governance.ledger import Ledger
        from eywa_fs.truth.citations import named_section, read_named

        scope = self._scope({"tenant_id": tenant_id, "user_id": user_id})
        read = read_named if is_citation(citation) else named_section
        if (named := read(self.layout, scope, citation)) is not None:
            record = named[0]
            return record if full else self._parts.redaction.shown(record)
        ledger = Ledger(self.layout, scope)
        target = ledger.target(citation)
        standing = ledger.standing(target)
        if standing.state == "soft_deleted":
            raise NotFound(
                f"{citation} is deleted (version {standing.version}): 'eywa versions {citation}' "
                "tells by whom, 'eywa undelete' brings it back"
            )
        record = ledger.text(target, standing.text)[0]
        return record if full else self._parts.redaction.shown(record)

    def prove(self, citation: str, content_hash: str, **of: Unpack[Whose]) -> Proof:
        """Whether a record still stands where a hit's anchor said, read from the file now.

        Args:
            citation: ``path:line``.
            content_hash: that of the anchor. It is compared with the hash of the whole record:
                of a part of one nothing is told, which could give away what redaction masks.

        Raises:
            BadRequest: no citation. ScopeForbidden: the path is not this user's.
            TruthReadError: the file cannot be read.
        """
        from eywa_fs.truth.citations import read_named

        scope = self._scope(of)
        if not is_citation(citation):
            raise BadRequest("give a citation path:line as a search prints it")
        try:
            found = read_named(self.layout, scope, citation)[1]
        except NotFound:
            return "missing"
        return "ok" if found.content_hash == content_hash else "mismatch"

    def about(self, citation: str, **of: Unpack[Whose]) -> About:
        """One record with everything that follows from it: its documents, the summaries that stand
        for it, the facts read in it, what these ended and what ended them, and the decisions that
        name it or one of its facts.

        Args:
            citation: ``path:line``, or an event id.

        Raises:
            NotFound, ScopeForbidden: as of :meth:`show`. Parts of the index that fail never raise:
            they stand in ``degraded``.
        """
        from eywa_fs.factbase.about import about

        scope = self._scope(of)
        parts = self._parts
        found = about(self.layout, scope, citation, parts.current.get_or_none(), parts.facts)
        shown = parts.redaction.shown_text
        decisions = [replace(one, text=shown(scope.tenant_id, one.text)) for one in found.decisions]
        record = parts.redaction.shown(found.record)
        return replace(found, record=record, decisions=tuple(decisions))
