"""What must not be read as a statement: fiction, hypotheses, sarcasm, strangers, other texts."""

from __future__ import annotations

import re

from eywa_fs.language.sieve import Sieve

#: From here on nothing in the message is about the real world.
_FICTION = re.compile(
    r"""
    \b(?:my|our|his|her|the|this|that|a|their)\ (?:\w+\ )?(?:character|protagonist|avatar|npc
      |villain
      |antihero|heroine|narrator|sims?|paladin|wizard|warlock|ranger|rogue|bard|cleric|druid|orc
      |elf
      |dwarf|sorcerer|barbarian|half-orc|half-elf|party\ member|d&d\ \w+|main\ character|oc
      |persona
      |antagonist|love\ interest|detective\ in)\b
    | \b(?:dungeon\ master|game\ master|d&d|dnd|dungeons\ (?:and|&)\ dragons|role-?play(?:ing)?
      |fan-?fic(?:tion)?|once\ upon\ a\ time|skyrim|stardew|minecraft|animal\ crossing|the\ sims
      |baldur's\ gate|zelda|pok[eé]mon|fortnite|world\ of\ warcraft|elden\ ring|witcher)\b
    | \bin\ (?:my|the|a|an|this|that|our|last\ night's)\ (?:\w+\ )?(?:novel|story|game|dream
      |script|screenplay
      |sitcom|comic|manga|simulation|nightmare|campaign|fairy\ tale|short\ story|soap|drama
      |crossword|riddle)\b
    | \bi\ (?:dreamt|dreamed|had\ (?:a|this|the)\ (?:\w+\ )?(?:dream|nightmare))\b
    | \b(?:chapter|scene|act)\ (?:one|two|three|\d+)\b.*\b(?:opens|begins|starts)\b
    | \b(?:lyrics?|chorus|verse|song\ goes|line\ goes|quote|quoting|as\ the\ saying\ goes
      |the\ saying)\b
    | \b(?:write|draft|compose|make\ up|continue|invent)\ (?:me\ |us\ )?(?:an?|the|this
      |some)\ (?:\w+[\ -]){0,3}?
      (?:story|poem|song|scene|dialogue|monologue|letter|limerick|haiku|tale|script|bio|ad|advert
      |cover\ letter|speech|sketch|post|tweet|email)\b
    | \b(?:translate|proofread|paraphrase|rephrase|summari[sz]e)\b[^.?!]{0,60}:
    | \b(?:pretend|imagine|suppose|picture\ this|let's\ say|lets\ say|say\ i\ (?:had|were|was|won)
      |hypothetically|assuming\ (?:i|we|you)|what\ if|in\ theory|if\ i\ were|if\ i\ was\ a
      |in\ (?:another|a\ parallel|a\ past|a\ previous|an\ ideal|a\ perfect)\ (?:life|universe
      |world))\b
    """,
    re.I | re.X,
)
#: Words of somebody or something else: an advert, a sign, a stranger.
_FOREIGN = re.compile(
    r"""
    \b(?:job|lonely\ hearts|dating|small|personal|rental|classified)\ (?:ad|advert|posting|listing
      |description|spec|profile)\b
    | \b(?:sign|poster|ad|advert|advertisement|label|caption|headline|article|leaflet|notice
      |brochure
      |billboard|menu|t-shirt|tshirt|mug|sticker|fortune\ cookie|horoscope|meme|tweet|thread
      |banner
      |recipe|paragraph|passage|textbook|bumper\ sticker|profile|bio|newspaper|documentary
      |podcast|
      wikipedia|page|website|blurb|plaque|review|exercise)\ (?:\w+\ )?(?:said|says|saying|reads
      |read|goes|went
      |claims|claimed|promises|promised|told|literally|that)\b
    | \b(?:guy|woman|man|lady|bloke|girl|boy|someone|somebody|stranger|kid|person|couple|dude|chap
      |teenager|old\ man|passenger|two\ people|people|woman|fella|customer)\ (?:\w+\ )?(?:on|at
      |in|behind|next\ to|in
      \ front\ of|opposite|across|beside|near)\ (?:the|my|a|this|me|us)\b
    | \b(?:overheard|eavesdropp\w+|somebody's|someone's|some\ guy|some\ woman|some\ bloke
      |some\ man
      |a\ stranger|random\ (?:guy|woman|man|bloke|stranger))\b
    | \bit\ (?:says|said|reads)\b
    | \b(?:according\ to\ the\ (?:book|article|film|movie|show|legend|internet))\b
    | \bin\ (?:the|that|this)\ (?:film|movie|show|series|book|play|musical|opera|song|episode
      |video|clip)\b
    | \b(?:plays|played|playing|voiced|voices)\ (?:a|an|the)\ \w+\ (?:who|that)\b
    """,
    re.I | re.X,
)
#: Praise that means its contrary, or a statement nobody means.
_SARCASM = re.compile(
    r"""
    ^\W*(?:oh|ah|aw|yeah|yes|wow|sure|ooh)?[,!.]?\ *(?:oh|yes|yeah|sure|great|good|perfect
      |lovely|brilliant
      |wonderful|fantastic|joy|super|splendid|marvellous|right)\b[,!.]?\ +(?:because|another
      |more|just|nothing
      |what|i\ (?:just\ |really\ |absolutely\ |so\ )?(?:love|adore|live)|so\ i|as\ if
      |my\ favou?rite)
    | ^\W*(?:wow|great|oh|ah|brilliant|lovely|fantastic|another),?\ .*\bexactly
      \ (?:how|what|where)\ i\b
    | ^\W*oh,?\ (?:good|great|joy|goody|lovely|brilliant|fantastic|perfect|super|yay|wonderful
      |marvellous|fab|splendid|hooray|happy\ day)\b\s*[,.!—–-]
    | \bdo\ so\ (?:love|adore|enjoy)\b
    | \bnothing\ (?:i|we|says)\ (?:love|like|enjoy|want|adore|fun)?\b.*\b(?:more|better|like)\b
    | \bnothing\ (?:says|beats|like)\b
    | \bjust\ what\ (?:i|we)\ (?:needed|wanted|always)\b
    | \bexactly\ what\ (?:i|we)\ (?:needed|wanted)\b
    | \b(?:love|loving|loved)\ (?:that|this|it)?\ ?for\ (?:me|us)\b
    | \b(?:living\ the\ dream|lucky\ me|how\ (?:wonderful|lovely|delightful|nice|thoughtful
      |convenient)
      |don't\ you\ (?:just\ )?love|gotta\ love|got\ to\ love|you've\ got\ to\ love
      |what\ a\ (?:treat|joy|delight)
      |who\ doesn't\ (?:love|want|like|enjoy|dream)|who\ needs|said\ no\ one|said\ nobody
      |no\ one\ ever
      |my\ idea\ of\ (?:a\ )?(?:fun|heaven|bliss)|can't\ wait\ to\ (?:be|sit|spend|stand)
      |because\ obviously
      |because\ clearly|as\ if\ i|be\ still\ my)\b
    | \b(?:just|really|absolutely|simply|truly|so)\ (?:love|adore|enjoy
      |loving)\ (?:it\ )?(?:when|how|being|
      getting|having|paying|waiting|sitting|queuing|standing)\b
    | \b(?:i|we)\ (?:love|adore)\ (?:it\ )?(?:when|how)\b
    | ^\W*(?:yes|yeah|sure|oh|right)?,?\ *of\ course\ i\ (?:want|love|need|enjoy|have)\b
    | \b(?:love|loves|adore|enjoy|loving|enjoying)\b.{0,30}\b(?:tax\ (?:forms?|returns?)|paperwork
      |queu(?:e|ing)|traffic\ jams?|on\ hold|root\ canals?|parking\ (?:tickets?|fines?)|spam
      |being\ (?:woken|ignored|shouted|lied|stuck)|cold\ calls?|delays|small\ print)\b
    | (?:^|\s)/s\s*$ | 🙄 | \b(?:yay\ me|whoop-?dee-?doo|big\ surprise|shocker)\b
    | \b(?:my|our)\ favou?rite\ (?:hobby|pastime|thing|part|activity)\b.*\b(?:queu|wait|spam
      |hold|traffic
      |alarm|bill|tax|being|getting|losing|fixing|debugging|delay)
    | \bobviously\ (?:i|my)\b.*\b(?:dream|ambition)\b
    """,
    re.I | re.X,
)
#: Counterfactual: it did not happen.
_UNREAL = re.compile(
    r"""
    \b(?:if\ only|should(?:'ve|\ have)|would(?:'ve|\ have)|could(?:'ve|\ have)|wouldn't\ have
      |had\ i\b
      |i\ wish\ (?:i|we|it|my|he|she|they|that)|were\ i\b|(?<!not\ )as\ though
      |(?<!not\ )(?<!n't\ )as\ if
      |might\ as\ well\ be
      |i\ feel\ like\ (?:a|an|i\ am|i'm)|i\ look\ like|i'd\ rather\ die|over\ my\ dead\ body)\b
    """,
    re.I | re.X,
)

_LEAVING = Sieve.of_ways([("fiction", _FICTION)])
_CONTRARY = Sieve.of_ways([("foreign", _FOREIGN), ("sarcasm", _SARCASM), ("unreal", _UNREAL)])


def leaves_reality(sentence: str) -> bool:
    """Whether this sentence opens a fiction or hypothesis; what follows belongs to it."""
    return any(gate.search(sentence) for _, gate in _LEAVING.worth(sentence))


def is_unreal(sentence: str) -> bool:
    """Whether this one sentence is foreign, sarcastic or contrary to fact."""
    return any(gate.search(sentence) for _, gate in _CONTRARY.worth(sentence))
