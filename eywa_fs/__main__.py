"""``eywa``, and ``python -m eywa_fs``: imports the program; Ctrl-C ends that in words, too."""

from __future__ import annotations

import sys


def run() -> None:
    """Entry point of the ``eywa`` command."""
    try:
        from eywa_fs.cli.main import run

        run()
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        sys.exit(130)


if __name__ == "__main__":
    run()
