# ruff: noqa: E501 - a pattern stays on one line: wrapped, its alternatives cannot be read
"""English turns of phrase that change what is known, on folded text."""

from __future__ import annotations

import re

from eywa_fs.facts.changes import Patterns, Tongue
from eywa_fs.language.sieve import Sieve

SENTENCE = re.compile(r"[^.!?;\n]+(?:[.](?=\w)[^.!?;\n]+)*[?]?")
#: What is asked, supposed or only thought of changes nothing.
UNREAL = re.compile(
    r"\?$|\b(?:if|unless|might|maybe|perhaps|would|could|should|wish|whether|imagine|almost|"
    r"nearly|thinking (?:of|about)|want(?:s|ed)? to|tempted|(?<!stopped )(?<!quit )(?<!been )(?<!given up )going to|gonna|'ll|will|"
    r"can't wait|never|offered|let's|please)\b"
)

_STOP = (
    r"(?=\s*(?:$|[,;:()…—–]| - | (?:now|instead|though|because|since|as|so|but|and|from|for|at the "
    r"moment|these days|after|when|until|till|this|again|permanently|for good|today|yesterday|last|"
    r"which|who|where|anyway|at|in|on|by|outside|near|with|during|around|to|finally|tonight|on (?:mon|tues|wednes|thurs|fri|satur|sun)\w*|in (?:january|february|march|april|may|june|july|"
    r"august|september|october|november|december|the end))\b))"
)
_VALUE = rf"(?:the |an? |my |our )?(?P<value>[^,;:()…—–]{{1,50}}?){_STOP}"
_TOPIC = rf"(?P<topic>[^,;:()…—–]{{1,60}}?){_STOP}"
_MINE = r"(?:(?:the|my|our|his|her|their|its|all|that|this) )*"
_DAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)days?"
_CLOCK = r"(?: (?:at |from )?(?:half past |quarter (?:past|to) )?\d{1,2}(?:[:.]\d\d)? ?(?:am|pm)?)?"
#: A verb that moves an arrangement, and a day after it that comes back.
_SHIFTS = (
    r"(?:jump|hop|slid|push|bump|brought|chang|shift|mov|switch|swap|resched|relocat|slip|drift|"
    r"put back|put forward|goes|went|only do|can do|offered|stuck with|ended up)\w*"
)
_NTH = rf"(?:(?:the )?(?:first|second|third|fourth|last|every other|alternate) {_DAY}(?: (?:of|in) (?:the|each|every) month)?)"
_AMOUNT = r"[£$€]?\d[\d,.]*(?: ?(?:k|kg|kilos?|mg|ml|%|quid|pounds|euros|dollars|a \w+|hours)\b)?"

PATTERNS: Patterns = {
    "ends": tuple(
        re.compile(expression)
        for expression in (
            r"\b(?:let go of|letting go of|done away with|did away with|(?:had|forced|made|decided|managed) "
            r"(?:\w+ )?to (?:give up|sell|quit|ditch|drop|leave|cancel|close|part with|let go of|"
            r"rehome|get rid of|bin|stop)|sold|binned|ditched|dumped|dropped|quit|packed in|jacked in|chucked in|gave up|given up|"
            r"giving up|gave away|got rid of|uninstalled|deleted|scrapped|swore off|sworn off|"
            r"retired from|resigned from|walked out of|dropped out of|moved out of|said goodbye to|"
            r"saying goodbye to|parted (?:ways )?with|broke up with|split (?:up )?with|cut out|"
            r"done with|through with|finished with|finished at|gave up on|given up on|bid farewell "
            rf"to|lost|cancelled|rehomed|unsubscribed from|stepped down (?:as|from)|stood down (?:as|from)|resigned as|retired as|axed|scrapped|closed|shut|flogged|offloaded|stole|nicked|pinched|swiped|crashed|wrecked|totalled|smashed|returned|sent back|came off|come off|coming off|weaned off|taken off|took (?:me|him|her) off|weaned (?:me|him|her) off|walked away from|moved on from|outgrew|outgrown|chucked|chucked out|threw out|thrown out|retired|shut down|closed down|dismantled|given up on|over with|knocked .{1, 20}? on the head) {_MINE}{_TOPIC}",
            r"\b(?:gave|given|giving|packed|jacked|chucked|handed|threw|sold|traded) "
            rf"{_MINE}(?P<topic>[^,;:()…—–]{{1,40}}?) (?:up|in|away|back|off|on)\b",
            r"\b(?:gave|given|giving|showed|shown) "
            rf"{_MINE}(?P<topic>[^,;:()…—–]{{1,40}}?) (?:a (?:rest|break|miss|pass)|the (?:boot|push|chop|"
            r"elbow|sack|heave-ho|door))\b",
            rf"\b(?:handed|passed|given|gave) {_MINE}(?P<topic>[^,;:()…—–]{{1,30}}?)(?: (?:role|job|post|duties|"
            r"keys|reins))? (?:over |on )?to (?!me\b|us\b)",
            rf"\b(?:took|taken|taking|weaned) (?:\w+ ){{1,2}}?off {_MINE}{_TOPIC}",
            rf"(?:^|[,;:—–] ?|\band |\bbut |\bso ){_MINE}(?P<topic>[^,;:()…—–]{{1,40}}?)(?:'s| is| are) "
            r"(?:(?:all |well |firmly )?behind (?:me|us|him|her)|out(?= *(?:$|[,;:]))|off the (?:menu|list|table)|"
            r"somebody else's (?:problem|headache) now|no longer (?:a thing|mine|ours|with us))",
            rf"(?:^|[,;:—–] ?|\band |\bbut |\bso ){_MINE}(?P<topic>[^,;:()…—–]{{1,40}}?) (?:didn't|did not|hasn't|"
            r"won't|wouldn't) (?:renew|extend|keep) (?:my|me|our|us)\b",
            rf"(?:^|[,;:—–] ?|\band |\bbut |\bso ){_MINE}(?P<topic>[^,;:()…—–]{{1,40}}?)(?:'s| has| have|'ve|"
            r" was| were| got| is| are)(?: \w+ly)? (?:been |being )?(?:cut|axed|scrapped|pulled|canned|shelved|"
            r"dropped|dethroned|demolished|knocked down|phased out|withdrawn|called off|disbanded|"
            r"dissolved|sold off|taken away|repossessed|condemned)\b",
            rf"(?:^|[,;:—–] ?|\band |\bbut |\bso ){_MINE}(?P<topic>[^,;:()…—–]{{1,40}}?) (?:failed (?:its|the) "
            r"(?:mot|inspection|test) for good|gave up the ghost|bit the dust|kicked the bucket|conked out|"
            r"croaked|went to (?:live with|the scrapyard|a (?:new|good) home)|packed (?:in|up)|closed its doors)\b",
            rf"\b(?:day|week|month|year) \w+ (?:without|off|free of|clean of|with no) {_MINE}{_TOPIC}",
            rf"\b(?:\w+ )(?:days|weeks|months) (?:without|off|free of|clean of) {_MINE}{_TOPIC}",
            rf"\b(?:left|leaving) {_MINE}{_TOPIC}",
            rf"\bno longer (?:\w+(?:ing|s|e|k)? )?(?:at |in |on |with |for |to )?{_MINE}{_TOPIC}",
            r"\b(?:don't|doesn't|do not|does not|can't|not|'m not|aren't|isn't|stopped) (?:\w+ ){0,2}?"
            rf"(?:at |in |on |with |for |to )?{_MINE}(?P<topic>[^,;:()…—–]{{1,40}}?) "
            r"any ?(?:more|longer)\b",
            rf"\b(?:stopped|quit|given up|gave up|packed in|finished) \w+ing (?:at |in |on |with |for |to |from )?{_MINE}{_TOPIC}",
            rf"\b(?:no more|goodbye|bye|rip|farewell to) {_MINE}{_TOPIC}",
            rf"(?:^|[,;:—–] ?|\band |\bbut |\bso ){_MINE}(?P<topic>[^,;:()…—–]{{1,40}}?)(?:'s| is| are|"
            r" has| have|'ve| was| got| were)?(?: \w+ly)? (?:been )?(?:sold|gone|dead|over|history|"
            r"off|closed|discontinued|packed in|died|passed away|gave up the ghost|"
            r"shut down|went bust|folded|no more|out of business|done for|written off|stolen|"
            r"put down|passed|rehomed|kaput|ancient history|in the past|closing(?: down| its doors| up)?|shutting(?: down)?|closing|going under|bankrupt|bust|nicked|pinched|wrecked|totalled|out of order|scrap|finished|done)(?= (?:so|and|but|because|which|now|last|this|on|in|"
            r"yesterday|today|for good|at|after)\b|\s*$|[,;:—–])",
            rf"{_MINE}(?P<topic>[^,;:()…—–]{{1,40}}?) (?:has |have )?(?:let (?:me|him|her|us) go|laid "
            r"(?:me|him|her|us) off|sacked (?:me|him|her)|fired (?:me|him|her)|made (?:me|him|her) "
            r"redundant)\b",
            rf"(?:^|[,;:—–] ?|\band |\bbut ){_MINE}(?P<topic>[^,;:()…—–]{{1,40}}?)(?:'s| has| have|'ve) (?:gone|moved) to (?:live with|(?:a|his|her|its|their) (?:good|new|better|forever) home|my (?:aunt|uncle|sister|brother|mum|dad|parents|cousin|friend|neighbour)\w*)\b",
            rf"(?:^|[,;:—–] ?|\band |\bbut ){_MINE}(?P<topic>[^,;:()…—–]{{1,40}}?)(?:'s| is) full\b",
            r"\b(?P<as_lives_in>moved (?:out|away)|left town|emigrated)\b",
            r"\b(?P<as_works_at>quit (?:my|his|her) job|handed in (?:my|his|her) notice|(?:been|was|were|got) (?:sacked|fired|laid off|let go|made redundant)|got the sack|lost (?:my|his|her) job|between jobs|unemployed)\b",
            rf"{_MINE}(?P<topic>[^,;:()…—–]{{1,50}}?) (?:so|and) (?:i|we)(?:'ve)? (?:sold|scrapped|binned|ditched|dumped|"
            r"flogged|returned|rehomed|donated|gave|chucked|cancelled) (?:it|them|her|him)\b",
            rf"\b(?:let go|laid off|sacked|fired|made redundant) (?:from|at|by) {_MINE}{_TOPIC}",
        )
    ),
    "becomes": tuple(
        re.compile(expression)
        for expression in (
            r"\b(?:jump|switch|chang|mov|swap|cross|hop|transfer|migrat|convert|promot|defect|shift|upgrad|"
            rf"downgrad|trad|went|gone)\w*\b[^,;:]{{0,24}}? from {_MINE}(?P<topic>[^,;:()…—–]{{1,40}}?) (?:over )?to {_VALUE}",
            r"(?:\bso|\band|\bnow|,|;|^)\s*(?:it's|it is|everything's (?:with|in|on)|i'm (?:using|with|over to)|"
            r"i've (?:started|switched to|gone (?:over )?to|moved (?:on )?to)|we're (?:using|with)|i (?:now )?(?:use|"
            rf"take|wear)) (?:now )?{_VALUE}",
            r"\b(?:actually|in the end|after all|relented|agreed|settled)\b[^.]{0,30}?(?:on|at|:|to|,) ?(?P<value>[£$€]?\d[\d,.]*)$",
            r"\bnew (?P<topic>[a-z]+(?: [a-z]+)?)(?: is| are|'s|:|,? it's|,? they're) (?:now |called )?(?:the |an? )?(?P<value>[^,;:()…—–]{1,40}?)(?=\s*(?:$|[,;:()—–]| (?:from|as of|now)\b))",
            r"\b(?P<topic>[a-z]+(?: [a-z]+)?)(?: has| have|'s)?(?: been)? (?:changed|put back|pushed back|put off|"
            r"postponed|moved|brought forward|rescheduled|delayed|reset) (?:back |forward |again )?(?:to|till|until) (?:the )?(?P<value>[^,;:()…—–]{1,30}?)(?=\s*(?:$|[,;:()—–]))",
            r"\b(?:swapped|traded|ditched|dropped|exchanged|replaced|binned|left|dumped) "
            rf"{_MINE}(?P<topic>[^,;:()…—–]{{1,40}}?) (?:for|with|in favou?r of) {_VALUE}",
            r"\b(?:switched|changed|moved|gone|went|migrated|converted|transferred|shifted|switch) "
            rf"(?:over |across |away )?from (?P<topic>[^,;:()…—–]{{1,40}}?) to {_VALUE}",
            r"\b(?:switched|swapped|changed|migrated|converted|transferred|upgraded|defected|shifted|"
            rf"exported|gone over|went over|came over) (?P<topic>(?:[\w']+ ){{0,4}}?)to {_VALUE}",
            rf"(?:^|[,;:—–] ?)(?P<topic>[^,;:()…—–]{{0,30}}?)(?: is|'s| are|'re| it's)? ?(?:now|"
            rf"actually|moved to|shifted to|changed to|(?:on|at)(?= \w+days\b)) (?:on |at |to )?(?P<value>{_DAY}{_CLOCK})",
            rf"(?P<topic>[^;:()…—–]{{1,60}}?)\b{_SHIFTS} [^;:]{{0,24}}?(?P<value>{_NTH}|{_DAY}{_CLOCK})",
            rf"(?P<topic>[^,;:()…—–]{{0,40}}?)\b(?P<value>{_DAY}{_CLOCK}) (?:now|instead|from now on|"
            r"from (?:this|next) (?:week|month|term)|these days)\b",
            r"\b(?:renamed|rebranded|rechristened)\b[^.:]{0,30}?[:,] (?:the )?(?P<as_name>[^,;:()…—–]{1,30}?)(?= now\b| from\b|$|[,;:])",
            r"\b(?:renamed|rebranded|rechristened)\b[^.]{0,30}?,? (?:it's|we're|to|as)(?: now| called)* (?:the )?(?P<as_name>[^,;:()…—–]{1,30}?)(?= now\b| from\b|$|[,;:])",
            r"\b(?:we|they|it|he|she)(?:'re|'s| are| is) (?:now called|called) (?:the )?(?P<as_name>[^,;:()…—–]{1,30}?)(?= now\b| from\b|$|[,;:])",
            r"\bmoved (?:house|again|flat|on|once more)\b.{0,3}?(?:to |it's )?(?P<as_moved_to>[a-z][\w' -]{1,25}?) (?:this time|now)\b",
            rf"(?:^|[,;:—–] ?)(?:it's |it is |[^,;:]{{0,30}}?(?:says|reckons|insists) (?:it's |it was )?)?(?P<value>[^,;:()…—–]{{1,40}}), not (?:in |at |on |the )?(?P<topic>[^,;:()…—–]{{1,40}}?){_STOP}",
            rf"(?P<topic>[^;:()…—–]{{0,60}}?)\b(?:down|up|back (?:down|up)?|dropped|rose|went up|cut|"
            rf"reduced|raised|increased|upped|lowered|bumped|doubled|halved|gone|went|put)(?: (?:it|me|that|them|her|him|the \w+|my \w+))?(?: up| down)? to (?P<value>{_AMOUNT})",
        )
    ),
    "done": tuple(
        re.compile(expression)
        for expression in (
            r"^\W*(?:i |we |well,? |ok,? )?(?:finally |actually |just )?(?P<value>did it|done it|made it|nailed it|smashed it|survived(?: it)?|finished it|finished|done|all done|it's done)\b",
        )
    ),
    "corrects": tuple(
        re.compile(expression)
        for expression in (
            rf"\b(?:it (?:isn't|wasn't|is not|was not) |(?:^|[:,;] ?)not )(?:the |an? )?(?P<topic>[^,;:()…—–]{{1,30}}?)(?: at all| after all| in the end)?[,;] ?(?:but |it'?s |it is |it was |turns out (?:it's |to be )?|just |actually )+(?:the |an? )?(?P<value>[^,;:()…—–]{{1,40}}?)(?:(?= (?:that )?i'm )|{_STOP})",
            rf"\b(?:make that|i meant|i mean|should (?:be|say|have been|read)|correction|typo) ?[,:]? "
            rf"?(?:it's |that's )?{_VALUE}",
            r"\b(?:hang on|hold on|wait|oops|whoops|sorry|scratch that|correction)\b[^?;:]{0,50}?, (?:no,? )?(?:it's|it is|that's|"
            rf"make that|i mean) {_VALUE}",
            rf"^\W*(?:ah|oh|er|um|oops|whoops|sorry|argh|wait|no|nope|actually)[, ]+(?:no,? |wait,? |sorry"
            rf",? )?(?:it's |that's |i meant )?{_VALUE}",
        )
    ),
    "returns": tuple(
        re.compile(expression)
        for expression in (
            r"(?:^|[,;:—–] ?|\b(?:'m|am|is|are|'re|'s|'ve|went|gone|go|come|came|moved|crawl\w+|got|"
            r"switched|been|and|straight|right|now) )(?:back|returned|reverted) (?:to|on|in|with|using|at|"
            rf"into|onto|over to) (?:using |wearing |riding |driving |taking |eating |drinking )?"
            rf"{_VALUE}",
            rf"(?:^|[,;:—–] ?|\band ){_MINE}(?P<value>[^,;:()…—–]{{1,40}}?)(?: is| are|'s|'re) back\b",
            rf"\b(?:can|may|allowed to|cleared to|free to|able to) (?:\w+ )?(?:do |eat |have |drink |run |lift )?{_MINE}(?P<value>[^,;:()…—–]{{1,40}}?) again\b",
            r"\b(?:lifted|dropped|scrapped|cleared|relaxed) (?:the |my )?(?P<value>[^,;:()…—–]{1,30}?) (?:ban|rule|restriction|embargo)\b",
            rf"\b(?:using|eating|drinking|taking|wearing|driving|riding|playing) {_VALUE} again\b",
        )
    ),
}

#: Words that as often tell of an hour or a day as of an end.
_WEAK = re.compile(
    r"\b(?:left|leaving|finished|done with|through with|closed|closing|shut|shutting|over|off|gone|"
    r"lost|returned|dropped|drop|passed|handed|given|done|out|cut|pulled|stopped|cancelled|out|history|gave|given|took|taken)\b"
)
_PASSING = re.compile(
    r"\b(?:today|tonight|this (?:week|morning|evening|afternoon|weekend)|early|late|at (?:noon|midnight|"
    r"\d\S*|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)|by (?:noon|\d\S*|one|two|"
    r"three|four|five|six|seven|eight|nine|ten|eleven|twelve|tonight|dinner|lunch)|for (?:the (?:day|"
    r"night|weekend)|today|lunch|dinner|a (?:bit|while|walk|week)|now|\w+ (?:days?|hours?|minutes?))|"
    r"again|her food|his food|on sundays|comes? back|came back|fixed|survived|for work)\b"
)
_LEAVING = re.compile(r"\b(?:left|leaving)\b")

TONGUE = Tongue(
    SENTENCE,
    Sieve.by_kind(PATTERNS),
    UNREAL,
    _WEAK,
    _PASSING,
    _LEAVING,
)
