"""The key set of an issuer: which of its keys can verify signatures."""

from __future__ import annotations

from typing import Any

import pytest
from access.issuing import EC, RSA

from eywa_fs.access.tokens import public_keys


def test_keys_that_cannot_be_used_are_left_out() -> None:
    good = EC.as_dict(private=False)
    published: list[Any] = [
        good, 5, {}, {"kty": "oct", "k": "AAAA", "kid": "a"}, {"kty": "EC", "kid": "b"},
        {**RSA.as_dict(private=False), "kid": "c", "use": "enc"},
        {**RSA.as_dict(private=False), "kid": "d", "n": "AQAB"},
        {**RSA.as_dict(private=False), "kid": "e", "key_ops": ["sign"]},
        {"kty": "MLKEM", "kid": "f"}, {**RSA.as_dict(private=False), "kid": None},
        {**RSA.as_dict(private=False), "kid": ["g"]},
    ]  # fmt: skip
    assert list(public_keys({"keys": published})) == ["ec"]
    sets: list[Any] = [None, [], {"keys": {}}, "keys"]
    for broken in sets:
        with pytest.raises(ValueError, match="no key set"):
            public_keys(broken)
