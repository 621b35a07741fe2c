"""Reading an export of whole conversations: what those of ChatGPT and of Claude have in common.

Of each conversation the branch is read that the user saw last; messages of other branches are
counted as skipped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from eywa_fs.hashing import short_key
from eywa_fs.importing.found import Found, Job, milliseconds
from eywa_fs.model.records import Role

OTHER_BRANCH = "message of a branch that was left"


class Message(NamedTuple):
    """A message that is taken: its name within the conversation, its id where it has one, and when
    it says it was written."""

    name: str
    role: Role
    text: str
    own_id: str | None
    written: Any


@dataclass(frozen=True, slots=True)
class Export:
    """A format of whole conversations.

    Attributes:
        holds, kind: under which key a conversation has its messages, and in what.
        lacks: what is said of a value that is no conversation.
        ids, created, title: the keys of a conversation's id, time and title.
        messages: reads a conversation for a job, for which it is called so; notes what is malformed
            and counts what is left out.
    """

    format: str
    holds: str
    kind: type
    lacks: str
    ids: tuple[str, ...]
    created: str
    title: str
    messages: Callable[[Mapping[str, Any], Job, str], Iterator[Message]]

    def fits(self, value: Any) -> bool:
        """Whether a value looks like a conversation of this format."""
        return isinstance(value, dict) and isinstance(value.get(self.holds), self.kind)

    def size_of(self, conversations: Sequence[Any]) -> int:
        """What ``Found.done`` reaches."""
        return sum(max(1, len(c[self.holds])) if self.fits(c) else 1 for c in conversations)

    def records(self, conversations: Sequence[Any], job: Job) -> Iterator[Found]:
        """The messages of all conversations, each conversation in order."""
        done = 0
        for number, conversation in enumerate(conversations, start=1):
            if not self.fits(conversation):
                done += 1
                job.refuse(f"{job.path}: conversation {number}", self.lacks)
                continue
            own_name = next(filter(None, map(conversation.get, self.ids)), None)
            name, zone = str(own_name or number), job.options.timezone
            said = milliseconds(conversation.get(self.created), zone)
            title = conversation.get(self.title)
            meta = {"conversation": title} if isinstance(title, str) and title else None
            called = f"{job.path}: {name}"
            for at, message in enumerate(self.messages(conversation, job, called), start=1):
                if not message.text.strip():
                    job.skip("message without text")
                    continue
                own = milliseconds(message.written, zone)
                said = said if own is None else own
                key = f"import:{self.format}:{name}:{message.own_id or message.name}"
                if not (own_name and message.own_id):  # a mere number says too little
                    at_utc = str(milliseconds(message.written))
                    key = f"import:{short_key(key, message.role, at_utc, message.text)}"
                draft = job.draft(
                    name, message.text, message.role, said, key, event_id=message.own_id, meta=meta
                )
                yield Found(f"{called}: message {message.name}", draft, done + at)
            done += self.size_of([conversation])
