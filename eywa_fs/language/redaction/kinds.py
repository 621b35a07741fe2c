"""What secrets and personal data look like: a pattern for each form, and its check digit.

A pattern is matched on :func:`plain` text, which has the length of the text.
Every repetition has an upper bound, so that the time a text takes grows with its length and no
faster; ``tests/language/test_redaction.py`` holds that.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from ipaddress import ip_address
from itertools import cycle
from typing import Final

from eywa_fs.config import SensitiveKind
from eywa_fs.language.traditional import TO_SIMPLIFIED

_HALF_WIDTH: Final = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)} | {0x3000: 0x20}
_PLAIN: Final = {**TO_SIMPLIFIED, **_HALF_WIDTH}

_SEPARATOR: Final = re.compile(r"[ .()/-]+")

_NOT_BEHIND: Final = r"(?<![0-9A-Za-z_.+/#-])"
_NOT_BEFORE: Final = r"(?![0-9A-Za-z_%]|[.,:/-][0-9])"
"""A number that stands in a longer one, in a word, a decimal or a path is no number of its own.
``\\b`` does not tell: to it Chinese characters and digits are one word."""

_SHOWN_BEFORE: Final = 24
_OTHER_BEFORE: Final = re.compile(
    r"(?:[$¥€£]|(?:\b(?:order|invoice|tracking|parcel|article|serial|member|contract|batch|lot|isbn"
    r"|imei|sku|build|version|section|release|uuid|hash|chapter)"
    r"|订单|运单|快递|发票|流水|编|单|版本|会员)"
    r"(?: ?(?:code|id|no\.?|numbers?|号码?))?)[ :]{0,2}(?:is |was |是|为)?$",
    re.I,
)
_OTHER_BEHIND: Final = re.compile(
    r" ?(?:[$¥€£%元块円万亿个人次吨]|美元|(?:ns|ms|bytes|steps|won|yuan|usd|eur|rmb)\b)", re.I
)
"""What says of a number that it is something else: the name of another kind of number before it, a
currency, or a unit behind it."""


_DIGITS: Final = tuple("0123456789")


@dataclass(frozen=True)
class Form:
    """One form of a kind.

    Attributes:
        pattern: the group ``hidden`` is what is masked, or the whole match where there is none.
        signs: a text without any of these (in lower case) has none of it: looking for them is much
            faster.
        fits: says whether a match is one. Where it is not, what stands before its last separator
            may be.
        a_number: the words around it can say that it is another kind of number.
    """

    kind: SensitiveKind
    pattern: str
    signs: tuple[str, ...] = _DIGITS
    fits: Callable[[str], bool] | None = None
    a_number: bool = True

    def spans(self, text: str) -> Iterator[tuple[int, int]]:
        """Where it stands in a :func:`plain` text."""
        group = "hidden" if "hidden" in self._compiled.groupindex else 0
        for match in self._compiled.finditer(text):
            start, end = match.span(group)
            end = self._end(text, start, end)
            if end > start and not (self.a_number and _is_other(text, start, end)):
                yield start, end

    @cached_property
    def _compiled(self) -> re.Pattern[str]:
        return re.compile(self.pattern)

    def _end(self, text: str, start: int, end: int) -> int:
        """Up to where a match holds; ``start`` where it does not at all."""
        if self.fits is None:
            return end
        found = text[start:end]
        ends = [len(found), *(gap.start() for gap in reversed([*_SEPARATOR.finditer(found)]))]
        return start + next((at for at in ends if at and self.fits(found[:at])), 0)


def half_width(text: str) -> str:
    """``text`` with full-width letters, digits and signs as those of ASCII, one for one."""
    return text if text.isascii() else text.translate(_HALF_WIDTH)


def plain(text: str) -> str:
    """:func:`half_width`, with traditional Chinese characters as simplified ones, one for one: what
    the forms are matched on."""
    return text if text.isascii() else text.translate(_PLAIN)


def _is_other(text: str, start: int, end: int) -> bool:
    before = text[max(0, start - _SHOWN_BEFORE) : start]
    return bool(_OTHER_BEFORE.search(before) or _OTHER_BEHIND.match(text, end, end + 8))


def _bare(number: str) -> str:
    return _SEPARATOR.sub("", number)


def _luhn(number: str) -> bool:
    digits = _bare(number)
    doubled = (int(d) * weight for d, weight in zip(reversed(digits), cycle((1, 2)), strict=False))
    return 15 <= len(digits) <= 19 and sum(n // 10 + n % 10 for n in doubled) % 10 == 0


def _mod_97(number: str) -> bool:
    account = _bare(number)
    turned = account[4:] + account[:4]
    return 15 <= len(account) <= 34 and int("".join(str(int(c, 36)) for c in turned)) % 97 == 1


_PROVINCE: Final = re.compile(r"1[1-5]|2[1-3]|3[1-7]|4[1-6]|5[0-4]|6[1-5]|71|8[12]")


def _cn_id(text: str) -> bool:
    number = _bare(text)
    if len(number) not in (15, 18) or not _PROVINCE.match(number):
        return False
    old = len(number) == 15
    try:
        born = ("19" if old else "") + number[6 : 12 if old else 14]
        date(int(born[:4]), int(born[4:6]), int(born[6:]))
    except ValueError:
        return False
    if old:
        return True
    weighed = sum(int(digit) * (2 ** (17 - n) % 11) for n, digit in enumerate(number[:17]))
    return "10X98765432"[weighed % 11] == number[17].upper()


def _phone(number: str) -> bool:
    return 9 <= sum(char.isdigit() for char in number) <= 15


def _address(text: str) -> bool:
    try:
        found = ip_address(text)
    except ValueError:
        return False
    return any(c.isdigit() for c in text) and not (found.is_loopback or found.is_unspecified)


def _secret(value: str) -> bool:
    """Whether a value looks made up: a digit, or a sign within it, and something else."""
    inner = value.rstrip("!")
    return len(inner) >= 4 and any(c.isdigit() or c in "!@#$%^&*+=~?_" for c in inner)


def _key(value: str) -> bool:
    return any(c.isdigit() for c in value) and any(c.isalpha() for c in value)


def _number(first: str, rest: str) -> str:
    """The pattern of a number of its own that begins with a character of the class ``first``: put
    in front of all else, that class lets the engine skip what it does not hold."""
    alone = _NOT_BEHIND[:-1] + f"[{first}])"
    return f"[{first}]{alone}{rest}{_NOT_BEFORE}"


def _secret_form(pattern: str, *signs: str, fits: Callable[[str], bool] | None = None) -> Form:
    return Form("api_key", pattern, signs, fits, a_number=False)


_NAMED: Final = r"(?<![A-Za-z0-9])(?i:pass(?:word|wd|phrase|code)|pwd|secret|api[_ -]?key|token)"
_VALUE: Final = r"(?P<hidden>[^\s\"'`,;<>\u0100-\uffff]{3,200}[^\s\"'`,;<>\u0100-\uffff.:?)}\]])"
_WORD: Final = r"[0-9A-Za-z_-]"
_NAMES: Final = ("passw", "passp", "passc", "pwd", "secret", "key", "token")

FORMS: Final[tuple[Form, ...]] = (
    _secret_form(
        rf"(?<!{_WORD})(?:sk-|[spr]k_(?:live|test)_|glpat-|xox[a-z]-|gh[a-z]_|github_pat_|npm_|hf_)"
        rf"{_WORD}{{16,255}}+",
        *("sk-", "_", "glpat-", "xox"),
        fits=_key,
    ),
    _secret_form(
        r"(?<![0-9A-Za-z])(?:(?:AKIA|ASIA)[0-9A-Z]{16}|AIza[0-9A-Za-z_-]{35})(?![0-9A-Za-z])",
        *("akia", "asia", "aiza"),
    ),
    _secret_form(
        rf"(?<!{_WORD})eyJ{_WORD}{{8,4096}}+\.eyJ{_WORD}{{8,4096}}+\.{_WORD}{{8,4096}}+", "eyj"
    ),
    _secret_form(
        r"-----BEGIN [A-Z ]{0,20}PRIVATE KEY-----(?:(?!-----)[\s\S]){1,20000}+"
        r"-----END [A-Z ]{0,20}PRIVATE KEY-----",
        "private key-----",
    ),
    _secret_form(_NAMED + r"[\"']?(?: ?: ?|,? is | = )[\"'`]?" + _VALUE, *_NAMES, fits=_secret),
    _secret_form(
        _NAMED
        + r"[\"']?=[\"'`]?"
        + _VALUE.replace("<>", "<>&"),  # in an address another one follows
        *_NAMES,
        fits=_secret,
    ),
    _secret_form(
        r"(?:密码|口令|密钥)[是为:= ]{1,2}" + _VALUE, *("密码", "口令", "密钥"), fits=_secret
    ),
    _secret_form(
        r"(?<![A-Za-z])[Bb]earer (?P<hidden>[0-9A-Za-z._~+/-]{20,4096}+)", "bearer ", fits=_key
    ),
    _secret_form(r"://[^\s:/@]{0,64}+:(?P<hidden>[^\s@/]{1,128}+)@", "://"),
    Form(
        "card",
        _number(
            "3-6",
            r"(?:[0-9]{14,18}|[0-9]{3}(?:[ -][0-9]{4}){3}(?:[ -][0-9]{1,3})?"
            r"|[47][0-9]{2}[ -][0-9]{6}[ -][0-9]{5})",
        ),
        fits=_luhn,
    ),
    Form(
        "iban",
        _number("A-Z", r"[A-Z][0-9]{2}(?: ?[0-9A-Z]{4}){2,7}(?: ?[0-9A-Z]{1,3})?"),
        fits=_mod_97,
    ),
    Form(
        "email",
        (
            r"(?<![0-9A-Za-z._%+-])[0-9A-Za-z._%+-]{1,64}@(?![0-9]x\.)"
            r"(?:[0-9A-Za-z-]{1,63}+\.){1,8}[A-Za-z]{2,24}(?![0-9A-Za-z]|:\S)"
        ),
        ("@",),
        a_number=False,
    ),
    Form(
        "phone",  # international
        _number(
            "+0",
            r"(?:(?<=\+)|(?<=0)0)[1-9]"
            r"(?:(?: ?\(|\) ?|[ -]|\.(?=[0-9]{1,4}(?![0-9])))?+[0-9]){7,14}",
        ),
        fits=_phone,
    ),
    Form(
        "phone",  # North America
        _number(
            "(1-9",
            r"(?:(?<=1)[ .-]\(?[2-9]|(?<=\()[2-9]|(?<=[2-9]))(?!00)[0-9]{2}(?:\) ?|[ .-])"
            r"[2-9][0-9]{2}[.-][0-9]{4}",
        ),
    ),
    Form("phone", _number("1", r"[3-9][0-9][ -]?[0-9]{4}[ -]?[0-9]{4}")),  # Chinese mobile
    Form(
        "phone",  # with the 0 of a national number
        _number("(0", r"(?:(?<=0)|0)[1-9][0-9]{1,3}(?:\) ?|[ /-])[0-9]{3,8}(?: [0-9]{3,6}){0,2}"),
        fits=_phone,
    ),
    Form("phone", _number("0", r"[1-9](?:[ .][0-9]{2}){4}")),  # France
    Form(
        "phone",
        (
            r"(?i:phone|mobile|cell|tel|fax|whatsapp|电话|手机|座机|传真)"
            r"(?: ?(?:number|no\.?|号码?))?(?: is |是|: ?|\. ?| )(?P<hidden>[0-9]{8,12})"
            + _NOT_BEFORE
        ),
    ),
    Form(
        "cn_id",
        _number("1-8", r"[0-9]{5}(?:[0-9]{9}|[ -]?[0-9]{8}[ -]?[0-9]{3}[0-9Xx])"),
        fits=_cn_id,
    ),
    Form("us_ssn", _number("0-8", r"(?<!0(?=00)|6(?=66))[0-9]{2}-(?!00)[0-9]{2}-(?!0000)[0-9]{4}")),
    Form(
        "us_ssn",
        (
            r"(?i:\bssn|social security(?: number)?)[ :#]{1,3}(?:is )?(?P<hidden>[0-9]{9})"
            + _NOT_BEFORE
        ),
    ),
    Form(
        "ip",
        (r"[0-9](?<![0-9A-Za-z_.-][0-9])[0-9]{0,2}(?:\.[0-9]{1,3}){3}(?![0-9A-Za-z_]|\.[0-9])"),
        fits=_address,
    ),
    Form(
        "ip",
        (r"(?<![0-9A-Za-z_:.])[0-9A-Fa-f]{0,4}+(?::[0-9A-Fa-f]{0,4}+){2,7}(?![0-9A-Za-z_:])"),
        (":",),
        fits=_address,
    ),
    Form(
        "passport_cn",
        (
            r"(?i:passport|护照)[^0-9\n。]{0,16}?(?<![0-9A-Za-z])"
            r"(?P<hidden>(?:[DEGPS][0-9]|[DEPS][A-HJ-NP-Z])[0-9]{7})(?![0-9A-Za-z])"
        ),
        ("passport", "护照"),
    ),
)
"""Every form that is known."""
