"""Limits of the protocol, checked before anything is sent (docs/protocol.md). `TooLarge` names the one that was hit."""

from __future__ import annotations

from urllib.parse import urlsplit

from .errors import InvalidValue, TooLarge

VERSION = "0.1"
FRAME_BYTES = 28 * 1024
EVENT_BYTES = 24 * 1024
EVENT_MARGIN = 1536
"""What the server adds to a command when it makes an event of it: actor, times, sequence, a digest."""
FRAME_ENVELOPES = 10
FRAMES_PER_MINUTE = 120

TITLE = 200
LABEL = 80
LINE = 300
PARAGRAPH = 2_000
CONTENT = 16_000
ANSWER = 4_000
OPTIONS = 5
ATTACHMENTS = 10
URL = 2_048
FILE_BYTES = 10 * 1024 * 1024


def text(what: str, value: str, limit: int) -> str:
    """`value`, if it is valid Unicode of at most `limit` code points."""
    try:
        value.encode()
    except UnicodeEncodeError:
        raise InvalidValue(f"{what} is not valid Unicode (a lone surrogate)") from None
    if len(value) > limit:
        raise TooLarge(what, len(value), limit)
    return value


def filled(what: str, value: str, limit: int) -> str:
    """As `text`, and not blank."""
    if not text(what, value, limit).strip():
        raise InvalidValue(f"{what} must not be blank")
    return value


def web_link(what: str, value: str) -> str:
    """`value`, if it is an absolute http or https address."""
    text(what, value, URL)
    if any(ord(c) <= 0x20 or ord(c) == 0x7F for c in value):
        raise InvalidValue(f"{what} must not contain blanks or control characters")
    try:
        parts = urlsplit(value)
    except ValueError:
        raise InvalidValue(f"{what} is not an address") from None
    if parts.scheme.lower() not in ("http", "https") or not parts.hostname:
        raise InvalidValue(f"{what} must be an http or https address")
    return value


def clipped(value: str, limit: int) -> str:
    """`value` cut to `limit` code points with an ellipsis; for texts that we make ourselves."""
    return value if len(value) <= limit else value[: limit - 1] + "…"
