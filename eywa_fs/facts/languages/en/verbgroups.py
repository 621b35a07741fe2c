"""The verb of a clause with everything that changes its meaning: negation, tense, modality."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from eywa_fs.facts.languages.en.morphology import Form, guess_third, verb_form
from eywa_fs.facts.languages.en.tokens import Token
from eywa_fs.facts.languages.en.words.grammar import (
    ADVERBS,
    BE,
    DETERMINERS,
    OBJECT_PRONOUNS,
    OBJECT_STOPS,
    PREPOSITIONS,
    RARELY,
    SUBJECT_PRONOUNS,
)
from eywa_fs.facts.languages.en.words.lists import words
from eywa_fs.facts.languages.en.words.verbs import (
    ADJECTIVAL,
    DISLIKING,
    INTENDING,
    LIKING,
    PASSIVES,
    WISHING,
)

_MODALS = {
    "will": "will", "'ll": "will", "shall": "will", "would": "would", "'d": "would",
    "can": "can", "could": "could", "may": "might", "might": "might", "must": "must",
    "should": "should", "ought": "should",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class VerbGroup:
    """A verb and its setting.

    ``lemma`` is the main verb (``be`` for the copula); ``verb`` its position and ``after`` the
    position behind it. ``modal`` is one of ``"" will would can could might must should want plan
    soon allowed``. ``aspect`` holds any of ``perfect progressive passive used_to started stopped``.
    """

    lemma: str
    form: Form
    verb: int
    after: int
    negations: int = 0
    modal: str = ""
    aspect: frozenset[str] = frozenset()
    adverbs: frozenset[str] = frozenset()
    longer: bool = False
    tense: str = "present"
    supported: bool = False

    @property
    def negated(self) -> bool:
        """Whether an odd number of negations acts on the verb."""
        return self.negations % 2 == 1

    @property
    def is_past(self) -> bool:
        """Whether the clause tells of the past (simple past or perfect)."""
        return self.tense == "past" or "perfect" in self.aspect


_UNSURE = words("probably maybe likely perhaps possibly presumably")


class _Reader:
    """Reads one verb group from left to right."""

    def __init__(self, tokens: Sequence[Token], at: int) -> None:
        self.tokens = tokens
        self.at = at
        self.negations = 0
        self.modal = ""
        self.aspect: set[str] = set()
        self.adverbs: set[str] = set()
        self.longer = False
        self.tense = "present"
        self.finite = False

    def low(self, offset: int = 0) -> str:
        position = self.at + offset
        return self.tokens[position].low if 0 <= position < len(self.tokens) else ""

    def skip_adverbs(self) -> None:
        while True:
            low = self.low()
            if low in ("not", "n't", "never"):
                self.negations += 1
                self.adverbs.add(low)
            elif low == "no" and self.low(1) in ("longer", "more"):
                self.negations, self.longer = self.negations + 1, True
                self.at += 1
            elif low == "any" and self.low(1) == "longer":
                self.longer = True
                self.at += 1
            elif low in ADVERBS or low in RARELY or low in _UNSURE:
                self.adverbs.add(low)
            else:
                return
            self.at += 1

    def read(self) -> VerbGroup | None:
        """The group at the position, or ``None`` when there is no verb."""
        for _ in range(8):
            self.skip_adverbs()
            low = self.low()
            if low in _MODALS and not self.finite:
                if not self._modal(low):
                    return None
                continue
            if low in BE and self._is_auxiliary_be():
                if "passive_be" in self.aspect:
                    self.aspect.discard("passive_be")
                    return self._copula()
                continue
            if low in BE:
                return self._copula()
            if low in ("have", "has", "had", "'ve", "having", "'d"):
                outcome = self._have(low)
                if outcome == "again":
                    continue
                return self._group("have", "base" if low == "have" else "third")
            if low in ("do", "does", "did") and self._supports():
                self.tense = "past" if low == "did" else self.tense
                self.finite = True
                self.at += 1
                continue
            return self._main(low)
        return None

    def _modal(self, low: str) -> bool:
        self.at += 1
        self.finite = True
        if low == "'d":
            save = self.at
            self.skip_adverbs()
            form = verb_form(self.low())
            if self.low() in ("better", "best"):
                self.modal = "should"
                self.at += 1
                return True
            if (form and form[1] in ("participle", "both")) or self.low() == "been":
                self.at = save
                self.aspect.add("perfect")
                self.tense = "past"
                return True
            self.at = save
        self.modal = _MODALS[low]
        if self.low() == "to":
            self.at += 1
        return True

    def _have(self, low: str) -> str:
        save = self.at
        finite_tense = "past" if low in ("had", "'d") else self.tense
        self.at += 1
        self.skip_adverbs()
        following = self.low()
        if following == "to" and low != "having":
            self.tense = finite_tense
            self.modal = "must"
            self.at += 1
            self.finite = True
            return "again"
        if following == "got" and low in ("have", "'ve", "has", "had"):
            if self.low(1) == "to":
                self.modal = "must"
                self.at += 2
                return "again"
            self.adverbs.add("got")
            return "main"
        form = verb_form(following)
        if following.endswith("ed") and form is None and len(following) > 4:
            self.aspect.add("perfect")
            self.tense = finite_tense
            self.finite = True
            return "again"
        if (
            following == "been"
            or (form and form[1] in ("participle", "both"))
            or (form and form[1] == "base" and following in _UNCHANGED)
        ):
            self.aspect.add("perfect")
            self.tense = finite_tense
            self.finite = True
            return "again"
        self.at = save
        self.tense = finite_tense
        return "main"

    def _supports(self) -> bool:
        """Whether "do" here only supports another verb."""
        save, negations, adverbs = self.at, self.negations, set(self.adverbs)
        self.at += 1
        self.skip_adverbs()
        form = verb_form(self.low())
        supported = form is not None and form[1] == "base"
        if supported and self.negations == negations and form and form[0] not in _EMPHASISED:
            supported = False
        self.at, self.negations, self.adverbs = save, negations, adverbs
        return supported or self.low() in ("have",)

    def _is_auxiliary_be(self) -> bool:
        save = (self.at, self.negations, set(self.adverbs), self.longer)
        low = self.low()
        tense = "past" if low in ("was", "were") else self.tense
        self.at += 1
        self.skip_adverbs()
        following = self.low()
        form = verb_form(following)
        keep = True
        participle = form is not None and form[1] in ("participle", "both")
        participle = participle or following == "got"
        if low == "'s" and form and participle and form[0] not in ADJECTIVAL:
            self.aspect.add("perfect")
            self.finite = True
            return True
        if form and participle and form[0] in PASSIVES:
            self.aspect.add("passive")
            self.tense = tense
            self.finite = True
            return True
        if following == "going" and self.low(1) == "to" and self._is_verb(2):
            self.modal, self.at = "plan", self.at + 2
        elif following == "about" and self.low(1) == "to":
            self.modal, self.at = "soon", self.at + 2
        elif following in ("able",) and self.low(1) == "to":
            self.modal, self.at = "can", self.at + 2
        elif following == "unable" and self.low(1) == "to":
            self.modal, self.at, self.negations = "can", self.at + 2, self.negations + 1
        elif following in ("supposed", "meant", "obliged", "required", "forced") and (
            self.low(1) == "to"
        ):
            self.modal, self.at = "must", self.at + 2
        elif following in ("allowed", "permitted") and self.low(1) == "to":
            self.modal, self.at = "allowed", self.at + 2
        elif form and form[1] == "ing" and not self._is_noun_ing():
            self.aspect.add("progressive")
        else:
            keep = False
        if not keep:
            self.at, self.negations, self.adverbs, self.longer = save
            return False
        self.tense = tense
        self.finite = True
        return True

    def _is_verb(self, offset: int) -> bool:
        """Whether a verb can stand at an offset: "going to sell", not "going to Sète"."""
        position = self.at + offset
        if position >= len(self.tokens):
            return False
        token = self.tokens[position]
        if token.low in ADVERBS or token.low in BE or token.low == "have":
            return True
        form = verb_form(token.low)
        if form is not None:
            return form[1] == "base" and not (token.is_capital and not token.text.isupper())
        return token.low not in _NO_VERBS and not token.is_capital

    def _is_noun_ing(self) -> bool:
        return self.low() in ("being",)

    def _copula(self) -> VerbGroup:
        low = self.low()
        if low in ("was", "were"):
            self.tense = "past"
        verb = self.at
        self.at += 1
        self.skip_adverbs()
        return replace(self._group("be", "base"), verb=verb, after=self.at)

    def _main(self, low: str) -> VerbGroup | None:
        form = verb_form(low)
        if form is None:
            if low.endswith("ed") and len(low) > 4 and low.isalpha():
                self.tense = "past"
                return self._group(low, "both")
            if (self.finite or self.modal) and low.isalpha() and low not in _NO_VERBS:
                return self._group(low, "base")
            base = guess_third(low)
            if base is None or self.finite:
                return None
            return self._group(base, "third")
        lemma, kind = form
        follow = verb_form(self.low(1))
        if lemma == "get" and follow and follow[0] in PASSIVES and follow[1] == "both":
            self.tense = "past" if kind == "past" or kind == "both" else self.tense
            self.aspect.add("passive")
            self.at += 1
            return self._group(follow[0], "both")
        if lemma == "use" and low in ("used", "use") and self.low(1) == "to":
            follow = verb_form(self.low(2))
            if follow is None and self.low(2) not in ("be", "have"):
                return None
            self.aspect.add("used_to")
            self.tense = "past"
            self.at += 2
            self.finite = True
            return self.read()
        told = lemma in _TOLD_OF_THE_PAST and low == lemma and not self.finite
        if (kind in ("past", "both") or told) and "perfect" not in self.aspect:
            self.tense = "past"
        return self._catenative(lemma, kind) or self._group(lemma, kind)

    def _catenative(self, lemma: str, kind: Form) -> VerbGroup | None:
        """Read on through "want to", "planning to", "started to", "stopped ...ing"."""
        to = self.low(1) == "to"
        follow = verb_form(self.low(2 if to else 1))
        if to and (follow or self.low(2) in ("be", "have")):
            if lemma in WISHING:
                self.modal = "want"
            elif lemma in INTENDING or (lemma in ("look", "try", "train") and kind == "ing"):
                self.modal = "plan"
            elif lemma == "need":
                self.modal = "must"
            else:
                return None
            self.at += 2
            self.finite = True
            inner = self.read()
            return inner and replace(inner, tense="present")
        return None

    def _group(self, lemma: str, form: Form) -> VerbGroup:
        return VerbGroup(
            lemma,
            form,
            self.at,
            self.at + 1,
            self.negations,
            self.modal,
            frozenset(self.aspect),
            frozenset(self.adverbs),
            self.longer,
            self.tense,
            self.finite,
        )


#: Verbs that "do" stresses ("I do like it"); before others it is a verb of its own.
_EMPHASISED = (
    LIKING
    | DISLIKING
    | words(
        """know think want need feel hope own mean believe see get eat drink try have miss speak
    live
    understand remember look sound seem appreciate wish agree keep go come work take use play cook
    make help care happen tend struggle wear read watch drive smoke swim sing"""
    )
)
#: Words that are never an unlisted verb behind a modal.
_NO_VERBS = DETERMINERS | OBJECT_PRONOUNS | OBJECT_STOPS | PREPOSITIONS | SUBJECT_PRONOUNS
#: Base and past look alike; said without an auxiliary they tell of the past.
_TOLD_OF_THE_PAST = words("quit hit split cut hurt shut burst")
_UNCHANGED = words("put read quit cut set hit hurt let shut split spread cost run come become")


def verb_group_at(tokens: Sequence[Token], at: int) -> VerbGroup | None:
    """The verb group that begins at a position, or ``None``."""
    return _Reader(tokens, at).read()
