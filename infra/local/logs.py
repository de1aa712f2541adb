"""Logs of the embedded runtime: to stderr, and without what a message may carry.

An exception's own text can hold what a person typed or a token (pydantic quotes its input), so only its type and the
places it passed are written.
"""

from __future__ import annotations

import logging
import sys
import traceback
from collections.abc import Mapping
from types import MappingProxyType, TracebackType
from typing import Any

from chalice.app import Chalice

_ExcInfo = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]


def failure(error: BaseException) -> str:
    """The type of an error and where it was raised: `ValueError at relay.py:12 in append`."""
    frames = traceback.extract_tb(error.__traceback__)
    if not frames:
        return type(error).__name__
    last = frames[-1]
    return f"{type(error).__name__} at {last.filename.rsplit('/', 1)[-1]}:{last.lineno} in {last.name}"


class QuietFormatter(logging.Formatter):
    """Writes tracebacks without the exceptions' texts and without source lines."""

    def formatException(self, ei: Any) -> str:
        kind, _, trace = ei
        lines = [f"  {f.filename.rsplit('/', 1)[-1]}:{f.lineno} in {f.name}" for f in traceback.extract_tb(trace)]
        return "\n".join([kind.__name__ if kind else "unknown", *lines])


class Repeats(logging.Filter):
    """Lets the same line through once a minute, and then says how often it came: a disk that is full makes each request
    fail alike, and the log is perhaps on that disk. Who tells only of changes says so: `extra=Repeats.CHANGE`."""

    CHANGE: Mapping[str, object] = MappingProxyType({"change": True})

    SECONDS = 60.0
    MOST = 200

    def __init__(self) -> None:
        super().__init__()
        self._seen: dict[tuple[str, int, str], list[float]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether the line is written. Its text gets the number of lines like it that were not."""
        if getattr(record, "change", False):
            return True
        key = (record.name, record.levelno, record.getMessage())
        since, hidden = self._seen.get(key, (float("-inf"), 0))
        if record.levelno >= logging.WARNING and 0 <= record.created - since < self.SECONDS:
            self._seen[key] = [since, hidden + 1]
            return False
        if len(self._seen) >= self.MOST:
            self._seen.clear()
        self._seen[key] = [record.created, 0]
        if hidden:
            record.msg, record.args = f"{key[2]} (and {int(hidden)} times before)", ()
        return True


def configure() -> None:
    """Send warnings and worse to stderr."""
    handler = _handler()
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("lineup").setLevel(logging.INFO)
    hush_websocket_library()


def hush_websocket_library() -> None:
    """aiohttp warns with the offered subprotocols, which may hold a sign-in ticket."""
    logging.getLogger("aiohttp.websocket").setLevel(logging.ERROR)


def adopt(app: Chalice) -> None:
    """Move the app's own log from stdout, where Lambda wants it, to this process's handlers."""
    app.log.handlers = []
    app.log.propagate = True


def _handler() -> logging.Handler:
    handler = logging.StreamHandler(sys.stderr)
    handler.addFilter(Repeats())
    handler.setFormatter(QuietFormatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    return handler
