"""A person over HTTP, for what a test prepares or checks beside the browser."""

from __future__ import annotations

import itertools
from typing import Any

import httpx

_NUMBERS = itertools.count(1)


class Person:
    """Signed in by a one-time link."""

    def __init__(self, server_url: str, link: str) -> None:
        self._http = httpx.Client(base_url=f"{server_url}/api", timeout=20)
        token = link.rpartition("/")[2]
        signed = self._http.post("/auth/link", json={"token": token}).raise_for_status().json()
        self._http.headers["Authorization"] = f"Bearer {signed['accessToken']}"

    def get(self, path: str) -> Any:
        """GET below /api."""
        return self._http.get(path).raise_for_status().json()

    def post(self, path: str, body: Any) -> httpx.Response:
        """POST below /api."""
        return self._http.post(path, json=body)

    def workspace(self, name: str = "Studio") -> str:
        """The first workspace, made if there is none."""
        existing = self.get("/me")["workspaces"]
        if existing:
            return str(existing[0]["id"])
        return str(self.post("/workspaces", {"name": name}).json()["workspace"]["id"])

    def snapshot(self, workspace: str) -> dict[str, Any]:
        """The first page of the snapshot."""
        page: dict[str, Any] = self.get(f"/workspaces/{workspace}/snapshot")
        return page

    def send(self, workspace: str, kind: str, payload: dict[str, Any], **subject: Any) -> httpx.Response:
        """One command."""
        envelope = {
            "id": f"person-{next(_NUMBERS)}", "type": kind, "version": "0.1", "occurredAt": "2026-07-24T12:00:00Z",
            "payload": payload, **subject,
        }  # fmt: skip
        return self.post(f"/workspaces/{workspace}/envelopes", envelope)

    def pairing_code(self, workspace: str) -> str:
        """A fresh code."""
        return str(self.post(f"/workspaces/{workspace}/pairings", {"kind": "generic"}).json()["code"])

    def close(self) -> None:
        """End the HTTP client."""
        self._http.close()
