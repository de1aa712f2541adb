"""Entry points of LineUp: REST blueprints, three socket functions, the stream, the schedule. Nothing else lives here.

A handler of a socket, a stream or a schedule must be in this module: Chalice names it after its module (design.md §2).
"""

import logging
from typing import Any

from chalice.app import Chalice, CloudWatchEvent, WebsocketEvent

from chalicelib.edges import (
    mail_events,
    observing,
    rest_accounts,
    rest_agents,
    rest_devices,
    rest_files,
    rest_mine,
    rest_search,
    rest_workspace,
    sockets,
    streams,
)
from chalicelib.wiring import services

app = Chalice(app_name="lineup")
app.log.setLevel(logging.INFO)
app.experimental_feature_flags.update(["WEBSOCKETS", "BLUEPRINTS"])
app.register_middleware(observing.observe, "all")
app.register_blueprint(rest_accounts.blueprint)
app.register_blueprint(rest_workspace.blueprint)
app.register_blueprint(rest_agents.blueprint)
app.register_blueprint(rest_files.blueprint)
app.register_blueprint(rest_devices.blueprint)
app.register_blueprint(rest_mine.blueprint)
app.register_blueprint(rest_search.blueprint)


@app.on_ws_connect()
def connect(event: WebsocketEvent) -> dict[str, Any]:
    """A handshake."""
    return sockets.connect(event.to_dict())


@app.on_ws_message()
def message(event: WebsocketEvent) -> dict[str, Any]:
    """A frame."""
    return sockets.message(event.to_dict())


@app.on_ws_disconnect()
def disconnect(event: WebsocketEvent) -> dict[str, Any]:
    """A close."""
    return sockets.disconnect(event.to_dict())


@app.lambda_function()
def on_head_change(event: dict[str, Any], context: Any) -> dict[str, Any]:
    """Changes of HEAD items: fan-out. Its event source mapping is declared in `infra/`."""
    return streams.on_head_change(event)


@app.lambda_function()
def on_mail_event(event: dict[str, Any], context: Any) -> None:
    """Bounces and complaints of SES. The rule that brings them is declared in `infra/`."""
    mail_events.on_mail_event(event)


@app.schedule("rate(1 minute)")
def on_schedule(event: CloudWatchEvent) -> None:
    """Due timers: expiry, silence, grace, cancel timeouts."""
    services().sweeps.run()
