"""The façade: :class:`EywaMemory`, what a user of the library calls."""

from eywa_fs.memory.facade import EywaMemory

__all__ = ["EywaMemory"]
