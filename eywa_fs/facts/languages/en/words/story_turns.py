# ruff: noqa: E501 - a row stays on one line: wrapped, its alternatives cannot be read
"""Turns in which people tell what has become of them, as patterns on lower-case text.

A row is a predicate, its polarity, how a date bounds it, what the object must be, and the words
before the object: the object is the noun phrase that follows (or the group ``o``). ``{S}`` is an
optional subject with its auxiliary, ``{A}`` the beginning of a sentence or of a part of it.
"""

from __future__ import annotations

from typing import NamedTuple

from eywa_fs.facts.languages.en.drafts import Span


class Row(NamedTuple):
    """One turn; ``kind`` names a test of the object (see ``stories.py``)."""

    predicate: str
    negated: bool
    span: Span
    kind: str
    pattern: str


_N = r"(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|twelve|first|second|third)"
_JOB_NOUN = r"(?:job|role|post|gig|place|position|contract|shifts?|work)"
_LOT = (
    r"(?:it all|everything|it|them|(?:the|my|our) (?:whole |entire )?(?:lot|thing|archive|library|"
    r"collection|\w+)|all (?:my|our|the|of) \w+(?: \w+)?)"
)

ROWS: tuple[Row, ...] = (
    # where somebody lives
    Row(
        "lives_in",
        False,
        "state",
        "place",
        rf"{{A}}(?:week|month|year|day) {_N} (?:in|of living in) ",
    ),
    Row(
        "lives_in",
        False,
        "state",
        "place",
        rf"{{A}}(?:{_N} (?:days|weeks|months|years)) (?:in|into living in) (?![^.!?]*\b(?:from|with|for|starting)\b)",
    ),
    Row(
        "lives_in",
        False,
        "begins",
        "place",
        r"{S}(?:ended|wound|fetched|washed) up (?:living )?in (?=[^.!?]*\b(?:flat|house|room|rent|place|in the end|live|living|now)\b)",
    ),
    Row(
        "lives_in",
        False,
        "begins",
        "place",
        r"{S}(?:settled down|put down roots|made (?:a|my|our) home|unpacked|found a (?:flat|room|house|place)|got the keys to a (?:flat|house|place)|renting|rented a (?:flat|room|house|place)|taken a (?:flat|room)) in ",
    ),
    Row(
        "lives_in",
        False,
        "begins",
        "place",
        r"{S}back (?:at|in|with) (?:my|our) (?:parents?|mum|mom|dad|folks|gran)\S*(?: (?:place|house|flat))? in ",
    ),
    Row(
        "moved_to",
        False,
        "begins",
        "place",
        r"{S}(?:transferred|posted|relocated|stationed|redeployed|reassigned|upped sticks|decamped|shipped (?:off|out)|moved (?:up|down|over|out|across|back)) (?:over |out |up |down |off |back |across )?to ",
    ),
    Row(
        "lives_in",
        False,
        "begins",
        "place",
        r"{A}(?:(?:as of|from|since|after) [\w ]{2,16} )?(?:i'm|we're|i am|we are)(?: now| back| off)? in (?:an? |the |my |our )(?:[\w-]+ ){0,2}(?:flat|house|houseshare|room|cottage|apartment|studio|bungalow|bedsit|loft|terrace|caravan|sublet)\b[^,.;!?]{0,30}? in ",
    ),
    # work
    Row(
        "works_at",
        False,
        "begins",
        "firm",
        r"{S}(?:signed (?:on |up )?with|hired (?:by|at)|taken on (?:by|at)|landed at|started (?:work )?(?:at|with))(?: |$)",
    ),
    Row(
        "works_at",
        False,
        "begins",
        "firm",
        rf"{{S}}(?:landed|got|accepted|took|taken|scored|found|start(?:ed|ing)?|picked up|begun|began) (?:a|an|the|my|some)(?: [\w-]+){{0,2}} {_JOB_NOUN} (?:at|with|in) (?=the |an? )",
    ),
    Row(
        "works_at",
        False,
        "begins",
        "workplace",
        r"{S}(?:started|starting|start|begun|began|working|work|gone|ended up|wound up|moved) (?:on |in |behind )the (?:tills?|counter|bar|front desk|desk|floor|line|doors?|kitchen|reception|night shift|day shift) (?:at|of|in) ",
    ),
    Row(
        "works_at",
        False,
        "begins",
        "workplace",
        r"{A}(?:my |had my |did my )?(?:very )?first (?:shift|week|day) (?:at|in|with) ",
    ),
    Row(
        "works_as",
        False,
        "begins",
        "job",
        r"{A}(?:my |had my |did my )?(?:very )?first (?:shift|week|day|month) as (?:an? |the )?",
    ),
    Row(
        "works_as",
        False,
        "begins",
        "job",
        r"{S}(?:taken on|hired|signed(?: on)?|started|working|employed|retrained|requalified|qualified)(?: (?:at|by|with) [^,.;]{1,30}?)? as (?:an? |the |their )?",
    ),
    Row(
        "works_as",
        False,
        "begins",
        "title",
        r"{S}(?:got )?(?:promoted|appointed|bumped up) (?:to|as) (?:the |an? )?",
    ),
    Row(
        "works_as",
        False,
        "begins",
        "title",
        r"{A}(?:they(?:'ve)?|the boss|the board|management|hr)(?: have| has|'s)?(?: just| finally)? (?:made|named|appointed|promoted) me (?:to )?(?:the |an? )?",
    ),
    Row(
        "works_as",
        False,
        "state",
        "all",
        r"{S}(?P<o>(?:runs?|running|manages?|managing|teach(?:es)?|teaching) (?:an? |the |her |his |my |our )?[\w' -]{2,30}?) (?:now|these days|for a living)\b",
    ),
    Row(
        "works_as",
        False,
        "state",
        "all",
        r"{T}(?P<o>(?:does|sells|fixes|drives|repairs|makes|builds|paints|cleans|deals|trades) (?:an? |the )?[\w' -]{2,30}?) (?:now|these days|for a living)\b",
    ),
    Row("works_as", False, "state", "job", r"{P}was (?:an? )"),
    Row(
        "works_at",
        True,
        "begins",
        "thing",
        r"{S}handed in (?:my|his|her|our|their) (?:notice|resignation) at ",
    ),
    Row(
        "works_at",
        True,
        "begins",
        "thing",
        r"{S}(?:walked out of|resigned from|got fired from|got sacked from|been laid off (?:by|from|at)|made redundant (?:by|from|at)|let go (?:by|from|at)|fired from|sacked from|retired from) ",
    ),
    Row(
        "works_at",
        False,
        "over",
        "thing",
        r"{A}(?:the )?(?P<o>(?!(?:my |our |the )?(?:boss|manager|gaffer|owner|bosses|management)\b)[a-z][\w' -]{1,30}?) (?:has |have )?(?:let me go(?! \w+ time| home| early| to)|laid me off|made me redundant|sacked me|fired me)\b",
    ),
    Row(
        "works_at",
        False,
        "begins",
        "thing",
        r"{S}(?:landed|got|found|picked up) (?:something|work|a start) (?:at|with) (?=the |an? |[a-z])",
    ),
    Row(
        "stopped",
        False,
        "begins",
        "thing",
        r"{S}(?:stopped|quit|given up|gave up) (?:going to|attending|doing|playing|visiting|turning up to) (?:the |my |our )?",
    ),
    Row(
        "works_at",
        False,
        "state",
        "workplace",
        r"{S}works? (?:\w+ (?:to|till|and) \w+|\w+days?|nights|days|part[- ]time|full[- ]time|evenings|weekends|earlies|lates)(?: shifts?)? (?:at|for|in) ",
    ),
    Row(
        "studies_at",
        False,
        "begins",
        "place",
        r"{S}(?:changed|switched|moved) schools?,? (?:and )?(?:now )?(?:she's|he's|they're|i'm|is) (?:now )?(?:at|in) ",
    ),
    Row(
        "studies_at",
        False,
        "state",
        "place",
        r"{S}in (?:year|grade|class|primary|reception|sixth form)(?: \w+)? at ",
    ),
    # things and tools
    Row(
        "uses",
        False,
        "state",
        "tool",
        r"{A}(?:all |most of |half )?(?:of )?(?:my|our) [\w' -]{2,30}? (?:live|lives|sit|sits|lived|are kept|is kept|go|goes|is all|are all) (?:in|on|inside) ",
    ),
    Row(
        "uses",
        False,
        "begins",
        "tool",
        rf"{{S}}(?:export|import|port|migrat|transferr?|mov|shift|copi|dump|switch)ed {_LOT}(?: over| across| out)? (?:in)?to ",
    ),
    Row(
        "uses",
        False,
        "begins",
        "tool",
        r"{S}(?:crawled|crawling|gone|went|going|came|slunk|limped|fled)(?: right| straight| crawling| running)? back to ",
    ),
    Row(
        "uses",
        False,
        "begins",
        "tool",
        r"{S}(?:gone|went|switched|come|came|moved|defected|changed|converted|swapped) (?:over )(?:to|onto) ",
    ),
    Row(
        "uses",
        False,
        "state",
        "tool",
        r"{S}(?:got|have|having|set up) (?P<o>[a-z0-9][\w-]*) (?:going|running|set up|up and running|on the go|installed) (?:for|to)\b",
    ),
    Row(
        "uses",
        False,
        "state",
        "tool",
        r"{S}(?:leasing|driving|riding) (?:an? )(?=[^,.;!]*\b(?:now|these days|instead)\b)",
    ),
    # animals
    Row(
        "has_pet",
        False,
        "begins",
        "pet",
        r"{S}(?:took in|taken in|inherited|rescued|fostered|brought home|come home with|came home with|picked up) ",
    ),
    # eating
    Row(
        "diet",
        False,
        "begins",
        "regime",
        r"{S}(?:doing|trying|following|started|back on|gone|going|went) (?:the |an? |this )?(?P<o>[a-z]+(?:-[a-z]+)?(?: [a-z]+)?)(?: thing| diet| challenge| business| regime)\b",
    ),
    Row("diet", False, "begins", "diet", r"{S}(?:doing|trying|gone|going|went|back on|started) "),
    Row(
        "diet",
        False,
        "state",
        "diet",
        r"{S}(?:keep|keeping|kept|stick to|sticking to|staying|stay) (?:it |things |everything )?",
    ),
    Row(
        "diet",
        False,
        "state",
        "rate",
        r"{A}(?:i'm |we're )?(?:now )?(?:down|up|back) to (?=(?:one|two|three|four|five|six|\d+|an?) [a-z]+ (?:a|per|every) (?:day|week|month)\b)",
    ),
    Row(
        "prefers",
        True,
        "state",
        "dish",
        r"{A}(?:please,? )?(?:but )?nothing with (?=[^.!?]*\b(?:makes?|gives?|can't|cannot|allergic|hate|gag|ill|sick)\b)",
    ),
    Row(
        "prefers",
        True,
        "state",
        "dish",
        r"{A}(?P<o>[a-z]+(?: [a-z]+)?) (?:makes?|gives?|turns?) (?:me|my stomach) (?:gag|ill|sick|heave|queasy|retch|nauseous|want to throw up|turn|the creeps)\b",
    ),
    # times
    Row(
        "schedule",
        False,
        "state",
        "weekly",
        r"^\W*(?=every (?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:mon|tues|wednes|thurs|fri|satur|sun)days,? )",
    ),
    Row(
        "studies",
        False,
        "begins",
        "job",
        r"{S}(?:training|retraining|studying) (?:as|to be|to become) (?:an? )?",
    ),
    Row(
        "other",
        False,
        "state",
        "all",
        r"\b(?:rent|mortgage|salary|wages?|pay|fee|subscription|premium)\b[^.!]{0,30}?(?:it's|it is|now|up to|down to) (?P<o>[£$€]?\d[\d,.]*(?: ?(?:quid|pounds|euros|dollars|k))?(?: (?:a|per) (?:month|week|year))?)",
    ),
    Row("uses", False, "state", "vehicle", r"{S}commut(?:e|es|ing) (?:in )?(?:by|on|via) "),
    Row(
        "diet",
        True,
        "begins",
        "dish",
        r"{S}(?:given up|gave up|giving up|cut out|cutting out|sworn off|swore off) ",
    ),
    # ties
    Row(
        "relation",
        False,
        "event",
        "all",
        r"{A}(?:he|she|[a-z]+)(?: finally| just)? (?P<o>proposed)(?: (?:to me|and i (?:said|cried|nodded)\b)|,? (?:at|on|in|last|this|yesterday|with)\b)",
    ),
    Row(
        "relation",
        True,
        "begins",
        "all",
        r"{A}(?:the |our |my )(?P<o>engagement|marriage)(?:'s| is| has been)? (?:off|over|called off|dead)\b",
    ),
    Row(
        "relation",
        True,
        "begins",
        "all",
        r"{S}(?:called|calling|broken|broke) off (?:the |our |my )(?P<o>engagement)\b",
    ),
    # health
    Row(
        "health",
        False,
        "state",
        "body",
        r"{A}(?:my |the )?(?P<o>[a-z-]+(?:'s| is| are| has| have|'ve)?(?: long| fully| all| finally| completely| pretty much)* (?:healed|mended|recovered|good as new|fine again|better again|back to normal))\b",
    ),
    Row(
        "health",
        False,
        "begins",
        "medicine",
        r"{A}(?:the (?:doctors?|gp|vet|clinic|consultant|surgery)|they)(?:'ve| have| has|'s)?(?: just| now)? (?:put|started) (?P<s>my [a-z]+|[a-z]+) on ",
    ),
    Row("health", False, "begins", "medicine", r"{S}(?:started|start|been put) on "),
    # learning and speaking
    Row(
        "studies",
        False,
        "begins",
        "language",
        r"^\W*(?P<o>[a-z]+)(?: now)?,? (?:from|since|starting) (?:this|next) (?:week|month|term)\b",
    ),
    Row(
        "studies",
        True,
        "begins",
        "language",
        r"{S}(?:dropped|given up|gave up|giving up|quit|packed in|stopped learning) ",
    ),
    Row("has", False, "begins", "certificate", r"^\W*(?P<o>[abc][12] in [a-z]+)\b"),
    Row(
        "speaks",
        False,
        "state",
        "language",
        r"\bspeaks? [a-z]+ (?:at home|with [^,.;]{2,20}|at work) and ",
    ),
    # money and addresses
    Row(
        "other",
        False,
        "state",
        "all",
        r"{S}(?P<o>owe [a-z]+(?: [a-z]+)? (?:[£$€]?\d[\d,.]*(?: ?[a-z]+)?|an? \w+|(?:two|three|four|five|six|ten|twenty|fifty) \w+))",
    ),
    Row("contact", False, "state", "address", r"\b(?:my|our) (?:new )?address is (?:now )?"),
    # bands, groups
    Row(
        "schedule",
        False,
        "begins",
        "weekly",
        r"{S}joined (?:the |an? )(?=(?:mon|tues|wednes|thurs|fri|satur|sun)day )",
    ),
)
