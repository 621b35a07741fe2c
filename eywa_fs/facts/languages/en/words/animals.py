"""Animals people keep: species and breeds beyond those of ``people.py``."""

from __future__ import annotations

from eywa_fs.facts.languages.en.words.lists import words

MORE_PETS = words(
    """affenpinscher alsatian alsatians aussiedoodle basenji basset bassets bernese bernedoodle
    bichon bichons bloodhound bloodhounds bobtail boa boas bobcat bolognese borzoi boston-terrier
    bouvier briard budgerigar budgerigars bull-terrier bullmastiff burmilla bassethound caique
    cairn camel catfish cavalier cavaliers cavoodle chicks chick chickadee chihuahuas cichlid
    cichlids clownfish cockapoos cockatiels cockatoos cockerel cockerels cockroach cockroaches
    cocker collies conure conures corn-snake corgi cornish-rex cygnet deerhound degu degus
    devon-rex dobermann donkeys doves dove duckling ducklings dachshunds emu ewe ewes falcon
    fancy-rats filly finches foal foals foxhound foxhounds foxterrier frenchie frenchies gander
    geckos geese gelding gerbils german-shepherds gosling goslings gouldian guineafowl guinea-fowl
    guppies guppy hawk hedgehogs heifer hermit-crabs hound hounds hovawart iguanas jackdaw jenday
    kakariki keeshond kelpie kelpies kestrel koi kitten labs labradors labradoodles lambs
    leonberger lhasa lhasas lionhead lizards lorikeet lovebirds lurchers maine-coon malinois
    mantis mare mares mastiffs millipede minnow minpin mice monkey mudskipper mynah newfoundland
    nanny-goat newfie norfolk-terrier ocicat otterhound owl papillon papillons parakeet parakeets
    parrotlet partridge patterdale peacocks peahen pekingese pekinese pekes peafowl pheasant
    pheasants piglet piglets pinscher piranha plecos plec podenco pooch porcupine pomapoo possum
    potbelly poults puggle pullet pullets pyrenean pythons raven ridgeback roborovski rooster
    roosters rottie rotties rottweilers russian-blue saluki salukis samoyeds schipperke schnauzers
    scorpion scottie scotties sealyham setters sheepdog sheepdogs sheltie shelties shiba shibas
    shih-tzus shire shires skink skinks snowshoe spaniels spiders spitz sprocker springer
    springers staffies stallion stoat strays stick-insects syrian-hamster tabbies tamarin
    tarantulas terrapin terrapins terriers tetra tetras tibetan-terrier tomcats tonkinese toads
    tortie tortoiseshell torties toyger vizsla vizslas wallaby weasel weimaraner westie westies
    wheaten whippets wolfhound wolfhounds woodlice yorkie yorkies zebrafinch zebrafish"""
)
