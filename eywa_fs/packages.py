"""What this machine lacks: a package that is missing or cannot be imported, memory, open files."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import contextmanager

from eywa_fs.errors import Hindered


@contextmanager
def importing(package: str, install: str) -> Iterator[None]:
    """Around the imports of a package: ``Hindered``, with ``pip install {install}``,
    where they fail in whatever way. A shared library may lack, an upgrade may have been cut short,
    or there may be too little memory."""
    try:
        yield
    except Exception as error:
        if isinstance(error, ModuleNotFoundError) and error.name == package:
            told = f"the package {package} is not installed: pip install {install}"
        else:
            why = str(error) or type(error).__name__
            told = (
                f"the package {package} cannot be imported ({why}): mend what it says, or "
                f"pip install --force-reinstall {install}"
            )
        raise Hindered(told) from error


def lack(error: Exception) -> Hindered | None:
    """The error for one that tells what this machine lacks, wherever it was met; ``None`` for any
    other. Almost every step imports or opens something, so each of them may fail of it."""
    code = error.errno if isinstance(error, OSError) else None
    if code in (errno.EMFILE, errno.ENFILE):
        return Hindered(f"no more files can be opened ({error}): raise the limit (ulimit -n)")
    if code == errno.ENOMEM or isinstance(error, MemoryError):
        return Hindered(f"there is too little memory ({error!r}): give this process more")
    if isinstance(error, ImportError):
        return Hindered(f"a package cannot be imported ({error}): install eywa-fs again")
    return None
