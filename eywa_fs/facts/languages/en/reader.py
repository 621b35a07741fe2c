"""From a message to candidates: the order in which gates and rules are asked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from eywa_fs.facts.certainty import Modality, certainty
from eywa_fs.facts.languages.en.ages import read_ages
from eywa_fs.facts.languages.en.asides import (
    read_conditions,
    read_contrast,
    read_every_time,
    read_instruction,
    read_role_of_speaker,
    read_verdicts,
)
from eywa_fs.facts.languages.en.bans import read_bans
from eywa_fs.facts.languages.en.chatter import passes
from eywa_fs.facts.languages.en.checks import (
    NO_ALLERGENS,
    as_aid,
    contrasted,
    did_not_happen,
    itemised,
    leans_on_context,
    points_at_something,
)
from eywa_fs.facts.languages.en.clauses import Clause, clauses
from eywa_fs.facts.languages.en.contrasts import affirmed_after, denied_first
from eywa_fs.facts.languages.en.convictions import read_conviction, read_opinions
from eywa_fs.facts.languages.en.corrections import (
    before_correction as _before_correction,
)
from eywa_fs.facts.languages.en.corrections import corrects as _corrects
from eywa_fs.facts.languages.en.corrections import replace_value as _replace_value
from eywa_fs.facts.languages.en.drafts import Draft
from eywa_fs.facts.languages.en.echoes import echoed, without_echo
from eywa_fs.facts.languages.en.fragments import dropped_subject, read_fragment
from eywa_fs.facts.languages.en.friends import read_friends
from eywa_fs.facts.languages.en.gates import is_unreal, leaves_reality
from eywa_fs.facts.languages.en.idioms import read_idiom
from eywa_fs.facts.languages.en.inventories import (
    read_complaint,
    read_inventory,
    read_leaving_out,
)
from eywa_fs.facts.languages.en.labels import read_contact, read_labels
from eywa_fs.facts.languages.en.namings import read_namings
from eywa_fs.facts.languages.en.occasions import read_occasion
from eywa_fs.facts.languages.en.phrases import trimmed
from eywa_fs.facts.languages.en.portraits import read_portrait
from eywa_fs.facts.languages.en.rewrites import (
    not_that,
    uncleft,
    without_frames,
    without_parentheses,
    without_relative,
)
from eywa_fs.facts.languages.en.rules_be import read_be
from eywa_fs.facts.languages.en.rules_change import read_repriced, read_rescheduled
from eywa_fs.facts.languages.en.rules_modal import read_modal
from eywa_fs.facts.languages.en.rules_orders import read_order
from eywa_fs.facts.languages.en.rules_things import read_thing
from eywa_fs.facts.languages.en.rules_verbs import BOOKING, read_verb
from eywa_fs.facts.languages.en.sayings import read_couple, read_sayings
from eywa_fs.facts.languages.en.segments import UNASSERTED
from eywa_fs.facts.languages.en.sense import makes_sense, named_rightly, told_once
from eywa_fs.facts.languages.en.sentences import Sentence, blanked, sentences
from eywa_fs.facts.languages.en.series import read_series
from eywa_fs.facts.languages.en.stories import read_story
from eywa_fs.facts.languages.en.subjects import USER, Discourse, Subject, mention
from eywa_fs.facts.languages.en.times import (
    Calendar,
    dated,
    end_of_while,
    is_ahead,
    is_future,
    without_dates,
)
from eywa_fs.facts.languages.en.timetables import read_timetables
from eywa_fs.facts.languages.en.tokens import Token, tokenise, written
from eywa_fs.facts.languages.en.topics import Topic
from eywa_fs.facts.languages.en.unnamed import opening_subject
from eywa_fs.facts.languages.en.untold import read_untold
from eywa_fs.facts.languages.en.ways import with_ways
from eywa_fs.facts.languages.en.whereabouts import read_kin_in_places, read_whereabouts
from eywa_fs.facts.languages.en.words.grammar import RARELY, SUBJECT_PRONOUNS
from eywa_fs.facts.languages.en.words.lists import words
from eywa_fs.facts.languages.en.words.verbs import REQUESTS
from eywa_fs.facts.model import TYPE_OF_PREDICATE, Candidate, FactType

_INVERTED = words(
    """do does did is are was were am can could will would should shall have has had may might what
    which who whom whose when where why how is n't are n't"""
)
_DATED_OBJECTS = frozenset(
    {"schedule", "birthday", "must", "must_not", "wants", "other", "age", "born_in"}
)


#: A bare verb is no value of these: "come on Friday" keeps its day.
_NOT_CUT_SHORT = frozenset({"can", "plans_to"})
#: One lives in a place or with somebody.
_WITH_WHOM = frozenset({"lives_in", "moved_to"})


def read(text: str, timestamp_ms: int, tz: str) -> list[Candidate]:
    """Every candidate of one message, in the order of the text."""
    if not text.strip():
        return []
    plain = blanked(text[:MAX_READ])
    calendar = Calendar(plain, timestamp_ms, tz)
    discourse, topic = Discourse(), Topic()
    found: list[Candidate] = []
    last = 0
    for sentence in sentences(plain):
        words = plain[sentence.start : sentence.end]
        if leaves_reality(words):
            break
        if is_unreal(words):
            continue
        tokens = tokenise(plain, sentence.start, sentence.end)
        if not any(token.is_word for token in tokens):
            continue
        if [token.low for token in tokens] == ["not"]:
            found = [c for c in found if c.start < last]
            continue
        last = sentence.start
        sentence = _as_asked(sentence, tokens)
        if _corrects(tokens, found, text, calendar):
            continue
        kept, correction = _before_correction(tokens)
        untold: list[Clause] = []
        told = _sentence(kept, sentence, discourse, calendar, untold)
        if not sentence.questioned:
            told += read_sayings(kept, words, sentence.start, discourse, told)
            told += read_story(kept, words, sentence.start, discourse, told)
        asked = f"{words}?" if sentence.questioned else words
        told = with_ways(kept, asked, sentence.start, discourse, told)
        told += read_series(kept, told)
        told += read_bans(kept, words, discourse, told)
        if not sentence.questioned:
            told += read_timetables(kept, words, sentence.start, discourse, told)
        told = topic.given(told_once(told) + read_untold(untold, told), kept)
        topic.follow(kept, discourse)
        batch = [
            candidate
            for draft in told
            if not passes(draft, kept) and makes_sense(draft)
            if (candidate := _candidate(as_aid(named_rightly(draft)), text, calendar, sentence))
        ]
        found += batch
        if correction and batch:
            _replace_value(found, correction, text, calendar)
    return _unique(found)


#: Beyond this many characters a message is a document; the extractor reads its beginning.
MAX_READ = 20_000


def _sentence(
    tokens: list[Token],
    sentence: Sentence,
    discourse: Discourse,
    calendar: Calendar,
    untold: list[Clause],
) -> list[Draft]:
    """What the clauses of a sentence tell; those that told nothing are added to ``untold``."""
    tokens, relative = without_relative(tokens)
    if relative:
        inner = _sentence(relative, sentence, discourse, calendar, untold)
        return inner + _sentence(tokens, sentence, discourse, calendar, untold)
    denied, tokens = not_that(tokens)
    contrary, tokens = without_frames(uncleft(without_parentheses(tokens)))
    tokens, others = without_echo(tokens, discourse)
    parts = clauses(tokens, discourse, calendar.covers)
    if not parts:
        return []
    asking = sentence.questioned and _asks(tokens)
    conditional = any(c.lead in ("if", "unless") for c in parts) or tokens[0].low in (
        "if",
        "unless",
    )
    found = read_verdicts(parts[0], tokens) or read_labels(tokens, parts[0], discourse)
    if found:
        return found
    contacts = [] if asking else read_contact(tokens, parts[0], discourse)
    if contacts:
        return contacts
    conviction = [] if asking else read_conviction(tokens, parts[0])
    if conviction:
        return conviction
    occasion = [] if asking else read_occasion(tokens, parts[0], discourse)
    found = occasion + ([] if asking else read_instruction(parts, tokens))
    if not asking:
        found += read_role_of_speaker(tokens, parts) + read_every_time(tokens, parts)
        found += read_contrast(tokens, parts)
        wedding = read_couple(tokens, parts[0], discourse)
        if wedding:
            return found + wedding
    elliptic, last_told = True, list[Draft]()
    opener = _somebody(opening_subject(tokens, discourse), tokens)
    for position, clause in enumerate(parts):
        told = clause.lead == "that" and position and _is_told(parts[position - 1], clause)
        if not told and (clause.lead in UNASSERTED or clause.lead == "that"):
            continue
        clause = replace(clause, lead="") if told else clause
        apart = position and (not clause.lead[:1].isalpha() or clause.lead in _STATING)
        if asking and (not apart or not clause.lead or clause.subject is None):
            continue
        if sentence.questioned and position and _asks(clause.tokens):
            continue
        if conditional and (clause.subject is None or (clause.group and clause.group.modal)):
            continue
        if denied and position == 0:
            clause = _denied(clause)
        if contrary and position == 0 and clause.group:
            clause = replace(
                clause, group=replace(clause.group, negations=clause.group.negations + 1)
            )
        own = sentence.questioned or any(t.low in _MINE for t in clause.tokens)
        told_of = opener if position and not own else None
        new = _clause(clause, elliptic, discourse, calendar, told_of)
        if not new and not sentence.questioned:
            untold.append(clause)
        new += contrasted(clause, new) or affirmed_after(clause, last_told)
        last_told = new
        if clause.lead == "says":
            new = [replace(draft, modality=Modality.REPORTED) for draft in new]
        elliptic = elliptic and clause.subject is None
        new = itemised(new, parts[position + 1] if position + 1 < len(parts) else None)
        for draft in new:
            mention(discourse, draft)
        found += new
    found += denied_first(tokens, found)
    if not asking:
        found += _in_passing(tokens, parts, discourse, found)
    ends = {d.object[-1].start for d in found if d.object}
    passing = read_conditions(tokens, parts[0], discourse)
    return found + echoed(found, others) + [d for d in passing if d.object[0].start not in ends]


def _in_passing(
    tokens: list[Token], parts: list[Clause], discourse: Discourse, known: list[Draft]
) -> list[Draft]:
    """What is told beside the clauses or without a verb, where no clause has told it."""
    taken = {token.start for draft in known for token in draft.object}
    told = [
        *read_inventory(tokens, parts[0]),
        *read_complaint(tokens, parts[0]),
        *read_leaving_out(tokens, parts[0]),
        *read_kin_in_places(tokens, parts[0], discourse),
        *read_portrait(tokens, parts[0], discourse),
        *read_friends(tokens, parts[0]),
        *read_opinions(tokens, parts[0], discourse),
    ]
    unnamed = {t.start for d in known if d.predicate not in _NAMED_IN for t in d.object}
    named = read_namings(tokens, parts[0], discourse) + read_ages(tokens, parts, discourse)
    return [
        *(d for d in told if not taken & {token.start for token in d.object}),
        *(d for d in named if not unnamed & {token.start for token in d.object}),
    ]


#: "A parrot named Bo" is an animal one has and its name, "a son of six" a child and an age.
_NAMED_IN = frozenset({"has_pet", "has_child"})
#: Who says so speaks of themselves.
_MINE = words("i me my myself we us our ourselves")
#: Behind these a sentence that asks can still state something.
_STATING = words("and but because since as so though although while who cos")
_TELLING = frozenset({"tell", "mention", "explain", "remember", "forget", "told", "mentioned"})


def _is_told(before: Clause, clause: Clause) -> bool:
    """Whether "that I ..." is a fact the speaker wants told ("how do I tell her that ...")."""
    first_person = clause.subject is not None and USER in clause.subject.names
    return first_person and any(token.low in _TELLING for token in before.tokens)


def _somebody(opening: Subject | None, tokens: Sequence[Token]) -> Subject | None:
    """Whom a sentence opens with, where that is for sure one of the speaker's people."""
    if opening is None or opening.kind != "person" or len(opening.names) > 1:
        return None
    related = "'s " in opening.names[0] or tokens[0].low in ("my", "our")
    return opening if related else None


def _denied(clause: Clause) -> Clause:
    """A clause under "it's not that": a denial in it is affirmed, anything else is left open."""
    if clause.group is None or not clause.group.negated:
        return replace(clause.without_verb(), lead="that")
    return replace(clause, group=replace(clause.group, negations=clause.group.negations + 1))


def _as_asked(sentence: Sentence, tokens: Sequence[Token]) -> Sentence:
    """The sentence as a question where it is one without its mark ("do i have to pay")."""
    turned = len(tokens) > 3 and tokens[0].low in _TURNED and tokens[1].low in SUBJECT_PRONOUNS
    return replace(sentence, mark="?") if turned and not sentence.mark else sentence


_TURNED = words("do does did can could should would is are am was were will have has shall")


def _asks(tokens: Sequence[Token]) -> bool:
    at = 0
    while at < min(4, len(tokens)) and tokens[at].low in (
        "so",
        "and",
        "but",
        ",",
        "ok",
        "okay",
        "hey",
        "hi",
        "well",
        "also",
        "anyway",
        "or",
    ):
        at += 1
    return at < len(tokens) and tokens[at].low in _INVERTED


def _clause(
    clause: Clause,
    elliptic: bool,
    discourse: Discourse,
    calendar: Calendar,
    told_of: Subject | None = None,
) -> list[Draft]:
    if clause.lead == "that":
        return []
    if any(token.low in RARELY for token in clause.tokens) or did_not_happen(clause):
        return []
    rescheduled = read_rescheduled(clause) or read_repriced(clause)
    if rescheduled:
        return rescheduled
    if clause.subject is None:
        thing = read_thing(clause, discourse)
        if thing:
            return thing
        elliptic = elliptic or clause.lead in ("-", "—", "–", ":", "(", "…", "...")
        restored = dropped_subject(clause) if elliptic else None
        if restored is None:
            return read_fragment(clause) or read_idiom(clause)
        clause = replace(restored, subject=told_of) if told_of else restored
    if clause.group is None:
        return []
    idiom = read_idiom(clause) if clause.group.modal in ("", "can", "could") else []
    if idiom:
        return idiom
    ordered = read_order(clause)
    if ordered is not None:
        return ordered
    if clause.group.lemma == "be" and not clause.group.modal:
        found = read_be(clause) or read_whereabouts(clause)
        return found or read_thing(clause, discourse)
    modal = read_modal(clause) if clause.group.modal else None
    if modal is not None:
        return modal
    if clause.group.lemma == "be":
        return read_be(clause)
    ahead = "progressive" in clause.group.aspect or clause.group.lemma in BOOKING
    days = calendar.days("future" if ahead else "auto")
    if clause.group.lemma in ("go", "fly", "travel", "visit", "come", "move", "stay"):
        future = is_ahead(days, clause.start, clause.end, calendar.today)
    else:
        future = is_future(days, clause.start, clause.end, calendar.today)
    return read_verb(clause, future=future)


def _candidate(draft: Draft, text: str, calendar: Calendar, sentence: Sentence) -> Candidate | None:
    value = draft.object
    happened = draft.predicate == "other" and draft.span == "event"
    if happened or draft.predicate not in _DATED_OBJECTS:
        with_whom = bool(value) and value[0].low == "with" and draft.predicate in _WITH_WHOM
        whole = with_whom or draft.predicate == "relation"
        dateless = trimmed(without_dates(value, calendar.days()), leading=not whole)
        value = value if draft.predicate in _NOT_CUT_SHORT and len(dateless) < 2 else dateless
    words = written(text, value)
    if draft.predicate == "allergic_to" and value and value[-1].low in NO_ALLERGENS | REQUESTS:
        return None
    if not words or points_at_something(draft, value):
        return None
    if draft.predicate not in ("believes", "relation") and leans_on_context(value):
        return None
    first, last = dated(draft, calendar)
    lasts = draft.span in ("state", "begins") or draft.predicate == "schedule"
    if last is None and lasts:
        last = end_of_while(calendar.text[sentence.start : sentence.end], calendar.today)
    group = draft.clause.group
    hedges = draft.clause.hedges + int(bool(group and group.modal == "might"))
    kind: FactType = TYPE_OF_PREDICATE.get(draft.predicate, "fact")
    if draft.kind == "plan" or (draft.predicate == "schedule" and first and first == last):
        kind = "plan"
    elif draft.kind == "fact":
        kind = "fact"
    return Candidate(
        subject=draft.subject,
        predicate=draft.predicate,
        object=words,
        negated=draft.negated,
        type=kind,
        certainty=certainty(
            modality=draft.modality,
            directness=draft.directness,
            hedges=hedges,
            questioned=sentence.questioned,
        ),
        valid_from=first,
        valid_to=last if first is None or last is None or last >= first else None,
        start=min(draft.clause.start, value[0].start),
        end=max(draft.clause.end, value[-1].end),
    )


def _unique(found: Sequence[Candidate]) -> list[Candidate]:
    kept: dict[tuple[str, str, str, bool], Candidate] = {}
    for candidate in found:
        key = (
            candidate.subject.casefold(),
            candidate.predicate,
            candidate.object.casefold(),
            candidate.negated,
        )
        kept.setdefault(key, candidate)
    return list(kept.values())
