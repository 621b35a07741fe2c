"""Whom a sentence without a subject goes on about: "My uncle can't whistle. Sixty-one, too."."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from eywa_fs.facts.languages.en.discourse import USER, Discourse
from eywa_fs.facts.languages.en.drafts import Draft
from eywa_fs.facts.languages.en.positions import looks_finite
from eywa_fs.facts.languages.en.subjects import Subject
from eywa_fs.facts.languages.en.tokens import Token
from eywa_fs.facts.languages.en.unnamed import opening_subject
from eywa_fs.facts.languages.en.words.lists import words

_SPEAKING = words("i we me us mine ours myself ourselves")
#: What a speaker rather says of themselves when no subject is given: aims, tastes, orders.
_OWN = words("plans_to wants must must_not prefers visited believes friend can uses contact")


@dataclass(slots=True)
class Topic:
    """The one person a message has told of so far, if it has told of one and not of its writer."""

    person: str = ""
    spoken: bool = False

    def given(self, told: list[Draft], tokens: Sequence[Token]) -> list[Draft]:
        """What is ``told`` of nobody by name, of the person the message is about."""
        own = any(token.low in _SPEAKING or token.low in ("my", "our") for token in tokens)
        if not self.person or self.spoken or own:
            return told
        return [
            replace(draft, subject=self.person)
            if draft.subject == USER and draft.predicate not in _OWN
            else draft
            for draft in told
        ]

    def follow(self, tokens: Sequence[Token], discourse: Discourse) -> None:
        """Note whom a sentence is about."""
        if any(token.low in _SPEAKING for token in tokens):
            self.spoken = True
        subject = opening_subject(tokens, discourse)
        if subject is None:
            return
        if _is_one_person(subject) and looks_finite(tokens, subject.end):
            self.person = subject.names[0]
        elif subject.kind == "person" and subject.direct:
            self.person = ""


def _is_one_person(subject: Subject) -> bool:
    return subject.kind == "person" and len(subject.names) == 1
