"""Words for jobs, health, food, property and other things people say about themselves."""

from __future__ import annotations

from eywa_fs.facts.languages.en.words.illnesses import (
    MORE_BODY,
    MORE_CONDITIONS,
    MORE_TREATMENTS,
)
from eywa_fs.facts.languages.en.words.lists import phrases, words
from eywa_fs.facts.languages.en.words.trades import MORE_JOBS

JOBS = MORE_JOBS | words(
    """accountant actor actress actuary administrator analyst animator apprentice archaeologist
    architect archivist artist astronomer attorney auditor author baker banker barber barista
    barrister bartender beautician bellhop biologist blacksmith blogger bookkeeper botanist
    brewer bricklayer broker builder butcher buyer caretaker carpenter cashier caterer chef
    chemist chiropractor cleaner clerk coder comedian composer conductor consultant contractor
    cook copywriter counsellor counselor courier curator dancer dealer dentist dermatologist
    designer detective developer dietician dietitian diplomat director dj doctor doula
    dressmaker driver drummer dyer ecologist economist editor electrician engineer entrepreneur
    estimator executive farmer farrier filmmaker firefighter fireman fisherman florist
    freelancer gamer gardener geologist goldsmith guard guide guitarist hairdresser handyman
    hygienist historian housekeeper housewife illustrator influencer inspector instructor intern
    interpreter investigator janitor jeweller jeweler joiner journalist judge lab-technician
    labourer laborer landscaper lawyer lecturer librarian lifeguard linguist locksmith
    lorry-driver machinist magician maid mailman manager marketer marine mason masseuse
    mathematician mechanic merchandiser meteorologist microbiologist midwife miner model
    mortician musician nanny neurologist nun nurse nutritionist officer operator optician
    optometrist orthodontist osteopath paediatrician painter paralegal paramedic pastor
    pathologist pediatrician pharmacist philosopher photographer physician physicist physio
    physiotherapist pianist pilot planner plasterer plumber podiatrist poet policeman
    police-officer politician porter postman potter priest principal printer producer professor
    programmer psychiatrist psychologist psychotherapist publicist publisher radiographer
    radiologist ranger realtor receptionist recruiter referee rep reporter researcher roofer
    sailor salesman salesperson saleswoman scientist sculptor seamstress secretary server
    sheriff shepherd shopkeeper singer social-worker soldier solicitor songwriter stage-manager
    statistician steward stewardess stockbroker stonemason student stylist superintendent
    supervisor surgeon surveyor tailor tattooist taxidermist teacher technician technologist
    telephonist teller therapist tiler trader trainee trainer translator tutor undertaker
    upholsterer usher valet vet veterinarian violinist volunteer waiter waitress warden weaver
    welder writer youtuber zookeeper zoologist freelance self-employed temp substitute postdoc
    phd-student undergrad undergraduate grad-student apprentice paramedics bus-driver
    truck-driver trucker cabbie dispatcher estate-agent civil-servant coach au-pair childminder
    carer caregiver groomer dog-walker dog-groomer barback sommelier bookseller binder stagehand
    rigger luthier cobbler glazier scaffolder docker cop beekeeper fundraiser bouncer ceo cfo
    cto founder co-founder owner boss stay-at-home homemaker retiree pensioner sous-chef
    deckhand bosun skipper registrar assistant coordinator specialist strategist advisor adviser
    agent representative associate partner lead head deputy chair treasurer trustee sysadmin
    devops sre dba ux gp medic medics pa ta hca ceo cmo hgv-driver croupier concierge bailiff
    boxer jockey footballer cricketer wrestler goalkeeper acrobat juggler bookie bookmaker
    beautician boatbuilder bricklayer butler cartographer chauffeur choreographer chaplain vicar
    clown colonel columnist commissioner compositor confectioner constable copyeditor coroner
    critic cryptographer dramaturg dean decorator distiller ecologist embalmer engraver envoy
    epidemiologist farmhand ferryman fitter foreman forester forewoman fishmonger gamekeeper
    geneticist glassblower grocer greengrocer ghostwriter harbourmaster herbalist headmaster
    headmistress headteacher horologist hypnotherapist imam rabbi ironmonger jockey lamplighter
    lector lexicographer lieutenant lithographer longshoreman stevedore masseur milliner milkman
    milkmaid mime minister monk notary novelist nurseryman oncologist pathologist paediatrician
    pawnbroker perfumer phlebotomist piper playwright ploughman postie postmaster postmistress
    prefect presenter prison-officer proofreader puppeteer quantity-surveyor radiotherapist
    refuse-collector rector roadie saddler sailmaker screenwriter sergeant sexton shipwright
    shoemaker signwriter signaller silversmith speech-therapist stockman stuntman stuntwoman
    sub-editor sacristan tanner teaching-assistant thatcher tinsmith toolmaker tradesman
    tree-surgeon trapeze-artist tv-presenter tyre-fitter verger vintner watchmaker wheelwright
    window-cleaner winemaker woodcarver woodcutter woodworker yogi binman dustman dinner-lady
    lollipop-lady childcare-worker paralegal actuary statistician quant cellist bassist flautist
    organist accordionist trombonist trumpeter harpist percussionist soprano tenor baritone
    hydrologist volcanologist glaciologist seismologist lobbyist activist campaigner councillor
    mayor senator mp ambassador consul usher bouncer doorman night-porter lock-keeper"""
)
#: Endings of job words that no list can exhaust ("harpsichordist", "geotechnician").
JOB_ENDINGS = (
    "ologist", "ician", "grapher", "keeper", "maker", "smith", "monger", "therapist", "onist",
    "inist", "wright", "herd", "warden", "master", "mistress", "woman", "sman", "rman", "lman",
    "eer", "ptor", "cutter", "fitter", "finisher", "dresser", "binder", "builder",
    "driver", "officer", "worker", "operator", "collector", "conductor", "instructor",
    "inspector", "restorer", "trainer", "walker", "sitter", "minder", "cleaner", "catcher",
    "picker", "packer", "hand", "clerk", "porter", "steward", "tuner", "planner", "buyer",
    "broker", "dealer", "seller", "surveyor", "auditor", "curator", "geneticist", "lexicographer",
    "apist", "ontist", "rist", "gist", "nist",
)  # fmt: skip
JOB_PAIRS = phrases(
    """lollipop lady, lollipop man, dinner lady, tea lady, cleaning lady, delivery driver, delivery
    man, bin man, ice-cream man, tax inspector, night watchman, script supervisor, stunt double,
    test pilot, air hostess, cabin crew, flight attendant, call handler, shop assistant, sales
    assistant, care assistant, teaching assistant, classroom assistant, dental nurse, vet nurse,
    social worker, youth worker, support worker, civil servant, estate agent, travel agent,
    letting agent, tree surgeon, chimney sweep, town crier, lock keeper, sous chef, head chef,
    line cook, kitchen porter, party planner, wedding planner, personal shopper, life coach, tour
    guide, dog groomer, dog walker, child minder, fire fighter, police officer, prison guard,
    security guard, traffic warden, crane operator, sound tech, lighting tech, quantity surveyor,
    project manager, product owner, data scientist, art director, film extra, voice actor,
    session musician, ghost writer, copy editor, court reporter, speech therapist, lab tech,
    train driver, bus conductor, postal worker, farm hand, ranch hand, ski instructor, yoga
    teacher, piano tuner, pest controller, window cleaner, gas fitter, carpet fitter, parish
    priest, lay preacher"""
)
#: They end like jobs and are none.
NO_JOBS = words(
    """feminist atheist racist sexist optimist pessimist perfectionist minimalist humanist communist
    socialist capitalist nationalist motorist cyclist tourist finalist nudist hobbyist purist
    realist idealist narcissist buddhist baptist methodist german roman human woman gentlewoman
    norman ottoman beer deer career peer queer cheer volunteer engineer-wannabe pioneer list
    wrist twist fist mist hand lefthand beforehand secondhand second-hand offhand farmland master
    webmaster tuner fitter worker walker collector builder dog-walker cat-sitter naturist
    terrorist christ moist hedonist protagonist antagonist agonist opportunist unionist satanist
    modernist clean cleaner dresser binder picker conductor operator finisher catcher packer
    grist herd firsthand grandmaster mastermind pacifist alarmist conformist columnist-reader"""
) - words("builder cleaner dog-walker picker packer conductor operator")
DIETS = words(
    "vegans vegetarians veggies pescatarians pescetarians flexitarians carnivores teetotallers "
    """vegan vegetarian veggie pescatarian pescetarian flexitarian omnivore carnivore keto paleo
    kosher halal teetotal teetotaler teetotaller sober gluten-free dairy-free lactose-free
    sugar-free plant-based low-carb no-carb fruitarian macrobiotic low-sodium low-fodmap fodmap
    nut-free raw-vegan pescetarian caffeine-free alcohol-free low-fat"""
)
CONDITIONS = MORE_CONDITIONS | words(
    """attack seizure seizures miscarriage infection slipped-disc tumour tumor fracture asthma
    asthmatic diabetes diabetic migraine migraines epilepsy epileptic arthritis eczema psoriasis
    anxiety depression insomnia adhd add autism autistic dyslexia dyslexic dyspraxia anaemia
    anemia anaemic anemic coeliac celiac ibs crohn's colitis endometriosis pcos fibromyalgia
    scoliosis sciatica tinnitus vertigo hypertension hypothyroidism hyperthyroidism thyroid
    cancer leukaemia leukemia lymphoma covid flu pneumonia bronchitis tonsillitis sinusitis
    shingles measles chickenpox mumps hepatitis malaria dengue tuberculosis lupus ms parkinson's
    alzheimer's parkinson alzheimer crohn hodgkin raynaud meniere ménière tourette asperger addison
    stoma ileostomy colostomy dementia stroke reflux gerd gastritis ulcer ulcers hernia gout
    glaucoma cataract
    cataracts astigmatism rosacea acne vitiligo alopecia bipolar ocd ptsd schizophrenia bulimia
    anorexia burnout concussion whiplash tendonitis tendinitis bursitis osteoporosis
    osteoarthritis hay-fever hayfever rash allergy allergies hives pregnant colour-blind
    color-blind colorblind colourblind deaf blind short-sighted nearsighted long-sighted
    farsighted intolerant lactose-intolerant prediabetic pre-diabetic cholesterol angina
    arrhythmia pacemaker hypermobility mono glandular-fever lyme long-covid palpitations
    heartburn kidney-stones gallstones appendicitis fever cold cough bronchial anosmia
    sleepwalker narcolepsy apnea apnoea plantar fasciitis hypoglycemia hypothyroid
    immunocompromised paralysed amputee"""
)
BODY = MORE_BODY | words(
    """ankle ankles wrist wrists arm arms leg legs knee knees hip hips shoulder shoulders elbow
    back neck finger fingers thumb toe toes foot feet hand hands rib ribs collarbone collar-bone
    nose jaw skull tooth teeth tendon ligament acl meniscus hamstring calf achilles muscle spine
    disc pelvis tailbone coccyx heel shin femur tibia fibula radius cheekbone eye eyes ear ears
    gut kidney kidneys liver lung lungs heart stomach bladder gallbladder appendix tonsils
    thyroid uterus ovary prostate skin scalp throat sinuses eardrum cornea retina bone bones
    groin quad"""
)
TREATMENTS = MORE_TREATMENTS | words(
    """replacement bloods thinners mastectomy hysterectomy c-section caesarean surgery operation op
    transplant bypass chemo chemotherapy radiotherapy dialysis physio physiotherapy insulin
    injections injection statins antidepressants antibiotics painkillers inhaler metformin
    sertraline ibuprofen paracetamol aspirin warfarin levothyroxine methotrexate beta-blockers
    steroids vaccine jab booster stitches crutches braces retainer implant implants stent
    pacemaker root-canal scan mri biopsy colonoscopy endoscopy x-ray blood-test melatonin lithium
    prozac zoloft ritalin adderall antihistamines supplements iron prescription medication meds
    pills tablets hrt contraception pill therapy cpap omeprazole lisinopril ramipril amlodipine
    atorvastatin naproxen gabapentin prednisone escitalopram"""
)
#: What a body is helped by, without being a medicine.
AIDS = words(
    """lenses aids aid prosthesis wig dentures insoles epipen epipens epi-pen oxygen crutch crutches
    wheelchair rollator zimmer frame nebuliser nebulizer cpap ventilator stairlift stick cane
    hearing-aid hearing-aids mobility-scooter walker"""
)
FOOD = words(
    """vegetables vegetable veg veggies pancakes pancake pastry pastries croissants noodle greens
    pulses grains berries blueberries raspberries cherries peaches pears plums melon watermelon
    grape lettuce cucumber cucumbers leeks artichokes asparagus pumpkin squash turnips chickpeas
    hummus falafel risotto lasagne lasagna paella stew chili dumplings sandwich sandwiches toast
    bagels waffles muffins doughnuts donuts pie pies pasties steak steaks mince hot-dogs gravy
    herring mackerel sardines cod trout eel caviar marmite vegemite tapas meat beef pork lamb
    chicken turkey bacon ham sausage sausages fish seafood shellfish shrimp shrimps prawn prawns
    crab lobster oysters mussels salmon tuna anchovies egg eggs milk dairy cheese butter cream
    yogurt yoghurt lactose gluten wheat bread pasta rice noodles ramen udon soba sushi curry
    soup salad pizza burgers burger fries chips crisps chocolate sweets candy cake cakes
    biscuits cookies dessert desserts sugar salt pepper garlic onion onions mushrooms mushroom
    tomato tomatoes potatoes potato aubergine eggplant courgette zucchini spinach kale broccoli
    cauliflower cabbage carrots
    parsnip parsnips turnip turnips leek leeks houmous
    peas beans lentils tofu tempeh soy soya nuts peanuts peanut
    almonds cashews walnuts pistachios sesame hazelnuts fruit apples apple banana bananas
    strawberries kiwi mango pineapple grapefruit oranges orange lemon lemons grapes avocado
    avocados olives coriander cilantro parsley basil chilli chili spicy mayo mayonnaise ketchup
    mustard vinegar honey jam oats oatmeal porridge cereal granola coffee tea caffeine alcohol
    beer wine whisky whiskey gin vodka rum tequila cider soda coke cola juice smoothies booze
    espresso decaf latte cappuccino matcha water carbs carbohydrates fat fats liver liquorice
    licorice marzipan raisins coconut cinnamon ginger turmeric celery beetroot peppers radishes
    sprouts cottage-cheese blue-cheese goat-cheese red-meat junk fast-food takeaways takeout
    snacks breakfast lunch dinner supper meals meal pudding ice-cream popcorn tacos burritos
    kimchi ghee offal veal venison duck goose squid octopus snails oysters mutton gelatine
    gelatin corn maize fizzy energy-drinks spirits liquor cocktails lager ale"""
)
#: Things one has rather than owns: papers, accounts, marks, bookings, keys.
HAD = words(
    """hearing-aids aids licence license visa passport permit certificate degree diploma phd
    master's masters bachelor's mba account accounts subscription membership tattoo tattoos scar
    scars birthmark freckles piercing piercings key keys set pass badge card permit insurance
    mortgage loan debt savings pension blog channel podcast website newsletter allotment garden
    balcony qualification level grade degree belt black-belt gcse a-level residency citizenship
    green-card scholarship season-ticket voucher warranty"""
)
OWNED = words(
    "machine machines fryer cooker hob dryer tub kit telly screen processor mixer grinder scales "
    "estate hatchback saloon convertible coupe suv minivan minibus moped tandem unicycle trike "
    "recumbent tractor barge narrowboat houseboat catamaran sailboat rowboat raft bassoon oboe "
    "viola tuba horn bugle lute sitar sousaphone accordion concertina organ harmonium xylophone "
    "pianola theremin dulcimer recorder bouzouki telescope binoculars microscope tripod easel "
    "potter's-wheel workbench sander jigsaw strimmer hedge-trimmer leaf-blower secateurs barbecue "
    "bbq smoker sauna jacuzzi bunk-bed crib cot highchair buggy sidecar yurt gazebo polytunnel "
    "beehive hives coop kennel hutch vivarium chandelier dresser sideboard bureau futon recliner "
    "bungalow maisonette townhouse villa chalet lodge barn stable paddock woodland orchard meadow "
    "pub hotel guesthouse salon launderette bookshop stall kiosk franchise brewery "
    "smart-speaker echo sonos chromecast firestick thinkpad chromebook raspberry-pi steam-deck "
    "gopro polaroid leica nikon canon hasselblad rollei walkman discman ipod gramophone jukebox "
    "defibrillator dinghy windsurfer wetsuit crossbow longbow fiddle "
    """typewriter smartphone thinkpad nokia vespa chainsaw wheelbarrow trampoline hot-tub harp
    cello flute saxophone trumpet trombone clarinet banjo mandolin harmonica accordion bagpipes
    stove freezer blender mixer toaster kettle wok pressure-cooker projector soundbar router
    server nas wheelchair pram pushchair stroller rucksack sleeping-bag hammock ladder drill
    lathe anvil motorboat canoe paddleboard sup dinghy yacht allotment plot vineyard vineyards
    caravan printer timeshare holiday-home flat-screen radio aquarium terrarium chess-set
    bookcase piano-stool car cars van bike bikes bicycle motorbike motorcycle scooter truck boat
    house flat apartment condo cottage cabin farm land shop store restaurant cafe café bakery
    business company studio piano guitar guitars violin cello drum-kit drums ukulele keyboard
    synth camera cameras lens laptop macbook chromebook imac ipad tablet phone iphone pixel
    galaxy kindle console playstation xbox switch ps5 ps4 pc desktop monitor printer tv telly
    telescope drone watch smartwatch fitbit garmin oven air-fryer espresso-machine fridge
    dishwasher washing-machine sofa bed mattress desk chair armchair bookshelf tent caravan
    campervan motorhome kayak canoe surfboard snowboard skis skates skateboard e-bike ebike
    treadmill rower sewing-machine loom kiln greenhouse shed e-reader headphones earbuds
    microphone amp turntable record-player records vinyl collection jeep tesla honda toyota ford
    bmw audi volvo mazda nissan subaru mercedes fiat skoda mini prius corolla civic golf polo
    camry fiesta trailer lawnmower robot vacuum hoover roomba bracelet ring necklace rifle gun
    kit generator heat-pump solar-panels mobile android coat wardrobe rug"""
)
SCHOOL_WORDS = words(
    """university uni college school academy institute polytechnic conservatoire conservatory
    kindergarten nursery preschool seminary lyceum gymnasium mit ucl lse eth oxford cambridge
    harvard yale stanford princeton berkeley sixth-form bootcamp law-school med-school
    grad-school primary infants juniors comprehensive grammar montessori steiner lycee lycée
    kita hochschule universität université conservatorium"""
)
SUBJECTS_STUDIED = words(
    """bookkeeping hydrology meteorology oceanography econometrics toxicology law medicine nursing
    engineering maths math mathematics physics chemistry biology history geography philosophy
    psychology sociology economics politics linguistics literature architecture accounting
    accountancy finance marketing business design music theology classics archaeology
    anthropology astronomy botany zoology geology ecology statistics computing informatics
    dentistry pharmacy veterinary journalism education midwifery biochemistry neuroscience
    genetics robotics criminology film drama theatre art"""
)
WORK_FIELDS = words(
    """marketing finance sales hr it tech retail logistics hospitality catering publishing banking
    insurance advertising construction education healthcare nursing accounting payroll
    procurement recruitment real-estate security admin administration customer-service law media
    pr research radio television theatre film fashion design gaming agriculture forestry
    engineering manufacturing consulting government politics childcare aviation shipping tourism
    events software cybersecurity analytics compliance operations conservation biotech pharma
    telecoms cabin-crew transport support"""
)
WORKPLACES = words(
    """guesthouse hostel kiosk stall boutique stables kennels food-truck smallholding launderette
    laundrette campsite b&b orphanage abattoir quarry sawmill dairy smithy print-shop
    call-centre hospital clinic office bank restaurant cafe café bar pub shop store supermarket
    factory warehouse school university library museum gallery lab laboratory farm bakery garage
    hotel airport station studio agency firm company startup start-up startup charity ngo
    council bookshop bookstore call-centre call-center nursery kindergarten kitchen theatre
    aquarium chandlery marina conservatoire planetarium observatory distillery cidery foundry
    tannery smithy slaughterhouse butchers bakers chemist optician's lido leisure-centre
    rectory vicarage parish monastery convent hairdresser's barbershop nightclub casino bookies
    cinema multiplex arcade aerodrome airfield hangar waterworks sewage-works council-office
    ministry treasury barracks regiment lifeboat ambulance-station fire-station courthouse
    law-firm think-tank broadcaster magazine press label orchestra opera-house circus funfair
    chippy takeaway tearoom teashop creamery cheesemonger greengrocer's ironmonger's joinery
    garden-centre nurseries arboretum stud racecourse stadium velodrome cathedral abbey
    crematorium undertakers consultancy nonprofit non-profit co-op cooperative collective
    brasserie bistro trattoria pizzeria gelateria patisserie roastery inn guesthouse
    newspaper publisher pharmacy surgery practice salon gym spa zoo post-office depot brewery
    winery vineyard shipyard dockyard refinery mine plant mill prison embassy ministry court
    courthouse foundation hospice diner deli florist nursery workshop coastguard army navy
    police"""
)
HOBBY_VERBS = words(
    """run cycle swim climb hike row ski surf skate dance sing paint draw knit crochet sew bake
    cook garden fish sail dive box kayak camp volunteer meditate journal blog stream read write"""
)
#: Services one joins, leaves, uses; not employers.
APPS = words(
    """flickr qobuz protonmail proton bandcamp soundcloud goodreads letterboxd vinted revolut wise
    monzo paypal fastmail instagram facebook twitter x whatsapp tiktok netflix spotify telegram
    signal snapchat reddit linkedin tinder hinge bumble youtube twitch discord slack notion
    evernote obsidian gmail outlook dropbox uber airbnb duolingo strava tidal deezer disney+
    hulu prime amazon ebay etsy pinterest threads mastodon bluesky steam chatgpt google icloud
    zoom teams skype chrome firefox safari vivaldi windows linux ubuntu debian fedora
    macos ios ipados chromeos android whatsapp-web thunderbird onenote onedrive asana trello jira
    clickup todoist anki ynab mint quicken xero sage canva miro zotero mendeley
    logseq roam joplin scrivener bitwarden lastpass 1password keepass dashlane chatgpt claude
    gemini copilot perplexity alexa siri cortana audible kobo storygraph discogs komoot
    garmin-connect zwift headspace babbel memrise busuu vodafone giffgaff o2 ee
    lebara verizon t-mobile at&t comcast santander barclays natwest hsbc lloyds starling
    n26 triodos nationwide octopus-energy ovo edf"""
)
#: "have" plus one of these is no possession ("have a look", "have fun").
LIGHT_NOUNS = words(
    """look question questions idea ideas clue problem problems trouble doubt doubts chance time
    fun lunch dinner breakfast supper snack coffee tea drink drinks bite chat talk word thought
    thoughts feeling hope luck point plan plans reason right rest break nap shower bath bath
    walk day night morning evening afternoon week weekend year moment minute second way issue
    issues blast laugh go try ball mood headache hangover hunch sense effect impact confession
    news favour favor request suggestion choice option options lot bit ton thing things
    something nothing anything everything one ones it them this that much none more people need
    wish desire patience energy intention regrets regret interest control access stuff lots
    plenty loads sort kind type amount number couple mind feelings complaint complaints zero
    heart soul guts nerve nightmare dream dreams cold-feet butterflies crush temper deal say
    voice cause shortage memory memories experience power courage strength motivation opinion
    opinions view views taste clean slip accident argument fight row conversation discussion
    debate situation case story joke fire sleep yet got had never room space enough weather
    crisis meltdown breakdown paths path talents skills skill talent favorites favourites goals
    goal dreams roots trip adventure adventures journey friendship bond love support passion
    faith trust values strengths weaknesses differences similarities surge blessing gratitude
    success challenges wedding party guest guests visitors visitor company decision error bug
    errors bugs code file script function doc document draft spreadsheet list task assignment
    homework essay sentence"""
)
APPOINTMENTS = words(
    """appointment appointments meeting meetings interview interviews exam exams test tests
    check-up checkup scan mri class classes lesson lessons shift shifts call calls rehearsal
    rehearsals practice training match matches game games session sessions flight train bus
    deadline presentation audition surgery operation therapy physio stand-up standup stand-ups
    review reviews lecture lectures seminar gig concert hearing viewing delivery reservation
    booking inspection ceremony webinar conference workshop clinic mass service choir yoga
    pilates swimming football orchestra band club group course driving-lesson tutorial parents'
    evening retro sync one-to-one catch-up dentist"""
)
TAKEN_LIGHTLY = words(
    """film movie movies book books show series song weather joke meme vibe idea day night trip
    article episode game match"""
)
#: Pairs that are one thing though an "and" stands between.
FIXED_PAIRS = phrases(
    """gin and tonic, fish and chips, mac and cheese, salt and vinegar, rock and roll, rhythm and
    blues, black and white, bread and butter, peanut butter and jelly, cheese and onion, drum
    and bass, bed and breakfast, trial and error, arts and crafts, rice and beans, ham and
    cheese, bubble and squeak, bangers and mash, health and safety, research and development,
    search and rescue, country and western, hide and seek, pen and paper, surf and turf, terms
    and conditions, dungeons and dragons, stocks and shares, accident and emergency, sweet and
    sour, pen and ink, wear and tear, track and field, cut and paste, ups and downs, pros and
    cons, cream and sugar"""
)
GENRES = words(
    """horror sci-fi romcoms romcom romance thrillers jazz techno rap metal opera musicals anime
    podcasts audiobooks tv social-media small-talk crowds mornings heights spicy camping karaoke
    roller-coasters rollercoasters gyms dating-apps elevators lifts planes flying needles blood
    spreadsheets facebook instagram tiktok twitter whatsapp"""
)
MONEY_THINGS = words(
    """commute mileage rent mortgage salary wage budget pension allowance fee bill bills
    subscription deposit income pay insurance tuition fees"""
)
#: Measurements of the body.
MEASURES = words("type pressure weight height cholesterol temperature bmi pulse glucose a1c hba1c")
RECURRING_THINGS = words(
    """defence defense viva results audition tournament marathon race exhibition opening move
    delivery operation treatment transplant chemo dialysis rota assembly bin council session
    sessions visit tutorial workshop tour bins shift therapy passport visa licence license lease
    warranty subscription membership birthday anniversary wedding deadline exam interview
    appointment flight train meeting stand-up standup choir rehearsal class lesson shift
    practice training bins yoga pilates gym football club check-up checkup surgery scan mri
    party graduation due concert gig match call physio mass office shop store library pool
    clinic course lectures seminar review retro sync band orchestra match game parents' evening
    school nursery lunch break rubbish recycling"""
)
_DRUG_ENDINGS = (
    "pril", "sartan", "statin", "olol", "prazole", "idipine", "odipine", "cillin", "mycin",
    "oxetine", "aprine", "formin", "zepam", "zolam", "faxine", "traline", "amate", "parin",
    "xaban", "tidine", "dronate", "lukast", "terol", "asone", "solone", "profen", "fenac",
    "oxacin", "cycline", "triptan", "setron", "gliptin", "gliflozin", "glutide", "thyroxine",
    "azepine", "triptyline", "dopa", "quine", "mab", "tinib", "conazole", "ciclovir", "vastatin",
    "codone", "morphine", "codeine", "setine", "peridone", "tiapine", "piprazole", "afil",
)  # fmt: skip


def is_treatment(low: str) -> bool:
    """Whether a word names a treatment; medicines are known by how their names end."""
    return low in TREATMENTS or (len(low) > 6 and low.endswith(_DRUG_ENDINGS))
