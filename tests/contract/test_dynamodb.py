"""What only the DynamoDB engine has to get right: its errors, lost answers on the wire, and the table's definition."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest
from botocore.exceptions import ClientError, ConnectionClosedError
from botocore.httpsession import URLLib3Session
from botocore.stub import Stubber

from chalicelib.aws.images import item_of
from chalicelib.aws.ranges import successor
from chalicelib.aws.table import DynamoTable
from chalicelib.services.ports import Check, ConditionFailed, Contention, Expect, Key, TableError, TooLarge, Version
from tests.contract.conftest import Now, dynamodb_client
from tests.contract.samples import names, put, read

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

CANCELLED = "TransactionCanceledException"


@pytest.fixture
def stubbed() -> Iterator[tuple[DynamoTable, Stubber]]:
    """A table whose client answers what the test says: the emulator has no conflicts and no throttling."""
    client = dynamodb_client("http://127.0.0.1:9")
    with Stubber(client) as stubber:
        yield DynamoTable(client, "t"), stubber
    client.close()


def refuse(stubber: Stubber, operation: str, code: str, *reasons: str) -> None:
    modeled = {"CancellationReasons": [{"Code": reason} for reason in reasons]} if reasons else None
    stubber.add_client_error(operation, code, http_status_code=400, modeled_fields=modeled)


@pytest.mark.parametrize(
    ("code", "reasons", "raised"),
    [
        (CANCELLED, ["TransactionConflict", "None"], Contention),
        (CANCELLED, ["None", "ThrottlingError"], Contention),
        (CANCELLED, ["ProvisionedThroughputExceeded", "None"], Contention),
        (CANCELLED, ["None", "ItemCollectionSizeLimitExceeded"], TooLarge),
        ("ProvisionedThroughputExceededException", [], Contention),
        ("ThrottlingException", [], Contention),
        ("RequestLimitExceeded", [], Contention),
        ("TransactionInProgressException", [], Contention),
        ("ItemCollectionSizeLimitExceededException", [], TooLarge),
        ("AccessDeniedException", [], ClientError),
        (CANCELLED, ["ValidationError", "None"], ClientError),
    ],
)
def test_refusals_become_the_port_s_errors(
    stubbed: tuple[DynamoTable, Stubber], code: str, reasons: list[str], raised: type[Exception]
) -> None:
    table, stubber = stubbed
    refuse(stubber, "transact_write_items", code, *reasons)
    with pytest.raises(raised) as caught:
        table.transact([put("a"), put("b")])
    assert isinstance(caught.value, TableError) == (raised is not ClientError)


def test_a_failed_condition_is_told_before_a_conflict_and_names_its_own_key(
    stubbed: tuple[DynamoTable, Stubber],
) -> None:
    table, stubber = stubbed
    refuse(stubber, "transact_write_items", CANCELLED, "TransactionConflict", "ConditionalCheckFailed")
    with pytest.raises(ConditionFailed) as caught:
        table.transact([Check(Key("p", "x"), Expect.ANY), put("a"), put("b", expect=Version(1))])
    assert caught.value.keys == (Key("p", "b"),)


def test_reads_that_meet_a_write_or_are_throttled_are_contention(stubbed: tuple[DynamoTable, Stubber]) -> None:
    table, stubber = stubbed
    refuse(stubber, "transact_get_items", CANCELLED, "TransactionConflict", "None")
    with pytest.raises(Contention):
        table.get([Key("p", "a"), Key("p", "b")])
    refuse(stubber, "get_item", "ProvisionedThroughputExceededException")
    with pytest.raises(Contention):
        table.get([Key("p", "a")])
    refuse(stubber, "query", "ThrottlingException")
    with pytest.raises(Contention):
        table.query("p")


def test_an_answer_lost_on_the_wire_is_repeated_by_the_client_and_committed_once(
    dynamodb_endpoint: str, dynamo_name: str, now: Now
) -> None:
    client = dynamodb_client(dynamodb_endpoint)
    session = URLLib3Session()
    sent: list[bytes] = []

    def lose_the_first(request: Any, **_: Any) -> Any:
        sent.append(request.body)
        answer = session.send(request)
        if len(sent) == 1:
            raise ConnectionClosedError(endpoint_url=request.url)
        return answer

    client.meta.events.register("before-send.dynamodb.TransactWriteItems", lose_the_first)
    table = DynamoTable(client, dynamo_name, now)
    table.transact([put("HEAD", {"sequence": 1}), put("event", expect=Expect.ABSENT)])
    assert len(sent) == 2
    assert sent[0] == sent[1]
    item = read(table, "HEAD")
    assert item is not None
    assert item.version == 1
    assert names(table.query("p")) == ["HEAD", "event"]
    session.close()
    client.close()


def test_the_table_is_created_as_defined(dynamodb: DynamoDBClient, dynamo_name: str) -> None:
    described = dynamodb.describe_table(TableName=dynamo_name)["Table"]
    assert [key["AttributeName"] for key in described["KeySchema"]] == ["pk", "sk"]
    assert [index["IndexName"] for index in described["LocalSecondaryIndexes"]] == ["lsi1", "lsi2"]
    assert described["StreamSpecification"] == {"StreamEnabled": True, "StreamViewType": "NEW_AND_OLD_IMAGES"}
    ttl = dynamodb.describe_time_to_live(TableName=dynamo_name)["TimeToLiveDescription"]
    assert (ttl["AttributeName"], ttl["TimeToLiveStatus"]) == ("ttl", "ENABLED")


def test_a_stream_image_is_read_as_an_item(dynamodb: DynamoDBClient, dynamo_name: str, now: Now) -> None:
    table = DynamoTable(dynamodb, dynamo_name, now)
    table.transact([put("a", {"n": 1}, indexes={"lsi1": "x"}, expires_at=5_000_000_000)])
    stored = dynamodb.get_item(TableName=dynamo_name, Key={"pk": {"S": "p"}, "sk": {"S": "a"}})["Item"]
    assert item_of(stored) == read(table, "a")


@pytest.mark.parametrize(
    ("prefix", "next_one"),
    [("a", "b"), ("a#", "a$"), ("\ud7ff", "\ue000"), ("a\U0010ffff", "b"), ("\U0010ffff", None)],
)
def test_the_least_string_above_a_prefix(prefix: str, next_one: str | None) -> None:
    assert successor(prefix) == next_one


def test_every_read_asks_for_consistency(dynamodb_endpoint: str, dynamo_name: str, now: Now) -> None:
    """The emulator is always consistent, so this looks at the requests. `TransactGetItems` has no other way."""
    client = dynamodb_client(dynamodb_endpoint)
    asked: list[Any] = []
    for operation in ("GetItem", "Query"):
        client.meta.events.register(
            f"provide-client-params.dynamodb.{operation}", lambda params, **_: asked.append(params["ConsistentRead"])
        )
    table = DynamoTable(client, dynamo_name, now)
    table.get([Key("p", "a")])
    table.query("p")
    table.query("p", index="lsi1")
    assert asked == [True, True, True]
    client.close()
