"""Function words, adverbs, hedges, and the phrases that open or close a sentence."""

from __future__ import annotations

from eywa_fs.facts.languages.en.words.lists import phrases, words

#: Contractions, as written without apostrophe in chats, and the two words they stand for.
FUSED = {
    "im": ("i", "'m"), "ive": ("i", "'ve"), "youre": ("you", "'re"), "theyre": ("they", "'re"),
    "hes": ("he", "'s"), "shes": ("she", "'s"), "thats": ("that", "'s"), "dont": ("do", "n't"),
    "doesnt": ("does", "n't"), "didnt": ("did", "n't"), "cant": ("can", "n't"),
    "cannot": ("can", "n't"), "wont": ("will", "n't"), "isnt": ("is", "n't"),
    "arent": ("are", "n't"), "wasnt": ("was", "n't"), "werent": ("were", "n't"),
    "havent": ("have", "n't"), "hasnt": ("has", "n't"), "hadnt": ("had", "n't"),
    "wouldnt": ("would", "n't"), "couldnt": ("could", "n't"), "shouldnt": ("should", "n't"),
    "mustnt": ("must", "n't"), "aint": ("is", "n't"), "wanna": ("want", "to"),
    "gonna": ("going", "to"), "gotta": ("have", "to"), "hafta": ("have", "to"),
    "lemme": ("let", "me"), "theyve": ("they", "'ve"), "weve": ("we", "'ve"),
    "youve": ("you", "'ve"), "oughta": ("ought", "to"),
    "whos": ("who", "'s"), "whats": ("what", "'s"), "imma": ("i", "'ll"), "finna": ("going", "to"),
    "needa": ("need", "to"), "tryna": ("trying", "to"),
}  # fmt: skip

BE = words("am are is was were be been being 'm 're 's")
HAVE = words("have has had 've having 'd")
DO = words("do does did")
MODALS = words("will would can could may might must should shall ought 'll 'd")
NEGATORS = words("not n't never")
SUBJECT_PRONOUNS = words("i we he she they it you")
OBJECT_PRONOUNS = words(
    """others how why when where huh me you him her it us them this that these those one ones mine
    yours his hers ours theirs myself yourself himself herself itself ourselves themselves
    something anything nothing everything someone anyone everyone somebody anybody nobody none
    stuff things thing there here so what which who whom whose all both each such lot lots bit
    few many much more most less rest same kind sort either neither"""
)
DETERMINERS = words(
    """a an the my our your his her its their this that these those some any another every each no
    all both"""
)
#: Adverbs that may stand between subject and verb or open a clause and change nothing.
ADVERBS = words(
    """also just really actually always still even already finally now currently mostly usually
    generally normally often sometimes occasionally regularly honestly literally basically
    officially technically definitely certainly absolutely totally completely truly genuinely
    seriously personally simply only both all each so too very quite pretty much rather recently
    lately then soon eventually originally initially formerly previously temporarily permanently
    quietly proudly happily sadly luckily fortunately unfortunately annoyingly weirdly strangely
    funnily secretly exclusively strictly nearly almost legally lowkey highkey deffo defo
    apparently clearly obviously well ever once twice again today yesterday tonight tomorrow
    accidentally nowadays newly freshly instead suddenly together fully partly firmly
    professionally passionately thoroughly kinda sorta particularly especially primarily mainly
    solely ultimately gladly reluctantly somehow anyhow meanwhile afterwards later overnight
    casually slowly quickly immediately instantly gradually barely-ever constantly continually
    properly continuously consistently religiously faithfully voluntarily involuntarily
    unexpectedly surprisingly unsurprisingly predictably inevitably deliberately intentionally
    unintentionally consciously openly publicly privately informally formally typically
    traditionally historically locally globally nationally remotely virtually physically mentally
    emotionally financially medically clinically technically theoretically practically
    effectively essentially fundamentally thankfully regrettably hopefully ideally admittedly
    allegedly reportedly evidently naturally obsessively compulsively stupidly foolishly wisely
    bravely rashly impulsively randomly spontaneously independently separately individually
    jointly mutually equally similarly likewise additionally furthermore moreover nonetheless
    nevertheless otherwise therefore thus hence anyways indeed perpetually eternally
    semi-regularly annually yearly monthly weekly daily nightly hourly quarterly biweekly
    successfully wholeheartedly unashamedly shamelessly blissfully grudgingly hugely massively
    insanely crazily ridiculously stupidly wildly deeply badly terribly awfully horribly
    violently severely mildly slightly moderately profoundly incredibly unbelievably extremely
    enormously immensely greatly highly super mega proper dead lately recently"""
)
#: Hedges; each lowers the certainty.
HEDGES = phrases(
    """maybe, perhaps, probably, possibly, i think, i guess, i suppose, i reckon, i believe, i
    imagine, i assume, i suspect, kind of, sort of, kinda, sorta, apparently, allegedly,
    supposedly, seemingly, presumably, likely, not sure but, i'm not sure but, as far as i know,
    afaik, iirc, i feel like, roughly, ish, could be, seems, seem, i'm pretty sure, i'm fairly
    sure, im pretty sure"""
)
#: Words that rule a reading out for "always true": the clause tells a rare case.
RARELY = words("rarely seldom hardly barely scarcely")
#: Openers that are stripped before a clause is read (longest first at use).
OPENERS = phrases(
    """and, but, so, or, well, oh, ah, ok, okay, right, yes, yeah, yep, yup, no, nope, nah, hey,
    hi, hello, hmm, hm, um, uh, er, anyway, anyways, plus, also, then, btw, fyi, tbh, ngl, imo,
    imho, lol, haha, omg, god, sorry, please, note, reminder, update, news, confession,
    confession time, heads up, quick update, small update, fun fact, random fact, full
    disclosure, for context, for the record, for what it's worth, by the way, just so you know,
    so you know, just to let you know, good to know, remember, please remember, remember that,
    please remember that, note that, please note, please note that, just a heads up, keep in
    mind, keep in mind that, bear in mind, bear in mind that, you should know, you should know
    that, save this, in case it helps, in general, to be honest, to be fair, in fact, as it
    happens, as a matter of fact, it turns out, turns out, turns out that, it turns out that,
    the thing is, thing is, truth is, the truth is, in the end, these days, at the moment, right
    now, at present, for now, from now on, going forward, by now, until now, so far, as a rule,
    as usual, of course, on top of that, in other news, big news, good news, great news, bad
    news, sad news, not gonna lie, not going to lie, long story short, believe it or not,
    weirdly enough, funnily enough, strangely enough, oddly enough, sure, thanks, thank you,
    cheers, great, cool, nice, ugh, wow, yay, hooray, ps, psst, as always, bit of background,
    background, context, basically, i mean, you know, look, listen, hello again, hi there, good
    morning, morning, evening, because, cos, cuz, since, as, though, although, while, whereas,
    scratch that, correction, actually no, no wait, wait no, edit, ps, quick intro, intro, life
    update, story time, bit of news, small thing, quick thing, one thing, another thing, side
    note, random, context for you, about me, yet, that, i'm happy to say, i'm afraid, i'm proud
    to say, glad to say, happy to report, did i mention, did i tell you, did i mention that, did
    i tell you that, have i mentioned, have i mentioned that, i forgot to say, forgot to
    mention, forgot to say, i should mention, i should mention that, i should say, worth
    mentioning, for the past few years, cause, at least, especially since, especially as, mainly
    because, just because, only because, i just realised, i just realized, i realised, i
    realized, i have to admit, i must admit, i admit, i must confess, i confess, i will say,
    gotta say, we decided, we decided that, i decided, we've decided, we've decided that, i've
    decided that, we agreed, we agreed that, it's settled, i've decided, i decided that, as of
    today, nowadays, on the plus side, on the other hand, on another note, speaking of which,
    day to day, truth be told, at any rate, in any case, either way, that said, mind you, still,
    now, first, first of all, second, secondly, third, finally, lastly, for starters, what's
    more"""
)
HEDGE_OPENERS = phrases(
    """not sure, i'm not sure, not certain, i think, i guess, i suppose, i reckon, i believe, i
    imagine, i assume, i suspect, i feel like, i think that, i believe that, i guess that, i'm
    pretty sure, i'm fairly sure, i'm sure, pretty sure, maybe, perhaps, probably, possibly,
    apparently, seems like, it seems, it seems that, it looks like, looks like, not sure but,
    i'm not sure but, as far as i know, afaik, iirc, from memory, if i remember right, if i
    remember correctly, allegedly, supposedly, presumably, i'd say, i would say"""
)
#: Words at the end of an object that do not belong to it.
TRAILERS = words(
    """now anymore too again lol tbh haha lmao honestly really finally please though tho either yet
    already still actually ever instead there here btw ngl sadly somehow anyway also just
    currently nowadays sometimes occasionally often regularly usually always only even literally
    basically today tonight tomorrow yesterday alone together ok okay thanks yay ugh x xx xxx
    alas soon lately recently mostly mainly generally definitely certainly so very much well
    personally professionally full-time part-time fulltime parttime hey right imo otherwise for
    as with and or to in on at of by from but the a an my our because since once twice daily
    weekly monthly yearly forever altogether completely totally entirely permanently mate folks
    guys hopefully apparently obviously originally ftw ever-so fyi i'm like coming"""
)
TRAILING_PHRASES = phrases(
    """any more, any longer, at all, a lot, a bit, as well, in the end, these days, at the moment,
    right now, for now, so far, of course, in general, for sure, by the way, in fact, for good,
    for ever, for a while, for a living, for years, for ages, for a bit, full time, part time, by
    day, by night, all the time, every now and then, once in a while, from time to time, no
    matter what, to be honest, very much, so much, too much, the most, the best, more than
    anything, of mine, of ours, on the side, on my own, by myself, on the whole, as usual, at
    last, this time, last time, from scratch, in my spare time, in my free time, at home, at the
    weekend, at weekends, on weekends, on weekdays, or something, or so, and so on, and stuff,
    and all, and everything, you know, i think, i guess, for once, of all time, in the world, all
    my life, my whole life, since forever, as of now, like crazy, to death, with a passion, so
    badly, in particular, either way"""
)
#: Prepositions and conjunctions at which an object phrase ends.
OBJECT_STOPS = words(
    """because since although though while whereas unless until till when whenever where wherever
    if so but which who whom whose that as than despite except besides without before after
    during whether cos cuz yet then plus via per cause like including excluding such due featuring
    instead involving unlike regardless whenever"""
)
PREPOSITIONS = words(
    """in on at to for with from by about into onto over under near around through of off out up
    down across along behind beside between beyond inside outside past toward towards upon
    within against among"""
)
NUMBER_WORDS = words(
    """one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen
    sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety
    hundred thousand couple several few dozen"""
) | frozenset(
    f"{tens}-{unit}"
    for tens in "twenty thirty forty fifty sixty seventy eighty ninety".split()  # noqa: SIM905
    for unit in "one two three four five six seven eight nine".split()  # noqa: SIM905
)
ORDINALS = words(
    """first second third fourth fifth sixth seventh eighth ninth tenth final last 1st 2nd 3rd 4th
    5th"""
)
WEEKDAYS = words(
    """monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays
    thursdays fridays saturdays sundays weekday weekdays weekend weekends mon tue tues wed thu
    thurs fri sat sun"""
)
MONTHS = words(
    """january february march april may june july august september october november december jan
    feb mar apr jun jul aug sep sept oct nov dec"""
)
SEASONS = words("spring summer autumn fall winter")
TIME_NOUNS = words(
    """day days week weeks month months year years morning mornings afternoon afternoons evening
    evenings night nights hour hours minute minutes noon midnight today tomorrow yesterday
    tonight weekend weekends fortnight decade quarter lunchtime term semester christmas easter"""
)
