"""What a search refused or could not do, in words, with the command that helps. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

_REFUSED = {
    "mismatch": "the file no longer holds the bytes that were indexed: somebody changed them",
    "missing": "the file or the line is gone",
    "foreign": "the line belongs to another tenant or user",
    "unreadable": "the file cannot be read",
}

_DEGRADED = {
    "index_missing": ("nothing is indexed yet; the files themselves were searched", "eywa index"),
    "index_unavailable": (
        "the index cannot be opened; the files themselves were searched",
        "eywa rebuild",
    ),
    "index_read_only": (
        "the index may not be written; it was used as it was found",
        "eywa status",
    ),
    "catalog_damaged": (
        "the catalog is damaged or gone; the files themselves were searched",
        "eywa repair --apply",
    ),
    "catalog_busy": (
        "another program keeps the catalog locked; the files themselves were searched",
        "eywa status",
    ),
    "words_damaged": ("the word index is damaged or gone", "eywa repair --apply"),
    "words_unavailable": ("the word index failed", "eywa verify --deep"),
    "vectors_damaged": ("the vector index is damaged or gone", "eywa repair --apply"),
    "vectors_unavailable": ("the vector index did not answer", "eywa doctor"),
    "embedder_unavailable": ("the query could not be turned into a vector", "eywa doctor"),
    "tail_truncated": ("too much is not indexed yet to look at all of it", "eywa index"),
    "facts_from_files": (
        "the index cannot be used for facts; they were read from the files",
        "eywa doctor",
    ),
    "truth_unreadable": ("a file of records cannot be read", "eywa verify"),
}


def remarks(
    degraded: Sequence[str], dropped: Mapping[str, int] | None = None, lag_bytes: int = 0
) -> list[str]:
    """Lines for people about what was left out of an answer, and what to do about it.

    Args:
        degraded: reasons as a result gives them, ``name: details``.
        dropped: refused candidates by reason.
        lag_bytes: bytes of this user that are not indexed yet.
    """
    lines = []
    for reason, number in (dropped or {}).items():
        what = "fact" if reason.startswith("fact_") else "record"
        why = reason.removeprefix("fact_")
        records = f"1 {what} was" if number == 1 else f"{number} {what}s were"
        lines.append(f"refused: {records} not shown, because {_REFUSED.get(why, why)}")
    if dropped:
        lines.append(
            "  'eywa verify' names the files; 'eywa repair --apply' makes the index follow them"
        )
    for reason in degraded:
        name, _, details = reason.partition(":")
        meaning, command = _DEGRADED.get(name, (name, "eywa doctor"))
        lines.append(f"worse than usual: {meaning} ({name}{':' if details else ''}{details})")
        lines.append(f"  next: '{command}'")
    if lag_bytes and not degraded:
        lines.append(
            f"not indexed yet: {lag_bytes} bytes of this user; they were searched in the files. "
            "'eywa watch' indexes as they come, 'eywa index' indexes them now"
        )
    return lines
