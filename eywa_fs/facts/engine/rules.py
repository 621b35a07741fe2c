"""Rules as data: lines of text files, each with sentences that it reads and does not read.

A file is ``languages/<code>/rules/<topic>.rules``. A rule is a line, its examples follow indented::

    live  lives_in: live in|near|outside {place}
      + I live in Porto with my partner. => user lives_in Porto
      - I live in fear of my landlord.

The line is ``name  predicate: form ; option ; option``; an indented line before the examples goes
on with it, behind a ``|`` in the same element. The elements of a form, between spaces:

- ``word|other``: one of these words (base forms: "live" reads "lives" and "living");
- ``(word|other)``: the same, or nothing;
- ``[name|nickname]``: first only: what belongs to the subject and is the grammatical subject
  ("my *name* is"); a form without it needs a person as subject;
- ``{place}``: a value of this type, the object; ``{place*}``: one or more, joined by "and";
- ``{old:place}``: a value whose place the object takes; ``{of:person}``: the subject itself, which
  stands at this place; ``{-:thing}``: a value that must be there and says nothing;
- ``$``: the clause ends here.

Options: ``tense=past,perfect`` (which tenses of the verb are read; ``present,perfect`` by default;
``ended`` for the past of a state, which gives a fact that is over), ``act=end`` (see
:class:`~eywa_fs.facts.model.Candidate`), ``sure=no`` (read as a candidate), ``only=user`` (of no
other subject), ``negated=no`` (not where the clause denies), ``negated=yes`` (only there),
``negates`` (the verb itself denies: "dislike"), ``object=text`` (the object, where the form has no
value that says it).

An example ``+ sentence => subject predicate object`` must be read so by this rule (``=> subject
predicate not object`` for a denial, ``=> end subject predicate object`` and the like for an act);
from a sentence of ``-`` the rule reads nothing. ``tests/facts/test_rule_examples.py`` runs them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Literal, get_args

from eywa_fs.facts.engine.clauses import Language
from eywa_fs.facts.model import PREDICATES, Act

ElementKind = Literal["words", "value", "end"]
_OPTIONS: Final = frozenset({"tense", "act", "sure", "only", "negated", "negates", "object"})
_LINE = re.compile(r"(?P<name>[\w-]+)\s+(?P<predicate>\w+|-):\s*(?P<form>[^;]+)(?P<options>;.*)?$")
_VALUE = re.compile(r"\{(?:(?P<role>\w+|-):)?(?P<type>\w+)(?P<many>\*)?\}$")


@dataclass(frozen=True, slots=True)
class Element:
    """One element of a form.

    Attributes:
        words: alternatives, each the words of successive tokens.
        optional: may be missing.
        type, role, many: of a value; the role is ``object``, ``old``, ``of`` or ``-``.
    """

    kind: ElementKind
    words: tuple[tuple[str, ...], ...] = ()
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
    head: tuple[tuple[str, ...], ...]
    form: tuple[Element, ...]
    tenses: frozenset[str] = frozenset({"present", "perfect"})
    act: Act = "state"
    sure: bool = True
    only: str = ""
    negated: str = ""
    negates: bool = False
    object: str = ""
    examples: list[Example] = field(default_factory=list, compare=False)


class RuleError(ValueError):
    """A rule file is not as it should be; names the file and the line."""


def load(folder: Path, language: Language) -> tuple[Rule, ...]:
    """The rules of all files ``*.rules`` in a folder.

    Raises:
        RuleError: a line is no rule and no example, or names an unknown predicate or type.
    """
    return tuple(
        rule for path in sorted(folder.glob("*.rules")) for rule in _rules_of(path, language)
    )


def _rules_of(path: Path, language: Language) -> Iterator[Rule]:
    prefix = f"{language.code}.{path.stem}"
    for number, line, examples in _blocks(path):
        try:
            rule = parse(line, prefix, language)
        except ValueError as error:
            raise RuleError(f"{path}:{number}: {error}") from None
        rule.examples.extend(examples)
        yield rule


def _blocks(path: Path) -> Iterator[tuple[int, str, list[Example]]]:
    """The rules of a file as written: number of the line, the line with what goes on with it,
    and its examples."""
    number, whole, examples = 0, "", list[Example]()
    for at, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        said = line.strip()
        if not said or said.startswith("#"):
            continue
        if line[0] not in " \t":
            if whole:
                yield number, whole, examples
            number, whole, examples = at, said, []
        elif said[:2] in ("+ ", "- "):
            text, _, expected = said[2:].partition(" => ")
            if (said[0] == "+") != bool(expected):
                raise RuleError(f"{path}:{at}: a '+' example says what is read, a '-' does not")
            examples.append(Example(text.strip(), expected.strip() or None))
        elif examples or not whole:
            raise RuleError(f"{path}:{at}: neither a rule nor an example")
        else:
            whole += said if whole.endswith("|") else f" {said}"
    if whole:
        yield number, whole, examples


def parse(line: str, prefix: str, language: Language) -> Rule:
    """The rule of one line.

    Raises:
        ValueError: it is none.
    """
    match = _LINE.match(line)
    if match is None:
        raise ValueError("a rule is 'name predicate: form ; option'")
    predicate = match["predicate"].replace("-", "")
    options = dict(_options(match["options"] or ""))
    act = options.get("act", "state")
    if predicate not in PREDICATES and not (predicate == "" and act in ("correct", "retract")):
        raise ValueError(f"there is no predicate {predicate!r}")
    if act not in get_args(Act):
        raise ValueError(f"there is no act {act!r}")
    parts = match["form"].split()
    head: tuple[tuple[str, ...], ...] = ()
    if parts and parts[0].startswith("["):
        head = _alternatives(parts.pop(0)[1:-1], language)
    form = tuple(_element(part, language) for part in parts)
    return Rule(
        id=f"{prefix}.{match['name']}",
        predicate=predicate,
        head=head,
        form=form,
        tenses=frozenset(options.get("tense", "present,perfect").split(",")),
        act=act,  # type: ignore[arg-type]
        sure=options.get("sure", "yes") == "yes",
        only=options.get("only", ""),
        negated=options.get("negated", ""),
        negates="negates" in options,
        object=options.get("object", ""),
    )


def _options(text: str) -> Iterable[tuple[str, str]]:
    for part in filter(None, (piece.strip() for piece in text.split(";"))):
        name, _, value = part.partition("=")
        if name not in _OPTIONS:
            raise ValueError(f"there is no option {name!r}")
        yield name, value.strip()


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


def _alternatives(text: str, language: Language) -> tuple[tuple[str, ...], ...]:
    return tuple(language.words(choice) for choice in text.split("|") if choice)
