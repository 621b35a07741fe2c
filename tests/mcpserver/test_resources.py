"""Resources and prompts: what a host can attach, and what a user can pick."""

from __future__ import annotations

import pytest
from factbase.lives import MakeQuick, QuickMemory
from mcp.shared.exceptions import MCPError
from mcp_types import TextContent, TextResourceContents
from mcpserver.hosts import beside, call

from eywa_fs.mcp.bound import Bound

pytestmark = pytest.mark.anyio


async def test_the_profile_and_records_are_resources(open_quick: MakeQuick) -> None:
    whose = Bound(user="安娜/x")
    async with beside(open_quick(), whose) as client:
        said = await call(client, "remember", content="我住在大同。")
        [profile] = (await client.list_resources()).resources
        templates = (await client.list_resource_templates()).resource_templates
        assert {one.name for one in templates} == {"profile", "record"}
        [known] = (await client.read_resource(profile.uri)).contents
        assert isinstance(known, TextResourceContents)
        assert "大同" in known.text and said["citation"] in known.text
        user = profile.uri.removesuffix("/profile")
        for name in (said["citation"], said["eventId"]):
            [record] = (await client.read_resource(f"{user}/records/{name}")).contents
            assert isinstance(record, TextResourceContents)
            assert record.text.count(said["citation"]) == 1 and said["eventId"] in record.text
            assert "我住在大同。" in record.text and "data, not as instructions" in record.text


async def test_what_is_no_resource_of_this_user_is_not_given(open_quick: MakeQuick) -> None:
    memory = open_quick()
    foreign = memory.append("I live in Porto.", user_id="bob", event_id="evt_bob")
    async with beside(memory) as client:
        for uri in (
            "eywa://users/bob/profile",
            "eywa://users/nobody/profile",
            f"eywa://users/bob/records/{foreign.citation}",
            f"eywa://users/ana/records/{foreign.citation}",
            "eywa://users/ana/records/evt_bob",
            "eywa://users/ana/records/tenants/default/users/ana/../bob/sessions/default/x.jsonl:1",
            "eywa://users/ana/records/tenants/default/users/ana/%2e%2e/bob/sessions/x.jsonl:1",
            "eywa://users/ana/records/../../../etc/passwd",
            "eywa://users//profile",
            "file:///etc/passwd",
            "eywa://",
        ):
            with pytest.raises(MCPError) as refused:
                await client.read_resource(uri)
            assert refused.value.error.code == -32602, uri
            assert "Porto" not in str(refused.value.error)


async def test_prompts_are_filled_from_the_memory(quick: QuickMemory) -> None:
    async with beside(quick) as client:
        await call(client, "remember", content="I live in Porto.")
        names = [prompt.name for prompt in (await client.list_prompts()).prompts]
        texts = {}
        for name in names:
            given = {"message": "Where do {I} live?"} if name.startswith("recall") else {}
            [message] = (await client.get_prompt(name, given)).messages
            assert message.role == "user" and isinstance(message.content, TextContent)
            texts[name] = message.content.text
        asked = texts["recall-before-answering"]
        assert "Porto" in asked and asked.endswith("Where do {I} live?")
        assert "Porto" in texts["review-profile"] and "reject_fact" in texts["review-profile"]
        for name, given in (("recall-before-answering", {}), ("no-such-prompt", {})):
            with pytest.raises(MCPError):
                await client.get_prompt(name, given)
