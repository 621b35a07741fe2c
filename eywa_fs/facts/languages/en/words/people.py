"""Words for people and animals."""

from __future__ import annotations

from eywa_fs.facts.languages.en.words.animals import MORE_PETS
from eywa_fs.facts.languages.en.words.lists import phrases, words

#: Kin who are named without "my" ("Dad called"), as written in running text.
BARE_KIN = words(
    """dad mum mom mam sis granda mama mamma papa daddy mummy mommy grandma grandpa granny gran
    nan nana grandad granddad gramps nanna nonna nonno abuela abuelo lola oma opa auntie gf bf hubby
    yiayia pappou babushka dedushka halmoni amma appa ammi abba dadi nani dada thatha paati ajji
    bubbe bubbie zayde lolo mamaw papaw meemaw mémé pépé mamie papi mormor farmor morfar farfar
    omi opi vovó vovô avó jiddo teta nain taid mamgu tadcu seanmháthair maman mutti vati mami
    papi mère père tante onkel tía tío tia tio zia zio"""
)
CHILDREN = words(
    """eldest youngest oldest son daughter child children kid kids baby toddler boy boys girl girls
    twins triplets lad lads lass lasses
    stepson stepdaughter newborn infant teenager teenagers sons daughters babies
    stepkids little-one firstborn middle-child grown-up"""
)
SIBLINGS = words(
    """brother sister brothers sisters sibling siblings stepbrother stepsister stepbrothers
    stepsisters half-brother half-sister half-brothers half-sisters step-brother step-sister sis
    bro twin"""
)
PARTNERS = words(
    """wife husband spouse hubby wifey missus partner fiance fiancee fiancé fiancée hubs"""
)
#: The speaker's partner without being married: a tie, not a spouse.
SWEETHEARTS = words(
    """girlfriend boyfriend gf bf fella ex ex-wife ex-husband ex-boyfriend ex-girlfriend"""
)
FRIENDS = words("friend friends bestie mate buddy pal bff best-friend mates pals buddies")
OTHER_KIN = words(
    "grandmothers grandfathers mothers fathers sons-in-law daughters-in-law brothers-in-law "
    "sisters-in-law mothers-in-law stepmothers stepfathers stepparents step-parents godparents "
    "godchildren great-aunts great-uncles great-grandparents great-nephew great-niece "
    "great-grandson great-granddaughter great-grandchildren great-nan great-grandad step-mum "
    "step-dad step-mother step-father step-mom stepgran foster-mum foster-dad foster-parents "
    "birth-mother birth-father half-sibling grandsons granddaughters grandniece grandnephew "
    "second-cousin second-cousins ancestors forebears relatives rellies clan "
    """mother father parents parent grandmother grandfather grandparents grandparent aunt uncle
    aunts uncles cousin cousins niece nephew nieces nephews grandson granddaughter grandkids
    grandchildren grandchild mother-in-law father-in-law brother-in-law sister-in-law in-laws
    son-in-law daughter-in-law stepmother stepfather stepmum stepmom stepdad godmother godfather
    granda da
    godson goddaughter great-grandmother great-grandfather great-gran folks family half-siblings
    great-aunt great-uncle great-grandma godchild grandfathers grandmothers grandsons
    granddaughters godchildren nephews-in-law brothers-in-law sisters-in-law stepparents stepfamily
    mothers fathers grans grandads in-law ancestors foster-parents foster-mum foster-dad foster-son
    foster-daughter step-son step-daughter step-mum step-dad half-nephew second-cousin
    great-nephew great-niece great-granny great-grandad great-grandparents co-parent"""
)
ACQUAINTANCES = words(
    "gaffer vicar curate co-driver au-pair "
    "instructor hygienist plumber electrician builder mechanic decorator joiner carpenter postman "
    "postie milkman butcher baker bookkeeper probation-officer caseworker keyworker sponsor "
    "executor guarantor referee counsellor counselor masseuse masseur acupuncturist chiropodist "
    "podiatrist dermatologist urologist gynaecologist gynecologist obstetrician rheumatologist "
    "haematologist endocrinologist audiologist anaesthetist ophthalmologist orthoptist hypnotist "
    "herbalist doula librarian conductor choirmaster drummer bassist guitarist singer pianist "
    "instructors headmistress headmaster housemaster dean registrar caretaker janitor porter "
    "concierge doorman bodyguard chauffeur driver secretary foreman apprentice trainee "
    "co-founder cofounder cellmate dormmate labmate clubmate shipmate soulmate penfriend "
    "acquaintance sidekick workmates colleagues stylist tailor cobbler florist groomer farrier "
    "dog-walker dog-sitter cat-sitter tattooist handyman line-manager "
    """boss manager supervisor colleague colleagues coworker coworkers co-worker co-workers
    workmate teammate teammates flatmate flatmates roommate roommates housemate housemates
    neighbour neighbor neighbours neighbors landlord landlady tenant tenants lodger doctor gp
    dentist therapist physio physiotherapist psychiatrist psychologist cardiologist
    dermatologist consultant surgeon nurse midwife vet optician nutritionist dietitian dietician
    coach trainer tutor teacher professor supervisor advisor adviser lecturer mentor mentee
    intern assistant accountant lawyer solicitor barber hairdresser babysitter nanny au-pair
    cleaner gardener carer caregiver client clients team band classmate classmates student
    students pupil pupils crush stalker guy ceo cto director deputy oncologist neurologist
    allergist paediatrician pediatrician specialist orthodontist chiropractor agent broker
    editor publisher commander principal headteacher head principal chef captain pastor priest
    rabbi imam penpal pen-pal ex-boss ex-colleague bandmate buddy childminder chiro osteopath
    counsellor counselor"""
)
PETS = MORE_PETS | words(
    """insects ants snails crabs newt newts toad axolotls stick-insects birds bird pup pups kitty
    moggy mutt dog dogs cat cats puppy puppies kitten kittens hamster hamsters rabbit rabbits
    bunny bunnies guinea-pig guinea-pigs parrot parrots budgie budgies cockatiel cockatiels
    canary canaries goldfish fish tortoise tortoises turtle turtles gecko geckos lizard lizards
    snake snakes python horse horses pony ponies hen hens chicken chickens rooster duck ducks
    goat goats ferret ferrets rat rats mouse mice gerbil gerbils hedgehog chinchilla chinchillas
    iguana chameleon tarantula spider axolotl betta frog frogs alpaca alpacas llama llamas
    donkey donkeys sheep pig pigs labrador lab retriever poodle cockapoo labradoodle spaniel
    collie terrier bulldog pug chihuahua dachshund beagle husky corgi corgis greyhound whippet
    lurcher dalmatian rottweiler doberman boxer schnauzer pomeranian shih-tzu maltese mastiff
    setter pointer akita malamute samoyed german-shepherd border-collie golden-retriever pitbull
    staffie jack-russell tabby siamese ragdoll persian sphynx bengal tomcat moggy calico
    greyhounds huskies pugs poodles beagles bearded-dragon stick-insects stick-insect cow cows
    pigeon pigeons stray rescue mutt mongrel pup pups kitty kitties lovebird lovebirds macaw
    cockatoo finch finches quail quails peacock guineapig mule koi newt toad crab crabs snail
    snails cavapoo goldendoodle staffy"""
)
#: Two-word animals, so that the last word alone need not carry them.
PET_PHRASES = phrases(
    """guinea pig, guinea pigs, bearded dragon, stick insect, stick insects, german shepherd,
    border collie, golden retriever, jack russell, shih tzu, maine coon, hermit crab, rescue
    dog, rescue cat, rescue greyhound, sugar glider, great dane, king charles"""
)
PET_OWNED = words(
    """dog cat puppy kitten rabbit hamster parrot tortoise horse pony pup bunny budgie pet"""
)
#: "the kids" and the like stand for the household's own.
#: People whose word is an order, named without "my" ("the doctor says").
ADVISERS = words(
    """doctor gp dentist physio physiotherapist therapist psychiatrist cardiologist dermatologist
    consultant surgeon midwife nurse vet optician nutritionist dietitian dietician landlord
    landlady specialist neurologist allergist pharmacist orthodontist osteopath boss"""
)
HOUSEHOLD = words(
    """kids boys girls twins toddler wife missus husband hubby dog cat puppy kitten rabbit hamster
    tortoise parrot guinea-pig baby grandkids in-laws dogs cats puppies kittens hens budgie pony
    donkey goldfish gerbil ferrets gecko whippet spaniel labrador greyhound"""
)
#: People who come to a house or live in it; "the" is enough to say whose they are.
HELPERS = words(
    """nanny lodger childminder babysitter au-pair cleaner flatmate flatmates housemate housemates
    roommate neighbours neighbors stepkids"""
)
ROLES = (
    BARE_KIN
    | CHILDREN
    | SIBLINGS
    | PARTNERS
    | SWEETHEARTS
    | FRIENDS
    | OTHER_KIN
    | ACQUAINTANCES
    | PET_OWNED
) - words("little one head")
PLURAL_ROLES = frozenset(
    role
    for role in ROLES
    if role.endswith(("s", "children", "folks")) and not role.endswith("boss")
) - words("gramps hubs missus sis")
#: Words before a role that belong to it ("my older sister", "my best friend").
ROLE_MODIFIERS = words(
    """older elder younger little big eldest oldest youngest twin best closest good old new former
    late second first middle baby great half step foster adopted only dear other childhood
    school college work gym running direct line current previous next-door upstairs downstairs
    maternal paternal teenage ex host dog lovely poor wee long-time longtime favourite favorite
    own"""
)
MALE = words(
    """dad papa daddy grandpa grandad granddad gramps nonno abuelo son boy boys brother brothers
    stepson stepbrother bro husband hubby hubs boyfriend bf ex-husband ex-boyfriend father
    grandfather uncle nephew grandson father-in-law brother-in-law son-in-law stepfather stepdad
    godfather godson guy landlord priest lad lads fella granda da gaffer"""
)
FEMALE = words(
    """mum mom mam mama mamma mummy mommy grandma granny gran nan nana nanna nonna abuela auntie
    daughter girl girls sister sisters stepdaughter stepsister sis wife wifey missus girlfriend
    gf ex-wife ex-girlfriend mother grandmother aunt niece granddaughter mother-in-law
    sister-in-law daughter-in-law stepmother stepmum stepmom godmother goddaughter landlady
    midwife great-gran great-aunt lass lasses mama"""
)
TITLES = words(
    """uncle aunt auntie aunty grandma grandpa granny gran nana nan cousin mr mrs ms dr miss prof
    coach father sister brother professor doctor great-gran great-aunt"""
)
#: First names are recognised by capital letters; these capitalised words are no names.
NOT_NAMES = words(
    """i monday tuesday wednesday thursday friday saturday sunday january february march april may
    june july august september october november december mondays tuesdays wednesdays thursdays
    fridays saturdays sundays english french german spanish italian ok okay god jesus christ
    lord lol yes no yeah yep nope oh ah hi hey hello thanks thank the a an this that these those
    it he she they we you there here what which who when where why how if and but so or because
    since while although though well right now then today tomorrow yesterday tonight maybe
    perhaps christmas easter ramadan diwali hanukkah eid one two three four five six seven eight
    nine ten some any all both each every no none nothing everything anything something nobody
    everybody everyone someone anyone people most many few first last next let lets please sorry
    guess also still just only even never always not do does did is are was were am be been have
    has had can could will would should may might must shall fyi btw tbh imo ngl turns
    apparently actually honestly basically officially luckily sadly finally update news day week
    month year time my your his her our their its in on at to from by for with without as of
    about after before during until till off out up down over under good great nice bad new old
    happy me mine us him them ours mine yours theirs hers born raised married divorced another
    other such same more less most least very too much quite rather pretty half high low big small
    long short back away home full empty early late wide single double main chief proper real true
    gift present recipe tips ideas idea suggestions advice thoughts question quick help favour"""
)
LANGUAGES = words(
    """english french german spanish italian portuguese dutch swedish norwegian danish finnish
    icelandic polish czech slovak hungarian romanian bulgarian greek turkish russian ukrainian
    arabic hebrew persian farsi urdu hindi bengali punjabi gujarati tamil telugu malayalam
    kannada marathi nepali sinhala thai vietnamese khmer lao burmese malay indonesian tagalog
    filipino cebuano mandarin cantonese chinese japanese korean mongolian swahili yoruba igbo
    hausa zulu xhosa afrikaans amharic somali welsh irish gaelic breton basque catalan galician
    croatian serbian bosnian slovenian macedonian albanian estonian latvian lithuanian georgian
    armenian latin esperanto bsl asl hokkien hakka shanghainese pashto kurdish uzbek kazakh
    maltese creole twi wolof shona flemish scots yiddish luxembourgish maori samoan hawaiian
    quechua"""
)
