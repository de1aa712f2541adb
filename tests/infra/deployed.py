"""The packaged app as a stack on an emulator, for tests of the deploy tool: what is asked of it, and what is put in."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
from botocore.awsrequest import AWSResponse

from infra.deploy.account import Account
from infra.deploy.link import sign_in_link

NAME = "lineup-test"
URL = "http://localhost:9"


def api(
    account: Account, outputs: dict[str, str], path: str, body: Any, *, key: bool = True, token: str = ""
) -> httpx.Response:
    """Ask the API as CloudFront does (or, without the key, as anybody)."""
    config = account.client("cloudfront").get_distribution_config(Id=outputs["DistributionId"])["DistributionConfig"]
    [origin] = [origin for origin in config["Origins"]["Items"] if origin["Id"] == "api"]
    shown = {header["HeaderName"]: header["HeaderValue"] for header in origin["CustomHeaders"]["Items"]}
    headers = (shown if key else {}) | ({"Authorization": f"Bearer {token}"} if token else {})
    address = f"{account.endpoint_url}/_aws/execute-api/{outputs['RestAPIId']}/api{path}"
    return httpx.post(address, json=body, headers=headers, timeout=30)


def sign_in(account: Account, outputs: dict[str, str], email: str = "ann@example.com") -> dict[str, Any]:
    token = sign_in_link(account, NAME, email).rpartition("/")[2]
    signed = api(account, outputs, "/auth/link", {"token": token})
    assert signed.status_code == 200, signed.text
    return dict(signed.json())


def workspace(account: Account, outputs: dict[str, str], token: str, name: str) -> str:
    """A workspace of the signed-in person."""
    answer = api(account, outputs, "/workspaces", {"name": name}, token=token)
    return str(answer.raise_for_status().json()["workspace"]["id"])


def restored(account: Account, table: str, name: str = "restored") -> str:
    """What point-in-time recovery gives: a new table with the items, and nothing else of the old one's."""
    dynamodb = account.client("dynamodb")
    told = dynamodb.describe_table(TableName=table)["Table"]
    dynamodb.create_table(
        TableName=name, BillingMode="PAY_PER_REQUEST", KeySchema=told["KeySchema"],
        AttributeDefinitions=[one for one in told["AttributeDefinitions"] if one["AttributeName"] in ("pk", "sk")],
    )  # fmt: skip
    for page in dynamodb.get_paginator("scan").paginate(TableName=table):
        for item in page["Items"]:
            dynamodb.put_item(TableName=name, Item=item)
    return name


@contextmanager
def answering(client: Any, operation: str, code: str, message: str = "", *, after: int = 0) -> Iterator[list[Any]]:
    """AWS's error `code` instead of an answer to each `service.Operation` but the first `after`; gives what those that
    got it had asked. The message is what AWS was recorded to say, where the tool reads it."""
    refused: list[Any] = []
    calls = 0

    def answer(params: Any, **_: Any) -> tuple[AWSResponse, dict[str, Any]] | None:
        nonlocal calls
        calls += 1
        if calls <= after:
            return None
        refused.append(params)
        error = {"Error": {"Code": code, "Message": message}, "ResponseMetadata": {"HTTPStatusCode": 400}}
        return AWSResponse("", 400, {}, None), error

    client.meta.events.register_first(f"before-call.{operation}", answer)
    try:
        yield refused
    finally:
        client.meta.events.unregister(f"before-call.{operation}", answer)
