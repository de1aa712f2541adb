"""Why a tool does not do it."""

from __future__ import annotations


class Refused(Exception):
    """The message says in words what is wrong and what to do; nothing was changed, or the message says what."""
