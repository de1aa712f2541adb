"""A DynamoDB table as a `Store`."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import boto3
from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError

from chalicelib.aws.images import item_of
from chalicelib.aws.table import TABLE_DEFINITION, DynamoTable
from chalicelib.services.ports import Item
from infra.transfer.refused import Refused

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient


class DynamoStore(DynamoTable):
    """The table with a Scan. It is not of one moment: whoever needs that stops the traffic first."""

    exclusive = False

    def __init__(self, client: DynamoDBClient, table_name: str, now: Callable[[], float] = time.time) -> None:
        super().__init__(client, table_name, now)
        self._scanned = client.get_paginator("scan")
        self._table_name = table_name
        self._time = now

    def items(self) -> Iterator[Item]:
        """See `stores.Store.items`."""
        now = int(self._time())
        for page in self._scanned.paginate(TableName=self._table_name, ConsistentRead=True):
            for attributes in page["Items"]:
                item = self._read(attributes)
                if item.expires_at is None or item.expires_at > now:
                    yield item

    def _read(self, attributes: dict[str, Any]) -> Item:
        try:
            return item_of(attributes)
        except (KeyError, ValueError, TypeError) as error:
            raise Refused(f"{self._table_name} holds what LineUp did not write. Name LineUp's table.") from error


@contextmanager
def refusals(table_name: str) -> Iterator[None]:
    """What AWS refuses, and a network that is away, as `Refused`."""
    try:
        yield
    except (BotoCoreError, ClientError) as error:
        raise Refused(f"DynamoDB did not do it on {table_name}: {error}") from error


def open_store(table_name: str, endpoint_url: str | None) -> DynamoStore:
    """The table. Raises `Refused` if there is no such table, or nobody to ask."""
    # Whole tables take long and are throttled at times: botocore waits for that by itself.
    config = Config(retries={"mode": "adaptive", "max_attempts": 12})
    settings: dict[str, Any] = {"endpoint_url": endpoint_url} if endpoint_url else {}
    if region := os.environ.get("AWS_REGION"):  # boto3 alone reads AWS_DEFAULT_REGION only
        settings["region_name"] = region
    try:
        client = boto3.client("dynamodb", config=config, **settings)
        found = client.describe_table(TableName=table_name)["Table"]
    except (BotoCoreError, ClientError) as error:
        raise Refused(f"The DynamoDB table {table_name} cannot be opened: {error}") from error
    if _keys(found) != _keys(TABLE_DEFINITION):
        raise Refused(f"{table_name} is not a table of LineUp: its keys or indexes are others. Name the right one.")
    return DynamoStore(client, table_name)


def _keys(table: Mapping[str, Any]) -> dict[str, list[tuple[str, str]]]:
    """The attributes of a table's key ("") and of its local indexes, by name."""
    keys = {"": table["KeySchema"]}
    keys |= {index["IndexName"]: index["KeySchema"] for index in table.get("LocalSecondaryIndexes", [])}
    return {name: sorted((part["KeyType"], part["AttributeName"]) for part in schema) for name, schema in keys.items()}
