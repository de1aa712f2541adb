"""The HTTP API, called through Chalice's own test client: real routes, real events, no server."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from chalice.test import Client

from app import app
from chalicelib import wiring
from tests.support.world import World


@dataclass(frozen=True)
class Reply:
    """What a browser would see."""

    status: int
    body: Any
    headers: dict[str, Any]

    @property
    def code(self) -> str:
        """The typed error's code."""
        return str(self.body["error"]["code"])

    @property
    def cookie(self) -> str:
        """The Set-Cookie line, or empty."""
        line = next((v for k, v in self.headers.items() if k.lower() == "set-cookie"), "")
        return str(line[0] if isinstance(line, list) else line)

    @property
    def cookie_pair(self) -> str:
        """`name=value`, as the browser sends it back."""
        return self.cookie.partition(";")[0]


class Api:
    """Calls routes on a world's services."""

    def __init__(self, world: World) -> None:
        self.world = world
        wiring.install(world.services)
        self._http = Client(app).http

    def call(
        self, method: str, path: str, body: Any = None, *, token: str = "", query: dict[str, Any] | None = None,
        raw: bytes | None = None, **headers: str,
    ) -> Reply:  # fmt: skip
        """`headers` are given with underscores: `accept_language="zh"`."""
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        sent.setdefault("content-type", "application/json")
        if token:
            sent["authorization"] = f"Bearer {token}"
        data = raw if raw is not None else b"" if body is None else json.dumps(body).encode()
        address = f"{path}?{urlencode(query)}" if query else path
        reply = self._http.request(method, address, headers=sent, body=data)
        return Reply(reply.status_code, reply.json_body, dict(reply.headers))

    def get(self, path: str, token: str = "", **query: Any) -> Reply:
        return self.call("GET", path, token=token, query=query)

    def post(self, path: str, body: Any = None, token: str = "", **headers: str) -> Reply:
        return self.call("POST", path, body, token=token, **headers)

    # --- signing in ---

    def sent_code(self, email: str = "ann@example.com") -> str:
        """Ask for a code and read the mail."""
        assert self.post("/auth/code", {"email": email}).status == 202
        mail = self.world.outbox.mails[-1]
        return "".join(c for c in mail.text.split("\n\n")[1] if c.isdigit())

    def sign_in(self, email: str = "ann@example.com", **headers: str) -> Reply:
        """The answer to a right code."""
        return self.post("/auth/verify", {"email": email, "code": self.sent_code(email)}, **headers)

    def token(self, email: str = "ann@example.com") -> str:
        """A bearer token of an existing or new user, by a link."""
        link = self.world.services.accounts.create_sign_in_link(email)
        return str(self.post("/auth/link", {"token": link}).body["accessToken"])
