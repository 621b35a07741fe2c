"""Chinese values: what is one, and how far it goes."""

from __future__ import annotations

import pytest

from eywa_fs.facts.languages.zh.tokens import fold, tokens
from eywa_fs.facts.languages.zh.types import TYPES

VALUES = [
    ("place", "温州瓯海区", "温州瓯海区"),
    ("place", "这个小区", ""),
    ("place", "绿油油的地方", ""),
    ("place", "上海的酒店", ""),
    ("org", "市图书馆", "市图书馆"),
    ("org", "努力", ""),
    ("org", "很大的公司", ""),
    ("role", "货车司机", "货车司机"),
    ("role", "好人", ""),
    ("age", "35岁", "35岁"),
    ("age", "35岁那年", ""),
    ("age", "200岁", ""),
    ("person", "顾念慈", "顾念慈"),
    ("person", "了一份外卖", ""),
    ("phone", "13900001111", "13900001111"),
    ("mail", "a.b@example.org", "a.b@example.org"),
    ("substance", "青霉素", "青霉素"),
    ("substance", "他", ""),
    ("liking", "画面血腥的游戏", "画面血腥的游戏"),
    ("liking", "这家店", ""),
    ("liking", "爬山和游泳", "爬山"),
    ("liking", "安静和干净的地方", "安静和干净的地方"),
    ("condition", "过敏性鼻炎", "过敏性鼻炎"),
    ("rule", "用表格回答", "用表格回答"),
    ("rule", "我要早睡", ""),
]


@pytest.mark.parametrize(("kind", "text", "expected"), VALUES)
def test_values(kind: str, text: str, expected: str) -> None:
    found = tokens(text, fold(text), 0, len(text))
    end = TYPES[kind](found, 0)
    assert (text[: found[end - 1].end] if end else "") == expected
