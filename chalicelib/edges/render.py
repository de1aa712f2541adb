"""Answers of the HTTP API: JSON, and errors that say what to do next."""

from __future__ import annotations

import logging
from typing import Any

from chalice.app import Response

from chalicelib.lap.errors import CODES, Refused
from chalicelib.services.secrets import CROCKFORD, new_code
from chalicelib.services.traces import trace

from .observing import failed

_LOG = logging.getLogger("lineup.http")
_HEADERS = {"Cache-Control": "no-store", "Content-Type": "application/json"}


def answer(body: Any, status: int = 200, cookies: list[str] | None = None) -> Response:
    """A JSON answer that no cache keeps."""
    headers: dict[str, Any] = dict(_HEADERS)
    if cookies:
        headers["Set-Cookie"] = cookies if len(cookies) > 1 else cookies[0]
    return Response(body=body, status_code=status, headers=headers)


def failure(error: Refused, language: str) -> Response:
    """`{error: {code, message, next, retryable, diagnostic, details}}`. The diagnostic code is in the log as well."""
    diagnostic = _diagnostic(error)
    _LOG.info("refused %s %s", error.code, diagnostic)
    return _failure(error, language, diagnostic)


def internal(error: Exception, language: str) -> Response:
    """What an unexpected exception becomes: logged with its trace, told without it."""
    refused = Refused("internal")
    diagnostic = _diagnostic(refused)
    failed()
    _LOG.error("unexpected failure %s %s", diagnostic, trace(error))
    return _failure(refused, language, diagnostic)


def _diagnostic(error: Refused) -> str:
    return f"LU-{error.code.upper().replace('_', '-')}-{new_code(6, CROCKFORD)}"


def _failure(error: Refused, language: str, diagnostic: str) -> Response:
    known = CODES[error.code]
    body = {
        "code": error.code,
        "message": error.text,
        "next": known.zh if language == "zh" else known.en,
        "retryable": known.retryable,
        "diagnostic": diagnostic,
        "details": error.details,
    }
    return answer({"error": {k: v for k, v in body.items() if v is not None}}, known.status)
