"""Socket events of API Gateway, as the embedded front makes them too."""

from __future__ import annotations

import json
import logging
from typing import Any

from chalicelib.lap.errors import CODES, Refused
from chalicelib.services.connections import Connection
from chalicelib.services.ports import Unavailable
from chalicelib.services.traces import trace
from chalicelib.wiring import Services, services

from . import auth
from .guard import language
from .observing import failed

_LOG = logging.getLogger("lineup.sockets")
Answer = dict[str, Any]


def connect(event: dict[str, Any]) -> Answer:
    """Allow or refuse a handshake: adapters by their credential, browsers by their origin (and then their ticket)."""
    if _is_frame(event):
        return {"statusCode": 400}
    headers = event.get("headers") or {}
    connection_id = event["requestContext"]["connectionId"]
    try:
        auth.check_edge(headers, services().settings)
        services().sessions.opened(_who(services(), connection_id, headers))
    except Refused as error:
        _LOG.info("handshake refused: %s", error.code)
        known = CODES[error.code]
        text = known.zh if language(headers) == "zh" else known.en
        body = {"error": {"code": error.code, "message": error.text, "next": text}}
        return {"statusCode": known.status, "body": json.dumps(body, ensure_ascii=False)}
    return {"statusCode": 200}


def _is_frame(event: dict[str, Any]) -> bool:
    """A frame with `"action": "$disconnect"` may be brought where only API Gateway's own events belong: that is the
    field by which it routes frames. Here it means nothing."""
    return bool(event["requestContext"].get("eventType") == "MESSAGE")


def _who(built: Services, connection_id: str, headers: dict[str, str]) -> Connection:
    if not auth.header(headers, "authorization"):
        auth.check_origin(headers, built.settings)
        return Connection(connection_id, "client")
    identity = built.pairing.identify(auth.bearer(headers))
    agent = built.queries.agent(identity.workspace_id, identity.agent_id)
    if agent is None or agent.status == "revoked":
        built.agent_log.note(identity.workspace_id, identity.agent_id, "refused", "credential_invalid")
        raise Refused("credential_invalid")
    return Connection(connection_id, "agent", identity.workspace_id, agent.id, agent.name)


def message(event: dict[str, Any]) -> Answer:
    """One text frame. An unexpected failure is told to its sender; the connection stays."""
    connection_id = event["requestContext"]["connectionId"]
    try:
        services().sessions.received(connection_id, event.get("body") or "")
    except Unavailable:  # the engine logs why, once
        services().sessions.failed(connection_id, "busy")
        return {"statusCode": 503}
    except Exception as error:
        _LOG.error("a frame failed: %s", trace(error))
        failed()
        services().sessions.failed(connection_id)
        return {"statusCode": 500}
    return {"statusCode": 200}


def disconnect(event: dict[str, Any]) -> Answer:
    """The socket closed."""
    if _is_frame(event):
        return {"statusCode": 400}
    services().sessions.closed(event["requestContext"]["connectionId"])
    return {"statusCode": 200}
