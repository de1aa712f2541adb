"""An item as DynamoDB attributes, in requests and in stream images.

`pk`, `sk` and the indexes are strings (S), `version` and `ttl` numbers (N), `data` is JSON text (S): one attribute
whatever is in it, so no number is rounded and no empty string refused.

The sort key of an index is stored with the item's own `sk` behind a NUL: DynamoDB promises no order among equal index
keys, the port does (by `sk`). NUL is below all other characters, so the order of the index values stays.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from chalicelib.services.ports import INDEXES, Item, Key

if TYPE_CHECKING:
    from mypy_boto3_dynamodb.type_defs import AttributeValueTypeDef

SEPARATOR = "\0"


def key_attributes(key: Key) -> dict[str, AttributeValueTypeDef]:
    """The primary key."""
    return {"pk": {"S": key.pk}, "sk": {"S": key.sk}}


def content_attributes(item: Item, data: str) -> dict[str, AttributeValueTypeDef]:
    """All attributes but the key and the version; `data` is the item's data as text."""
    content: dict[str, AttributeValueTypeDef] = {"data": {"S": data}}
    for name, value in item.indexes.items():
        content[name] = {"S": value + SEPARATOR + item.key.sk}
    if item.expires_at is not None:
        content["ttl"] = {"N": str(item.expires_at)}
    return content


def item_of(attributes: Mapping[str, Any]) -> Item:
    """The item of a response, or of an `OldImage` or `NewImage` of a stream record."""
    indexes = {name: attributes[name]["S"].split(SEPARATOR, 1)[0] for name in INDEXES if name in attributes}
    return Item(
        Key(attributes["pk"]["S"], attributes["sk"]["S"]),
        json.loads(attributes["data"]["S"]),
        int(attributes["version"]["N"]),
        indexes,
        int(attributes["ttl"]["N"]) if "ttl" in attributes else None,
    )
