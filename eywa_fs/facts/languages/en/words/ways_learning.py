# ruff: noqa: E501 - a row stays on one line: wrapped, its alternatives cannot be read
"""More ways of telling studies, skills, trips, encounters, addresses; rows as in ``ways.py``."""

from __future__ import annotations

_PUPIL = r"(?P<s>(?:my|our) (?:(?:older|elder|younger|little|big|eldest|oldest|youngest|middle|kid|other|twin|grown-up|second) )?(?:son|daughter|eldest|youngest|oldest|lad|lass|boy|girl|kid|kids|twins|niece|nephew|grandson|granddaughter|brother|sister|cousin|stepson|stepdaughter|godson|goddaughter|teenager|grandkids|boys|girls|partner|wife|husband|girlfriend|boyfriend|flatmate|friend|mate)|he|she|[a-z]+)"
_DEGREE = r"(?:(?:part-time|full-time|online|distance|second|first|one-year|two-year|open university|master's|joint|integrated) )*(?:degree|ba|bsc|ma|msc|mba|mphil|phd|dphil|llb|llm|pgce|master's|masters|bachelor's|doctorate|diploma|foundation degree|foundation year|hnd|hnc|btec|nvq|certificate|apprenticeship|course|night class|evening class|night classes|evening classes|conversion|postgrad|postgraduate)"
_JUST_NOUN = r"(?!(?:the|my|his|her|a|an|this|that|it|our|time|when|how|which|what|fun|january|february|march|april|may|june|july|august|september|october|november|december|secret|person|bed|town|hospital|london|zoom)\b)"
_ROLE = r"(?:(?:future|now|late|first|second|ex-?|then|old|current|former|best|business|biological|birth|school|childhood|long-lost|favourite|primary|geography|maths|english|music|form|boyhood|teenage) ?-?)*(?:wife|husband|hubby|partner|girlfriend|boyfriend|other half|better half|fianc[eé]e?|friend|mate|bestie|brother|half-brother|sister|half-sister|father|mother|dad|mum|boss|teacher|tutor|sergeant|manager|neighbour|colleague|cousin|sweetheart|flame|ex|landlord|coach|flatmate|housemate|pen ?pal|penfriend|hero|idol|mp|mentor|soulmate|namesake|counterpart|babysitter|professor|supervisor|classmate|bandmate|crewmate|shipmate|best man|bridesmaid|mother-in-law|in-laws)"

TABLE = (
    r"""
^gate + state discipline @o ; studies_at + begins named @p ; studies + begins discipline @o : {S}(?:got|gotten|getting|got accepted|been accepted|accepted|off|going|heading|headed|got a place|has a place|have a place|got (?:his|her|my|their) place|won a place|starting|starts|started|enrolled|enrolling|registered|signed up|applied and got|transferring|going back)(?: up| down| back)? (?:into|to|by|at|with) (?:the )?(?P<p>[a-z][\w'-]+(?: [a-z][\w'-]+){0,3}?)(?: in \w+| next \w+| this \w+| on \w+day)? (?:for|to do|to study|to read|to train in|doing|reading|studying) """
    + _JUST_NOUN
    + r"""(?P<o>[a-z]+(?: [a-z]+){0,2}?){E}
studies_at + begins named : {P}"""
    + _PUPIL
    + r"""(?:'s|'ve| has| have)?(?: just| finally| actually)* (?:got|gotten|been accepted|won a place|got a place|got in|been offered a place|won a scholarship) (?:into|in at|at|to|by) (?:the )?(?P<o>[a-z][\w'-]+(?: [a-z][\w'-]+){0,3}?)(?=\W*$|[!,.;]| (?:and|starting|starts|in|this|to|for|so|which|with|after)\b)
^studies_at + state said @o ; studies + state subject @p : {P}"""
    + _PUPIL
    + r"""(?:'s| is| are|'re) (?:now |still |currently |off )?at (?P<o>(?:the )?(?:[a-z][\w'-]+ ){0,2}?(?:uni|university|college|school|academy|sixth form|art school|law school|med school|poly|conservatoire|drama school|grammar|[a-z][\w'-]+)(?: in [a-z]+)?) (?:doing|studying|reading|learning|training in) """
    + _JUST_NOUN
    + r"""(?P<p>[a-z]+(?: [a-z]+){0,2}?)(?=\W*$|[!,.;]| (?:and|but|so|with|at)\b)
studies_at + state school : {P}"""
    + _PUPIL
    + r"""(?:'s| is| are|'re)? ?(?:goes to|go to|attends?|at|moved to|moving to|transferred to|off to|started at|starts at|switched to|back at|boards at|boarding at|enrolled at|enrolled in) (?:an? |the )?(?P<o>(?:st\.? [a-z][\w']+'?s?|[a-z][\w'.-]+(?: [\w'.-]+){0,3}?)(?: (?:primary|secondary|academy|school|high|college|grammar|comprehensive|comp|infants|juniors|nursery|sixth form|uni|university))?)(?=\W*$|[!,.;]| (?:and|but|so|with|in|this|next|from|now|where|for|last|yesterday)\b)
studies + state subject @o ; studies_at + state named @p : \b"""
    + _DEGREE
    + r""" (?:in|on) """
    + _JUST_NOUN
    + r"""(?P<o>[a-z][\w-]+(?: [a-z][\w-]+){0,3}?)(?: (?:from|at) (?:the )?(?P<p>[a-z][\w'-]+(?: [a-z][\w'-]+){0,3}?))?(?=\W*$|[!,.;]| (?:and|but|so|with|in|this|next|now|which|while|by|last|one|can|part|when|to|for|on)\b)
studies_at + over named : \b"""
    + _DEGREE
    + r""" (?:in [\w ]{3,30}? )?from (?:the )?(?P<o>[a-z][\w'-]+(?: [a-z][\w'-]+){0,3}?){E}
studies_at + state said : \b(?:doing|do|does|did|finishing|started|starting|taking|on|an?) (?:an? |my |his |her )?(?P<o>open university|ou) (?:degree|course|module|masters?|diploma|law|history|maths|psychology)
^studies + begins subject : {W}(?:chosen|chose|switched to|swapped to|changed to|gone for|plumped for|opted for|picked|settled on) (?P<o>[a-z]+(?: [a-z]+)?)(?= (?:at|instead|for (?:a-levels?|uni|gcse)|over|as (?:her|his|my) (?:degree|major|course))\b)
^studies + over discipline @o ; studies + begins discipline @p : \b(?:switched|changed|swapped|moved)(?: (?:my|his|her) (?:major|course|degree|subject|courses|majors))? from (?P<o>[a-z]+(?: [a-z]+)?) to (?P<p>[a-z]+(?: [a-z]+)?)(?=\W*$|[!,.;]| (?:and|at|in|last|this|after|because|for|halfway)\b)
studies + state language : (?:{P}|\b(?:and|still|now|been|'m|'re|'s|is|are|am|started|busy) )(?:learning|relearning|brushing up on|tackling|cramming|swotting up on|teaching myself|doing duolingo|moved on to) (?:a bit of |some |basic |conversational )?
^studies + state language : \b(?P<s>my|his|her|(?:my |our )?[a-z]+)(?:'s)? (?P<o>[a-z]+)(?:'s| is|'s really| is really| is finally|'s finally)? (?:coming (?:on|along)|improving|progressing)\b
^studies + state language : ^\W*(?P<o>[a-z]+)(?:'s| is| is finally|'s finally| is really)? coming (?:on|along)\b
^studies ! state discipline : {W}(?:isn't|not|aren't|is not|'s not|no longer|won't be) (?:doing|studying|taking|reading|pursuing) (?P<o>[a-z]+(?: [a-z]+)?)(?=\W*$|[,.;!]| (?:in the end|after all|any|at|now|this|next|and|but|because)\b)
studies_at + state named : {P}(?P<s>(?:my|our) (?:(?:older|elder|younger|little|big|eldest|oldest|youngest|middle|kid) )?(?:son|daughter|eldest|youngest|oldest|lad|lass|boy|girl|kids|twins|nephew|niece|grandson|granddaughter|stepson|stepdaughter|godson|goddaughter|boys|girls))(?:'s| is| are|'re)(?: still| now| both)? at (?:the )?(?P<o>{NP})(?=\W*$|,| doing| and (?:my|the|loves|hates|doing)| so| in (?:year|his|her)|;)(?![^.]*\b(?:weekend|today|tonight|tomorrow|till|until)\b)
^studies + state trade : {S}(?:training|retraining|studying|apprenticed|doing an apprenticeship|qualifying|learning) (?:to be(?:come)?|as) (?:an? )(?P<o>[\w-]+(?: [\w-]+){0,2}?)(?= (?:with|at|in)\b|{E})
^studies + over said : {S}(?:dropped out of|flunked out of) (?:my |his |her |the |a |an )?(?P<o>law|medicine|nursing|engineering|architecture|accountancy|dentistry|vet school|veterinary school|art school|drama school|med school|law school|pharmacy|psychology|economics|physics|chemistry|maths|history|philosophy|computer science|teacher training|[a-z]+ degree|phd|master's|masters|a-levels)(?=\W*$|[!,.;]| (?:in|at|after|because|last|this|to|and|for|halfway|two|three)\b)
can + state deed : {S}(?:know how|have learned how|taught (?:myself|himself|herself)|learned|learnt|able|finally learned how|learned how|learnt how|have it in me|have the knack) to (?!it|live|cope|deal|love|accept|be |keep|stop|say|let|shut|wait|trust|do (?:it|that|this)|see|get|work|make time)
can ! state said : \bnever (?:learned|learnt|managed|mastered|been able|got round to learning)(?: how)? to (?P<o>(?!be\b|live|see|get|find|do (?:it|that))[a-z]+(?: [\w' -]+?)?){E}
can + state said : {S}(?:am |'m |is |'s )?(?P<o>ambidextrous|double-jointed|ambidextrous and double-jointed)\b
can + state said : {J}(?P<o>(?:lip-?read|touch-type|speed-read|play (?:the )?(?:piano|guitar|violin|fiddle|cello|drums|flute|trumpet|cornet|trombone|banjo|ukulele|harp|accordion|organ|saxophone|sax|clarinet|bass|bagpipes|harmonica|mandolin|viola|oboe|bassoon|recorder|keyboard|tuba|horn)))(?=\W*$|[,.;!]| (?:in|with|at|and|so|but|on|for|badly|since|by)\b)
can + state said : {S}(?:am |'m )?(?:on |play )(?P<o>(?:piano|guitar|violin|fiddle|cello|drums|flute|trumpet|cornet|trombone|banjo|accordion|organ|saxophone|sax|clarinet|bass|keys|viola|oboe|bassoon)) (?:in|for|with) (?:an?|the|our|my)\b
can ! begins said : {W}(?:can't|cannot|can no longer|unable to|not able to|isn't able to) (?P<o>(?:manage|face|do|climb|use|drive|lift|raise|bend|kneel|carry|hold|grip|stand|walk|sit|reach|turn|eat|hear|see|feel|smell|taste|read|write|swallow|run|swim|dance|sing|travel|fly|sleep)(?: (?!it\b|that\b|this\b|him\b|them\b|you\b|why\b|how\b)[\w' -]{2,40}?)?)(?=\W*$|[,.;!]| (?:any ?more|any longer|now|so|since|because|but|at the moment|at all|until|till|and|yet|either)\b)
visited + event named : {S}(?:did|done|saw|toured|explored|hiked|walked|climbed|cycled|cycled round|drove round|sailed round|backpacked round|backpacked through|interrailed round|interrailed through) (?:the )?(?P<o>[a-z][\w'-]+(?: [a-z][\w'-]+)?)(?= (?:in (?:{MONTH}|\d{4}|the (?:spring|summer|autumn|winter)|one|two|three|our|my)|last|over|for (?:our|my|the|{N}|new|christmas|easter|half)|at (?:christmas|easter|new year)|this (?:summer|spring|year)|on (?:our|my|a)|with (?:the|my)))
visited + event named : {S}(?:been|went|gone|came|got|flew|drove|travelled)(?: back| over| up| down| out| across)? to (?:the )?(?P<o>[a-z][\w'-]+(?: [a-z][\w'-]+){0,2}?)(?= (?:once|twice|{N} times|three times|last|in (?:{MONTH}|\d{4}|the)|over|for (?:the|our|my|a|an|{N})|on|with|when|at|and (?:saw|back|loved|hated|came|it)|by)|,? (?:once|twice))
visited + event named : {S}(?:took|taken|dragged|brought|drove|flew|treated) (?:the |my |our |both |all |his |her )*(?:kids|twins|girls|boys|children|wife|husband|mum|mam|mom|dad|nan|gran|parents|son|daughter|grandkids|dog|family|mother|father|class|team|grandad|granny|girlfriend|boyfriend|partner|sister|brother|in-laws|eldest|youngest|toddler)(?: and [\w ]+?)? (?:back |over |up |down |out )?to (?:the )?(?P<o>[a-z][\w'-]+(?: [a-z][\w'-]+){0,2}?)(?=\W*$|[,.;!]| (?:on|last|yesterday|in|at|for|over|this|and|when|today)\b)
visited + event named : {S}(?:stayed|saw|caught up|met up|visited|called|dropped|popped|met|spent [^.,;!?]{3,40}?|was|were|camped|holidayed|honeymooned|wintered|summered|went (?:walking|hiking|camping|skiing|surfing|cycling|sailing|diving|climbing)|got engaged|got married|went to see [^.,;!?]{3,30}?)(?: (?:with|in on|on) (?:my |the |our )?[\w'-]+(?: [\w'-]+)?| [a-z]+)? in (?P<o>[a-z][\w'-]+(?: [a-z][\w'-]+)?)(?= (?:last|over|in (?:{MONTH}|\d{4}|the (?:spring|summer|autumn|winter))|for (?:the|a|{N}|our|my|his|her)|at (?:christmas|easter|new year|the weekend)|on (?:{WD}|the|our|my)|this (?:summer|spring|week|month)|yesterday)\b)
visited + event named : {S}(?:came|come|got|just|home|arrived|landed|flew|fresh|straight)(?: home| back| in| off the plane)* from (?:a \w+ in |our \w+ in |the )?(?P<o>[a-z][\w'-]+(?: [a-z][\w'-]+)?)(?= (?:on|last|yesterday|this|with|and|at|in the|today|minus|where)\b)
visited ! state named : {S}(?:never|haven't|have not|hasn't|not|i've never|never once) (?:once |ever |actually |even )*(?:set foot (?:in|on)|been to|visited|made it to|been as far as|gone to|seen) (?:the )?(?P<o>[a-z][\w'-]+(?: [a-z][\w'-]+)?){E}
visited + event said : {S}(?:been|travelled) (?:to|through|round|around) (?P<o>(?:over |nearly |about )?(?:[a-z]+-[a-z]+|\d+|{N}|twenty|thirty|forty|fifty|every) (?:countries|states|continents|capitals|counties|cities|islands)){E}
^met + event said : {S}(?:first |only |finally |actually |just |once )*(?:met|meet|bumped into|ran into|run into|came across|crossed paths with|laid eyes on|clapped eyes on|set eyes on|got to know|reconnected with|was reunited with|sat next to|got chatting to|got talking to) (?:my |an? |the |his |her )(?P<o>"""
    + _ROLE
    + r"""|love of my life|man of my dreams|woman i married|man i married|woman of my dreams|(?:an? )?old (?:boy|school friend|colleague|neighbour|teacher|friend|flame|boss|mate|flatmate))(?=\W*$|[,.;!]| (?:at|in|on|through|online|when|while|during|last|this|for|yesterday|from|via|who|aged|after|back|and|over|outside|by|working|playing|from)\b)
met + event said : {P}(?P<o>(?:my )(?:wife|husband|partner|girlfriend|boyfriend|other half|better half|fianc[eé]e?|best friend|best mate|ex)) and (?:i|me) (?:first )?met\b
met + event said : {S}met [^.!?]{3,40}?, (?P<o>my (?:wife|husband|partner|girlfriend|boyfriend|other half|fianc[eé]e?)) and (?:i|me)\b
met + event person : {S}(?:first |only |finally |just )+met (?P<o>[a-z][\w'-]+)(?= (?:at|in|on|through|online|when|while|during|last|this|via|back|over)\b)
^contact + state said : \b(?:send|post|write|forward|mail|deliver|address(?:ed)?|correspondence|letters|parcels|cards|forms|invoices|cheques?|reach|find|contact|ship)[^.!?]{0,50}? (?:to |c/o |care of [\w ]+: |at |is |it to |: )*(?P<o>p\.?o\.? box \d+(?:,? [a-z][\w' ]*)?(?:, [a-z][\w' ]*)*)
^contact + state said : \b(?:handle|username|user name|@|insta|instagram|ig|discord|telegram|twitter|tiktok|snap|snapchat|mastodon|bluesky|threads|strava|skype|signal|wechat|whatsapp|line id|gamertag|tag|github|linkedin|twitch|steam|xbox|psn)(?: handle| name| username| id| tag)?(?: on \w+)?(?: is|'s|:|,)+ (?:now )?(?:i'm |it's )?(?P<o>@?[\w-]*[._@\d][\w.-]*\w)(?=\W|$)
^contact + state said : \bi'm (?:on there as |there as |also |just )?(?P<o>@[\w.-]+\w)
"""
)
