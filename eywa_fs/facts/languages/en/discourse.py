"""Who has been talked about in a message, and whom a pronoun means."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from eywa_fs.facts.languages.en.tokens import Token
from eywa_fs.facts.languages.en.words.people import FEMALE, MALE

#: The subject of what the speaker says of themselves.
USER = "user"


@dataclass(slots=True)
class Discourse:
    """Who has been talked about in this message so far."""

    animal: str | None = None
    people: list[tuple[str, tuple[Token, ...]]] = field(default_factory=list)

    def note(self, name: str, mention: Sequence[Token] = ()) -> None:
        """Remember a person and the words that named it, for later pronouns."""
        if name != USER:
            self.people = [p for p in self.people[-8:] if p[0] != name or not mention]
            if all(p[0] != name for p in self.people):
                self.people.append((name, tuple(mention)))

    def meant(
        self, pronoun: str, before: int | None = None
    ) -> tuple[str, tuple[Token, ...]] | None:
        """The last person mentioned whom a pronoun can mean, and the words that named it.

        Args:
            pronoun: in small letters; empty for any person.
            before: offset of the pronoun; who is only named behind it is not meant.
        """
        unfit = MALE if pronoun in ("she", "her") else FEMALE if pronoun in ("he", "his") else ()
        for person in reversed(self.people):
            if unfit and not unfit.isdisjoint(person[0].lower().split()):
                continue
            if before is not None and person[1] and person[1][0].start > before:
                continue
            return person
        return None
