"""Contacts by what they are for, counts, shifts, claims of others, recovery; own-written lives."""

from __future__ import annotations

from stories import acts, at, standing, tell

from eywa_fs.facts.answers import answer
from eywa_fs.facts.replay import FactState

U = "user"


def told(state: FactState, question: str, day: str = "2025-06-01") -> list[str]:
    return [fact.object for fact in answer(state, question, at(day)).facts]


def test_a_private_address_leaves_the_one_at_work() -> None:
    work, private, fresh = "i.dahl@kaai.example", "inge@tram.example", "inge@veer.example"
    state = tell(
        ("2024-01-08", f"Mail me at {work}, that's work.", [(U, "contact", work)]),
        ("2024-01-08", f"For private matters: {private}.", [(U, "contact", private)]),
        ("2024-05-08", f"My private mail is now {fresh}.", [(U, "contact", fresh)]),
    )
    assert acts(state) == [("e3", "supersede", "e2")]
    assert told(state, "What is the user's work email?") == [work]
    assert told(state, "What is the user's private email?") == [fresh]


def test_a_corrected_address_takes_the_place_of_the_last_one() -> None:
    work, wrong, right = "i.dahl@kaai.example", "inge@veer.example", "inge@weer.example"
    state = tell(
        ("2024-01-08", f"My work mail is {work}.", [(U, "contact", work)]),
        ("2024-05-08", f"My private mail is {wrong}.", [(U, "contact", wrong)]),
        ("2024-05-08", f"Sorry, I meant {right}.", [(U, "contact", right)]),
    )
    assert standing(state) == {
        f"{work}@e1": "active",
        f"{wrong}@e2": "superseded",
        f"{right}@e3": "active",
    }


def test_another_count_of_the_same_things_replaces_the_first() -> None:
    state = tell(
        ("2024-01-08", "我养了六缸孔雀鱼。", [(U, "has", "六缸孔雀鱼")]),
        ("2024-05-08", "现在八缸了。", [(U, "has", "八缸")]),
        ("2024-06-08", "今天卖完了，收了三百块钱。", [(U, "other", "收了三百块钱")]),
    )
    assert standing(state)["六缸孔雀鱼@e1"] == "superseded"
    assert standing(state)["八缸@e2"] == "active"


def test_a_count_of_other_things_stands_beside() -> None:
    state = tell(
        ("2024-01-08", "我有三辆自行车。", [(U, "owns", "三辆自行车")]),
        ("2024-05-08", "我现在有两辆滑板车。", [(U, "owns", "两辆滑板车")]),
    )
    assert acts(state) == []


def test_one_works_one_shift() -> None:
    state = tell(
        ("2024-01-08", "我上夜班。", [(U, "schedule", "夜班")]),
        ("2024-05-08", "从下周起改上早班。", [(U, "schedule", "早班")]),
    )
    assert standing(state) == {"夜班@e1": "superseded", "早班@e2": "active"}


def test_two_authorities_that_disagree_are_a_conflict() -> None:
    first = ("2024-01-08", "The nurse says Ulla reacts to kiwi.", [("Ulla", "allergic_to", "kiwi")])
    second = (
        "2024-01-15",
        "Her doctor says Ulla is not allergic to kiwi.",
        [("Ulla", "allergic_to", "kiwi", "not")],
    )
    assert acts(tell(first, second)) == [("e2", "append_conflict", "e1")]


def test_being_well_again_ends_the_illness() -> None:
    state = tell(
        ("2024-01-08", "Ulla has shingles.", [("Ulla", "health", "shingles")]),
        ("2024-03-08", "Ulla is perfectly well.", [("Ulla", "health", "perfectly well")]),
    )
    assert standing(state)["shingles@e1"] == "superseded"


def test_what_somebody_stopped_does_not_answer_who_still_does_it() -> None:
    state = tell(
        ("2024-01-08", "Henk and Ulla fence.", [("Henk", "started", "fencing")]),
        ("2024-01-08", "Ulla fences too.", [("Ulla", "started", "fencing")]),
        ("2024-05-08", "Ulla gave up fencing.", [("Ulla", "stopped", "fencing")]),
    )
    found = answer(state, "Who still does fencing?", at("2025-06-01")).facts
    assert [fact.subject for fact in found] == ["Henk"]


def test_an_animal_that_moves_is_the_same_animal() -> None:
    state = tell(
        (
            "2024-01-08",
            "I have a pony, Bolle, he lives in Lier.",
            [(U, "has_pet", "Bolle"), ("Bolle", "lives_in", "Lier")],
        ),
        ("2024-05-08", "Bolle moved to a barn in Mol today.", [("Bolle", "moved_to", "Mol")]),
    )
    assert standing(state)["Bolle@e1"] == "active"
    assert standing(state)["Lier@e1"] == "superseded"
    assert told(state, "Where is Bolle kept now?") == ["Mol"]


def test_words_that_are_another_fact_s_date_do_not_choose_the_answer() -> None:
    state = tell(
        ("2024-09-02", "闺女九月升三年级了。", [("用户的闺女", "studies", "三年级")]),
        ("2024-10-02", "给闺女报了击剑。", [("用户的闺女", "studies", "击剑")]),
    )
    assert "击剑" in told(state, "2024年11月闺女上什么兴趣班？")


def test_a_denied_day_takes_no_other_day_s_place() -> None:
    state = tell(
        ("2024-01-08", "Pottery is on Tuesdays.", [(U, "schedule", "Tuesdays, pottery")]),
        ("2024-05-08", "I left the Saturday rota.", [(U, "schedule", "Saturday rota", "not")]),
    )
    assert told(state, "On which day does the user go to pottery now?") == ["Tuesdays, pottery"]


def test_what_is_announced_for_later_does_not_end_what_has_not_begun() -> None:
    state = tell(
        ("2024-01-08", "Choir is on Mondays.", [("Choir", "schedule", "Mondays")]),
        (
            "2024-05-30",
            "In June choir is on Fridays.",
            [("Choir", "schedule", "Fridays", "from=2024-06-01", "to=2024-06-30")],
        ),
        ("2024-05-30", "no no, only june! july is mondays again", []),
    )
    assert standing(state)["Fridays@e2"] == "active"


def test_a_higher_level_replaces_the_lower_one_it_names() -> None:
    state = tell(
        ("2024-01-08", "考出了 CILS A2。", [(U, "has", "CILS A2")]),
        ("2024-05-08", "B1 也拿到了，A2 可以收进抽屉了。", [(U, "has", "B1")]),
    )
    assert standing(state)["CILS A2@e1"] == "superseded"


def test_an_end_told_by_its_last_day_ends_the_job() -> None:
    state = tell(
        ("2024-01-08", "我在渔具店看店。", [(U, "works_at", "渔具店")]),
        ("2024-05-08", "渔具店那边我只做到上个月底。", []),
    )
    assert standing(state)["渔具店@e1"] == "superseded"


def test_a_number_that_will_be_void_is_not_taken_back() -> None:
    state = tell(
        ("2024-01-08", "我的号码是 131-7788。", [(U, "contact", "131-7788")]),
        ("2024-05-08", "这周先打工作机 150-2233，周日就作废。", [(U, "contact", "150-2233")]),
    )
    assert standing(state)["131-7788@e1"] == "active"


def test_one_of_two_cousins_is_asked_for() -> None:
    state = tell(
        ("2024-01-08", "大表哥修表。", [("用户的大表哥", "works_as", "修表")]),
        ("2024-01-09", "二表哥酿酒。", [("用户的二表哥", "works_as", "酿酒")]),
    )
    assert told(state, "二表哥现在靠什么谋生？") == ["酿酒"]


def test_two_who_vouch_for_somebody_s_trade_are_a_conflict() -> None:
    state = tell(
        (
            "2024-01-08",
            "Old Bram was a cooper, says the verger.",
            [("Bram", "works_as", "cooper")],
        ),
        (
            "2024-01-15",
            "My neighbour swears Bram was a chandler.",
            [("Bram", "works_as", "chandler")],
        ),
    )
    assert acts(state) == [("e2", "append_conflict", "e1")]


def test_a_thing_lies_at_one_place() -> None:
    state = tell(
        ("2024-01-08", "The punt is kept at Mol.", [("punt", "other", "kept at Mol")]),
        ("2024-05-08", "The punt is berthed at Lier now.", [("punt", "other", "berthed at Lier")]),
    )
    assert standing(state)["kept at Mol@e1"] == "superseded"


def test_a_day_off_is_no_day_less() -> None:
    state = tell(
        ("2024-01-08", "I work Mondays to Thursdays.", [(U, "schedule", "Mondays to Thursdays")]),
        ("2024-05-08", "monday off and it pours", []),
    )
    assert standing(state)["Mondays to Thursdays@e1"] == "active"


def test_what_a_question_names_is_not_what_it_asks_for() -> None:
    state = tell(
        ("2024-01-08", "I'm at the sawmill.", [(U, "works_at", "sawmill")]),
        ("2024-05-08", "They made me foreman.", [(U, "works_as", "foreman")]),
    )
    assert told(state, "What post does the user hold at the sawmill?")[0] == "foreman"


def test_one_switches_also_to_what_another_has() -> None:
    state = tell(
        (
            "2024-01-08",
            "Ulla is at the convent school.",
            [("Ulla", "studies_at", "convent school")],
        ),
        (
            "2024-05-08",
            "Ulla has switched to the technical school too.",
            [("Ulla", "studies_at", "technical school")],
        ),
    )
    assert standing(state)["convent school@e1"] == "superseded"


def test_two_contacts_in_one_message_are_told_apart() -> None:
    state = tell(
        (
            "2024-01-08",
            "我的工作号是 131-2200，私人号 150-7711。",
            [(U, "contact", "131-2200"), (U, "contact", "150-7711")],
        ),
        ("2024-05-08", "私人号换成 160-8822 了。", [(U, "contact", "160-8822")]),
    )
    assert acts(state) == [("e2", "supersede", "e1")]
    assert told(state, "用户的工作号是多少？") == ["131-2200"]


def test_a_plan_called_off_by_its_name_is_gone() -> None:
    state = tell(
        ("2024-01-08", "I'm hiking the Eifelsteig in May.", [(U, "plans_to", "the Eifelsteig")]),
        ("2024-03-08", "Calling the Eifelsteig off, my knee is bad.", []),
    )
    assert standing(state)["the Eifelsteig@e1"] == "retracted"
