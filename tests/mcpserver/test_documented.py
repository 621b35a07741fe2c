"""docs/mcp.md says what the server has."""

from __future__ import annotations

import re

from docs.documents import PROJECT, table

from eywa_fs.mcp.hosts import HOSTS
from eywa_fs.mcp.prompts import PROMPTS
from eywa_fs.mcp.tools import TOOLS

DOCUMENT = PROJECT / "docs" / "mcp.md"


def quoted(cell: str) -> set[str]:
    return set(re.findall(r"`([^`]+)`", cell))


def test_every_tool_is_listed_with_what_it_takes() -> None:
    rows = {row[0].strip("`"): row for row in table(DOCUMENT, "Tools")}
    assert [*rows] == [tool.name for tool in TOOLS]
    for tool in TOOLS:
        _, takes, gives, effect = rows[tool.name]
        assert quoted(takes) == {*tool.takes.model_json_schema()["properties"]}, tool.name
        fields = {*tool.gives.model_json_schema()["properties"]}
        assert tool.name == "forget" or quoted(gives) <= fields, tool.name
        assert effect == ", ".join(
            word for word, is_so in (("writes", tool.writes), ("hides", tool.takes_back)) if is_so
        )


def test_every_host_and_prompt_is_named() -> None:
    hosts = table(DOCUMENT, "Set it up")
    assert [row[0].strip("`") for row in hosts] == [*HOSTS]
    assert [row[-1].strip("`") for row in hosts] == [
        one.project or "none" for one in HOSTS.values()
    ]
    text = DOCUMENT.read_text(encoding="utf-8")
    assert all(f"`{prompt.name}`" in text for prompt in PROMPTS)
