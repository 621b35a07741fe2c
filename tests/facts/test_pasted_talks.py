"""A chat that is pasted is nobody's own words, whatever made it; lists and labels of the user's
own are no chat."""

from __future__ import annotations

import time

import pytest

from eywa_fs.facts.extraction import extract
from eywa_fs.language.material import LABELS
from eywa_fs.language.talks import talk_in

NOON = 1_700_000_000_000


def read(text: str) -> set[str]:
    return {found.object for found in extract(text, NOON) if found.sure and found.act == "state"}


@pytest.mark.parametrize(
    "text",
    [
        "Slack thread pasted:\n[09:01] jonas: I live in Lund now, new flat\n[09:02] mira: wow!",
        "[19/10/2026, 09:01:12] Lars: I live in Lund\n[19/10/2026, 09:02:12] Mira: nice",
        "2026-10-19 09:01 - Lars: I live in Lund\n2026-10-19 09:02 - Mira: nice",
        "jonas [09:01]: I live in Lund\nmira [09:02]: nice",
        "Lars (10:01): I live in Lund\nMira (10:02): nice",
        "[09:01] jonas: I live in Lund",
        "10:01 <jonas> I live in Lund\n10:02 <mira> nice",
        "<jonas> I live in Lund\n<mira> nice",
        "Lars, 10:01\nI live in Lund\nMira, 10:02\nnice",
        "Lars Meier  10:01 AM\nI live in Lund\nMira Holt  10:02 AM\nnice",
        "Lars Meier, [19.10.2026 10:01]\nI live in Lund\nMira, [19.10.2026 10:02]\nnice",
        "**Lars** — Today at 10:01\nI live in Lund\n**Mira** — Today at 10:02\nnice",
        "Lars Meier: I live in Lund\nMira Holt: nice",
        "Speaker 1: where?\nSpeaker 2: I live in Lund",
        "Lars:\nI live in Lund\n\nMira:\nnice",
        "@lars: I live in Lund\n@mira: nice",
        "- Lars: I live in Lund\n- Mira: nice",
        "| Lars | I live in Lund |\n| Mira | nice |",
        "Here is the Slack thread:\n\n> jonas: I live in Lund",
        "Our group:\njonas: I live in Lund",
        "> I live in Lund",
        "小江 2026/10/19 10:01:22\n我对花生过敏\n小陆 2026/10/19 10:02:22\n啊",
        "10月19日 10:01 小江\n我对花生过敏\n10月19日 10:02 小陆\n啊",
        "小江 上午10:01\n我对花生过敏\n小陆 上午10:02\n啊",
        "我们的群聊：\n小江 10:01\n我对花生过敏",
    ],
)
def test_a_talk_is_not_read(text: str) -> None:
    assert read(text) == set()


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("Note: I live in Lund", {"Lund"}),
        ("Address: I live in Lund", {"Lund"}),
        ("Home: I live in Lund\nWork: I am a nurse", {"Lund", "nurse"}),
        ("Context: I live in Lund.\nTask: find me a doctor.", {"Lund"}),
        ("Some things about me:\nDiet: I don't eat pork", {"pork"}),
        ("Monday: I live in Lund\nTuesday: I am allergic to nuts", {"Lund", "nuts"}),
        ("Dentist 15:00\nSchool 16:00\nI live in Lund", {"Lund"}),
        ("7:00 - up\n8:00 - bus\nI live in Lund", {"Lund"}),
        ("One thing: I live in Lund.\nAnother thing: I am allergic to nuts.", {"Lund", "nuts"}),
        ("Please remember:\nI'm allergic to nuts", {"nuts"}),
        ("I'm allergic to nuts.\nLars, 10:01\nI live in Lund\nMira, 10:02\nok", {"nuts"}),
        ("姓名：陈文雄\n职业：护士\n我住在上海", {"上海"}),
        ("过敏：我对花生过敏\n饮食：我不吃牛肉", {"花生", "牛肉"}),
        ("请记住：\n我对花生过敏", {"花生"}),
    ],
)
def test_what_the_user_lists_or_labels_is_read(text: str, values: set[str]) -> None:
    assert read(text) == values


@pytest.mark.parametrize(
    "text",
    ["In the novel I'm writing, I live in Lund.", "In a play that I am drafting I own a boat."],
)
def test_what_is_so_in_a_text_in_the_making_is_not_read(text: str) -> None:
    assert read(text) == set()


@pytest.mark.parametrize(
    "text", ["9:9 " * 1000, "9" * 4000, "a.a" * 1300, "(" * 4000, "9:9\n" * 1000]
)
def test_hostile_lines_cost_little(text: str) -> None:
    began = time.thread_time()
    assert talk_in(text, LABELS) == len(text)
    assert time.thread_time() - began < 0.2
