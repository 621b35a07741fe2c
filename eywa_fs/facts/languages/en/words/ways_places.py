# ruff: noqa: E501 - a row stays on one line: wrapped, its alternatives cannot be read
"""More ways of telling where one lives, settled, left, was born; rows as told in ``ways.py``."""

from __future__ import annotations

#: Kin whose whereabouts are told in passing ("off to see my nan in ...").
_KIN = r"(?:(?:older|elder|younger|little|big|eldest|oldest|youngest|late|twin|favourite|great|other|only|baby|kid|maternal|paternal|dear|old|lovely|best|good) )?(?:mum|mam|mom|mother|dad|da|father|parents|folks|family|people|relatives|rellies|nan|nana|nanna|gran|granny|grandma|grandmother|grandad|granddad|grandpa|grandfather|grandparents|brother|brothers|sister|sisters|twin|son|sons|daughter|daughters|stepson|stepdaughter|kids|children|eldest|youngest|oldest|aunt|auntie|aunty|uncle|aunts|uncles|cousin|cousins|niece|nieces|nephew|nephews|grandson|granddaughter|grandsons|granddaughters|grandkids|grandchildren|godson|goddaughter|godmother|godfather|in-laws|mother-in-law|father-in-law|brother-in-law|sister-in-law|son-in-law|daughter-in-law|stepmum|stepdad|half-brother|half-sister|ex|ex-husband|ex-wife|boyfriend|girlfriend|fianc[eé]e?|friend|mate|pal|penpal|pen pal|best friend|best mate|landlord)"
_STAYING = r"(?:live|lives|lived|living|stay|stays|staying|stuck|crashing|crash|kipping|dossing|holed up|camped out|lodging|lodge|lodges|based|bunking|sofa-surfing|sleeping|parked|rooming|temporarily|currently|squatting|back)"
_KINDS_OF_HOME = r"(?:top-floor|ground-floor|first-floor|second-floor|third-floor|fourth-floor|fifth-floor|sixth-floor|seventh-floor|\w+th-floor|basement|attic|listed|terraced|semi-detached|detached|mid-terrace|end-terrace|end-of-terrace|rented|council|ex-council|city|city-centre|one-bed|two-bed|three-bed|four-bed|one-bedroom|two-bedroom|three-bedroom|studio|new-build|victorian|georgian|edwardian|thatched|shared|student|sheltered|converted|housing association|high-rise|furnished|unfurnished|tiny|small|old|stone|mobile|park|static|split-level|open-plan|red-brick|pebbledash|\d-bed)"
_SETTLED = r"(?:washed up|fetched up|ended up(?: living)?|wound up(?: living)?|finished up|pitched up|settled|settled down|resettled|put down roots|made (?:my|our|a) (?:home|life)|built a life|started over|started again|set up home|set up house|bought a place|bought a house|bought a flat|made a new life|got (?:my|our) first place|found a place|found a flat|got a flat|got a place)"
_NO_STAY = r"(?!(?:january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|autumn|winter|{WD})\b)"

#: Where the name of a place ends.
_ENDED = r"(?=\W*$|[,.;!?)]| (?:in|on|last|this|when|at|after|for|and|but|with|two|three|four|five|a|an|because|back|years|months|to|so|as|over|since|aged|where|who|which|by|next|now|again|together|during|before|once|while|until|till|just|{N})\b)"

TABLE = (
    r"""
^lives_in + state named : {S}been (?:living |based |settled |holed up |here )?in """
    + _NO_STAY
    + r"""(?P<o>{NP})(?= (?:since|for (?:{N}|over|nearly|almost|years|decades|ages|most|the (?:last|past))|{N}(?:-\w+)? (?:years|yrs|months|weeks)|going on|coming up|all my life|forever|longer than|ever since|donkey's))
^lives_in + over named : {S}(?:did|spent|lived|had|served|survived|managed|put in) (?:about |nearly |almost |over )?{N}(?:-\w+)? (?:odd |long |happy |good |whole )*(?:years|yrs) in """
    + _NO_STAY
    + r"""(?!hospital|prison|school)(?P<o>{NP})(?=\W*$|[,.;!]| (?:as|and|but|with|teaching|working|before|then|for|doing|after|until|till)\b)
lives_in + over named : ^\W*{N}(?:-\w+)? (?:years|yrs) in (?P<o>{NP})(?=,)
gate + state town @p ; lives_in + over named @p ; moved_to + begins named @o : {S}(?:left|upped and left|moved from|shifted from|relocated from|emigrated from|went from|came from|swapped|traded|leaving|fled|quit|said goodbye to|downsized from|transferred from|flitted from|up and left) (?P<p>{NP}) (?:for|to) (?P<o>{NP})"""
    + _ENDED
    + r"""
gate + state town @o ; lives_in + over named @p ; moved_to + begins named @o : {S}(?:left|upped and left|moved from|shifted from|relocated from|emigrated from|went from|came from|swapped|traded|leaving|fled|quit|said goodbye to|downsized from|transferred from|flitted from|up and left) (?P<p>{NP}) (?:for|to) (?P<o>{NP})"""
    + _ENDED
    + r"""
^lives_in + over named @p ; moved_to + begins named @o : {S}(?:moved|shifted|relocated|emigrated|downsized|transferred|flitted|migrated|upsticksed) from (?P<p>{NP}) (?:over |back |up |down |out |across )?to (?P<o>{NP})(?=\W*$|[,.;!]| (?:in|on|last|this|when|at|after|for|and|but|with|two|three|a|{N})\b)
^moved_to + begins named @o ; lives_in + over named @p : {S}(?:moved|relocated|emigrated|came|shifted|migrated|went|transferred) (?:over |back |up |down |out |across |here )?to (?P<o>{NP}) from (?P<p>{NP})(?=\W*$|[,.;!]| (?:in|on|last|this|when|at|after|for|and|but|with|two|three|a|{N})\b)
moved_to + begins named : {S}landed in (?P<o>{NP})(?= (?:in (?:19|20)\d\d|{N} years ago|as an? |at (?:\w+teen|twenty|\d\d)|with (?:two|one|nothing|a suitcase))|,? and (?:never|stayed|still|i've|we've|i have|we have|have been|here))
moved_to + begins named : {S}"""
    + _SETTLED
    + r""" (?:over |up |down |out |back )?(?:in|near|outside|at) """
    + _NO_STAY
    + r"""(?P<o>{NP})(?=\W*$|[,.;!]| (?:in|after|when|at|for|and|but|with|by|since|because|on|two|three|{N})\b)
^moved_to + begins named : {S}(?:got|came|made it|arrived|drifted|found (?:my|our|his|her) way|emigrated|travelled|was sent|were sent|was evacuated|got posted|was posted|got transferred|was transferred|came over|came back|came here|went back) (?:over |here |out |up |down )?to (?P<o>{NP})(?= (?:{N} (?:years|yrs)|in (?:19|20)\d\d|as (?:a|an) (?:child|kid|baby|student|teenager|refugee|toddler|bride|young)|aged|when i was|when we were|at (?:nineteen|eighteen|twenty|sixteen|seventeen|\d\d|the age)|with (?:two|one|nothing|a suitcase)|on a))
lives_in + state named : {J}(?:now |still |back )*in """
    + _NO_STAY
    + r"""(?P<o>{NP})(?= (?:now|these days|nowadays|since (?!{WD})|for good|permanently|full[- ]time|with (?:the kids|my (?:wife|husband|partner|parents|mum|dad|family|girlfriend|boyfriend|sister|brother|aunt|son|daughter|cat|cats|dog)|two|three|four)))
lives_in + state named : {P}(?:now|these days|nowadays|really|at present|currently|for now)(?: i'm| we're| i am| we are|,|:)? in """
    + _NO_STAY
    + r"""(?P<o>{NP}){E}
lives_in + state named : {S}"""
    + _STAYING
    + r""" in (?P<o>{NP})(?= (?:at the minute|at the moment|for the moment|for the time being|till we|until we|until i|till i|while (?:i|we) look|between|rent-free|with (?:my|our|his|her|two|three|four|five|a)))
^lives_in + state said : {S}"""
    + _STAYING
    + r""" (?:at|with) (?P<o>(?:my|his|her|our|their) [a-z'-]+(?: [a-z'-]+)??(?:'s|s')?(?: (?:place|house|flat|spare room|sofa|couch|caravan|annexe|basement|loft))?(?: in [a-z]+(?: [a-z]+)?)?)(?=\W*$|[,.;!]| (?:for now|for the moment|since|until|till|while|at the moment|and|but|again|with|because|these|half|rent-free|now)\b)(?![^.]*\b(?:tonight|tomorrow|weekend|for the night)\b)
^lives_in + state said : {S}(?:lives|stays|stops|living|live) (?P<o>with (?:us|me|my (?:parents|mum|mam|mom|dad|gran|nan|sister|brother|aunt|uncle|girlfriend|boyfriend|partner|wife|husband|son|daughter|in-laws|mother-in-law|family|grandparents|best friend)|his (?:parents|mum|dad|gran|nan|girlfriend|wife|sister|brother|family)|her (?:parents|mum|dad|gran|nan|boyfriend|husband|sister|brother|family)|their (?:parents|dad|mum|gran)))(?=\W*$|[,.;!]| (?:now|since|half|and|during|most|because|at|in|but|these|full|on|every|for)\b)
^lives_in ! begins said : {J}(?:don't|no longer|doesn't) (?:live|stay)(?: at home)? (?P<o>with (?:my|our|his|her|the) [a-z]+)(?=\W*$|[,.;!]| any| now)
lives_in + state named : {S}(?:been )?(?:living|lives|live|lodging|lodged|lodges|rooming|renting|sharing|share|shares|flat-sharing|flatting|house-sharing|bunking|boarding|houseshare|shacked up|a room|a flat|flatshare|digs) (?:with|alongside|next door to) (?:an? |the |my |our |his |her |two |three |four |five |some )?[\w'-]+(?: [\w'-]+){0,3}? (?:in|near|outside) """
    + _NO_STAY
    + r"""(?P<o>{NP})(?=\W*$|[,.;!]| (?:since|for|and|but|now|these|until|till|with|at)\b)
lives_in + state home : {P}(?:there (?:are|were) |there's |just )?(?:the )?{N} of us(?: all| now| here| still| currently)?(?: are| live| living| sharing| share| squeezed| crammed| packed| squashed| crammed up)?(?: in| into| on)? (?:an? |the |one )(?P<o>(?:(?!car|taxi|tent|queue|group|team|room at|zoom)[\w'-]+ ){0,3}?(?:{DWELLING}|chapel|barn|schoolhouse|church|mill|warehouse|farmhouse|terrace|bungalow|block|estate|household|place|lodge|manor|oast house|croft|vicarage)(?: (?:in|near|outside|on|above|by|off) [\w' ]+?)?){E}
lives_in + state home : ^\W*(?:new (?:digs|home|place|gaff|address): )?(?:an? )?(?P<o>"""
    + _KINDS_OF_HOME
    + r"""(?: [\w-]+)?? {DWELLING}(?: (?:in|near|outside|above|over|by|on|off) [\w' ]+?)?)(?=\W*$|, )
lives_in + state home : , (?:in )?(?:an? )?(?P<o>"""
    + _KINDS_OF_HOME
    + r"""(?: [\w-]+)?? {DWELLING} (?:in|near|outside|above|over) [\w']+(?: [\w']+)?)(?=\W*$|, )
lives_in + state home : {J}(?:on|in|up on|down in) (?:an? |the )(?P<o>(?:(?:top|ground|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|\w+th|\d+(?:st|nd|rd|th)) floor of [\w' -]+?|houseboat|narrowboat|barge|smallholding|farm|croft|estate|static caravan|(?:old|converted|former) [\w-]+(?: [\w-]+)?)(?: (?:in|near|outside|on|at|off) [a-z][\w']+(?: [\w']+)?)?){E}
^lives_in + state said : {S}(?:my |our )?(?:flat|apartment|place|room)(?:'s| is) on (?:the )?(?P<o>(?:top|ground|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|\w+th|\d+(?:st|nd|rd|th)) floor)\b
lives_in + state place : \b(?:moored(?: up)?|berthed|tied up) (?:at|in|near|outside) """
    + _NO_STAY
    + r"""
lives_in + state named : {S}commut(?:e|es|ing) (?:in |daily |every day )?from (?P<o>{NP})(?= (?:to|into|in|every|by|each)|{E})
lives_in + state named : \b(?P<s>(?:my|our) """
    + _KIN
    + r""")(?:(?: is| are|'s|'re)(?: all)?(?: still| now| based| happily| stuck)+)? (?:back |over |out |up |down |across |off |away )*(?:home )?in """
    + _NO_STAY
    + r"""(?![^.!?]{0,40}\b(?:until|till|for (?:a|the) (?:week|weekend|fortnight|day)|this weekend|next week|hospital|court|prison)\b)
lives_in + state anytown : \b(?P<s>(?:my|our) """
    + _KIN
    + r""")(?:(?: is| are|'s|'re)(?: all)?(?: still| now| based| happily| stuck)+)? (?:back |over |out |up |down |across |off |away )*(?:home )?in (?P<o>[a-z]+)(?![^.!?]{0,40}\b(?:until|till|for (?:a|the) (?:week|weekend|fortnight|day)|this weekend|next week|hospital|court|prison)\b)
lives_in + state anytown : {S}(?:yes |yeah |currently )?(?:live|lives|living|based|settled|lodging|renting|residing|flat|house|room) in (?P<o>[a-z]+)
lives_in + state named : \b(?P<s>(?:my|our) """
    + _KIN
    + r""")(?:'s|'re| is| are| was| were)?(?: over| here| visiting| up| down| coming| coming over| flying in| flies in| fly in| back| home)+ from (?P<o>{NP})(?=\W*$|[,.;!]| (?:for|on|this|next|with|until|till|in|at|and|so|tomorrow|today)\b)
lives_in + state place : {W}(?:stays|bides|dwells|resides) (?:in|at|near|out in|over in|up in|down in) 
lives_in + state place : {S}(?:never left|never leaving|not leaving|staying put in|still living in|still live in|still lives in|won't leave|will never leave|remained in|born, bred and still in|rooted in|wedded to) """
    + _NO_STAY
    + r"""(?P<o>[a-z][\w'-]+(?: [\w'-]+)?){E}
^lives_in ! begins named : {S}(?:not|isn't|aren't|no longer|'m not|are not) (?:living )?in (?P<o>{NP}) (?:any ?more|any longer|now)\b
lives_in + state named : {P}(?P<o>[a-z][\w'-]+(?: [\w'-]+)?) since (?:the (?:spring|summer|autumn|winter)|last \w+|(?:19|20)\d\d|{MONTH}|christmas|easter),? (?:on|in|at|with|sharing|renting|above) 
^moved_to + begins said : {W}(?:moved|has moved)(?: back| straight)? in (?P<o>with (?:us|me|him|her|them|(?:my|our|his|her|their|the) [\w'-]+(?: [\w'-]+)?))(?=\W*$|[,.;!]| (?:last|on|in|at|after|since|when|and|but|for|until|till|so|because|this|now|again|over|two|three|a)\b)
^moved_to + begins home : \b(?:moved|moving|settled|transferred|getting|got) (?P<s>(?:my |our )?(?:mum|mam|mom|dad|da|nan|gran|grandma|grandad|granddad|grandpa|granny|mother|father|parents|aunt|uncle|mother-in-law|father-in-law|auntie)) (?:in|over |down |up |out )?(?:to|into) (?:an? |the )?(?!bed|chair|seat|tears)
moved_to + begins home : {S}(?:out of|moved out of|left) (?:the|my|our) (?P<p>[\w' -]{3,30}?)(?: as of \w+| on {WD}| last \w+)?,? (?:and )?(?:into|in|to) (?P<o>(?:my|an?|the|his|her) [\w' -]+?){E}
from + state named : {S}(?:came|arrived|emigrated|moved|fled|come|migrated|sailed|flew)(?: over| across| here| out| down| up| to \w+)? from """
    + _NO_STAY
    + r"""(?P<o>{NP})(?= (?:in (?:19|20)\d\d|when (?:i|we|he|she|they) (?:was|were)|at (?:the age|\w+teen|twenty|\d\d)|{N} years|a (?:decade|few years)|as (?:an?|kids|children)|aged|after the|with (?:nothing|a suitcase|two|just)|on (?:an?|the) [\w']+ visa|originally|years ago|decades ago|before the war))
from + state native : {S}an? (?P<o>[a-z][\w'-]+(?: [a-z][\w'-]+)?) (?:girl|lass|lassie|lad|boy|man|woman|native|bloke|gal|fella|chap|kid)(?= (?:originally|by birth|at heart|through and through|born and bred|myself|born|by origin)|,? (?:and proud|and i'll|me\b|always))
from + state native : {W}(?:are|were|'re|is|was) (?:all |both )?(?P<o>[a-z][\w'-]+(?: [a-z][\w'-]+)?) (?:people|folk|stock|born|gentry|farmers from way back)(?= (?:originally|through and through|on both sides|way back)|{E})
from + state people : ^\W*(?:proud |fellow |lapsed |displaced |homesick )?(?P<o>[a-z][\w'-]+) (?:here|lass here|lad here|girl here|native here|expat here|expat|exile)\b
from + state native ; born_in + state native : {S}born and (?:bred|raised) in (?!the\b)
from + state native : {P}(?P<o>[a-z][\w'-]+) (?:raised|made|bred) me\b
from + state native : {S}(?:is|was|'s|are|am|'m|an?) (?P<o>[a-z][\w'-]+) (?:through and through|to the core|to the bone|to (?:my|his|her) bones|born and bred|and proud)\b
from + state named : {W}(?:hails?|come|comes|came|are|is|was|were) originally from 
from + state said : {S}(?:grew up|was raised|were raised|raised|was brought up|brought up|reared|spent (?:my|his|her|our) childhood) (?:on|aboard|above|behind|over|next to|amongst|among) (?:an? |the )?(?P<o>{NP}(?: (?:in|near|outside|off|by) [a-z][\w']+)?)(?=\W*$|[,.;!]| (?:and|so|but|with|where|which|until|till)\b)
born_in + state said : {S}(?:came into|arrived in|entered|joined) (?:the|this) world (?:in )?(?P<o>(?:an? |the )?(?!at\b|with\b|early|late|feet|screaming)[\w' -]{3,40}?)(?=\W*$|[,.;!]| (?:and|on|at|but|with|during|when)\b)
born_in + state said : (?:^\W*|[,;(] ?|\bi was )(?:b\.|born) (?:in )?(?P<o>(?:19|20)\d\d)(?=\W|$)
born_in + state said : {S}an? (?:child|kid|baby|product) of (?:the )?(?P<o>(?:early |late |mid-?)?(?:fifties|sixties|seventies|eighties|nineties|noughties|\d0s|(?:19|20)\d0s)){E}
born_in + state said : {S}(?P<o>(?:january|february|march|april|may|june|july|august|september|october|november|december) (?:19|20)\d\d|(?:19|20)\d\d)(?: is| was) (?:when i was born|the year i was born)\b
"""
)
