"""API Gateway's events: REST (v1, proxy integration) and WebSocket, as Lambda gets them."""

from __future__ import annotations

import base64
import time
import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from chalice.local import MatchResult
from multidict import CIMultiDict, CIMultiDictProxy

from infra.local.callers import FORWARDED, Caller

Headers = CIMultiDictProxy[str]
API_ID = "local"


def stage_path(caller: Caller) -> str:
    """The path as the app sees it: `/api` is API Gateway's stage (design.md §5), not part of a route."""
    return caller.path.removeprefix("/api") or "/"


def rest_event(
    method: str, match: MatchResult, caller: Caller, headers: Headers, body: bytes, binary: bool
) -> dict[str, Any]:
    """A REST request. Raises `UnicodeDecodeError` when `body` is neither binary nor UTF-8."""
    lists = _multi(_forwarded(headers, caller), lower=True)
    query: Mapping[str, list[str]] = match.query_params
    return {
        "resource": match.route,
        "path": stage_path(caller),
        "httpMethod": method,
        "headers": {name: ",".join(values) for name, values in lists.items()},
        "multiValueHeaders": lists,
        "queryStringParameters": {name: values[-1] for name, values in query.items()} or None,
        "multiValueQueryStringParameters": dict(query) or None,
        "pathParameters": match.captured or None,
        "stageVariables": None,
        "requestContext": {
            **_context(caller, headers),
            "httpMethod": method,
            "resourcePath": match.route,
            "path": caller.base_path + caller.path,
            "protocol": "HTTP/1.1",
        },
        "body": (base64.b64encode(body).decode() if binary else body.decode()) if body else None,
        "isBase64Encoded": bool(binary and body),
    }


@dataclass(frozen=True, slots=True)
class SocketScene:
    """What all events of one connection share. `connected_at` is a Unix time in milliseconds."""

    connection_id: str
    caller: Caller
    headers: Headers
    query: Mapping[str, list[str]]
    connected_at: int = field(default_factory=lambda: int(time.time() * 1000))

    def connect(self) -> dict[str, Any]:
        return {**self._event("$connect", "CONNECT"), **self._handshake()}

    def message(self, body: str) -> dict[str, Any]:
        event = self._event("$default", "MESSAGE")
        event["requestContext"]["messageId"] = uuid.uuid4().hex
        return {**event, "body": body}

    def disconnect(self, code: int, reason: str) -> dict[str, Any]:
        """`code` is the WebSocket close code (1005 none, 1006 lost)."""
        event = self._event("$disconnect", "DISCONNECT")
        event["requestContext"].update(disconnectStatusCode=code, disconnectReason=reason)
        return {**event, **self._handshake()}

    def _event(self, route: str, kind: str) -> dict[str, Any]:
        context = {
            **_context(self.caller, self.headers),
            "routeKey": route,
            "eventType": kind,
            "connectionId": self.connection_id,
            "connectedAt": self.connected_at,
            "messageDirection": "IN",
            "stage": "ws",
        }
        return {"requestContext": context, "isBase64Encoded": False}

    def _handshake(self) -> dict[str, Any]:
        lists = _multi(_forwarded(self.headers, self.caller), lower=False)
        return {
            "headers": {name: ",".join(values) for name, values in lists.items()},
            "multiValueHeaders": lists,
            "queryStringParameters": {name: values[-1] for name, values in self.query.items()} or None,
            "multiValueQueryStringParameters": dict(self.query) or None,
        }


def _context(caller: Caller, headers: Headers) -> dict[str, Any]:
    return {
        "requestId": str(uuid.uuid4()),
        "requestTimeEpoch": int(time.time() * 1000),
        "apiId": API_ID,
        "stage": "api",
        "domainName": caller.host,
        "identity": {"sourceIp": caller.address, "userAgent": headers.get("User-Agent")},
    }


def _forwarded(headers: Headers, caller: Caller) -> CIMultiDict[str]:
    """The headers with the forwarded ones as API Gateway writes them: from what is known, never from the client."""
    result = CIMultiDict((name, value) for name, value in headers.items() if name.lower() not in FORWARDED)
    result["Host"] = caller.host
    result["X-Forwarded-For"] = caller.address
    result["X-Forwarded-Proto"] = caller.scheme
    return result


def _multi(headers: CIMultiDict[str], *, lower: bool) -> dict[str, list[str]]:
    names = {name.lower(): name for name in headers}
    return {key if lower else name: headers.getall(name) for key, name in names.items()}
