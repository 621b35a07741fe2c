"""What a message asserts: the language is chosen by the script the message is written in."""

from __future__ import annotations

import re
from functools import cache
from importlib import import_module

from eywa_fs.facts.engine.clauses import Language
from eywa_fs.facts.engine.matching import RuleBook
from eywa_fs.facts.engine.reader import read
from eywa_fs.facts.engine.rules import load
from eywa_fs.facts.model import Candidate
from eywa_fs.language.script import is_chinese

LANGUAGES = ("en", "zh")
"""Codes of the languages that are read; each is a package below ``languages``."""
_HAN = re.compile("[\u4e00-\u9fff]")


def extract(content: str, timestamp_ms: int, tz: str = "UTC") -> tuple[Candidate, ...]:
    """The assertions of one user message, in the order of the text; what an assistant said is no
    fact about the user. The same for the same arguments; never raises, whatever the text.

    Args:
        timestamp_ms: when it was said, epoch milliseconds; relative dates count from there.
        tz: IANA zone in which "today" is read.
    """
    code = language_of(content)
    return read(content, language(code), rules(code), timestamp_ms, tz)


def language_of(content: str) -> str:
    """The code of the language a text is read in: Chinese from three words in ten on."""
    head = content[:2000]
    return "zh" if _HAN.search(head) and is_chinese(head) else "en"


@cache
def language(code: str) -> Language:
    """The language of a code, loaded once."""
    found: Language = import_module(f"eywa_fs.facts.languages.{code}").LANGUAGE
    return found


@cache
def rules(code: str) -> RuleBook:
    """The rules of a language, read from its files once."""
    return RuleBook(load(language(code)), language(code))
