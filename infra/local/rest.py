"""HTTP requests below /api: into the REST event, through the Chalice app, and back."""

from __future__ import annotations

import base64
import logging
from typing import Any

from aiohttp import web
from chalice.local import MatchResult, RouteMatcher

from infra.local import answers
from infra.local.callers import Caller
from infra.local.events import rest_event, stage_path
from infra.local.logs import failure
from infra.local.runtime import EntryPoints
from infra.local.threads import Pool

log = logging.getLogger("lineup.http")

MAX_BODY = 1024 * 1024
#: aiohttp computes these itself, or they belong to the hop.
_NOT_OURS = frozenset({"content-length", "transfer-encoding", "connection", "content-type"})


class Api:
    """The REST routes of the app."""

    def __init__(self, entry_points: EntryPoints, pool: Pool) -> None:
        self._app = entry_points.app
        self._pool = pool
        self._matcher = RouteMatcher(list(self._app.routes))

    async def handle(self, request: web.Request, caller: Caller) -> web.Response:
        """Answer one request; what the app has no route for gets a typed error."""
        try:
            match = self._matcher.match_route(f"{stage_path(caller)}?{request.rel_url.raw_query_string}")
        except ValueError:
            return answers.error(404, "not_found", "There is nothing at this address.")
        methods = self._app.routes[match.route]
        method = "GET" if request.method == "HEAD" and "HEAD" not in methods else request.method
        if method not in methods:
            return _other_method(method, sorted(methods))
        try:
            event = await self._event(method, match, request, caller)
        except web.HTTPRequestEntityTooLarge:
            return answers.error(413, "body_too_large", f"A request may have at most {MAX_BODY} bytes.")
        except UnicodeDecodeError:
            return answers.error(400, "not_text", "The body is not UTF-8 text.")
        return await self._invoke(event)

    async def _event(self, method: str, match: MatchResult, request: web.Request, caller: Caller) -> dict[str, Any]:
        binary = request.headers.get("Content-Type", "") in self._app.api.binary_types
        return rest_event(method, match, caller, request.headers, await request.read(), binary)

    async def _invoke(self, event: dict[str, Any]) -> web.Response:
        try:
            return render(await self._pool.run(self._app, event))
        except Exception as problem:
            log.error("%s %s failed: %s", event["httpMethod"], event["resource"], failure(problem))
            return answers.error(500, "internal", "Something went wrong here; it was logged.")


def _other_method(method: str, allowed: list[str]) -> web.Response:
    allow = {"Allow": ", ".join([*allowed, "OPTIONS"])}
    if method == "OPTIONS":
        return web.Response(status=204, headers=allow)
    return answers.error(405, "method_not_allowed", f"This address does not take {method}.", allow)


def render(result: dict[str, Any]) -> web.Response:
    """The HTTP answer for a proxy integration's result; a header's several values stay several."""
    body = result.get("body") or ""
    response = web.Response(
        status=int(result["statusCode"]),
        body=base64.b64decode(body) if result.get("isBase64Encoded") else _encoded(body),
    )
    headers = [(name, value) for name, value in (result.get("headers") or {}).items()]
    for name, values in (result.get("multiValueHeaders") or {}).items():
        headers += [(name, value) for value in values]
    content_type = [value for name, value in headers if name.lower() == "content-type"]
    response.headers["Content-Type"] = content_type[-1] if content_type else "application/json"
    for name, value in headers:
        if name.lower() not in _NOT_OURS:
            response.headers.add(name, str(value))
    return response


def _encoded(body: str | bytes) -> bytes:
    return body if isinstance(body, bytes) else body.encode()
