# ruff: noqa: E501 - a row stays on one line: wrapped, its alternatives cannot be read
"""Ways of telling what became of things and people, their costs, sizes and numbers; as in ``ways.py``."""

from __future__ import annotations

_SUM = r"(?:[£$€]?\d[\d.,]*(?: ?(?:k|grand|quid|pounds|euros?|dollars|bucks|per cent|percent|p|kwh|litres|pence|thousand|million))?%?|an? (?:fiver|tenner|grand)|\w+ (?:hundred|thousand|grand|quid|pounds)(?: \w+)?)(?: (?:a|per|each|every) (?:day|week|month|year|night|head|hour|term|pop|go)| pcm| pw| a head| each)?"
_BILL = r"(?:rent|mortgage|council tax|water bill|wifi bill|phone bill|gas bill|electricity bill|energy bill|bill|insurance|car insurance|premium|pension|pension pot|salary|wage|wages|pay|pocket money|nursery fees?|school fees?|childcare|credit score|overdraft|deposit|service charge|ground rent|subscription|membership|broadband|budget|allowance|mortgage fix|interest rate|rate|fee|fees|commission|hourly rate|student loan|loan|savings|electricity usage|usage|mileage|step count|subscribers|followers|hours)"
_GEAR = r"(?:boiler|hoover|vacuum|dishwasher|washing machine|tumble dryer|dryer|fridge|freezer|oven|hob|kettle|toaster|telly|tv|laptop|phone|printer|scanner|router|wifi|lift|shower|heating|car|van|bike|scooter|mower|buzzer|doorbell|intercom|radiator|tractor|combine|baler|engine|clutch|exhaust|gearbox|alternator|roof|chimney|gutter|garage door|gate|caravan|camper|motorbike|microwave|cooker|aga|coffee machine|camera|watch|guitar|amp|freezer|landline|hilux|corsa|fiesta|golf|polo|clio|astra|volvo|yaris)"
_GONE = r"(?:packed (?:in|up)(?: again)?|gave up the ghost|given up the ghost|conked out|died(?: on (?:me|us))?|broke(?: down)?|broken down|blew up|blown up|caught fire|been out|been off|seized up|bit the dust|kicked the bucket|snapped|exploded|burst|failed its mot|passed its mot|been written off|been stolen|was stolen|got nicked|been nicked|been clamped|been towed|went in the (?:canal|river|sea|bath|skip))"
_PAPER = r"(?:passport|visa|licence|driving licence|lease|contract|tenancy|warranty|insurance|mot|permit|work permit|blue badge|railcard|prescription|membership|mortgage deal|fixed rate|contract of employment|dbs|season ticket|green card|ticket)"

TABLE = (
    r"""
other + state said ; other + state said @p : {P}(?P<t>(?:my |our |the )?(?:[a-z]+ )?"""
    + _BILL
    + r""")(?:'s| is| has| have|'ve)? ?(?:going |goes |went |gone |go |jumped |jumps |rose |risen |dropped |fell |crept |climbed |shot |been put |was put |put )(?:up |down )?from (?P<o>"""
    + _SUM
    + r""") to (?P<p>"""
    + _SUM
    + r""")(?=\W*$|[,.;!]| (?:in|on|from|at|with|next|this|as|and|a|because|since)\b)
other + state said : {P}(?P<t>(?:my |our |the )?(?:[a-z]+ )?"""
    + _BILL
    + r""")(?:'s| is| has| have)?(?: just| now| only)? (?:crept|gone|went|goes|going|rose|rises|risen|fell|dropped|climbed|shot|jumped|stands|sits|sitting|standing|hit|reached|passed|topped)(?: up| down)?(?: to| at)? (?P<o>"""
    + _SUM
    + r""")(?=\W*$|[,.;!]| (?:in|on|from|at|with|next|this|as|and|because|since|before)\b)
other + state said : {P}(?P<t>budget)(?: for (?:the|my|our|a) [\w ]{3,20}?)?(?:'s| is|:)(?: about| around| only)? (?P<o>"""
    + _SUM
    + r""")(?: tops| max| all in)?(?=\W*$|[,.;!]| (?:for|and|but)\b)
other + state said : \b(?:can't|cannot|won't|not|never) (?:go over|pay more than|pay over|spend more than|spend over|stretch past|go above) (?P<o>"""
    + _SUM
    + r""")
other + state said : {P}(?:max|maximum|up to|no more than|under|ceiling of|limit of) (?P<o>"""
    + _SUM
    + r""")(?: tops| max)?(?=\W*$|[,.;!])
other + state said : \b(?:owe|owes|owed) (?P<o>"""
    + _SUM
    + r""" (?:on|to) (?:the |my |his |her )?[\w' ]{2,24}?){E}
other + event said : {P}(?P<t>(?:my |our |the )(?:new |old |poor )?"""
    + _GEAR
    + r""")(?:'s|'ve| has| have)?(?: just| finally| now| only)? (?P<o>"""
    + _GONE
    + r""")(?=\W*$|[,.;!]| (?:on|in|last|this|yesterday|again|so|and|but|since|outside|from|at|after|mid|just|halfway|during)\b)
other + state said : {P}(?P<t>(?:my |our |the )?(?:new |old |poor )?"""
    + _GEAR
    + r""")(?:'s| is|:| are)(?: already| still| now| finally| all)? (?P<o>dead|broken|bust|busted|leaking|kaput|on the blink|on its last legs|out of order|out of action|knackered|done|fixed|up|down|haunted|finished|frozen|blocked|flooded|held together with [\w ]+)(?=\W*$|[,.;!]| (?:again|so|and|but|since|now)\b)
other + event said : ^\W*(?P<t>"""
    + _GEAR
    + r""") (?P<o>dead|broken|bust|fixed|stolen|nicked)(?=\W*$|[,.;!])
other + state said : {P}(?P<t>(?:my |our |the )?(?:[a-z]+'s )?"""
    + _PAPER
    + r""")(?: has|'s| is)? (?P<o>(?:expired|expires|runs out|ran out|run out|lapsed|lapses|ends|ended|up for renewal|is up|up)(?: (?:in|on|at|next|this|last) (?:the )?[\w ]{3,20}?)?)(?=\W*$|[,.;!]| (?:and|so|but|then|which|remind|because|unless)\b)
other + state said : {P}(?P<t>(?:my |our |the )?(?:mortgage|car|van|flat|house|hotel|holiday|wedding|student loan|loan|sofa|funeral|deposit|course|trip))(?:'s| is| was|'s all| is all|'s finally| is finally)? (?P<o>paid (?:off|for)|cleared)(?=\W*$|[,.;!]| (?:in|on|last|this|and|but|so|now|at|by)\b)
other + event said : {S}(?P<o>(?:paid off|cleared|finished paying(?: off)?|remortgaged|exchanged contracts on|completed on) (?:my |our |the |his |her )?(?:mortgage|student loan|loan|house|flat|bungalow|credit card|debts?|overdraft|car))(?=\W*$|[,.;!]| (?:in|on|last|this|and|but|so|now|at|by|yesterday)\b)
other + state said : {P}(?P<t>(?:my |our |the )?(?:lounge|kitchen|bedroom|living room|front room|garden|patio|bathroom|hall|hallway|loft|office|shed|garage|ceiling|plot|allotment|flat|room|study|spare room|drive|lawn|wall|window|door|table|pond))(?:'s| is| are|:) (?:about |roughly |only )?(?P<o>\d[\d.]*(?: ?(?:m|cm|mm|ft|feet|metres|inches))?(?: (?:by|x) \d[\d.]*(?: ?(?:m|cm|mm|ft|feet|metres|inches))?)?(?: (?:square (?:metres|feet)|acres|high|wide|long))?)(?=\W*$|[,.;!])
other + state said : {P}(?P<t>(?:my |our |the )?(?:farm|plot|allotment|garden|flat|house|smallholding|boat|place))(?:'s| is) (?P<o>\d[\d.]* (?:acres|hectares|square (?:metres|feet)|foot|feet|years old))\b
other + state said : {P}(?P<t>(?:locker|gate|door|alarm|safe|padlock|pin|wifi|bike lock|entry|garage|key safe|discount|dishwasher|buzzer|flat|booking|order|policy|account|customer|meter|reference)(?: (?:code|number|password|pin|ref|reference|combination|reading))?)(?: for (?:the )?[\w ]{3,20}?)?(?:'s| is|:| =) (?:now )?(?P<o>(?=[\w /.-]*\d)[\w/.-]+(?: [\w/.-]+){0,3}?)(?=\W*$|[,;!]|\. |\.$)
other + state said : {P}(?P<t>(?:my |our |the )(?:flat|office|desk|room|studio|place|stall|pitch|locker|unit|bay|seat))(?:'s| is| are) (?P<o>(?:on the \w+ floor|number \d+|above an? [a-z]+(?: shop)?|at the (?:back|front|top|bottom) of [\w ]{3,20}?))(?=\W*$|[,.;!]| (?:and|so|but|which|with|between)\b)
other + event said : {P}(?:some \w+|somebody|someone|they|a thief|thieves|scrotes)(?:'s| have|'ve| has)? (?P<o>(?:nicked|stole|stolen|pinched|swiped|robbed|vandalised|keyed|clamped|towed|torched) (?:my|our|his|her) [\w -]{3,24}?)(?=\W*$|[,.;!]| (?:outside|from|on|in|last|at|while|yesterday|over|and|so)\b)
other + event said : {P}(?:the )?(?:bank|council|landlord|committee|insurers?|insurance|hmrc|home office|court|club|school|building society|university|planners|planning department)(?:'s|'ve| has| have)?(?: finally| just)? (?P<o>(?:turned down|rejected|refused|approved|accepted|granted|voted in|voted down|knocked back|signed off|waved through|threw out|thrown out|upheld|declined) (?:my|our|the) [\w -]{3,30}?)(?=\W*$|[,.;!]| (?:on|in|last|yesterday|this|so|and|after|because|again)\b)
other + event said : {S}(?P<o>(?:handed|gave|given|put|handing) (?:in )?(?:my|his|her) (?:notice|resignation)(?: in)?|gave notice|given notice)(?=\W*$|[,.;!]| (?:at|on|in|last|yesterday|today|this|to|so|and)\b)
other + event said : {S}(?P<o>(?:got|given|getting) (?:the (?:sack|boot|chop|push|elbow|heave-ho)|the all-clear|the keys|a (?:written )?warning|a caution|a fine|a parking ticket|a speeding ticket|promoted|hitched|burgled|mugged|evicted|arrested|called up|jilted))(?=\W*$|[,.;!]| (?:on|in|last|yesterday|today|this|for|so|and|from|at|to|by)\b)
other + event said : {S}(?P<o>(?:flunked|failed|aced|passed|resat|bombed|sailed through|cleared) (?!to\b|at\b|through\b)(?:my |his |her |the |an? )?(?!away|out|by|it|on|the time|that|this)[\w' -]{3,30}?)(?=\W*$|[,.;!]| (?:at|on|in|last|yesterday|today|this|with|so|and|but|for|first|again|by)\b)
other + event said : {S}(?P<o>(?:voted|elected|appointed|chosen|picked|selected|nominated|shortlisted) (?:as )?(?:for )?(?:the )?(?:treasurer|chair|captain|secretary|president|mayor|rep|best \w+|player of the \w+|carnival queen|churchwarden|union rep|school governor|county squad|team|role|award))\b
other + event said : {P}(?P<s>i|we|he|she|my [a-z'-]+|[a-z]+)(?:'ve| have|'s| has)? (?P<o>(?:earned|won|raised|got|made|lost|saved) (?:about |over |nearly |almost )?"""
    + _SUM
    + r""")(?=\W*$|[,.;!]| (?:on|for|at|in|last|and|so)\b)(?<![\d]k)
other ! state said : {P}(?P<s>i|we|he|she|my [a-z'-]+|[a-z]+)(?:'ve| have|'s| has)?(?:n't| not) (?:spoken|talked) (?P<o>to (?:my|his|her|our) [a-z'-]+(?: [a-z]+)?)(?= since| in| for|\W*$|[,.;!])
other ! begins said : {P}(?:i'm |we're |she's |he's )?no longer (?P<o>(?:doing|taking|running|playing|going|driving|teaching|coaching|singing|writing|working|smoking|drinking|renting|commuting) [\w' -]{3,30}?){E}
"""
)
