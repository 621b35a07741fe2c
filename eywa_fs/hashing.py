"""The two hashes: SHA-256 where an adversary matters, XXH3 where only speed does."""

from __future__ import annotations

import hashlib

import xxhash


def content_hash(data: bytes) -> str:
    """SHA-256 of exactly these bytes, as ``sha256:`` + 64 hex digits."""
    return "sha256:" + hashlib.sha256(data).hexdigest()


def fingerprint(data: bytes) -> str:
    """XXH3-128 of ``data`` as 32 hex digits: change detection and cache keys, never proof."""
    return xxhash.xxh3_128_hexdigest(data)


def text_fingerprint(text: str) -> str:
    """:func:`fingerprint` of a text's UTF-8 bytes; lone surrogates are let through."""
    return fingerprint(text.encode("utf-8", "surrogatepass"))


def short_key(*parts: str) -> str:
    """16 hex digits that name a tuple of strings; the parts cannot run into each other."""
    return xxhash.xxh3_64_hexdigest("\x00".join(parts).encode("utf-8", "surrogatepass"))
