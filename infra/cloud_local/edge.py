"""The local edge: CloudFront's part on this machine, by the deployed distribution (`distribution.py`).

One port for the web app, `/api/*` and `/ws`. It adds what CloudFront adds (the origin's headers, the caller's address)
and keeps the limit of API Gateway that the emulator does not know: a frame above 32 KB closes the socket with 1009.
"""

from __future__ import annotations

import asyncio
import contextlib
import re

import aiohttp
from aiohttp import web

from infra.cloud_local.distribution import Behavior, Distribution

MAX_FRAME = 32 * 1024
_MAX_BODY = 10 * 1024 * 1024
_NO_FILE_NAME = re.compile(r"(?!.*\.[A-Za-z0-9]+$).*")
#: Of one hop only, or set anew.
_HOP_LISTS = (
    "connection keep-alive proxy-authenticate proxy-authorization te trailer transfer-encoding upgrade",
    "host content-length sec-websocket-key sec-websocket-version sec-websocket-extensions sec-websocket-protocol",
    "x-amzn-requestid x-amz-apigw-id x-amzn-trace-id",
)
_HOP = frozenset(name for names in _HOP_LISTS for name in names.split())


class Edge:
    """Serves a distribution. Sockets live as long as both of their ends."""

    def __init__(self, distribution: Distribution) -> None:
        self._distribution = distribution

    def application(self) -> web.Application:
        """The aiohttp application."""
        application = web.Application(client_max_size=_MAX_BODY)
        application.cleanup_ctx.append(self._client)
        application.router.add_route("*", "/{path:.*}", self._handle)
        return application

    async def _client(self, application: web.Application):  # type: ignore[no-untyped-def]
        connector = aiohttp.TCPConnector(limit=0)
        async with aiohttp.ClientSession(connector=connector, auto_decompress=False) as self._session:
            yield

    async def _handle(self, request: web.Request) -> web.StreamResponse:
        behavior = self._distribution.of(request.path)
        if request.method not in behavior.methods:
            return web.Response(status=403, text="Forbidden")
        if request.headers.get("Upgrade", "").lower() == "websocket":
            return await self._socket(request, behavior)
        return await self._request(request, behavior)

    async def _request(self, request: web.Request, behavior: Behavior) -> web.StreamResponse:
        path = "/index.html" if behavior.pages and _NO_FILE_NAME.fullmatch(request.path) else request.rel_url.raw_path
        query = f"?{request.rel_url.raw_query_string}" if request.rel_url.raw_query_string else ""
        async with self._session.request(
            request.method, behavior.origin.address + path + query, headers=_forwarded(request, behavior),
            data=await request.read() or None, allow_redirects=False,
            skip_auto_headers=("Content-Type", "User-Agent", "Accept"),
        ) as answer:  # fmt: skip
            response = web.Response(status=answer.status, body=await answer.read())
            for name, value in answer.headers.items():
                if name.lower() not in _HOP:
                    response.headers.add(name, value)
        response.headers.update(behavior.response_headers)
        return response

    async def _socket(self, request: web.Request, behavior: Behavior) -> web.StreamResponse:
        address = behavior.origin.address.replace("http", "ws", 1) + request.path
        protocols = [p.strip() for p in request.headers.get("Sec-WebSocket-Protocol", "").split(",") if p.strip()]
        try:
            far = await self._session.ws_connect(
                address, headers=_forwarded(request, behavior), protocols=protocols, max_msg_size=0, autoping=False
            )
        except aiohttp.WSServerHandshakeError as refusal:
            return web.Response(status=refusal.status, text=refusal.message)
        except aiohttp.ClientError:
            return web.Response(status=502)
        near = web.WebSocketResponse(protocols=protocols, max_msg_size=MAX_FRAME, autoping=False)
        await near.prepare(request)
        ways = {asyncio.ensure_future(_pump(near, far)), asyncio.ensure_future(_pump(far, near))}
        try:
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for way in ways:
                way.cancel()
            await asyncio.gather(*ways, return_exceptions=True)
            with contextlib.suppress(ConnectionError):
                await far.close()
        return near


Socket = web.WebSocketResponse | aiohttp.ClientWebSocketResponse


async def _pump(source: Socket, target: Socket) -> None:
    """Hand on what comes from `source`, and how it ended."""
    while True:
        message = await source.receive()
        match message.type:
            case aiohttp.WSMsgType.TEXT:
                await target.send_str(message.data)
            case aiohttp.WSMsgType.BINARY:
                await target.send_bytes(message.data)
            case aiohttp.WSMsgType.PING:
                await source.pong(message.data)
            case aiohttp.WSMsgType.PONG:
                continue
            case aiohttp.WSMsgType.CLOSE:
                await target.close(code=message.data or 1000, message=(message.extra or "").encode())
                return
            case _:
                await target.close(code=source.close_code or 1006)
                return


def _forwarded(request: web.Request, behavior: Behavior) -> dict[str, str]:
    """The headers that the origin gets: the viewer's as the policy says, the caller's address, the origin's own."""
    headers = {}
    if behavior.forwards_headers:
        headers = {name: value for name, value in request.headers.items() if name.lower() not in _HOP}
    before = request.headers.get("X-Forwarded-For")
    peer = request.remote or "unknown"
    headers["X-Forwarded-For"] = f"{before}, {peer}" if before else peer
    return {**headers, **behavior.origin.headers}
