"""What a value of a kind looks like: where one ends that begins at a token."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence, Set
from functools import cache
from typing import Final

from eywa_fs.facts.engine.clauses import Token, ValueType
from eywa_fs.facts.languages.en import doings, figures, names, places, times
from eywa_fs.facts.languages.en.phrases import closed, deed, noun_phrase, topic
from eywa_fs.facts.languages.en.tokens import verb_form
from eywa_fs.facts.languages.en.verbs import is_adverb
from eywa_fs.facts.languages.en.words import LINKS, NOT_NAMES, POINTERS, lexicon, word_set

_PRAISING: Final = word_set("""boring humble lowly simple good great bad best worst terrible
horrible awful big huge total complete real true natural born perfect better worse decent amazing
fantastic wonderful lousy proud happy avid passionate pretty mean fair wanna-be wannabe would-be
aspiring future former ex backseat armchair secret potential budding frustrated lifelong
little such kind not fellow volunteer fast slow heavy light super hardcore half ok okay slave messy
terrible careful nervous""")
_MANNERS: Final = ("ous", "ful", "less", "ish", "able", "ible", "some")
_NO_JOBS: Final = word_set("""fighter winner supporter believer lover saver fan hand leader member
player worker builder reader runner walker owner king queen god champion speaker star eater drinker
thinker planner master cheerleader guide host judge magician angel monk model coach pilot companion
partner sponsor character figure survivor warrior traveler traveller keeper goalkeeper striker""")
_TRADES: Final = ("logist", "ician", "grapher", "therapist", "engineer", "keeper", "smith", "maker")
_PAIRED_WORK: Final = word_set("""worker assistant manager owner coach guide planner model pilot
builder player speaker hand host judge reader runner""")
_HELD: Final = word_set("retired registered certified licensed qualified chartered")
_OWNED_FIRMS: Final = word_set("business store shop restaurant company studio salon cafe bar gym")
_CLUBS: Final = word_set("club society choir church league 's")
_ASIDE: Final = word_set("side spare weekends")
_FIELDS: Final = word_set("industry sector field department division")
_JOKES: Final = word_set("""morning mornings monday mondays work exercise drama people nonsense fun
bullshit idiots change failure money love school maths math sports effort losing lol haha""")
_ABSTRACT: Final = re.compile(  # what one can be said to be allergic to in jest only
    r"(?:ism|ment|[ts]ion|ness|ity|ship|[ae]nce)s?$"
    r"(?<!fragrance)(?<!fragrances)(?<!ointment)(?<!lotion)(?<!lotions)(?<!medication)"
)
_EFFECTS: Final = word_set("""hives rash rashes itch itching itchiness sneezing sneezes sniffles
wheezing swelling blisters welts breakouts anaphylaxis reaction reactions symptoms epipen epipens
epi-pen epi inhaler adrenaline ambulance hospital""")  # what an allergy does, and what helps then
_GESTURE: Final = re.compile(r"\band (?:all|everything|that|the (?:lot|works))(?: that)?(?= \W|$)")
_JOKING: Final = word_set("'s today tonight lol")
_BEHIND_NAMES: Final = word_set("and from but who because")
_NARROWED: Final = ("to", "of", "in")  # "deaf in one ear"
_ILLNESS: Final = re.compile(  # what an illness is called by its ending
    r"\w(?:itis|phobia|a?emia|algia|pathy|fibrosis|sclerosis|thyroidism|apno?ea)$|diabetes$"
    r"|\w (?:cancer|disease|disorder|syndrome|intolerance|blood pressure)$"
)
_YEAR: Final = re.compile(r"(?:19|20)\d\d$")
_JOBLESS: Final = word_set("retired unemployed self-employed")
_EATERS: Final = word_set("vegan vegetarian pescatarian pescetarian flexitarian omnivore carnivore")
_STATUS: Final = word_set("married single divorced widowed engaged separated")
_COUNTED: Final = word_set("second third fourth own other")
_HOMES: Final = word_set("""house flat apartment condo cottage maisonette townhouse villa bungalow
cabin studio estate""")
_BARE: Final = _HOMES | word_set("company business shop store stall plot collection machine")
"""Things that say too little without what kind they are of, or where."""
_LENT: Final = word_set("""loan loaned loaner lent lend borrow borrowed borrowing rent rented rental
renting hire hired hiring lease leased leasing belongs courtesy company work library shared""")
_OF_FIRMS: Final = word_set("van truck lorry bus coach rig tractor desk cab taxi train tram hearse")
_INSIDE: Final = (["in", "my"], ["in", "the"], ["on", "my"])
_SHORT: Final = (["weekend"], ["week"], ["day"], ["night"], ["month"], ["afternoon"])
_COMMON: Final = word_set("""different similar important known hard difficult easy long short weird
common unusual unique secret private pending unknown classified special""")


def person(tokens: Sequence[Token], at: int) -> int:
    """A name written as one: "Ana", "Tom Field"."""
    end = names.name_end(tokens, at)
    behind = [t.low for t in tokens[end : end + 2]]
    return at if not _JOKING.isdisjoint(behind[:1]) or behind == [",", "your"] else end


def called(tokens: Sequence[Token], at: int) -> int:
    """A name behind "is" or "named": also in lower case, where nothing else follows."""
    end = person(tokens, at)
    if end > at:
        cut = end < len(tokens) and tokens[end].text[0].isupper() and tokens[end].text != "I"
        return at if cut else end
    if at < len(tokens) and tokens[at].text.isalpha():
        low, more = tokens[at].low, at + 1
        common = len(low) < 2 or verb_form(low) or is_adverb(low) or (
            low in NOT_NAMES | _COMMON | names.kin())  # fmt: skip
        if not common and (
            more >= len(tokens) or not tokens[more].is_word or tokens[more].low in _BEHIND_NAMES
        ):
            return more
    return at


def role(tokens: Sequence[Token], at: int) -> int:
    """An occupation: "nurse", "senior data analyst"."""
    end = noun_phrase(tokens, at, 5)
    if end == at or not closed(tokens, end) or (end < len(tokens) and tokens[end].low == "-"):
        return at
    if end < len(tokens) and tokens[end].low in ("by", "without"):
        return at  # "a nurse by training"
    said = tokens[at:end]
    head = said[-1].low
    pair = f"{said[-2].low} {head}" if len(said) > 1 else ""
    behind = [t.low for t in tokens[end : end + 8]]
    club = behind[:1] in (["for"], ["of"]) and not _CLUBS.isdisjoint(behind)
    if club or not _ASIDE.isdisjoint(behind) or not _PRAISING.isdisjoint(t.low for t in said):
        return at  # done for a club, or on the side
    if verb_form(said[0].low) == "past" and len(said) > 1 and said[0].low not in _HELD:
        return at
    if len(said) > 1 and said[-2].text.islower() and said[-2].low.endswith(_MANNERS):
        return at  # "a hopeless cook"
    if (said[0].text.isdigit() and [t.low for t in said[1:2]] != ["-"]) or said[0].low == "more":
        return at  # "33 farm vet", "no more clerk"
    if head in _NO_JOBS and not (len(said) > 1 and head in _PAIRED_WORK):
        return at
    if head == "owner" and (len(said) < 2 or said[-2].low not in _OWNED_FIRMS):
        return at
    known = (
        head in lexicon("jobs") or pair.replace(" ", "-") in lexicon("jobs") or head in _PAIRED_WORK
    )
    known = known or head.endswith(_TRADES)
    asks = said[0].low.endswith("ing")  # "I'm querying agents"
    plural = head.endswith("s") and head[:-1] in lexicon("jobs") and not asks
    if end < len(tokens) and tokens[end].low == "of":
        more = noun_phrase(tokens, end + 1, 4)  # "head of marketing"; no "student of life"
        return (
            more if known and more > end + 1 and head not in ("student", "doctor", "maid") else at
        )
    if end < len(tokens) and tokens[end].low == "in" and known:  # "nurse in palliative care"
        the = end + 1 < len(tokens) and tokens[end + 1].low == "the"
        more = noun_phrase(tokens, end + 1 + the, 3)
        field = tokens[end + 1 : more] and tokens[end + 1].text.islower() and closed(tokens, more)
        bare = not field or (the and tokens[more - 1].low not in _FIELDS)
        timed = bare or times.only_time(tokens, end, more)
        return end if timed or tokens[end + 1].low in lexicon("places") else more
    return end if known or plural or head == "student" else at


def _headed(words: Callable[[], Set[str]], most: int = 5) -> ValueType:
    """A type of noun phrases whose last word (or two) is of a list."""

    def ends(tokens: Sequence[Token], at: int) -> int:
        end = noun_phrase(tokens, at, most)
        if end == at or not closed(tokens, end):
            return at
        head = tokens[end - 1].low
        pair = f"{tokens[end - 2].low} {head}" if end - at > 1 else ""
        known = words()
        fits = any(word in known or word.removesuffix("s") in known for word in (head, pair))
        if end < len(tokens) - 1 and tokens[end].low == "as":
            return at
        kept = [t.low for t in tokens[end : end + 3]]
        if kept[:1] in (["until"], ["till"]) or (kept[:1] == ["for"] and kept[2:] in _SHORT):
            return at  # not one's own
        if words is _animals and [t.low for t in tokens[end : end + 2]] in _INSIDE:
            return at  # "a frog in my throat"
        if words is _children and tokens[end - 1].text[0].isupper():
            return at  # "a Hermes Baby"
        said = [t.low for t in tokens[at:end]]
        timed = any(t[0].isdigit() and t[-2:] in ("am", "pm") for t in said)  # "an 8am lab"
        if not fits or timed or not _COUNTED.isdisjoint(said) or "'s" in said:
            return at
        if head in _HOMES and end + 1 < len(tokens) and tokens[end].low in ("in", "near", "on"):
            return places.named_place(tokens, end + 1) if tokens[end + 1].text[0].isupper() else at
        if end == at + 1 and head in _BARE:
            return at
        if end < len(tokens) and tokens[end].low == "of":
            more = noun_phrase(tokens, end + 1, 4)
            return more if more > end + 1 else at
        return end if head not in ("collection", "set", "kit") else at

    return ends


def _held(words: Callable[[], frozenset[str]]) -> ValueType:
    """A type of things one has for one's own, with what narrows them: nothing lent or hired."""
    headed = _headed(words)

    def ends(tokens: Sequence[Token], at: int) -> int:
        names_it = (n for n, t in enumerate(tokens) if n > at and t.low in ("called", "named"))
        end = headed(tokens[: next(names_it, None)], at)
        if end == at and at and _YEAR.match(tokens[at].low) and tokens[at - 1].low in ("a", "my"):
            end = noun_phrase(tokens, at, 5)  # "a 1998 Honda Civic"
            end = end if all(t.text[0].isupper() for t in tokens[at + 1 : end]) else at
        behind = tokens[end].low if end < len(tokens) else ""
        verb = tokens[0].lemma  # "drive a van for Tesco"
        handed = (behind == "from" and verb != "buy") or (behind == "for" and verb == "drive")
        if handed or behind in ("that", "which") or any(t.low in _LENT for t in tokens):
            return at
        first = end + 1 + (end + 1 < len(tokens) and tokens[end + 1].low in ("a", "an"))
        more = noun_phrase(tokens, first, 4) if behind in ("with", "for") else 0
        whose = behind == "for" and names.relation_at(tokens, end + 2)[0]
        return at if whose else more if more > first else end if behind != "with" else at

    return ends


def _one_of(words: Callable[[], Set[str]], *, last: bool = False) -> ValueType:
    """A type of single words of a list; ``last``: nothing goes on behind but when and with whom."""

    def ends(tokens: Sequence[Token], at: int) -> int:
        if at >= len(tokens) or tokens[at].low not in words():
            return at
        behind = tokens[at + 1].low if at + 1 < len(tokens) else ""
        when = behind != "in" or times.only_time(tokens, at + 1, len(tokens))
        open_ = behind in ("to", "by", "out") or (tokens[at].low == "engaged" and not when)
        timed = behind != "in" and times.only_time(tokens, at + 1, at + 2)
        ends_here = timed or (closed(tokens, at + 1) and not open_)
        return at + 1 if ends_here or not last else at

    return ends


def herd(tokens: Sequence[Token], at: int) -> int:
    """Animals that are kept and are no pets; those that are also food, in the plural."""
    pet = TYPES["animal"](tokens, at) > at  # "two guinea pigs"
    return at if pet else _headed(lambda: lexicon("livestock"))(tokens, at)


@cache
def _animals() -> Set[str]:
    kept = lexicon("livestock")
    return {a for a in lexicon("animals") | lexicon("pet") if kept.isdisjoint((a, f"{a}s"))}


@cache
def _children() -> frozenset[str]:
    return lexicon("kin_child") - {"youngest", "oldest", "eldest"}


def condition(tokens: Sequence[Token], at: int) -> int:
    """A condition that lasts or was diagnosed: "type 2 diabetes", "mild asthma"."""
    for size in (4, 3, 2, 1):
        end = at + size
        if end > len(tokens) or not closed(tokens, end):
            continue
        if [t.low for t in tokens[end : end + 2]] in (*_INSIDE, ["in", "our"], ["as", "a"]):
            return at  # "in my family", "as a child"
        said = [t.low for t in tokens[at:end]]
        for n in range(size):
            named = " ".join(said[n:]).replace(" 's", "'s")
            if named in lexicon("illnesses") or _ILLNESS.search(named):
                if all(w not in POINTERS | LINKS and w != "no" for w in said[:n]):
                    return end
                break
    return at


def ill(tokens: Sequence[Token], at: int) -> int:
    """What one is by a lasting condition: "diabetic", "lactose intolerant"."""
    for size in (3, 2, 1):
        said = " ".join(t.low for t in tokens[at : at + size])
        if at + size <= len(tokens) and said in lexicon("ill"):
            behind = tokens[at + size].low if at + size < len(tokens) else ""
            return at + size if closed(tokens, at + size) and behind not in _NARROWED else at
    return at


def allergen(tokens: Sequence[Token], at: int) -> int:
    """What one may be allergic to: not a joke, nothing that points elsewhere."""
    end = noun_phrase(tokens, at, 5)
    said = enumerate(t.low for t in tokens[at:end])
    doing = end > at and verb_form(tokens[at].low) == "ing"  # "shellfish and going to a wedding"
    listed = any(t.low in (",", "and", "or", "&") for t in tokens[max(0, at - 2) : at])
    joking = any(low in _JOKES or (n and is_adverb(low)) for n, low in said)
    if end == at or doing or joking or (listed and _goes_with(tokens, at, end)):
        return at
    laughed = end < len(tokens) and tokens[end].low in _JOKES
    if laughed or _ABSTRACT.search(tokens[end - 1].low) or tokens[at].low in ("my", "our"):
        return at
    narrowed = end < len(tokens) and tokens[end].low == "with"
    more = noun_phrase(tokens, end + 1, 3) if narrowed else end
    return more if more > end + 1 else end


def _goes_with(tokens: Sequence[Token], at: int, end: int) -> bool:
    """Whether a later member of a list is no allergen: what an allergy does, or told with a wide
    gesture ("epipen and all"), which may gather anything that comes with it."""
    said = [t.low for t in tokens[at:end]]
    if said == ["all"] or not _EFFECTS.isdisjoint(said):
        return True
    rest = " ".join(t.low for t in tokens[end : end + 12])
    return _GESTURE.search(rest) is not None


def before_allergy(tokens: Sequence[Token], at: int) -> int:
    """The words before "allergy": "tree nut" of "tree nut allergy"."""
    end = noun_phrase(tokens, at, 5)
    if end > at + 1 and tokens[end - 1].low in ("allergy", "allergies", "intolerance"):
        return at if any(t.low in ("food", "seasonal") for t in tokens[at:end]) else end - 1
    return at


def language(tokens: Sequence[Token], at: int) -> int:
    """A language by its name."""
    if at < len(tokens) and tokens[at].low in lexicon("languages"):
        return at + 1 if closed(tokens, at + 1) else at
    return at


def diet(tokens: Sequence[Token], at: int) -> int:
    """A diet as one is or keeps it: "vegan", "gluten-free"."""
    for size in (3, 2, 1):
        said = " ".join(t.low for t in tokens[at : at + size])
        if at + size <= len(tokens) and (
            said in lexicon("diets") or said.replace(" ", "-") in lexicon("diets")
        ):
            behind = tokens[at + size].low if at + size < len(tokens) else ""
            return at + size if closed(tokens, at + size) or behind == "diet" else at
    return at


def nationality(tokens: Sequence[Token], at: int) -> int:
    """An adjective of a country at the end of a clause: "Portuguese"."""
    if at < len(tokens) and tokens[at].low in lexicon("nations") and tokens[at].text[0].isupper():
        return at + 1 if at + 1 >= len(tokens) or not tokens[at + 1].is_word else at
    return at


def thing(tokens: Sequence[Token], at: int) -> int:
    """A noun phrase that says what it is."""
    end = noun_phrase(tokens, at)
    return end if end > at and closed(tokens, end) else at


def value(tokens: Sequence[Token], at: int) -> int:
    """What is told as right: a number or an address, or all that is said, up to what was wrong."""
    end = next((n for n in range(at, len(tokens)) if tokens[n].low in ("not", "(")), len(tokens))
    reached = figures.contact(tokens, at)
    return reached if reached > at else end - (tokens[end - 1].low == ",")


def vehicle(tokens: Sequence[Token], at: int) -> int:
    """What one drives for one's own: by its make, or of a kind that no firm lends."""
    end = noun_phrase(tokens, at, 5)
    names_it = next((n for n in range(at, end) if tokens[n].text[0].isupper()), end)
    firms = any(t.low in _OF_FIRMS for t in tokens[at:names_it])  # "a truck Dallas to Memphis"
    if firms or any(t.low in _LENT for t in tokens):
        return at
    return end if names_it < end and closed(tokens, end) else TYPES["owned"](tokens, at)


def study(tokens: Sequence[Token], at: int) -> int:
    """A subject of study: known, or written as a name of one."""
    end = noun_phrase(tokens, at, 4)
    if end == at or not closed(tokens, end):
        return at
    known = any(
        t.low in lexicon("subjects") or t.low in lexicon("languages") for t in tokens[at:end]
    )
    ending = tokens[end - 1].low.endswith(
        ("ology", "ics", "ing", "istry", "onomy", "ography", "ience")
    )
    ending = ending and tokens[end - 1].low not in ("morning", "evening", "something")
    return end if known or ending else at


TYPES: Final[dict[str, ValueType]] = {
    "person": person, "called": called, "place": places.place, "home": places.home,
    "town": places.town, "named_place": places.named_place, "organisation": places.organisation,
    "post": lambda t, at: at if t[(end := role(t, at)) - 1].low == "student" else end,
    "role": role, "age": figures.age, "date": figures.date, "contact": figures.contact,
    "animal": _headed(_animals), "herd": herd,
    "child": _headed(_children, 4), "owned": _held(lambda: lexicon("owned")),
    "goods": _held(lambda: lexicon("owned") - _HOMES), "condition": condition, "ill": ill,
    "allergen": allergen, "before_allergy": before_allergy, "language": language, "diet": diet,
    "nationality": nationality, "thing": thing, "topic": topic, "deed": deed,
    "habit": doings.habit, "routine": doings.routine, "appointment": doings.appointment,
    "order": doings.order_text, "all": lambda tokens, at: len(tokens), "value": value,
    "brand": places.brand,
    "study": study, "vehicle": vehicle, "sibling": _headed(lambda: lexicon("kin_sibling"), 4),
    "partner": _one_of(lambda: lexicon("kin_spouse")),
    "sib_word": _one_of(lambda: lexicon("kin_sibling")),
    "child_word": _one_of(lambda: lexicon("kin_child")),
    "pet_word": _one_of(lambda: _animals() | lexicon("pet")),
    "status": _one_of(lambda: _STATUS, last=True), "eater": _one_of(lambda: _EATERS),
    "no_job": _one_of(lambda: _JOBLESS, last=True)}  # fmt: skip
"""By name, as the forms of rules say it."""
_OPEN: Final = ["all", "value", "order", "topic", "deed", "thing", "habit"]
FIXES: Final = {name: ends for name, ends in TYPES.items() if name not in _OPEN}
"""Types that tell by a value alone whether it is one."""
