"""What stands behind "be": openings with their predicate, nationalities."""

from __future__ import annotations

from eywa_fs.facts.languages.en.words.lists import words

#: be + this sequence of words : predicate, polarity as said (+) or reversed (!).
_TABLE = """
allergic to : allergic_to +
fluent in : speaks +
born in : born_in +
born at : born_in +
born and raised in : from +
born on : birthday +
raised in : from +
brought up in : from +
originally from : from +
from : from +
form : from +
based in : lives_in +
based at : lives_in +
based out of : lives_in +
living in : lives_in +
employed by : works_at +
employed at : works_at +
employed as : works_as +
diagnosed with : health +
addicted to : prefers +
obsessed with : prefers +
fond of : prefers +
keen on : prefers +
partial to : prefers +
crazy about : prefers +
mad about : prefers +
mad on : prefers +
mad for : prefers +
hooked on : prefers +
sold on : prefers +
big on : prefers +
huge on : prefers +
passionate about : prefers +
a fan of : prefers +
a big fan of : prefers +
a huge fan of : prefers +
a massive fan of : prefers +
much of a fan of : prefers +
a sucker for : prefers +
a lover of : prefers +
a devotee of : prefers +
all about : prefers +
into : prefers +
sick of : prefers !
fed up with : prefers !
intolerant to : allergic_to +
sensitive to : health +
recovering from : health +
scared of : other +
afraid of : other +
terrified of : other +
good at : can +
great at : can +
bad at : can !
rubbish at : can !
terrible at : can !
hopeless at : can !
useless at : can !
married to : spouse +
engaged to : relation +
dating : relation +
called : name +
named : name +
subscribed to : uses +
a firm believer in : believes +
a believer in : believes +
convinced of : believes +
"""


def _parsed() -> list[tuple[tuple[str, ...], str, bool]]:
    rows = []
    for line in _TABLE.strip().splitlines():
        opening, _, outcome = line.partition(" : ")
        predicate, sign = outcome.split()
        rows.append((tuple(opening.split()), predicate, sign == "!"))
    return sorted(rows, key=lambda row: -len(row[0]))


#: (opening words, predicate, whether the polarity is reversed), longest first.
OPENINGS = _parsed()
NATIONS = words(
    """basque catalan sicilian flemish breton bavarian quebecois cypriot georgian armenian kazakh
    sri-lankan ugandan tanzanian sudanese congolese south-african new-zealander kiwi aussie
    venezuelan ecuadorian bolivian uruguayan paraguayan cantonese hongkonger american british
    english scottish welsh irish canadian australian french german spanish italian portuguese
    dutch belgian swiss austrian polish czech hungarian romanian bulgarian greek turkish russian
    ukrainian swedish norwegian danish finnish icelandic brazilian mexican argentinian colombian
    chilean peruvian indian pakistani bangladeshi nepali chinese taiwanese japanese korean
    vietnamese thai filipino indonesian malaysian singaporean egyptian moroccan nigerian
    ghanaian kenyan ethiopian somali israeli iranian iraqi syrian lebanese cuban jamaican
    zimbabwean zambian malawian mauritian rwandan cameroonian senegalese liberian gambian malian
    angolan mozambican namibian eritrean algerian tunisian libyan palestinian jordanian saudi
    yemeni omani afghan uzbek mongolian tibetan burmese cambodian fijian samoan guyanese
    trinidadian bajan barbadian haitian dominican guatemalan honduran belarusian moldovan
    albanian macedonian bosnian kosovan cornish manx glaswegian geordie scouse scouser brummie
    mancunian finn dane swede spaniard scot scotsman welshman irishman frenchman dutchman
    croatian serbian slovenian estonian latvian lithuanian maltese"""
)
