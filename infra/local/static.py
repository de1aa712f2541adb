"""The built web app: files of `web/dist`, and its page for every address that the app itself understands.

The build writes `.br` and `.gz` twins beside its texts; aiohttp's FileResponse sends them to browsers that take them.
"""

from __future__ import annotations

import asyncio
import html
import mimetypes
import re
from pathlib import Path

from aiohttp import web

from infra.local import answers
from infra.local.callers import Caller

_FOREVER = "public, max-age=31536000, immutable"
_BASE = re.compile(r"<base\b[^>]*>", re.IGNORECASE)
_HEAD = re.compile(r"<head\b[^>]*>", re.IGNORECASE)
#: Named here because the machine's own table may lack or change them, and `nosniff` makes a wrong one fatal.
TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".json": "application/json",
    ".map": "application/json",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
    ".ico": "image/x-icon",
    ".txt": "text/plain; charset=utf-8",
    ".png": "image/png",
}
_NOT_BUILT = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>LineUp</title></head><body>
<h1>LineUp is running, but its web app is not built</h1>
<p>Run <code>make web</code> (or <code>make dev</code>) in the project's folder and reload this page.</p>
</body></html>
"""


class WebApp:
    """Serves the folder `dist`; nothing outside it, hidden files neither."""

    def __init__(self, dist: Path) -> None:
        self._root = dist.resolve()

    async def handle(self, request: web.Request, caller: Caller) -> web.StreamResponse:
        if request.method not in ("GET", "HEAD"):
            return answers.error(405, "method_not_allowed", "This address can only be read.", {"Allow": "GET, HEAD"})
        file = await asyncio.to_thread(self._find, request.path.removeprefix(caller.base_path))
        if file is not None:
            return _send(file, forever=file.is_relative_to(self._root / "assets"))
        if caller.path != "/index.html" and (
            "." in caller.path[caller.path.rfind("/") :] or caller.path.startswith("/assets/")
        ):
            return answers.error(404, "not_found", "There is nothing at this address.")
        return await asyncio.to_thread(self._page, caller.base_path)

    def _find(self, path: str) -> Path | None:
        """The file at a decoded path, if it lies within the folder."""
        parts = [part for part in path.split("/") if part]
        if not parts or parts == ["index.html"] or any(p.startswith(".") or {"\\", "\0"} & set(p) for p in parts):
            return None
        try:
            file = self._root.joinpath(*parts).resolve()
            return file if file.is_relative_to(self._root) and file.is_file() else None
        except OSError:  # a name that is too long, a folder without permission
            return None

    def _page(self, base_path: str) -> web.Response:
        index = self._root / "index.html"
        if not index.is_file():
            return web.Response(status=503, text=_NOT_BUILT, content_type="text/html")
        text = with_base(index.read_text(encoding="utf-8"), base_path)
        return web.Response(text=text, content_type="text/html", headers={"Cache-Control": "no-store"})


def with_base(page: str, base_path: str) -> str:
    """The page with `<base href>` for the path under which it is reached ("" or "/lineup")."""
    tag = f'<base href="{html.escape(base_path)}/">'
    if _BASE.search(page):
        return _BASE.sub(lambda _: tag, page, count=1)
    return _HEAD.sub(lambda head: head.group(0) + tag, page, count=1)


def _send(file: Path, *, forever: bool) -> web.FileResponse:
    kind = TYPES.get(file.suffix.lower()) or mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    return web.FileResponse(file, headers={"Content-Type": kind, "Cache-Control": _FOREVER if forever else "no-cache"})
