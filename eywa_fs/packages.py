"""Packages with native code: where one is missing, or is there and cannot be imported."""

from __future__ import annotations

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
