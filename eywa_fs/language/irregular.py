"""English irregular forms whose base a suffix-stripping stemmer cannot find.

Written by hand for this project: common verbs and nouns only. A form that is itself a frequent
base of another word (``found``, ``lay``, ``saw``) is listed where the verb is the likelier reading
in talk.
"""

from typing import Final

_FORMS: Final = """
become became / begin began begun / bite bit bitten / blow blew blown / break broke broken
bring brought / build built / burn burnt / buy bought / catch caught / choose chose chosen
come came / cost costs / deal dealt / dig dug / draw drew drawn / dream dreamt / drink drank drunk
drive drove driven / eat ate eaten / fall fell fallen / feed fed / feel felt / fight fought
find found / fly flew flown / forget forgot forgotten / forgive forgave forgiven
freeze froze frozen / give gave given / go went gone / grow grew grown / hang hung / hear heard
hide hid hidden / hold held / keep kept / know knew known / lead led / learn learnt / leave left
lend lent / lose lost / make made / mean meant / meet met / pay paid / ride rode ridden
ring rang rung / rise rose risen / run ran / say said / see saw seen / seek sought / sell sold
send sent / shake shook shaken / shine shone / shoot shot / show shown / sing sang sung
sink sank sunk / sit sat / sleep slept / speak spoke spoken / spend spent / stand stood
steal stole stolen / stick stuck / strike struck / swear swore sworn / sweep swept / swim swam swum
swing swung / take took taken / teach taught / tear tore torn / tell told / think thought
throw threw thrown / understand understood / wake woke woken / wear wore worn / weave wove woven
win won / write wrote written
child children / foot feet / goose geese / knife knives / leaf leaves / life lives / man men
mouse mice / person people / shelf shelves / tooth teeth / wife wives / wolf wolves / woman women
"""


def _base_forms() -> dict[str, str]:
    table: dict[str, str] = {}
    for line in _FORMS.strip().splitlines():
        for entry in line.split("/"):
            base, *forms = entry.split()
            table.update(dict.fromkeys(forms, base))
    return table


_NOUNS: Final = frozenset({
    "child", "foot", "goose", "knife", "leaf", "life", "man", "mouse", "person", "shelf", "tooth",
    "wife", "wolf", "woman"})  # fmt: skip
_ENTRIES: Final = [entry.split() for entry in _FORMS.replace("\n", "/").split("/") if entry.strip()]
VERBS: Final = {base: forms for base, *forms in _ENTRIES if base not in _NOUNS}
"""Base form to past and, where it is another, participle."""
BASE_FORMS: Final = _base_forms()
"""Irregular form to base form, all lower case."""
