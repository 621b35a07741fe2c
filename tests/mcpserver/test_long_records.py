"""Long records in answers: an answer has a bound, and the part that was found stands in it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from factbase.lives import QuickMemory
from mcp_types import TextContent, TextResourceContents
from mcpserver.hosts import beside, call

from eywa_fs.mcp.answers import ROOM
from eywa_fs.mcp.arguments import MAX_CONTENT

pytestmark = pytest.mark.anyio

ENGLISH = "The kettle boiled over. " * 9000
CHINESE = "水壶里的水烧开了。" * 12000


async def test_long_records_are_shortened_around_what_was_found(quick: QuickMemory) -> None:
    for number in range(4):
        for filler, told in ((ENGLISH, "Otters sleep afloat."), (CHINESE, "水獭浮着睡觉。")):
            content = filler[: 9_000 + number] + told + filler[:9_000]
            quick.append(content, user_id="ana", session_id="s")
    quick.append("Otters are shy, 水獭很害羞。", user_id="ana", session_id="s")
    async with beside(quick) as client:
        for words, told in (("otters", "Otters sleep afloat."), ("水獭", "水獭浮着睡觉。")):
            for tool, asked in (
                ("recall", {"query": words, "limit": 50}),
                ("list", {"text": words}),
            ):
                found = await client.call_tool(tool, asked)
                [block] = found.content
                value: dict[str, Any] = found.structured_content
                records = value["hits" if tool == "recall" else "records"]
                assert isinstance(block, TextContent)
                assert len(block.text) < ROOM * 1.2, tool
                assert len(json.dumps(value, ensure_ascii=False)) < ROOM * 1.5, tool
                short = [one for one in records if "shy" in one["text"]]
                assert short and "shortened" not in short[0]
                long = [one for one in records if one not in short and told in one["text"]]
                assert len(long) == 4 or (tool == "recall" and long), (tool, words)
                assert all("of 1" in one["shortened"] for one in long)
                assert long[0]["shortened"] in block.text


async def test_what_fits_is_whole(quick: QuickMemory) -> None:
    for number in range(5):
        quick.append(f"{number} " + ENGLISH[:2000], user_id="ana", session_id="s")
    async with beside(quick) as client:
        listed = (await call(client, "list"))["records"]
        assert [len(one["text"]) for one in listed] == [2002] * 5
        assert not any("shortened" in one for one in listed)


async def test_a_resource_gives_more_and_has_a_bound_too(quick: QuickMemory) -> None:
    for content in (ENGLISH, CHINESE * 3):
        at = quick.append(content, user_id="ana", session_id="s").citation
        async with beside(quick) as client:
            [found] = (await client.read_resource(f"eywa://users/ana/records/{at}")).contents
        assert isinstance(found, TextResourceContents)
        assert content[:MAX_CONTENT] in found.text and len(found.text) < MAX_CONTENT + 1000
        assert ("shortened" in found.text) is (len(content) > MAX_CONTENT)
