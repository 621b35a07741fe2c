"""What a whole sentence says beside its clauses: verdicts, standing wishes, jobs in passing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from eywa_fs.facts.certainty import Directness
from eywa_fs.facts.languages.en.clauses import Clause
from eywa_fs.facts.languages.en.discourse import USER, Discourse
from eywa_fs.facts.languages.en.drafts import Draft, drafts
from eywa_fs.facts.languages.en.nounphrases import noun_phrase, noun_phrases
from eywa_fs.facts.languages.en.roles import role_at
from eywa_fs.facts.languages.en.rules_jobs import is_job
from eywa_fs.facts.languages.en.segments import opening_length
from eywa_fs.facts.languages.en.tokens import Token
from eywa_fs.facts.languages.en.verbphrases import verb_phrase
from eywa_fs.facts.languages.en.words.grammar import (
    ADVERBS,
)
from eywa_fs.facts.languages.en.words.lists import words
from eywa_fs.facts.languages.en.words.things import FOOD

_YES = words("yes yep yeah always absolutely definitely")


_NO = words("no nope nah never")
_VERDICTS = _YES | _NO
_BETWEEN = words(", ; but and .")


_STANDING = words("always never")


_ANSWERING = words(
    """answer reply respond write give show use keep call address speak talk send format list quote
    say tell put start end include add explain suggest recommend refer remind stick text avoid
    assume convert sign finish close open address greet spell quote structure format label round
    wrap lay"""
)


def read_verdicts(clause: Clause, tokens: Sequence[Token]) -> list[Draft]:
    """ "Tea yes, cocoa no": a list of things with a verdict behind each."""
    if next((t.low for t in reversed(tokens) if t.low not in _BETWEEN), "") not in _VERDICTS:
        return []
    parts: list[list[Token]] = [[]]
    for token in tokens:
        if token.low in _BETWEEN:
            parts.append([])
        else:
            parts[-1].append(token)
    found: list[Draft] = []
    for part in (p for p in parts if p):
        verdict = part[-1].low
        value = [t for t in part[:-1] if t.low not in ADVERBS and t.is_word]
        bare = clause.without_verb()
        if verdict not in _VERDICTS or not 0 < len(value) <= 3:
            return []
        found += drafts(
            bare, "prefers", [tuple(value)], negated=verdict in _NO, directness=Directness.IMPLIED
        )
    return found if len(found) > 1 else []


def read_instruction(parts: Sequence[Clause], sentence: Sequence[Token]) -> list[Draft]:
    """Standing wishes to the assistant: "from now on ...", "always ...", "call me ..."."""
    clause = next((c for c in parts if c.subject is None), parts[0])
    orders = any(token.low in _ANSWERING for token in clause.tokens)
    if len(parts) > 1 and clause is parts[0] and len(clause.tokens) <= 3 and not orders:
        clause = next((c for c in parts[1:] if c.subject is None), clause)
    at = clause.opening
    low = [token.low for token in sentence]
    for i in range(len(low) - 2):
        if (
            low[i] in ("call", "calls")
            and low[i + 1] == "me"
            and sentence[i + 2].is_capital
            and (i == 0 or low[i - 1] not in ("to", "did", "will", "would", "never"))
        ):
            end = i + 3
            while end < len(sentence) and sentence[end].is_capital and end < i + 5:
                end += 1
            return drafts(
                clause.without_verb(),
                "name",
                [tuple(sentence[i + 2 : end])],
                negated=i > 0 and low[i - 1] in ("n't", "not"),
            )
    opening = " ".join(low[:8])
    standing = any(
        p in opening
        for p in (
            "from now on",
            "going forward",
            "in future",
            "by default",
            "from here on",
            "as a rule",
        )
    )
    words = [t for t in clause.tokens[:at] if t.low in _STANDING]
    tokens = clause.tokens
    while at < len(tokens) and tokens[at].low in ("please", "just", ",", "always", "never", "only"):
        words += [tokens[at]] if tokens[at].low in _STANDING else []
        at += 1
    negative = bool(words) and words[-1].low == "never"
    if at + 1 < len(tokens) and tokens[at].low == "do" and tokens[at + 1].low == "n't":
        negative, at = True, at + 2
        while at < len(tokens) and tokens[at].low in ("ever",):
            standing = True
            at += 1
    if not (standing or words) or at >= len(tokens) or tokens[at].low not in _ANSWERING:
        return []
    if tokens[at].low in _GENERAL and not {t.low for t in tokens[at + 1 :]} & _TO_ME:
        metric = any(t.low in ("in", "with", "without") for t in tokens[at + 1 :])
        if not metric or tokens[at].low in ("say", "put", "keep", "take"):
            return []
    value = _manner(tokens, at)
    bare = clause.without_verb()
    return drafts(bare, "prefers", [value], negated=negative) if value else []


_GENERAL = words("give say put start end keep tell show add take quote")
_TO_ME = words("me us answer answers reply replies response responses emoji emojis text message")


def _manner(tokens: Sequence[Token], at: int) -> tuple[Token, ...]:
    for i in range(at + 1, len(tokens) - 1):
        if tokens[i].low in ("in", "with", "without"):
            return noun_phrase(tokens, i + 1)
    if tokens[at].low in ("use", "avoid", "include", "add", "suggest", "recommend"):
        return noun_phrase(tokens, at + 1)
    return verb_phrase(tokens, at)


def read_contrast(tokens: Sequence[Token], parts: Sequence[Clause]) -> list[Draft]:
    """ "Rye bread for breakfast, never white": what is taken and what is not."""
    at = next((i for i, t in enumerate(tokens) if t.low in ("never", "not") and i > 1), -1)
    if at < 0 or tokens[at - 1].low != "," or any(part.group for part in parts):
        return []
    begin = opening_length(tokens)[0]
    liked = noun_phrases(tokens[: at - 1], begin)
    shunned = noun_phrases(tokens, at + 1)
    food = [any(t.low in FOOD for t in phrase) for phrase in (*liked, *shunned)]
    if not liked or not shunned or not all(food):
        return []
    bare = parts[0].without_verb(tokens)
    return [
        *drafts(bare, "prefers", liked, negated=False, directness=Directness.IMPLIED),
        *drafts(bare, "prefers", shunned, negated=True, directness=Directness.IMPLIED),
    ]


def read_role_of_speaker(tokens: Sequence[Token], parts: Sequence[Clause]) -> list[Draft]:
    """ "As a nurse I ...", "part of being a nurse": the speaker's job in passing."""
    for at in range(len(tokens) - 2):
        if tokens[at + 1].low not in ("a", "an"):
            continue
        phrase = noun_phrase(tokens, at + 2)
        if not is_job(phrase):
            continue
        end = next(i for i, t in enumerate(tokens) if t is phrase[-1]) + 1
        while end < len(tokens) and tokens[end].low == ",":
            end += 1
        speaker = end < len(tokens) and tokens[end].low in ("i", "we", "my")
        low, before = tokens[at].low, tokens[at - 1].low if at else ""
        if (low == "as" and speaker and at <= 3) or (
            low == "being" and before in ("with", "of", "from") and len(parts) > 0
        ):
            bare = parts[0].without_verb(tokens)
            return drafts(bare, "works_as", [phrase], negated=False, directness=Directness.IMPLIED)
    return []


#: Lasting conditions: "my asthma" tells that the speaker has it.
_CHRONIC = words(
    """asthma diabetes epilepsy arthritis eczema psoriasis adhd autism dyslexia coeliac ibs crohn's
    endometriosis pcos fibromyalgia scoliosis sciatica tinnitus vertigo hypertension parkinson's
    alzheimer's dementia lupus ms gout glaucoma hayfever insomnia migraines ptsd ocd pots"""
)


def read_conditions(tokens: Sequence[Token], bare: Clause, discourse: Discourse) -> list[Draft]:
    """ "Because of my asthma", "with his arthritis": an illness named in passing."""
    found: list[Draft] = []
    for at in range(1, len(tokens)):
        if tokens[at].low not in _CHRONIC:
            continue
        owner: str | None = None
        before = tokens[at - 1].low
        if before in ("my", "our"):
            owner = USER
        elif before in ("his", "her") and (meant := discourse.meant(before)):
            owner = meant[0]
        elif before == "'s" and at > 2:
            role = role_at(tokens, at - 3, discourse)
            owner = role[0] if role and role[1] == at - 1 else None
        if owner:
            clause = bare.without_verb(tokens)
            new = drafts(clause, "health", [(tokens[at],)], negated=False)
            found += [replace(d, subject=owner, directness=Directness.IMPLIED) for d in new]
    return found


def read_every_time(tokens: Sequence[Token], parts: Sequence[Clause]) -> list[Draft]:
    """ "No evening passes that I don't swim": two negations that affirm a habit."""
    low = [t.low for t in tokens]
    if "there" not in low[:2] or not ({"not", "n't", "no", "never", "hardly"} & set(low[:5])):
        return []
    for at in range(3, len(low) - 3):
        if (
            low[at] in ("i", "we")
            and low[at + 1] in ("do", "am", "'m", "will")
            and (low[at + 2] in ("n't", "not"))
        ):
            phrase = verb_phrase(tokens, at + 3)
            bare = parts[0].without_verb(tokens)
            return drafts(bare, "other", [phrase], negated=False, directness=Directness.IMPLIED)
    return []
