# ruff: noqa: E501 - Han characters count double; a word list stays readable at this width
"""A message cut into sentences and clauses, with its quotations hidden.

Everything works on a folded copy of the text that has exactly as many characters as the original
(Traditional to Simplified, dialect function words to their written-Mandarin counterparts), so a
position found in the copy points into the message.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from eywa_fs.language.traditional import TO_SIMPLIFIED

#: Longest stretch read as one clause; what exceeds it is cut off, which keeps every rule cheap.
MAX_CLAUSE: Final = 80
#: Most clauses read of one message.
MAX_CLAUSES: Final = 200
#: Stands for a character inside a quotation.
HIDDEN: Final = "\ufffc"

_DIALECT = dict(
    zip("唔冇咗嘅喺係佢啲嗰哋俺咱您侬噶嘢揸", "不没了的在是他些那们我我你你的野开", strict=True)
)
_FULL_WIDTH = {chr(code): chr(code - 0xFEE0) for code in range(0xFF10, 0xFF5B)}
_PLAIN: Final[dict[int, int | str]] = {
    **dict(TO_SIMPLIFIED.items()),
    **{ord(char): to for char, to in (_DIALECT | _FULL_WIDTH).items() if to.isalnum()},
    ord("\u3000"): " ",
    ord("\t"): " ",
}

_QUOTE = re.compile(
    r"“([^“”]{0,200})”|「([^「」]{0,200})」|『([^『』]{0,200})』|\"([^\"]{0,200})\"|‘([^‘’]{0,200})’|《([^《》]{0,200})》"
)
_NAMES_BEFORE_QUOTE = re.compile(
    r"(?:叫|叫做|名叫|取名|起名|改名|名字是|名是|名为|喊我|称呼我|昵称|网名|外号|绰号|小名)(?:是|为|作)?[:：]?$"
)
_SENTENCE_END = re.compile(r"[。！!？?；;\n…~～]+|(?<![A-Za-z0-9])\.(?![A-Za-z0-9])|🙂+")
_CLAUSE_END = re.compile(
    r"[，,（）()]|(?<![0-9])[:：]|[:：](?![0-9])|——+|—|(?<![A-Za-z0-9]) {2,}"
    r"|(?<=[\u4e00-\u9fff]) (?=[\u4e00-\u9fff])"
    # People leave the comma out before these.
    r"|(?<=[^，。]{3})(?<![不非])(?=(?:但是|可是|然后|所以|而且|因为|虽然|但(?!愿|凡)|专门(?=[^，。]{2,})|顺便"
    r"|还(?=天天|老是|总是|非要)|(?<!只)不过(?=我|他|她|现在|最近|平时))[^，。]{2})"
    r"|(?<=[^，。]{3}了)(?=(?:换了|改[成用喝吃学]|买了|又买)[^，。]{2})"
)


_RELATIVE: Final = "爸爸?|妈妈?|爹|娘|哥哥?|姐姐?|弟弟?|妹妹?|爷爷|奶奶|姥姥|姥爷|外公|外婆|老公|老婆|媳妇|儿子|女儿|闺女|男朋友|女朋友|对象|公公|婆婆|岳父|岳母|嫂子|姐夫|妹夫|弟媳|舅舅|姑姑|叔叔|小姨|大姨|表[哥姐弟妹]|堂[哥姐弟妹]|室友|同事"
#: Two people told of in one breath, the comma between them left out.
_SECOND_SUBJECT: Final = re.compile(
    rf"我(?:{_RELATIVE})[^，。的]{{2,16}}?(?<![和跟与给对让叫把被向替为陪带送接找教帮比是像随靠问骂说从在到的有等看怕求劝逼想催谢约请因得除由道望欢顾着养、当嫌])"
    rf"(?=我(?:{_RELATIVE})?(?:在|是|也|还|就|去|今年|现在|每|天天|早|没|不|有|爱|喜欢|想|要|做|开|养|住|教|退|属|已经|都|刚|管|当|卖|学|吃|身体|血[压糖脂]).)"
)


@dataclass(frozen=True, slots=True)
class Clause:
    """One stretch between punctuation marks.

    Args:
        text: the folded text, quotations hidden.
        start: where it begins in the message; ``text`` lies at ``start .. start + len(text)``.
        sentence: number of its sentence in the message.
        mark: the punctuation that ends its sentence.
        stop: the punctuation right behind it.
    """

    text: str
    start: int
    sentence: int
    mark: str
    stop: str

    @property
    def end(self) -> int:
        """Position behind its last character."""
        return self.start + len(self.text)


_CANTONESE: Final = re.compile("[唔冇咗嘅喺啲嗰哋嘢佢]|細佬|细佬|返工|而家|屋企|鍾意|钟意")
#: Words with as many characters in Mandarin; the message itself keeps its own.
_CANTONESE_WORDS: Final = {
    "唔好": "不要", "唔使": "不用", "唔識": "不会", "唔识": "不会", "返工": "上班", "返學": "上学", "返学": "上学",
    "放工": "下班", "而家": "现在", "依家": "现在", "屋企": "家里", "鍾意": "喜欢", "钟意": "喜欢", "中意": "喜欢",
    "成日": "天天", "琴日": "昨天", "尋日": "昨天", "寻日": "昨天", "聽日": "明天", "听日": "明天", "今日": "今天",
    "後日": "后天", "后日": "后天", "邊度": "哪里", "边度": "哪里", "點解": "怎么", "点解": "怎么", "乜嘢": "什么",
    "揾工": "求职", "執笠": "倒闭", "执笠": "倒闭", "舊年": "去年", "旧年": "去年", "出年": "明年", "上晝": "上午",
    "下晝": "下午", "夜晚": "晚上", "朝早": "早上", "識講": "会讲", "识讲": "会讲", "識得": "会得", "飲茶": "喝茶",
    "飲咗": "喝了", "食飯": "吃饭", "食素": "吃素", "食得": "吃得", "食清": "吃清", "唔食": "不吃", "唔飲": "不喝",
}  # fmt: skip
_WU: Final = re.compile("阿拉|侬|勿要|伐[？?]|格个|伊拉")
_WU_WORDS: Final = {
    "老早": "以前", "现在": "现在", "勿要": "不要", "勿会": "不会", "勿是": "不是", "欢喜": "喜欢", "辰光": "时候",
    "屋里": "家里", "阿拉": "我们", "廿年": "廿年", "個，": "的，", "个，": "的，", "个。": "的。", "格，": "的，",
}  # fmt: skip


def _same_length(words: dict[str, str], text: str) -> str:
    """``text`` with dialect words replaced by Mandarin ones of the same length."""
    for word, standard in words.items():
        text = text.replace(word, standard)
    return text


_INNER_SPACE = re.compile(
    r"(?<=[\u4e00-\u9fff]) (?=[A-Za-z0-9])|(?<=[A-Za-z0-9]) (?=[\u4e00-\u9fff])"
)


def compact(text: str) -> str:
    """The text without the spaces some put between Han characters and Latin letters or digits."""
    return _INNER_SPACE.sub("", text)


def fold(text: str) -> str:
    """The folded copy; as many characters as ``text``."""
    if _CANTONESE.search(text):
        text = _same_length(_CANTONESE_WORDS, text)
    elif _WU.search(text):
        text = _same_length(_WU_WORDS, text)
    folded = text.translate(_PLAIN)
    return folded if len(folded) == len(text) else text


def hide_quotations(text: str) -> str:
    """Blank what somebody else may have said; names and titles of a few characters stay."""

    def hide(match: re.Match[str]) -> str:
        inner = next(group for group in match.groups() if group is not None)
        named = _NAMES_BEFORE_QUOTE.search(text, max(0, match.start() - 8), match.start())
        spoken = (
            re.search(r"[，。！？,!?…]|我|你", inner)
            if match.group()[0] != "《"
            else re.search(r"[我你]", inner)
        )
        if named or ((len(inner) <= 8 or match.group()[0] == "《") and not spoken):
            return match.group()
        return match.group()[0] + HIDDEN * len(inner) + match.group()[-1]

    return _QUOTE.sub(hide, text)


def clauses(text: str) -> list[Clause]:
    """The clauses of a message in order; empty ones are left out."""
    folded = hide_quotations(fold(text))
    found: list[Clause] = []
    position = number = 0
    for match in [*_SENTENCE_END.finditer(folded), None]:
        end, mark = (match.start(), match.group()) if match else (len(folded), "")
        if end > position:
            found += _clauses_of(folded[position:end], position, number, mark)
            number += 1
        if match is None or len(found) >= MAX_CLAUSES:
            break
        position = match.end()
    return found[:MAX_CLAUSES]


def _clauses_of(sentence: str, offset: int, number: int, mark: str) -> list[Clause]:
    found = []
    position = 0
    for match in [*_CLAUSE_END.finditer(sentence), None]:
        end, stop = (match.start(), match.group()) if match else (len(sentence), mark)
        piece = sentence[position:end]
        stripped = piece.strip()
        if stripped:
            start = offset + position + len(piece) - len(piece.lstrip())
            second = _SECOND_SUBJECT.match(stripped)
            if second is not None:
                found.append(Clause(second.group(), start, number, mark, "，"))
                start, stripped = start + second.end(), stripped[second.end() :]
            found.append(Clause(stripped[:MAX_CLAUSE], start, number, mark, stop))
        if match is not None:
            position = match.end()
    return found
