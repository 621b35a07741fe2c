"""What a message asserts: each sentence is read in the language that its script tells."""

from __future__ import annotations

import re
from functools import cache
from importlib import import_module

from eywa_fs.facts.engine.clauses import Language
from eywa_fs.facts.engine.matching import RuleBook
from eywa_fs.facts.engine.reader import read
from eywa_fs.facts.engine.rules import load
from eywa_fs.facts.model import Candidate
from eywa_fs.language.material import LONGEST
from eywa_fs.language.script import is_chinese

LANGUAGES = ("en", "zh")
"""Codes of the languages that are read; each is a package below ``languages``."""
_HAN = re.compile("[\u4e00-\u9fff]")
_SENTENCE = re.compile(r".+?(?:[。！？!?；\n]+|\.(?=\s|[\u4e00-\u9fff]|$)|$)", re.DOTALL)
_WORD = re.compile(r"[A-Za-z][\w'’]*")
_ABOUT_WORDS = re.compile(
    r"(?i)[翻口]译|翻譯|[英中][文语語]|怎[么麼]说|怎麼說|[语語]法|句|[单單][词詞]|意思|作文|[口听][语語力]|背诵"
    r"|[这這]段|[润潤]色|检查|帮我[看改]|[邮郵]件|简历|怎么样"
    r"|\b(?:translat|grammar|mandarin|chinese|pinyin|sentence|phrase|mean|say|pronounc|essay)"
)
"""Words of a message that is about a language: a sentence in the other one is an example."""


def extract(content: str, timestamp_ms: int, tz: str = "UTC") -> tuple[Candidate, ...]:
    """The assertions of one user message, in the order of the text; what an assistant said is no
    fact about the user. The same for the same arguments; never raises, whatever the text.

    Args:
        timestamp_ms: when it was said, epoch milliseconds; relative dates count from there.
        tz: IANA zone in which "today" is read.
    """
    parts = [(language(code), rules(code), at, end) for code, at, end in _parts(content)]
    return read(content, parts, timestamp_ms, tz)


def _parts(content: str) -> list[tuple[str, int, int]]:
    """The parts of a message by language: all of it in the one it is mostly written in, but for
    whole sentences in the other."""
    main, head = language_of(content), content[:LONGEST]
    if not (_HAN.search(head) and len(_WORD.findall(head)) > 2) or _ABOUT_WORDS.search(head):
        return [(main, 0, len(content))]
    parts: list[tuple[str, int, int]] = []
    for match in _SENTENCE.finditer(head):
        han, latin = len(_HAN.findall(match.group())), len(_WORD.findall(match.group()))
        code = "zh" if han > 3 and han > latin else "en" if latin > 2 and not han else main
        start = parts.pop()[1] if parts and parts[-1][0] == code else match.start()
        parts.append((code, start, match.end()))
    return parts


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
