"""The front's own answers over HTTP: typed errors, and the headers that every answer carries."""

from __future__ import annotations

import json

from aiohttp import web

BASE_POLICY = (
    "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; object-src 'none'; "
    "base-uri 'self'; frame-ancestors 'none'; form-action 'self'"
)


FILE_POLICY = "default-src 'none'; sandbox"
"""Of an uploaded file: whatever is in it, nothing runs, and it is nobody's origin."""


def error(status: int, code: str, message: str, headers: dict[str, str] | None = None) -> web.Response:
    """A typed error. `code` is stable, `message` is one sentence for people."""
    text = json.dumps({"error": {"code": code, "message": message}})
    return web.Response(status=status, text=text, content_type="application/json", headers=headers)


def secure(response: web.StreamResponse, host: str) -> None:
    """Set what every answer carries. `host` (or "") is the name under which sockets may be opened.

    Older Safari does not count a socket of the same origin as 'self', so it is named.
    """
    sockets = f" ws://{host} wss://{host}" if host else ""
    headers = response.headers
    headers["Content-Security-Policy"] = f"{BASE_POLICY}; connect-src 'self'{sockets}"
    headers["X-Content-Type-Options"] = "nosniff"
    headers["Referrer-Policy"] = "no-referrer"
    headers["X-Frame-Options"] = "DENY"
    headers["Cross-Origin-Opener-Policy"] = "same-origin"
    headers["Server"] = "LineUp"
    headers.setdefault("Cache-Control", "no-store")


def confine(response: web.StreamResponse) -> None:
    """Set what every answer below /files carries beside that."""
    response.headers["Content-Security-Policy"] = FILE_POLICY
    response.headers["Cross-Origin-Resource-Policy"] = "same-origin"
