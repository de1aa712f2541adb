"""Both engines of the Table port, each with a table of its own for each test."""

from __future__ import annotations

import os
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import boto3
import pytest
from botocore.config import Config

from chalicelib.aws.table import DynamoTable, create_table
from chalicelib.services.ports import Table
from infra import ministack
from infra.local.table import SqliteTable

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient


class Now:
    """The time of the engines under test. It starts in 2096, so that an emulator's own reaper takes nothing away."""

    def __init__(self) -> None:
        self.seconds = 4_000_000_000.0

    def __call__(self) -> float:
        return self.seconds


@pytest.fixture
def now() -> Now:
    return Now()


@pytest.fixture(scope="session")
def dynamodb_endpoint(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a DynamoDB: `LINEUP_DYNAMODB_ENDPOINT`, or a ministack of this session."""
    given = os.environ.get("LINEUP_DYNAMODB_ENDPOINT")
    if given:
        yield given
        return
    with ministack.running(tmp_path_factory.mktemp("ministack") / "ministack.log") as address:
        yield address


@pytest.fixture(scope="session")
def dynamodb(dynamodb_endpoint: str) -> Iterator[DynamoDBClient]:
    client = dynamodb_client(dynamodb_endpoint)
    yield client
    client.close()


def dynamodb_client(endpoint: str) -> DynamoDBClient:
    """A client of the emulator, for up to 32 threads."""
    return boto3.client(
        "dynamodb",
        endpoint_url=endpoint,
        region_name="us-east-1",
        aws_access_key_id="test",
        aws_secret_access_key="test",
        config=Config(max_pool_connections=32, retries={"mode": "standard"}),
    )


@pytest.fixture
def dynamo_name(dynamodb: DynamoDBClient) -> Iterator[str]:
    """The name of an empty DynamoDB table."""
    name = f"contract-{uuid.uuid4().hex}"
    create_table(dynamodb, name)
    yield name
    dynamodb.delete_table(TableName=name)


@pytest.fixture
def sqlite(tmp_path: Path, now: Now) -> Iterator[SqliteTable]:
    opened = SqliteTable(tmp_path / "lineup.db", now)
    yield opened
    opened.close()


@pytest.fixture(params=["sqlite", "dynamodb"])
def table(request: pytest.FixtureRequest, now: Now) -> Table:
    """An empty table of each engine."""
    if request.param == "sqlite":
        engine: Table = request.getfixturevalue("sqlite")
        return engine
    return DynamoTable(request.getfixturevalue("dynamodb"), request.getfixturevalue("dynamo_name"), now)
