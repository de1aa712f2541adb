"""A DynamoDB table as a `Store`."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import boto3
from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError

from chalicelib.aws.images import item_of
from chalicelib.aws.table import DynamoTable
from chalicelib.services.ports import Item
from infra.transfer.refused import Refused

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient


class DynamoStore(DynamoTable):
    """The table with a Scan. It is not of one moment: whoever needs that stops the traffic first."""

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
                item = item_of(attributes)
                if item.expires_at is None or item.expires_at > now:
                    yield item


def open_store(table_name: str, endpoint_url: str | None) -> DynamoStore:
    """The table. Raises `Refused` if there is no such table, or nobody to ask."""
    # Whole tables take long and are throttled at times: botocore waits for that by itself.
    config = Config(retries={"mode": "adaptive", "max_attempts": 12})
    settings: dict[str, Any] = {"endpoint_url": endpoint_url} if endpoint_url else {}
    if region := os.environ.get("AWS_REGION"):  # boto3 alone reads AWS_DEFAULT_REGION only
        settings["region_name"] = region
    try:
        client = boto3.client("dynamodb", config=config, **settings)
        client.describe_table(TableName=table_name)
    except (BotoCoreError, ClientError) as error:
        raise Refused(f"The DynamoDB table {table_name} cannot be opened: {error}") from error
    return DynamoStore(client, table_name)
