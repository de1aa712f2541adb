"""Uploads and downloads of the small relay: as the server's, in memory, with parts of five bytes."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from hashlib import sha256
from typing import Any

from aiohttp import web

PART = 5


def _error(status: int, code: str, *, retryable: bool = False) -> web.Response:
    return web.json_response({"error": {"code": code, "message": code, "retryable": retryable}}, status=status)


class Files:
    """`kept` are the finished files: what was told of each, and its bytes. `trouble` may answer instead."""

    def __init__(self) -> None:
        self.kept: dict[str, tuple[dict[str, Any], bytes]] = {}
        self.asked: list[str] = []
        self.trouble: Callable[[str], web.Response | None] = lambda path: None
        self._begun: dict[str, tuple[dict[str, Any], dict[int, bytes]]] = {}

    def keep(self, id: str, name: str, data: bytes) -> dict[str, Any]:
        """A file that somebody else uploaded, as it is attached."""
        told = {"fileId": id, "name": name, "size": len(data), "mimeType": "text/plain"}
        self.kept[id] = (told, data)
        return told

    def routes(self, app: web.Application) -> None:
        app.router.add_route("*", "/api/agent/files{rest:.*}", self._api)
        app.router.add_get("/files/ws/{id}", self._get)

    async def _api(self, request: web.Request) -> web.Response:
        rest = request.match_info["rest"].strip("/").split("/")
        self.asked.append(f"{request.method} {'/'.join(rest)}")
        if (answer := self.trouble(request.path)) is not None:
            return answer
        if request.headers.get("Authorization") != "Bearer lua_test":
            return _error(401, "credential_invalid")
        body = json.loads(await request.read() or b"null")
        match rest:
            case [""]:
                id = f"f{len(self._begun)}"
                self._begun[id] = (body, {})
                return web.json_response({"fileId": id, "partBytes": PART}, status=201)
            case [id, "parts", number]:
                self._begun[id][1][int(number)] = base64.b64decode(body["data"], validate=True)
                return web.json_response({"received": 0})
            case [id, "done"]:
                told, parts = self._begun[id]
                data = b"".join(parts[n] for n in sorted(parts))
                assert (len(data), sha256(data).hexdigest()) == (told["size"], body["sha256"])
                self.kept[id] = ({"fileId": id, **told}, data)
                return web.json_response({"file": self.kept[id][0]})
            case [id] if id in self.kept:
                return web.json_response({"url": f"files/ws/{id}?sign=1", **self.kept[id][0]})
        return _error(404, "not_found")

    async def _get(self, request: web.Request) -> web.Response:
        if (answer := self.trouble(request.path)) is not None:
            return answer
        assert request.query["sign"] == "1" and "Authorization" not in request.headers
        return web.Response(body=self.kept[request.match_info["id"]][1])
