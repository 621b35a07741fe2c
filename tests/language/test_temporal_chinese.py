"""Chinese time expressions in running text."""

from datetime import UTC, datetime, timedelta

import pytest

from eywa_fs.language.temporal import Length, TimeSpan, find_times, resolve

# A Wednesday afternoon.
SAID = int(datetime(2024, 5, 15, 14, 30, tzinfo=UTC).timestamp() * 1000)


def local(ms: int | None) -> str | None:
    if ms is None:
        return None
    moment = datetime(1970, 1, 1) + timedelta(milliseconds=ms)
    return moment.strftime("%Y-%m-%d %H:%M:%S").removesuffix(" 00:00:00")


def read(text: str) -> list[tuple[str, str | None, str | None]]:
    return [
        (text[s.text_start : s.text_end], local(s.start_ms), local(s.end_ms))
        for s in find_times(text, SAID)
    ]


def only(text: str) -> TimeSpan:
    (span,) = find_times(text, SAID)
    return span


@pytest.mark.parametrize(
    ("text", "expression", "start", "end"),
    [
        ("昨天我去爬山了。", "昨天", "2024-05-14", "2024-05-15"),
        ("半个月前剪的头发。", "半个月前", "2024-04-30", "2024-05-01"),
        ("一个半月前办的卡。", "一个半月前", "2024-03-31", "2024-04-01"),
        ("两個半月以前搬的。", "两個半月以前", "2024-02-29", "2024-03-01"),
        ("半年前换的轮胎。", "半年前", "2023-11-15", "2023-11-16"),
        ("上个星期五聚餐。", "上个星期五", "2024-05-10", "2024-05-11"),
        ("上一个礼拜天下棋。", "上一个礼拜天", "2024-05-12", "2024-05-13"),
        ("上个周一开会。", "上个周一", "2024-05-06", "2024-05-07"),
        ("下个星期六爬山。", "下个星期六", "2024-05-25", "2024-05-26"),
        ("这个礼拜二打球。", "这个礼拜二", "2024-05-14", "2024-05-15"),
        ("下周三要复查。", "下周三", "2024-05-22", "2024-05-23"),
        ("下週三要複查。", "下週三", "2024-05-22", "2024-05-23"),
        ("上上周五体检。", "上上周五", "2024-05-03", "2024-05-04"),
        ("上禮拜五體檢。", "上禮拜五", "2024-05-10", "2024-05-11"),
        ("前年结的婚。", "前年", "2022-01-01", "2023-01-01"),
        ("三天后出发。", "三天后", "2024-05-18", "2024-05-19"),
        ("兩個月前搬家。", "兩個月前", "2024-03-15", "2024-03-16"),
        ("上个月底回来的。", "上个月底", "2024-04-21", "2024-05-01"),
        ("今年国庆去哪？", "今年国庆", "2024-10-01", "2024-10-08"),
        ("去年十一我在家。", "去年十一", "2023-10-01", "2023-10-08"),
        ("周末加班。", "周末", "2024-05-18", "2024-05-20"),
        ("二〇二四年三月搬家。", "二〇二四年三月", "2024-03-01", "2024-04-01"),
        ("廿三号开会。", "廿三号", "2024-05-23", "2024-05-24"),
        ("大前天发烧。", "大前天", "2024-05-12", "2024-05-13"),
        ("去年夏天很热。", "去年夏天", "2023-06-01", "2023-09-01"),
        ("九十年代的歌。", "九十年代", "1990-01-01", "2000-01-01"),
        ("2019-2021年在外地。", "2019-2021年", "2019-01-01", "2022-01-01"),
        ("三月中旬", "三月中旬", "2025-03-11", "2025-03-21"),
        ("近 两 年", "近 两 年", "2022-05-15", "2024-05-15"),
        ("未来四天", "未来四天", "2024-05-16", "2024-05-20"),
        ("10月1日-7日", "10月1日-7日", "2024-10-01", "2024-10-08"),
        ("今年第二季度", "今年第二季度", "2024-04-01", "2024-07-01"),
        ("尋日見過佢。", "尋日", "2024-05-14", "2024-05-15"),
        ("２０２４年５月８日", "２０２４年５月８日", "2024-05-08", "2024-05-09"),
        ("三年前的今天", "三年前的今天", "2021-05-15", "2021-05-16"),
        ("今年中秋", "今年中秋", "2024-09-17", "2024-09-18"),
        ("去年除夕在老家。", "去年除夕", "2023-01-21", "2023-01-22"),
        ("民国三十四年八月", "民国三十四年八月", "1945-08-01", "1945-09-01"),
    ],
)
def test_dates(text: str, expression: str, start: str, end: str) -> None:
    assert read(text) == [(expression, start, end)]


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("明晚八点半看电影", "2024-05-16 20:30:00"),
        ("后天下午三点开会", "2024-05-17 15:00:00"),
        ("2023年5月8日上午10点", "2023-05-08 10:00:00"),
        ("晚上12点睡觉", "2024-05-16"),
        ("今天凌晨3点一刻", "2024-05-15 03:15:00"),
        ("一个半小时后", "2024-05-15 16:00:00"),
        ("现在", "2024-05-15 14:30:00"),
    ],
)
def test_times_of_day(text: str, start: str) -> None:
    assert local(only(text).start_ms) == start


def test_open_ranges_have_one_end() -> None:
    since, until = find_times("從三月起我開始跑步，直到週五為止。", SAID)
    assert (local(since.start_ms), since.end_ms) == ("2024-03-01", None)
    assert (until.start_ms, local(until.end_ms)) == (None, "2024-05-18")


def test_durations_and_recurring_times_have_no_place() -> None:
    stay, rest, habit = find_times("我住了六年，三天没睡，每周三游泳。", SAID)
    assert stay.length == Length(months=72)
    assert rest.length == Length(days=3)
    assert (habit.kind, habit.start_ms, habit.length) == ("recurring", None, None)


def test_the_tense_of_the_clause_decides() -> None:
    assert [r[1] for r in read("我周五去了海边。周五要去海边。")] == ["2024-05-10", "2024-05-17"]


@pytest.mark.parametrize(
    "text",
    [
        "我有一个苹果，第一次来，十一个人。",
        "我提三点建议，占五分之一。",
        "最近很忙，前阵子生病，过几天再说，几个月前吧。",
        "农历八月十五吃月饼，正月初一拜年。",
    ],
)
def test_what_is_no_time_gives_nothing(text: str) -> None:
    assert read(text) == []


def test_numeric_dates_of_a_chinese_text_are_day_first() -> None:
    chinese = resolve("3/4/2021", SAID, context="到期日是3/4/2021吗")
    english = resolve("3/4/2021", SAID)
    assert chinese is not None and local(chinese.start_ms) == "2021-04-03"
    assert english is not None and local(english.start_ms) == "2021-03-04"
