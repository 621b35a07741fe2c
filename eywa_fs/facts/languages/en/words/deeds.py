"""Verbs by what they tell of a life where no rule of their own reads them; see ``untold.py``."""

from __future__ import annotations

from eywa_fs.facts.languages.en.words.lists import words

#: Told of the past with an object, these are events one remembers.
DONE = words(
    """build rebuild adopt foster lend borrow build design restore renovate rewire replaster collect
    publish produce star perform busk exhibit donate found co-found chair organise organize host
    judge climb cross sail row abseil beat captain represent invent discover demolish evict sue
    arrest jail deport expel disown disinherit baptise baptize bury cremate scatter rescue
    nominate shortlist award knight miss forge crochet knit embroider sculpt compose conduct
    choreograph referee umpire fundraise emigrate flee desert enlist vote remortgage refinance
    remortgaged run ran sue litigate outlive outrank bankrupt plant breed homeschool co-write
    ghostwrite illustrate translate narrate direct edit"""
)
#: "came third": where one comes in.
PLACES_WON = words(
    """first second third fourth fifth sixth last top bottom runner-up joint 1st 2nd 3rd 4th 5th
    dead-last"""
)
#: What one is made or gets into.
TEAMS = words(
    "squad team cut final finals semis semi-final shortlist grade quarters quarter-finals side xi"
)
#: What one gets that marks a day.
GOT = words(
    """results result diagnosis offer visa citizenship licence license scholarship grant loan
    promotion award medal certificate degree distinction merit permit passport pardon refund"""
)
#: "gave blood", "gave birth".
GAVE = words("blood birth evidence platelets plasma")
#: What one loses and it is no thing.
LOST = words(
    "vote election seat appeal case by bid final match title crown custody deposit licence"
)
#: What one takes on besides pursuits.
TAKEN_ON = words("lodger apprentice tenant trainee partner assistant cleaner gardener debt")
#: Told in the present, these are what somebody does as a rule, with what or whom.
KEPT_UP = words(
    """bake beat brew build repair restore mend make grow breed rear run teach tutor coach train fly
    sail clean sew knit crochet carve weave paint sketch edit translate film record dance compose
    conduct perform volunteer foster fundraise babysit nurse tend feed groom shear milk farm chair
    host organise organize referee umpire captain rent sublet commute wrestle forage homeschool
    sign subtitle narrate owe mentor represent refuse steal chase develop print bind frame hang
    fit service restring retune pickle distil roast cure butcher lay weld wire plumb solder glaze
    tile plaster survey audit inspect dispatch deliver sit"""
)
#: These tell a trait or habit with no object.
TRAITS = words(
    """bite scratch snore sleepwalk stammer stutter lisp limp homeschool foster smoke vape gamble
    subtitle lip-read moult hibernate write busk commute volunteer compost"""
)
#: What goes on for a while, told with "-ing".
GOING_ON = words(
    """run cover drive foster expect rent squat lodge camp teach coach act feed train tutor mind
    babysit house-sit housesit dog-sit pet-sit manage deputise deputize restore renovate
    homeschool caddy temp caretake"""
)
#: Too much is said of these in passing.
TRIFLES = words(
    "thing things bit lot way time one ones mess joke fuss look effort sense point case start"
)
#: Things had that are no property: plans, feelings, parts of a moment.
NOT_HAD = words(
    """photo room view views opinion opinions interest half mind go look chance point clue idea same
    question questions weakness favourite favourites moment minute hour second day night week
    evening morning run meeting call job jobs news update trouble issue plan plans story dream
    theory rule rules habit thing things something nothing anything everything reason reasons
    feeling hunch lot lots bit list fun laugh patience time luck energy nerve cheek courage faith
    doubt sense effect effects problem problems bone axe person people somebody someone nobody
    answer answers excuse excuses objection objections regret regrets confession request favour
    choice option options word words say sort kind type guests visitors company builders friends
    mates weekend bathroom left dinner tea lunch breakfast coffee pint drink snack porridge duty
    service birthday bday way ways lie-in row argument fight crush trip break holiday party visit
    visitor year years months weeks days hours minutes future past interview delivery deadline
    exam test stock space use need truck sleep rest peace quiet place number choice love hope
    control experience trouble strength power right rights turn cold temperature fever cough
    headache hangover reaction fall accident scare shock surprise taste appetite stamina"""
)
#: Measured by the number, these are no property either.
UNITS = words(
    """percent per cent miles mile km kilometres pages chapters tabs emails messages calls minutes
    goes tries attempts goals points left sugars drinks pints beers coffees"""
)
