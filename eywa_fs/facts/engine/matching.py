"""Matching the form of a rule with the tokens of a clause."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile

from eywa_fs.facts.engine.clauses import Clause, Language, Token
from eywa_fs.facts.engine.rules import Element, Rule
from eywa_fs.facts.model import PREDICATES

Span = tuple[int, int]  # positions of the first token and behind the last

LONGEST_VALUE = 30  # tokens of a value that is cut short at a word of the form
MOST_VALUES = 8  # values of one list that are read; the rest of a longer one is left out


@dataclass(frozen=True, slots=True)
class Match:
    """A rule that fits a clause, and the spans of its values by role; ``to_end``: nothing more is
    said in the clause."""

    rule: Rule
    values: tuple[tuple[str, tuple[Span, ...]], ...]
    to_end: bool = False

    def spans(self, role: str) -> tuple[Span, ...]:
        """The values of a role; empty where the form has none."""
        return next((spans for name, spans in self.values if name == role), ())


class RuleBook:
    """Rules of one language, found by the first word of their form."""

    def __init__(self, rules: Iterable[Rule], language: Language) -> None:
        self.rules = tuple(rules)
        self._language = language
        self._by_word: dict[str, list[Rule]] = {}
        self._others: list[Rule] = []
        self._needed = {
            rule.id: [{w[0] for w in e.words} for e in rule.form if e.words and not e.optional]
            for rule in self.rules
        }
        """For each element of words that must be there: those that one of it begins with."""
        for rule in self.rules:
            first = rule.form[0] if rule.form else Element("end")
            if first.kind != "words" or first.optional:
                self._others.append(rule)
            for word in () if first.optional else {choice[0] for choice in first.words}:
                self._by_word.setdefault(word, []).append(rule)

    def matches(self, clause: Clause) -> Iterator[Match]:
        """The rules that fit a clause, each with its values."""
        if not clause.subject.who:
            return
        rules: list[Rule] = list(self._others)
        if clause.tokens:
            first = clause.tokens[0]
            for word in dict.fromkeys((first.lemma, first.low)):
                rules += self._by_word.get(word, ())
        said = {word for token in clause.tokens for word in (token.low, token.lemma)}
        for rule in rules:
            if not self._admits(rule, clause) or any(map(said.isdisjoint, self._needed[rule.id])):
                continue
            match = self._match(rule, clause.tokens)
            one = rule.act == "state" and PREDICATES[rule.predicate].cardinality == "one"
            partly = clause.negated and (one or denies(rule, clause))
            if match is not None and (match.to_end or not partly):
                yield match  # "I don't work there on Fridays" denies something else

    @staticmethod
    def _admits(rule: Rule, clause: Clause) -> bool:
        """Whether subject, tense and polarity are those that the rule reads."""
        if rule.only and clause.subject.who != rule.only:
            return False
        if clause.over != rule.over and (rule.over or rule.act != "state" or rule.negates):
            return False
        if rule.negated and clause.negated != (rule.negated == "yes") and not denies(rule, clause):
            return False
        if rule.negates and clause.negated:
            return False  # "I don't dislike it" says little
        tenses = rule.tenses | {"past"} if "ended" in rule.tenses else rule.tenses
        if clause.tense not in tenses:
            return False
        head = clause.subject.head
        fits = (len(words) == len(head) and all(map(_is, words, head)) for words in rule.head)
        return any(fits) if rule.head else not head

    def _match(self, rule: Rule, tokens: Sequence[Token]) -> Match | None:
        at, values = 0, []
        for number, element in enumerate(rule.form):
            if number:
                at = self._skip(tokens, at, element)
            if element.kind == "end":
                if at < len(tokens) and tokens[at].is_word:
                    return None
                continue
            if element.kind == "words":
                taken = _taken(tokens, at, element)
                if taken == 0 and not element.optional:
                    return None
                at += taken
                while rule.act == "retract" and (taken := _taken(tokens, at, element)):
                    at += taken  # "jk jk", 逗你的逗你的
                continue
            spans = self._values_before(tokens, at, element, rule.form[number + 1 :])
            if not spans or not _fits(rule, tokens[1 : spans[0][0] + 1]):
                return None
            values.append((element.role, spans))
            at = spans[-1][1]
        ended = at >= len(tokens) or not tokens[at].is_word
        return Match(rule, tuple(values), ended) if values or _fits(rule, tokens[1:]) else None

    def _skip(self, tokens: Sequence[Token], at: int, element: Element) -> int:
        """Where the element may begin: behind adverbs that it does not name itself."""
        skips, to_word = self._language.skips, element.kind == "words"
        while at < len(tokens) and not _taken(tokens, at, element) and skips(tokens[at], to_word):
            at += 1
        return at

    def _values_before(
        self, tokens: Sequence[Token], at: int, element: Element, rest: Sequence[Element]
    ) -> tuple[Span, ...]:
        """The values at ``at``, cut short at the word of the form behind them where they run over
        it: a language without spaces does not say where a value ends."""
        spans = self._values(tokens, at, element)
        words = list(takewhile(lambda e: e.kind == "words", rest))
        if all(e.optional for e in words) and (spans or not words):
            return spans
        if spans and self._fits(tokens, self._skip(tokens, spans[-1][1], words[0]), words):
            return spans
        for end in range(at + 1, min(len(tokens), at + LONGEST_VALUE)):
            if self._fits(tokens, end, words):
                spans = self._values(tokens[:end], at, element)
                if spans and self._skip(tokens[:end], spans[-1][1], words[0]) == end:
                    return spans
        return ()

    @staticmethod
    def _fits(tokens: Sequence[Token], at: int, words: Sequence[Element]) -> bool:
        """Whether one of the elements, up to the first that must be there, begins at ``at``."""
        must = next((n for n, e in enumerate(words) if not e.optional), len(words))
        return any(_taken(tokens, at, element) for element in words[: must + 1])

    def _values(self, tokens: Sequence[Token], at: int, element: Element) -> tuple[Span, ...]:
        ends = self._language.types[element.type]
        spans: list[Span] = []
        while at < len(tokens) and len(spans) < MOST_VALUES:
            end = ends(tokens, at)
            if end <= at:
                break
            spans.append((at, end))
            joined = self._language.joins(tokens, end) if element.many else 0
            if not joined:
                break
            at = end + joined
        return tuple(spans)


def denies(rule: Rule, clause: Clause) -> bool:
    """Whether the clause says that it is not so what the rule reads only where it is so: no fact,
    but the end of one that says so ("I'm not vegan")."""
    state = rule.act == "state" and not rule.negates and rule.negated == "no"
    return state and clause.negated and clause.tense == "present"


def _fits(rule: Rule, lead: Sequence[Token]) -> bool:
    """Whether the words up to the first of a value, or all, are those that the rule asks for."""
    if not rule.before and not rule.unless:
        return True
    words = {token.low for token in lead}
    return rule.unless.isdisjoint(words) and (not rule.before or not rule.before.isdisjoint(words))


def _taken(tokens: Sequence[Token], at: int, element: Element) -> int:
    """How many tokens the longest fitting alternative of the element takes at ``at``."""
    first = (tokens[at].low, tokens[at].lemma) if at < len(tokens) else ()
    fitting = (
        len(words) for words in element.words if words[0] in first and at + len(words) <=
        len(tokens) and all(_is(word, tokens[at + n]) for n, word in enumerate(words)))  # fmt: skip
    return max(fitting, default=0)


def _is(word: str, token: Token) -> bool:
    return word == token.low or word == token.lemma
