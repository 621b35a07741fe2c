"""Verb frames: verb + what follows it -> predicate. How one row of the table is applied."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import cast

from eywa_fs.facts.languages.en.clauses import Clause
from eywa_fs.facts.languages.en.drafts import Draft, Span, drafts
from eywa_fs.facts.languages.en.nounphrases import noun_phrase, noun_phrases
from eywa_fs.facts.languages.en.phrases import Phrase, head
from eywa_fs.facts.languages.en.verbphrases import verb_phrase
from eywa_fs.facts.languages.en.words.grammar import (
    MONTHS,
    NUMBER_WORDS,
    OBJECT_PRONOUNS,
    SEASONS,
    TIME_NOUNS,
    WEEKDAYS,
)
from eywa_fs.facts.languages.en.words.lists import words
from eywa_fs.facts.languages.en.words.people import LANGUAGES, PET_PHRASES, PETS, ROLES
from eywa_fs.facts.languages.en.words.things import (
    AIDS,
    APPS,
    BODY,
    CONDITIONS,
    DIETS,
    FOOD,
    HAD,
    JOBS,
    LIGHT_NOUNS,
    OWNED,
    SCHOOL_WORDS,
    SUBJECTS_STUDIED,
    TREATMENTS,
    WORK_FIELDS,
    WORKPLACES,
)
from eywa_fs.facts.languages.en.words.verb_frames import TABLE

#: One joins these for pleasure, not for pay.
_SOCIETIES = words(
    """group club team choir class gym society band orchestra course league church union party
    scouts brownies guides cubs beavers cadets rainbows parish congregation book-club forum"""
)
#: What is driven for a living.
_FLEET = words("bus taxi lorry truck tram train ambulance cab forklift coach hgv rickshaw minibus")
_STREETS = words("street road lane avenue drive square court place rise crescent terrace island")
#: What one lives on without eating it.
_SITES = _STREETS | words(
    "farm boat narrowboat houseboat barge island estate coast hill floor canal"
)
_AIDS = AIDS | words("glasses brace braces contacts splint")
Test = Callable[[Phrase], bool]


@dataclass(frozen=True, slots=True)
class Frame:
    """One row of :data:`TABLE` for one verb."""

    following: tuple[tuple[str, ...], ...]
    object_class: str
    predicate: str
    reversed: bool
    present: Span
    past: Span


def _animal(phrase: Phrase) -> bool:
    low = [token.low for token in phrase]
    pair = " ".join(low[-2:])
    return head(phrase) in PETS or pair in PET_PHRASES


def _named(phrase: Phrase) -> bool:
    return bool(phrase) and (
        phrase[0].is_capital or any(t.low in ROLES or t.low in ("called", "named") for t in phrase)
    )


def _ends_in(words: frozenset[str]) -> Test:
    return lambda phrase: bool({head(phrase), phrase[-1].low} & words)


def _contains(words: frozenset[str]) -> Test:
    return lambda phrase: any(token.low in words for token in phrase)


def _activity(phrase: Phrase) -> bool:
    first = phrase[0].low
    return (first.endswith("ing") and len(first) > 4 and first not in _NOT_ACTIVITIES) or any(
        token.low in _ACTIVITIES | FOOD | LANGUAGES | SUBJECTS_STUDIED for token in phrase
    )


_CONSUMED = words(
    """ticket tickets flowers groceries stuff round present presents gift gifts petrol gas shares
    insurance stamps sweets shopping bargain seat seats milk"""
)
_NOT_ACTIVITIES = words(
    """doing feeling being getting thinking wondering worrying having going morning evening
    building thing something anything nothing everything trying looking talking crying
    laughing making raining asking saying noticing realising realizing"""
)
_ACTIVITIES = words(
    """yoga pilates karate judo taekwondo boxing jiu-jitsu bjj ballet tango salsa piano guitar
    drums violin cello ukulele chess tennis squash badminton golf football rugby cricket hockey
    basketball volleyball netball padel pickleball pottery ceramics therapy choir crochet
    calligraphy origami photography woodwork carpentry parkour crossfit gym zumba physio smoking
    vaping cigarettes nicotine weed gambling crossfit lacrosse fencing archery triathlon
    duolingo marathons beekeeping keto nursery school university lessons classes facebook
    instagram twitter tiktok meditation journaling sourdough running swimming rowing climbing
    cycling"""
)
CLASSES: dict[str, Test] = {
    "bees": _ends_in(frozenset({"bees", "hives", "worms", "livestock", "beehives"})),
    "any": lambda phrase: True,
    "employer_name": lambda phrase: (
        not phrase[0].low[:1].isdigit() and phrase[0].low not in NUMBER_WORDS | TIME_NOUNS
    ),
    "jobword": lambda phrase: head(phrase) in ("job", "post", "role", "position"),
    "app": _contains(APPS),
    "company": lambda phrase: (
        not _contains(APPS | _SOCIETIES | _STREETS)(phrase)
        and (
            (phrase[0].is_capital and phrase[0].low not in LANGUAGES | WEEKDAYS | MONTHS)
            or head(phrase) in WORKPLACES | {"practice", "agency"}
        )
    ),
    "person": lambda phrase: phrase[0].is_capital and len(phrase) <= 2,
    "durable": lambda phrase: (
        _contains(OWNED)(phrase)
        or not ({t.low for t in phrase} & FOOD or head(phrase) in LIGHT_NOUNS | _CONSUMED)
    ),
    "possession": lambda phrase: head(phrase) in OWNED - FOOD,
    "bought": lambda phrase: _contains(OWNED)(phrase) and head(phrase) not in _CONSUMED,
    "dwelling": _ends_in(
        words("flat house room cottage tenancy lease apartment bedsit bungalow caravan houseboat")
    ),
    "trade_word": _ends_in(
        words(
            """teaching nursing farming fishing acting modelling plumbing bricklaying trucking
            accountancy banking joinery hairdressing driving-instructing policing soldiering"""
        )
    ),
    "vehicle_word": _ends_in(
        words("car van bike motorbike scooter moped caravan boat campervan motorhome tractor lorry")
    ),
    "instrument": _ends_in(
        words(
            """piano guitar bass violin viola cello fiddle drums flute oboe clarinet bassoon trumpet
            cornet trombone tuba horn saxophone sax accordion harmonica harp banjo mandolin ukulele
            lute sitar tabla organ keyboard recorder bagpipes concertina bodhrán whistle"""
        )
    ),
    "schoolword": lambda phrase: (
        len(phrase) == 1
        and phrase[0].low in ("nursery", "school", "kindergarten", "preschool", "college", "uni")
    ),
    "training": _ends_in(
        words(
            "degree course apprenticeship masters master's phd mba a-levels diploma gcses training"
        )
    ),
    "trade": _contains(
        words(
            "payroll bookkeeping sales marketing admin accounts reception deliveries nails hair "
            "night-shifts landscaping removals security scaffolding decorating"
        )
    ),
    "transport": _contains(words("bus train tram tube metro ferry subway underground")),
    "foreign": lambda phrase: (
        phrase[0].is_capital
        and (phrase[-1].is_capital or phrase[-1].low in SEASONS | TIME_NOUNS | WEEKDAYS | MONTHS)
        and not any(t.low in SCHOOL_WORDS for t in phrase)
    ),
    "*": lambda phrase: head(phrase) not in LIGHT_NOUNS,
    "place": lambda phrase: (
        head(phrase) not in LIGHT_NOUNS
        and phrase[-1].low not in OBJECT_PRONOUNS
        and not any(
            t.low in ("fear", "hope", "harmony", "peace", "chaos", "denial") for t in phrase
        )
    ),
    "site": lambda phrase: any(t.is_capital for t in phrase) or head(phrase) in _SITES,
    "workplace": lambda phrase: (
        any(t.low in WORKPLACES for t in phrase)
        or (phrase[0].is_capital and phrase[0].low not in WORK_FIELDS | LANGUAGES)
    ),
    "employer": _contains(WORKPLACES),
    "field": lambda phrase: head(phrase) not in LIGHT_NOUNS,
    "school": lambda phrase: any(t.low in SCHOOL_WORDS for t in phrase),
    "subject": lambda phrase: (
        any(t.low in LANGUAGES | SUBJECTS_STUDIED for t in phrase)
        or any(t.is_capital for t in phrase)
        or phrase[0].low
        not in (
            "how",
            "that",
            "what",
            "about",
            "lesson",
            "hard",
            "something",
            "part-time",
            "full-time",
            "online",
            "together",
        )
    ),
    "aid": lambda phrase: head(phrase) in _AIDS,
    "any_plan": lambda phrase: not phrase[0].low.endswith("ing") or len(phrase) > 1,
    "fleet": lambda phrase: head(phrase) in _FLEET,
    "regime": lambda phrase: head(phrase) in DIETS or head(phrase) in ("diet", "kosher", "halal"),
    "discipline": lambda phrase: head(phrase) in SUBJECTS_STUDIED,
    "language": lambda phrase: _contains(LANGUAGES)(phrase) or phrase[0].is_capital,
    "society": _ends_in(_SOCIETIES),
    "name": _named,
    "pet": _animal,
    "child": lambda phrase: any(t.low in ("boy", "girl", "baby", "child", "kids") for t in phrase),
    "owned": _contains(OWNED),
    "paper": _contains(HAD | words("licence license card ticket certificate bsc msc ba ma phd")),
    "vehicle": lambda phrase: (
        _contains(OWNED - {"mobile"})(phrase)
        or (any(t.is_capital for t in phrase) and len(phrase) <= 4)
    ),
    "treatment": _contains(TREATMENTS),
    "condition": _contains(CONDITIONS),
    "body": _contains(BODY),
    "number": lambda phrase: phrase[0].low[:1].isdigit() or phrase[0].low in NUMBER_WORDS,
    "business": _ends_in(WORKPLACES | frozenset({"business", "channel", "blog", "podcast", "b&b"})),
    "shift": _contains(
        frozenset({"nights", "days", "shifts", "shift", "earlies", "lates", "weekends"})
    ),
    "degree": _contains(
        words(
            """degree phd master master's masters bachelor's mba course apprenticeship a-levels
            diploma gcses doctorate postgrad ma ba bsc msc"""
        )
    ),
    "money": lambda phrase: phrase[0].low[:1].isdigit() or phrase[0].low in ("£", "$", "€"),
    "food": _contains(FOOD | DIETS),
    "job": lambda phrase: head(phrase) in JOBS or head(phrase) == "job",
    "activity": _activity,
}


def _parsed() -> dict[str, list[Frame]]:
    frames: dict[str, list[Frame]] = {}
    for row in TABLE.strip().splitlines():
        verbs, following, object_class, predicate, polarity, span = (
            cell.strip() for cell in row.split("|")
        )
        present, past = span.split()
        frame = Frame(
            tuple(
                () if option == "-" else tuple(option.split("+")) for option in following.split(",")
            ),
            object_class,
            predicate,
            polarity == "!",
            cast("Span", present),
            cast("Span", past),
        )
        for verb in verbs.split():
            frames.setdefault(verb, []).append(frame)
    return frames


FRAMES = _parsed()
_PLACE_PREPOSITIONS = frozenset({"of", "near", "outside", "above", "opposite", "in", "by"})
_SINGLE = frozenset({"place", "school", "name"})


def read_frame(clause: Clause) -> list[Draft]:
    """What the frames of the clause's verb say; empty when none fits."""
    group = clause.group
    if group is None:
        return []
    if group.lemma in ("buy", "get", "adopt") and clause.rest[:1]:
        reflexive = clause.rest[0].low.endswith(("self", "selves"))
        clause = replace(clause, group=replace(group, after=group.after + reflexive))
    rest = clause.rest
    this_minute = "progressive" in group.aspect and "perfect" not in group.aspect
    for frame in FRAMES.get(group.lemma, ()):
        given = group.lemma == "get" and bool(rest) and rest[0].low in ("my", "our", "his", "her")
        given = given or {"the", "flat"} <= {t.low for t in rest[:3]}
        trading = group.lemma in ("sell", "buy") and not group.is_past
        if frame.predicate in ("started", "stopped") and group.negated:
            continue
        usual = group.form in ("base", "third") and not group.aspect and not group.is_past
        if frame.predicate == "visited" and group.lemma == "go" and (usual or this_minute):
            continue
        if frame.object_class == "company" and (group.negated or clause.lead == "who"):
            continue
        if frame.predicate == "owns" and (this_minute or given or trading):
            continue
        if (frame.predicate == "other" and this_minute) or (
            frame.object_class == "person" and "progressive" not in group.aspect
        ):
            continue
        for option in frame.following:
            if tuple(t.low for t in rest[: len(option)]) != option:
                continue
            found = _objects(frame, clause, len(option))
            if frame.object_class == "person" and frame.predicate == "relation" and found:
                found = [tuple(clause.tokens[group.verb : group.after]) + found[0]]
            if found:
                lasting = frame.present == "state" and "perfect" in group.aspect
                past = group.is_past and not lasting
                out = drafts(
                    clause,
                    frame.predicate,
                    found,
                    negated=group.negated != frame.reversed,
                    span=frame.past if past else frame.present,
                )
                return out + _place_of(clause, frame.predicate, found[-1])
    return []


def _place_of(clause: Clause, predicate: str, value: Phrase) -> list[Draft]:
    """The school or workplace behind what is studied or done ("study law at Leeds")."""
    group = clause.group
    if group is None or predicate not in ("studies", "works_as") or group.negated:
        return []
    rest = [t for t in clause.rest if t.start >= value[-1].end]
    if not rest or rest[0].low not in ("at", "for", "with"):
        return []
    place = noun_phrase(rest, 1, prepositions=frozenset({"of", "in"}))
    fits = place and (
        place[0].is_capital
        or {t.low for t in place} & (WORKPLACES | SCHOOL_WORDS)
        or (
            predicate == "works_as"
            and rest[1].low in ("a", "an")
            and head(place) not in LIGHT_NOUNS
        )
    )
    if not fits:
        return []
    where = "studies_at" if predicate == "studies" else "works_at"
    return drafts(clause, where, [place])


def _objects(frame: Frame, clause: Clause, at: int) -> list[Phrase]:
    rest = clause.rest
    test = CLASSES[frame.object_class]
    if frame.object_class == "name":
        phrase = noun_phrase(rest, at)
        found = [phrase] if phrase else []
    elif frame.object_class in _SINGLE or frame.predicate in ("works_at", "studies_at", "works_as"):
        phrase = noun_phrase(rest, at, prepositions=_PLACE_PREPOSITIONS)
        found = [phrase] if phrase else []
        if frame.predicate == "works_as":
            found = noun_phrases(rest, at)
            if frame.object_class == "business" and clause.group:
                found = (
                    [verb_phrase(clause.tokens, clause.group.verb)]
                    if phrase and test(phrase)
                    else []
                )
                return found
    elif frame.object_class == "activity" and at < len(rest) and rest[at].low.endswith("ing"):
        phrase = verb_phrase(rest, at, words=4)
        found = [phrase] if phrase else []
    elif frame.predicate == "other" or frame.object_class in ("body", "business"):
        assert clause.group is not None
        phrase = verb_phrase(clause.tokens, clause.group.verb)
        first = noun_phrase(rest, at)
        return [phrase] if first and (test(first) or at) else []
    else:
        found = noun_phrases(rest, at)
    return [phrase for phrase in found if phrase and test(phrase)]
