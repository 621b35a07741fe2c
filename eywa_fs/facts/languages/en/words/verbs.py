"""Verbs: base forms, irregular forms, and the classes the rules ask for."""

from __future__ import annotations

from eywa_fs.facts.languages.en.words.lists import words

#: base: past, past participle (one entry where they are equal).
IRREGULAR = """
be was been; bear bore borne; beat beat beaten; become became become; begin began begun; bend
bent; bet bet; bind bound; bite bit bitten; bleed bled; blow blew blown; break broke broken;
breed bred; bring brought; build built; burn burnt; burst burst; buy bought; catch caught;
choose chose chosen; cling clung; come came come; cost cost; creep crept; cut cut; deal dealt;
dig dug; do did done; draw drew drawn; dream dreamt; drink drank drunk; drive drove driven; eat
ate eaten; fall fell fallen; feed fed; feel felt; fight fought; find found; flee fled; fly flew
flown; forbid forbade forbidden; forget forgot forgotten; forgive forgave forgiven; freeze froze
frozen; get got gotten; give gave given; go went gone; grind ground; grow grew grown; hang hung;
have had; hear heard; hide hid hidden; hit hit; hold held; hurt hurt; keep kept; kneel knelt;
knit knitted; know knew known; lay laid; lead led; lean leant; leap leapt; learn learnt; leave
left; lend lent; let let; lie lay lain; light lit; lose lost; make made; mean meant; meet met;
misread misread; pay paid; prove proved proven; put put; quit quit; read read; rebuild rebuilt;
ride rode ridden; ring rang rung; rise rose risen; run ran run; say said; see saw seen; seek
sought; sell sold; send sent; set set; sew sewed sewn; shake shook shaken; shed shed; shine
shone; shoot shot; show showed shown; shrink shrank shrunk; shut shut; sing sang sung; sink sank
sunk; sit sat; sleep slept; slide slid; sow sowed sown; speak spoke spoken; speed sped; spell
spelt; spend spent; spill spilt; spin spun; split split; spread spread; stand stood; steal stole
stolen; stick stuck; sting stung; strike struck; swear swore sworn; sweep swept; swim swam swum;
swing swung; take took taken; teach taught; tear tore torn; tell told; think thought; throw
threw thrown; understand understood; undergo underwent undergone; wake woke woken; wear wore
worn; weave wove woven; weep wept; win won; wind wound; withdraw withdrew withdrawn; write wrote
written; rewrite rewrote rewritten; overcome overcame overcome; outgrow outgrew outgrown;
partake partook partaken; foresee foresaw foreseen; arise arose arisen; misplace misplaced
"""
BASES = words(
    """recite darn embroider carve sculpt varnish upholster reupholster overhaul refurbish respray
    insulate landscape prune strim plough shear inject dispense examine invigilate oversee convene
    coordinate cater fry distil navigate glide gallop broadcast animate engrave retouch digitise
    digitize transcribe interpret administer configure reconcile underwrite insure procure shelve
    unload haul lug steer tow prosecute litigate convey canvass strum yodel harmonise transpose
    improvise assemble fabricate appraise calibrate analyse analyze excavate lodge dwell cohabit wed
    rehome neuter spay microchip fold stack load wrap polish survey measure hum
    accept ache achieve acquire act adapt add admire admit adopt adore afford age aim allow
    amount answer apply appreciate argue arrange arrive ask attend audition avoid bake ban bathe
    battle believe belong blog board boil book borrow bounce box breathe brew bruise brush burn
    bust busk call camp cancel care carry celebrate change charge chat cheat check chip
    choreograph clean climb close coach code collect combine commission commute compete complain
    complete compose conduct confirm consider consult contact continue control convert cook cope
    count cover crack craft crash crave crochet cross cry curate cycle damage dance date decide
    decorate defend deliver depend deploy deserve design despise detest develop diagnose direct
    disable discover dislike dislocate dispatch ditch dive divorce donate double download drag
    dread dress drop drum dump earn edit elope emigrate employ end engage enjoy enlist enrol
    enroll enter escape establish exercise expect experience explain explore export face fail
    fall fancy farm fast favor favour fear feed file fill film finish fish fit fix flood focus
    follow forage fracture freelance fundraise gain game garden gather glaze graduate groom
    guide hail hand handle happen hate head heal help hike hire host hope hunt identify
    illustrate imagine immigrate import improve inherit injure inspect install instruct intend
    intern introduce invent invest invite iron issue jog join juggle jump keep kick kill kiss
    land laser last laugh launch lease lecture license lift like limit list listen live loan
    loathe lock look love lower maintain major manage map marry master match meditate memorise
    memorize mend mentor message migrate milk mind miss mix model monitor mount mourn move name
    need neglect nurse observe offer open operate opt order organise organize own pack paint
    park participate pass patrol perform phone photograph pick pickle plan plant play plaster
    plumb post practice practise pray prefer prepare present preserve press prescribe produce
    program progress promise promote propose protect pull purchase push qualify quilt race raise
    rank reach react rebuild receive recommend record recover recycle reduce refuse register
    rehearse relate relocate rely remain remarry remember remind remove renew renovate rent
    repair repeat replace reply report represent rescue research reserve reside resign respect
    rest restore retire retrain return review rock roast roll row rupture sail save scan scare
    schedule score scratch scuba search serve settle share shave shift shop shovel sign skate
    sketch ski skip smash smell smoke sneeze snore snowboard solve sort spar sponsor sprain
    stalk start starve stay step stop store strain stream stretch struggle study submit
    subscribe subsist suffer suit supervise supply support suppose surf surprise survive suspect
    swap swear swerve switch tackle talk taste tattoo tend test text thank tidy tour touch toast
    track trade train transfer translate travel treat trek trim trust try tune turn tutor twist
    type upgrade use vacation vape verify visit volunteer vote vow wait walk want warn wash
    waste watch water weigh welcome weld whistle wish wonder work worry worship wreck wrestle
    yell binge crave chase cuddle despise flip foster hoover narrate nap parent pedal podcast
    pray preach process proofread provision pursue quilt rank refinance relapse rewatch scrap
    sing skydive snack snorkel socialise socialize solder source spoil squat swipe teach terrify
    tolerate touch-type unsubscribe upcycle value vaccinate veto whittle woodwork shatter wrench
    pinch downgrade downsize upsize exchange remortgage rehome christen
    ghost dump sublet scoot stomach bin axe chuck host enter
    land temp co-write die slip trip faint bank busk resit retake rent-out juggle commute sack
    post hatch spawn sprout scald stub yank doze nod ferment brine smuggle fundraise loan haggle
    owe alphabetise rewire bank subtitle chair co-own co-found moonlight shadow babysit petsit
    housesit swot cram snooze bottle forage glaze throw dj emcee mc umpire referee captain
    ski-tour abseil boulder abstain refrain sit tape wire worsen operate detox carpool
    homeschool grieve honeymoon bump mow vacuum whisk wander mug rent-out backpack relapse flunk
    ghostwrite freelance commute sprint jog snowboard kayak paddle lift-weights unwind declutter
    decline declutter gamble postpone delay memorise reschedule"""
)


def _forms() -> dict[str, tuple[str, str]]:
    """Every irregular form with its base and kind: past, participle, or both."""
    table: dict[str, tuple[str, str]] = {}
    for entry in IRREGULAR.replace("\n", " ").split(";"):
        base, past, *rest = entry.split()
        participle = rest[0] if rest else past
        table[past] = (base, "both" if past == participle else "past")
        if participle != past:
            table[participle] = (base, "participle")
    for base in ("be",):
        table.pop("was", None)
        table["been"] = (base, "participle")
    return table


IRREGULAR_FORMS = _forms()
ALL_BASES = BASES | {entry.split()[0] for entry in IRREGULAR.replace("\n", " ").split(";")}

#: Likes and dislikes.
LIKING = words("like love adore enjoy prefer dig favour favor fancy worship")
DISLIKING = words("hate dislike detest loathe despise abhor dread")
#: Verbs of thinking, saying, sensing and waiting: their bare statements are no memory.
MENTAL = words(
    """think know guess mean suppose reckon feel see say tell hear wonder hope notice realise
    realize remember forget understand imagine assume suspect look seem appear sound ask answer
    reply explain wait agree disagree doubt mind care matter happen depend bet swear promise
    admit thank welcome apologise apologize worry expect figure laugh cry joke kid let come get
    put find try keep hold thank need want deserve believe trust like help show give send tell
    owe react stand sit lie stare glare smell taste fit suit cost last contain consist include
    become remain stay turn make do go have be take bring leave end start stop continue finish
    begin read watch check call text email mention suggest point listen regret appreciate miss
    complain argue decide consider pretend freak panic struggle hate love prefer enjoy dislike
    talk chat speak plan use own live work study move visit meet drop pick open close click type
    press run set follow set spend crash freeze break fail load keep explode pop insist claim
    announce shout scream yell reckon reply recommend deny warn hurt ache feel grow share
    support push strive value face learn act deal relate focus aim"""
)
#: Events worth a memory when they are told of the past: passed, won, retired, bought ...
EVENTS = words(
    """die pass fail win graduate retire publish adopt remarry elope propose qualify
    inherit sell buy purchase lose crash total survive emigrate enlist resign found launch
    renovate donate enrol enroll apply crack sprain faint collapse fracture 
    defend upgrade downgrade repair rebuild restore plant climb complete
    organise organize earn receive recover transfer relocate return audition volunteer
    train hire fire promote refinance repay swap sprain faint collapse """
)
STARTING = words("start begin commence resume")
STOPPING = words("stop quit cease")
SPLITTING = words("divorce separate split")
#: Verbs that open a one-off request ("give me three ideas").
REQUESTS = words(
    """give make tell write show help explain list suggest translate find turn summarise summarize
    rewrite draft check fix compare recommend describe generate create convert calculate look
    search define proofread edit shorten expand read send set remind book play open run walk
    point pick name let come bear hang hold wait guess imagine picture pretend suppose say ask
    add remove sort count think consider try put take rank plan design build format solve
    refactor review debug outline brainstorm pass keep drop do don't go get stop start have be
    forget ignore trust believe see watch use rate rephrase reword rename merge print plot spell
    teach talk"""
)
#: Participles that describe a state after "'s" rather than make a perfect.
ADJECTIVAL = words(
    """marry engage divorce base call name know allow suppose bear diagnose retire scare terrify
    obsess addict hook use make locate close break injure tire bore interest excite worry finish
    do separate raise employ own lose book sell cancel schedule plan hurt be build drive promote
    hire post write pronounce spell relate"""
)
#: Verbs whose passive is told of people: "was promoted to", "been posted to".
PASSIVES = words("promote hire post transfer offer accept admit fire sack diagnose")
#: Verbs followed by "to" + verb that speak of an intention or a wish.
INTENDING = frozenset({"plan", "intend", "aim", "arrange", "mean", "prepare", "decide", "agree"})
WISHING = frozenset({"want", "hope", "wish", "dream", "long", "crave", "ache"})
