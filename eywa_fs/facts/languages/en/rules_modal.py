"""Intentions, wishes, duties, bans, abilities: what the modality of a verb makes of it."""

from __future__ import annotations

from collections.abc import Sequence

from eywa_fs.facts.certainty import Modality
from eywa_fs.facts.languages.en.clauses import Clause
from eywa_fs.facts.languages.en.drafts import Draft, drafts
from eywa_fs.facts.languages.en.nounphrases import noun_phrase, noun_phrases
from eywa_fs.facts.languages.en.phrases import Phrase, head, is_value
from eywa_fs.facts.languages.en.rules_tastes import read_exception
from eywa_fs.facts.languages.en.verbphrases import verb_phrase
from eywa_fs.facts.languages.en.words.grammar import (
    MONTHS,
    NUMBER_WORDS,
    SEASONS,
    TIME_NOUNS,
    WEEKDAYS,
)
from eywa_fs.facts.languages.en.words.lists import words
from eywa_fs.facts.languages.en.words.people import ROLES
from eywa_fs.facts.languages.en.words.things import FOOD, HOBBY_VERBS, JOBS

#: "I have to say", "I must run": nothing is owed.
_IDLE = words(
    """say admit confess ask know think be tell run go agree warn wonder laugh remember feel see
    hear vent get stop mention thank note decide come look check figure believe understand make
    find try wait point give let keep stress focus rush show sit ensure trust move calm relax react
    respond reply answer discuss review confirm cover address handle"""
)
_WEAK_WISHES = words(
    """know ask say hear tell talk see check make thank cry scream sleep die understand confirm
    apologise apologize clarify add point share chat vent mention rant punch kill hide nap
    explain make be go get use try find do have look confirm review improve stick focus ensure
    discuss finalize finalise update adjust include show empower raise help hear feel believe let
    keep avoid create provide bring give take start continue express"""
)
_SKILLS = words(
    """drive swim cook ski skate dance sing whistle juggle knit sew type code draw paint bake sail
    surf crochet dive climb weld program cycle ride snowboard speak read write play whittle
    solder drum iron touch-type fix repair mend recite bench deadlift hold count name tie pick
    identify navigate operate fly pilot row paddle kayak steer reverse tow parallel-park carve
    sculpt embroider darn spin crack unicycle somersault backflip backspin lip-read speed-read sign
    improvise harmonise yodel beatbox rap busk strum tune hum lift run pitch shear milk plough
    prune graft tile plaster brew ferment pickle distil fillet gut shuck forage track shoot fish
    translate interpret transcribe proofread edit animate compose arrange conduct order argue
    install rewire plumb build assemble restore sharpen chop saw multiply calculate memorise
    memorize solve beat throw catch jump do"""
)
#: "I can't hear you", "can't complain": not an ability worth a memory.
_IDLE_ABILITIES = words(
    """believe wait think remember say tell find see hear help complain stop decide seem figure
    understand get imagine explain be go do make know wrap describe afford open access log
    connect let send load even recall feel shake breathe keep blame argue promise guarantee"""
)
_FEATS = words(
    """handstand handstands cartwheel cartwheels splits backflip backflips push-ups pull-ups
    headstand impressions accents sudoku magic tricks tangrams origami calligraphy crosswords"""
)
#: What one cannot do today says nothing about tomorrow.
_PASSING = words("today tonight now properly yet currently moment anymore")
_LASTINGLY_DENIED = words(
    """have keep walk run fly travel tolerate take attend join bend carry lift kneel park swallow
    donate vote digest host stand work come wear own drink eat smell taste climb jump squat touch
    pronounce spell whisper parallel-park roll wink burp float do make hike camp"""
)
#: "She won't fly": what one refuses as a rule.
_REFUSED = words("fly drive swim dance sing cook camp ski skate gamble smoke")
_EATING = words("do eat have drink digest tolerate consume touch")


def read_modal(clause: Clause) -> list[Draft] | None:
    """What the modality says; ``None`` leaves the clause to the other rules."""
    group = clause.group
    assert group is not None
    left_out = read_exception(clause)
    if left_out:
        return left_out
    if group.modal in ("would", "could"):
        return _would(clause)
    if group.modal == "might":
        return None if group.lemma == "be" else []
    if group.modal in ("will", "plan", "soon"):
        return _plan(clause)
    if group.modal == "want":
        return _wish(clause)
    if group.modal == "must":
        return _duty(clause)
    if group.modal == "should":
        return []
    if group.modal == "allowed":
        predicate = "must_not" if group.negated else "can"
        return drafts(clause, predicate, _verb_objects(clause), negated=False)
    if group.modal == "can":
        return _ability(clause)
    return None


#: Verbs that say enough without an object ("we're going to adopt").
_WEIGHTY = words(
    """adopt retire emigrate propose remarry marry divorce elope resign quit move relocate graduate
    enlist retrain downsize convert separate foster study become start join"""
)
_VAGUE_OBJECTS = words("it this that them you something anything things your these those")
#: What everybody aims at: no plan worth a memory.
_VAGUE_AIMS = words("dreams goals difference best path destiny way potential mark world")
_WHEN = TIME_NOUNS | WEEKDAYS | MONTHS | SEASONS
_NO_PLANS = words("say tell ask scream cry die need regret assume forget lie complain mention")
_LEAVES = words("leave holiday holidays vacation sabbatical maternity paternity")
_VAGUE_VERBS = words("keep continue try convince stay")


def _verb_objects(clause: Clause) -> list[Phrase]:
    assert clause.group is not None
    phrase = verb_phrase(clause.tokens, clause.group.verb)
    following = [t.low for t in clause.rest[:3]]
    if set(following[:2]) & _VAGUE_OBJECTS or (following[2:] and following[2] in ("it", "them")):
        return []
    bare = len(phrase) == 1 and clause.group.modal in ("will", "plan", "soon", "must")
    open_ended = clause.group.lemma in ("start", "join", "become", "study", "quit", "separate")
    if (bare and (open_ended or clause.group.lemma not in _WEIGHTY)) or (
        clause.group.lemma in _VAGUE_VERBS and clause.group.modal != "allowed"
    ):
        return []
    return [phrase] if is_value(phrase) else []


def _would(clause: Clause) -> list[Draft]:
    """Only wishes survive: "I'd love to ...", "I'd rather have ..."."""
    group = clause.group
    assert group is not None
    if (
        group.modal == "would"
        and "rather" in group.adverbs
        and clause.subject
        and (clause.subject.kind == "user")
    ):
        end = next((i for i, t in enumerate(clause.tokens) if t.low == "than"), None)
        phrase = verb_phrase(clause.tokens[:end], group.verb)
        if group.lemma in ("say", "talk", "discuss", "know", "tell", "die"):
            return []
        return drafts(clause, "prefers", [phrase] if is_value(phrase) else [])
    if group.lemma in ("kill", "die") and clause.rest and clause.rest[0].low == "for":
        found = noun_phrases(clause.rest, 1)
        return drafts(clause, "wants", found, negated=False, modality=Modality.WISHED, span="plan")
    if group.lemma in ("choose", "pick", "take") and "over" in [t.low for t in clause.rest]:
        at = [t.low for t in clause.rest].index("over")
        return drafts(clause, "prefers", noun_phrases(clause.rest[:at])) if at < 4 else []
    if group.modal == "would" and group.negated and group.lemma in ("eat", "drink", "touch"):
        edible = [p for p in noun_phrases(clause.rest) if any(t.low in FOOD for t in p)]
        return drafts(clause, "diet", edible)
    if group.modal != "would" or group.lemma not in ("love", "like", "prefer"):
        return []
    rest = clause.rest
    low = [token.low for token in rest[:4]]
    if not rest or rest[0].low in ("it", "if", "that"):
        return []
    if rest[0].low == "to" and len(rest) > 1:
        able = [t.low for t in rest[1:4]] == ["be", "able", "to"]
        if able and len(rest) > 4:
            rest = (rest[0], *rest[4:])
            low = [token.low for token in rest[:4]]
        if (rest[1].low in _WEAK_WISHES and group.lemma == "like") or rest[1].low in (
            "know",
            "hear",
        ):
            return []
        phrase = verb_phrase(rest, 1)
        if len(phrase) < 2 or set(low[2:4]) & _VAGUE_OBJECTS:
            return []
        return drafts(
            clause,
            "wants",
            [phrase] if is_value(phrase) else [],
            modality=Modality.WISHED,
            span="plan",
        )
    if group.lemma == "prefer":
        return drafts(clause, "prefers", noun_phrases(rest))
    return []


def _plan(clause: Clause) -> list[Draft]:
    group = clause.group
    assert group is not None
    if clause.subject is None or clause.subject.kind == "thing":
        return []
    if group.modal == "plan" and group.tense == "past" and not group.negated:
        return []
    first = clause.rest[0].low if clause.rest else ""
    if group.lemma == "be" and (first.isdigit() or first in NUMBER_WORDS):
        out = drafts(clause, "age", [clause.rest[:1]], span="begins")
        at = next((i for i, t in enumerate(clause.rest) if t.low == "on"), -1)
        day = noun_phrase(clause.rest, at + 1) if at > 0 else ()
        if any(t.low in MONTHS for t in day):
            out += drafts(clause, "birthday", [day], span="none")
        return out
    if group.modal == "soon" and group.lemma not in _WEIGHTY:
        return []
    if group.modal == "will" and group.negated and "progressive" not in group.aspect:
        if group.lemma in _REFUSED and not any(t.low in _WHEN for t in clause.rest):
            refused = verb_phrase(clause.tokens, group.verb)
            return drafts(clause, "prefers", [refused] if len(refused) < 5 else [])
        edible = [p for p in noun_phrases(clause.rest) if any(t.low in FOOD for t in p)]
        return drafts(clause, "diet", edible) if group.lemma in _EATING else []
    if (
        group.lemma == "be"
        and first in ("in", "at")
        and len(clause.rest) > 1
        and (clause.rest[1].is_capital)
    ):
        return drafts(
            clause,
            "plans_to",
            [noun_phrase(clause.rest, 1)],
            span="plan",
            modality=Modality.INTENDED,
        )
    if group.lemma == "be" and first == "on" and {t.low for t in clause.rest[:3]} & _LEAVES:
        away = verb_phrase(clause.rest, 0, words=3)
        return drafts(clause, "plans_to", [away], span="plan", modality=Modality.INTENDED)
    if group.modal == "will" and group.lemma in _IDLE | _WEAK_WISHES | {
        "be",
        "have",
        "take",
        "let",
        "need",
        "miss",
        "love",
    }:
        later = "progressive" in group.aspect
        if not later:
            return []
    before = clause.tokens[group.verb - 2].low if group.verb >= 2 else ""
    if before in ("trying", "try", "tryna") and any(
        t.low in ("this", "that", "these", "the", "it", "my") for t in clause.rest
    ):
        return []
    if group.lemma in _NO_PLANS:
        return []
    if group.lemma == "be" and (not clause.rest or clause.dropped_subject):
        noun = head(noun_phrase(clause.rest)) if clause.rest else ""
        if noun not in ROLES | JOBS:
            return []
    casual = group.modal == "will" and group.lemma not in _WEIGHTY
    if casual and not any(t.low in _WHEN for t in clause.tokens):
        return []
    if any(t.low in _VAGUE_AIMS for t in clause.rest[:5]):
        return []
    return drafts(
        clause, "plans_to", _verb_objects(clause), span="plan", modality=Modality.INTENDED
    )


#: What one wants done in this very conversation: no wish worth a memory.
_TASKS = words(
    """refine outline restructure compare estimate analyze analyse screen optimize optimise clarify
    confirm rewrite provide ensure finalize finalise review discuss update adjust verify validate
    debug implement deploy integrate brainstorm summarise summarize rephrase proofread"""
)


def _wish(clause: Clause) -> list[Draft]:
    group = clause.group
    assert group is not None
    sights = any(t.is_capital for t in clause.rest)
    if group.lemma in _TASKS or (group.lemma == "see" and not sights and group.modal == "want"):
        return []
    if group.is_past and "perfect" not in group.aspect:
        return []
    objects = _verb_objects(clause)
    if any(t.low in _VAGUE_AIMS for t in clause.rest[:5]):
        return []
    single = objects and len(objects[0]) == 1
    if single and group.lemma not in _WEIGHTY | HOBBY_VERBS:
        return []
    if group.lemma in _WEAK_WISHES and (not objects or len(objects[0]) < 3):
        return []
    return drafts(clause, "wants", objects, span="plan", modality=Modality.WISHED)


def _duty(clause: Clause) -> list[Draft]:
    group = clause.group
    assert group is not None
    if group.lemma in _IDLE and (
        group.lemma not in ("be", "get", "go", "give", "keep", "stop", "make", "check")
        or len(clause.rest) < 2
    ):
        return []
    if group.tense == "past" or group.lemma in _TASKS:
        return []
    if group.lemma == "make" and clause.rest[:1] and clause.rest[0].low == "sure":
        return []
    if group.negated:
        before = [t.low for t in clause.tokens[max(0, group.verb - 2) : group.verb]]
        if before[-1:] == ["to"] and before[0] not in ("supposed", "meant"):
            objects = [o for o in _verb_objects(clause) if len(o) > 1]
            return drafts(clause, "must", objects) if clause.subject else []
        return drafts(clause, "must_not", _verb_objects(clause), negated=False)
    return drafts(clause, "must", _verb_objects(clause), span="plan", modality=Modality.INTENDED)


_UNTIL = words("for before until till after from")


def _is_figure(verb: str, rest: Sequence[str]) -> bool:
    """Whether what one cannot do is only a way of speaking ("can't sit still")."""
    follow = rest[0] if rest else ""
    still = verb in ("sit", "keep", "stay", "stand") and "still" in rest
    own = verb in ("read", "hear", "feel", "see") and "own" in rest
    return still or own or (verb == "have" and follow not in ("children", "kids", "a"))


def _ability(clause: Clause) -> list[Draft]:
    group = clause.group
    assert group is not None
    if group.tense == "past" or clause.subject is None or clause.subject.kind == "thing":
        return []
    rest = clause.rest
    if not group.negated and clause.lead in ("so", "that", "because"):
        return []
    if group.negated and group.lemma in ("stand", "bear", "abide", "stomach", "face"):
        return drafts(clause, "prefers", noun_phrases(rest))
    if group.negated and group.lemma in ("eat", "drink") and rest and rest[0].low in _UNTIL:
        verb = clause.tokens[group.verb : group.after]
        return drafts(clause, "must_not", [verb], negated=False, span="plan")
    if group.negated and group.lemma in _EATING:
        found = [p for p in noun_phrases(rest) if any(t.low in FOOD for t in p)]
        if found:
            return drafts(clause, "diet", found)
    behind = [t.low for t in clause.tokens[group.verb + 1 :][:3]]
    if group.negated and _is_figure(group.lemma, behind):
        return []
    if (
        group.lemma in ("do", "make", "come", "attend")
        and rest
        and any(
            t.low in WEEKDAYS
            or t.low
            in ("morning", "mornings", "afternoons", "evenings", "afternoon", "evening", "weekend")
            for t in rest[:4]
        )
    ):
        return drafts(clause, "can", _verb_objects(clause), span="plan")
    if group.negated and group.lemma == "do" and rest and rest[0].low.endswith("s"):
        return drafts(clause, "can", noun_phrases(rest))
    if clause.subject.kind == "person" and group.lemma not in _IDLE_ABILITIES:
        return drafts(clause, "can", _verb_objects(clause))
    if group.negated and group.lemma in _IDLE_ABILITIES:
        return []
    if group.negated and any(t.low in FOOD for t in rest) and clause.subject.kind == "user":
        return drafts(clause, "must_not", _verb_objects(clause), negated=False)
    if group.negated and any(t.low in _PASSING for t in clause.tokens):
        return []
    feat = group.lemma == "do" and any(t.low in _FEATS for t in rest[:4])
    if feat or group.lemma in _SKILLS or (group.negated and group.lemma in _LASTINGLY_DENIED):
        if group.lemma == "speak":
            return drafts(clause, "speaks", noun_phrases(rest))
        return drafts(clause, "can", _verb_objects(clause))
    regained = not group.negated and group.adverbs & {"finally", "still", "already", "again"}
    objects = _verb_objects(clause) if regained and group.lemma not in _IDLE_ABILITIES else []
    return drafts(clause, "can", [o for o in objects if len(o) > 1])
