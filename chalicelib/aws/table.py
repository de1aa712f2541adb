"""`ports.Table` on DynamoDB: the table's definition, and every expression that is sent to it.

Reads are strongly consistent, so the indexes are local ones (ADR 0003). Writes are always `TransactWriteItems`, even a
single one: botocore repeats a request whose answer was lost, and only a transaction's token makes that harmless.
An item that has expired but is still stored counts as absent everywhere.
"""

from __future__ import annotations

import re
import time
import uuid
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NoReturn, cast

from botocore.exceptions import ClientError

from chalicelib.aws.images import content_attributes, item_of, key_attributes
from chalicelib.aws.ranges import KeyRange, key_range
from chalicelib.services.ports import (
    INDEXES,
    Check,
    ConditionFailed,
    Contention,
    Delete,
    Expect,
    Expectation,
    Item,
    Key,
    Put,
    TooLarge,
    Version,
    Write,
)
from chalicelib.services.writes import check_query, distinct, key_of, prepare

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient
    from mypy_boto3_dynamodb.type_defs import AttributeValueTypeDef, TransactWriteItemTypeDef

#: What `create_table` takes beside the name; the deployment's template is checked against it.
TABLE_DEFINITION: dict[str, Any] = {
    "BillingMode": "PAY_PER_REQUEST",
    "AttributeDefinitions": [{"AttributeName": name, "AttributeType": "S"} for name in ("pk", "sk", *INDEXES)],
    "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}, {"AttributeName": "sk", "KeyType": "RANGE"}],
    "LocalSecondaryIndexes": [
        {
            "IndexName": name,
            "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}, {"AttributeName": name, "KeyType": "RANGE"}],
            "Projection": {"ProjectionType": "ALL"},
        }
        for name in INDEXES
    ],
    "StreamSpecification": {"StreamEnabled": True, "StreamViewType": "NEW_AND_OLD_IMAGES"},
}
TIME_TO_LIVE: dict[str, Any] = {"AttributeName": "ttl", "Enabled": True}

_LIVE = "(attribute_not_exists(#ttl) OR #ttl > :now)"
_ABSENT = "(attribute_not_exists(#pk) OR #ttl <= :now)"
_SAME = f"(#version = :version AND {_LIVE})"
_GROW = "#version = if_not_exists(#version, :zero) + :one"
_OPTIONAL = (*INDEXES, "ttl")

#: A page after the first takes at least so many, so that a run of expired items is walked in few requests.
_PAGE = 100
_CONFLICTS = frozenset({"TransactionConflict", "ThrottlingError", "ProvisionedThroughputExceeded"})
_BUSY = frozenset(
    {
        "ProvisionedThroughputExceededException",
        "RequestLimitExceeded",
        "ThrottlingException",
        "TransactionConflictException",
        "TransactionInProgressException",
    }
)


def create_table(client: DynamoDBClient, name: str) -> None:
    """Create the table (for tests and local clouds; a deployment's template does it on AWS) and wait for it."""
    client.create_table(TableName=name, **TABLE_DEFINITION)
    client.get_waiter("table_exists").wait(TableName=name)
    client.update_time_to_live(TableName=name, TimeToLiveSpecification=cast(Any, TIME_TO_LIVE))


class DynamoTable:
    """The Table `table_name` behind a boto3 `client`. `now` gives a Unix time in seconds (for expiry).

    What is neither a condition, a conflict, throttling nor a size is raised as botocore raises it: the network, rights.
    """

    def __init__(self, client: DynamoDBClient, table_name: str, now: Callable[[], float] = time.time) -> None:
        self._client = client
        self._name = table_name
        self._now = now

    def get(self, keys: Sequence[Key]) -> dict[Key, Item]:
        """See `ports.Table.get`. Raises `Contention` when one of several items is being written, `TooLarge` when
        they are over 4 MB together."""
        wanted = distinct(keys)
        if not wanted:
            return {}
        try:
            found = self._get_one(wanted[0]) if len(wanted) == 1 else self._get_together(wanted)
        except ClientError as error:
            _raise_from(error, wanted)
        now = int(self._now())
        items = [item_of(attributes) for attributes in found if attributes]
        return {item.key: item for item in items if item.expires_at is None or item.expires_at > now}

    def query(
        self,
        pk: str,
        *,
        after: str | None = None,
        before: str | None = None,
        prefix: str | None = None,
        limit: int = 100,
        reverse: bool = False,
        index: str | None = None,
    ) -> list[Item]:
        """See `ports.Table.query`. Raises `Contention` when throttled."""
        check_query(limit, index)
        wanted = key_range(after, before, prefix, composite=index is not None)
        if wanted is None:
            return []
        column = index or "sk"
        condition, bounds = _key_condition(wanted, column)
        request: dict[str, Any] = {
            "KeyConditionExpression": condition,
            "FilterExpression": _LIVE,
            "ScanIndexForward": not reverse,
            "ConsistentRead": True,
            **({"IndexName": index} if index else {}),
            **_placeholders(f"{condition} {_LIVE}", {":pk": pk, ":now": int(self._now()), **bounds}),
        }
        items: list[Item] = []
        for page in self._pages(request, limit + len(wanted.holes)):
            items += [item_of(found) for found in page if found[column]["S"] not in wanted.holes]
            if len(items) >= limit:
                break
        return items[:limit]

    def transact(self, writes: Sequence[Write]) -> None:
        """See `ports.Table.transact`."""
        now = int(self._now())
        sent = [(write, data) for write, data in prepare(writes) if _writes_or_checks(write)]
        if not sent:
            return
        request = [_request(write, data, now) for write, data in sent]
        for action in request:
            for operation in action.values():
                cast(dict[str, Any], operation)["TableName"] = self._name
        try:
            # botocore sends the same token with each of its own retries.
            self._client.transact_write_items(TransactItems=request, ClientRequestToken=str(uuid.uuid4()))
        except ClientError as error:
            _raise_from(error, [key_of(write) for write, _ in sent])

    def _get_one(self, key: Key) -> list[Mapping[str, Any] | None]:
        answer = self._client.get_item(TableName=self._name, Key=key_attributes(key), ConsistentRead=True)
        return [answer.get("Item")]

    def _get_together(self, keys: Sequence[Key]) -> list[Mapping[str, Any] | None]:
        gets = [{"Get": {"TableName": self._name, "Key": key_attributes(key)}} for key in keys]
        answer = self._client.transact_get_items(TransactItems=cast(Any, gets))
        return [response.get("Item") for response in answer["Responses"]]

    def _pages(self, request: dict[str, Any], first: int) -> Any:
        """The pages of a query, the first of at most `first` items."""
        limit = first
        start: dict[str, Any] = {}
        while True:
            try:
                page = self._client.query(TableName=self._name, Limit=limit, **request, **start)
            except ClientError as error:
                _raise_from(error, [])
            yield page["Items"]
            if "LastEvaluatedKey" not in page:
                return
            start = {"ExclusiveStartKey": page["LastEvaluatedKey"]}
            limit = max(first, _PAGE)


def _key_condition(wanted: KeyRange, column: str) -> tuple[str, dict[str, str]]:
    """The condition that finds a range, and its values. `BETWEEN` includes both ends, hence the holes of a range."""
    bounds = {":low": wanted.low, ":high": wanted.high}
    values = {name: value for name, value in bounds.items() if value is not None}
    comparison = {
        (): "",
        (":low",): f" AND #{column} >= :low",
        (":high",): f" AND #{column} <= :high",
        (":low", ":high"): f" AND #{column} BETWEEN :low AND :high",
    }
    return "#pk = :pk" + comparison[tuple(values)], values


def _writes_or_checks(write: Write) -> bool:
    return not (isinstance(write, Check) and write.expect is Expect.ANY)


def _request(write: Write, data: str, now: int) -> TransactWriteItemTypeDef:
    if isinstance(write, Put):
        return _put(write, data, now)
    condition, values = _condition(write.expect, now)
    operation: dict[str, Any] = {"Key": key_attributes(write.key)}
    if condition:
        operation |= {"ConditionExpression": condition, **_placeholders(condition, values)}
    return cast("TransactWriteItemTypeDef", {"Delete" if isinstance(write, Delete) else "ConditionCheck": operation})


def _put(write: Put, data: str, now: int) -> TransactWriteItemTypeDef:
    """A conditional put knows the version that it writes; one without a condition lets DynamoDB count."""
    content = content_attributes(write.item, data)
    if write.expect is Expect.ANY:
        return _overwrite(write.item.key, content)
    condition, values = _condition(write.expect, now)
    version = write.expect.number + 1 if isinstance(write.expect, Version) else 1
    item = {**key_attributes(write.item.key), **content, "version": {"N": str(version)}}
    operation = {"Item": item, "ConditionExpression": condition, **_placeholders(condition, values)}
    return cast("TransactWriteItemTypeDef", {"Put": operation})


def _overwrite(key: Key, content: Mapping[str, AttributeValueTypeDef]) -> TransactWriteItemTypeDef:
    sets = ", ".join([*(f"#{name} = :{name}" for name in content), _GROW])
    gone = ", ".join(f"#{name}" for name in _OPTIONAL if name not in content)
    update = f"SET {sets} REMOVE {gone}" if gone else f"SET {sets}"
    operation = {
        "Key": key_attributes(key),
        "UpdateExpression": update,
        **_placeholders(update, {":zero": 0, ":one": 1}),
    }
    operation["ExpressionAttributeValues"] |= {f":{name}": value for name, value in content.items()}
    return cast("TransactWriteItemTypeDef", {"Update": operation})


def _condition(expect: Expectation, now: int) -> tuple[str, dict[str, str | int]]:
    if isinstance(expect, Version):
        return _SAME, {":version": expect.number, ":now": now}
    return (_ABSENT, {":now": now}) if expect is Expect.ABSENT else ("", {})


def _placeholders(expression: str, values: Mapping[str, str | int]) -> dict[str, Any]:
    """Names and values of an expression; each `#name` stands for the attribute of that name (some are reserved)."""
    return {
        "ExpressionAttributeNames": {name: name[1:] for name in re.findall(r"#\w+", expression)},
        "ExpressionAttributeValues": {
            name: {"N": str(value)} if isinstance(value, int) else {"S": value} for name, value in values.items()
        },
    }


def _raise_from(error: ClientError, keys: Sequence[Key]) -> NoReturn:
    """Raise the port's error for DynamoDB's; `keys` are in the order of the request."""
    code = error.response["Error"]["Code"]
    reasons = [reason.get("Code") for reason in cast(Any, error.response).get("CancellationReasons", [])]
    failed = [key for key, reason in zip(keys, reasons, strict=False) if reason == "ConditionalCheckFailed"]
    if failed:
        raise ConditionFailed(failed) from error
    if code in _BUSY or _CONFLICTS.intersection(reasons):
        raise Contention(code) from error
    if code == "ItemCollectionSizeLimitExceededException" or "ItemCollectionSizeLimitExceeded" in reasons:
        raise TooLarge("the partition holds all that its local indexes allow (10 GB)") from error
    raise error
