"""What a process measured of its own work."""

from __future__ import annotations

from dataclasses import dataclass

from eywa_fs.model.plain import AsDict

INDEX_AIM_MS = 5000
"""Within how long a change should be in the index (specification 000, 10.1), milliseconds."""


@dataclass(frozen=True, slots=True)
class Measured(AsDict):
    """What an open memory measured since it was opened.

    Attributes:
        indexed: changes of files that this process indexed without a failure before.
        indexed_soon: those of them that were in the index ``INDEX_AIM_MS`` after they were noticed.
        audit_written: entries of the audit trail that are on disk.
        audit_lost: entries that could not be written.
    """

    indexed: int
    indexed_soon: int
    audit_written: int
    audit_lost: int
