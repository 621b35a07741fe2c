"""A filter that cannot match is an error, not an empty answer."""

from __future__ import annotations

import pytest

from eywa_fs.errors import BadRequest
from eywa_fs.memory import EywaMemory


@pytest.mark.parametrize(
    "filters",
    [{"roles": ["usr"]}, {"source_types": "markdown"}, {"colour": "red"}, {"tags": [3]}],
)
def test_unknown_filters_are_refused(memory: EywaMemory, filters: dict[str, object]) -> None:
    with pytest.raises(BadRequest):
        memory.retrieve("kettle", filters=filters)


def test_known_filters_select(memory: EywaMemory) -> None:
    memory.append("The kettle leaks.", role="user", tags=["kitchen"])
    memory.append("A kettle needs a gasket.", role="assistant")
    found = memory.retrieve("kettle", filters={"roles": "assistant"}).hits
    assert [hit.text for hit in found] == ["A kettle needs a gasket."]
    found = memory.retrieve("kettle", filters={"tags": ["kitchen"], "roles": ["user"]}).hits
    assert [hit.text for hit in found] == ["The kettle leaks."]
