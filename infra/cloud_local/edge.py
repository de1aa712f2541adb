"""The local edge: CloudFront's part on this machine, by the deployed distribution (`distribution.py`).

One port for the web app, `/api/*` and `/ws`. What reaches an origin, and what comes back, is as CloudFront's developer
guide says in "Request and response behavior for custom origins".
"""

from __future__ import annotations

import re
import time
from collections.abc import AsyncIterator

import aiohttp
from aiohttp import web
from multidict import CIMultiDict
from yarl import URL

from infra.cloud_local import signed
from infra.cloud_local.distribution import Behavior, Distribution
from infra.cloud_local.sockets import MAX_MESSAGE, Limits, Line

_MAX_BODY = 10 * 1024 * 1024
#: API Gateway gives up after 29 s.
_TIMEOUT = aiohttp.ClientTimeout(total=30)
_FILE_NAME = re.compile(r"\.[A-Za-z0-9]+\Z")
#: Of one hop only, or set anew.
_HOP_LISTS = (
    "connection keep-alive proxy-authenticate proxy-authorization te trailer transfer-encoding upgrade",
    "host content-length sec-websocket-key sec-websocket-version sec-websocket-extensions sec-websocket-protocol",
)
#: What CloudFront hands on of itself.
_OF_BUCKETS = frozenset(("range", "if-range", "if-none-match", "if-modified-since"))
_HOP = frozenset(name for names in _HOP_LISTS for name in names.split())


class Edge:
    """Serves a distribution. Sockets live as long as both of their ends, within API Gateway's limits."""

    def __init__(self, distribution: Distribution, limits: Limits | None = None) -> None:
        self._distribution = distribution
        self._limits = limits or Limits()
        self._sockets: set[web.WebSocketResponse] = set()

    def application(self) -> web.Application:
        """The aiohttp application."""
        application = web.Application(client_max_size=_MAX_BODY)
        application.cleanup_ctx.append(self._client)
        application.on_shutdown.append(self._end_sockets)
        application.router.add_route("*", r"/{path:[\s\S]*}", self._handle)
        return application

    async def _client(self, application: web.Application) -> AsyncIterator[None]:
        """No cookies are kept: they are the viewers'."""
        async with aiohttp.ClientSession(
            connector=aiohttp.TCPConnector(limit=0), cookie_jar=aiohttp.DummyCookieJar(), auto_decompress=False,
            timeout=_TIMEOUT, skip_auto_headers=("Content-Type", "User-Agent", "Accept", "Accept-Encoding"),
        ) as self._session:  # fmt: skip
            yield

    async def _end_sockets(self, application: web.Application) -> None:
        for socket in list(self._sockets):
            await socket.close(code=aiohttp.WSCloseCode.GOING_AWAY)

    async def _handle(self, request: web.Request) -> web.StreamResponse:
        behavior = self._distribution.of(request.rel_url.raw_path)
        if request.method not in behavior.methods:
            return web.Response(status=403, text="Forbidden")
        if behavior.keys and not signed.good(request.rel_url, behavior.keys, time.time()):
            return web.Response(status=403, text="Access denied", headers=behavior.response_headers)
        try:
            if request.headers.get("Upgrade", "").lower() == "websocket":
                return await self._socket(request, behavior)
            return await self._request(request, behavior)
        except TimeoutError:
            return web.Response(status=504, text="The origin does not answer.")
        except aiohttp.ClientError:
            return web.Response(status=502, text="The origin cannot be reached.")

    async def _request(self, request: web.Request, behavior: Behavior) -> web.StreamResponse:
        target, headers = _target(request, behavior, ""), _forwarded(request, behavior)
        if behavior.origin.signs:
            headers.update(signed.own_request(request.method, str(target)))
        async with self._session.request(
            request.method, target, headers=headers,
            data=await request.read() or None, allow_redirects=False,
        ) as answer:  # fmt: skip
            response = web.Response(status=answer.status, body=await answer.read())
            for name, value in answer.headers.items():
                if name.lower() not in _HOP | behavior.removed_headers:
                    response.headers.add(name, value)
        if request.method == "HEAD" and (length := answer.headers.get("Content-Length")):
            response.headers["Content-Length"] = length
        response.headers.update(behavior.response_headers)
        return response

    async def _socket(self, request: web.Request, behavior: Behavior) -> web.StreamResponse:
        """A session for each: its end cuts the origin's socket, if nothing closed it."""
        async with aiohttp.ClientSession(cookie_jar=aiohttp.DummyCookieJar()) as session:
            try:
                far = await session.ws_connect(
                    _target(request, behavior, "ws"), headers=_forwarded(request, behavior),
                    protocols=_protocols(request), max_msg_size=MAX_MESSAGE + 1, autoping=False, autoclose=False,
                )  # fmt: skip
            except aiohttp.WSServerHandshakeError as refusal:
                return web.Response(status=refusal.status, text=refusal.message)
            chosen = (far.protocol,) if far.protocol else ()
            near = web.WebSocketResponse(
                protocols=chosen, max_msg_size=MAX_MESSAGE + 1, autoping=False, autoclose=False
            )  # fmt: skip
            await near.prepare(request)
            self._sockets.add(near)
            try:
                end = await Line(near, far, self._limits).carry()
            finally:
                self._sockets.discard(near)
        if end.code is None and request.transport is not None:
            request.transport.abort()
        return near


def _target(request: web.Request, behavior: Behavior, scheme: str) -> URL:
    """Where the request goes, its path and query byte for byte as they came."""
    path = page_of(request.rel_url.raw_path) if behavior.pages else request.rel_url.raw_path
    query = request.rel_url.raw_query_string
    if behavior.query is not None:
        query = "&".join(part for part in query.split("&") if part.partition("=")[0] in behavior.query)
    address = behavior.origin.address.replace("http", scheme, 1) if scheme else behavior.origin.address
    return URL(f"{address}{path}?{query}" if query else f"{address}{path}", encoded=True)


def page_of(path: str) -> str:
    """What the function `PageForAddresses` of the distribution makes of an address; a test compares the two."""
    return path if _FILE_NAME.search(path) else "/index.html"


def _protocols(request: web.Request) -> list[str]:
    names = request.headers.get("Sec-WebSocket-Protocol", "").split(",")
    return [name.strip() for name in names if name.strip()]


def _forwarded(request: web.Request, behavior: Behavior) -> CIMultiDict[str]:
    """The headers that the origin gets: the viewer's as the policy says, the caller's address after those that the
    viewer tells, the origin's own instead of what the viewer makes up."""
    headers: CIMultiDict[str] = CIMultiDict()
    if behavior.forwards_headers:
        headers.extend((name, value) for name, value in request.headers.items() if name.lower() not in _HOP)
    elif behavior.origin.bucket:
        headers.extend((name, value) for name, value in request.headers.items() if name.lower() in _OF_BUCKETS)
    told = request.headers.getall("X-Forwarded-For", [])
    headers["X-Forwarded-For"] = ", ".join([*told, request.remote or "unknown"])
    headers.update(behavior.origin.headers)
    return headers
