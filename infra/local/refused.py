"""Why a start cannot go on, in words for the person who started it."""

from __future__ import annotations


class StartRefused(Exception):
    """The server cannot start. The message says what is wrong and what to do; it is printed without a traceback."""
