"""What people do for a living and where: jobs and workplaces beyond those of ``things.py``."""

from __future__ import annotations

from eywa_fs.facts.languages.en.words.lists import words

MORE_JOBS = words(
    """accordionist acrobat actuarial acupuncturist adjuster aerialist agronomist almoner bishop
    sapper sparky
    anaesthetist anesthesiologist anesthetist anthropologist arborist armourer assayer assessor
    astrologer astrophysicist auctioneer audiologist bailiff barmaid barman barwoman bassist
    bassoonist beautician binman biochemist boatbuilder boatman bodyguard boilermaker bookie
    bookmaker brickie bursar busker cabinetmaker cabby cadet callhandler cameraman camerawoman
    canvasser cardiologist caseworker cellist cellarman chandler chaplain chauffeur chambermaid
    checker chimney-sweep chippie chippy choirmaster choreographer cinematographer clarinettist
    clockmaker clown coastguard columnist commentator commissioner concierge conservator
    conservationist constable contortionist cooper coroner costumier councillor courtier cowboy
    craftsman craftswoman crofter croupier curate cutter cytologist dairyman deacon dean decorator
    demonstrator dermatologist draftsman draughtsman drayman dredger dressmaker drover dustman
    egyptologist embalmer embroiderer endocrinologist engraver entertainer entomologist envoy
    epidemiologist ergonomist etcher ethnographer examiner exporter fabricator facilitator
    farmhand farmworker ferryman financier fishmonger fitter fixer flautist flutist forecaster
    foreman forester forewoman founder framer fundraiser furrier gamekeeper gardener gemmologist
    genealogist geneticist geographer geophysicist gilder glassblower governess governor grocer
    groundsman groundskeeper groundworker gynaecologist haematologist harbourmaster harpist hatter
    headhunter headmaster headmistress headteacher herbalist herdsman herpetologist hotelier
    hostess housekeeper housemaster huntsman hypnotist ichthyologist immunologist importer
    impresario innkeeper inker interviewer inventor ironmonger ironworker jailer jockey joiner
    keyworker labourer lacemaker lampworker laundress legislator lexicographer librettist
    lighterman linesman lithographer lobbyist logger logistician longshoreman loader lumberjack
    magistrate maltster manicurist masseur mechanic mediator medic mender merchant metallurgist
    metalworker mercer midshipman milkman miller milliner minister moderator modeller muralist
    musicologist mycologist navigator navvy neurosurgeon newsagent newsreader notary novelist
    oboist obstetrician oceanographer oenologist oncologist ophthalmologist optometrist orderly
    organist ornithologist outfitter packer paediatrician palaeontologist paleontologist
    panel-beater papermaker paramedic park-ranger parliamentarian patissier pathologist pedicurist
    percussionist perfumer petrologist pharmacologist phlebotomist phonetician physiologist
    piercer pipefitter pitman playwright ploughman polisher pollster postie postman postmaster
    postmistress postwoman presenter presser printmaker privateer proctor prompter proofreader
    prosecutor prosthetist provost publican puppeteer purser quarryman rabbi radiographer
    railwayman realtor receptionist rector referee registrar repairer repairman repossessor
    restaurateur restorer rheumatologist riveter roadie roadsweeper robotics saddler salesgirl
    sandblaster sawyer saxophonist scout screenwriter scribe scriptwriter scrum-master
    seismologist sempstress senator sentry servant sexton shearer shelf-stacker shipwright
    shoemaker shunter signaller signalman signwriter silversmith smelter solderer spinner
    sportswoman sportsman spokesman spokeswoman stableboy stablehand stagehand stationmaster
    stenographer stevedore stockman stocktaker stoker storyteller storeman stuntman stuntwoman
    sub-editor subeditor swineherd tanner tax-collector taxman technician telemarketer thatcher
    therapist tiler tinsmith toolmaker toxicologist trapper treasurer trombonist trumpeter tuner
    turner typesetter typist umpire upholsterer urologist usherette verger veterinarian vicar
    videographer vintner viola-player violist virologist vocalist volcanologist waitperson warden
    warehouseman warehouse-operative washerwoman watchmaker watchman webmaster welder wheelwright
    winemaker woodcarver woodcutter woodturner woodworker wrangler yardman yeoman caregiver
    housewife househusband househusbands breadwinner busboy dishwasher kitchen-porter pot-washer
    sous commis pastrycook admin-assistant tas ca hca sen senco hgv paralegal operative locum
    au-pair quant barrister lollipop copy-editor copyeditor showrunner podcaster vlogger dramaturg
    colourist costumer lighting-designer sound-engineer lumberjill shepherdess falconer farrier
    ferrier potter ceramicist glassmaker gunsmith bladesmith leatherworker basketmaker"""
)
#: "the lollipop lady", "a bin man": what stands before tells the job.
JOB_PEOPLE = words("lady man woman person girl boy hand guy operative attendant worker crew staff")
MORE_WORKPLACES = words(
    """abattoir academy aerodrome agency airline allotments aquarium arcade archive archives
    arsenal asylum auction-house bakehouse barbershop barracks base batch bookmaker's brigade
    brickworks builders builders' bureau canteen car-wash carpet-warehouse casino cathedral
    cemetery centre center chain chandlery chemist chemist's chip-shop chippy chippie church
    cinema circus co-op coop college colliery consultancy consulate convent creche crèche
    crematorium dealership delicatessen department depot distillery docks dockside dojo embassy
    estate exchange fairground federation ferry-company fire-service firehouse fishmonger's force
    forge foundry franchise funeral-home gasworks garden-centre goldmine greengrocer's greenhouse
    grocer's group haulier hangar headquarters health-centre helpline homeless-shelter hostel hub
    ice-rink institute institution ironworks jail jeweller's kebab-shop kennel kitchens
    laboratories laundry lawfirm library lido lifeboat lifeboats lighthouse magazine malthouse
    marina maltings market merchants mortuary morgue monastery motel multinational municipality
    museums mosque navy newsagent newsagent's newsroom nightclub observatory offices operator
    optician's orchard orchestra ombudsman outfit park patisserie pharmacy pier pizzeria
    planetarium plantation playgroup port pottery precinct press printer's printers printworks
    railway railways ranch reserve residence resort roastery sanctuary seminary shelter
    shipping-line showroom sorting-office site solicitors' solicitors stable station storehouse
    studios surgery synagogue takeaway tannery tearoom tearooms temple theatre-company town-hall
    trust truck-stop union upholsterer's utility vet's vets vets' vet ward warehouse waterworks
    wholesaler wholesalers wholesaler's winery wind-farm works yard zoo corps ministry treasury
    terminal service services tyre-shop counter
    trawler tugboat ferry rig oil-rig tram trams buses bus-company"""
)
#: Lines of work behind "in": "I'm in X", "she works in X".
MORE_FIELDS = words(
    """acquisitions ads agritech aerospace animation antiques aquaculture archaeology archives
    automotive aviation beauty bioinformatics biotech broadcasting business-development care
    catering claims comms communications computing conservation copywriting couriering
    credit-control crypto customer-support dairy data data-science defence demolition dentistry
    distribution ecommerce e-commerce electronics energy entertainment estates facilities farming
    finance fintech firefighting fisheries fishing flooring freight fundraising furniture games
    geology haulage health housing import-export infrastructure innovation intelligence
    investments it journalism landscaping leisure lending licensing lighting litigation logistics
    machine-learning maintenance management medicine merchandising metallurgy microbiology mining
    music nanotech neuroscience networks nuclear oil optometry operations packaging paint patents
    payroll pensions pest-control petrochemicals pharmaceuticals photography plastics plumbing
    policing policy politics ports print printing probate production property propulsion
    psychiatry psychology public-health public-relations purchasing quality rail railways
    recycling refrigeration refuse regulation renewables rental repairs research retail risk
    robotics roofing sanitation scaffolding security semiconductors shipbuilding shipping
    social-care social-housing social-work solar sport sports-science staffing steel stocks
    supply-chain sustainability systems tax taxation teaching technology telecoms telesales
    textiles theatre timber toys trading training translation travel treasury trucking upholstery
    utilities vaccines venture-capital veterinary video-games waste waste-management water welding
    wholesale wine"""
)
