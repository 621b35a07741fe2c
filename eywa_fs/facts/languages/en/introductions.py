"""People brought up other than as a subject, noted for the pronouns that follow."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import TYPE_CHECKING

from eywa_fs.facts.languages.en.discourse import USER, Discourse
from eywa_fs.facts.languages.en.names import name_at
from eywa_fs.facts.languages.en.roles import role_at
from eywa_fs.facts.languages.en.tokens import Token
from eywa_fs.facts.languages.en.words.lists import words
from eywa_fs.facts.languages.en.words.people import PETS, ROLES

if TYPE_CHECKING:
    from eywa_fs.facts.languages.en.drafts import Draft


def introduced(tokens: Sequence[Token], discourse: Discourse) -> list[tuple[str, Sequence[Token]]]:
    """People a clause names other than as its subject ("a gift for my aunt", "a man named Bo")."""
    found: list[tuple[str, Sequence[Token]]] = []
    for at in range(len(tokens)):
        person = None
        if tokens[at].low in ("my", "our"):
            person = role_at(tokens, at, discourse)
        elif at and tokens[at - 1].low in _NAMING:
            person = name_at(tokens, at)
        if person:
            found.append((person[0], tokens[at : person[1]]))
    return found


_NAMING = words("called named met married dating seeing with and for about")


def mention(discourse: Discourse, draft: Draft) -> None:
    """Note the person a fact introduces ("I have a half-brother", "met a man named ...")."""
    if draft.predicate == "name" and draft.subject != USER and not draft.negated:
        discourse.note(" ".join(token.text for token in draft.object), draft.object)
    if draft.subject != USER or draft.negated:
        return
    if draft.predicate in ("met", "friend", "spouse") and draft.object[-1].is_capital:
        discourse.note(draft.object[-1].text, draft.object)
    elif draft.predicate in ("sibling", "has_child", "relation", "spouse", "friend", "has_pet"):
        own = [*takewhile(lambda t: t.low not in _PLACES_IN, draft.object)]
        name = next((t for t in own if t.is_capital and t.start != draft.clause.start), None)
        noun = next((t.low for t in reversed(own) if t.is_word), "")
        if name or noun in ROLES | PETS:
            discourse.note(name.text if name else f"{USER}'s {noun}", draft.object)


_PLACES_IN = frozenset(("in", "at", "from", "of", "on", "who"))
