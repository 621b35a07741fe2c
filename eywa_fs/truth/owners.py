"""Files of a memory that belong to another user, so that this one may not use them."""

from __future__ import annotations

import os
import pwd
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from eywa_fs.truth.layout import Layout, printable

_PARTS: Final = ("tenants", "audit", "access", ".index", "config.yaml")
"""What a memory consists of; what else stands in the root, as a disk's lost+found, is not used."""


@dataclass(frozen=True, slots=True)
class Refused:
    """What this user may not use: the first of ``count`` files and folders by name, and whose."""

    rel: str
    owner: str
    count: int

    def __str__(self) -> str:
        more = f", and {self.count - 1} more are another user's" if self.count > 1 else ""
        return f"{self.rel} belongs to {self.owner}, and {_name(os.geteuid())} may not use it{more}"

    @property
    def advice(self) -> str:
        """What to do about it."""
        return f"as the superuser: 'chown -R {_name(os.geteuid())}' on the data root"


def refused_files(layout: Layout) -> Refused | None:
    """What belongs to another user and may not be read, or not be written where the root may be.

    Where the root itself may not be written, somebody reads another user's memory, as they may.
    """
    wanted = os.R_OK | os.W_OK if os.access(layout.root, os.W_OK) else os.R_OK
    me = os.geteuid()
    found = []
    for path in _below(layout):
        try:
            owner = os.lstat(path).st_uid
        except OSError:
            continue
        enter = os.X_OK if os.path.isdir(path) else 0
        if owner != me and not os.access(path, wanted | enter):
            found.append((os.path.relpath(path, layout.root), owner))
    if not found:
        return None
    rel, owner = min(found)
    return Refused(printable(rel), _name(owner), len(found))


def _below(layout: Layout) -> Iterator[str]:
    """Files and folders of a memory; symbolic links are not followed."""
    for top in (os.path.join(layout.root, name) for name in _PARTS):
        if not os.path.islink(top):
            yield top
            for folder, folders, names in os.walk(top):
                paths = (os.path.join(folder, name) for name in (*folders, *names))
                yield from (path for path in paths if not os.path.islink(path))


def _name(uid: int) -> str:
    try:
        return pwd.getpwuid(uid).pw_name
    except KeyError:
        return f"the user {uid}"
