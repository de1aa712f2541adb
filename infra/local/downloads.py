"""`GET /files/...`: uploaded files by their signed addresses. Ranges and repeats are aiohttp's own part."""

from __future__ import annotations

import asyncio

from aiohttp import web

from infra.local import answers
from infra.local.callers import Caller
from infra.local.files import DiskFiles

PATH = "/files/"


class Downloads:
    """Gives out what `DiskFiles` has."""

    def __init__(self, files: DiskFiles) -> None:
        self._files = files

    async def handle(self, request: web.Request, caller: Caller) -> web.StreamResponse:
        """The file, or one and the same answer to everything that is no good address."""
        if request.method not in ("GET", "HEAD"):
            return answers.error(405, "method_not_allowed", "This address can only be read.", {"Allow": "GET, HEAD"})
        found = await asyncio.to_thread(self._files.opened, caller.path.removeprefix("/"), request.query)
        if found is None:
            return answers.error(403, "not_allowed", "This address is not good, or not any more: ask for a new one.")
        headers = {"Content-Type": found.served.content_type, "Content-Disposition": found.served.disposition}
        return web.FileResponse(found.path, headers={**headers, "Cache-Control": "private, max-age=300"})
