"""Logs of the embedded runtime: to stderr, and without what a message may carry.

An exception's own text can hold what a person typed or a token (pydantic quotes its input), so only its type and the
places it passed are written.
"""

from __future__ import annotations

import logging
import sys
import traceback
from types import TracebackType
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
    handler.setFormatter(QuietFormatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    return handler
