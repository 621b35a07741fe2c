"""From a message to candidates: the order in which gates and rules are asked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from eywa_fs.facts.languages.en.bans import read_bans
from eywa_fs.facts.languages.en.candidates import as_candidate, unique
from eywa_fs.facts.languages.en.chatter import passes
from eywa_fs.facts.languages.en.checks import as_aid
from eywa_fs.facts.languages.en.clauses import Clause
from eywa_fs.facts.languages.en.corrections import before_correction, corrects, replace_value
from eywa_fs.facts.languages.en.discourse import Discourse
from eywa_fs.facts.languages.en.gates import is_unreal, leaves_reality
from eywa_fs.facts.languages.en.sayings import read_sayings
from eywa_fs.facts.languages.en.sense import makes_sense, named_rightly, told_once
from eywa_fs.facts.languages.en.sentencereader import read_sentence
from eywa_fs.facts.languages.en.sentences import Sentence, blanked, sentences
from eywa_fs.facts.languages.en.series import read_series
from eywa_fs.facts.languages.en.stories import read_story
from eywa_fs.facts.languages.en.times import Calendar
from eywa_fs.facts.languages.en.timetables import read_timetables
from eywa_fs.facts.languages.en.tokens import Token, tokenise
from eywa_fs.facts.languages.en.topics import Topic
from eywa_fs.facts.languages.en.untold import read_untold
from eywa_fs.facts.languages.en.ways import with_ways
from eywa_fs.facts.languages.en.words.grammar import SUBJECT_PRONOUNS
from eywa_fs.facts.languages.en.words.lists import words
from eywa_fs.facts.model import Candidate

#: Beyond this many characters a message is a document; the extractor reads its beginning.
MAX_READ = 20_000


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
        if corrects(tokens, found, text, calendar):
            continue
        kept, correction = before_correction(tokens)
        untold: list[Clause] = []
        told = read_sentence(kept, sentence, discourse, calendar, untold)
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
            if (candidate := as_candidate(as_aid(named_rightly(draft)), text, calendar, sentence))
        ]
        found += batch
        if correction and batch:
            replace_value(found, correction, text, calendar)
    return unique(found)


def _as_asked(sentence: Sentence, tokens: Sequence[Token]) -> Sentence:
    """The sentence as a question where it is one without its mark ("do i have to pay")."""
    turned = len(tokens) > 3 and tokens[0].low in _TURNED and tokens[1].low in SUBJECT_PRONOUNS
    return replace(sentence, mark="?") if turned and not sentence.mark else sentence


_TURNED = words("do does did can could should would is are am was were will have has shall")
