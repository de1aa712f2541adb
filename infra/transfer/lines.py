"""The file of an export: JSON lines. The first is the header, padded to one length since it is known last; each further
line is one item as the Table port gives it: `{pk, sk, version, data, indexes?, expiresAt?}`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any, BinaryIO

from pydantic import BaseModel, ConfigDict, TypeAdapter

from chalicelib.services.ports import Item, Key
from chalicelib.services.writes import encode
from infra.transfer.refused import Refused

FORMAT = "lineup-export"
VERSION = 1
HEADER_BYTES = 1024


class _Line(BaseModel):
    model_config = ConfigDict(strict=True)

    pk: str
    sk: str
    version: int
    data: dict[str, Any]
    indexes: dict[str, str] = {}
    expiresAt: int | None = None


@dataclass(frozen=True, slots=True)
class Header:
    """`schema` of the items; `live`: the server could write meanwhile, or after; `digest` of the lines that follow;
    `key`: the fingerprint of the root key, "" if it is not known. Counts: items, workspaces, events, leftOut."""

    schema: int
    exportedAt: str
    live: bool
    key: str
    counts: dict[str, int]
    digest: str

    def line(self) -> bytes:
        """With its line end, always `HEADER_BYTES` long."""
        text = json.dumps({"format": FORMAT, "version": VERSION, **asdict(self)})
        return text.encode().ljust(HEADER_BYTES - 1) + b"\n"


def read_header(file: BinaryIO) -> Header:
    """The first line. Raises `Refused` if this is no export, or of a newer program."""
    try:
        data = json.loads(file.readline(HEADER_BYTES))
        if data.pop("format") != FORMAT:
            raise ValueError
        version = data.pop("version")
        if version > VERSION:
            _newer(version)
        return _header().validate_json(json.dumps(data), strict=True)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise Refused("This file is no export of LineUp, or it was not finished. Export again.") from error


@cache
def _header() -> TypeAdapter[Header]:
    return TypeAdapter(Header)


def _newer(version: int) -> None:
    raise Refused(f"The export is of format {version}, this program knows {VERSION}. Update the program.")


def to_line(item: Item) -> bytes:
    """One item as a line."""
    data: dict[str, Any] = {"pk": item.key.pk, "sk": item.key.sk, "version": item.version, "data": dict(item.data)}
    if item.indexes:
        data["indexes"] = dict(item.indexes)
    if item.expires_at is not None:
        data["expiresAt"] = item.expires_at
    return encode(data)[0].encode() + b"\n"


def of_line(line: bytes) -> Item:
    """The item of a line. Raises `ValueError` if it holds none."""
    try:
        read = _Line.model_validate(json.loads(line))
    except RecursionError as error:
        raise ValueError("nested too deep") from error
    return Item(Key(read.pk, read.sk), read.data, read.version, read.indexes, read.expiresAt)


def read_items(path: Path) -> Iterator[Item]:
    """The items of an export, one by one."""
    with path.open("rb") as file:
        file.seek(HEADER_BYTES)
        for line in file:
            yield of_line(line)
