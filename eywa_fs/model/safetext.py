"""Text that is safe to show: what others wrote must not steer the terminal that prints it."""

from __future__ import annotations

import re
import sys
import textwrap
from typing import Final

from eywa_fs.model.records import Record
from eywa_fs.model.times import shown

_STEERING: Final = "\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff"
"""C0 and C1 controls (escape sequences start with one), DEL, line and paragraph separators, marks
that reorder text (Unicode TR 36, 3.2), and lone surrogates, which cannot be printed at all."""
_HIDDEN: Final = (
    "\xad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u2060-\u2065\u206a-\u206f\u3164"
    "\ufe00-\ufe0d\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    "\U000e0000-\U000e0fff"
)
"""What is drawn as nothing (``Default_Ignorable_Code_Point``), without those that have a use."""
_RTL: Final = "\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc"
_PICTURE: Final = (
    "\xa9\xae\u203c\u2049\u2122\u2139\u2190-\u2bff\u3030\u303d\u3297\u3299\U0001f000-\U0001faff"
)
_MISPLACED: Final = (
    f"(?<![{_RTL}\u0900-\u109f\u1780-\u17ff\u1820-\u18aa\ufe0f{_PICTURE}])[\u200c\u200d]|"
    f"(?<![{_RTL}])[\u061c\u200e\u200f](?![{_RTL}])|"
    f"(?<![{_PICTURE}])[\ufe0e\ufe0f](?!\u20e3)"
)
"""What is drawn as nothing and needed in some scripts or in pictures, where it is not: joiners,
marks of direction, the two styles of a picture."""
_FLAG: Final = "\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{3,6}\U000e007f"
"""The flag of a part of a country, which is spelled in marks that are drawn as nothing."""
_UNSAFE_TEXT: Final = re.compile(f"{_FLAG}|[{_STEERING}{_HIDDEN}]|{_MISPLACED}")
_UNSAFE_LINE: Final = re.compile(f"{_FLAG}|[\\t\\n{_STEERING}{_HIDDEN}]|{_MISPLACED}")
_OUTER: Final = re.compile(r"^\s+|\s+$")
_HALVES: Final = re.compile("[\ud800-\udfff]")
_NAMES: Final = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}


def safe(text: str) -> str:
    """``text`` with its line breaks and tabs; every other control character is spelled out, and
    what is drawn as nothing where no script needs it."""
    return _UNSAFE_TEXT.sub(_spelled, text)


def safe_line(text: str) -> str:
    """``text`` in one line: line breaks are spelled out as well."""
    return _UNSAFE_LINE.sub(_spelled, text)


def safe_name(name: str) -> str:
    """A name in one line; blanks around it, which look like none, are spelled out too."""
    return _OUTER.sub(lambda found: "".join(map(_named, found[0])), safe_line(name))


def safe_json(text: str) -> str:
    """JSON with the characters escaped that :func:`safe` spells; the value stays the same."""
    return _UNSAFE_TEXT.sub(_escaped, text)


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
    return match[0] if len(match[0]) > 1 else _named(match[0])  # a flag stays


def _named(char: str) -> str:
    if char in _NAMES:
        return _NAMES[char]
    code = ord(char)
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def _escaped(match: re.Match[str]) -> str:
    if len(match[0]) > 1:
        return match[0]
    units = match[0].encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{units[at : at + 4]}" for at in range(0, len(units), 4))
