"""Word lists of the lexicon, and the small closed classes of English."""

from __future__ import annotations

from functools import cache
from typing import Final

from eywa_fs.facts import data


@cache
def lexicon(name: str) -> frozenset[str]:
    """The entries of ``lexicon/<name>.txt``, lower case, the words of one parted by a space."""
    lines = data.lines(f"languages/en/lexicon/{name}.txt")
    return frozenset(word.replace("_", " ") for line in lines for word in line.split())


def word_set(words: str) -> frozenset[str]:
    return frozenset(words.split())


POINTERS: Final = word_set("""i you he she it we they me him us them mine yours ours theirs myself
yourself himself herself themselves ourselves this that these those your his her its their here
there what who whom which how why where whatever everything anything something nothing everyone
anyone someone nobody everybody so such one ones another other others same both each u ya y'all
ur""")
"""Words that point to what only somebody who knows the rest can tell: no value holds one."""
PREPOSITIONS: Final = word_set("""in on at by for from to of with without about over under into onto
through during between among against near outside inside behind above below across along around
beside beyond despite toward towards until till since before after as than like via per off out up
down within throughout upon except unlike including besides due because""")
CONJUNCTIONS: Final = word_set("""and or but so because cause cuz coz since although though while
whereas if unless when whenever that which who whom whose where until before after nor yet plus & as
once""")
AUXILIARIES: Final = word_set("""am is are was were be been being 'm 're 's has have had 've 'd do
does did will would 'll can could should shall may might must ain't n't not never""")
LINKS: Final = PREPOSITIONS | CONJUNCTIONS | AUXILIARIES  # words no noun phrase goes on with
ADVERBS: Final = word_set("""just also still now really actually currently always usually already
too very even ever absolutely definitely totally truly generally mostly mainly often sometimes
recently lately finally originally personally honestly basically literally simply officially
strongly strictly deeply particularly especially typically normally regularly rarely seldom quite
pretty so much more most rather instead again together alone almost nearly well yes yeah oh maybe
perhaps probably possibly apparently certainly obviously clearly however anyway soon then today
tonight tomorrow yesterday nowadays as though super kinda sorta only severely highly extremely
happily proudly sadly luckily unfortunately fortunately technically steadfastly vastly greatly
altogether consistently genuinely completely fully firmly wholeheartedly thoroughly 'em lol haha ha
anymore somewhat fairly incredibly terribly both exclusively primarily specifically permanently""")
HEDGES: Final = word_set("""maybe perhaps probably possibly apparently supposedly kinda sorta
hopefully might presumably practically almost nearly virtually basically technically""")
CHATTER: Final = word_set("tbh tbf ngl imo imho fyi innit obvs rn smh fr btw lmao thx pls plz")
"""Words of chat that say nothing and belong to no value, wherever they stand."""
OPENERS: Final = word_set("""please ps update news hm hmm haha ahh ah aw aww
dang omg mm mhm well oh hey hi hello yeah yes yep no nope ok okay actually also anyway
so and but thanks lol sure wow plus then because since although though cool nice great awesome""")
NEGATIONS: Final = word_set("not n't never")
MONTHS: Final = word_set("""january february march april may june july august september october
november december jan feb mar apr jun jul aug sep sept oct nov dec""")
WEEKDAYS: Final = word_set("""monday tuesday wednesday thursday friday saturday sunday mondays
tuesdays wednesdays thursdays fridays saturdays sundays""")
_ONES: Final = """zero one two three four five six seven eight nine ten eleven twelve thirteen
fourteen fifteen sixteen seventeen eighteen nineteen"""
_TENS: Final = "twenty thirty forty fifty sixty seventy eighty ninety"
NUMBERS: Final = {word: n for n, word in enumerate(_ONES.split())} | {
    word: 10 * n for n, word in enumerate(_TENS.split(), start=2)
}
NOT_NAMES: Final = lexicon("notnames").union(
    POINTERS, LINKS, ADVERBS, OPENERS, NUMBERS, WEEKDAYS, MONTHS
)  # written with a capital
REACHED: Final = word_set("number email e-mail phone mobile cell address telephone landline")
DAYTIMES: Final = word_set("mornings afternoons evenings nights")
UNITS: Final = word_set("""day days week weeks wk wks month months year years yr yrs weekend summer
winter spring autumn fall semester morning evening afternoon night hour hours quarter""")
_NAMED_TIMES: Final = MONTHS | DAYTIMES | WEEKDAYS | NUMBERS.keys()
TIME_WORDS: Final = _NAMED_TIMES | word_set("""in on at since until till for last
this next past every each of the a an ago later now then currently recently lately today tonight
tomorrow yesterday morning afternoon evening night day days week weeks wks month months year years
yrs weekend spring summer autumn fall winter early late end beginning first second third couple few
these right moment present back nowadays about around from by christmas easter""")
"""What a fronted phrase of time is made of ("since last May, ...")."""
