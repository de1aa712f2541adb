"""Who asks, and under which address: the peer itself or, behind a trusted proxy, what the proxy says."""

from __future__ import annotations

import re
from dataclasses import dataclass

from aiohttp import web

from infra.local.options import PREFIX, Options, is_loopback

FORWARDED = ("x-forwarded-for", "x-forwarded-proto", "x-forwarded-host", "x-forwarded-port", "x-forwarded-prefix")
_PROXY_TRACES = (*FORWARDED, "forwarded", "via", "x-real-ip")
_HOST = re.compile(r"[A-Za-z0-9.-]{1,253}(?::\d{1,5})?|\[[0-9A-Fa-f:.]{2,45}\](?::\d{1,5})?")


@dataclass(frozen=True, slots=True)
class Caller:
    """`address` is an IP address; `scheme` http or https; `host` with its port, "" if it was not a host at all.

    `base_path` is "" or "/lineup"; `path` is the raw path below it. `on_this_machine` says that neither the network nor
    a proxy lies between, and that the page was addressed by a loopback name (a name that was made to resolve to
    127.0.0.1 by somebody else's DNS does not count).
    """

    address: str
    scheme: str
    host: str
    base_path: str
    path: str
    on_this_machine: bool


def identify(request: web.Request, options: Options) -> Caller:
    """The caller of a request. Forwarded headers count only with `--behind-proxy`."""
    peer = request.remote or ""
    headers = request.headers
    host = headers.get("Host", "")
    address, scheme, base_path = peer, "http", options.base_path
    if options.behind_proxy:
        address = _last(headers.get("X-Forwarded-For", "")) or peer
        scheme = "https" if _last(headers.get("X-Forwarded-Proto", "")) == "https" else "http"
        host = _last(headers.get("X-Forwarded-Host", "")) or host
        base_path = _prefix(headers.get("X-Forwarded-Prefix", ""), peer) or base_path
    raw = request.rel_url.raw_path
    return Caller(
        address=address,
        scheme=scheme,
        host=host if _HOST.fullmatch(host) else "",
        base_path=base_path,
        path=raw.removeprefix(base_path) if raw == base_path or raw.startswith(base_path + "/") else raw,
        on_this_machine=_direct(request, options, peer),
    )


def _last(value: str) -> str:
    """The entry that the nearest proxy appended; those before it may be the client's invention."""
    return value.rsplit(",", 1)[-1].strip()


def _prefix(value: str, peer: str) -> str:
    path = value.strip().rstrip("/")
    return path if is_loopback(peer) and PREFIX.fullmatch(path) and ".." not in path.split("/") else ""


def _direct(request: web.Request, options: Options, peer: str) -> bool:
    if options.behind_proxy or not (options.loopback_only and is_loopback(peer)):
        return False
    if any(name in request.headers for name in _PROXY_TRACES):
        return False
    host = request.headers.get("Host", "")
    return bool(_HOST.fullmatch(host)) and is_loopback(re.sub(r":\d+$", "", host).strip("[]"))
