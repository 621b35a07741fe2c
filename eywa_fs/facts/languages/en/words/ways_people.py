# ruff: noqa: E501 - a row stays on one line: wrapped, its alternatives cannot be read
"""More ways of telling names, ages, kin, ties and languages; rows as told in ``ways.py``."""

from __future__ import annotations

from eywa_fs.facts.languages.en.words.people import ACQUAINTANCES

_AGE = r"(?:\d{1,3}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:-(?:one|two|three|four|five|six|seven|eight|nine))?|a hundred|(?:a )?hundred and \w+)"
_GROWN = r"(?:\d{2,3}|eighteen|nineteen|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:-(?:one|two|three|four|five|six|seven|eight|nine|odd|something))?|a hundred|four-oh|five-oh|three-oh|six-oh|seven-oh)"
_ORDINAL = r"(?:\d{1,3}(?:st|nd|rd|th)|(?:twent|thirt|fort|fift|sixt|sevent|eight|ninet)ieth|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)-(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)|eighteenth|sixteenth|hundredth)"
_OWNED = r"(?:(?:my|our|the|his|her) )?(?:new |old |little |other |second |first )?[a-z][a-z'-]*(?: [a-z][a-z'-]*)?"
_NAME = r"(?!(?:a|an|the|my|our|his|her|not|so|too|very|on|in|at|after|for|to|out|off|up|back|by|when|me|him|it|them|names|and|from|as|with|every|because|now|home|away|again|today|yesterday|tomorrow)\b)[a-z][a-z'.-]+(?: [a-z][a-z'-]+)?"
_SURNAME = r"(?:surname|last name|family name|maiden name|married name|middle name|first name|given name|birth name|stage name|pen name|full name|legal name|real name|proper name|christian name|forename|nickname|username|name on paper|name)"
_CLOSE = r"(?:best (?:friends|mates|pals|buddies)|good (?:friends|mates)|great (?:friends|mates)|old (?:friends|mates)|close friends|friends|mates|pals|besties|buddies|bffs|thick as thieves|joined at the hip|inseparable|like sisters|like brothers|close|tight|the best of friends|the best of mates|firm friends|fast friends|partners in crime|blood brothers)"
_PARTED = r"(?:called it quits|called it a day|called time on (?:it|us|things)|split up|split|broke up|broken up|separated|parted ways|parted company|gone our separate ways|went our separate ways|ended things|ended it|divorced|called off the (?:wedding|engagement)|got engaged|getting divorced|back together|got back together|on a break|on good terms|estranged)"
_LOVED = r"(?:darling |dear |lovely |beloved |beautiful |childhood sweetheart,? |high school sweetheart,? |first love,? |best friend,? |soulmate,? |then-girlfriend |then-boyfriend |long-term partner |partner |girlfriend |boyfriend |fianc[eé]e? )*"
#: Common words besides: said with a name behind, they are too often something else.
_SHORT_OF = frozenset(
    {
        "band",
        "team",
        "guy",
        "head",
        "client",
        "clients",
        "students",
        "pupils",
        "classmates",
        "colleagues",
        "crush",
        "stalker",
        "flatmates",
        "roommates",
        "housemates",
        "teammates",
        "workmates",
        "neighbours",
        "neighbors",
        "tenants",
        "coworkers",
        "co-workers",
        "instructors",
    }
)
_CHILD = r"(?:(?:wee|little|beautiful|lovely|bouncing|healthy|tiny|gorgeous|baby|first|second|third|fourth) )*(?:lad|laddie|lass|lassie|boy|girl|son|daughter|bairn|wean|bubba|baby|twins|triplets|second|third|fourth|first|firstborn|fifth)"
_ACQUAINTANCE = (
    "(?:"
    + "|".join(
        sorted(
            (role.replace("-", "[- ]") for role in ACQUAINTANCES if role not in _SHORT_OF),
            key=len,
            reverse=True,
        )
    )
    + ")"
)
_SIZE = r"(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|\d{1,2})"
_BETTER = r"(?:(?:far|much|way|a bit|pretty|really|fairly|still|actually|quite|getting|only|so|very|just|not|totally|absolutely|nearly|almost) )*(?:better|worse|rusty|good|great|decent|passable|terrible|awful|ok|okay|fluent|basic|shaky|patchy|bad|enough|rubbish|alright|fine|conversational|dreadful|ropey|limited|perfect|lovely|beautiful|flawless|excellent|impeccable|broken|serviceable|functional|poor|weak|strong|brilliant|gone to pot|non-existent|up to scratch|schoolboy|textbook)"

TABLE = (
    r"""
^name + none person : (?:^\W*|[,;] ?)(?:the |my )?(?:full |first |real )?name'?s (?:actually |really )?(?P<o>"""
    + _NAME
    + r""")(?=\W*$|[,.;!]| (?:but|and|w|with|here|by|if|since|though|though)\b)
^name + none person @o ; name + none person @p : {S}(?:go|goes|going|went|am|'m|known|answer|answers) (?:by |to |as )?(?P<o>"""
    + _NAME
    + r""")(?: (?:at|to|with|in|on|for|among) (?:my |the |our |all |most )?[\w' ]{3,24}?)?,? (?:and |but )?(?:instead of|rather than|not|or) (?P<p>"""
    + _NAME
    + r"""){E}
^name + none person @o ; name + none person @p : {S}(?:go by |call me |'m |am |known as )(?P<o>"""
    + _NAME
    + r""") (?:at|to|with|in|on|for|among) (?:my |the |our |all |most )?[\w' ]{3,24}?,? (?:and |but |or )?(?P<p>"""
    + _NAME
    + r""") (?:at|to|with|in|on|for|among|the rest|everywhere|otherwise)\b
^name + none person @o ; name ! none person @p : \b(?:it's|its|it is|i'm) (?:actually |just |really )?(?P<o>"""
    + _NAME
    + r""")(?: with (?:an? )?\w+)?,? (?:[\w ]{2,20}, )?(?:and )?(?:definitely |def |certainly )?not (?P<p>"""
    + _NAME
    + r""")(?=[^.!?]*\b(?:pronounced|spelt|spelled|with an? [a-z]\b|same (?:sound|name)|thanks|thx|for the (?:record|umpteenth|hundredth|last)|by the way|please|like the|short for)|\W*$)
^name + none person @o ; name ! none person @p : \b(?:it's|its|i'm|name's|name is) not (?P<p>"""
    + _NAME
    + r""")(?: with (?:an? )?\w+)?,? (?:it's|but|its|i'm|just) (?P<o>"""
    + _NAME
    + r""")(?=[^.!?]*\b(?:pronounced|spelt|spelled|with an? [a-z]\b|thanks|for the (?:record|umpteenth|hundredth|last)|please))
^name ! none person @p ; name + none person @o : \b(?:stop|quit|don't|do not|please don't|nobody|no one|never) (?:calls? |calling )(?P<s>me) (?P<p>"""
    + _NAME
    + r"""),? (?:and |but |because |as )?(?:it's|its|i'm|just|i am|call me|everyone says|they say|everyone calls me) (?:just |only |plain |always )*(?P<o>"""
    + _NAME
    + r"""){E}
^name + none person : \b(?:everyone|everybody|people|friends|my friends|my mates|my family|the kids|they all|the lads|all my friends|most people|anyone who knows me) (?:just |only |always |mostly )*(?:says?|shortens? it to|prefers?) (?P<o>"""
    + _NAME
    + r""")(?=\W*$|[,.;!])
name + none person : {S}(?:only |just |now |mostly |also )*(?:answer|answers|answering|respond|responds) (?:only )?to (?:the name (?:of )?)?(?P<o>"""
    + _NAME
    + r"""){E}
name + none person : (?:{P}|\b(?=(?:my|his|her) ))(?P<s>(?:my|his|her|our) )?(?:new |old )?"""
    + _SURNAME
    + r"""(?:'s| is| was|,|:| reverts to| changes to| changed to| will be| becomes| became| spelt with [\w' ]+?:| is spelt| is spelled)+ (?:now |actually |really |again |back to )*(?P<o>"""
    + _NAME
    + r""")(?=\W*$|[,.;!]| (?:but|and|with|as|from|since|now|again|not)\b)
name + none person : \b(?:back to|gone back to|went back to|going back to|reverted to|reverting to|use|using|keeping|kept|took|taken|taking|changed (?:it|my name|his name|her name) to|signs? off as|sign as|wrote as|write as|writes as|publish as|publishes as|perform as|performs as|performed as|trade under|on stage as|better known as|aka|a\.k\.a\.?|otherwise known as) (?:my |his |her |the )?(?:maiden name|married name|surname|birth name|old name|name|mother's name|nickname)(?:,| of)? (?P<o>"""
    + _NAME
    + r""")(?=\W*$|[,.;!]| (?:but|and|again|since|for|on|at|professionally)\b)
name + none person : {S}(?:changed (?:my|his|her) name to|reverted to|signs? off as|better known as|otherwise known as|aka|rebranded (?:myself|himself|herself) as|perform as|performs as|publish as|publishes as|write as|writes as) (?P<o>"""
    + _NAME
    + r""")(?=\W*$|[,.;!]| (?:but|and|again|since|for|on|at|by|now)\b)
name + none said : {S}(?:go|goes) by (?P<o>[\w.]*\d[\w.]*)(?=\W|$)
name + none person : ^\W*(?:hi|hello|hey|hiya|morning|good \w+)?[,!. ]*(?:this is|it's|my name is|the name's|names|i'm called) (?P<o>"""
    + _NAME
    + r""") (?=(?:from|of|here|speaking|at|again)\b)
^name + none person : (?P<s>(?:(?:my|our|the|his|her) )(?:new |old |little |other |baby )?[a-z][a-z'-]*(?: [a-z][a-z'-]*)?)(?:'s| is| was| has been|'s been| will be| are|'re) (?:now |actually |officially |still |being |to be |just |simply )*(?:called|named|christened|known as|baptised) (?P<o>"""
    + _NAME
    + r""")(?=\W*$|[,.;!—–]| (?:and|but|after|because|for|so|if|since|by|which|like)\b)
name + none person @o ; name + none person @p : (?P<s>(?:(?:my|our|the) )(?:new |two |three )*[a-z][a-z'-]*s) are (?:called |named )(?P<o>[a-z]+)(?:,? and|,) (?P<p>[a-z]+)(?=\W*$|[,.;!])
name + none person : \b(?:and |we |i |they |he |she |have |has |finally |all )*(?:calls?|called|calling|named|naming|christened|dubbed|nicknamed) (?P<s>(?:my|our) [a-z'-]+(?: [a-z'-]+)?|the (?:baby|dog|cat|puppy|kitten|hamster|pony|twins|boat)|him|her) (?P<o>"""
    + _NAME
    + r""")(?=\W*$|[,.;!—–]| (?:and|but|after|because|for|so)\b)
age + begins said : {S}(?:turn|turns|turned|turnt|turning|hit|hits|hitting|reach|reached|reaching|cracking|crack|celebrating|about to turn|about to hit|nudging|clocking up|clock up|coming up to|coming up on|getting on for|on the brink of|staring down) (?:the big |a very tired |a ripe old |the grand old age of |the ripe old age of )?(?P<o>"""
    + _GROWN
    + r""")(?=\W*$|[!,.;]| (?:next|this|last|on|in|today|tomorrow|yesterday|and|soon|before|at the weekend|come)\b)
^age + begins said : {W}(?:turn|turns|turned|turnt|turning|will be|'ll be|is going to be|hits|hit|about to turn|about to be) (?:the big |a whole )?(?P<o>"""
    + _AGE
    + r""")(?=\W*$|[!,.;]| (?:next|this|last|on|in|today|tomorrow|yesterday|and|soon|at the weekend|come|already)\b)(?! on the)
age + state said : {W}(?:is |are )?(?:about|around|roughly|nearly|almost|at least|well over|over|just under|not quite|barely|coming up for|getting on for|already|all of|only) (?P<o>(?:at least |about |nearly |over |almost )?"""
    + _AGE
    + r""")(?= (?:years?|yrs?) old|{E})
age + state said : ^\W*(?P<o>"""
    + _GROWN
    + r""")(?:,| and) (?=(?:still|never|doing|learning|counting|not|single|divorced|retired|married|widowed|living|studying|working|back|starting|proud|happy|finally|currently|newly|recently|female|male|from|f\b|m\b)\b)
age + state said : \b(?P<s>(?:my|our) [a-z'-]+|[a-z]+)(?:'s| is| are|'re)(?: now| only| just| nearly| almost)* (?P<o>{N} (?:months|weeks|days))(?= old| already| today| now| tomorrow|\W*$|,)
age + state said : ^\W*(?:at|aged) (?P<o>"""
    + _GROWN
    + r"""),? (?P<s>i|he|she|my [a-z]+|(?:aunt|uncle|auntie|gran|nan|grandma|grandpa|grandad|granny)(?: [a-z]+)?)(?='(?:m|ve|s)| (?:am|have|still|can|can't|is|has|do|don't|does|doesn't|will|won't|finally))
^age + state said : {W}(?:is |in )(?:my|his|her) (?P<o>"""
    + _ORDINAL
    + r""") year(?= and|\W*$|,)
age + state said : \b(?P<s>(?:my|our) [a-z'-]+(?: [a-z]+)?) (?:has|have|had|did|got|started|joined|learned|learnt|signed up|took up|still|can|does|is|was)[^.!?,;]{0,50}? (?:at|aged) (?P<o>"""
    + _GROWN
    + r""")(?=\W*$|[!,.;])(?! (?:degrees|percent|miles))
birthday + state said : \b(?P<s>(?:my|our) [a-z'-]+(?: [a-z]+)?|[a-z]+)'s """
    + _ORDINAL
    + r"""(?: birthday| bash| do| party)?(?:'s| is| falls| comes up)? (?:on )?(?:the )?(?P<o>{DAY})
birthday + state said : \bit's (?P<s>(?:my|our) [a-z'-]+(?: [a-z]+)?|my|[a-z]+)(?:'s)? (?:\d+(?:st|nd|rd|th) )?birthday (?:on )?(?:the )?(?P<o>{DAY}|today|next \w+|this \w+)
birthday + state said : (?P<s>(?:my|our) [a-z'-]+(?: [a-z-]+)?|my|[a-z]+)(?:'s)? (?:birthday|bday|b-day)(?:'s| is| falls| comes| lands|,|:) ?(?:on )?(?:the )?(?P<o>burns night|st [a-z]+'s(?: day)?|(?:christmas|new year's|boxing|mother's|father's|valentine's|pancake|leap|bastille|canada|australia|anzac|independence|may|labour|guy fawkes|twelfth|midsummer|all saints'|all souls'|walpurgis|good)(?: day| eve| night| friday)|hallowe'?en|diwali|hanukkah|eid|vaisakhi|thanksgiving|epiphany|candlemas|the solstice|the summer solstice|the winter solstice|in {MONTH})
birthday + state said : \b(?:shares?|sharing) (?:a |my |his |her |the same )?(?:birthday|bday) with [^.,:;!?]{2,30}?[,:] ?(?:or near enough, )?(?P<o>{DAY})
birthday + state said : \bsame (?:birthday|bday)(?: as [\w' ]+?)?(?: lol| haha)?[,: ]+(?P<o>{DAY})
birthday + state said : \b(?:birthday was|birthday's just been|birthday was just) (?P<o>yesterday|today|last {WD}|on {WD}|{DAY})
sibling + state said : {S}(?:one|(?:the )?(?:eldest|oldest|youngest|middle|baby|runt|second|third|fourth|fifth|last|first)(?: one| child| born| youngest| eldest| oldest)?|second (?:eldest|oldest|youngest)) of (?P<o>"""
    + _SIZE
    + r""")(?: children| kids| siblings| brothers| sisters| boys| girls| of us)?{E}
sibling + state said : {S}(?:have|has|had|got|grew up with|'ve got) (?:an? |my |one |two |three |four )?(?P<o>(?:older|elder|younger|big|little|half|step|foster|adopted|twin|baby|identical twin|non-identical twin|estranged|long-lost|late|only|full) ?-?(?:brother|sister|brothers|sisters|sibling|siblings)s?)(?=\W*$|[,.;!]| (?:called|named|in|at|who|on|and|but)\b)
friend + state person : {P}(?:me and|me n|me &|myself and) (?:big |little |old |my mate |the neighbour )*(?P<o>"""
    + _NAME
    + r""")(?:'ve| have| are|'re| were)? (?:both |always |been |still |basically |proper |really |such |become |now )*"""
    + _CLOSE
    + r"""\b
friend + state person : {P}(?:big |little |old )*(?P<o>"""
    + _NAME
    + r""") and (?:i|me)(?:'ve| have| are|'re| were)? (?:both |always |been |still |basically |proper |really |such |become |now |go |both )*(?:"""
    + _CLOSE
    + r"""|go way back|go back (?:years|decades|a long way|donkey's|forever|{N}))\b
friend + state person : {S}(?:known|know) (?P<o>"""
    + _NAME
    + r""") (?:since|for (?:{N}|over|years|most|decades|ages)|all my life|my whole life|forever|from (?:school|uni|nursery|primary))\b
friend + state person : {P}(?:an?|my|one) (?:(?:good|old|close|dear|great|very dear|school) )*(?:friend|mate|pal|buddy)(?: of mine| of ours)(?:(?: since| from) [\w ]+?,|,)? (?:called |named )?(?P<o>"""
    + _NAME
    + r""")(?=,| is| has|'s|\W*$| just)
^friend + state person : {P}(?:my|our) (?:(?:best|oldest|closest|dearest|good|old|other best|school|childhood|absolute best|only|longest) )+(?:friend|mate|pal|bestie|buddy)(?: (?:from|at|since|in|on) [\w ]{2,24}?)?(?:'s| is)(?: still| called| named)* (?P<o>"""
    + _NAME
    + r""")(?=\W*$|[,.;!]| (?:and|who|from|but)\b)
friend + state person @o ; friend + state person @p : (?:friends with|mates with) (?:[\w' ]{3,30}?, )?(?P<o>[a-z]+) and (?P<p>[a-z]+)(?=\W*$|[,.;!])
spouse + begins person : {S}(?:married|wed|wedded|remarried|tied the knot with|got hitched (?:to|with)|exchanged vows with|got married to|eloped with|said i do to|walked down the aisle with|been married to|been hitched to|hitched to|ran off and married|got wed to|jumped the broom with|am married to|marrying) (?:my |his |her )?"""
    + _LOVED
    + r"""(?P<o>"""
    + _NAME
    + r""")(?=\W*$|[,.;!]| (?:in|on|at|last|this|for|since|when|and|twice|again|over|yesterday|after|two|three|four|five|{N})\b)
spouse + begins np : {S}(?:married|wed|remarried|is marrying|eloped with) an? (?P<o>(?:[\w-]+ ){0,2}?[\w-]+(?: from [\w]+)?)(?=\W*$|[,.;!]| (?:who|that|with|in|last|and|called|named|half|twice|at|she|he)\b)
spouse + state person : \b(?:married|wed|hitched)(?: for)?(?: on {WD}| today| this \w+| last \w+)? to (?P<o>"""
    + _NAME
    + r""")(?=\W*$|[,.;!]| (?:in|on|at|last|this|for|since|when|and|yesterday|after|these)\b)
spouse + state person : {P}(?P<o>"""
    + _NAME
    + r""") and (?:i|me)(?:'ve| have)? (?:been )?(?:married|man and wife|wed|husband and wife|husband and husband|wife and wife|hitched)\b
spouse + state person : ^\W*(?:wife|husband|hubby|missus)(?::|,| is|'s)? (?P<o>"""
    + _NAME
    + r""")(?=,|\W*$| and| \()
spouse + state person : \b(?P<s>her|his|(?:my|our) [a-z'-]+)(?:'s)? (?:husband|wife|hubby|missus) (?:is|'s|was)(?: now| actually)? (?:called |named )?(?P<o>"""
    + _NAME
    + r""")(?=\W*$|[,.;!])
relation + state said @o : {P}(?:my|our|the) (?:(?:new|old|former|lovely|first|current|brilliant|actual) )*(?P<o>(?:[a-z-]+ (?:of )?)??(?:"""
    + _ACQUAINTANCE
    + r"""|head of [a-z]+|opposite number|godmother|godfather|best man|maid of honour|bridesmaid|midwife|patient|next of kin|emergency contact|designated driver|second mother|executor|line manager|godparent))(?:'s| is| was)(?: now| currently| actually| a \w+(?: \w+)? (?:called|named))* (?P<s>(?:mr|mrs|ms|miss|dr|professor|prof)?\.? ?"""
    + _NAME
    + r""")(?=,|\W*$| (?:and|who|now|since|so|but|in|at|from|—|–))
relation + state said @o : (?<![\w'])(?P<s>(?:mr|mrs|ms|miss|dr|professor|prof|old|big|little|sir)?\.? ?"""
    + _NAME
    + r""")(?:'s| is| was| used to be|'s been| has been| remains| became)(?: now| also| still| once| actually| technically| basically)* (?:my|our) (?:(?:new|old|former|lovely|first|current|brilliant|actual|late) )*(?P<o>(?:[a-z-]+ (?:of )?)??(?:"""
    + _ACQUAINTANCE
    + r"""|opposite number|godmother|godfather|best man|maid of honour|bridesmaid|patient|next of kin|emergency contact|designated driver|ex|stepson|stepdaughter|half-sister|half-brother|brother-in-law|sister-in-law|son-in-law|daughter-in-law|mother-in-law|father-in-law|cousin|second cousin|niece|nephew|aunt|uncle|godson|goddaughter|godchild|executor|rival|nemesis))(?=,|\W*$|;| (?:and|who|now|since|so|but|in|at|from|until|till|for|back|on|these|again|same))
relation + begins said : (?:^\W*|[,;] ?|\b(?:so|but|because) )(?:me (?:and|n|&) [a-z]+|my [a-z]+(?: [a-z]+)? and (?:i|me)|we|i)(?:'ve| have| are|'re|'s| is)? (?:just |finally |recently |officially |both |are )*(?P<o>"""
    + _PARTED
    + r""")(?=\W*$|[,.;!]| (?:last|in|on|the|at|after|two|three|when|this|yesterday|for|and|with|over|{N}|since|a)\b)
gate + state person @n ; relation + begins said : {P}(?P<n>[a-z]+(?: [a-z]+)?) and (?P<s>i|me)(?:'ve| have| are|'re)? (?:just |finally |recently |officially |both |are )*(?P<o>"""
    + _PARTED
    + r""")(?=\W*$|[,.;!]| (?:last|in|on|the|at|after|two|three|when|this|yesterday|for|and|with|over|{N}|since|a)\b)
gate + state person @n ; relation ! state said : {P}(?P<n>[a-z]+(?: [a-z]+)?) and (?P<s>i|me) (?:haven't|have not|aren't|are not|don't|do not|no longer|barely) (?P<o>spoken|speaking|speak|talking|talk|in touch|in contact)\b
relation + begins said : {W}(?:'ve |have |has )?(?:just |finally |recently |officially )*(?P<o>(?:called it quits|called it a day|split up|broke up|broken up|separated|parted ways|got engaged|getting divorced|got divorced))(?=\W*$|[,.;!]| (?:last|in|on|at|after|two|three|when|this|yesterday|and|over|{N}|since|a)\b)
relation + state said : {S}(?:an? )?(?:(?:proud|happy|tired|full-time|working) )*(?P<o>single (?:mum|mom|mam|dad|parent|mother|father)|widow|widower|divorc[eé]e|newlywed|lone parent|confirmed bachelor)(?=\W*$|[,.;!]| (?:of|to|with|and|since|at|for)\b)
relation + begins said : {S}(?:became|become|becoming|am|'m|made|going to be|about to be|gonna be|officially|proud to be) (?:an? |the )?(?:proud |new |first-time |honorary )*(?P<o>(?:great-?)?(?:grandad|granddad|grandpa|grandfather|gran|granny|nan|nana|grandma|grandmother|grandparent|grandparents|uncle|aunt|auntie|aunty|godmother|godfather|godparent|godparents|stepmum|stepdad|step-mum|step-dad|stepmother|stepfather|best man|maid of honour|matron of honour|bridesmaid|guide parent))(?= again)?(?=\W*$|[,.;!]| (?:on|last|this|yesterday|today|in|at|again|now|and|for|to|twice|tomorrow)\b)
relation + state said : {S}(?P<o>(?:aunt|auntie|uncle|gran|nan|nana|grandad|granddad|grandma|grandpa|godmother|godfather|stepmum|stepdad|stepmother|stepfather|great-aunt|great-uncle|grandmother|grandfather) (?:to|of) """
    + _SIZE
    + r""")(?=\W*$|[,.;!]| (?:and|so|now|kids|children)\b)
relation + state said : {S}(?:have|has|got|'ve got|'ve|with|am blessed with)? ?(?P<o>"""
    + _SIZE
    + r""" (?:grandkids|grandchildren|great-grandchildren|great-grandkids|nieces|nephews|godchildren|godsons|goddaughters|cousins|stepkids|stepchildren|foster kids|foster children|grandsons|granddaughters|great-grandsons))(?=\W*$|[,.;!]| (?:and|so|now|in|aged|on|who|with)\b)
relation + state said : {J}been (?P<o>together|an item|a couple|an on-and-off thing)(?= (?:for |since |{N} |nearly|almost|over|\w+ years))
relation + state said : {S}been (?P<o>married|wed|single|divorced|widowed|separated|engaged)(?= (?:for |since |{N} |nearly|almost|over|twice|three times))
relation + state said : {S}(?:am |'m |is |'s )?(?P<o>(?:seeing|dating|going out with|in love with|engaged to|courting|shacked up with|back with|with) (?:(?:someone|somebody) (?:new|lovely|special)|a (?:guy|girl|woman|man|bloke|fella|lad|lass)[\w ]{0,24}?|(?:her|his|my) [a-z]+ (?:instructor|teacher|boss|colleague|ex|trainer|neighbour|coach))){E}
relation + begins said : ^\W*{N}(?:-\w+)? (?:years|yrs|months|weeks|decades) (?P<o>married|wed|together|divorced|widowed|single|hitched|separated)\b
relation ! state said : {S}(?:i've |have |has |was |were )?never (?:been |got |gotten )?(?P<o>married|engaged|wed)(?=\W*$|[,.;!]| and| but| or)
relation ! state said : {P}not (?P<o>married|engaged|single)(?=\W*$|[,.;!])
relation ! state said : (?:^\W*|[,;] ?|\b(?:so|but|because) )(?:me (?:and|n|&) [a-z]+|my [a-z]+(?: [a-z]+)? and (?:i|me)|we|i) (?:haven't|have not|aren't|are not|don't|do not|no longer|not|barely) (?P<o>spoken|speaking|speak|talking|talk|in touch|on speaking terms|in contact|see each other)(?: (?:to|with) (?:each other|one another|(?:my|our) [a-z-]+|her|him))?(?=\W*$|[,.;!]| (?:since|for|in|any|these|at|now|much|and|because)\b)
has_child + begins said : {W}(?:has |'s |have |'ve |just |finally )*(?:had|has|welcomed|given birth to|delivered|expecting|adopted) (?:an? |her |his |their |our |the )(?P<o>"""
    + _CHILD
    + r""")(?=\W*$|[,.;!]| (?:on|in|last|this|yesterday|today|at|called|named|and|weighing|after)\b)
has_child + begins said : (?:^\W*|after [\w ]{3,30}: )(?:it's |we have |we've got )?an? (?:(?:healthy|beautiful|bouncing|little|wee|baby) )*(?P<o>girl|boy|son|daughter)(?=!|\.|,| at last| and both| called| named|\W*$)
has_child + state said : {P}(?:i have |i've got |we have |we've got |with )?(?P<o>(?:two|three|four|five) (?:kids? |children )?under (?:two|three|four|five|six|seven|eight|nine|ten|\d+))\b
has_child + state said : ^\W*(?P<o>twin (?:boys|girls|sons|daughters)|identical twins|twins|triplets)(?= and| aged|\.| of)
^has_pet + over pet : {P}(?:we |i |we've |i've |have |sadly |finally |just |recently |had to )*(?:lost|buried|rehomed|rehome|had to rehome|had to say goodbye to|had to put down|put down|said goodbye to|gave away|given away|goodbye to|waved off|say goodbye to) (?:both )?(?:my|our|the|all \w+|both) (?:(?:old|poor|lovely|little|dear|beautiful|darling|elderly|sweet) )*(?!cat's|dog's)
^has_pet + over pet : \b(?P<s>(?:my|our) [a-z'-]+(?: [a-z'-]+)?|he|she) (?:has |had to |'s |just |finally |recently )*(?:rehomed|rehome|lost|buried|gave away|given away|put down|sold) (?:his|her|their|the) (?:old |poor |lovely |little |dear )?
has_pet + state pet : \b(?:live|lives|living|share a house|shares a flat|stuck|cooped up|holed up|at home|house|flat|cottage|chapel|boat|van|caravan|farm|smallholding)[^.!?;]{0,40}? with (?=(?:an? |one |two |three |four |five |six |seven |eight |\d+ )[a-z -]+)
>speaks + state language @o ; speaks + state language @p ; speaks + state language @q : \b(?P<o>[a-z]+) (?:with|at|to|from|for) (?:my |our |the |his |her )?[\w'-]+(?: [\w'-]+)?,(?: and)? (?P<p>[a-z]+) (?:with|at|to|from|for|in|when|everywhere|on)\b(?:[^,.]*,(?: and)? (?P<q>[a-z]+) (?:with|at|to|from|for|in|when|everywhere|on)\b)?
speaks + state language @o ; speaks + state language @p ; speaks + state language @q : \b(?P<o>[a-z]+) (?:first|at home|as a first language),(?: then| and| with)? (?P<p>[a-z]+) (?:second|at work|at school|as a second language|after|later)(?:,(?: and| then)? (?P<q>[a-z]+) (?:third|when|later|a distant third|if|with))?
speaks + state language : {S}(?:an? |is an? |are |both )?(?:native |fluent |first-language |keen |passable |near-native |heritage )?(?P<o>[a-z]+)[- ]speakers?\b
^speaks + state language : {S}(?:can |could )?(?:just about |only |just |barely |also |even )*(?:get by|muddle through|hold (?:my|his|her) own|manage|make (?:myself|himself|herself) understood|converse|chat|order (?:a beer|food|coffee|dinner)|swear|count|haggle|hold a conversation|argue|flirt|read and write|tell jokes|dream|give directions) in (?:a bit of |passable |broken |basic )?
^speaks + state language : {S}(?:picked up|pick up|got|have|has|know|knows|knew|learnt|learned|remember|remembers|retain|retains|understand|understands|speak|speaks|spoke) (?:only |just )?(?:a |an )?(?:fair |good |little |wee |tiny |decent |tidy )*(?:bit|smattering|amount|lot|spot|modicum|handful of words|few words|little|some|enough|plenty|bits|scraps|passable|basic|schoolgirl|schoolboy|kitchen|rudimentary|survival|pidgin) (?:of )?
speaks + state language : \b(?P<s>(?:my |our )?[a-z]+)'s (?P<o>[a-z]+)(?:'s| is| was) (?="""
    + _BETTER
    + r"""\b)
speaks + state language : \b(?P<s>my|his|her) (?:spoken |written )?(?P<o>[a-z]+)(?:'s| is| was| has) (?="""
    + _BETTER
    + r"""\b)
speaks + state language : {S}(?:brought up|raised|growing up|grew up|are|is|'s|am|'m) (?:fully |completely )?(?:bilingual|trilingual|quadrilingual)(?: in|:|,|;| \(|—|–)? ?(?:in |with )?(?!and )
^speaks ! state language @o ; speaks ! state language @p : {S}(?:speak|speaks|know|knows|understand|understands|have|has) neither (?P<o>[a-z]+) nor (?P<p>[a-z]+)\b
^speaks ! state language : {S}(?:never|haven't|didn't|hasn't|have never|has never) (?:really |actually |properly |yet )*(?:picked up|learnt|learned|pick up|learn|mastered|got the hang of|managed|spoke|spoken) (?:any |much |enough )?
speaks ! state language : {S}(?:speak|speaks|know|knows|have|has|got|with|understands?) (?:next to no|barely any|hardly any|almost no|practically no|virtually no|not much|zero|little or no|absolutely no|no) 
speaks + state language : \bbut (?:only |no english but )?(?:speaks?|has|have) (?:fluent |good |some |decent )?(?=[a-z]+{E})
"""
)
