"""The local edge between a client and small origins, each on a free port."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import httpx
from aiohttp import web
from aiohttp.test_utils import TestServer
from multidict import CIMultiDict

from infra.cloud_local.distribution import Behavior, Distribution, Origin
from infra.cloud_local.edge import Edge
from infra.cloud_local.sockets import Limits

EVERY_METHOD = frozenset({"GET", "HEAD", "OPTIONS", "PUT", "PATCH", "POST", "DELETE"})
Answer = Callable[[], web.Response]


@dataclass(frozen=True)
class Seen:
    """A request as the origin got it."""

    method: str
    target: str
    headers: CIMultiDict[str]
    body: bytes


@dataclass
class HttpOrigin:
    """Notes every request, and answers each alike."""

    answer: Answer
    seen: list[Seen] = field(default_factory=list)
    address: str = ""

    async def handle(self, request: web.Request) -> web.Response:
        headers = CIMultiDict(request.headers)
        self.seen.append(Seen(request.method, request.raw_path, headers, await request.read()))
        return self.answer()


@asynccontextmanager
async def origin(answer: Answer = web.Response, host: str = "127.0.0.1") -> AsyncIterator[HttpOrigin]:
    """An origin over HTTP; `host` is the name in its address."""
    made = HttpOrigin(answer)
    application = web.Application()
    application.router.add_route("*", r"/{path:[\s\S]*}", made.handle)
    async with TestServer(application) as server:
        made.address = f"http://{host}:{server.port}"
        yield made


def behavior(address: str, pattern: str = ".*", **changes: Any) -> Behavior:
    """What the distribution says of our APIs, for paths of a pattern (a regular expression), unless `changes` say
    otherwise; `added` are the origin's headers."""
    origin = Origin(address, changes.pop("added", {}), bucket=False)
    given = {
        "methods": EVERY_METHOD, "forwards_headers": True, "pages": False, "response_headers": {},
        "removed_headers": frozenset(), "pattern": re.compile(pattern), "origin": origin, **changes,
    }  # fmt: skip
    return Behavior(**given)


@asynccontextmanager
async def edge(*behaviors: Behavior, limits: Limits | None = None) -> AsyncIterator[int]:
    """The edge of a distribution; its port."""
    async with TestServer(Edge(Distribution(behaviors), limits).application()) as server:
        assert server.port is not None
        yield server.port


def client(port: int) -> httpx.AsyncClient:
    """A viewer that sends headers as they are given, and keeps nothing."""
    return httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", trust_env=False)


@asynccontextmanager
async def visiting(*behaviors: Behavior) -> AsyncIterator[httpx.AsyncClient]:
    """A viewer at the edge of a distribution."""
    async with edge(*behaviors) as port, client(port) as viewer:
        yield viewer
