"""Whether the audit trail, the erasures and the users' decisions are as they were written, and what
the audit trail tells of records that were not left so."""

from __future__ import annotations

from eywa_fs.errors import TruthReadError
from eywa_fs.model.reports import VerifyReport
from eywa_fs.truth.auditlog import accepted_breaks, broken_links, losses
from eywa_fs.truth.chain import FOREIGN
from eywa_fs.truth.checkpoints import checkpoint_breaks
from eywa_fs.truth.layout import Layout


def check_chains(layout: Layout, report: VerifyReport, signer: str = "") -> None:
    """Report every line of a log that is not what, or where, it was written, and every entry that
    tells of lost records.

    Args:
        signer: the public key that must have signed the newest checkpoint; see
            :func:`~eywa_fs.truth.checkpoints.checkpoint_breaks`.
    """
    try:
        found = [*broken_links(layout), *checkpoint_breaks(layout, signer)]
        gone = list(losses(layout))
        accepted = accepted_breaks(layout) if found or gone else set()
    except TruthReadError as error:
        report.unreadable("audit", error)
        return
    for entry in gone:
        where = f"{entry.path}:{entry.line}"
        if (where, entry.found) not in accepted:
            advice = "compare the file with a backup; 'eywa audit accept' once it is understood"
            report.add("records_lost", where, entry.why, advice)
    for broken in found:
        where = f"{broken.path}:{broken.line}"
        if broken.why == FOREIGN:
            report.add("unlinked_line", where, broken.why, "look who wrote it")
        elif (where, broken.found) in accepted:
            report.add("break_accepted", where, broken.why, "nothing to do: it is known")
        else:
            advice = "compare the file with a backup; 'eywa audit accept' once it is understood"
            report.add("chain_broken", where, broken.why, advice)
