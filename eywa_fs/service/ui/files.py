"""The files of the page, served below ``/ui/``. They hold nothing of any memory: no key is asked
for them, and what the page shows it asks the routes for, as any other client."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Annotated, Final

from fastapi import Header, Path
from starlette.responses import RedirectResponse, Response

from eywa_fs.errors import NotFound
from eywa_fs.service.gate import Routes

ui = Routes("ui")

POLICY: Final = (
    "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
)
"""Scripts, styles and requests of this service only, none of them inline; nowhere may a text become
HTML or a script; no other page may show this one in a frame."""
TYPES: Final = {
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
}
"""Media types of the files, by the end of their names; others are not served."""
_FIRST: Final = "index.html"


@cache
def pages() -> dict[str, tuple[bytes, str, str]]:
    """Bytes, media type and ETag of each file of the page, by name."""
    found = {}
    for file in (files(__package__) / "static").iterdir():
        kind = TYPES.get(file.name.rpartition(".")[2])
        if kind is not None:
            data = file.read_bytes()
            found[file.name] = (data, kind, f'"{sha256(data).hexdigest()[:32]}"')
    return found


@ui.serve("GET", "/ui", "probe", response_class=RedirectResponse, include_in_schema=False)
def to_page() -> Response:
    """The page is one level deeper, so that its links stay below it."""
    return RedirectResponse("ui/", 308)


IfNoneMatch = Annotated[str | None, Header(alias="If-None-Match", max_length=1000)]


@ui.serve("GET", "/ui/", "probe", response_class=Response, include_in_schema=False)
def first(known: IfNoneMatch = None) -> Response:
    """The page."""
    return _served(_FIRST, known)


@ui.serve("GET", "/ui/{name}", "probe", response_class=Response, include_in_schema=False)
def file(name: Annotated[str, Path(max_length=100)], known: IfNoneMatch = None) -> Response:
    """A file of the page; 304 where the browser has it as it is."""
    return _served(name, known)


def _served(name: str, known: str | None) -> Response:
    if name not in pages():
        raise NotFound("the page has no file of that name")
    data, kind, etag = pages()[name]
    headers = {
        "Cache-Control": "no-cache",  # asked for again each time: a new version shows at once
        "Content-Security-Policy": POLICY,
        "ETag": etag,
        "Referrer-Policy": "no-referrer",
    }
    if known is not None and etag in known:
        return Response(status_code=304, headers=headers)
    return Response(data, headers=headers, media_type=kind)
