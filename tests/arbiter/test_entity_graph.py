"""People, places, organisations and things, and what relates them."""

from __future__ import annotations

import pytest
from factbase.lives import MakeQuick, QuickMemory, drafts
from facts.stories import U, say, turns

from eywa_fs.arbiter.graph import Graph
from eywa_fs.errors import BadRequest, NotFound
from eywa_fs.facts.replay import apply

TOLD = (
    "My sister is called Inés.",
    "My sister Inés lives in Porto.",
    "My friend Tom lives in Porto.",
    "My brother works at Otto.",
    "We have a dog called Rex.",
    "I live in Turku.",
)


@pytest.fixture
def family(quick: QuickMemory) -> QuickMemory:
    quick.append_many(drafts(TOLD))
    return quick


def test_names_are_one_only_where_a_fact_says_so() -> None:
    told = (
        ("2024-01-01", say("Inés", "lives_in", "Porto")),
        ("2024-01-02", say("Ines", "works_at", "Otto")),
        ("2024-01-03", say("user's sister", "has_pet", "Rex")),
    )
    apart = Graph(apply(turns(*told)).facts)
    keys = {apart.find(name) for name in ("Inés", "Iness", "user's sister")}
    assert len(keys) == 3 and None in keys
    named = ("2024-01-04", say("user's sister", "name", "Inés"))
    together = Graph(apply(turns(*told, named)).facts)
    assert together.find("Inés") == together.find("user's sister") == together.find("sister")
    [merged] = [e for e in together.entities if e.merged_by]
    assert merged.kind == "person" and {"Inés", "user's sister"} <= set(merged.names)
    two = ("2024-01-05", say("user's sister", "name", "Eva"))
    split = Graph(apply(turns(*told, named, two)).facts)
    assert split.find("Eva") != split.find("Inés")


def test_one_hop_and_two(family: QuickMemory) -> None:
    def names(hops: int) -> set[str]:
        return {node.names[0] for node in family.graph("Porto", hops=hops).nodes}

    assert names(1) == {"Porto", "Inés", "Tom"}
    assert names(2) == {"Porto", "Inés", "Tom", "user"}
    around = family.graph("my sister").relations
    assert {one.fact.object for one in around if one.fact.predicate == "lives_in"} == {"Porto"}


def test_every_relation_has_its_time_and_its_proof(family: QuickMemory) -> None:
    found = family.graph()
    kinds = {node.names[0]: node.kind for node in found.nodes}
    assert kinds["Porto"] == "place" and kinds["Otto"] == "organisation"
    assert kinds["Rex"] == "thing" and kinds["Tom"] == kinds["user"] == "person"
    for one in found.relations:
        assert one.fact.citation and one.fact.valid_from is not None
    [merged] = [node for node in found.nodes if node.merged_by]
    assert merged.merged_by[0].endswith(":1")
    family.append("My sister Inés moved to Braga.")
    cities = {one.fact.object for one in family.graph("Inés").relations}
    assert "Braga" in cities and "Porto" not in cities


def test_a_relation_that_was_taken_back_is_none(family: QuickMemory) -> None:
    [tom] = family.facts(subject="Tom").facts
    family.reject_fact(tom.atomic_id)
    assert {node.names[0] for node in family.graph("Porto").nodes} == {"Porto", "Inés"}


def test_what_nothing_names_is_not_found(family: QuickMemory) -> None:
    with pytest.raises(NotFound):
        family.graph("Lyon")
    for hops in (0, 3):
        with pytest.raises(BadRequest):
            family.graph("Porto", hops=hops)


@pytest.mark.parametrize(
    ("told", "role", "whose"),
    [
        ("My mother works at Otto.", "mother", "user's mother"),
        ("My cousin is allergic to celery.", "cousin", "user's cousin"),
        ("我的猫叫年糕。", "猫", "用户的猫"),
        ("我哥哥住在苏州。", "哥哥", "用户的哥哥"),
    ],
)
def test_what_is_said_of_a_relative_is_no_relation_of_the_user(
    quick: QuickMemory, told: str, role: str, whose: str
) -> None:
    """The user and the relative are related by what they are to each other."""
    quick.append(told)
    found = quick.graph()
    names = {node.key: node.names for node in found.nodes}
    [own] = [one for one in found.relations if one.source == "user"]
    assert own.role == role and whose in names[own.target] and own.fact.citation
    said = [one for one in found.relations if one.source != "user"]
    assert all(one.role == "" for one in said)


def test_a_relative_is_the_users_by_one_relation_only(family: QuickMemory) -> None:
    own = [(r.role, r.fact.predicate) for r in family.graph().relations if r.source == "user"]
    assert [one for one in own if one[0]] == [("brother", "works_at")]
    assert {named for role, named in own if not role} == {
        "sibling",
        "friend",
        "has_pet",
        "lives_in",
    }


def test_what_is_denied_relates_nothing() -> None:
    graph = Graph(apply(turns(("2024-01-01", say(U, "lives_in", "Porto", no=True)))).facts)
    assert graph.edges == [] and graph.entities == []


def test_facts_are_related_by_what_they_share(family: QuickMemory) -> None:
    [tom] = [one.atomic_id for one in family.facts(subject="Tom").facts]
    near = {(one.fact.subject, one.fact.predicate): one.hops for one in
            family.relations([tom], hops=2)}  # fmt: skip
    assert near["user", "friend"] == near["Inés", "lives_in"] == 1
    assert near["user's sister", "name"] == 2 and ("Tom", "lives_in") not in near


def test_retrieval_goes_over_relations_where_it_is_told_to(open_quick: MakeQuick) -> None:
    """Who else lives in the sister's city is found by no word of the question."""
    question = "What do you know about my sister?"
    plain = open_quick()
    plain.append_many(drafts(TOLD))
    without = [hit.event_id for hit in plain.retrieve(question, limit=3).hits]
    plain.close()
    linked = open_quick(config={"retrieval": {"graph_hops": 2}})
    found = linked.retrieve(question, limit=3)
    more = {hit.event_id: hit for hit in found.hits if hit.event_id not in without}
    assert "e2" in more and "e2" not in without  # Tom, who lives where she does
    assert more["e2"].why.startswith("related over 2 hops")
    assert more["e2"].sources.keys() == {"graph"} and len(found.hits) <= 3
    path = linked.layout.root / more["e2"].anchor.file_path
    path.write_bytes(path.read_bytes().replace(b"Tom", b"Tim"))
    again = linked.retrieve(question, limit=3).hits
    assert not any("Tom" in hit.text for hit in again)
