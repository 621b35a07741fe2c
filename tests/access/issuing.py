"""An issuer of tokens: a small server on this machine with a discovery document and a key set."""

from __future__ import annotations

import json
import time
from typing import Any

from httpserver import AnsweringServer
from joserfc import jwt
from joserfc.jwk import ECKey, Key, RSAKey

AUDIENCE = "eywa"
RSA = RSAKey.generate_key(2048, {"kid": "rsa"})
EC = ECKey.generate_key("P-256", {"kid": "ec"})


class IssuingServer(AnsweringServer):
    """Attributes:
    documents: what is answered, by path; bytes as they are, other values as JSON.
    asked: the paths that were asked for.
    status: of every answer.
    """

    def __init__(self) -> None:
        super().__init__(self._found)
        self.documents: dict[str, Any] = {
            "/.well-known/openid-configuration": {
                "issuer": self.url,
                "jwks_uri": f"{self.url}/keys",
            }
        }
        self.asked: list[str] = []
        self.status = 200
        self.publish(RSA, EC)

    def publish(self, *keys: Key) -> None:
        """Make these the keys of the key set."""
        self.documents["/keys"] = {"keys": [key.as_dict(private=False) for key in keys]}

    def claims(self, **more: Any) -> dict[str, Any]:
        """Claims that let a reader of ``acme`` in, changed by ``more``; ``...`` takes one out."""
        now = int(time.time())
        usual = {
            "iss": self.url, "aud": AUDIENCE, "sub": "subject-1", "iat": now, "exp": now + 300,
            "roles": ["reader"], "tenantId": "acme",
        }  # fmt: skip
        return {name: value for name, value in (usual | more).items() if value is not ...}

    def token(self, key: Key = RSA, alg: str = "RS256", **more: Any) -> str:
        """A signed token of such claims."""
        header = {"alg": alg, "kid": key.kid}
        return jwt.encode(header, self.claims(**more), key, algorithms=[alg])

    def settings(self, **more: Any) -> dict[str, Any]:
        """``service.oidc`` for it."""
        return {"issuer": self.url, "audience": AUDIENCE, **more}

    def _found(self, asked: Any, _: bytes) -> tuple[int, dict[str, str], bytes]:
        self.asked.append(asked.path)
        found = self.documents.get(asked.path)
        data = found if isinstance(found, bytes) else json.dumps(found).encode()
        return self.status if found is not None else 404, {}, data
