"""Requests over HTTP."""

from __future__ import annotations

import json
from typing import Any

from chalice.test import Client

from app import app
from chalicelib import wiring
from tests.support.scene import Scene

from .base import Act, command, say


def _http(scene: Scene, method: str, path: str, body: Any = None, token: str = "") -> Any:
    wiring.install(scene.world.services)
    headers = {"content-type": "application/json"} | ({"authorization": f"Bearer {token}"} if token else {})
    data = json.dumps(body).encode() if body is not None else b""
    answer = Client(app).http.request(method, path, headers=headers, body=data)
    if answer.status_code >= 400:
        raise AssertionError(f"{method} {path}: {answer.body!r}")
    return answer.json_body


def _token(scene: Scene) -> str:
    return str(scene.world.services.accounts.tokens.access(scene.user))


@command("POST /auth/code")
def _(scene: Scene) -> Act:
    return lambda: _http(scene, "POST", "/auth/code", {"email": "ann@example.com"})


@command("POST /auth/link of a known person")
def _(scene: Scene) -> Act:
    link = scene.world.services.accounts.create_sign_in_link("ann@example.com")
    return lambda: _http(scene, "POST", "/auth/link", {"token": link})


@command("GET /me")
def _(scene: Scene) -> Act:
    token = _token(scene)
    return lambda: _http(scene, "GET", "/me", token=token)


@command("GET /workspaces/W/snapshot")
def _(scene: Scene) -> Act:
    token = _token(scene)
    return lambda: _http(scene, "GET", f"/workspaces/{scene.workspace}/snapshot", token=token)


@command("POST /workspaces/W/tickets")
def _(scene: Scene) -> Act:
    token = _token(scene)
    return lambda: _http(scene, "POST", f"/workspaces/{scene.workspace}/tickets", token=token)


@command("GET /workspaces/W/conversations/C/events, a page of 50")
def _(scene: Scene) -> Act:
    for _ in range(60):
        say(scene)
    scene.world.drop_changes()
    token = _token(scene)
    path = f"/workspaces/{scene.workspace}/conversations/{scene.conversation}/events"
    return lambda: _http(scene, "GET", path, token=token)


@command("GET /agent/snapshot")
def _(scene: Scene) -> Act:
    return lambda: _http(scene, "GET", "/agent/snapshot", token=scene.credential)


@command("POST /pair")
def _(scene: Scene) -> Act:
    code = scene.world.services.pairing.create(scene.workspace, scene.user, "generic", None)["code"]
    return lambda: _http(scene, "POST", "/pair", {"code": code, "name": "Coder"})
