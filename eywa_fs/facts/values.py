"""How two object phrases are compared: tokens, similarity, and closed classes of values.

English is compared by lightly stemmed tokens, Chinese by character bigrams; a phrase that mixes
both is compared by both. Nothing here knows predicates; see :mod:`eywa_fs.facts.slots`.
"""

from __future__ import annotations

import re
from functools import lru_cache

from eywa_fs.language.script import fold

_CJK = r"\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_LETTERS = rf"(?:(?![{_CJK}])[^\W_])+"
_PIECE = re.compile(rf"[{_CJK}]+|{_LETTERS}(?:['’]{_LETTERS})?")
_HAS_CJK = re.compile(f"[{_CJK}]")
_IS_CJK_ONLY = re.compile(f"[{_CJK}]+")

_STOP_WORDS = """
    a an the my your his her its our their this that these those of to in on at for with
    from by as is are was were be been am i i'm im we he she it they you me us him them and
    or but so not no do does did done have has had will would can could just very really
    still now then also too all some any up out off over into about again one ones it's
    that's there here what who when how if than more most much lot bit thing things get got
    gets getting go goes going went day days week weeks
    month months year years mg ml kg km cm am pm
"""
_STOP = frozenset(_STOP_WORDS.split())
#: Function characters that carry no topic; a bigram of two of them is dropped.
_STOP_ZH = frozenset(
    "的了在是我你他她它们这那有和就不也都很还又吗呢啊吧哈啦呀个着过把被给让要会能说跟到上下去来"
)
#: Frequent two-character words that name no topic.
_STOP_BIGRAMS_WORDS = """
    今天 昨天 明天 现在 最近 终于 已经 一个 就是 不是 没有 可以 这个 那个 什么
    怎么 自己 开始 真的 还是 以后 时候 这边 那边 我们 他们 上周 下周 这周 本周
    早上 晚上 今年 去年 明年 上个 下个 这次 一下 一直 因为 所以 但是 不过 然后
    如果 用户 哪个 哪些 哪里 哪儿 先后 目前 如今 当时 之前 之后 以前
"""
_STOP_BIGRAMS = frozenset(_STOP_BIGRAMS_WORDS.split())

_NUMERALS = """
    zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen
    fifteen sixteen seventeen eighteen nineteen twenty
"""
_NUMBER_WORDS = {word: str(value) for value, word in enumerate(_NUMERALS.split())} | {
    "thirty": "30",
    "forty": "40",
    "fifty": "50",
    "sixty": "60",
    "dozen": "12",
    "hundred": "100",
}
_ZH_DIGITS = {c: str(i) for i, c in enumerate("零一二三四五六七八九十")} | {"两": "2", "俩": "2"}

#: Closed classes: two phrases that differ only inside one class give the same attribute two values.
_CLASSES: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("level", re.compile(r"[abc][12]|[hn][1-6]|n[1-5]|band\d|[一二三四五六七八九十\d]+[级段级]")),
    (
        "time",
        re.compile(
            r"\d{1,2}(?:[:.]\d\d)?(?:am|pm)|noon|midnight|\d+点半?|[一二三四五六七八九十]+点半?"
        ),
    ),
    (
        "date",
        re.compile(
            r"(?:jan|febr?)(?:uary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|"
            r"sept?(?:ember)?"
            r"|(?:octo|novem|decem)ber|oct|nov|dec|\d+(?:st|nd|rd|th)|(?:\d+月)?\d+[日号]|"
            r"[一二三四五六七八九十]+月(?:[一二三四五六七八九十]+[日号])?"
        ),
    ),
    (
        "number",
        re.compile(
            r"[还结付]清|清零|paid off|cleared|[$€£¥]?\d[\d,.]*(?:st|nd|rd|th|k|kg|km|cm|m|%)?|"
            r"[一二三四五六七八九十百千万两]+"
        ),
    ),
    (
        "weekday",
        re.compile(
            r"(?:mon|tues|wednes|thurs|fri|satur|sun)days?|mon|tue|wed|thu|fri|sat|sun|"
            r"weekdays?|weekends?"
            r"|(?:周|星期|礼拜)[一二三四五六日天末]"
        ),
    ),
    (
        "colour",
        re.compile(
            r"red|blue|green|yellow|orange|purple|violet|pink|black|white|grey|gray|brown|"
            r"teal|navy|beige"
            r"|turquoise|[红蓝绿黄橙紫黑白灰棕粉青][色]?"
        ),
    ),
    (
        "rank",
        re.compile(r"junior|senior|lead|principal|assistant|head|deputy|white|yellow|green|black"),
    ),
    (
        "shift",
        re.compile(
            r"(?:day|night|morning|evening|late|early|graveyard|swing|twilight)(?:shifts?)|nights"
            r"|(?:轮|上|返|值|倒)?(?:大|小)?(?:日|夜|早|中|晚|白)(?:班|更)"
        ),
    ),
    ("size", re.compile(r"small|medium|large|xs|xl|xxl")),
    ("blood", re.compile(r"(?:a|b|ab|o)[+-]?")),
)


def stem(word: str) -> str:
    """English plural, ``-ing`` and ``-ed`` endings off; words of up to three letters stay."""
    word = word.removesuffix("'s").removesuffix("’s").replace("’", "").replace("'", "")
    if len(word) <= 3:
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    for ending in ("ing", "ed"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            root = word[: -len(ending)]
            if len(root) > 3 and root[-1] == root[-2] and root[-1] not in "ls":
                root = root[:-1]
            return root.removesuffix("e")
    if word.endswith("es") and word[-3] in "sxzh":
        return word[:-2]
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = word[:-1]
    return word.removesuffix("e") if len(word) > 4 else word


@lru_cache(maxsize=8192)
def tokens(text: str) -> frozenset[str]:
    """Content tokens of ``text``: English stems, and Chinese character bigrams.

    A run of a single Chinese character gives that character. Numbers written as words become
    digits. Stop words are dropped, unless nothing else is left.
    """
    words: set[str] = set()
    stops: set[str] = set()
    for match in _PIECE.finditer(fold(text)):
        piece = match.group()
        if _IS_CJK_ONLY.fullmatch(piece):
            grams = _bigrams(piece)
            empty = {g for g in grams if g in _STOP_BIGRAMS or set(g) <= _STOP_ZH}
            words.update(set(grams) - empty)
            stops.update(empty)
        elif piece in _STOP:
            stops.add(piece)
        else:
            words.add(_NUMBER_WORDS.get(piece) or stem(piece))
    return frozenset(words or stops)


def _bigrams(run: str) -> list[str]:
    if len(run) == 1:
        return [run]
    return [run[i : i + 2] for i in range(len(run) - 1)]


def characters(text: str) -> frozenset[str]:
    """Single Chinese content characters of ``text``; the weak signal where no bigram is shared."""
    return frozenset(c for c in text if _HAS_CJK.match(c) and c not in _STOP_ZH)


def is_chinese(text: str) -> bool:
    """Whether ``text`` contains a Chinese character."""
    return _HAS_CJK.search(text) is not None


def overlap(left: str, right: str) -> float:
    """Dice coefficient of the token sets, 0..1."""
    a, b = tokens(left), tokens(right)
    if not a or not b:
        return 0.0
    return 2 * len(a & b) / (len(a) + len(b))


@lru_cache(maxsize=65536)
def contains(whole: str, part: str) -> bool:
    """Whether all of ``part``'s tokens occur in ``whole`` (for Chinese: as a substring)."""
    a, b = tokens(whole), tokens(part)
    if not b:
        return False
    if is_chinese(part):
        return _compact(part) in _compact(whole)
    return b <= a


@lru_cache(maxsize=8192)
def _compact(text: str) -> str:
    joined = "".join(_PIECE.findall(fold(text)))
    return _ZH_NUMBER.sub(lambda match: _figure(match.group()), joined)


_ZH_NUMBER = re.compile("[零一二三四五六七八九十百千两]+")
_ZH_UNITS = {"十": 10, "百": 100, "千": 1000}


def _figure(numeral: str) -> str:
    """A Chinese numeral below ten thousand in digits: 十八 gives 18; 一千八 is 1800."""
    total, digit, unit = 0, 0, 1
    for char in numeral:
        if char in _ZH_UNITS:
            unit = _ZH_UNITS[char]
            total += max(1, digit) * unit
            digit = 0
        else:
            digit = int(_ZH_DIGITS[char])
    return str(total + digit * (unit // 10 if unit > 10 and numeral[-2:-1] in _ZH_UNITS else 1))


#: Verbs of enjoyment that add nothing to what is liked; verbs of one set mean the same act.
_ENJOY: tuple[frozenset[str], ...] = (
    frozenset({"eat", "eats", "eating", "taste", "tasting", "吃"}),
    frozenset({"drink", "drinks", "drinking", "喝"}),
    frozenset({"watch", "watching", "see", "seeing", "read", "reading", "看", "读", "阅读"}),
    frozenset({"listen", "listening", "hear", "hearing", "听"}),
    frozenset({"play", "plays", "playing", "玩", "打"}),
    frozenset({"visit", "visiting", "go", "going", "去"}),
)


@lru_cache(maxsize=8192)
def liked_thing(text: str) -> tuple[int | None, str]:
    """A liking as (act, thing): "eating plums" and "吃李子" are one act; ``None``: no act."""
    folded = fold(text).strip()
    folded = re.sub(r"^(?:the )?(?:taste|smell|look|sound|idea) of ", "", folded)
    for act, verbs in enumerate(_ENJOY):
        for verb in sorted(verbs, key=len, reverse=True):
            rest = folded[len(verb) :]
            if folded.startswith(verb) and rest and (not verb.isascii() or rest.startswith(" ")):
                return act, rest.strip().removeprefix("to ").strip()
    return None, folded


def same_liking(left: str, right: str) -> bool:
    """Whether two phrases name one liked thing; "plums" and "eating plums" do."""
    (act, thing), (other, second) = liked_thing(left), liked_thing(right)
    return (act is None or other is None or act == other) and same_value(thing, second)


def narrower_liking(narrow: str, wide: str) -> bool:
    """Whether ``narrow`` is a kind or a way of ``wide`` ("sour plums", "plums in syrup")."""
    (act, thing), (other, second) = liked_thing(narrow), liked_thing(wide)
    return (act is None or other is None or act == other) and contains(thing, second)


@lru_cache(maxsize=65536)
def same_value(left: str, right: str) -> bool:
    """Whether two phrases say the same value: equal, or at least four fifths of the tokens shared.

    Phrases that differ inside a closed class (two numbers, two weekdays) are never the same.
    """
    if _compact(left) == _compact(right):
        return True
    return overlap(left, right) >= 0.8 and value_class_clash(left, right) is None


def value_class_clash(left: str, right: str) -> str | None:
    """The closed class in which the two phrases differ, or ``None``.

    "grade 4 piano" and "grade 5 piano" clash in ``number``; "two cats" and "three cats" in
    ``number``; "two cats" and "a dog" in nothing: the rest has to be shared, and not be empty.
    """
    ours, theirs = _splits(left), _splits(right)
    for name in sorted(ours.keys() & theirs.keys()):
        (inside, rest), (other, second) = ours[name], theirs[name]
        if inside != other and rest and rest == second:
            return name
    return None


def figure_of(text: str) -> int | None:
    """The number that ``text`` as a whole is ("86", "eighty" is not read, 八十六), or ``None``."""
    digits = "".join(_NUMBER_WORDS.get(word, word) for word in _compact(text).split())
    return int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 10 else None


@lru_cache(maxsize=8192)
def counted(text: str) -> frozenset[str]:
    """What the Chinese figures in ``text`` count: the character after each (十五箱 gives 箱)."""
    return frozenset(match[1] for match in _COUNTED.finditer(fold(text)))


_COUNTED = re.compile(
    r"[\d一二三四五六七八九十百千万亿两零.]+[多来几]?"
    r"(?![一二三四五六七八九十百千万亿两零多来几月日号点年])([\u4e00-\u9fff])"
)


def same_count(left: str, right: str) -> bool:
    """Whether one phrase is another figure of what the other counts (十五箱 and 十二箱中蜂)."""
    ours, theirs = (_COUNTED.match(fold(text)) for text in (left, right))
    if ours is None or theirs is None or ours[1] != theirs[1] or ours[0] == theirs[0]:
        return False
    rest, other = fold(left)[ours.end() :], fold(right)[theirs.end() :]
    return not rest or not other or rest == other


def value_classes(text: str) -> frozenset[str]:
    """The classes of values that occur anywhere in ``text``: ``number``, ``time``, ``weekday``."""
    return frozenset(_splits(text).keys() & _FIGURES)


_FIGURES = frozenset({"number", "time", "date", "weekday", "level"})


def value_class(text: str) -> str | None:
    """The closed class that ``text`` as a whole is a value of (``"number"`` for "40"), if any."""
    compact = "".join(_PIECE.findall(fold(text)))
    return next((name for name, pattern in _CLASSES if pattern.fullmatch(compact)), None)


@lru_cache(maxsize=8192)
def _splits(text: str) -> dict[str, tuple[frozenset[str], frozenset[str]]]:
    """For each class with a value in ``text``: those values, and the tokens of the rest."""
    folded = _digits(fold(text))
    found = {}
    for name, pattern in _CLASSES:
        if is_chinese(folded):
            inside = frozenset(m.group() for m in pattern.finditer(folded))
            rest = tokens(pattern.sub(" ", folded)) if inside else frozenset()
        else:
            words = [w.strip(".,;!?") for w in folded.split()]
            inside = frozenset(w for w in words if pattern.fullmatch(w))
            rest = frozenset(stem(w) for w in words if w not in inside and w not in _STOP)
        if inside:
            found[name] = (inside, rest)
    return found


def _digits(text: str) -> str:
    return re.sub(r"[a-z]+", lambda m: _NUMBER_WORDS.get(m.group(), m.group()), text)
