"""The floor: what answers stays, what is merely nearest is left out, and few records are spared."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from corpus import MakeMemory
from texts import ANA, QUESTIONS, drafts

from eywa_fs.errors import ConfigError
from eywa_fs.memory import EywaMemory
from eywa_fs.retrieval.floor import DEFAULT_FLOORS, FEW, certain, floor_for
from eywa_fs.retrieval.fusion import Candidates, ModelScores
from eywa_fs.retrieval.intent import profile
from eywa_fs.retrieval.weights import Floor, FusionConfig

TALK = [
    json.loads(line)
    for line in (Path(__file__).parents[1] / "data" / "small_talk.jsonl")
    .read_text(encoding="utf-8")
    .splitlines()
]
WHOSE: dict[str, Any] = {"tenant_id": ANA.tenant_id, "user_id": ANA.user_id}
FACT = profile("Who repaired the boat?")
REMARK = profile("The boat is leaking again.")
CONFIG = FusionConfig(floor=Floor(0.3, 0.4))


@pytest.fixture
def talks(memory: EywaMemory) -> EywaMemory:
    """A memory in which one user has thirty records."""
    memory.append_many(drafts())
    memory.index()
    return memory


def test_what_answers_a_question_is_put_into_the_context(talks: EywaMemory) -> None:
    for question in QUESTIONS:
        if question.scope == ANA:
            assert question.answer in talks.before_llm(question.query, **WHOSE).context


@pytest.mark.parametrize(
    ("remark", "evidence"),
    [
        ("A wasp got me and my arm is swelling up.", "allergic to bee stings"),
        ("The pipes are cold again, somebody has to look at it.", "The new boiler"),
        ("家里的小家伙又把窗台占了。", "豆包"),
    ],
)
def test_a_remark_keeps_what_it_shares_few_words_with(
    talks: EywaMemory, remark: str, evidence: str
) -> None:
    assert evidence in talks.before_llm(remark, **WHOSE).context


@pytest.mark.parametrize("language", ["en", "zh"])
def test_most_questions_about_the_world_get_no_records(talks: EywaMemory, language: str) -> None:
    asked = [
        line["text"]
        for line in TALK
        if line["lang"] == language and profile(line["text"]).is_question
    ]
    told = {text: talks.before_llm(text, **WHOSE).context for text in asked}
    empty = [text for text, block in told.items() if "\n[" not in block]
    assert len(asked) >= 10 and len(empty) >= 0.7 * len(asked)


@pytest.mark.parametrize("question", ["Which planet has the most moons?", "蒙古国的首都是哪里？"])
def test_a_search_returns_what_is_near_and_says_that_it_is_not_certain(
    talks: EywaMemory, make_memory: MakeMemory, question: str
) -> None:
    found = talks.retrieve(question, limit=8, **WHOSE)
    assert len(found.hits) == 8 and found.nothing_certain
    assert found.as_dict()["nothing_certain"] is True
    assert not any(hit["certain"] for hit in found.as_dict()["hits"])
    talks.close()
    unbounded = make_memory(None, {"retrieval": {"floor": "off"}})
    same = unbounded.retrieve(question, limit=8, **WHOSE)
    assert [hit.event_id for hit in same.hits] == [hit.event_id for hit in found.hits]
    assert not same.nothing_certain and all(hit.certain for hit in same.hits)
    assert len(unbounded.before_llm(question, **WHOSE).citations) > 0


def test_three_records_always_answer(memory: EywaMemory) -> None:
    told = ("My sister keeps two goats.", "The attic smells of apples.", "我周五去配眼镜。")
    memory.append_many({"content": text} for text in told)
    for question in ("Which planet has the most moons?", "Good night!", "汽轮机是谁发明的？"):
        block = memory.before_llm(question).context
        assert all(text in block for text in told)


def test_a_fact_that_answers_vouches_for_its_record(make_memory: MakeMemory) -> None:
    strict = make_memory(None, {"retrieval": {"floor": 1.0}})
    strict.append_many(drafts(ANA))
    strict.append("I live in Braga.", **WHOSE)
    strict.index()
    found = strict.retrieve("Where do I live?", limit=8, **WHOSE)
    assert not found.degraded
    assert [hit.text for hit in found.hits if hit.certain] == ["I live in Braga."]


def test_the_setting_takes_a_number_and_the_off_of_yaml(root: Path) -> None:
    root.mkdir()
    for text, floor in (("off", "off"), ("'off'", "off"), ("auto", "auto"), ("0.4", 0.4)):
        (root / "config.yaml").write_text(f"retrieval: {{floor: {text}}}\n", "utf-8")
        with EywaMemory(root, background=False) as memory:
            assert memory.settings.retrieval.floor == floor
    for wrong in ("on", "high", "2"):
        (root / "config.yaml").write_text(f"retrieval: {{floor: {wrong}}}\n", "utf-8")
        with pytest.raises(ConfigError, match="floor"):
            EywaMemory(root)


def test_only_known_embedders_have_a_floor_of_their_own() -> None:
    assert floor_for("http", "auto") is None
    assert floor_for("http", 0.5) == Floor(0.5, 0.5)
    assert floor_for("e5", 0.5) == Floor(0.5, 0.5, None)
    assert floor_for("ensemble", "auto") == DEFAULT_FLOORS["ensemble"]
    assert floor_for("ensemble", "off") is None
    assert DEFAULT_FLOORS["minilm"].of(profile("汽轮机是谁发明的？")) is None


@pytest.mark.parametrize("backend", ["ensemble", "e5"])
def test_a_lone_name_in_latin_letters_has_the_chinese_record_that_holds_it(
    make_memory: MakeMemory, backend: str
) -> None:
    """MiniLM reads the name and not the record, and by e5 alone nothing is near a remark."""
    memory = make_memory(None, {"embedding": {"backend": backend}})
    told = [f"今天跑了第{n}轮回归，没有失败。" for n in range(FEW)]
    memory.append_many({"content": text} for text in ("备份脚本 rotateKeys 又超时了。", *told))
    memory.index()
    assert "rotateKeys 又" in memory.before_llm("rotateKeys").context


def candidates(scores: np.ndarray, **columns: object) -> Candidates:
    count = len(scores)
    base = Candidates(
        record=np.arange(count),
        timestamp=np.arange(count),
        words=np.zeros(count),
        words_ceiling=1.0,
        vectors={"e5": ModelScores(scores)},
    )
    return dataclasses.replace(base, **columns)  # type: ignore[arg-type]


def test_records_of_another_script_have_a_floor_of_their_own() -> None:
    scores = np.linspace(0.1, 0.35, FEW)
    asked = profile("谁修好了船？")
    config = FusionConfig(floor=dataclasses.replace(CONFIG.floor or Floor(0, 0), foreign=0.3))
    other = np.zeros(FEW, np.bool_)
    assert not certain(candidates(scores, foreign=other), asked, config).any()
    other[-1] = True
    found = certain(candidates(scores, foreign=other), asked, config)
    assert np.flatnonzero(found).tolist()[-1] == FEW - 1
    assert not certain(candidates(scores, foreign=other), asked, CONFIG).any()


def test_a_record_that_says_the_whole_query_is_certain_however_far_its_vector_is() -> None:
    far, one = np.full(FEW, -0.5), np.eye(FEW)[3]
    for query in (FACT, REMARK, profile("ERR_4012")):
        said = certain(candidates(far, words=0.9 * one), query, CONFIG)
        assert np.flatnonzero(said).tolist() == [3]
        assert not certain(candidates(far, words=0.7 * one), query, CONFIG).any()


def test_words_similarity_or_the_time_named_suffice() -> None:
    low = np.full(FEW, 0.05)
    one = np.eye(FEW)[3]
    assert not certain(candidates(low), FACT, CONFIG).any()
    for signal in (
        candidates(low + 0.3 * one),
        candidates(low, words=0.6 * one),
        candidates(low, time_match=one),
        candidates(low + 0.15 * one, words=0.3 * one),
    ):
        assert np.flatnonzero(certain(signal, FACT, CONFIG)).tolist() == [3]


def test_more_of_a_signal_never_takes_certainty_away() -> None:
    rng = np.random.default_rng(5)
    for _ in range(50):
        scores, words = rng.normal(0.1, 0.1, FEW), rng.uniform(0, 0.5, FEW)
        before = certain(candidates(scores, words=words), FACT, CONFIG)
        row = int(rng.integers(FEW))
        scores[row] += rng.uniform(0, 0.3)
        words[row] += rng.uniform(0, 0.3)
        after = certain(candidates(scores, words=words), FACT, CONFIG)
        assert (after >= before).all()


def test_where_nothing_can_be_told_everything_is_certain() -> None:
    low = np.full(FEW, -0.2)
    assert not certain(candidates(low), REMARK, CONFIG).any()
    assert certain(candidates(low), FACT, FusionConfig()).all()
    assert certain(candidates(low[1:]), FACT, CONFIG).all()
    assert certain(candidates(low, vectors={}), FACT, CONFIG).all()
    assert certain(candidates(low), profile("What is the latest?"), CONFIG).all()
    some = np.where(np.arange(FEW) == 2, np.nan, low)
    assert np.flatnonzero(certain(candidates(some), FACT, CONFIG)).tolist() == [2]


OTHER_THINGS = (
    "今天食堂的土豆丝太咸了", "把阳台的花浇了一遍", "地铁上有人唱歌", "昨晚的电影一般般",
    "新键盘到了，手感不错", "楼下的超市在打折", "下午开了两个小时的会", "雨下了一整天",
    "同事带了家乡的辣酱", "跑步机又坏了", "图书馆周一闭馆", "把旧报纸卖了", "烤箱终于修好了",
    "周报写完交上去了", "鱼缸换了水", "邻居家的狗叫了半夜", "买了三斤橘子", "手机膜碎了",
    "快递放在门卫那里", "午睡睡过头了",
)  # fmt: skip


@pytest.mark.parametrize(
    "asked",
    [
        "我先后住过哪些地方",
        "说说我这几年房租的变化",
        "列一下我住过的小区",
        "帮我回顾一下租房的经过",
    ],
)
def test_short_chinese_questions_and_requests_get_their_records(
    memory: EywaMemory, asked: str
) -> None:
    homes = (
        "我在柳树巷租了房，房租两千一",
        "搬到纺织厂小区了，房租两千六",
        "现在住河东新村，房租三千",
    )
    memory.append_many({"content": text} for text in (*OTHER_THINGS, *homes))
    memory.index()
    block = memory.before_llm(asked).context
    assert sum(text in block for text in homes) >= 2, block
