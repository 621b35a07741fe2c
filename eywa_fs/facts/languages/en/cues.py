"""English cues, on folded text."""

from __future__ import annotations

import re

from eywa_fs.facts.cues import Cue, CueKind, scan
from eywa_fs.language.sieve import Sieve

_SENTENCE = re.compile(r"[^.!?;\n]+(?:[.](?=\w)[^.!?;\n]+)*[?]?")


def _all(*expressions: str) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(e) for e in expressions)


_PATTERNS: dict[CueKind, tuple[re.Pattern[str], ...]] = {
    "retraction": _all(
        r"\bscratch (?:that|the|what|my)\b|\bstrike that\b|\b(?:never|nvm) ?mind\b|\bnvm\b",
        r"\bforget (?:that|what i (?:said|told|wrote|mentioned)|i said|the thing about|"
        r"about the)\b",
        r"\b(?:ignore|disregard|delete|drop|unsay) (?:that|what i|my last|the last|the bit|"
        r"the part)\b",
        r"\bi (?:was|am|'m) (?:only |just |totally |obviously )?(?:joking|kidding|messing|"
        r"winding|pulling)\b",
        r"\bi'm (?:only |just |totally )?(?:joking|kidding)\b|\bjust (?:kidding|joking)\b|"
        r"\b(?:jk|jks)\b",
        r"\b(?:that|it|which) was (?:just |only |all )?(?:a |my )?(?:joke|prank|wind-?up|"
        r"lie|bit|sarcas\w+|april fool\w*)\b",
        r"\bapril fool'?s?\b(?! ?'?s? day)",
        r"\bi take (?:that|it) back\b|\btake back what i\b|\bi made (?:that|it) up\b",
        r"\bthat (?:is|was|'s) not true\b|\bdon't take (?:that|it) (?:seriously|literally)\b",
        r"\bi (?:was|got (?:that|it|this)) (?:wrong|mistaken|mixed up)\b(?! (?:about|"
        r"to)\b.*\binstead\b)",
        r"\bi (?:misremembered|mixed (?:that|it|them) up|misread|confused (?:that|it))\b",
    ),
    "cancellation": _all(
        r"\bcancel(?:l?ed|l?ing|s)?\b|\bcall(?:ed|ing) off\b|\bcalled (?:it |the \w+ )?off\b|"
        r"\bcalling (?:it |(?:the|my|our|that) (?:\w+ ){1,3})?off\b|\bpulled out\b",
        r"\b(?:is|are|was|'s|are now|(?:'s|is) all|trip|plan|wedding|move|swim|race) off"
        r"(?: the (?:table|cards|menu))?\b(?! (?:to|for|work|sick|by|on)\b)",
        r"\boff the (?:table|cards)\b|\bfell through\b|\bfalling through\b|"
        r"\bcame to nothing\b|\bbailed\b",
        r"\b(?:not|n't|no longer) (?:actually )?(?:going|doing|happening|moving|taking|"
        r"buying|getting)\b.*\b(?:after all|any ?more|now)\b",
        r"\b(?:isn't|not|won't be) happening\b|\b(?:gave|given|giving) up on\b|"
        r"\bchang(?:ed|ing) my mind\b",
        r"\bditch(?:ed|ing) (?:the|my|that)\b|\bshelv(?:ed|ing)\b|\bscrapp(?:ed|"
        r"ing) (?:the|my|that)\b",
        r"\bback(?:ed|ing) out\b|\bdecided (?:against|not to)\b|\bwithdr[ae]wn?\b|\bno-go\b",
    ),
    "correction": _all(
        r"\bi (?:meant|mean)\b(?! (?:it|that|well|business)\b)|\b(?:sorry|oops|whoops|wait|"
        r"ah|no),? (?:no|wait|typo|i meant)\b",
        r"\btypo\b|\bcorrection\b|\bmis(?:typed|spoke|spelt|spelled|counted|read)\b|"
        r"\bmy (?:mistake|bad|error)\b",
        r"^\W*(?:ah|oh|er|um|oops|whoops|sorry|argh|no)\b[, ]+(?:no\b|it'?s\b|that'?s\b|"
        r"wrong\b|not\b|make that\b)",
        r"\bmake that\b|\bi (?:said|wrote|typed|told you|gave you)\b.*\b(?:but|should|"
        r"wrong|it'?s)\b|\bgot (?:that|it) wrong\b",
        r"\bshould(?:'ve| have) (?:said|been|written)\b|\bfat[- ]finger\w*\b|"
        r"\bthe wrong (?:\w+ )?(?:one|number|day|date|name|address|time)\b",
        r"\bnot \w+(?: \w+)?, (?:it'?s |but )?\w+\b.*\b(?:sorry|typo|mistake)\b|\bautocorrect\b",
    ),
    "false_belief": _all(
        r"\bturns? out\b.*\b(?:not|n't|never|no|isn't|wasn't|wrong)\b|"
        r"\bnot\b.*\bafter all\b|\bn't\b.*\bafter all\b",
        r"\bfalse (?:alarm|positive)\b|\bmisdiagnos\w+\b|\bnever (?:was|were|(?:ha[ds]|have) been|"
        r"did)\b|\bit was never\b",
        r"\b(?:test|result|label|chart|file)s? (?:was|were|is) (?:a )?(?:wrong|mistake|mix-?up)\b",
    ),
    "switch": _all(
        r"\b(?:export|import|port|migrat|transfer|copi)\w* .{1,40}? (?:over |across )?(?:in)?to "
        r"(?P<arriving>.+)",
        r"\b(?:switch|chang|mov|swap|migrat|convert|transfer|graduat)\w* (?:over |"
        r"away )?from (?P<leaving>.+?) (?:over )?to (?P<arriving>.+)",
        r"\b(?:swapp?|trad|exchang|replac|ditch|dump)\w* (?P<leaving>.+?) (?:for|with|"
        r"in favou?r of) (?P<arriving>.+)",
        r"\b(?P<arriving>[^,]+?) (?:replac\w+|took over from|instead of|rather than|"
        r"has taken the place of) (?P<leaving>.+)",
        r"\b(?:switch|swap|chang|convert|migrat|defect)\w* (?:over )?to (?P<arriving>.+)",
        r"\b(?:jump\w* ship|made the (?:jump|switch|move)|(?:moved|come) over) "
        r"to (?P<arriving>.+)",
        r"\b(?:gone|went|going) (?:over to|from .+ to) (?P<arriving>.+)",
        r"\b(?P<arriving>.+?) (?:now )?instead\b",
        r"\b(?:new|latest) (?:number|line|address|email|mail|phone|handle|job|favou?rite|"
        r"obsession|main|flat|place|line)\b",
        r"\b(?:handed|passed) (?:\w+ ){0,3}(?:over )?to\b|\btakes? over\b|\btook over\b|"
        r"\btaken over\b|\bin (?:his|her|their|its|my) place\b|\bnew \w+\b",
    ),
    "ending": _all(
        r"\b(?:ditched|dropped|quit|left|leaving|sold(?! (?:us|me)\b)|binned|dumped|died|"
        r"passed away|ended|"
        r"retired|resigned|cancelled|uninstalled|deleted|returned|stopped|finished with|"
        r"packed in)\b",
        r"\b(?:gave|given|giving) (?:up|away|back|in my notice)\b|\b(?:done|"
        r"through) with\b|\bno more\b|\bgoodbye\b|\bis (?:over|gone|dead|history|out)\b",
        r"\bno longer\b|\bany ?more\b|\bgot rid of\b|\bsick of\b|\bfed up with\b|"
        r"\b(?:broke|split) up\b|\bkicked\b|\bswore off\b",
    ),
    "now": _all(
        r"\bnow\b|\bthese days\b|\bfrom this (?:week|month|term|year|season)\b",
        r"\bfrom (?:now|today|tomorrow|monday|next \w+|"
        r"this \w+) on\b|\bnowadays\b|\bas of\b|\bany ?more\b",
    ),
    "amount": _all(
        r"\b(?:down|up|back|rose|risen|fell|fallen|dropped|cut|raised|increased|reduced|"
        r"went|gone|gone up|bumped) (?:up |down )?(?:to|from|by)\b",
        r"\b(?:went|going|gone|goes) (?:up|down)\b|\b(?:left to (?:pay|go)|to go|remaining|"
        r"outstanding)\b|\bnow (?:at|on|it'?s|its|we pay|i pay|costs?)\b",
        r"\b(?:doubled|halved|tripled|raised|increased|reduced|lowered|upped|hiked)\b|"
        r"\binstead of\b|\bnew (?:dose|rate|price|rent|limit)\b",
    ),
    "back": _all(
        r"\b(?:is|are|'s|'re|am|'m) back\b|\bback (?:to|on|in|at|with|into)\b|\b(?:came|"
        r"went|gone|come|moved|crawled) back\b|\breturn(?:ed|ing)? to\b|\bcrawl(?:ed|"
        r"ing) back\b|\bagain\b|\bback home\b",
    ),
    "additive": _all(
        r"\balso\b|\bas well\b|\btoo\b|\bin addition\b|\bon top of\b|\bbesides\b|"
        r"\banother\b|\bplus\b|\bas an extra\b",
        r"\bon the side\b|\bpart[- ]time\b|\bside (?:job|gig|hustle)\b|\bsecond (?:job|"
        r"home|flat|number|phone|house)\b",
        r"\bnot (?:replac|dropp|instead|giving up)\w*\b|\bboth\b|\badded\b|\bat weekends\b|"
        r"\bone more\b",
    ),
    "temporary": _all(
        r"\bfor (?:now|the time being|the moment|a (?:bit|while|few|couple)|the (?:summer|"
        r"winter|week|month|term))\b",
        r"\btemporar(?:y|ily)\b|\b(?:un)?till?\b(?! (?:\d+(?::\d\d)? ?(?:am|pm|o'clock)|"
        r"\d+:\d\d|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|noon|"
        r"midnight|late)\b)|\bjust (?:for )?th(?:is|e) (?:week|month|weekend|summer|term)\b",
        r"\b(?:this|next) (?:week|month|term|time) only\b|\bonly (?:for )?(?:this|"
        r"next) (?:week|month|term)\b|\bin the meantime\b|\bmeanwhile\b|\b(?:cat|house|pet|"
        r"dog)[- ]?sitting\b",
        r"\bfor (?:\w+|\d+) (?:days?|weeks?|months?)\b|\bcovering for\b|\bfilling in\b|"
        r"\bon (?:loan|secondment)\b",
    ),
    "hedge": _all(
        r"\b(?:maybe|perhaps|possibly|probably|apparently|supposedly|allegedly|might|"
        r"may be|could be)\b",
        r"\b(?:leav|keep)(?:e|ing)? (?:it|them|both|that)(?: both)? (?:open|down|in|for now)\b",
        r"\b(?:not (?:so |too |quite |entirely |100% )?(?:sure|certain)|unsure|no idea|"
        r"unclear|who knows|nobody knows|can't remember)\b",
        r"\bi (?:think|guess|suppose|reckon|forget)\b|\bif i remember\b|\bor (?:was|"
        r"is) it\b|\bcontradict\w*\b|\bdisagree\b",
        r"\b(?:one|the) \w+ says\b.*\b(?:another|other|says)\b|\bdon't know (?:which|who|"
        r"whether|if)\b|\bawaiting\b|\bre-?test\b",
    ),
    "completion": _all(
        r"\b(?:did|done|made|finished|completed|nailed|smashed|aced|passed|survived) (?:it|"
        r"that|the|my)\b|\ball done\b|\bdone[!.]?$",
        r"\b(?:finished|completed|passed|signed|submitted|handed in|crossed|made it|"
        r"picked (?:it |her |him |them )?up)\b",
        r"\b(?:it|that) (?:happened|worked|arrived)\b|\bwe(?:'re| are) (?:married|in|here|"
        r"there)\b|\bgot (?:the|my|it|in)\b",
        r"\b(?:back|home) from\b|\bas planned\b|\bfinally\b|\btoday'?s the day\b|"
        r"\bofficially\b|\bfirst day\b",
        r"\bhere (?:i am|we are)\b|\b(?:i've|we've|i|we) (?:arrived|landed|moved in|"
        r"started)\b|\bover and done\b",
    ),
    "recovery": _all(
        r"\b(?:healed|mended|cured|recovered|cleared up|all clear|better now|"
        r"back to normal|in remission|good as new)\b",
        r"\b(?:cast|stitches|brace|boot|splint|sling)(?: (?:is|are|came|comes))? off\b|"
        r"\bfinished (?:the|my) (?:course|treatment|antibiotics)\b",
        r"\b(?:gone|over it|passed|no more)\b.*\b(?:cough|pain|fever|cold|flu|ache)\b|"
        r"\b(?:pain|fever|cough|rash|ache)\b.*\b(?:gone|over|passed)\b",
    ),
    "unchanged": _all(
        r"\bstill\b|\bsame (?:as (?:ever|before|always)|old)\b|\bhasn't changed\b|"
        r"\bunchanged\b|\bas (?:before|ever|always)\b",
        r"\bstays?\b|\bkeep(?:ing)?\b|\bnot going anywhere\b|\bstand(?:s|ing)\b|"
        r"\blike i said\b|(?<!what )\bi (?:told|said)\b|\bas i said\b",
        r"\ball of them\b|\bboth of\b|\bremember\b|\bare (?:both )?here\b",
    ),
    "confirmation": _all(
        r"\bconfirm(?:ed|s)\b|\bdefinite(?:ly)?\b|\bfor (?:sure|certain)\b|\bit(?:'s|"
        r" is) official\b|\bproved\b",
    ),
    "postponement": _all(
        r"\b(?:postponed|rescheduled|moved|pushed|shifted|bumped|brought|delayed|"
        r"put)\b.*\b(?:to|back|forward|until|till)\b",
        r"\b(?:new date|now on|moves? to|permanently|moved for good)\b|\b(?:shifted|moved|"
        r"rescheduled|changed|shuffled) (?:the|it|us|my|our|everything)\b",
    ),
}

_SIEVE = Sieve.by_kind(_PATTERNS)


def detect(folded: str) -> tuple[Cue, ...]:
    """Cues of a folded English message."""
    return scan(folded, _SENTENCE, _SIEVE)
