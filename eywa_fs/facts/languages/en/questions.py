"""What English questions ask about: time intent and predicates, on folded text."""

from __future__ import annotations

import re

#: Questions about a course of changes.
HISTORY = re.compile(
    r"\b(?:history|timeline|chronolog\w+|over (?:time|the years|the months)|so far|"
    r"in (?:what|which|the) order|in order"
    r"|oldest first|(?:first|earliest|oldest) to (?:last|latest|newest|most recent)|"
    r"one after (?:the|an)other|sequence"
    r"|succession|evol\w+|progress(?:ion|ed)?|chang(?:e|es|ed|ing)\b|previous(?:ly)?|"
    r"former(?:ly)?|before (?:that|now|this)"
    r"|used to|in the past|back then|has (?:the user|he|she|it)?.*\bhad\b|have been|"
    r"has been|ever (?:had|lived|worked|used)"
    r"|list (?:all )?(?:the )?.*\b(?:has|have|had)\b|went (?:from|through)|trace|journey|how did"
    r"|before(?! (?:bed|work|meals?|breakfast|lunch|dinner|noon|dark|school|\d))|original(?:ly)?"
    r"|earlier|prior|initial(?:ly)?|walk me through|track|stages?|from (?:first|start|the start|"
    r"beginning|the beginning)(?: to)?|stints?|ups and downs|old (?:number|address|job|phone|flat|"
    r"place|name|car|school|team|boss|employer|company|home|one)"
    r"|have (?:i|we|they) (?:ever )?(?:lived|worked|had|used|owned|been|played|tried|studied|"
    r"driven|kept|gone|taken)|ha(?:s|ve) (?:\w+ ){1,3}(?:ever )?(?:lived|"
    r"worked|used|owned|driven|tried|"
    r"been through|gone through|gone by|played for))\b"
)
#: Questions about what is so.
CURRENT = re.compile(
    r"\b(?:now|current(?:ly)?|at (?:present|the moment)|these days|nowadays|today|latest|"
    r"present(?:ly)?|right now|still|at this point|most recent(?:ly)?)\b"
)
#: Questions in the present tense: a day they name is one that comes back ("on Saturdays").
PRESENT = re.compile(r"^(?!.*\b(?:was|were|did|had)\b).*\b(?:is|are|do|does|has|have)\b")

#: Questions about a state in the present tense.
IS_SO = PRESENT

#: A state whose time is asked about: "when I lived in ...", "during his time at ...".
DURING = re.compile(
    r"\b(?:when|while|whilst|as long as) (?:i|we|he|she|they|the user|[a-z]+) (?:still )?(?:was|"
    r"were|lived|worked|had|studied|drove|used|played|stayed|dated)(?: still| \w+ing)? "
    r"(?:in |at |with |for |on |as )?(?:the |an? |my |his |her |their )?"
    r"(?P<state>[^,?.!]{2,40}?)(?=[,?.!]|$| (?:what|where|which|who|how)\b)"
    r"|\b(?:during|in) (?:my|his|her|their|the user's|\w+'s) (?:time|days|years|stint) "
    r"(?:in|at|with|as)(?: an?| the)? (?P<stay>[^,?.!]{2,40}?)(?=[,?.!]|$)"
)

#: Questions about what is not so, or that "no" can answer.
DENIAL = re.compile(
    r"\b(?:not|n't|never|no longer|dislikes?|hates?|avoids?|except|without|stop\w*|quit|"
    r"gave up|ruled out|false|mistaken|disproved|bann\w+|forb\w+)\b|n't\b"
    r"|\b(?:when|date)\b.*\blast\b"
    r"|^(?:is|are|does|do|did|has|have|had|was|were|can|will)\b"
)

#: Questions for several values.
MANY = re.compile(
    r"\b(?:which|what) (?:\w+ ){0,2}(?!does\b|is\b|was\b|has\b|this\b|days?\b|\w+ss\b)[a-z]{3,}s\b"
    r"|\b(?:all|list|both|every)\b"
)
#: Questions for a person or thing by its role: the subject is what is asked.
WHO = re.compile(r"\bwho\b|\bwhose\b|\bwhich of (?:the|my|our|his|her|their)\b")
#: Questions for somebody whom the user's own facts name.
WHOM = re.compile(r"\bwhom?\b (?:do|does|did|has|have|had|will) (?:i|we|the user)\b(?!')")
#: Questions whose answer is a day or a time of day.
DAY = re.compile(r"\b(?:which|what) (?:week)?(?:days?|dates?|evenings?|nights?|time)\b")
#: What a question sets aside.
ASIDE = re.compile(
    r"\b(?:besides|apart from|aside from|other than|except(?: for)?|in addition to)\b[^,?.]*", re.I
)
#: Question words that ask for one attribute of a predicate.
ATTRIBUTES: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"\bwhere\b|\bbirthplaces?\b|\bplaces?\b"), "place"),
    (re.compile(r"\bwhen\b|\b(?:which|what) year\b"), "year"),
    (re.compile(r"\b(?:phone|landline|mobile|ring|call|telephone)\b|\bnumbers?\b"), "phone"),
    (re.compile(r"\be-?mail\b"), "mail"),
    (re.compile(r"\b(?:postal|delivery|street|home) address\b|\bdelivered\b"), "address"),
    (
        re.compile(r"\b(?:medicines?|medications?|drugs?|pills?|tablets?|dose|prescri\w+)\b"),
        "medicine",
    ),
    (re.compile(r"\bweigh\w*\b|\bhow heavy\b"), "weight"),
    (re.compile(r"\b(?:how )?tall\b|\bheight\b"), "height"),
    (re.compile(r"\bblood (?:type|group)\b"), "blood type"),
    (re.compile(r"\bblood pressure\b"), "blood pressure"),
)

PREDICATES: tuple[tuple[re.Pattern[str], tuple[str, ...]], ...] = tuple(
    (re.compile(pattern), tuple(predicates.split()))
    for pattern, predicates in (
        (
            r"\b(?:called? home|homes|live[sd]?|living|based|resid\w+|home ?town|city|cities|town|"
            r"address|country|moved?|moving|places?|kept|stabled|moored|parked|stored|housed|docked|"
            r"berthed|stationed|stay(?:s|ed|ing)?)\b",
            "lives_in moved_to",
        ),
        (r"\bwhere\b.*\b(?:is|was|are)\b(?!.*\bfrom\b)", "lives_in moved_to"),
        (
            r"\bwhere (?:did|has|have|had)\b.*\b(?:go|gone|went|move|end up)\b",
            "moved_to lives_in visited works_at",
        ),
        (
            r"\b(?:(?<!to )works?|worked|working|jobs?|occupations?|professions?|careers?|"
            r"line of work|positions?|roles?|posts?|for a living|job titles?)\b",
            "works_as works_at",
        ),
        (
            r"\bwhere\b.*\b(?:works?|worked|working)\b|\b(?:employ\w+|company|workplace|firm)\b",
            "works_at works_at",
        ),
        (r"\bwhat (?:does|did) \w[\w' ]* do\b", "works_as works_at"),
        (
            r"\b(?:school|university|college|academy|campus|institution|institute|attend\w*)\b",
            "studies_at",
        ),
        (
            r"\b(?:stud(?:y|ies|ied|ying)|learn(?:s|ed|t|ing)?|major\w*|degree|subjects?|"
            r"course|take up|took up|tak(?:en|ing) up)\b",
            "studies studies_at started",
        ),
        (r"\b(?:languages?|speaks?|spoken?|fluent)\b", "speaks studies"),
        (r"\b(?:level|certificate|grade|belt|rank|licen[cs]e)\b", "has other"),
        (
            r"\b(?:pets?|animals?|dogs?|cats?|puppy|kitten|birds?|fish|rabbits?|hamster|breed)\b",
            "has_pet",
        ),
        (r"\b(?:child(?:ren)?|kids?|sons?|daughters?|baby|babies)\b", "has_child"),
        (
            r"\b(?:married|spouse|husband|wife|partner|wed|engaged|fiance\w*|boyfriend|"
            r"girlfriend|dating|going out|seeing|relationship|engagement|between|romantic\w*|"
            r"love life|couple|(?:marital|relationship) status)\b",
            "spouse relation",
        ),
        (r"\b(?:siblings?|brothers?|sisters?)\b", "sibling"),
        (
            r"\bwho\b (?:teaches|coaches|trains|manages|supervises|mentors|looks after)\b|"
            r"\bwho\b.*\b(?:(?:flat|house|room)mates?|lodgers?|tenants?|landl(?:ord|ady)|coach|"
            r"teachers?|boss|agent|neighbours?|neighbors?)\b"
            r"|\b(?:lodg\w+|shar(?:es?|ed|ing)|liv(?:es?|ed|ing)) (?:\w+ ){0,3}with\b",
            "relation",
        ),
        (r"\b(?:friends?|mates?)\b", "friend"),
        (r"\b(?:how old|age)\b", "age"),
        (r"\b(?:birthday|birth ?date)\b", "birthday born_in"),
        (r"\b(?:born|birth ?places?|birth)\b", "born_in birthday from"),
        (r"\b(?:(?:sur|nick|user)?names?|called|titles?|go by)\b", "name"),
        (
            r"\b(?:come from|comes from|from|origin\w*|grew up|hometown|native|ancest\w+|roots)\b",
            "from born_in",
        ),
        (
            r"\b(?:numbers?|phone|landline|mobile|e-?mail|reach(?:es)?|contact|address|"
            r"handle|call|letters?|parcels?|writes? to|get hold of|get in touch|mail)\b",
            "contact",
        ),
        (r"\b(?:aller\w+|react\w*|intoleran\w+)\b", "allergic_to"),
        (
            r"\b(?:eats?|eaten|ate|eating|diets?|dietary|restrict\w+|avoid\w*|drinks?|food|meals?|"
            r"vegan|vegetarian|meat|breakfast|dinner|lunch)\b",
            "diet prefers",
        ),
        (
            r"\b(?:health|ill\w*|injur\w+|sick|condition|medica\w+|dos\w+|diagnos\w+|"
            r"surgery|operation|blood|weigh\w*|pressure|treatment|pills?|tablets?|ache\w*|hurts?|"
            r"(?:wrong|the matter) with|(?:eye|hear)(?:s|sight|ing)|ears?|knees?|wrists?|ankles?|"
            r"hips?|teeth|tooth|allergy)\b",
            "health",
        ),
        (
            r"\b(?:likes?|liked|loves?|loved|prefers?|preferred|favou?rite|enjoys?|enjoyed|"
            r"fan|into|taste|hates?|dislikes?|obsess\w+|dream|come round to|taken to|"
            r"fallen for|keen|fond|crazy about)\b",
            "prefers",
        ),
        (
            r"\b(?:commut\w+|(?:get|gets|got|getting|travel\w*|go|goes|going) (?:in )?to (?:work|"
            r"school|the office))\b",
            "uses owns has other schedule",
        ),
        (
            r"\b(?:uses?|used(?! to)|using|banks?|"
            r"wear|wearing|switched|app|apps|tool|tools|software|"
            r"phone|laptop|editor|provider|bank|device|service|program(?:me)?|editing|supplier|"
            r"rel(?:y|ies|ied) on)\b",
            "uses has owns",
        ),
        (
            r"\b(?:owns?|owned|drives?|drove|driving|cars?|bikes?|vehicles?|instruments?|"
            r"rides?|riding|rode|wears?|wore|gets? (?:around|about)|getting (?:around|about)|"
            r"plays?)\b|\bha(?:s|d|ve)\b(?! (?:the user|i|you|he|she|they|we|it|[a-z]+)(?: ever)? "
            r"(?:[a-z]+(?<!ne)ed|been|kept|gone|done|taken|eaten|known|seen|held|met|run)\b)",
            "owns has uses",
        ),
        (
            r"\b(?:plans?|planned|planning|going to|intend\w*|aim\w*|goal|booked|"
            r"sign(?:ed)? up|trip|upcoming|appointments?)\b",
            "plans_to wants schedule",
        ),
        (r"\b(?:wants?|wanted|wish\w*|hop(?:es?|ing))\b", "wants plans_to"),
        (r"\bsav(?:e|es|ing) (?:\w+ ){0,2}for\b", "plans_to wants started"),
        (
            r"\b(?:when|days?|what time|which (?:evening|night)s?|opening hours|"
            r"dates?|deadlines?|"
            r"schedule[ds]?|timetable|how often|classes|class|lessons?|meet(?:ing)?s?|due|"
            r"weekday|slot)\b",
            "schedule plans_to",
        ),
        (r"\b(?:visit\w*|been to|travel\w*|countries)\b", "visited"),
        (r"\b(?:met|meet)\b", "met"),
        (r"\b(?:complet\w+|finish\w+|done|achiev\w+|did|won|passed|sat|took)\b", "other has"),
        (r"\b(?:started|start|began|begin|hobb\w+|activit\w+|sports?)\b", "started prefers other"),
        (r"\b(?:stopp?\w*|quit\w*|gave up|given up)\b", "stopped"),
        (r"\b(?:must|have to|has to|need(?:s|ed)? to|obligat\w*|required)\b", "must"),
        (
            r"\b(?:allowed|forbid\w*|forbade|bann?(?:ed|s)?|avoid\w*|mustn't|must not|"
            r"not supposed|off limits|rul(?:es?|ed out))\b",
            "must_not allergic_to diet",
        ),
        (r"\b(?:can|able|abilit\w+|skills?)\b", "can"),
        (r"\b(?:believ\w+|think|opinion|view)\b", "believes"),
        (
            r"\b(?:rent|pay|cost|price|salary|earns?|income|budget|debt|owe|loan|balance|rate)\b",
            "other has",
        ),
    )
)
