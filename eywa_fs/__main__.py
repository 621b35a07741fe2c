"""``eywa``, and ``python -m eywa_fs``: imports the program; Ctrl-C ends that in words, too."""

from __future__ import annotations

import codecs
import os
import sys


def run() -> None:
    """Entry point of the ``eywa`` command."""
    try:
        _use_utf8()
        from eywa_fs.cli.main import run

        run()
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        sys.exit(130)


def _use_utf8() -> None:
    """Begin anew in UTF-8 mode, child processes too, where Python takes names and arguments for
    ASCII (LC_ALL=C and PYTHONUTF8=0): other characters would be no text here."""
    told = os.environ.get("PYTHONUTF8") == "1"
    if not told and codecs.lookup(sys.getfilesystemencoding()).name == "ascii":
        os.environ["PYTHONUTF8"] = "1"
        os.execv(sys.executable, sys.orig_argv)


if __name__ == "__main__":
    run()
