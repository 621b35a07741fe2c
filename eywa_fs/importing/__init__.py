"""Bringing in records that other programs wrote: JSON lines, message lists, ChatGPT exports."""
