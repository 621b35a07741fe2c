"""Rules as data: lines of text files, each with sentences that it reads and does not read.

A file is ``languages/<code>/rules/<topic>.rules``; docs/facts.md has the grammar of its lines, and
``tests/facts/test_rule_examples.py`` runs the examples."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, Literal, cast, get_args

from eywa_fs.facts import data
from eywa_fs.facts.engine.clauses import Language
from eywa_fs.facts.model import PREDICATES, Act

Words = tuple[tuple[str, ...], ...]  # alternatives, each the words of successive tokens
_NAMES: Final = "tense act sure only negated negates object kind before unless over replaces"
_OPTIONS: Final = frozenset(_NAMES.split())
_LINE = re.compile(r"(?P<name>[\w-]+)\s+(?P<predicate>\w+|-):\s*(?P<form>[^;]+)(?P<options>;.*)?$")
_VALUE = re.compile(r"\{(?:(?P<role>\w+|-):)?(?P<type>\w+)(?P<many>\*)?\}$")


@dataclass(frozen=True, slots=True)
class Element:
    """One element of a form; ``type``, ``role`` and ``many`` are those of a value."""

    kind: Literal["words", "value", "end"]
    words: Words = ()
    optional: bool = False
    type: str = ""
    role: str = "object"
    many: bool = False


@dataclass(frozen=True, slots=True)
class Example:
    """A sentence, and what the rule reads in it; ``None``: nothing."""

    text: str
    expected: str | None


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule; see the module."""

    id: str
    predicate: str
    head: Words
    form: tuple[Element, ...]
    tenses: frozenset[str] = frozenset({"present", "perfect"})
    act: Act = "state"
    sure: bool = True
    only: str = ""
    negated: str = ""
    negates: bool = False
    object: str = ""
    kind: str = ""
    before: frozenset[str] = frozenset()
    unless: frozenset[str] = frozenset()
    over: bool = False
    replaces: bool = False
    examples: list[Example] = field(default_factory=list, compare=False)


class RuleError(ValueError):
    """A rule file is not as it should be; names the file and the line."""


def load(language: Language) -> tuple[Rule, ...]:
    """The rules of all files of a language.

    Raises:
        RuleError: a line is no rule and no example, or names an unknown predicate or type.
    """
    folder = f"languages/{language.code}/rules"
    found = [name for name in data.names(folder) if name.endswith(".rules")]
    return tuple(rule for name in found for rule in _rules_of(f"{folder}/{name}", language))


def _rules_of(path: str, language: Language) -> Iterator[Rule]:
    topic = path.rpartition("/")[2].removesuffix(".rules")
    for number, line, examples in _blocks(path):
        try:
            rule = parse(line, f"{language.code}.{topic}", language)
        except ValueError as error:
            raise RuleError(f"{path}:{number}: {error}") from None
        rule.examples.extend(examples)
        yield rule


def _blocks(path: str) -> Iterator[tuple[int, str, list[Example]]]:
    """The rules of a file as written: number of the line, the whole line, its examples."""
    number, whole, examples = 0, "", list[Example]()
    for at, line in enumerate(data.text(path).splitlines(), start=1):
        said = line.strip()
        if not said or said.startswith("#"):
            continue
        if line[0] not in " \t":
            if whole:
                yield number, whole, examples
            number, whole, examples = at, said, []
        elif said[:2] in ("+ ", "- "):
            for example in said.split(" // "):
                text, _, expected = example[2:].partition(" => ")
                if (example[0] == "+") != bool(expected):
                    raise RuleError(f"{path}:{at}: a '+' example says what is read, a '-' does not")
                examples.append(Example(text.strip(), expected.strip() or None))
        elif examples or not whole:
            raise RuleError(f"{path}:{at}: neither a rule nor an example")
        else:
            whole += said if whole.endswith("|") else f" {said}"
    if whole:
        yield number, whole, examples


def parse(line: str, prefix: str, language: Language) -> Rule:
    """The rule of one line; a ``ValueError`` where it is none."""
    match = _LINE.match(line)
    if match is None:
        raise ValueError("a rule is 'name predicate: form ; option'")
    predicate = match["predicate"].replace("-", "")
    pieces = [piece.strip().partition("=") for piece in (match["options"] or "").split(";")]
    options = {name: value.strip() for name, _, value in pieces if name}
    act = options.get("act", "state")
    if not set(options) <= _OPTIONS or act not in get_args(Act):
        raise ValueError(f"there is no such option, or no such act: {options}")
    if predicate not in PREDICATES and not (predicate == "" and act != "state"):
        raise ValueError(f"there is no predicate {predicate!r}")
    tenses = options.get("tense", "present,perfect").replace("told", "present,past,perfect")
    parts = match["form"].split()
    head = _alternatives(parts.pop(0)[1:-1], language) if parts and parts[0][0] == "[" else ()
    return Rule(
        f"{prefix}.{match['name']}", predicate, head, tuple(_element(p, language) for p in parts),
        tenses=frozenset(tenses.split(",")), act=cast(Act, act),
        sure=options.get("sure", "yes") == "yes", only=options.get("only", ""),
        negated=options.get("negated", ""), negates="negates" in options,
        object=options.get("object", ""), kind=options.get("kind", ""),
        over="over" in options, replaces="replaces" in options,
        before=frozenset(filter(None, options.get("before", "").split("|"))),
        unless=frozenset(filter(None, options.get("unless", "").split("|"))))  # fmt: skip


def _element(part: str, language: Language) -> Element:
    if part == "$":
        return Element("end")
    value = _VALUE.match(part)
    if value is not None:
        if value["type"] not in language.types:
            raise ValueError(f"there is no value type {value['type']!r}")
        role = value["role"] or "object"
        return Element("value", type=value["type"], role=role, many=bool(value["many"]))
    optional = part.startswith("(") and part.endswith(")")
    return Element("words", _alternatives(part[1:-1] if optional else part, language), optional)


def _alternatives(text: str, language: Language) -> Words:
    return tuple(language.words(choice) for choice in text.split("|") if choice)
