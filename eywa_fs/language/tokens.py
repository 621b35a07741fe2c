"""Terms of the word index: the same small analyser for records and for queries.

English words are stemmed (Snowball "english", cached), Chinese and other unspaced scripts become
character bigrams (no dictionary needed, and measured as good as a segmenter), numbers and
identifiers stay whole and, where they have parts, give the parts too (:func:`_compound`). Terms
hold no white space: joined by blanks they can be fed to an index that splits on white space.
"""

import re
import threading
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import pairwise
from typing import Any, Final

from eywa_fs.language import irregular, stopwords
from eywa_fs.language.script import CJK, fold

TERMS: Final = 2
"""Version of the analyser. Raise it when a record would give other terms: every index then reads
its files again. ``tests/language/test_terms_version.py`` notices."""

MAX_TERM: Final = 80
"""Characters; a longer term (a blob, a data URL) is cut so that it can't bloat the index."""

_KEPT_LENGTH: Final = 32
"""Characters of a word whose terms are remembered."""

_LETTER: Final = rf"[^\W_{CJK}]"
_PIECE: Final = re.compile(
    rf"(?P<cjk>[{CJK}]+)"
    rf"|(?P<compound>{_LETTER}+(?:[._@:/\\#+&=~%?-]+{_LETTER}+)+)"
    rf"|(?P<word>{_LETTER}+(?:['’]{_LETTER}+)*)",
)
_PART: Final = re.compile(rf"{_LETTER}+")
_JOINS: Final = re.compile(r"[=?&@#:]+")
"""What joins identifiers that may be asked for by themselves: a name and its value, a host and its
port, a file and a line of it."""
_SLASHES: Final = re.compile(r"[/\\]+")
_VERSION: Final = re.compile(r"v(?=\d+\.\d)")
"""What may stand before a version and may as well be left out."""
_HASH: Final = re.compile(r"(?=[a-f]*\d+[a-f]+\d|\d*[a-f]+\d+[a-f])[\da-f]{7,}")
SHORT_HASH: Final = 7
"""Characters of a hexadecimal number by which it may be named; one goes from letters to digits and
back, unlike a code of letters with a number behind them."""
_NUMBERS: Final = "two three four five six seven eight nine ten eleven twelve"
_NUMBER_WORDS: Final = {word: str(n) for n, word in enumerate(_NUMBERS.split(), start=2)}
_FUNCTION_CHARS: Final = frozenset(stopwords.CHINESE)
_ASKING: Final = re.compile("|".join(sorted(stopwords.CHINESE_QUESTION, key=len, reverse=True)))


def index_terms(text: str) -> list[str]:
    """Terms of a record, in reading order, with repetitions.

    Every word is kept, also the ones a query would drop.
    """
    return list(_terms(fold(text)))


def query_terms(text: str) -> list[str]:
    """Distinct terms of a query in order of first appearance, without what carries no meaning.

    Question words, function words and asking phrases are dropped, unless nothing else is left:
    then all terms are returned, so that no query with a letter or digit in it is empty.
    """
    return query_content(text) or list(dict.fromkeys(_terms(fold(text))))


def query_content(text: str) -> list[str]:
    """:func:`query_terms`, and none where nothing else is left."""
    folded = fold(text)
    if not folded.isascii():
        folded = _ASKING.sub(" ", folded)
    return list(dict.fromkeys(_content(folded)))


def content_terms(text: str) -> list[str]:
    """Terms of a text in reading order, with repetitions, without words that only say how a
    sentence is built; of "yes, thank you" there are none."""
    return _content(fold(text))


def has_question(text: str) -> bool:
    """Whether something in a text asks: a question mark, or an asking phrase of Chinese."""
    folded = fold(text)
    return "?" in folded or _ASKING.search(folded) is not None


def _content(folded: str) -> list[str]:
    content: list[str] = []
    for word in folded.split():  # no piece has a blank in it
        kept = len(word) <= _KEPT_LENGTH and word.isascii()
        content += _kept_content(word) if kept else _without_function(_read_terms(word))
    return content


def _without_function(terms: Iterable[str]) -> list[str]:
    stems, chars = _function_stems(), _FUNCTION_CHARS
    return [term for term in terms if term not in stems and not chars.issuperset(term)]


@lru_cache(maxsize=16384)
def _kept_content(word: str) -> tuple[str, ...]:
    return tuple(_without_function(_read_terms(word)))


def _terms(folded: str) -> Iterator[str]:
    for word in folded.split():
        kept = len(word) <= _KEPT_LENGTH and word.isascii()
        yield from _kept_terms(word) if kept else _read_terms(word)


@lru_cache(maxsize=16384)
def _kept_terms(word: str) -> tuple[str, ...]:
    return tuple(_read_terms(word))


def _read_terms(folded: str) -> Iterator[str]:
    for match in _PIECE.finditer(folded):
        kind, piece = match.lastgroup, match.group()
        if kind == "cjk":
            yield from _bigrams(piece)
        elif kind == "word":
            yield from _word(piece)
        else:
            yield from _compound(piece)


def _compound(piece: str) -> Iterator[str]:
    """Terms of foo_bar-42 or an address: the whole and its parts.

    What ``=``, ``:``, ``?``, ``&``, ``@`` and ``#`` join counts as wholes of their own, and of a
    path so do its names and each two that follow each other. ``v1.0.2`` is 1.0.2."""
    piece = piece.strip("._@:/\\#+&=~%?-")
    piece = piece[1:] if _VERSION.match(piece) else piece
    if not piece:
        return
    if _PART.fullmatch(piece):
        yield from _word(piece)
        return
    yield piece[:MAX_TERM]
    joined, path = _JOINS.split(piece), list(_named(piece))
    if len(joined) > 1:
        for each in joined:
            yield from _compound(each)
    elif len(path) > 1:
        if len(path) > 2:
            for (start, _), (_, stop) in pairwise(path):
                yield piece[start:stop][:MAX_TERM]
        for start, stop in path:
            yield from _compound(piece[start:stop])
    else:
        for part in _PART.findall(piece):
            yield from _word(part)


def _named(path: str) -> Iterator[tuple[int, int]]:
    """Where the names of a path begin and end."""
    start = 0
    for found in _SLASHES.finditer(path):
        yield start, found.start()
        start = found.end()
    yield start, len(path)


def _word(word: str) -> Iterator[str]:
    yield _stem(word)
    if len(word) > SHORT_HASH and _HASH.fullmatch(word):
        yield word[:SHORT_HASH]


def _bigrams(run: str) -> list[str]:
    return [run[start : start + 2] for start in range(len(run) - 1)] or [run]


@lru_cache(maxsize=65536)
def _stem(word: str) -> str:
    word = word.replace("’", "'")
    if word.endswith("'s"):
        word = word[:-2]
    word = word.replace("'", "")
    word = _NUMBER_WORDS.get(word, irregular.BASE_FORMS.get(word, word))
    if not word.isascii() or not word.isalpha() or len(word) > MAX_TERM:
        return word[:MAX_TERM]
    stem: str = _stemmer().stemWord(word)
    return stem or word


def _stemmer() -> Any:
    """One a thread: it keeps the word it works on in itself, and threads would mix theirs."""
    found = getattr(_OF_THREAD, "stemmer", None)
    if found is None:
        import snowballstemmer

        found = _OF_THREAD.stemmer = snowballstemmer.stemmer("english")
    return found


_OF_THREAD: Final = threading.local()


@lru_cache(maxsize=1)
def _function_stems() -> frozenset[str]:
    """The stop words as they look after stemming ("does" gives "doe")."""
    return stopwords.ENGLISH | {_stem(word) for word in stopwords.ENGLISH}
