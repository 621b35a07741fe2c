"""Text that is safe to show: what others wrote must not steer the terminal that prints it."""

from __future__ import annotations

import re
import sys
import textwrap

from eywa_fs.model.records import Record
from eywa_fs.model.times import shown

# C0 and C1 controls (escape sequences start with one), DEL, line and paragraph separators, and the
# marks that reorder text (Unicode TR 36, 3.2). Lone surrogates cannot be printed at all.
_UNSAFE = "\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff"
_UNSAFE_TEXT = re.compile(f"[{_UNSAFE}]")
_UNSAFE_LINE = re.compile(f"[\\t\\n{_UNSAFE}]")
_HALVES = re.compile("[\ud800-\udfff]")
_NAMES = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}


def safe(text: str) -> str:
    """``text`` with its line breaks and tabs; every other control character is spelled out."""
    return _UNSAFE_TEXT.sub(_spelled, text)


def safe_line(text: str) -> str:
    """``text`` in one line: line breaks are spelled out as well."""
    return _UNSAFE_LINE.sub(_spelled, text)


def safe_json(text: str) -> str:
    """JSON with the characters escaped that a terminal acts upon; the value stays the same."""
    return _UNSAFE_TEXT.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def without_halves(text: str) -> str:
    """``text`` with U+FFFD for each half of a character, which no file can hold."""
    return _HALVES.sub("\ufffd", text)


def why_no_text(error: UnicodeEncodeError) -> str:
    """What is wrong with a text that no file can hold, in words: Python keeps a byte that is not
    UTF-8 as half a character, which other programs make by themselves."""
    half, at = ord(error.object[error.start]), error.start
    if 0xDC80 <= half <= 0xDCFF:
        return f"not UTF-8: the byte 0x{half - 0xDC00:02X} at character {at} is of another encoding"
    return f"no text: half a character (U+{half:04X}) stands at character {at}; take it out"


def why_no_json(error: Exception) -> str:
    """What is wrong with JSON that cannot be read or written, in words: Python takes no integer of
    more than 4,300 digits, and tells programmers how to change that."""
    if "set_int_max_str_digits" in str(error):
        return f"an integer has more than {sys.get_int_max_str_digits():,} digits: put it in quotes"
    return str(error)


def indented(text: str, by: str) -> str:
    """Lines behind the first one moved to the right, so that they cannot pass for ours."""
    return safe(text).replace("\n", f"\n{by}")


def said(record: Record, citation: str, zone: str) -> str:
    """When a record was said, who said it, its id, and where it stands in a second line: the date
    is in front, so that it does not break on a narrow terminal. ``zone``: IANA, of the date."""
    who = " as ".join(dict.fromkeys((record.speaker or record.role, record.role)))
    when = shown(record.timestamp, zone) if record.timestamp else ""  # Markdown has none
    parts = (when, safe_line(who), safe_line(record.event_id))
    return f"{'  '.join(filter(None, parts))}\n   {safe_line(citation)}"


def wrapped(line: str, columns: int) -> str:
    """A line broken between words where it is longer; what follows stands two to the right."""
    return textwrap.fill(
        line, columns, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False
    )


def _spelled(match: re.Match[str]) -> str:
    char = match[0]
    return _NAMES.get(char) or (f"\\x{ord(char):02x}" if char < "\u0100" else f"\\u{ord(char):04x}")
