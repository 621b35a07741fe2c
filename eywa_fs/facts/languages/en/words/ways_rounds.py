# ruff: noqa: E501 - a row stays on one line: wrapped, its alternatives cannot be read
"""Ways of telling shifts, opening hours and days of one's own, tastes by trade names; as in ``ways.py``."""

from __future__ import annotations

_SHIFT = r"(?:(?:permanent |mostly |straight |double |split |twelve-hour |night |day |early |late |back-to-back )?(?:evenings|nights|earlies|lates|mornings|days|twilights|weekends|shifts|doubles|graveyards?|rotating shifts|night shifts?|day shifts?))"
_AT = r"(?:at|by|before|until|till|from|around|for) (?:about )?{HOUR}(?: (?:in the morning|at night|on the dot|sharp))?"
_DAYS = r"(?:{OFTEN}|{WD}s?(?:(?:,| and| to| till| through|, and) {WD}s?)*|weekends|bank holidays|august|the whole of \w+|weekdays|most (?:mornings|evenings|days))"

TABLE = (
    r"""
schedule + state said ; schedule + over said @p : \b(?P<s>i|we|he|she|my [a-z'-]+)(?:'m|'re|'s| am| is| are|'ve been| has been)? (?:now |back )?(?:on|doing|working|moved to|switched to|starting|start|do|does|work|works) (?P<o>"""
    + _SHIFT
    + r""")(?: instead of (?P<p>"""
    + _SHIFT
    + r"""))?(?=\W*$|[,.;!]| (?:at|as|now|this|next|from|so|and|but|for|in|until|till|mostly|only|again|all|on)\b)
schedule + state said : {P}(?P<s>my [a-z'-]+|[a-z]+) (?:works?|does|is on) (?P<o>"""
    + _SHIFT
    + r""")(?= (?:at|in|for)\b|,|\W*$)
schedule + state said : {W}(?P<o>(?:up|out of bed|out the door|in bed|asleep|at (?:my|his|her|the) [a-z-]+|in the (?:gym|office|pool|sea|shop|yard|field|kitchen|stables|van|allotment)|on the (?:allotment|road|water|bus|train|tools|tills)|home) """
    + _AT
    + r"""(?:,? (?:every (?:single )?(?:day|morning|night|evening|weekday)|{OFTEN}|most (?:days|mornings))(?: (?:except|bar|but|apart from) {WD}s?)?)?)(?=\W*$|[,.;!]| (?:and|but|so|because|since|for|these|now|with)\b)
schedule + state said : {P}(?P<t>(?:the |my |our )?[a-z][a-z'-]*(?: [a-z'-]+){0,2}?)(?:'s| is| are)? (?P<o>(?:closed|shut|open) (?:on |all |all day )?"""
    + _DAYS
    + r""")(?=\W*$|[,.;!]| (?:and|but|so|because|these|now|until|in|for|same)\b)
schedule + state said : {P}(?P<t>(?:the |my |our )?[a-z][a-z'-]*(?: [a-z'-]+){0,2}?) (?:opens?|closes?|shuts?|locks? up|knocks? off) (?P<o>"""
    + _AT
    + r"""(?: on {WD}s?(?: and {WD}s?)?)?)(?=\W*$|[,.;!]| (?:now|and|but|so|instead|this|these|on|in|because)\b)
schedule + state said : {P}(?P<s>we|i) (?P<o>(?:open|close|eat|start|finish|knock off|shut|clock on|clock off|get up|go to bed|train|rehearse|meet|kick off) """
    + _AT
    + r"""(?: on {WD}s?)?)(?=\W*$|[,.;!]| (?:and|but|so|every|each|because|sharp|on|in|these)\b)
schedule + state said : {P}(?P<s>i|we|he|she|my [a-z'-]+|[a-z]+)(?:'m|'re|'s| am| is| are) (?P<o>(?:only )?home """
    + _DAYS
    + r"""|with (?:me|us|my ex|my mum|their (?:dad|mum|father|mother)|his dad|her dad) (?:on |at )?"""
    + _DAYS
    + r"""|in the office """
    + _DAYS
    + r"""|off """
    + _DAYS
    + r"""|free """
    + _DAYS
    + r"""|full[- ]time|part[- ]time|{N} days a week)(?=\W*$|[,.;!]| (?:and|but|so|then|at|now|from|while|with)\b)
schedule + state said : {P}(?P<s>i|we|he|she|my [a-z'-]+|[a-z]+) (?P<o>(?:rings?|calls?|phones?|visits?|comes? (?:round|over)?|pops? (?:in|round)|mind(?:s)? [a-z' -]{3,20}?|see(?:s)? [a-z' -]{3,20}?|volunteers? [a-z' -]{3,24}?|pulls? pints [a-z' -]{3,24}?|cleans? [a-z' -]{3,20}?|sings? [a-z' -]{3,24}?|swims?|runs?|trains?|works? [a-z' -]{0,20}?) ?(?:on |every )?"""
    + _DAYS
    + r""")(?=\W*$|[,.;!]| (?:and|but|so|then|at|now|from|while|with|because|for)\b)
schedule + state said : {P}(?:every (?:other|second|third)?|alternate|most|on) ?(?P<o>(?:{WD}s?))(?:,)? (?P<s>i|we|he|she|my [a-z'-]+) (?:mind|see|get|visit|look after|do|help|cook|take|drive|volunteer|teach|run|swim|play)(?:s|es)?\b
schedule + state said : {P}(?:work|working|works|job|post|mornings|carer|nurse|teacher|postmistress|cleaner|cook)[\w ,']{0,30}?[, ](?P<o>(?:nights|mornings|evenings|weekends|summers|term-time|days|afternoons|{N} days a week)(?: only| mostly)?)(?=\W*$|[.;!])
schedule + state said : {P}(?P<t>(?:the |my |our )?[a-z][a-z'-]*(?: [a-z'-]+){0,2}?)(?:'s|'ve| has| have)? (?:been )?(?:moved|shifted|put back|brought forward|changed|rescheduled|pushed back|bumped|postponed)(?: up)?(?: from [\w :.]{3,20}?)? (?:to|till|until) (?P<o>(?:the )?(?:{DAY}|{WD}s?|tomorrow|next \w+|\d{1,2}(?:st|nd|rd|th)(?: of {MONTH})?|\d{1,2} {MONTH}|{HOUR})(?: (?:at|of) [\w:. ]{1,14}?)?)(?=\W*$|[,.;!]| (?:and|but|so|because|which|now|it)\b)
prefers ! state np : {S}(?:couldn't|can't|could not|don't|doesn't) (?:give a (?:monkey's|toss|damn|stuff|hoot|fig)|care less) about (?:the |any )?(?!it\b|that\b|this\b|what\b|you\b)
prefers + state said : {W}(?:an? |such an? |more of an? )(?P<o>(?!family|lucky|good|bad|nice|young|old|older|busy|grown|married|changed|lone|marked|big|small|tall|short|proud|simple|happy|new|different|broken|free|dead|single|better|poor|rich|quiet|kind|private|working|handy|reasonable|patient|one-|local|white|black|best|hit|con|bin|sales|post|wise|older|middle|stupid|funny|lady|gentle|self-made|stay-at|people|night|morning|right-hand|front|point|straw|yes|weather|camera|cave|spider|ice|rag|middle|milk|tax|fire|police|anchor|hang|cleaning|delivery|maintenance|lollipop|dinner|tea lady)[a-z][\w-]+) (?:man|woman|person|girl|guy|gal|drinker|lover|household)(?=\W*$|[,.;!]| (?:myself|now|through|and|but|these|so|at|since)\b)
prefers + state said : {P}(?:it's |i'll take |give me |always |for me,? )?(?:an? |the )?(?P<o>(?:aisle|window|middle|front|back|exit row) (?:seats?|row|half|table)|front half|back row|top bunk|bottom bunk|ground floor rooms?|twin room|quiet floor|corner (?:table|room|seat))(?=,? (?:always|please|every time|if possible|whenever|any day|and|for me)|,|\W*$)
stopped + begins said : {P}(?:day|week|month|{N} days?|{N} weeks?|{N} months?|\d+ days|\d+ weeks)(?: (?:\d+|\w+))? (?:without|off|clean of|free of|free from) (?:an? |the |any )?(?P<o>cigarettes?|fags|nicotine|smokes?|vape|vaping|gambling|bets?|social media|scrolling|weed|scratchcards|tobacco|snus|energy drinks|instagram|twitter|facebook|tiktok|gaming|online shopping|biting my nails)\b
stopped + begins said : {W}(?:packed up|jacked in|wound up|given up|gave up|stepped down from|called time on) (?:the |my |his |her |our )?(?!my|trying|job|nights|smoking|work|on\b|hope|waiting|looking|(?:car|bike|van)\b|{N})(?P<o>[a-z][\w' -]{2,28}?)(?=\W*$|[,.;!]| (?:in|last|this|after|because|when|at|for|and|but|so|on|since|two|three|years)\b)
started + begins said : {W}(?:been|were|was) (?P<o>at the [a-z]+s|doing (?:the )?[a-z]+|learning (?:the |to )?[a-z]+|going to [a-z]+|playing [a-z]+|[a-z]+ing) since (?={MONTH}|{WD}|last|easter|christmas|the|new year|\d)
started + begins said : {W}(?:{N}|\w+) (?:days?|weeks?|months?|lessons?|sessions?) into (?:the |my )?(?P<o>couch to 5k|[a-z]+ lessons|[a-z]+ classes|driving lessons|slimming world|therapy|sobriety)\b
"""
)
