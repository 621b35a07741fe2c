"""Prompts that a user picks in a host."""

from __future__ import annotations

from functools import partial
from typing import Final

import mcp_types as types
from pydantic import ValidationError

from eywa_fs.errors import BadRequest
from eywa_fs.mcp import arguments, tools
from eywa_fs.mcp.bound import Bound
from eywa_fs.mcp.tools import Call
from eywa_fs.mcp.words import ANSWER_FROM_MEMORY, REMEMBER_CONVERSATION, REVIEW_PROFILE
from eywa_fs.mcp.working import Context, answered
from eywa_fs.memory import EywaMemory

PROMPTS: Final = (
    types.Prompt(
        name="recall-before-answering",
        title="Answer with the memory",
        description="A message of yours, with what the memory knows that bears on it.",
        arguments=[types.PromptArgument(name="message", description="The message.", required=True)],
    ),
    types.Prompt(
        name="review-profile",
        title="Review my profile",
        description="Go through what the memory holds to be so of you, and correct it.",
    ),
    types.Prompt(
        name="remember-conversation",
        title="Remember this conversation",
        description="Pick out what matters later, and remember it.",
    ),
)


class Prompts:
    """The prompts of :data:`PROMPTS`, filled for the user that a server is bound to."""

    def __init__(self, bound: Bound) -> None:
        self._bound = bound

    async def on_list(
        self, context: Context, params: types.PaginatedRequestParams | None
    ) -> types.ListPromptsResult:
        """All prompts."""
        return types.ListPromptsResult(prompts=[*PROMPTS])

    async def on_get(
        self, context: Context, params: types.GetPromptRequestParams
    ) -> types.GetPromptResult:
        """A prompt as a message of the user. ``MCPError``: there is none of this name, or its
        argument is missing."""
        made = partial(self._made, context.lifespan_context, params.name, params.arguments or {})
        content = types.TextContent(text=await answered(context, "prompts/get", made))
        return types.GetPromptResult(messages=[types.PromptMessage(role="user", content=content)])

    def _made(self, memory: EywaMemory, name: str, given: dict[str, str]) -> str:
        call = Call(memory, self._bound, self._bound.ids())
        if name == "recall-before-answering":
            try:
                asked = arguments.Context.model_validate(given)
            except ValidationError:
                raise BadRequest("give the prompt a message, and nothing else") from None
            known = tools.context(call, asked).told(call.zone)
            return ANSWER_FROM_MEMORY.format(context=known, message=asked.message)
        if name == "review-profile":
            known = tools.profile(call, arguments.Profile()).told(call.zone)
            return REVIEW_PROFILE.format(profile=known)
        if name == "remember-conversation":
            return REMEMBER_CONVERSATION
        raise BadRequest(f"there is no such prompt; there are {', '.join(p.name for p in PROMPTS)}")
