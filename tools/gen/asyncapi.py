"""The socket as AsyncAPI 3.0: who sends which frame."""

from __future__ import annotations

from typing import Any

from chalicelib.lap import commands, deliveries, ephemeral, errors, events

Json = dict[str, Any]
_SCHEMA = "lap.schema.json#/$defs/"


def build() -> Json:
    """The document; the payloads are in `lap.schema.json`."""
    sides: dict[str, dict[str, Any]] = {
        "clientSends": {**commands.CLIENT, **ephemeral.FROM_CLIENT},
        "agentSends": {**commands.AGENT, **ephemeral.FROM_AGENT},
        "serverSends": {**ephemeral.FROM_SERVER, **deliveries.DELIVERIES},
        "log": {**events.EVENTS},
    }
    messages = {m.__name__.rstrip("_"): kind for side in sides.values() for kind, m in side.items()}
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "LAP, the LineUp agent protocol",
            "version": "0.1",
            "description": "A frame is one envelope or a JSON array of envelopes. Close codes: "
            + "; ".join(f"{code} {text}" for code, text in errors.CLOSE_CODES.items()),
        },
        "channels": {
            "socket": {
                "address": "/ws",
                "messages": {name: {"$ref": f"#/components/messages/{name}"} for name in sorted(messages)},
            }
        },
        "operations": {name: _operation(name, side) for name, side in sides.items() if name != "log"},
        "components": {
            "messages": {
                name: {"name": kind, "payload": {"$ref": _SCHEMA + name}} for name, kind in sorted(messages.items())
            }
        },
    }


def _operation(name: str, side: dict[str, Any]) -> Json:
    names = sorted(model.__name__.rstrip("_") for model in side.values())
    return {
        "action": "send" if name == "serverSends" else "receive",
        "channel": {"$ref": "#/channels/socket"},
        "messages": [{"$ref": f"#/channels/socket/messages/{one}"} for one in names],
    }
