"""Who is asking: bearer tokens, the refresh cookie, origins, agent credentials."""

from __future__ import annotations

import hmac
from collections.abc import Mapping
from http.cookies import CookieError, SimpleCookie
from ipaddress import IPv6Address, IPv6Network
from urllib.parse import urlsplit

from chalicelib.services.failures import refuse
from chalicelib.services.tokens import REFRESH_SECONDS
from chalicelib.settings import Installation

EDGE_HEADER = "x-lineup-edge"
_SECURE_COOKIE, _PLAIN_COOKIE = "__Host-lineup", "lineup"


def bearer(headers: Mapping[str, str]) -> str:
    """The token of the Authorization header; `unauthenticated` without one."""
    scheme, _, token = header(headers, "authorization").partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        raise refuse("unauthenticated")
    return token.strip()


def header(headers: Mapping[str, str], name: str) -> str:
    """A header by name, whatever its case; empty if it is not there."""
    return next((value for key, value in headers.items() if key.lower() == name), "")


def refresh_cookie(headers: Mapping[str, str]) -> str:
    """The refresh token, or empty."""
    try:
        jar = SimpleCookie(header(headers, "cookie"))
    except CookieError:
        return ""
    return next((jar[name].value for name in (_SECURE_COOKIE, _PLAIN_COOKIE) if name in jar), "")


def set_cookie(token: str, *, secure: bool) -> str:
    """The Set-Cookie line. Where the page is no secure context the cookie goes without Secure and prefix."""
    return _cookie(token, REFRESH_SECONDS, secure=secure)


def drop_cookie(*, secure: bool) -> str:
    """Removes the cookie."""
    return _cookie("", 0, secure=secure)


def _cookie(value: str, age: int, *, secure: bool) -> str:
    name = _SECURE_COOKIE if secure else _PLAIN_COOKIE
    end = "; Secure" if secure else ""
    return f"{name}={value}; Path=/; Max-Age={age}; HttpOnly; SameSite=Strict{end}"


def is_secure(headers: Mapping[str, str], settings: Installation) -> bool:
    """Whether people reach us over TLS."""
    forwarded = header(headers, "x-forwarded-proto").split(",")[0].strip()
    return settings.public_url.startswith("https://") or forwarded == "https"


def check_edge(headers: Mapping[str, str], settings: Installation) -> None:
    """Where a front of ours shows a key, there is no other way in."""
    if settings.edge_key and not hmac.compare_digest(header(headers, EDGE_HEADER).encode(), settings.edge_key.encode()):
        raise refuse("origin_not_allowed")


def caller(headers: Mapping[str, str], source: str, settings: Installation) -> str:
    """The address of the caller, for limits; of IPv6 the /64, all of which one household has. `source` is who opened
    the connection to the API.

    Behind a front whose key was checked that is the front: the caller is the one before it in X-Forwarded-For, where
    only what stands further left can be made up.
    """
    if not settings.edge_key:
        return _household(source)
    hops = [hop.strip() for hop in header(headers, "x-forwarded-for").split(",") if hop.strip()]
    if hops and hops[-1] == source:
        hops.pop()
    return _household(hops[-1] if hops else source)


def _household(address: str) -> str:
    """What is no IPv6 address is left as it is."""
    try:
        known = IPv6Address(address)
    except ValueError:
        return address
    return str(known.ipv4_mapped or IPv6Network((int(known), 64), strict=False))


def check_origin(headers: Mapping[str, str], settings: Installation) -> None:
    """A browser's socket comes from our own pages only. Programs send no Origin."""
    origin = header(headers, "origin")
    if not origin or origin in _own_origins(headers, settings):
        return
    raise refuse("origin_not_allowed")


def _own_origins(headers: Mapping[str, str], settings: Installation) -> set[str]:
    if settings.public_url:
        parts = (urlsplit(url) for url in settings.public_url.split())
        return {f"{part.scheme}://{part.netloc}" for part in parts}
    host = header(headers, "host")
    return {f"http://{host}", f"https://{host}"}
