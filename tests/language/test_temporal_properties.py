"""Promises that hold for every text: no raise, order, offsets, zones, linear work."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eywa_fs.language.temporal import find_times

SAID = int(datetime(2024, 5, 15, 14, 30, tzinfo=UTC).timestamp() * 1000)
PIECES = """
    last next this from to between and since until the of in a 1 31 13 99 2024 12:30 - / . , ' May
    march Monday week weekend year century half past quarter two thousand twenty first 5th ago later
    before after early end every 90 s am pm tonight easter
    上 下 个 周 月 年 日 号 一 十 百 廿 半 前 后 从 到 至 的 第 每 最近 去年 今天 点 分 世纪 年代
    季度 国庆 晚上 初
""".split()  # noqa: SIM905
phrases = st.lists(st.sampled_from(PIECES), max_size=14).flatmap(
    lambda words: st.sampled_from([" ".join(words), "".join(words)])
)
texts = st.one_of(st.text(max_size=60), phrases)
references = st.integers(min_value=-(10**17), max_value=10**17)


@settings(max_examples=400, deadline=None)
@given(texts, references, st.sampled_from(["past", "future", "auto"]))
def test_any_text_gives_ordered_spans_and_never_raises(
    text: str, reference: int, prefer: str
) -> None:
    spans = find_times(text, reference, prefer=prefer)  # type: ignore[arg-type]
    end = 0
    for span in spans:
        assert end <= span.text_start < span.text_end <= len(text)
        end = span.text_end
        if span.start_ms is not None and span.end_ms is not None:
            assert span.start_ms < span.end_ms
        placed = span.start_ms is not None or span.end_ms is not None
        assert placed == (span.kind in ("point", "interval"))


@given(texts)
@settings(max_examples=100, deadline=None)
def test_the_same_text_gives_the_same_answer(text: str) -> None:
    assert find_times(text, SAID) == find_times(text, SAID)


@pytest.mark.parametrize(
    "piece",
    [
        "week of ",
        "1-",
        "from 1 to ",
        "3 days and ",
        "of the first ",
        "一",
        "上",
        "三月到",
        "的第一周",
    ],
)
def test_a_repeated_piece_is_read_to_its_end(piece: str) -> None:
    """Nested rules are bounded, so neither the stack nor the time grows with the nesting."""
    text = piece * (6000 // len(piece)) + ". 2024-05-08"
    spans = find_times(text, SAID)
    assert spans and spans[-1].text_end == len(text)


def test_days_are_those_of_the_zone() -> None:
    late = int(datetime(2024, 5, 15, 23, 30, tzinfo=UTC).timestamp() * 1000)
    (span,) = find_times("today", late, tz="Asia/Shanghai")
    start = datetime(2024, 5, 16, tzinfo=ZoneInfo("Asia/Shanghai"))
    assert span.start_ms == int(start.timestamp() * 1000)
    assert find_times("today", late, tz="No/Such_Zone") == find_times("today", late)


def test_a_day_of_clock_change_has_its_real_length() -> None:
    said = int(datetime(2024, 3, 31, 12, tzinfo=UTC).timestamp() * 1000)
    (span,) = find_times("today", said, tz="Europe/Berlin")
    assert span.start_ms is not None and span.end_ms is not None
    assert span.end_ms - span.start_ms == 23 * 3_600_000


def test_english_and_chinese_stand_in_one_text() -> None:
    text = "meeting 下周三 3pm, 昨天 I called"
    found = [text[s.text_start : s.text_end] for s in find_times(text, SAID)]
    assert "昨天" in found and any("下周三" in f for f in found)
