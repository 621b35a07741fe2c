"""From the words of a sentence to its clauses: subject, verb group, complement."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from eywa_fs.facts.languages.en.discourse import USER, Discourse
from eywa_fs.facts.languages.en.introductions import introduced
from eywa_fs.facts.languages.en.morphology import verb_form
from eywa_fs.facts.languages.en.names import name_at
from eywa_fs.facts.languages.en.roles import role_at
from eywa_fs.facts.languages.en.segments import (
    Timed,
    clause_opening,
    opening_length,
    segments,
)
from eywa_fs.facts.languages.en.subjects import Subject, is_plural, subject_at
from eywa_fs.facts.languages.en.tokens import Token
from eywa_fs.facts.languages.en.verbal import is_thing_with_verb, is_verb_phrase
from eywa_fs.facts.languages.en.verbgroups import VerbGroup, verb_group_at
from eywa_fs.facts.languages.en.words.grammar import (
    HEDGES,
)
from eywa_fs.facts.languages.en.words.lists import words
from eywa_fs.facts.languages.en.words.people import PETS, ROLES


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause of a sentence.

    ``tokens`` are all its tokens; ``subject`` is ``None`` for a fragment; ``group`` is ``None``
    for a clause without verb; ``body`` is the position after opener and subject, ``rest`` the
    position after the verb.
    """

    tokens: tuple[Token, ...]
    lead: str
    subject: Subject | None
    group: VerbGroup | None
    opening: int
    body: int
    hedges: int
    dropped_subject: bool = False

    @property
    def start(self) -> int:
        """Offset of the first character in the message."""
        return self.tokens[0].start

    @property
    def end(self) -> int:
        """Offset after the last character in the message."""
        return self.tokens[-1].end

    @property
    def rest(self) -> tuple[Token, ...]:
        """The tokens after the verb (all after the opener when there is no verb)."""
        return self.tokens[self.group.after :] if self.group else self.tokens[self.body :]

    def without_verb(
        self, tokens: Sequence[Token] | None = None, subject: Subject | None = None
    ) -> Clause:
        """This clause with nothing read of its verb: what a rule of its own found in ``tokens``.

        Args:
            tokens: the words the rule read (this clause's own if not given).
            subject: whom the rule found it to be about.
        """
        told = self.tokens if tokens is None else tuple(tokens)
        return replace(self, subject=subject, group=None, tokens=told)


def clauses(tokens: Sequence[Token], discourse: Discourse, timed: Timed) -> list[Clause]:
    """The clauses of one sentence in order.

    Args:
        tokens: the words of the sentence.
        discourse: who has been talked about.
        timed: whether a token belongs to a time expression.
    """
    found: list[Clause] = []
    for lead, segment in segments(tokens, discourse, timed):
        clause = _clause(lead, segment, discourse, _before(found, lead, discourse), timed)
        if clause is None and found and not found[-1].subject:
            clause = _fragment(lead, segment)
        if clause is None and found and lead in (":", "-", "—", "–", "--", "...", "…", "("):
            clause = _fragment(lead, segment)
        if clause is None and found:
            previous = found.pop()
            joined = _joined(tokens, previous.tokens, segment)
            clause = _reparsed(previous, joined)
        if clause is None:
            clause = _fragment(lead, segment)
        if clause.subject and clause.subject.direct:
            for name in clause.subject.names:
                discourse.note(name, clause.tokens[clause.opening : clause.subject.end])
        discourse.animal = next(
            (t.low for t in reversed(clause.tokens) if t.low in PETS), discourse.animal
        )
        given = name_at(clause.rest, 1) if _gives_name(clause) else None
        if given:
            discourse.note(given[0], clause.rest[1 : given[1]])
        for name, mention in introduced(clause.tokens, discourse):
            if not _defines(clause):
                discourse.note(name, mention)
        found.append(clause)
    return found


def _gives_name(clause: Clause) -> bool:
    """ "My partner is called Ada, she ...": from here on she goes by the name."""
    return _defines(clause) and bool(clause.rest) and clause.rest[0].low in ("called", "named")


def _before(found: Sequence[Clause], lead: str, discourse: Discourse) -> Clause | None:
    """The clause whose subject a clause without one shares: not that of a "who I met" between."""
    if not found:
        return None
    last = found[-1]
    between = len(found) > 1 and last.lead == "who" and lead in (",", "and")
    if not between or last.subject is None or last.subject.kind != "user":
        return last
    head = _antecedent(found[-2], discourse)
    return replace(last, subject=head, group=None) if head else last


def _defines(clause: Clause) -> bool:
    """ "Bo is my manager" brings in nobody else: "he" is Bo."""
    person = clause.subject is not None and clause.subject.kind == "person"
    return person and clause.group is not None and clause.group.lemma == "be"


def _clause(
    lead: str,
    segment: Sequence[Token],
    discourse: Discourse,
    previous: Clause | None,
    timed: Timed,
) -> Clause | None:
    opening, hedges = clause_opening(segment, 0, discourse, timed)
    hedges += sum(token.low in HEDGES for token in segment[opening:])
    rest = segment[opening:]
    if not rest:
        return None
    subject = subject_at(segment, opening, discourse)
    if subject:
        group = verb_group_at(segment, subject.end)
        body = subject.end
        if group and subject.denies:
            group = replace(group, negations=group.negations + 1)
        if (
            group
            and not is_plural(subject)
            and not group.supported
            and _unconjugated(subject, group)
        ):
            group = None
        if group and (_is_plural_noun(segment, group) or _disagrees(segment, subject, group)):
            group = None
        if group is None and lead in ("and", "or", ",", "&"):
            return None
        if group and _doubtful_name(segment, opening, subject, group):
            group = None
        if group is None and subject.kind == "person" and subject.direct:
            return None if previous else _fragment(lead, segment)
        return Clause(tuple(segment), lead, subject, group, opening, body, hedges)
    if segment[opening].low in ("you", "it", "this", "there", "they", "he", "she", "that"):
        return Clause(tuple(segment), lead, None, None, opening, opening, hedges)
    inherited = previous.subject if previous else None
    if lead == "who" and previous:
        inherited = _antecedent(previous, discourse)
        if inherited is None:
            return Clause(tuple(segment), "that", None, None, opening, opening, hedges)
    if lead in ("which", "that"):
        return Clause(tuple(segment), "that", None, None, opening, opening, hedges)
    if inherited and inherited.kind == "person" and any(t.low in _OWN for t in segment):
        inherited = None
    if inherited and (lead == "who" or is_verb_phrase(segment, opening)):
        group = verb_group_at(segment, opening)
        if group and _agrees(previous, group, lead):
            return Clause(
                tuple(segment),
                lead,
                inherited,
                _with_modal(previous, group, lead),
                opening,
                opening,
                hedges,
            )
        return None
    if previous and lead != "who" and is_thing_with_verb(segment, opening):
        return _fragment(lead, segment)
    return None if previous else _fragment(lead, segment)


#: Who says so speaks of themselves, whoever opened the sentence.
_OWN = words("myself ourselves")


def _disagrees(segment: Sequence[Token], subject: Subject, group: VerbGroup) -> bool:
    """Whether the "verb" cannot be one of this subject: "we mentors", "Foam rolling"."""
    if group.supported or group.modal or group.aspect or group.lemma in ("be", "have"):
        return False
    if subject.kind == "user" and subject.names == (USER,):
        return group.form == "third" and verb_form(segment[group.verb].low) is None
    named = subject.kind == "person" and subject.direct and "'s " not in subject.names[0]
    guessed = verb_form(segment[group.verb].low) is None and group.form == "third"
    return named and (guessed or group.form == "ing")


def _is_plural_noun(segment: Sequence[Token], group: VerbGroup) -> bool:
    """Whether the "verb" is a noun before the real verb ("horror films are ...")."""
    after = segment[group.after].low if group.after < len(segment) else ""
    return group.form == "third" and after in ("are", "were", "is", "was", "can", "will", "do")


def _doubtful_name(
    segment: Sequence[Token], opening: int, subject: Subject, group: VerbGroup
) -> bool:
    """A capital that only opens the sentence before a word that only looks like a verb."""
    return (
        opening == 0
        and subject.end == 1
        and subject.names[0] == segment[0].text
        and (
            (group.lemma not in ("be", "have") and verb_form(segment[group.verb].low) is None)
            or segment[0].low in _COMMON_OPENERS
        )
    )


#: Nouns that open general remarks; a capital does not make them names.
_COMMON_OPENERS = words(
    """nature life music money work love home school family kids children men women food coffee
    tea traffic rain snow winter summer spring autumn weather sleep health god fate luck karma
    reality nobody rent chess tennis golf football rugby cricket hockey basketball running swimming
    cycling yoga karaoke camping gardening cooking baking maths physics opera jazz techno radio
    television tv netflix broadband insurance electricity gas energy banking
    internet wifi pension breakfast lunch dinner supper"""
)


def _unconjugated(subject: Subject, group: VerbGroup) -> bool:
    """A bare form after a third person is a noun ("my dog name"), not a verb."""
    return (
        subject.kind == "person"
        and group.form == "base"
        and group.lemma not in ("be", "have")
        and not group.modal
        and not group.aspect
        and group.lemma not in ("put", "cut", "quit", "let", "set", "hit", "read", "hurt", "split")
    )


def _with_modal(previous: Clause | None, group: VerbGroup, lead: str) -> VerbGroup:
    """A coordinated bare verb shares modal and negation ("can't ski or skate")."""
    if previous is None or previous.group is None or lead == "who":
        return group
    before = previous.group
    if group.form == "ing":
        return replace(group, aspect=group.aspect | {"progressive"}, tense=before.tense)
    if group.form in ("participle", "both") and before.aspect == {"perfect"} and not group.aspect:
        return replace(group, aspect=before.aspect, tense=before.tense)
    if group.form != "base" or group.tense == "past":
        return group
    if group.modal or group.aspect or group.lemma == "be":
        return group
    if before.is_past and not before.modal:
        return group
    negations = group.negations or (before.negations if lead == "or" else 0)
    return replace(group, modal=before.modal, negations=negations, aspect=before.aspect)


def _agrees(previous: Clause | None, group: VerbGroup, lead: str) -> bool:
    if lead == "who" or previous is None or previous.group is None:
        return True
    before = previous.group
    speaking = previous.subject is not None and previous.subject.names == (USER,)
    if speaking and group.form == "third" and not group.supported:
        return False
    bare = group.form == "base" and not (group.modal or group.supported or group.aspect)
    if lead == "so" and bare and group.lemma not in ("be", "have"):
        return False
    if group.form == "ing":
        return "progressive" in before.aspect
    if group.form == "base" and group.lemma not in ("be", "have"):
        plural = previous.subject is not None and (
            previous.subject.kind == "user" or is_plural(previous.subject)
        )
        return before.form == "base" or bool(before.modal) or plural
    return True


def _antecedent(previous: Clause, discourse: Discourse) -> Subject | None:
    tokens = previous.tokens
    if previous.subject is not None and {"only", "one"} <= {t.low for t in tokens[-7:]}:
        return previous.subject
    owned = previous.group is not None and previous.group.lemma in ("have", "get")
    role = tokens[-1].low
    new = owned and role in ROLES - PETS and {"a", "an", "one"} & {t.low for t in tokens[-4:-1]}
    if new and previous.subject is not None:
        return Subject((f"{previous.subject.names[0]}'s {role}",), "person", len(tokens))
    for at in range(max(0, len(tokens) - 6), len(tokens)):
        found = role_at(tokens, at, discourse) or name_at(tokens, at)
        if found and found[1] == len(tokens):
            return Subject((found[0],), "person", found[1])
    return None


def _fragment(lead: str, segment: Sequence[Token]) -> Clause:
    opening, hedges = opening_length(segment)
    opening = min(opening, len(segment) - 1)
    return Clause(tuple(segment), lead, None, None, opening, opening, hedges)


def _joined(
    tokens: Sequence[Token], before: Sequence[Token], after: Sequence[Token]
) -> tuple[Token, ...]:
    first = next(i for i, token in enumerate(tokens) if token is before[0])
    last = next(i for i, token in enumerate(tokens) if token is after[-1])
    return tuple(tokens[first : last + 1])


def _reparsed(previous: Clause, joined: tuple[Token, ...]) -> Clause:
    return Clause(
        joined,
        previous.lead,
        previous.subject,
        previous.group,
        previous.opening,
        previous.body,
        previous.hedges,
        previous.dropped_subject,
    )
