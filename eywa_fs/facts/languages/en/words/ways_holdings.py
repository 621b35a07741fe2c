# ruff: noqa: E501 - a row stays on one line: wrapped, its alternatives cannot be read
"""Ways of telling what one has, owns and uses, gives up and takes up; rows as told in ``ways.py``."""

from __future__ import annotations

_AID = r"(?:hearing aids?|reading glasses|varifocals|glasses|contact lenses|walking stick|white cane|stick|cane|rollator|walking frame|frame|zimmer frame|zimmer|wheelchair|mobility scooter|prosthetic (?:leg|arm)|blade|stairlift|grab rails?|pendant alarm|nebuliser|inhaler|new inhaler|cpap|mouthguard|night guard|insulin pump|pump|oxygen|ventilator|guide dog|assistance dog|screen reader|dentures|brace|back brace|knee brace|boot|sling|cone|light box|tens machine|epipens?|two poles|walking poles|trekking poles|hoist|ramp|patches|vape|nicotine gum|cast)"
_TOOL = r"(?:excel|word|google sheets|sheets|google docs|linux|ubuntu|fedora|windows(?: \d+)?|mac|macs|macos|iphone(?: \w+)?|android|kindle|kobo|notion|obsidian|slack|jira|linear|trello|asana|xero|quickbooks|sage|photoshop|procreate|ableton|logic|garageband|signal|whatsapp|telegram|discord|teams|zoom|skype|facebook|instagram|insta|tiktok|twitter|bluesky|mastodon|threads|reddit|snapchat|pinterest|linkedin|hinge|tinder|bumble|feeld|grindr|spotify|netflix|tidal|deezer|duolingo|babbel|anki|strava|garmin|fitbit|apple watch|monzo|starling|revolut|barclays|lloyds|natwest|hsbc|santander|nationwide|halifax|chase|paypal|vinted|etsy|ebay|depop|gumtree|uber|bolt|deliveroo|zen|sky|vodafone|giffgaff|virgin|octopus|ovo|edf|british gas|python|postgres|rust|java|react|vim|emacs|vs code|vscode|gmail|outlook|proton(?:mail)?|hotmail|dropbox|onedrive|icloud|steam|ps5|ps4|xbox|switch|steam deck|nintendo|airbnb|emis|systmone|epic|lightroom|canva|figma|sketch|scrivener|evernote|goodreads|storygraph|letterboxd|audible|chatgpt|copilot|claude|gemini|siri|alexa|ocado|tesco|aldi|lidl|riverford|hellofresh|gousto|puregym|the gym|netball app|moonpig|nokia|fairphone|pixel|samsung|blackberry|macbook|thinkpad|framework|chromebook|ipad|nokia brick|smartphone|landline|paper diary|filofax|bullet journal|fountain pens?|film|vinyl|typewriter|paper|cash|contactless|the bus|buses|trains?|coaches|ferries|taxis|tram|the tube|public transport|heat pump|gas boiler|solar panels|log burner|aga|air fryer|slow cooker|instant pot|nappies|reusable nappies|smart meter|smartwatch|spreadsheet|calendar|planner|apps?|alarm clock|big-button mobile)"
_OWNED = r"(?:car|van|lorry|truck|tractor|motorbike|motorcycle|scooter|moped|bike|bicycle|e-bike|boat|narrowboat|barge|canoe|kayak|yacht|dinghy|caravan|campervan|camper|motorhome|trailer|hearse|house|flat|bungalow|cottage|studio|maisonette|terraced house|two-bed|three-bed|holiday let|static caravan|allotment|field|woodland|plot|farm|smallholding|garage|shed|greenhouse|kiln|loom|lathe|piano|grand piano|guitar|banjo|fiddle|violin|cello|harp|drums|drum kit|accordion|saxophone|trumpet|trombone|record player|turntable|telescope|camera|dishwasher|tumble dryer|dryer|washing machine|freezer|fridge|oven|aga|stove|gas stove|gas cooker|record collection|cds|lps|sofa|wardrobe|bed|rug|lamps?|teapots?|tent|two-man tent|surfboards?|longboard|wetsuit|skis|snowboard|telly|tv|television|laptop|computer|printer|drones?|smart fridge|skateboard|electric skateboard|toaster|kettle|bread maker|loaf tin|sewing machine|leaf blower|lawnmower|mower|chainsaw|hot tub|sauna|trampoline|wheelbarrow|typewriter|fountain pens|old maps|stamps|ewes|cows|sheep|goats|hives|hens|washing line|airer|metronome|bassoon|garden|shop|café|cafe|pub|restaurant|business|building|premium bonds|shares|land|fiesta|corsa|golf|volvo|yaris|tesla|leaf|mini|hilux|polo|clio|beetle|land rover|fiat panda)"
_PAPER = r"(?:blue badge|bus pass|railcard|season ticket|library card|full licence|clean licence|driving licence|hgv licence|hiab licence|pilot's licence|provisional licence|provisional|gun licence|forklift ticket|chainsaw ticket|cscs card|adr card|first aid certificate|first-aid certificate|first aid|food hygiene certificate|dbs check|teaching certificate|pgce|tefl|celta|brown belt|black belt|green belt|white belt|no-claims bonus|pension|state pension|sick pay|private health|overdraft|mortgage|credit cards?|debit card|savings|student debt|student loan|isa|dual nationality|dual citizenship|green card|settled status|british passport|irish passport|passport|id card|work permit|visa|green fingers|perfect pitch|credit history|landline|broadband|wi-fi|wifi|internet|hot water|central heating|outside space|parking|parking space|garden|balcony|attic|cellar|loft|spare room|letterbox|tattoos?|pierced \w+|piercings?|middle name|vote|boss|commute|sick leave|\w+ points on (?:my|his|her) licence|lease|insurance|private pension|podcast|blog|newsletter|etsy shop|youtube channel|website|mug hook|locker|class \d licence|degree|phd|msc|ma|mba|master's|ba|bsc|btec|diploma|a-levels|gcses?|grade \w+(?: \w+)?|o-levels|highers)"

TABLE = (
    r"""
uses + state said : {S}(?:use|uses|using|wear|wears|wearing|walk with|walks with|walking with|get about on|gets about on|sleep with|sleeps with|home with|came home with|come home with|fitted with|relies on|rely on|been given|has been given|been issued with|on|'s got|got|has|have) (?:an? |the |my |his |her |two |new |one of those )?(?P<o>"""
    + _AID
    + r""")(?=\W*$|[,.;!?]| (?:since|now|for|at|and|but|so|these|overnight|in|until|till|on|to|because|with|after|from)\b)
uses ! state said : {S}(?:refuses? to (?:wear|use)|won't (?:wear|use)|refuses?(?: point blank)?|flat out refuses|doesn't (?:wear|use|need)|don't (?:wear|use|need)|never wore|never wears|stopped (?:wearing|using)|no longer (?:wears?|uses?|needs?)|come off|came off|off) (?:an? |the |my |his |her |any )?(?P<o>"""
    + _AID
    + r"""|mask|hard hat|seat belt|contactless|smartphone|satnav|sat nav|self-checkout|smartwatch)(?=\W*$|[,.;!?]| (?:since|now|for|at|and|but|so|these|in|until|till|because|on|we|any)\b)
uses + state said : {P}(?P<o>"""
    + _AID
    + r""")(?= (?:since|at night|by day|in every|in the left|in the right|left ear|right ear|for (?:running|tesco|the shops|reading)|overnight)\b)
uses + state np : {P}(?:my |our |the )?(?:broadband|internet|electric|electricity|gas|mobile|phone|mortgage|savings|pension|banking|bank|car insurance|insurance|energy|gym membership|membership|email|emails|accounts|invoices|payroll|photos|veg box|shopping)(?:'s| is| are)(?: now| all| still| through)* (?:with|from|through|on|in) (?!me|you|my|him|her|us|them|nursery|fire|hold|strike|time|the (?:blink|way|house|car|post)|a |an )
uses + state tool : {S}(?:on|with|back on|still on|all on|over on|based on|gone to|moved to|switched to|signed up to|living in|live in|lives in|work in|works in|read on|reads on|draw in|edit in|write in|draft in|code in|build in|track in|invoice through|bank with|banks with|run everything (?:through|on|in)|do everything (?:through|on|in)|does everything (?:through|on|in)|shop at|paid through|get paid through) (?:an? |the |my )?(?P<o>"""
    + _TOOL
    + r""")(?=\W*$|[,.;!]| (?:not|now|since|at|for|and|but|so|these|still|only|because|in|mostly|instead|from|until|till)\b)
uses ! state said : {S}(?:on [\w ]{3,20}|(?:it's |use )?[\w ]{3,16}),? not (?:an? )?(?P<o>"""
    + _TOOL
    + r""")(?=\W*$|[,.;!]| (?:so|and|please|because)\b)
uses + state said : {P}(?P<o>"""
    + _TOOL
    + r""")(?= (?:since|only for me|user here|household|at home and|at work and|on the desktop|in the pocket|or a postcard|man here|girl here|all the way)\b)
uses ! state said : {P}(?:no |never (?:had|used|touched|tried|got into) |don't (?:do|use|have|touch|need) |doesn't (?:do|use|have|touch) |won't (?:do|use|touch) |haven't touched |hasn't touched |nobody (?:here |on the team )?(?:touches|uses) |not on |done with |sworn off |deleted |quit |left |can't be doing with |never on )(?:the |my |any |an? )?(?P<o>"""
    + _TOOL
    + r""")(?=\W*$|[,.;!]| (?:any|anymore|for|since|never|and|but|so|in|after|last|please|these|or|because|thanks|ever)\b)
uses + over said : {S}(?:deleted|binned|ditched|quit|left|dumped|cancelled|gone off|came off|come off|chucked in|chucked|given up|gave up|got rid of|packed in|off) (?:the |my )?(?P<o>"""
    + _TOOL
    + r""")(?=\W*$|[,.;!]| (?:last|this|in|on|for|and|but|so|since|yesterday|after|because|when)\b)
uses + over said ; uses + begins said @p : {S}(?:swapped|switched|moved|changed|gone|went|defected|migrated|transferred)(?: over)?(?: everything)? from (?:the |an? |my )?(?P<o>(?!monday|tuesday|my|bar|full|part|nights|days|teaching|[a-z]+ing\b)[\w' -]{2,24}?) to (?:the |an? |my )?(?P<p>(?=[\w' -]*"""
    + _TOOL
    + r"""|[\w' -]*"""
    + _AID
    + r""")[\w' -]{2,24}?)(?=\W*$|[,.;!]| (?:last|this|in|on|for|and|but|so|since|yesterday|at|because)\b)
uses + state np : {S}(?:have|has|get|gets|order|orders) (?:my|our|his|her|the) (?:veg box|shopping|groceries|milk|meat|eggs|hair cut|prescriptions?|coffee|wine|nails done|clothes) (?:from|at|by|off|through|delivered by) (?:the |an? )?(?!you|my|him|her|them|home|work)
owns + state said : {S}(?!got the )(?:own|owns|got|have|has|bought|bagged|picked up|inherited|still got|still have|still own|got hold of|treated (?:myself|himself|herself) to|landed|been left|was left|found|kept|put in|bought (?:myself|himself|herself)|come home with|came home with) (?:an? |the |my own |our own |our first |my first |her old |his old |me |myself |two |three |four |five |six |eleven |\d+ |some |a couple of )?(?P<o>(?:(?!no\b|rid\b|a\b|the\b|to\b)[\w-]+ ){0,2}?"""
    + _OWNED
    + r""")(?=\W*$|[,.;!?]| (?:since|now|for|at|and|but|so|these|in|on|last|this|off|from|outright|yesterday|which|with|that|above|to my name|as|because|if)\b)
owns ! state said : {P}(?:no |don't (?:have|own) (?:an? |any )?|haven't (?:got )?(?:an? |any )|doesn't (?:have|own) (?:an? |any )|never owned (?:an? )|never had (?:an? )|without (?:an? )|not (?:the|a) |i own no |ain't got (?:no|a) |aint got (?:no|a) |there's no )(?P<o>"""
    + _OWNED
    + r"""|smartphone|landline|telly|microwave|dishwasher)(?=\W*$|[,.;!?]| (?:in (?:this|the|our|my)|here|at home|any|and|but|so|or|either|to my name|since|n )\b)
owns + over said : {S}(?:sold|flogged|got rid of|shot of|parted with|traded in|cashed in|scrapped|offloaded|sold off|gave away|given away|part-exchanged|finally sold|had to sell|donated|lost|wrote off|written off) (?:the |my |our |his |her |that |all the )(?:old |poor |ancient |knackered )?(?P<o>(?:[\w-]+ )?"""
    + _OWNED
    + r""")(?=\W*$|[,.;!?]| (?:on|in|last|this|for|to|and|but|so|yesterday|because|when|after|lol|finally|at)\b)
owns + over said : {P}(?:the |my |our |his |her )(?P<o>(?:old |poor )?"""
    + _OWNED
    + r""")(?:'s| has| is)? (?:finally |just |all )?(?:sold|gone|got nicked|been nicked|was nicked|been stolen|was stolen|got stolen|went on ebay|went on gumtree|went to (?:my|his|her) \w+|been written off|been scrapped)(?=\W*$|[,.;!?]| (?:on|in|last|this|for|and|but|so|yesterday|from|after|outside)\b)
owns + begins said : {P}(?:my |our |the )?new (?P<o>(?:boiler|kitchen|bathroom|front door|"""
    + _OWNED
    + r"""))(?:'s| has| was)? (?:went in|been fitted|fitted|arrived|came|was delivered|been delivered|installed|turned up|gone in)\b
owns + state said : {P}(?:my |our |the )(?P<o>(?:old )?"""
    + _OWNED
    + r""")(?:'s| is|'s been| has been)(?: now| still| all| half)* (?:mine|ours)(?: outright)?(?= now| since|\W*$|[,.;!])
owns + state said : {P}there's (?:an? )(?P<o>(?:[\w-]+ )?"""
    + _OWNED
    + r""") in (?:my|our) (?:shed|garage|loft|hall|hallway|garden|front room|kitchen|attic|cellar|basement|yard|spare room|drive)
owns + state said : {P}(?P<o>(?:{N}|\d+|an?|half an?|my own) (?:[\w-]+ )?"""
    + _OWNED
    + r""")(?= (?:in (?:my|the|our) (?:hallway|loft|shed|garage|hall|garden|attic|kitchen|cellar)|over the stairs|live in my))
has + state said : {S}(?:got|have|has|hold|holds|'ve got|'s got|gained|earned|got (?:my|his|her)|passed (?:my|his|her)|passed|with|carry|carries|just got|'ve only got) (?:an? |the |my |his |her |both |only |a full |(?!no\b|our\b)\w+ )?(?P<o>(?:(?!no\b|a\b|the\b)[\w-]+ )?"""
    + _PAPER
    + r"""(?: in [\w ]{3,24}?)?)(?=\W*$|[,.;!?]| (?:since|now|for|at|and|but|so|these|in \d|from|last|this|good till|valid|to my name|with|on|nobody|yesterday|which|between)\b)
has ! state said : {P}(?:no |got no |i've got no |i have no |we've no |we've got no |there's no |there's been no |we've had no |we have no |don't have (?:an? |any )?|haven't (?:got )?(?:an? |any )|doesn't have (?:an? |any )|hasn't (?:got )?(?:an? |any )|never had (?:an? |any )|still haven't got (?:an? )|without (?:an? )|not got (?:an? )|no longer have (?:an? )?)(?P<o>"""
    + _PAPER
    + r"""|payslips|leave left|aircon|radio|signal)(?=\W*$|[,.;!?]| (?:since|now|for|at|and|but|so|these|in|from|yet|on|either|left|between|here|or)\b)
owns + begins said : \b(?:brought|gave|left|bought|made|built|found) (?P<s>me|us|my [a-z'-]+) (?:an? |his |her |their |his old |her old )(?P<o>(?:[\w-]+ )?"""
    + _OWNED
    + r""")(?=\W*$|[,.;!]| (?:and|for|when|so|in|last|on|which|that|as)\b)
has + state said : {P}(?:{N}|\d+) (?P<o>tattoos?|piercings|points on (?:my|his|her) licence|credit cards)\b
"""
)
