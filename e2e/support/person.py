"""A person over HTTP, for what a test prepares or checks beside the browser."""

from __future__ import annotations

import itertools
from typing import Any

import httpx

from e2e.support.server import Server
from infra.local.product import OWNER

_NUMBERS = itertools.count(1)


class Person:
    """Signed in by a code that was mailed to `email`."""

    def __init__(self, server: Server, email: str = OWNER) -> None:
        self.email = email
        self._http = httpx.Client(base_url=f"{server.url}/api", timeout=20)
        self.post("/auth/code", {"email": email}).raise_for_status()
        code = server.mail_code(email)
        signed = self.post("/auth/verify", {"email": email, "code": code}).raise_for_status().json()
        self._http.headers["Authorization"] = f"Bearer {signed['accessToken']}"

    def get(self, path: str) -> Any:
        """GET below /api."""
        return self._http.get(path).raise_for_status().json()

    def post(self, path: str, body: Any) -> httpx.Response:
        """POST below /api."""
        return self._http.post(path, json=body)

    def new_workspace(self, name: str) -> str:
        """A workspace of its own; its id."""
        made = self.post("/workspaces", {"name": name}).raise_for_status().json()
        return str(made["workspace"]["id"])

    def send(self, workspace: str, kind: str, payload: dict[str, Any], **subject: Any) -> httpx.Response:
        """One command."""
        envelope = {
            "id": f"person-{next(_NUMBERS)}", "type": kind, "version": "0.1", "occurredAt": "2026-07-24T12:00:00Z",
            "payload": payload, **subject,
        }  # fmt: skip
        return self.post(f"/workspaces/{workspace}/envelopes", envelope)

    def pairing_code(self, workspace: str) -> str:
        """A fresh code."""
        made = self.post(f"/workspaces/{workspace}/pairings", {"kind": "generic"}).raise_for_status().json()
        return str(made["code"])

    def close(self) -> None:
        """End the HTTP client."""
        self._http.close()
