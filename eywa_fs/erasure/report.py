"""What an erasure will do, or did."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from eywa_fs.erasure.choosing import Chosen
from eywa_fs.erasure.criteria import Criteria
from eywa_fs.model.plain import AsDict
from eywa_fs.truth.erasures import Certificate

CITATIONS = 20
"""Citations and facts that a report names; the counts have all."""


@dataclass(frozen=True, slots=True)
class ErasurePlan(AsDict):
    """What would go.

    Attributes:
        counts: lines by kind: ``records``, ``malformed``, ``sections``, ``decisions``, ``audit``.
        files: in how many files.
        citations: the first of them.
        facts: how many facts go; ``told``: the first of them, in words.
    """

    by: tuple[str, ...]
    counts: Mapping[str, int]
    files: int
    citations: tuple[str, ...]
    facts: int
    told: tuple[str, ...]


def planned(criteria: Criteria, chosen: Chosen) -> ErasurePlan:
    """What a choice means."""
    return ErasurePlan(
        criteria.by,
        dict(chosen.counts),
        len({path for path, _ in chosen.ends}),
        tuple(chosen.citations[:CITATIONS]),
        len(chosen.facts),
        tuple([*chosen.facts.values()][:CITATIONS]),
    )


@dataclass(frozen=True, slots=True)
class ErasureReport(AsDict):
    """What an erasure did, or with ``applied`` false would do.

    Attributes:
        id: of the erasure, by which the log, tombstones and certificate name it.
        derived_by: who derived everything anew: ``this process``, or the one that holds the
            indexer.
        certificate: how it ended.
        also: ids of erasures of what was written meanwhile and follows from this one.
        unreached: of the certificate's backups those beside which the log of erasures does not
            stand, as it could not be put there, or is no folder (a URL): until the next backup
            there a restore brings back what was erased, unless it is given the log.
        on_servers: collections on Chroma servers that may still hold vectors of what was erased,
            and of each what removes it.
    """

    plan: ErasurePlan
    applied: bool = False
    id: str | None = None
    derived_by: str | None = None
    certificate: Certificate | None = None
    also: tuple[str, ...] = ()
    unreached: tuple[str, ...] = ()
    on_servers: tuple[str, ...] = ()
    _properties = ("ok",)

    @property
    def ok(self) -> bool:
        """Nothing was found afterwards, and every line could be overwritten; of what was applied
        false until it is certified."""
        return not self.applied if self.certificate is None else is_whole(self.certificate)


@dataclass(frozen=True, slots=True)
class ErasureState(AsDict):
    """How far an erasure is: its lines are overwritten from its decision on.

    Attributes:
        at: when it was decided.
        counts: lines by kind, as of the plan.
        derived: everything derived was made anew since.
        certificate: how it ended; ``None``: it is not finished.
    """

    id: str
    at: int
    counts: Mapping[str, int]
    derived: bool
    certificate: Certificate | None
    _properties = ("ok",)

    @property
    def ok(self) -> bool:
        """It is finished, nothing was found afterwards, and every line could be overwritten."""
        return self.certificate is not None and is_whole(self.certificate)


def is_whole(certificate: Certificate) -> bool:
    """Whether nothing was found afterwards, and every line could be overwritten."""
    return not certificate.left and None not in certificate.hashes
