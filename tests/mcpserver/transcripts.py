"""Rows of a transcript of Claude Code."""

from __future__ import annotations

import json
from typing import Any


def line(role: str, content: Any, name: str, **more: Any) -> str:
    """A message of the user or the assistant."""
    message = {"role": role, "content": content}
    return json.dumps({"type": role, "message": message, "uuid": name, **more}, ensure_ascii=False)


def text(*texts: str) -> list[dict[str, str]]:
    """The content of a message."""
    return [{"type": "text", "text": one} for one in texts]
