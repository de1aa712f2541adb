"""Uploading (docs/adr/0011-files.md): begin, parts, done. Only `done` makes a file, and only of what was announced.

The size is announced first, and no part may be longer than it leaves: nothing is ever held that is larger than allowed.
An upload that is not finished within a day is forgotten, and its parts with it; of more than `UNFINISHED` of one sender
the oldest gives way.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import secrets
from typing import Any

from chalicelib.lap.limits import FILE_BYTES, FILE_PART_BYTES

from . import filetypes, items
from .failures import refuse
from .files import Kept
from .ports import Clock, ConditionFailed, Contention, Delete, Expect, Files, Item, Put, Table, Version
from .rates import Rates
from .times import seconds, stamp

WORKSPACE_BYTES = 5 * 1024**3
UNFINISHED = 20
UNFINISHED_SECONDS = 24 * 3600
_BEGINS, _WINDOW = 300, 3600
_TRIES = 8


class Uploads:
    """Files on their way in. `who` is `user:ID` or `agent:ID`; nobody else can go on with an upload."""

    def __init__(
        self, table: Table, files: Files, rates: Rates, clock: Clock, *, workspace_bytes: int = WORKSPACE_BYTES
    ) -> None:  # fmt: skip
        self._table = table
        self._files = files
        self._rates = rates
        self._clock = clock
        self._workspace_bytes = workspace_bytes

    def begin(self, workspace_id: str, who: str, name: str, size: int, mime_type: str) -> dict[str, Any]:
        """`{fileId, partBytes}`. `size` is in bytes. Raises `file_too_large`, `file_type`, `rate_limited`."""
        told = filetypes.declared(mime_type)
        if size > FILE_BYTES:
            raise refuse("file_too_large", limit=FILE_BYTES)
        self._check_room(self._total(workspace_id), size)
        self._rates.take("upload", f"{workspace_id}/{who}", _BEGINS, _WINDOW)
        self._make_way(workspace_id, who)
        now = self._clock.now()
        id = secrets.token_hex(16)
        data = {"name": filetypes.safe_name(name), "size": size, "mimeType": told, "at": stamp(now)}
        item = Item(items.upload(workspace_id, who, id), data, expires_at=seconds(now) + UNFINISHED_SECONDS)
        self._table.transact([Put(item, Expect.ABSENT)])
        return {"fileId": id, "partBytes": FILE_PART_BYTES}

    def part(self, workspace_id: str, who: str, id: str, number: int, data: str) -> dict[str, Any]:
        """Part `number`, from 0, as base64; `{received}`, the bytes up to its end. The same part again replaces it."""
        upload = self._find(workspace_id, who, id)
        wanted = _part_size(int(upload.data["size"]), number)
        if wanted is None or len(data) != _encoded(wanted):
            raise refuse("invalid_request", f"Part {number} has {wanted or 0} bytes: those of the size that was told.")
        try:
            decoded = base64.b64decode(data, validate=True)
        except (binascii.Error, ValueError):
            raise refuse("invalid_request", "The data of a part is base64.") from None
        if len(decoded) != wanted:
            raise refuse("invalid_request", f"Part {number} has {wanted} bytes.")
        self._files.put(items.part_bytes(workspace_id, id, number), decoded)
        return {"received": number * FILE_PART_BYTES + wanted}

    def done(self, workspace_id: str, who: str, id: str, sha256: str) -> dict[str, Any]:
        """All parts are there, and this is their sum (hex): `{file: {fileId, name, size, mimeType}}`. Safe to repeat.
        Raises `file_incomplete`, `file_type`, `file_too_large`."""
        if (finished := self._finished(workspace_id, id, who, sha256)) is not None:
            return finished
        upload = self._find(workspace_id, who, id)
        data = self._joined(workspace_id, id, int(upload.data["size"]))
        if not hmac.compare_digest(hashlib.sha256(data).hexdigest(), sha256.lower()):
            raise refuse("file_incomplete", "The parts do not have this sum: upload them again.")
        found = filetypes.found(upload.data["mimeType"], data)
        served = filetypes.served(upload.data["name"], found.shown_as)
        facts = {
            "name": upload.data["name"], "size": len(data), "mimeType": found.mime_type, "sha256": sha256.lower(),
            "contentType": served.content_type, "disposition": served.disposition,
            "by": who, "at": stamp(self._clock.now()),
        }  # fmt: skip
        self._check_room(self._total(workspace_id), len(data))
        self._files.put(items.file_bytes(workspace_id, id), data)
        self._record(workspace_id, upload, Item(items.file(workspace_id, id), facts))
        self._drop_parts(workspace_id, id, len(data))
        made = self._finished(workspace_id, id, who, sha256)
        assert made is not None
        return made

    def _find(self, workspace_id: str, who: str, id: str) -> Item:
        key = items.upload(workspace_id, who, id)
        item = self._table.get([key]).get(key)
        if item is None:
            raise refuse("not_found", "There is no such upload; it may have been given up after a day.")
        return item

    def _finished(self, workspace_id: str, id: str, who: str, sha256: str) -> dict[str, Any] | None:
        key = items.file(workspace_id, id)
        item = self._table.get([key]).get(key)
        if item is None or item.data["by"] != who:
            return None
        if item.data["sha256"] != sha256.lower():
            raise refuse("id_conflict", "This upload is finished, with other content.")
        return {"file": {"fileId": id, **Kept.of(item).facts()}}

    def _joined(self, workspace_id: str, id: str, size: int) -> bytes:
        parts = [self._files.get(items.part_bytes(workspace_id, id, n)) for n in range(_count(size))]
        missing = [n for n, part in enumerate(parts) if part is None or len(part) != _part_size(size, n)]
        if missing:
            raise refuse("file_incomplete", "Some parts are missing.", missing=missing)
        return b"".join(part for part in parts if part is not None)

    def _record(self, workspace_id: str, upload: Item, file: Item) -> None:
        """The file, the total and the end of the upload, at once. Somebody else may have done it at this moment."""
        for _ in range(_TRIES):
            total = self._total(workspace_id)
            size = int(file.data["size"])
            self._check_room(total, size)
            before = total.data if total else {"bytes": 0, "count": 0}
            after = {"bytes": int(before["bytes"]) + size, "count": int(before["count"]) + 1}
            counted = Item(items.file_total(workspace_id), after)
            try:
                self._table.transact(
                    [
                        Put(file, Expect.ABSENT),
                        Put(counted, Version(total.version) if total else Expect.ABSENT),
                        Delete(upload.key),
                    ]
                )
                return
            except ConditionFailed as failed:
                if file.key in failed.keys:
                    return
            except Contention:
                continue
        raise refuse("busy")

    def _total(self, workspace_id: str) -> Item | None:
        key = items.file_total(workspace_id)
        return self._table.get([key]).get(key)

    def _check_room(self, total: Item | None, size: int) -> None:
        if (int(total.data["bytes"]) if total else 0) + size > self._workspace_bytes:
            raise refuse("file_too_large", "This workspace has no room for the file.", limit=self._workspace_bytes)

    def _make_way(self, workspace_id: str, who: str) -> None:
        """Of one sender's unfinished uploads the oldest ends."""
        mine = items.upload(workspace_id, who, "")
        open_now = self._table.query(mine.pk, prefix=mine.sk, limit=2 * UNFINISHED)
        if len(open_now) >= UNFINISHED:
            oldest = min(open_now, key=lambda item: str(item.data["at"]))
            self._drop_parts(workspace_id, oldest.key.sk.rpartition("#")[2], int(oldest.data["size"]))
            self._table.transact([Delete(oldest.key)])

    def _drop_parts(self, workspace_id: str, id: str, size: int) -> None:
        self._files.delete([items.part_bytes(workspace_id, id, n) for n in range(_count(size))])


def _count(size: int) -> int:
    return -(-size // FILE_PART_BYTES)


def _part_size(size: int, number: int) -> int | None:
    """How long a part is, or None if there is none of this number."""
    return min(FILE_PART_BYTES, size - number * FILE_PART_BYTES) if 0 <= number < _count(size) else None


def _encoded(size: int) -> int:
    return -(-size // 3) * 4
