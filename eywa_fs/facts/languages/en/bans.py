"""What is forbidden, listed without a verb: "physio's orders: no running, no squats till May"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from eywa_fs.facts.certainty import Directness, Modality
from eywa_fs.facts.languages.en.clauses import Clause
from eywa_fs.facts.languages.en.discourse import USER, Discourse
from eywa_fs.facts.languages.en.drafts import Draft, drafts
from eywa_fs.facts.languages.en.nounphrases import noun_phrase
from eywa_fs.facts.languages.en.phrases import Phrase, is_value
from eywa_fs.facts.languages.en.roles import role_at
from eywa_fs.facts.languages.en.subjects import SPEAKER, Subject, subject_at
from eywa_fs.facts.languages.en.tokens import Token
from eywa_fs.facts.languages.en.words.lists import words
from eywa_fs.facts.languages.en.words.people import ADVISERS, PETS
from eywa_fs.facts.languages.en.words.things import LIGHT_NOUNS

#: Who or what can forbid something.
_AUTHORITIES = (
    ADVISERS
    | {f"{who}s" for who in ADVISERS}
    | words(
        """doc doctors medic judge court coach insurer insurers tenancy lease contract rule rules
        orders verdict hospital clinic school council policy"""
    )
)
_ORDERS = words("orders verdict rule rules policy")
_TELLING = words("say says said tell tells told : insist insists reckon reckons")
#: How long a ban lasts: "till the stitches are out", "for six weeks".
_FOR_A_TIME = re.compile(
    r"\b(?:no|not) [a-z' -]{3,40}?(?: (?:un)?till? | for (?:an? |the next )?"
    r"(?:\d+|two|three|four|five|six|eight|ten|twelve|few|couple of)? ?"
    r"(?:days?|weeks?|months?|fortnight|hrs|hours)\b)"
)
#: What "no" begins without forbidding anything.
_NO_BANS = words(
    """idea wonder doubt problem problems need joke thanks rush way longer clue luck offence one
    matter worries worry surprise surprises kids children siblings pets car news sign signs reason
    point use money time sleep visa work exceptions arguing negotiating more better
    chance fuss excuse excuses hot water wifi internet heating"""
)


def read_bans(
    tokens: Sequence[Token], text: str, discourse: Discourse, known: Sequence[Draft]
) -> list[Draft]:
    """The items behind "no" in a sentence that names who forbids them or for how long.

    Args:
        tokens: of the sentence.
        text: the sentence as written.
        discourse: who has been talked about.
        known: what other rules read in the sentence; no word is taken twice.
    """
    low = [t.low for t in tokens]
    if "no" not in low or "?" in low:
        return []
    ordered = bool(_ORDERS & set(low)) or (
        bool(_AUTHORITIES & set(low)) and bool(_TELLING & set(low))
    )
    if not ordered and not _FOR_A_TIME.search(text.lower()):
        return []
    taken = {token.start for draft in known for token in draft.object}
    items: list[Phrase] = []
    for at, (before, word) in enumerate(pairwise(["", *low])):
        if word != "no" or before not in _OPENERS:
            continue
        item = noun_phrase(tokens, at + 1, prepositions=_WITHIN)
        behind = [t.low for t in tokens if item and t.start >= item[-1].end][:2]
        if (
            behind[:1] == ["for"]
            and behind[1:]
            and not (behind[1] in _OWN_PART or behind[1][:1].isdigit())
        ):
            continue
        if item and item[0].start == tokens[min(at + 1, len(tokens) - 1)].start and _is_ban(item):
            items.append(item)
    items = [item for item in items if not taken & {token.start for token in item}]
    if not items:
        return []
    subject = _forbidden_to(tokens, discourse)
    clause = Clause(tuple(tokens), "", subject, None, 0, 0, 0)
    return drafts(
        clause,
        "must_not",
        items,
        negated=False,
        modality=Modality.REPORTED if ordered else Modality.ASSERTED,
        directness=Directness.IMPLIED,
    )


_OPENERS = words(
    "and so but or : , ; . — – - ( says say said told absolutely strictly is means"
) | {""}
#: "No dairy for Bo" forbids somebody else; "for six weeks", "for me" do not.
_OWN_PART = words("me us a an the two three four five six eight ten twelve")
_WITHIN = frozenset({"of", "in", "on", "at", "past", "with"})


def _is_ban(item: Phrase) -> bool:
    return (
        is_value(item)
        and len(item) <= 4
        and item[0].low not in _NO_BANS
        and item[-1].low not in LIGHT_NOUNS | _NO_BANS
    )


def _forbidden_to(tokens: Sequence[Token], discourse: Discourse) -> Subject:
    """Whom a ban is for: who was told, else whom the sentence is about, else the speaker."""
    for at, token in enumerate(tokens[:-1]):
        if token.low in ("told", "tell", "tells") and tokens[at + 1].low not in ("me", "us"):
            role = role_at(tokens, at + 1, discourse)
            if role:
                return Subject((role[0],), "person", role[1])
    if tokens[0].low in ("my", "our") and tokens[1:] and tokens[1].low in PETS:
        return Subject((f"{USER}'s {tokens[1].low}",), "person", 2)
    opening = subject_at(tokens, 0, discourse)
    if opening is None or opening.kind != "person":
        return SPEAKER
    adviser = any(name.split()[-1].lower() in _AUTHORITIES for name in opening.names)
    return SPEAKER if adviser or "'s " not in opening.names[0] else opening
