"""What somebody is by trade: "a nurse at the clinic", "the X at a Y"."""

from __future__ import annotations

from eywa_fs.facts.languages.en.clauses import Clause
from eywa_fs.facts.languages.en.drafts import Draft, drafts
from eywa_fs.facts.languages.en.morphology import verb_form
from eywa_fs.facts.languages.en.nounphrases import noun_phrase, noun_phrases
from eywa_fs.facts.languages.en.phrases import Phrase, head
from eywa_fs.facts.languages.en.tokens import Token
from eywa_fs.facts.languages.en.words.lists import words
from eywa_fs.facts.languages.en.words.things import (
    CONDITIONS,
    FOOD,
    JOB_ENDINGS,
    JOB_PAIRS,
    JOBS,
    NO_JOBS,
    WORKPLACES,
)

_A = frozenset({"a", "an"})
_DESCRIPTIVE = words(
    """introvert extrovert atheist agnostic christian muslim buddhist hindu jewish catholic sikh
    feminist night-owl vegetarian insomniac smoker non-smoker nonsmoker hoarder minimalist
    perfectionist orphan lefty republican monarchist royalist socialist conservative liberal tory
    pacifist humanist optimist pessimist cynic romantic homebody extravert hermit recluse foodie
    worrier planner-type hypochondriac workaholic bookworm technophobe luddite spiritualist"""
)


_WIDOWED = words("widow widower divorcee divorcée bachelor newlywed")
_NO_JOB = words(
    """beginner natural pro regular newbie disaster expert guest member novice fan mess nightmare
    believer person dab whizz wizard failure genius"""
)


def read_job(clause: Clause, rest: tuple[Token, ...]) -> list[Draft]:
    """ "a nurse at the children's hospital": job, and the place behind it."""
    subject = clause.subject
    if subject is None or subject.kind == "thing":
        return []
    indefinite = rest[0].low in (
        "a",
        "an",
        "the",
        "their",
        "his",
        "her",
        "head",
        "training",
        "retired",
    )
    phrases = noun_phrases(rest, prepositions=frozenset({"of"}))
    jobs = [p for p in phrases if is_job(p)]
    if not jobs or not (indefinite or is_job(phrases[0])):
        if phrases and "stay-at-home" in [t.low for t in phrases[0]]:
            return drafts(clause, "works_as", phrases[:1])
        titled = _title_at_work(clause, rest)
        if titled:
            return titled
        if phrases and "person" in [t.low for t in phrases[0]][1:]:
            animal = [t for t in phrases[0] if t.low != "person"]
            liked = animal[-1].low in ("cat", "dog", "tea", "coffee", "beer", "wine")
            return drafts(clause, "prefers", [tuple(animal) if liked else phrases[0]])
        if phrases and head(phrases[0]) in _WIDOWED:
            return drafts(clause, "relation", phrases[:1])
        if phrases and head(phrases[0]) in _DESCRIPTIVE:
            return drafts(clause, "other", phrases[:1])
        return []
    if not is_job(phrases[0]):
        determined = {
            t.start for t, before in zip(rest[1:], rest, strict=False) if before.low in _A
        }
        jobs = [job for job in jobs if job[0].start in determined]
        if not jobs:
            return []
    if jobs[0][0].low == "no":
        affirmed = clause.group is not None and clause.group.negated
        return drafts(clause, "works_as", [jobs[0][1:]], negated=not affirmed)
    if not indefinite and jobs[0][-1].low not in JOBS and _is_agent(jobs[0], jobs[0][-1].low):
        return []
    out = drafts(clause, "works_as", jobs)
    behind = next(i for i, t in enumerate(rest) if t is jobs[-1][-1]) + 1
    for at, token in list(enumerate(rest))[behind : behind + 1]:
        if token.low in ("at", "for", "with") and at > 0:
            place = noun_phrase(rest, at + 1, prepositions=frozenset({"of", "in"}))
            if (
                place
                and not any(t.low in CONDITIONS for t in place)
                and not place[0].low[:1].isdigit()
                and not any(
                    t.low
                    in (
                        "moment",
                        "years",
                        "year",
                        "living",
                        "now",
                        "while",
                        "months",
                        "time",
                        "long",
                        "weekends",
                    )
                    for t in place
                )
            ):
                out += drafts(clause, "works_at", [place])
            break
        if token.low == "in" and at > 0:
            place = noun_phrase(rest, at + 1)
            if place and any(t.low in WORKPLACES for t in place):
                out += drafts(clause, "works_at", [place])
            break
    return out


def _title_at_work(clause: Clause, rest: tuple[Token, ...]) -> list[Draft]:
    """A title no list knows, with the place of work behind it ("the X at a Y")."""
    if rest[0].low not in ("a", "an", "the"):
        return []
    title = noun_phrase(rest)
    at = 1 + len(title)
    while at < len(rest) and not rest[at].is_word:
        at += 1
    if not title or len(title) > 3 or at + 1 >= len(rest) or rest[at].low not in ("at", "for"):
        return []
    place = noun_phrase(rest, at + 1, prepositions=frozenset({"of", "in"}))
    known = place and (rest[at + 1].low in ("a", "an") or place[0].is_capital)
    if not known or {t.low for t in title} & (_NO_JOB | {"only", "first", "last", "best", "one"}):
        return []
    if title[-1].low in ("student", "candidate", "undergraduate", "pupil"):
        return drafts(clause, "studies_at", [place])
    return drafts(clause, "works_as", [title]) + drafts(clause, "works_at", [place])


def is_job(phrase: Phrase) -> bool:
    """Whether a phrase names an occupation."""
    if not phrase or len(phrase) > 6:
        return False
    noun = head(phrase)
    if any(t.low in ("best", "worst", "greatest", "finest", "only") for t in phrase):
        return False
    if noun in FOOD or "made" in [t.low for t in phrase[:2]]:
        return False
    single = noun.removesuffix("s") if noun not in JOBS else noun
    if " ".join(t.low for t in phrase[-2:]) in JOB_PAIRS:
        return True
    return (
        single in JOBS
        or (single.endswith(JOB_ENDINGS) and single not in NO_JOBS)
        or _is_agent(phrase, single)
    )


def _is_agent(phrase: Phrase, noun: str) -> bool:
    """Whether a noun names who does something for others: "harp restorer", "dog trainer"."""
    if len(phrase) < 2 or not noun.endswith("er") or noun in _NO_TRADES:
        return False
    if phrase[-2].low.endswith(("y", "st")) or phrase[-2].low in _MANNERS:
        return False
    stem = noun[:-2]
    stems = (stem, stem + "e", stem[:-1] if stem[-1:] == stem[-2:-1] else stem)
    return any((verb_form(s) or ("", ""))[1] == "base" for s in stems)


_MANNERS = words("good bad great slow fast quick light deep early late big total huge real keen")
_NO_TRADES = words(
    """sleeper eater learner drinker smoker thinker talker listener reader runner walker believer
    lover hater swimmer gamer beginner winner loser quitter hoarder stayer member user reader viewer
    follower supporter sufferer survivor holder owner riser traveller traveler killer boomer joker
    shower computer letter number freezer fryer drawer blower mower dinner summer cleaner dryer
    boiler cooker heater poster folder"""
)
