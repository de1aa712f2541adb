"""What a call of DynamoDB reads and writes, and how large it is, by its own rules: the bytes of names and values
(UTF-8), a number half a byte a digit and one. From the request and the answer as they went over the wire."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from chalicelib.services.ports import INDEXES


@dataclass(frozen=True, slots=True)
class Stored:
    """One item that was read or written: what it is, its bytes, and the index entries beside it."""

    what: str
    bytes: int
    indexes: int = 0


@dataclass(slots=True)
class Call:
    """One call. `posted` is the size of a WebSocket frame."""

    operation: str
    writes: list[Stored] = field(default_factory=list)
    reads: list[Stored] = field(default_factory=list)
    posted: int = 0


def written(operation: str, body: Mapping[str, Any]) -> list[Stored]:
    """What a `TransactWriteItems` writes, in its order."""
    if operation != "TransactWriteItems":
        return []
    return [_write(write) for write in body["TransactItems"]]


def _write(write: Mapping[str, Any]) -> Stored:
    [(action, told)] = write.items()
    if action == "Put":
        return stored(told["Item"])
    if action == "Update":
        names = told["ExpressionAttributeNames"]
        values = told["ExpressionAttributeValues"].items()
        content = {names[f"#{k[1:]}"]: value for k, value in values if f"#{k[1:]}" in names}
        return stored({**told["Key"], **content, "version": {"N": "10"}})
    key = stored(told["Key"])
    return Stored(f"{'delete' if action == 'Delete' else 'check'} {key.what}", key.bytes)


def read_call(operation: str, body: Mapping[str, Any], answer: Mapping[str, Any]) -> list[Stored]:
    """What a read found; a key where nothing is counts as read, too."""
    if operation == "GetItem":
        return [stored(answer.get("Item") or body["Key"])]
    if operation == "TransactGetItems":
        keys = [get["Get"]["Key"] for get in body["TransactItems"]]
        found = [response.get("Item") for response in answer["Responses"]]
        return [stored(item or key) for item, key in zip(found, keys, strict=True)]
    if operation == "Query":
        return [stored(item) for item in answer["Items"]]
    return []


def stored(item: Mapping[str, Any]) -> Stored:
    """An item as attributes."""
    size = sum(len(name.encode()) + _value(value) for name, value in item.items())
    return Stored(kind(item["pk"]["S"], item["sk"]["S"]), size, sum(name in item for name in INDEXES))


def _value(value: Mapping[str, Any]) -> int:
    [(_, told)] = value.items()
    return len(told) // 2 + 2 if "N" in value else len(told.encode())


def kind(pk: str, sk: str) -> str:
    """The name of what is stored under a key (`services/items.py`)."""
    family = pk.split("#")
    if family[0] != "ws":
        return family[0]
    if len(family) > 2:
        return family[2]
    return "HEAD" if sk == "HEAD" else sk.split("#")[1]
