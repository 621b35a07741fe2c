"""What is masked in whose records, and the masking."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Final

from eywa_fs.config import RedactionPolicy, RedactionSettings
from eywa_fs.hashing import short_key
from eywa_fs.language.redaction.kinds import FORMS, Form, half_width, plain
from eywa_fs.language.redaction.own import compiled
from eywa_fs.model.records import Record
from eywa_fs.model.redacted import Found

RULES: Final = 1
"""Version of the forms. Raise it when other passages of a text would be masked: what was derived by
a policy must then be derived anew."""

MASK: Final = "█"
"""Takes the place of each masked character but white space, so that everything else stays where it
is. It is neither letter nor digit: no word of the index, and nothing a rule could read."""

_SPOKEN: Final = frozenset(
    ("subject", "object", "quote", "target_quote", "text", "reason", "content")
)
"""Keys of a decision under which words of people stand; the others hold ids, paths and hashes."""


class Policy:
    """What one tenant's policy masks. Threads may share it.

    Raises:
        ConfigError: one of its patterns cannot be used.
    """

    def __init__(self, settings: RedactionPolicy) -> None:
        self.settings = settings
        self._by_signs: dict[tuple[str, ...], list[Form]] = {}
        for form in FORMS:
            if form.kind in settings.kinds:
                self._by_signs.setdefault(form.signs, []).append(form)
        self._own = {name: compiled(name, text) for name, text in settings.patterns.items()}
        self.rules: list[Any] = []
        """What decides which passages are masked; empty where nothing is."""
        if self._by_signs or self._own:
            self.rules = [
                RULES,
                sorted(set(settings.kinds)),
                dict(sorted(settings.patterns.items())),
            ]

    def find(self, text: str) -> list[Found]:
        """The passages of a text that are masked, in their order, those within another left out."""
        matched = plain(text)
        lower = matched.lower()
        found = [
            Found(form.kind, start, end)
            for signs, forms in self._by_signs.items()
            if any(sign in lower for sign in signs)
            for form in forms
            for start, end in form.spans(matched)
        ]
        for name, pattern in self._own.items():
            matches = pattern.finditer(half_width(text))
            found += [Found(name, *match.span()) for match in matches if match[0]]
        kept: list[Found] = []
        for item in sorted(found, key=lambda item: (item.start, -item.end, item.kind)):
            if not kept or item.end > kept[-1].end:
                kept.append(item)
        return kept

    def mask(self, text: str) -> str:
        """``text`` with every such passage masked; of the same length."""
        found = self.find(text) if self.rules else ()
        if not found:
            return text
        parts, at = [], 0
        for item in found:
            start = max(item.start, at)
            parts += [text[at:start], "".join(map(_masked, text[start : item.end]))]
            at = item.end
        return "".join((*parts, text[at:]))


def _masked(char: str) -> str:
    return char if char.isspace() else MASK


@dataclass(frozen=True)
class Redaction:
    """The policies of all tenants. Threads may share it.

    Everything derived from a record is derived from what :meth:`record` or :meth:`decision` makes
    of it; what a caller is given is what :meth:`shown` makes of it.

    Raises:
        ConfigError: a pattern cannot be used.
    """

    settings: RedactionSettings = field(default_factory=RedactionSettings)

    def __post_init__(self) -> None:
        _ = self._default, self._tenants  # a pattern that cannot be used is refused at once

    @cached_property
    def _default(self) -> Policy:
        return Policy(self.settings.default)

    @cached_property
    def _tenants(self) -> dict[str, Policy]:
        return {name: Policy(policy) for name, policy in self.settings.tenants.items()}

    @cached_property
    def digest(self) -> str:
        """What stands for everything that decides about masking: state that was derived under
        another one is derived anew. ``""`` where nothing is masked."""
        tenants = {name: policy.rules for name, policy in sorted(self._tenants.items())}
        every = [self._default.rules, tenants]
        masks = self._default.rules or any(tenants.values())
        return short_key(json.dumps(every, ensure_ascii=True)) if masks else ""

    def policy(self, tenant_id: str) -> Policy:
        """The policy of a tenant."""
        return self._tenants.get(tenant_id, self._default)

    def text(self, tenant_id: str, text: str) -> str:
        """A text of a tenant's user, masked."""
        return self.policy(tenant_id).mask(text) if self.digest else text

    def record(self, record: Record) -> Record:
        """A record with its text and its speaker masked: all of it that anything is derived from
        but ids and tags, by which records are asked for."""
        policy = self.policy(record.tenant_id)
        if not policy.rules:
            return record
        speaker = record.speaker and policy.mask(record.speaker)
        return replace(record, content=policy.mask(record.content), speaker=speaker)

    def decision(self, record: Record) -> Record:
        """A decision record with the words of people in it masked; ids and anchors stay."""
        policy = self.policy(record.tenant_id)
        if not policy.rules:
            return record
        meta = _values(policy, record.meta, _SPOKEN)
        return replace(record, content=policy.mask(record.content), meta=meta)

    def shown_text(self, tenant_id: str, text: str) -> str:
        """A text of a tenant's user as :meth:`shown` gives it."""
        policy = self.policy(tenant_id)
        return text if policy.settings.show == "full" else policy.mask(text)

    def shown(self, record: Record) -> Record:
        """A record as a caller gets it: whole where the tenant's policy says so, else masked, with
        all texts in ``meta`` and ``extra``."""
        policy = self.policy(record.tenant_id)
        if not policy.rules or policy.settings.show == "full":
            return record
        meta, extra = _values(policy, record.meta), _values(policy, record.extra) or {}
        return replace(self.record(record), meta=meta, extra=extra)


NOTHING: Final = Redaction()
"""Masks nothing."""


def _values(
    policy: Policy, value: Mapping[str, Any] | None, keys: frozenset[str] | None = None
) -> Mapping[str, Any] | None:
    """A JSON object with its texts masked, with ``keys`` only those under one of them; one that is
    nested too deeply is left out."""
    try:
        masked: Mapping[str, Any] | None = _each(policy, value, keys)
    except RecursionError:
        return None
    return masked


def _each(policy: Policy, value: Any, keys: frozenset[str] | None) -> Any:
    if isinstance(value, str):
        return policy.mask(value) if keys is None else value
    if isinstance(value, Mapping):
        return {
            name: _each(policy, item, None if keys is None or name in keys else keys)
            for name, item in value.items()
        }
    if isinstance(value, (list, tuple)):
        return [_each(policy, item, keys) for item in value]
    return value
