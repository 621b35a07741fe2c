"""Lane ``l0_recent_chunk``: one record becomes one document, a long one several spans.

A document carries two texts for two indexes. The vector sees the bare span: previous turns in an
embedded text blur what the turn itself says. The word index sees a *window*: the span with its
speaker, and the records just before it, because the words of a question are often spread over the
question and the answer of a talk. The window looks back only, so what is indexed never changes
when the next line arrives.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from eywa_fs.language.script import CJK
from eywa_fs.language.tokens import index_terms
from eywa_fs.model.records import Record

CONTEXT_RECORDS: Final = 2
"""Records before a record that lend it their words. Measured on talks: none R@10 0.645, one 0.743,
two 0.776 (words alone)."""

CONTEXT_GAP_MS: Final = 30 * 60 * 1000
"""A longer silence ends an exchange: what was said before it is no context (ms)."""

OWN_WEIGHT: Final = 2
"""How often a span's own words count in its window, against once for its context."""

SPAN_TOKENS: Final = 300
"""Aim for the size of a span, in tokens as estimated by :func:`estimated_tokens`."""

SPAN_MAX_TOKENS: Final = 380
"""A record up to this size stays whole; no span is longer. Below the 512 tokens of the models."""

SPAN_MIN_TOKENS: Final = 60
"""A last span shorter than this joins the one before it."""

_KEPT_CHARACTERS: Final = 4000
"""So much of a record lends its words, half of it its beginning and half its end: each span of the
next ones carries them. Terms of longer texts are not kept."""

_CJK_CHAR: Final = re.compile(f"[{CJK}]")
_BREAK: Final = re.compile(r"(?<=[。！？!?；;\n])|(?<=\.)\s+")


@dataclass(frozen=True, slots=True)
class SpanDocument:
    """One document of the lane.

    ``start``/``end`` are character positions in the record's content. ``own_words`` and
    ``window_words`` are terms joined by single blanks, ready for an index that splits on white
    space. ``own_terms`` is the number of terms of the span without the speaker's name.
    ``context`` says how many of the given previous records (counted from the nearest) lent words.
    """

    start: int
    end: int
    embed_text: str
    own_words: str
    window_words: str
    own_terms: int
    context: int


def estimated_tokens(text: str) -> float:
    """Rough size of ``text`` in tokens of a subword model: 0.75 a CJK character, else 4.2
    characters a token (means over chats, multilingual SentencePiece vocabulary)."""
    cjk = len(_CJK_CHAR.findall(text))
    return cjk * 0.75 + (len(text) - cjk) / 4.2


def documents(record: Record, previous: Sequence[Record] = ()) -> list[SpanDocument]:
    """Documents of one record, in the order of its text; always at least one.

    ``previous``: the records just before it in the same file (same session, same UTC day), oldest
    first; the last :data:`CONTEXT_RECORDS` are looked at, and only those that are not cut off by
    a silence of more than :data:`CONTEXT_GAP_MS`.
    """
    context = context_of(record, previous)
    context_terms: list[str] = []
    for other in context:
        context_terms += _terms(_lent(other.content)) + index_terms(other.speaker or "")
    found = []
    for start, end in spans(record.content):
        text = record.content[start:end]
        own = _terms(text)
        own_and_speaker = own + index_terms(record.speaker or "")
        found.append(
            SpanDocument(
                start=start,
                end=end,
                embed_text=text.strip(),
                own_words=" ".join(own_and_speaker),
                window_words=" ".join(own_and_speaker * OWN_WEIGHT + context_terms),
                own_terms=len(own),
                context=len(context),
            )
        )
    return found


def context_of(record: Record, previous: Sequence[Record]) -> list[Record]:
    """The records of ``previous`` (oldest first) that are context of ``record``, oldest first."""
    chosen: list[Record] = []
    later = record.timestamp
    for other in reversed(previous[-CONTEXT_RECORDS:]):
        if later - other.timestamp > CONTEXT_GAP_MS:
            break
        chosen.insert(0, other)
        later = other.timestamp
    return chosen


def _lent(text: str) -> str:
    half = _KEPT_CHARACTERS // 2
    return text if len(text) <= _KEPT_CHARACTERS else f"{text[: half - 1]}\n{text[-half:]}"


def _terms(text: str) -> list[str]:
    """The terms of a text; a record is read once for itself and again as context."""
    return list(_kept_terms(text)) if len(text) <= _KEPT_CHARACTERS else index_terms(text)


@lru_cache(maxsize=16)
def _kept_terms(text: str) -> tuple[str, ...]:
    return tuple(index_terms(text))


def spans(content: str) -> list[tuple[int, int]]:
    """Cut ``content`` into spans ``(start, end)`` that tile it without gap or overlap.

    Cuts fall after a sentence or a line where there is one, else anywhere.
    """
    if estimated_tokens(content) <= SPAN_MAX_TOKENS:
        return [(0, len(content))]
    found: list[tuple[int, int]] = []
    start, size = 0, 0.0
    for atom_start, atom_end in _atoms(content):
        tokens = estimated_tokens(content[atom_start:atom_end])
        if size and size + tokens > SPAN_TOKENS:
            found.append((start, atom_start))
            start, size = atom_start, 0.0
        size += tokens
    last_start = start
    fits = found and size < SPAN_MIN_TOKENS
    if fits and estimated_tokens(content[found[-1][0] :]) <= SPAN_MAX_TOKENS:
        last_start = found.pop()[0]
    return [*found, (last_start, len(content))]


def _atoms(content: str) -> list[tuple[int, int]]:
    """Sentences; one that alone is too long is cut into equal pieces."""
    ends = [*(match.end() for match in _BREAK.finditer(content)), len(content)]
    atoms: list[tuple[int, int]] = []
    start = 0
    for end in ends:
        if end <= start:
            continue
        pieces = int(estimated_tokens(content[start:end]) // SPAN_TOKENS) + 1
        step = -(-(end - start) // pieces)
        atoms.extend((at, min(at + step, end)) for at in range(start, end, step))
        start = end
    return atoms
