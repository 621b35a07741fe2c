"""``python -m eywa_fs``: the ``eywa`` command."""

from eywa_fs.cli.main import run

if __name__ == "__main__":
    run()
