# ruff: noqa: E501 - a row stays on one line: wrapped, its alternatives cannot be read
"""Ways of telling bodies, treatments, allergies, meals and what is left out; rows as in ``ways.py``."""

from __future__ import annotations

_CURE = r"(?:dialysis|chemo|chemotherapy|radiotherapy|physio|therapy|rehab|hydrotherapy|ivf|counselling|cbt|acupuncture|hormone therapy|immunotherapy)"
_OP = r"(?:knee|hip|shoulder|eye|cataract|hernia|bunion|back|heart|foot|ankle|wrist|gallbladder|thyroid|prostate|kidney|liver|bypass|brain|dental|sinus|tonsil|c-section|laser eye|acl|bowel)"
_ILL = r"(?:an? (?:mild |bad |minor |major |small |nasty |second |third |mini[- ])?(?:stroke|heart attack|fall|seizure|concussion|miscarriage|relapse|breakdown|hypo|fit|migraine|reaction|flare-up|mini-stroke|bleed|tumble|hip replacement|knee replacement|pacemaker fitted|stent|transplant|mastectomy|hysterectomy|bypass|scan|biopsy|blood clot|panic attack))"
_JOINT = r"(?:knees?|hips?|shoulders?|back|neck|ankles?|wrists?|elbows?|hamstrings?|eyes|eyesight|hearing|lungs|heart|liver|kidneys?|hands|feet|achilles|calf|groin|ribs?|spine|jaw|throat|voice|nerves|sinuses|stomach|guts?|bladder)"
_WITHOUT = r"(?:booze|drink|alcohol|beer|wine|sugar|chocolate|meat|red meat|bread|dairy|gluten|caffeine|coffee|crisps|pop|fizzy drinks|takeaways?|biscuits|cake|carbs|wheat|cheese|butter|salt|sweets|sauce|cider|gin|junk food|fast food|the friday pint|eggs|nuts|fried food|snacks|desserts?|pudding|spuds|milk|sausages|bacon)"
_DIET = r"(?:low-[a-z]+|high-[a-z]+|[a-z]+-free|ketogenic|keto|paleo|mediterranean|soft|liquid|bland|raw|dash|fodmap|low fodmap|renal|hay-only|plant-based|juice|vegan|vegetarian|diabetic|elimination|carnivore|cabbage soup|5:2|16:8)"

TABLE = (
    r"""
health + state said : \b(?P<s>i|we|he|she|my [a-z'-]+(?: [a-z-]+)?|[a-z]+)(?:'s| is|'m| am|'ve been| has been|'s been)? (?:on|having|in|back on|starting|started|started on|going through|doing) (?P<o>"""
    + _CURE
    + r""")(?=\W*$|[,.;!]| (?:on|three|twice|every|since|for|at|again|now|and|but|so|mondays|in|this|next)\b)
health + state said : \b(?:collect|fetch|pick up|take|drive|drop|picking up|fetching|driving|taking|collecting) (?P<s>my [a-z'-]+|[a-z]+) (?:from|to|for|at) (?P<o>"""
    + _CURE
    + r""")\b
health + state said : \b(?P<s>my|his|her) (?P<o>"""
    + _CURE
    + r"""|seizures|insulin|palpitations|tinnitus|hay fever|cataracts?|bypass|amputation|transplant|stoma|hernia|migraines?|angina|lupus|ms|arthritis|gout|eczema|asthma|diabetes|depression|anxiety|insomnia|epilepsy|sciatica|chemo|colostomy|ileostomy|pacemaker|prosthesis|prosthetic leg|glass eye|blood pressure tablets|statins|warfarin|metformin|antidepressants|ssris|beta blockers|inhalers?|epipen)(?=\W*$|[,.;!]| (?:in|is|'s|since|means|and|so|because|has|i|we|on|for|next|every|makes|keeps|was|from)\b)
health + event said : {P}(?:since|after|before|following) (?P<s>my|his|her) (?:(?:second|first|last|big|little) )?(?P<o>stroke|bypass|amputation|transplant|op|operation|heart attack|fall|accident|hysterectomy|mastectomy|hip replacement|knee replacement|surgery|concussion|diagnosis|crash|aneurysm|breakdown|caesarean|c-section|vasectomy|miscarriage)\b
health + event said : {S}(?:had|having|has had|have had|suffered|survived|recovering from|getting over|just had) (?P<o>"""
    + _ILL
    + r""")\b
health + event said : \b(?P<s>my|his|her|[a-z]+'s|my [a-z-]+'s)? ?(?P<o>"""
    + _OP
    + r""" (?:op|operation|surgery|replacement|transplant))(?= (?:went|in \d|done|last|yesterday)\b|,|\W*$)
health + event body : {S}(?:having|had|has had|getting|got|have had|needs?) (?:my|his|her|the|both|a|both my|both his|both her) (?P<o>(?:(?:left|right|wisdom|second|first|other|bad|new|back) )?[a-z]+(?: [a-z]+)? (?:done|out|off|removed|replaced|fixed|pinned|lasered|drained|reset|fitted|in|x-rayed|checked|scanned))(?=\W*$|[,.;!]| (?:on|last|next|in|yesterday|tomorrow|today|this|at|and|so|but|again|friday|monday)\b)
health + state body : {P}(?P<s>my|his|her)? ?(?P<o>"""
    + _JOINT
    + r"""(?:'s| is| are|'ve| has| have)? (?:shot|gone|gone twice|knackered|buggered|done|packed up|packed in|given out|gave out|playing up|wrecked|in bits|dicky|dodgy|still missing|in a sling|in plaster|in a cast|ruptured|torn|fractured|snapped|broken|dislocated))(?=\W*$|[,.;!]| (?:by|since|so|and|but|after|in|on|again|when|from|twice|this|last)\b)
health + state said : {S}(?P<o>(?:one|two|three) (?:new|good|bad|dodgy|artificial|replacement|working|titanium|metal|plastic) (?:knees?|hips?|kidneys?|legs?|eyes?|ears?|shoulders?|lungs?|hands?|arms?|valves?)|new (?:hip|knee|kidney|liver|heart valve|lens|knees|hips)|artificial (?:hip|knee|leg|eye|valve)|bad back|dodgy (?:knee|hip|back|heart|stomach)|high blood pressure|low blood pressure|high cholesterol|type (?:1|2|one|two)(?: diabetic| diabetes)?|(?:leg|arm|finger|toe|foot) off (?:below|above|at) the \w+|no sense of (?:smell|taste)|blind in one eye|deaf in one ear|(?:profoundly |partially |completely |half |stone )?deaf(?: in (?:my|his|her|one|the) (?:left |right )?ear)?)(?=\W*$|[,.;!]| (?:since|now|and|but|so|from|for|at|after|by)\b)
health + state said : {P}(?P<s>my|his|her)? ?(?:blood pressure|resting heart rate|hba1c|cholesterol|blood sugar|psa|ferritin|b12|bmi|peak flow|platelets|haemoglobin|bone density|creatinine|egfr)(?: was| is|'s| came back at| hit| last month| last week| this morning| today| came in at)+ (?P<o>\d[\d.]*(?: ?(?:over|/) ?\d+)?)\b
health + event said : \b(?:it|and it|yesterday|last time it|before that it|but it)(?: was|'s| is) (?P<o>\d{1,3}(?:\.\d)?)(?= (?:in the (?:summer|spring|autumn|winter)|when i|in {MONTH}|last|now|yesterday|before|at christmas|this time)\b)(?<!£)(?!.*(?:rent|price|rate|rent's))
health + state said : \b(?:came home|born|weighing(?: in)?(?: at)?|tipping the scales at|arrived|was born)[^.!?]{0,46}?[ ,](?P<o>\d(?:\.\d+)? ?(?:kg|kilos?|kgs)|\d+ ?lbs? ?\d*(?: ?oz)?)(?=\W*$|[,.;!]| (?:and|we|of|at)\b)
health + state said : \bdown (?:from \d[\d.]* \w+(?: \w+ \w+)? )to (?P<o>\d{2,3}(?:\.\d)?)\b
health + state said : {W}(?P<o>(?:six|five|four) foot (?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|\d+)|(?:one|two|\d[\d.]*) met(?:re|er)s? tall){E}
health + state said : {S}(?P<o>signed off(?: work| sick)?(?: for [\w ]{3,14}?)?(?: with [a-z]+)?|off (?:work|sick|school)(?: with (?:my|an?|the)? ?[a-z]+))(?=\W*$|[,.;!]| (?:since|until|till|for|and|but|so|again)\b)
health + state condition : \b(?:signed off|off work|off sick|off school|went home|gone home|sent home|laid up|in bed|in hospital|nights? in hospital|to a&e|to casualty|rushed in)(?: [a-z]+){0,6}?,? with (?:an? |the |suspected )?
health + state condition : {P}(?:the |her |his |my )?(?:diagnosis|verdict)(?: is| was|'s|:) (?:an? )?
health + begins condition : \b(?:told|been told|turns out|it turns out|confirmed|discovered|found out) (?P<s>he|she|i|my [a-z'-]+)(?:'s got|'ve got| has| have|'ve|'s) (?:got )?(?:an? )?
health + state condition : ^\W*(?:i think |well,? |so )?(?:could be|might be|may be|probably|pretty sure it's|looks like|it may be|suspected|it's probably) (?:just |an? |my )?
health + state said : {W}(?P<o>(?:going )?(?:deaf|blind|bald|grey|lame)|insomniac|an insomniac|an asthmatic|a diabetic|a coeliac|a haemophiliac|an epileptic|claustrophobic|arachnophobic|pregnant again|up the duff|breastfeeding|expecting|menopausal|concussed|dyslexic|colour-blind|hard of hearing|long-sighted|short-sighted|bedbound|housebound|lame again|travel sick|seasick|carsick)(?=\W*$|[,.;!]| (?:and|but|so|since|for|now|again|who|on|in|with|at|too|this)\b)
health + state said : {S}(?:get|gets|got|getting) (?P<o>(?:terribly |really |very |badly )?(?:travel sick|seasick|carsick|airsick|migraines?|palpitations|vertigo|nosebleeds|hay fever|cramps?|panic attacks|cold sores|chilblains|heartburn|dizzy spells|car-sick|sea-sick|air-sick))\b
health + state said : {S}(?P<o>(?:grind|grinds) (?:my|his|her) teeth|(?:sleepwalk|sleepwalks|sleep-walk|snore|snores|stammer|stammers|stutter|stutters)){E}
health + event said : {S}(?P<o>tested positive|caught (?:covid|the flu|norovirus|shingles|chickenpox|measles|mumps|a cold|malaria|dengue)|went into (?:remission|labour|hospital|hospice)|gone into (?:remission|labour|hospital|hospice)|(?:had|has had) (?:all )?(?:my|his|her) (?:jabs|boosters?|flu jab|covid jab|mmr|vaccinations?)|came round from the anaesthetic|(?:waters broke)|got (?:my|his|her) (?:sight|hearing|voice|speech) back|lost (?:my|his|her) (?:sight|hearing|sense of smell|sense of taste|voice|speech)|lost (?:a bit of |some |all )?(?:feeling|movement|sensation) in (?:my|his|her) [a-z]+(?: [a-z]+)?){E}
health + event said : {P}(?P<s>my|his|her|my [a-z-]+'s|[a-z]+'s) (?P<o>(?:waters broke|scan came back clear|biopsy came back clear|results came back clear|bloods came back (?:fine|clear|normal)|test came back (?:negative|positive|clear)|braces came off|cast came off|stitches came out|cast comes off))
>health + state drug : (?:^\W*|, )(?:(?:low|high|small|daily|weekly) (?:dose )?)?(?P<o>(?:warfarin|metformin|insulin|methotrexate|ramipril|statins?|omeprazole|levothyroxine|sertraline|citalopram|lithium|prednisolone|tamoxifen|amlodipine|bisoprolol|gabapentin|pregabalin|blood thinners|blood pressure tablets|beta blockers|thyroid pills|thyroid tablets|antihistamines|antibiotics)(?:,? \d+ ?mg)?(?: (?:twice|once|three times) (?:daily|a day)| every (?:morning|night|evening|day)| for (?:breakfast|life))?)(?=\W*$|[,.;])
health + state drug : \b(?:so )?it's (?P<o>[a-z]+(?: [a-z]+)?) (?:for breakfast|for life)\b
allergic_to + state np : {P}(?:it's |it is )?(?P<o>(?!it\b|that\b|this\b|which\b|what\b|he\b|she\b|they\b)[\w' -]{3,24}?) (?:brings?|brought|nearly killed|almost killed|half killed|makes?|sends?|nearly finished|finished) (?P<s>me|him|her|us|my [a-z'-]+)(?: up in (?:welts|hives|a rash|blotches)| out in (?:hives|a rash|spots|welts)| twice| off| swell(?: up)?| wheeze| come out in (?:hives|a rash))(?=\W*$|[,.;!]| (?:so|and|but|like|in|when|as|if)\b)
allergic_to + state np : {P}(?P<o>(?!it\b|that\b)[\w' -]{3,24}?) (?:makes?|made) (?P<s>my|his|her) (?:face|lips|tongue|throat|eyes|skin|mouth) (?:swell|itch|burn|close|tingle|puff|go numb|stream|swell up)
allergic_to + state np : \banything with (?P<o>[\w-]+(?: [\w-]+)?) and (?P<s>my|his|her) (?:throat|face|lips|tongue|airways?)\b
allergic_to + state np : {P}(?P<s>i|he|she|my [a-z'-]+(?: [a-z-]+)?|our [a-z'-]+|[a-z]+) (?:come|comes|came|swell|swells|swelled|break|breaks|puff|puffs|blow|blows|flare|flares) (?:up|out)(?: in (?:hives|a rash|welts|spots|blotches))?(?: like [\w ]{3,20}?)? if (?:an? |the )?(?:(?:i|he|she) (?:so much as )?(?:looks?|touch(?:es)?|eats?|goes? near|smells?)(?: at| near)? )?(?:an? |the )?(?P<o>[a-z]+?)(?: so much as looks at (?:me|him|her))?(?=\W*$|[,.;!])
allergic_to + state np : {P}(?:no )?(?P<o>[a-z]+) (?:in|at) (?:the )?(?:office|house|class|kitchen|room|lunchboxes)(?: pls| please)?,? (?:because |as )?(?P<s>my [a-z'-]+|[a-z]+)(?:'s| has| is)(?: got)? (?:an )?allerg(?:y|ic)\b
allergic_to + state np : {P}(?:we |i )?(?:steer clear of|avoid|avoids|keep away from|no|don't buy|don't keep) (?P<o>[a-z]+) (?:because|since|as|cos) (?P<s>my [a-z'-]+|the baby|[a-z]+) reacts\b
allergic_to ! state np : \b(?P<s>i|he|she|my [a-z'-]+|[a-z]+)(?:'m|'s| am| is) not allergic to (?P<o>[\w -]{3,24}?)(?= (?:after all|any more|anymore)|,|\W*$|[.;])
allergic_to ! begins np : {S}(?:grew|grown|growing) out of (?:my|his|her|an?) (?P<o>[a-z]+(?: [a-z]+)?) allergy\b
allergic_to + state said : {P}(?:allergies|allergy|allergens?)(?: are| is|:)+ (?P<o>[a-z]+(?: [a-z]+)?)(?=,|\W*$)
allergic_to + state said : {S}(?:intolerant|violently allergic|highly allergic|mildly allergic|very allergic|terribly allergic|fatally allergic) to (?P<o>[\w -]{3,24}?){E}
diet ! state said : {P}(?:(?P<s>i|we|he|she|my [a-z'-]+|[a-z]+)(?:'m|'re|'s| am| is| are|'ve been| has been)?(?: gone| come| been| going)? )?(?:off|laying off|gone off|staying off|cutting out|cut out) (?:the |all )?(?P<o>"""
    + _WITHOUT
    + r""")(?=\W*$|[,.;!]| (?:altogether|since|until|till|for|and|but|now|this|at|completely)\b)
diet ! begins said : {P}(?:day|week|month) (?:\d+|{N}|\w+) (?:without|off) (?:an? |any |the )?(?P<o>"""
    + _WITHOUT
    + r""")\b
diet ! state said : {P}(?:{N}|\d+) (?:days|weeks|months|years) (?:without|off) (?:an? |any |the )?(?P<o>"""
    + _WITHOUT
    + r""")\b
diet ! begins said : {S}(?:given up|gave up|giving up|quit|quitting|kicked|packed in|knocked off|sworn off|swore off|cut out|forsworn|renounced) (?:the |all )?(?P<o>"""
    + _WITHOUT
    + r""")(?=\W*$|[,.;!]| (?:for|this|since|and|but|until|till|in|last|because|so|altogether|years|again|at)\b)
diet ! begins said : {P}no more (?P<o>"""
    + _WITHOUT
    + r"""|houmous|hummus|[a-z]+) for (?:me|us)\b
diet + begins said : {S}(?:back on|gone back on|gone back to|eating|drinking|allowed) (?P<o>"""
    + _WITHOUT
    + r"""|keto|gluten)(?: again| after| from| since| now)
diet + state said : {S}(?:on|doing|does|do|started|tried|trying|went on|follows?|following|put on)(?: an?| the| this)? (?:strict |new )?(?P<o>"""
    + _DIET
    + r""" (?:diet|cleanse|plan|regime)|intermittent fasting|16:8|5:2|sixteen-eight|dry january|sober october|veganuary|one meal a day|keto|paleo|atkins|slimming world|weight watchers|omad|low-carb|whole30)\b
diet + begins said : (?:^\W*|[,;] )(?P<o>dry january|sober october|veganuary|intermittent fasting|ramadan fast)(?= (?:day|going|is|since|again)|,|\W*$)
diet + state said : {P}(?P<s>my [a-z'-]+(?: [a-z-]+)?|[a-z]+)(?:'s| is| has)(?: now| gone)? on an? (?:strict )?(?P<o>"""
    + _DIET
    + r""")(?: diet)?\b
diet + begins said : \bput (?P<s>me|him|her|us|my [a-z'-]+|[a-z]+) on an? (?:strict )?(?P<o>"""
    + _DIET
    + r""") diet\b
diet + state said : {P}(?P<s>i|we|he|she|my [a-z'-]+(?: [a-z-]+)?|[a-z]+)(?:'s been|'ve been| has been| have been)? ?(?:live on|lives on|living on|lived on|survive on|survives on|surviving on|eats? nothing but|drinks? nothing but|drinks? only|eats? only|only eats?|only drinks?|exist on|exists on|subsists? on) (?P<o>(?!benefits|my own|his own|her own|the|a |an |nothing|very little)[\w ,'-]{3,40}?)(?=\W*$|[.;!]|, (?:and|but|so|hates|loves|iris|[a-z]+'s)| (?:since|and has|and is|but|so|because|at|these days|now|until|this|when)\b)
diet + state eaten : {S}(?:have|has|had|eat|eats|drink|drinks) (?P<o>[\w -]{3,30}?) (?:every single|every|each) (?:morning|day|night|evening|lunchtime)\b
diet + state said : {P}(?P<o>(?:{N}|\d) (?:coffees|teas|cups of tea|cups of coffee|espressos|cans of coke|pints|glasses of wine|beers)(?: (?:a|every|each|per) day| before \w+)?|black coffee|decaf only|halal only|kosher only|vegan food only)(?=,? (?:every|that's my limit|for me|max|a day)|,|\.|$)
diet + state said : {P}(?P<o>halal|kosher|vegan|veggie|vegetarian|pescatarian|decaf|gluten-free|dairy-free|oat milk|no sugar)(?: only| all the way| please)? for (?:me|us)\b
diet + state said : {W}(?:decided|announced|declared) (?:he|she|they|i)(?:'s|'m|'re| is| am) (?:an? )?(?:now )?(?P<o>vegan|veggie|vegetarian|pescatarian|teetotal|gluten-free|dairy-free|halal|kosher|coeliac)\b
diet + state said : {S}(?P<o>eats? (?:everything|anything|like a (?:horse|bird))|(?:has|have|eats?|had) (?:no breakfast|one meal a day)|eats? before dawn and after sunset){E}
diet ! state said : {P}(?P<s>i|we|he|she|my [a-z'-]+|[a-z]+)(?:'ve| have| has|'s)? (?:never|not|haven't|hasn't) (?:ever )?(?:touched|touch|touches|smoked|drunk|drink|drinks|eaten) (?:an? |any )?(?P<o>meat|pork|drop|drink|alcohol|fish|cigarette|coffee|smoked|dairy|red meat|beef|lamb)(?: of \w+)?(?=\W*$|[,.;!]| (?:in|since|all|again|for)\b)
diet ! state said : {P}(?P<s>i|we|he|she|my [a-z'-]+|[a-z]+) (?:never|don't|doesn't|do not) (?P<o>smoke|smokes|vape|drink)(?=\W*$|[,.;!]| (?:either|or|and|but|any more|anymore)\b)
diet ! state said : {P}(?P<s>i|we|he|she|my [a-z'-]+(?: [a-z-]+)?|[a-z]+) (?:won't|will not|refuses to|can't|cannot|isn't allowed to) (?:eat|touch|have|go near|drink) (?:any |a |an )?(?P<o>(?:anything (?:green|spicy|fishy|raw|with [a-z]+|from [a-z ]+)|dairy|gluten|shellfish|meat|pork|beef|lamb|fish|eggs|nuts|groundnuts|peanuts|vegetables?|mushrooms|cheese|onions?|garlic|soy|soya|wheat|bread|olives|seafood|coriander|celery|alcohol))(?=\W*$|[,.;!]| (?:and|or|because|since|so|but|if|either|any)\b)
diet ! state said : {P}(?:neither|none|not one) of (?P<s>(?:my|the|our) [a-z'-]+(?: [a-z-]+)?) (?:eats?|drinks?|touch(?:es)?|will eat|will touch|ever smoked|smokes?|can eat) (?:an? |any )?(?P<o>[a-z]+(?: [a-z]+)?){E}
"""
)
