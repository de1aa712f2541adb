"""Uploading through the HTTP API, as a page or an agent does it."""

from __future__ import annotations

import base64
import hashlib
from typing import Any

from tests.support.api import Api, Reply

PNG = b"\x89PNG\r\n\x1a\n" + b"picture"


class Uploader:
    """`where` is the path of the files, `token` a bearer token."""

    def __init__(self, api: Api, where: str, token: str) -> None:
        self.api, self.where, self.token = api, where, token

    def begin(self, name: str, size: int, mime_type: str = "text/plain") -> Reply:
        return self.api.post(self.where, {"name": name, "size": size, "mimeType": mime_type}, self.token)

    def part(self, id: str, number: int, data: bytes) -> Reply:
        body = {"data": base64.b64encode(data).decode()}
        return self.api.post(f"{self.where}/{id}/parts/{number}", body, self.token)

    def done(self, id: str, data: bytes) -> Reply:
        return self.api.post(f"{self.where}/{id}/done", {"sha256": hashlib.sha256(data).hexdigest()}, self.token)

    def send(self, data: bytes, mime_type: str = "text/plain", name: str = "notes.txt") -> Reply:
        """All of it; the answer to `done`."""
        begun = self.begin(name, len(data), mime_type)
        assert begun.status == 201, begun.body
        id, size = begun.body["fileId"], begun.body["partBytes"]
        for number in range(-(-len(data) // size)):
            reply = self.part(id, number, data[number * size : (number + 1) * size])
            assert reply.status == 200, reply.body
        return self.done(id, data)

    def file(self, data: bytes = b"hello", mime_type: str = "text/plain", name: str = "notes.txt") -> dict[str, Any]:
        """A finished file, as it is attached."""
        reply = self.send(data, mime_type, name)
        assert reply.status == 200, reply.body
        return dict(reply.body["file"])

    def address(self, id: str) -> Reply:
        return self.api.get(f"{self.where}/{id}", self.token)
