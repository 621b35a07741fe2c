"""From the writer's prose to clauses: sentences, their parts, who does what."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from eywa_fs.facts.engine import endings
from eywa_fs.facts.engine.clauses import Clause, Subject, Token
from eywa_fs.facts.languages.en import gates, names
from eywa_fs.facts.languages.en.doings import APPOINTMENTS, COURSES
from eywa_fs.facts.languages.en.orders import contact_given, introduced, of_user, order, phrases
from eywa_fs.facts.languages.en.splitting import Part, parts_of, vouched
from eywa_fs.facts.languages.en.subjects import Found, People, subject_at
from eywa_fs.facts.languages.en.times import names_day_to_come, only_time
from eywa_fs.facts.languages.en.tokens import tokenise, verb_form
from eywa_fs.facts.languages.en.verbs import VerbGroup, is_adverb, verb_group
from eywa_fs.facts.languages.en.words import CHATTER, HEDGES, MONTHS, OPENERS, lexicon, word_set
from eywa_fs.facts.model import USER

_OF_INTEREST: Final = re.compile(
    r"\b(?:i|(?:[iw]e?|it)['’]\w+|im|ive|my|we|our|me|mom|mum|dad|grandma|grandpa|call|always|never"
    r"|please|typo|sorry|oops|whoops|actually|kidding|joking|scratch|correction|hate|love|move[ds]"
    r"|adopted|bought|sold|quit|meant|don['’]?t|from now on|forget|ignore|name['’]?s|died|passed"
    r"|got|left|joined|started|turned|switched|broke|now|new|stolen|cancell?ed|scrapped|postponed"
    r"|allerg[iy]\w*|dropped|traded|done|finished|no more|off|stole|doctor|here|this is|jk)\b",
    re.I,
)
_OWN: Final = word_set("i we my our me us")
_SEGMENT: Final = re.compile(r"(?:(?! and no more\b)[^,;:()])+")
_UNSETTLED: Final = re.compile(
    r"\b(?:maybe|perhaps)\b|\bas of \w+day\b(?<!today)(?<!yesterday)"  # the last one, or the next?
    rf"|\bfor (?:now|lent|ramadan|advent|{'|'.join(sorted(MONTHS))}"  # a while only
    r"|(?:the|this) (?:week|weekend|month|year|spring|summer|autumn|fall|winter|holidays))\b(?! \w)"
)
_ABBREVIATED: Final = word_set("dr mr mrs ms st vs e i p a u s etc jr sr no")
_THINKING: Final = word_set("think guess believe suppose reckon assume feel")
_FINDING: Final = word_set("""find realize realise discover learn notice forget mention know
remember""")
_REMINDING: Final = word_set("remember note forget know")
_GLAD: Final = word_set("glad happy lucky grateful proud thankful thrilled excited")
_DROPPED: Final = word_set("love hate live work quit")  # base forms whose "I" is dropped; no orders
_PARTED: Final = phrases("""broke_up broken_up split_up split separated got_divorced are_divorced
are_separated are_no_longer_together are_n't_together_anymore are_not_together_anymore
are_n't_together_any_more are_not_together_any_more ended_it ended_things called_it_off""")
_POSTS: Final = word_set("job position role internship promoted hired")
_STARTING: Final = word_set("start starts starting begin begins beginning")
_LONGEST_GREETING: Final = 4  # words and marks: "Hi there, everybody!"
_STATES: Final = word_set("married engaged divorced separated")
_JOINING: Final = word_set("and but so because also")
_TELLING: Final = word_set("exam wedding surgery flight graduation")
_OTHER_CLAUSE: Final = word_set("i he she we they it they've they're it's")
_NO_MORE: Final = (["any", "more"], ["any", "longer"], ["no", "more"], ["no", "longer"])
_NOT_SO: Final = (["at", "all"], ["after", "all"])
_REPORTING: Final = word_set("say tell write claim insist ask call joke read hear see")


def clauses(text: str, start: int, end: int) -> Iterator[Clause]:
    """The clauses of the writer's prose ``text[start:end]`` that the writer vouches for."""
    low = endings.lowered(text)
    if not (_OF_INTEREST.search(text, start, end) or endings.told("en", low, start, end)):
        return
    people = People()
    sentences = list(_sentences(_without_chatter(tokenise(text, start, end))))
    for sentence, after in zip(sentences, [*sentences[1:], ()], strict=True):
        taken_back = gates.TAKING_BACK.fullmatch(" ".join(t.low for t in after[:2]))
        if not taken_back and not gates.mocking(text[sentence[0].start : sentence[-1].end]):
            yield from _Reader(sentence, people, low).clauses()
        people.newcomer |= len(sentence) > _LONGEST_GREETING


def _without_chatter(tokens: Sequence[Token]) -> list[Token]:
    return [
        t
        for n, t in enumerate(tokens)
        if t.low not in CHATTER or (n and tokens[n - 1].low in ("a", "an"))
    ]  # "an RN"


def _sentences(tokens: Sequence[Token]) -> Iterator[Sequence[Token]]:
    first = 0
    for n, token in enumerate(tokens):
        if token.low[0] not in ".!?…\n":
            continue
        if token.low == "." and n and tokens[n - 1].end == token.start:
            glued = n + 1 < len(tokens) and tokens[n + 1].start == token.end
            short = tokens[n - 1].low in _ABBREVIATED and tokens[n - 1].text[0].isupper()
            if (glued or short) and tokens[n - 1].low != "i":
                continue
        if n > first:
            yield tokens[first : n + 1]
        first = n + 1
    if first < len(tokens):
        yield tokens[first:]


@dataclass(slots=True)
class _Last:
    """The clause before, as far as the next one leans on it."""

    found: Found | None = None
    group: VerbGroup | None = None
    word: str = ""
    told: bool = False
    verb: str = ""


class _Reader:
    """Reads one sentence."""

    def __init__(self, tokens: Sequence[Token], people: People, low: str) -> None:
        self.tokens, self.people, self.low = tokens, people, low
        self.asked = tokens[-1].low == "?"

    def clauses(self) -> Iterator[Clause]:
        """The clauses of the sentence, in order."""
        tokens = self.tokens
        yield from self._named()
        if (by := introduced(tokens)) is not None:
            yield by
        said = order(tokens) or (None if self.asked else contact_given(tokens))
        if said is not None:
            yield said
            return
        parts = parts_of(tokens, self.people)
        last = _Last()
        for number, part in enumerate(parts):
            if part.unreal and number == 0:
                return  # "If ..., I ..." says nothing of what is
            if self.asked and not any(later.asks for later in parts[number + 1 :]):
                return  # the question mark is this part's
            if part.unreal:
                last = _Last()
                continue
            hedged = number + 1 < len(parts) and parts[number + 1].limits
            yield from self._ending(part, hedged)
            yield from self._clause(part, last, hedged, number)
            if last.told:
                return

    def _named(self) -> Iterator[Clause]:
        """ "My wife Ana", "Ana, my wife": so she is, unless the sentence tells the end."""
        tokens = self.tokens
        for n, token in enumerate(tokens):
            last = names.name_end(tokens, n + 1) if token.low in ("named", "called") else 0
            if last > n + 1:
                self.people.named.add(" ".join(t.text for t in tokens[n + 1 : last]))
            if token.low not in ("my", "our"):
                continue
            role, end = names.relation_at(tokens, n + 1)
            if not role or (n and tokens[n - 1].low in ("like", "as", "for")):
                continue
            start, last = self._name_by(n, end)
            if last == start:
                continue
            name = tokens[start:last]
            self.people.named.add(" ".join(t.text for t in name))
            first, stop = min(token.start, name[0].start), max(tokens[end - 1].end, name[-1].end)
            over = ("sold", "died", "parted" if role in lexicon("kin_spouse") else "")
            told = self._endings(tokens[0].start, tokens[-1].end, ever=True)
            if not any(kind in over and since <= name[0].start < end for kind, since, end in told):
                yield of_user("named", (tokens[end - 1], *name), first, stop)

    def _name_by(self, my: int, end: int) -> tuple[int, int]:
        """Where the name in apposition with a role lies; two equal positions for none."""
        tokens, size = self.tokens, len(self.tokens)
        comma = end < size and tokens[end].low == ","
        start = end + 1 if comma else end
        last = names.name_end(tokens, start)
        behind = tokens[last].low if last < size else ""
        if last > start:
            calls = my == 0  # "my friend, Ana, ..." only calls somebody
            return start, last if not comma or (behind in (",", "(") and not calls) else start
        return end, end

    def _ending(self, part: Part, hedged: bool) -> Iterator[Clause]:
        """What a part says to be over, by the words for ends."""
        waits = any(t.low in ("until", "till") for t in self.tokens)
        if self.asked or hedged or waits or part.embedded or part.limits:
            return
        tokens = self.tokens[part.start : part.stop]
        if self.people.last and not any(t.low in _OWN for t in tokens):
            return
        first, last = tokens[0].start, tokens[-1].end
        for kind, start, end in self._endings(first, last):
            said = [t for t in tokens if start <= t.start < end]
            yield of_user(f"ends-{kind}", said, first, last, "past")

    def _endings(self, first: int, last: int, **ever: bool) -> Iterator[tuple[str, int, int]]:
        for segment in _SEGMENT.finditer(self.low, first, last):
            yield from endings.endings(
                "en", self.low, *segment.span(), self.tokens[0].start, **ever
            )

    def _clause(self, part: Part, last: _Last, hedged: bool, number: int) -> Iterator[Clause]:
        tokens = self.tokens
        at = self._behind_openers(part.start, part.stop)
        found = subject_at(tokens, at, part.stop, self.people)
        before = last.found.subject.who if last.found else USER
        if before != USER and tokens[part.start - 1].low == ":":
            return  # "my son drew a card: I'm ..."
        if found is not None:
            group = verb_group(tokens, found.end, part.stop)
        elif part.shares and last.found is not None and last.group is not None:
            found, group = last.found, verb_group(tokens, at, part.stop)
            # "she married a vet, who ...", "I heard my boss left and ..."
            other = tokens[part.start - 1].low == "who" and last.group.main < part.start - 2
            other = other or last.verb in _REPORTING | _FINDING - {"find"} or group is None
            if other or not self._agrees(found, tokens[at : part.stop], last):
                last.found, last.group = None, None
                return
        elif number == 0 and at < part.stop and (
            tokens[at].low in _DROPPED or verb_form(tokens[at].low) == "past"):  # fmt: skip
            # "Moved to Porto in May"; "sold my car" says whose
            mine = any(t.low == "my" for t in tokens[at : part.stop])
            mine = mine or (tokens[at].lemma == "quit" and not self.people.last)
            found = Found(Subject(USER, sure=mine), at)
            group = verb_group(tokens, at, part.stop)
        else:
            last.found, last.group = None, None
            reminding = any(t.low in _REMINDING for t in tokens[at : min(at + 4, part.stop)])
            last.word = "remember" if reminding else ""
            return
        if group is None:
            # "My sister, who lives in Porto": the subject alone, the verb comes.
            last.found, last.group = found, VerbGroup(part.stop)
            return
        main = tokens[group.main]
        thinks = part.embedded and last.word in _THINKING
        if part.embedded and not thinks and last.word not in _GLAD | _FINDING:
            last.found, last.group = None, None
            return
        hedged = hedged or any(t.low in HEDGES for t in tokens[part.start : at])
        if found.subject.who != USER and not found.subject.head:
            self.people.last = found.subject.who
        if part.purpose and last.verb in ("hope", "want", "wish", "need"):
            return
        last.found, last.group, last.verb = found, group, main.lemma
        last.word = self._last_word(group, part)
        if found.subject.who == USER and main.lemma in ("have", "get", "adopt"):
            self._introduce(group.main + 1, part.stop)
        if main.lemma in _REPORTING and found.subject.who != USER:
            last.told = True
        if group.supposed:
            return
        yield from self._of_role(part, found, group)
        after = tokens[group.main + 1].low if group.main + 1 < part.stop else ""
        state = after in _STATES or after in lexicon("diets")
        if found.admits("have" if main.lemma == "be" and state else main.lemma):
            yield self._made(part, found, group, hedged or thinks)

    def _made(self, part: Part, found: Found, group: VerbGroup, hedged: bool) -> Clause:
        tokens, first = self.tokens, group.main
        stop = part.stop
        words = list(tokens[first:stop])
        helper = words[0].lemma in ("be", "have", "can")
        while helper and len(words) > 1 and words[1].low in ("not", "n't", "never", "no", "longer"):
            if words[1].low == "no" and (len(words) < 3 or words[2].low != "longer"):
                break
            del words[1]
        over, negated = group.over, group.negated
        if group.negated and _no_longer(words):
            negated = words[0].low in ("stand", "bear")  # it is now that one cannot
            over = not negated
        if words[0].low == "'s":
            words[0] = replace(words[0], lemma="be")
        subject, head = found.subject, found.subject.head
        telling = len(head) > 1 or (head and head[0].low in _TELLING)
        if telling and head[-1].low in APPOINTMENTS | COURSES and words[0].lemma == "be":
            # "My exam is on Friday": one has it
            at = head[0].start
            words = [Token("", "have", "have", at, at), *head, *words[1:]]
            subject = Subject(subject.who, subject.sure)
        tense = group.tense
        start = next((n for n in range(part.told_from, stop) if tokens[n].low == "from"), stop)
        if tense == "present" and names_day_to_come(tokens, start, min(start + 4, stop)) and not (
            any(t.low in ("to", "till", "until") for t in tokens[start:stop])):  # fmt: skip
            tense = "future"  # "from 1 October I'm ..."
        if tense in ("past", "perfect") and any(w.low in _POSTS for w in words):
            hedged = hedged or any(t.low in _STARTING for t in tokens)  # got, but not begun
        told = self.low[tokens[part.told_from].start : tokens[stop - 1].end]
        hedged = hedged or bool(_UNSETTLED.search(told))
        if group.doing:
            words[0] = replace(words[0], lemma=words[0].low)
        return Clause(
            subject, tuple(words), tense, negated, hedged=hedged or group.hedged,
            over=over, start=tokens[part.told_from].start, end=tokens[stop - 1].end)  # fmt: skip

    @staticmethod
    def _agrees(found: Found, words: Sequence[Token], last: _Last) -> bool:
        """Whether a verb without a subject can have the one before: "I ... and has" cannot."""
        first = next((t.low for t in words if not is_adverb(t.low)), "")
        third = verb_form(first) == "third" or first in ("has", "is", "does", "was", "'s")
        base = first != "quit" and (verb_form(first) == "base" or first in ("am", "are"))
        if found.subject.who == USER:
            return not third or first == "was"
        return not base

    def _of_role(self, part: Part, found: Found, group: VerbGroup) -> Iterator[Clause]:
        """What a clause about "my dog" or "we" says of the user: who it is, that the two parted."""
        tokens, main = self.tokens, self.tokens[group.main]
        if found.subject.head or group.hedged or (group.negated and not found.shared):
            return
        start, end = tokens[part.start].start, tokens[part.stop - 1].end
        said = [t.low for t in tokens[group.main : part.stop]]
        over = group.tense in ("past", "perfect")
        left = found.role and main.lemma == "leave" and said[1:] == ["me"]
        if (found.shared and self._parted(group, part.stop)) or (left and over):
            with_whom = tokens[found.name[0] : found.name[1]] if found.shared else ()
            yield of_user("parted", with_whom, start, end, "past")
        if not found.role:
            return
        word = found.role.split()[-1]
        role = next((t for t in tokens if t.low == word), tokens[part.start])
        if main.lemma == "be" and group.tense == "present" and not found.name[1]:
            last = names.name_end(tokens, group.main + 1)
            if last > group.main + 1 and last == part.stop:
                name = tokens[group.main + 1 : last]
                self.people.named.add(" ".join(t.text for t in name))
                yield of_user("named", (role, *name), start, end)

    def _parted(self, group: VerbGroup, stop: int) -> bool:
        """Whether "we" have broken up, and nothing more is said than when."""
        tokens, at = self.tokens, group.main
        happened = group.tense in ("past", "perfect") and not group.negated
        for size in (5, 4, 3, 2, 1):
            said = " ".join(t.low for t in tokens[at : at + size])
            rest = [t for t in tokens[at + size : stop] if not is_adverb(t.low)]
            said = said.replace("'re ", "are ")
            when = not rest or only_time(rest, 0, len(rest))
            if said in _PARTED and when and (happened or said[:3] == "are"):
                return True
        return False

    def _introduce(self, at: int, stop: int) -> None:
        """Remember the one person or animal that the user is said to have ("a daughter")."""
        tokens = self.tokens
        for n in range(at, min(stop, at + 4)):
            if tokens[n].low in ("a", "an"):
                role, end = names.relation_at(tokens, n + 1)
                if role and (end >= stop or tokens[end].low not in ("and", ",")):
                    self.people.last = f"{USER}'s {role}"
                    self.people.newcomer = True

    def _last_word(self, group: VerbGroup, part: Part) -> str:
        tokens = self.tokens
        main = tokens[group.main]
        if main.lemma in _THINKING or (main.lemma in _FINDING and not group.negated):
            return main.lemma
        words = [t.low for t in tokens[group.main : part.stop] if not is_adverb(t.low)]
        return words[1] if len(words) > 1 and words[1] in _GLAD else ""

    def _behind_openers(self, at: int, stop: int) -> int:
        """The position behind adverbs and a fronted time ("last year I ...")."""
        tokens = self.tokens
        while at < stop and (
            is_adverb(tokens[at].low) or tokens[at].low in OPENERS or tokens[at].low == ","
        ):
            if tokens[at].low == "no" and at + 1 < stop and tokens[at + 1].low == "more":
                return at
            at += 1
        own = [n for n in range(at, min(stop, at + 7)) if tokens[n].low in ("i", "we", "my", "our")]
        told = [n for n in own if vouched(tokens, at, n)]
        if not told and own and only_time(tokens, at, own[0]):
            return own[0]
        return told[0] if told else at


def _no_longer(words: list[Token]) -> bool:
    """Takes "any more" out of what is denied, and says whether it was there; so "after all", which
    says nothing about time."""
    for n, word in enumerate(words):
        pair = [w.low for w in words[n : n + 2]]
        behind = n + 1 + (pair in (*_NO_MORE, *_NOT_SO))
        ends = behind >= len(words) or not words[behind].is_word
        if word.low == "anymore" or (behind == n + 2 and ends):
            goes_on = behind < len(words) and words[behind].low in _OTHER_CLAUSE
            del words[n : None if goes_on else behind]
            return pair not in _NOT_SO
    return False
