"""What a token (JWT) of an issuer says of who asks, once its signature and its claims fit. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from joserfc import jws, jwt
from joserfc.errors import ExpiredTokenError, InvalidClaimError, JoseError, MissingClaimError
from joserfc.jwk import JWKRegistry, Key

from eywa_fs.access.policy import ROLES, Principal, Role
from eywa_fs.config.service import OidcSettings
from eywa_fs.errors import InvalidId, Unauthenticated
from eywa_fs.truth.folder_names import check_id, encode_id

MAX_TOKEN_CHARS: Final = 8192
MAX_KEYS: Final = 64
MAX_USERS: Final = 1000
_KEY_TYPES: Final = ("RSA", "EC", "OKP")
_SHORTEST_MODULUS: Final = 342
"""Characters of a modulus of 2048 bits; a shorter RSA key is left out."""
_TYPES: Final = ("jwt", "at+jwt")
"""What the header ``typ`` may say; a token of another type is for another use."""
_NOT_THERE: Final = object()

PublicKeys = Mapping[str | None, Key]
"""Keys of an issuer by the name (``kid``) it gave them; ``None``: the only one, without a name."""


def public_keys(published: object) -> PublicKeys:
    """The keys of a key set (JWKS) that can verify signatures; ``ValueError`` where it is none. A
    key that is of another kind, too weak or malformed is left out, and so is one without a name
    beside others."""
    listed = published.get("keys") if isinstance(published, dict) else None
    if not isinstance(listed, list):
        raise ValueError("no key set")
    found: list[Key] = []
    for one in listed[:MAX_KEYS]:
        try:
            wanted = one["kty"] in _KEY_TYPES and one.get("use", "sig") == "sig"
            if wanted and (one["kty"] != "RSA" or len(one["n"]) >= _SHORTEST_MODULUS):
                key = JWKRegistry.import_key(one)
                key.check_key_op("verify")
                found.append(key)
        except (JoseError, LookupError, TypeError, ValueError, AttributeError):
            continue
    return {key.kid: key for key in found if key.kid or len(found) == 1}


def key_for(token: str, keys: PublicKeys, oidc: OidcSettings) -> Key | None:
    """The key that a token names, or the only one where it names none; ``None``: it is not there.
    ``Unauthenticated`` for what is no token, or not signed in a way that is taken."""
    header = _header(token)
    said = str(header.get("typ", "jwt")).lower().removeprefix("application/")
    if header["alg"] not in oidc.algorithms or said not in _TYPES:
        raise Unauthenticated("the token is not of a kind or an algorithm that is taken")
    name = header.get("kid")
    if name is None and len(keys) == 1:
        return next(iter(keys.values()))
    return keys.get(name) if isinstance(name, str) else None


def key_name(token: str) -> str | None:
    """The name (``kid``) of the key that a token is signed with, if any. ``Unauthenticated`` for
    what is no token."""
    name = _header(token).get("kid")
    return name if isinstance(name, str) else None


def _header(token: str) -> dict[str, Any]:
    if len(token) > MAX_TOKEN_CHARS:
        raise Unauthenticated(f"the token has more than {MAX_TOKEN_CHARS} characters")
    try:
        header = jws.extract_compact(token.encode("ascii"), registry=_Signatures()).headers()
    except (JoseError, ValueError, TypeError, RecursionError):
        header = None
    if not isinstance(header, dict):
        raise Unauthenticated("what was sent is neither a key nor a token")
    return header


def principal_of(token: str, key: Key, oidc: OidcSettings, now: int) -> Principal:
    """Who asks with a token.

    Args:
        key: as of :func:`key_for`; headers of the token that bring or locate a key are ignored.
        now: epoch milliseconds.

    Raises:
        Unauthenticated: the signature or a claim does not fit. No word of the token is repeated.
    """
    rules = jwt.JWTClaimsRegistry(
        now=now // 1000,
        leeway=oidc.leeway_s,
        iss={"essential": True, "value": oidc.issuer},
        aud={"essential": True, "value": oidc.audience},
        exp={"essential": True},
        sub={"essential": True},
    )
    try:
        claims = jwt.decode(token, key, registry=_Signatures(oidc.algorithms)).claims
        rules.validate(claims)
    except ExpiredTokenError:
        raise Unauthenticated("the token has expired") from None
    except (InvalidClaimError, MissingClaimError):
        raise Unauthenticated(
            "the token is not by the issuer, for this audience and of this time, or lacks a subject"
        ) from None
    except (JoseError, ValueError, TypeError, RecursionError):
        raise Unauthenticated("the signature of the token does not fit") from None
    try:
        return _named(claims, oidc)
    except InvalidId:
        raise Unauthenticated("a name in the token cannot be an id") from None


def _named(claims: Mapping[str, Any], oidc: OidcSettings) -> Principal:
    """The principal that claims name; what is missing or ambiguous is refused."""
    subject = check_id(claims["sub"], "sub")
    role = _role(_claim(claims, oidc.role_claim))
    tenant_id = _claim(claims, oidc.tenant_claim)
    if not isinstance(tenant_id, str):
        raise Unauthenticated(f"the token has no tenant in the claim {oidc.tenant_claim!r}")
    encode_id(tenant_id, "tenant_id")
    named = _claim(claims, oidc.users_claim)
    if named is _NOT_THERE:
        named = subject if role == "user" else _NOT_THERE
    users = () if named is _NOT_THERE else _users([named] if isinstance(named, str) else named)
    return Principal(f"token:{subject}", role, tenant_id, users)


def _role(value: object) -> Role:
    named = value if isinstance(value, list) else [value]
    known = [role for role in ROLES if role in named]
    if len(known) != 1:
        raise Unauthenticated(f"the token must name one role of {', '.join(ROLES)}")
    return known[0]


def _users(named: object) -> tuple[str, ...]:
    """The users a claim names. A list without any is refused: a principal without users is for
    every user."""
    if not isinstance(named, Sequence) or not 0 < len(named) <= MAX_USERS:
        raise Unauthenticated(f"the users of the token are no list of 1 to {MAX_USERS} names")
    for user in named:
        encode_id(check_id(user, "user_id"), "user_id")
    return tuple(dict.fromkeys(named))


def _claim(claims: Mapping[str, Any], name: str) -> Any:
    """The claim of a name, else the one that its dots lead to."""
    found: Any = claims
    for part in (name,) if name in claims else name.split("."):
        if not isinstance(found, dict) or part not in found:
            return _NOT_THERE
        found = found[part]
    return found


class _Signatures(jws.JWSRegistry):
    """Which signatures are verified: of the algorithms that are given, and of no others. Headers
    that mean nothing to us are ignored, as RFC 7515 says."""

    max_header_length = 4096

    def __init__(self, algorithms: Sequence[str] = ()) -> None:
        super().__init__(algorithms=algorithms, strict_check_header=False)

    def get_alg(self, name: str) -> Any:
        """The algorithm of a name, without a warning that EdDSA should be called Ed25519."""
        if name not in (self.allowed or ()):
            raise ValueError("an algorithm that is not taken")
        return self.algorithms[name]
