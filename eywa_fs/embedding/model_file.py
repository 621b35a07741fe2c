"""Model files that come inside packages: where they lie, and whether they are the right ones."""

from __future__ import annotations

import hashlib
from importlib.util import find_spec
from pathlib import Path

from eywa_fs.errors import DependencyUnavailable


def installed(package: str) -> bool:
    """Whether ``package`` can be imported, without importing it."""
    return find_spec(package) is not None


def package_folder(package: str, install: str) -> Path:
    """The folder of an installed package, which is not imported; ``DependencyUnavailable``, with
    ``pip install {install}``, where it is not installed."""
    spec = find_spec(package)
    if spec is None or spec.origin is None:
        raise DependencyUnavailable(
            f"the package {package} is not installed: pip install {install}"
        )
    return Path(spec.origin).parent


def verify_file(path: Path, sha256: str) -> None:
    """Raise ``DependencyUnavailable`` for a model file that cannot be read or is not, bit by bit,
    the one its vectors are named after. Reads the whole file (about 0.5 ms per megabyte)."""
    try:
        with path.open("rb") as file:
            found = hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise DependencyUnavailable(f"cannot read the model file {path.name}: {error}") from error
    if found != sha256:
        raise DependencyUnavailable(
            f"the model file {path.name} has SHA-256 {found[:16]}…, expected {sha256[:16]}…: "
            "reinstall the package in the version this program was made for"
        )
