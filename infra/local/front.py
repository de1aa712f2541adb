"""One port for everything: takes a request, finds out who asks, and gives it to the API, the sockets or the web app."""

from __future__ import annotations

import logging

from aiohttp import web
from aiohttp.typedefs import Handler

from infra.local import answers, outbox
from infra.local.callers import Caller, identify
from infra.local.downloads import PATH, Downloads
from infra.local.logs import failure
from infra.local.options import Options
from infra.local.outbox import OutboxMailer
from infra.local.rest import MAX_BODY, Api
from infra.local.sockets import Sockets
from infra.local.static import WebApp

log = logging.getLogger("lineup.front")
_CALLER = web.RequestKey("caller", Caller)


class Front:
    """Routes by path, below the base path if there is one."""

    def __init__(
        self, options: Options, api: Api, sockets: Sockets, mailer: OutboxMailer, outbox_key: str,
        downloads: Downloads,
    ) -> None:  # fmt: skip
        self._options = options
        self._api = api
        self._sockets = sockets
        self._mailer = mailer
        self._outbox_key = outbox_key
        self._downloads = downloads
        self._web = WebApp(options.dist)

    def application(self) -> web.Application:
        """The aiohttp application that serves it."""
        application = web.Application(client_max_size=MAX_BODY, middlewares=[_typed_errors])
        application.router.add_route("*", "/{path:.*}", self._handle)
        application.on_response_prepare.append(_finish)
        return application

    async def _handle(self, request: web.Request) -> web.StreamResponse:
        caller = identify(request, self._options)
        request[_CALLER] = caller
        if not caller.path:
            return web.Response(status=308, headers={"Location": caller.base_path + "/"})
        if caller.path == "/ws":
            return await self._sockets.handle(request, caller)
        if caller.path == "/api" or caller.path.startswith("/api/"):
            return await self._api.handle(request, caller)
        if caller.path in ("/outbox", "/outbox.json"):
            return outbox.page(self._mailer, self._outbox_key, request, caller)
        if caller.path.startswith(PATH):
            return await self._downloads.handle(request, caller)
        return await self._web.handle(request, caller)


@web.middleware
async def _typed_errors(request: web.Request, handler: Handler) -> web.StreamResponse:
    try:
        return await handler(request)
    except web.HTTPException as refusal:
        return answers.error(refusal.status, "bad_request", refusal.reason)
    except Exception as problem:
        log.error("%s failed: %s", request.method, failure(problem))
        return answers.error(500, "internal", "Something went wrong here; it was logged.")


async def _finish(request: web.Request, response: web.StreamResponse) -> None:
    caller = request.get(_CALLER)
    answers.secure(response, caller.host if caller else "")
    if caller and caller.path.startswith(PATH):
        answers.confine(response)
