"""A small bilingual corpus of our own: two tenants, three users, several sessions and days.

Users of different tenants share a name, and all of them speak of some of the same things, so that
a leak between them would show. :data:`QUESTIONS` are easy: each has one record that answers it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from eywa_fs.model.records import Scope

START = 1_756_713_600_000
"""2025-09-01, a Monday, 08:00 UTC in epoch milliseconds."""

MINUTE = 60_000
DAY = 86_400_000

ANA = Scope("acme", "ana")
BO = Scope("acme", "bo")
OTHER_ANA = Scope("birch", "ana")
SCOPES = (ANA, BO, OTHER_ANA)

_TALKS: dict[tuple[Scope, str, int], tuple[str, ...]] = {
    (ANA, "garden", 0): (
        "The tomato seedlings go into the greenhouse on the third shelf.",
        "Noted: tomatoes, greenhouse, third shelf.",
        "My neighbour Oskar lends me his wheelbarrow every spring.",
        "A wheelbarrow is handy for moving compost.",
        "The rain barrel holds two hundred litres and is full already.",
        "Then you can water the beans from it.",
        "I am allergic to bee stings, so the hives stay at the far fence.",
        "Keeping the hives away from the path sounds wise.",
    ),
    (ANA, "garden", 1): (
        "The old cherry tree lost a branch in the storm last night.",
        "A clean cut helps the bark to heal.",
        "Please remind me to order slate chips for the path.",
        "I will remind you about the slate chips.",
    ),
    (ANA, "household", 1): (
        "The combination of the cellar padlock is 4471.",
        "I keep that in mind.",
        "Our dishwasher stops in the middle of the eco programme.",
        "A clogged filter is the most likely cause.",
        "The piano tuner comes every second Friday of October.",
        "That is worth an entry in the calendar.",
    ),
    (ANA, "中文", 2): (
        "我的猫叫豆包，它最喜欢睡在窗台上。",
        "豆包这个名字很可爱。",
        "我每个星期三晚上去上陶艺课。",
        "陶艺课听起来很放松。",
        "车库的门锁密码换成了七七零二。",
        "好的，我记住了。",
        "我对花生过敏，做菜的时候不能放花生油。",
        "以后推荐菜谱会避开花生。",
    ),
    (ANA, "household", 4): (
        "The new boiler was installed by a plumber called Hedvig.",
        "Good to know whom to call.",
        "Grandmother's soup recipe needs fennel and two bay leaves.",
        "Fennel gives it a mild taste of aniseed.",
    ),
    (BO, "work", 0): (
        "The combination of the office padlock is 9038.",
        "I keep that in mind.",
        "Our release train leaves on the last Tuesday of the month.",
        "So the code freeze is on the Monday before.",
        "The staging database lives on a machine named heron.",
        "Heron it is.",
        "My tomato plants on the balcony have died.",
        "Perhaps it was too windy for tomatoes there.",
    ),
    (BO, "travel", 3): (
        "I booked the night ferry to Turku for the twelfth.",
        "Take a cabin on the quiet side.",
        "我的护照明年三月到期。",
        "记得提前三个月去换护照。",
        "My suitcase has a broken wheel on the left.",
        "A repair shop can replace the wheel.",
    ),
    (OTHER_ANA, "garden", 0): (
        "The tomato harvest was poor because of the blight.",
        "Copper spray may help against the blight.",
        "The combination of the shed padlock is 1265.",
        "I keep that in mind.",
        "My neighbour Ruth owns a flock of seven geese.",
        "Geese are good guards.",
    ),
    (OTHER_ANA, "中文", 2): (
        "我的狗叫年糕，它怕打雷。",
        "打雷的时候可以陪着年糕。",
        "我每个星期五早上去游泳。",
        "游泳对背很好。",
        "我对芒果过敏，一吃就起疹子。",
        "以后不推荐带芒果的甜点。",
    ),
}


@dataclass(frozen=True, slots=True)
class Question:
    """A query of one user, and the text of the record that answers it."""

    scope: Scope
    query: str
    answer: str


QUESTIONS = (
    Question(ANA, "Which shelf do the tomato seedlings stand on?", _TALKS[ANA, "garden", 0][0]),
    Question(ANA, "Who lends me a wheelbarrow?", _TALKS[ANA, "garden", 0][2]),
    Question(ANA, "What is the combination of the cellar padlock?", _TALKS[ANA, "household", 1][0]),
    Question(ANA, "When does the piano tuner come?", _TALKS[ANA, "household", 1][4]),
    Question(ANA, "我的猫叫什么？", _TALKS[ANA, "中文", 2][0]),
    Question(ANA, "车库的门锁密码是多少？", _TALKS[ANA, "中文", 2][4]),
    Question(ANA, "Which plumber installed the boiler?", _TALKS[ANA, "household", 4][0]),
    Question(BO, "What is the combination of the office padlock?", _TALKS[BO, "work", 0][0]),
    Question(BO, "Where does the staging database live?", _TALKS[BO, "work", 0][4]),
    Question(BO, "我的护照什么时候到期？", _TALKS[BO, "travel", 3][2]),
    Question(OTHER_ANA, "Who owns seven geese?", _TALKS[OTHER_ANA, "garden", 0][4]),
    Question(OTHER_ANA, "我的狗叫什么？", _TALKS[OTHER_ANA, "中文", 2][0]),
)


def talk(texts: Iterable[str], scope: Scope, session: str, begun: int) -> list[dict[str, Any]]:
    """The drafts of a talk: a minute apart, user and assistant in turn."""
    return [
        {
            "content": text,
            "role": ("user", "assistant")[number % 2],
            "tenant_id": scope.tenant_id,
            "user_id": scope.user_id,
            "session_id": session,
            "timestamp": begun + number * MINUTE,
        }
        for number, text in enumerate(texts)
    ]


def drafts(*scopes: Scope) -> list[dict[str, Any]]:
    """The corpus as arguments of ``append_many``, in the order of time; of all scopes by default.

    Records of the first session of a scope carry the tag ``first``.
    """
    found: list[dict[str, Any]] = []
    seen: set[Scope] = set()
    for (scope, session, day), texts in _TALKS.items():
        tags = () if scope in seen else ("first",)
        seen.add(scope)
        if scopes and scope not in scopes:
            continue
        said = talk(texts, scope, session, START + day * DAY)
        found += [draft | {"tags": tags} for draft in said]
    return sorted(found, key=lambda draft: draft["timestamp"])


def texts_of(scope: Scope) -> set[str]:
    """Every text of one scope."""
    return {text for (owner, _, _), texts in _TALKS.items() if owner == scope for text in texts}


def queries() -> list[str]:
    """All queries, whoever asks them."""
    return [question.query for question in QUESTIONS]
