"""Turns of phrase and what each asserts: the table that ``idioms.py`` reads.

A pattern is a row of elements; adverbs between them are skipped, and so are auxiliaries before the
first one; a negation skipped this way denies the fact.

- a word stands for itself, ``a|b`` for either, ``a?`` may be missing;
- ``VERB`` in capitals is any form of the verb; ``BE`` any form of "be"; ``MY`` a possessive;
- ``<np>`` noun phrases (one fact each), ``<one>`` one noun phrase, ``<vp>`` a verb phrase,
  ``<Name>`` a capitalised name, ``<num>`` a number, ``<job>`` an occupation, ``<food>``,
  ``<body>``, ``<time>`` a day or time, ``<ing>`` a gerund phrase, ``<self>`` the matched words
  themselves.
"""

from __future__ import annotations

#: pattern : predicate polarity span. The first row that fits wins.
TABLE = """
WORK nights|days|earlies|lates|shifts at <one> : works_at + state
GO by <Name> : name + none
name 's <Name> : name + none
can n't GET enough of <np> : prefers = state
could n't|not LIVE without <np> : prefers = state
can n't LIVE without <np> : prefers = state
can n't|not DO without <np> : uses = state
DO nothing|little for me : skip + none
LIVE for <np> : prefers + state
GO crazy|mad|wild|nuts for <np> : prefers + state
HAVE a soft spot for <np> : prefers + state
HAVE a weakness|thing|passion for <np> : prefers + state
HAVE a sweet tooth : prefers + state
HAVE no time|patience|love for <np> : prefers ! state
more into <np> : prefers + state
BE more into <np> : prefers + state
BE not? one for <np> : prefers + state
more of a <one> person : prefers + state
BE more of a <one> person : prefers + state
LOSE interest in <np> : prefers ! begins
FALL in love with <np> : prefers + begins
CUT out <food> : diet ! begins
CUT down on <food> : diet ! begins
STAY away from <food> : diet ! state
STEER clear of <food> : diet ! state
stick|sticks to <food> : diet + state
KEEP kosher|halal|vegan|vegetarian : diet + state
CANCEL|DELETE|UNINSTALL|DEACTIVATE MY? <thing> : uses + over
GET rid of MY? <thing> : owns + over
GET off <thing> : uses + over
GO back to using? <tool> : uses + begins
SWITCH back to <np> : uses + begins
SWITCH over? to <np> : uses + begins
MIGRATE|MOVE|EXPORT everything|all to <thing> : uses + begins
TREAT myself to <np> : owns + none
SPLASH out on <np> : owns + none
DIAGNOSE with <np> : health + begins
TEST positive for <np> : health + event
COME down with <np> : health + event
GET over <cond> : health + event
HAVE MY <body> out|removed|replaced|pinned|operated : health + event
GET <cond> : health + event
THROW|PUT MY back|shoulder|knee|hip out : health + event
BE out of hospital : health + event
GO <diet> : diet + begins
GET married|hitched|wed to <Name> : spouse + begins
MARRY <Name> : spouse + begins
ELOPE with <Name> : spouse + begins
GET married : relation + begins
GET engaged : relation + begins
GET divorced|separated : relation + begins
SPLIT up : relation + begins
BREAK up with <one> : relation + begins
BREAK up : relation + begins
TIE the knot : relation + begins
GO freelance|part-time|full-time|self-employed|contracting : works_as + begins
MOVE in with <one> : lives_in + begins
GO grey|gray|bald|blonde|deaf|blind : other + begins
GROW a|MY <look> : has + begins
SET up a|an|MY <venture> : started + begins
START|LAUNCH|FOUND a|an|MY <venture> : started + begins
GO out with <Name> : relation + state
HAVE a baby|son|daughter|girl|boy : has_child + begins
BECOME a|an aunt|uncle|grandma|grandpa|father|mother|dad|mum|mom|parent : relation + begins
BECOME a|an <job> : works_as + begins
BECOME <job> : works_as + begins
BE a mum|mom|mother|dad|father|parent of <num> : has_child + state
HAVE <day> : schedule + state
WORK <day> : schedule + state
BE off on <day> : schedule + state
BE between jobs : other + state
BE an only child : other + none
BE the oldest|eldest|youngest|middle of <one> : other + none
BE expecting <one> : plans_to + plan
KNOW how to <vp> : can + state
LEARN to <vp> : can + begins
KNOW MY way around <np> : can + state
HOLD a|an|the <np> : has + state
GET MY <cert> : has + begins
PASS MY driving test : other + event
GET a|the|MY job at|with <one> : works_at + begins
GET a|the job as <job> : works_as + begins
GET hired at|by <one> : works_at + begins
GET promoted to <job> : works_as + begins
GET fired|sacked|laid|promoted|redundant : other + event
HAND|PUT in MY notice at|to|with <one> : works_at + over
HAND MY notice in at|to <one> : works_at + over
HAND in MY notice : other + event
GIVE MY notice : other + event
TEMP|FREELANCE|CONTRACT|INTERN|MOONLIGHT at|for|with <one> : works_at + state
BE in <field> : works_as + state
MEAN to <vp> : wants + plan
FANCY <ing> : wants + plan
SAVE up? for <np> : wants + plan
THINK about|of <ing> : wants + plan
CONSIDER <ing> : wants + plan
TOY with the idea of <ing> : wants + plan
LOOK forward to <ing> : plans_to + plan
LOOK forward to <np> : plans_to + plan
HEAD to|back <one> : plans_to + plan
SPEND <skip> in <Name> : visited + event
GET|COME|BE back from <skip> in <Name> : visited + event
MAKE redundant : other + event
LAY off : other + event
TAKE|DRINK|LIKE|HAVE MY coffee|tea|steak|eggs <np> : prefers + state
GET back from <Name> : visited + event
COME back from <Name> : visited + event
RETURN from <Name> : visited + event
BE back from <Name> : visited + event
GO to see <Name> : visited + event
LIVE with <one> : other + state
LIVE downstairs|upstairs|abroad|nearby : lives_in + state
PLAN on <ing> : plans_to + plan
LIVE alone : other + state
LIVE with us|me|him|her|them : other + state
MOVE out of <one> : lives_in + over
SHARE|RENT|BUY|OWN|HAVE a|an <home> in <one> : lives_in + state
BORN and bred in <one> : from + none
BE born and bred in <one> : from + none
BE <num> years old : age + state
HIT|REACH <num> : age + begins
BE a <job> by trade|training|profession : works_as + state
BE not|n't my|our thing : skip + none
SWEAR off <np> : stopped + begins
GIVE <np> up : stopped + begins
KICK <np> : stopped + begins
PACK in <np> : stopped + begins
BE back at the gym : started + begins
TRY my hand at <np> : started + begins
DIE : other + event
PASS away : other + event
"""
