"""Writes ONNX models: the few messages of its protobuf format that a plain graph needs.

The package ``onnx`` would do it as well; it is 31 MB, for 60 lines. Field numbers are those of
``onnx.proto``.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

IR_VERSION = 8
OPSET = 17
CONTRIB = "com.microsoft"
"""The domain of onnxruntime's own operators; an empty one is that of the standard."""
_KINDS = {np.dtype(np.float32): 1, np.dtype(np.uint8): 2}
_FLOAT = 1
_AS_FLOAT, _AS_INT, _AS_INTS = 1, 2, 7


class GraphWriter:
    """Collects the nodes and constants of a graph with one input and one output of float32."""

    def __init__(self) -> None:
        self._nodes: list[bytes] = []
        self._constants: list[bytes] = []

    def constant(self, name: str, value: NDArray[np.generic]) -> str:
        """Add a constant and return its name."""
        message = b"".join(_number(1, size) for size in value.shape)
        message += _number(2, _KINDS[value.dtype]) + _text(8, name) + _bytes(9, value.tobytes())
        self._constants.append(_bytes(5, message))
        return name

    def node(
        self,
        operator: str,
        inputs: Sequence[str],
        output: str,
        domain: str = "",
        **attributes: int | float | Sequence[int],
    ) -> str:
        """Add an operator and return the name of what it gives."""
        message = b"".join(_text(1, name) for name in inputs) + _text(2, output)
        message += _text(3, output) + _text(4, operator)
        message += b"".join(_bytes(5, _attribute(*pair)) for pair in attributes.items())
        self._nodes.append(_bytes(1, message + _text(7, domain)))
        return output

    def model(
        self,
        name: str,
        given: tuple[str, Sequence[int | str]],
        wanted: tuple[str, Sequence[int | str]],
    ) -> bytes:
        """The finished model; ``given`` and ``wanted`` are a name and a shape each."""
        graph = b"".join([*self._nodes, _text(2, name), *self._constants])
        graph += _bytes(11, _value(*given)) + _bytes(12, _value(*wanted))
        opsets = (("", OPSET), (CONTRIB, 1))
        return b"".join(
            [
                _number(1, IR_VERSION),
                _bytes(7, graph),
                *(_bytes(8, _text(1, domain) + _number(2, number)) for domain, number in opsets),
            ]
        )


def _attribute(name: str, value: int | float | Sequence[int]) -> bytes:
    if isinstance(value, int):
        return _text(1, name) + _number(3, value) + _number(20, _AS_INT)
    if isinstance(value, float):
        return (
            _text(1, name) + _varint(2 << 3 | 5) + struct.pack("<f", value) + _number(20, _AS_FLOAT)
        )
    return _text(1, name) + b"".join(_number(8, one) for one in value) + _number(20, _AS_INTS)


def _value(name: str, shape: Sequence[int | str]) -> bytes:
    sizes = (_number(1, size) if isinstance(size, int) else _text(2, size) for size in shape)
    tensor = _number(1, _FLOAT) + _bytes(2, b"".join(_bytes(1, size) for size in sizes))
    return _text(1, name) + _bytes(2, _bytes(1, tensor))


def _varint(value: int) -> bytes:
    value &= (1 << 64) - 1
    parts = bytearray()
    while value > 127:
        parts.append(value & 127 | 128)
        value >>= 7
    parts.append(value)
    return bytes(parts)


def _number(field: int, value: int) -> bytes:
    return _varint(field << 3) + _varint(value)


def _bytes(field: int, value: bytes) -> bytes:
    return b"".join([_varint(field << 3 | 2), _varint(len(value)), value])


def _text(field: int, value: str) -> bytes:
    return _bytes(field, value.encode())
