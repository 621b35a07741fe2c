"""Discourse cues in single messages."""

from __future__ import annotations

import pytest

from eywa_fs.facts.cues import CueKind, detect


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Scratch that.", "retraction"),
        ("I was only joking about the yacht.", "retraction"),
        ("刚才开玩笑的。", "retraction"),
        ("算了，当我没说。", "retraction"),
        ("The concert is cancelled.", "cancellation"),
        ("周末不去滑雪了。", "cancellation"),
        ("Sorry, I meant Tuesday.", "correction"),
        ("說錯了，是七點。", "correction"),
        ("It turns out I'm not anaemic.", "false_belief"),
        ("原来不是过敏。", "false_belief"),
        ("I switched from tea to coffee.", "switch"),
        ("茶换成咖啡了。", "switch"),
        ("I'm back to tea.", "back"),
        ("又喝回茶了。", "back"),
        ("I also keep bees.", "additive"),
        ("另外还养了蜜蜂。", "additive"),
        ("Only for this week, promise.", "temporary"),
        ("暂时住我表姐家。", "temporary"),
        ("Maybe it's Oslo, not sure.", "hedge"),
        ("好像是奥斯陆，说不准。", "hedge"),
        ("We made it, all done!", "completion"),
        ("毕业论文写完了！", "completion"),
        ("My wrist has healed.", "recovery"),
        ("手腕痊愈了。", "recovery"),
        ("My address is the same as ever.", "unchanged"),
        ("地址没变。", "unchanged"),
    ],
)
def test_cue(text: str, kind: CueKind) -> None:
    assert detect(text).has(kind)


@pytest.mark.parametrize(
    "text", ["", "?", "Lovely weather.", "早上好", "Shop opens nine till five."]
)
def test_small_talk_has_no_retraction_or_temporary_cue(text: str) -> None:
    assert not detect(text).has("retraction", "cancellation", "temporary")


def test_a_switch_names_both_sides() -> None:
    (cue,) = detect("I switched from Bolt to Rye.").of("switch")
    assert (cue.leaving, cue.arriving) == ("bolt", "rye")
