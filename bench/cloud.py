"""The product on real AWS clients, which note every call: DynamoDB and SES answer from an emulator, API Gateway's posts
end in memory (nobody is connected there). What is counted is what botocore was asked to do, so that it is exact."""

from __future__ import annotations

import itertools
import json
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import boto3
from botocore.config import Config

from bench.sizes import Call, read_call, written
from chalicelib.aws.files import S3Files
from chalicelib.aws.gateway import ApiGateway
from chalicelib.aws.mailer import SesMailer
from chalicelib.aws.table import DynamoTable, create_table
from chalicelib.services import items
from chalicelib.services.fanout import Change
from chalicelib.services.ports import GatewayGone
from infra import ministack
from tests.support.counts import Counted
from tests.support.scene import Scene, build_scene
from tests.support.world import HandClock, Wires, World

_START = datetime(2096, 7, 24, 12, 0, tzinfo=UTC)
"""Beyond the emulator's own clock, so that it takes no item away."""
SENDER = "lineup@example.com"


class Cloud(World):
    """One installation on an AWS that is at `endpoint`. A `World` for the scenes of the tests."""

    def __init__(self, endpoint: str) -> None:
        self.calls: list[Call] = []
        self._changes: list[Change] = []
        self._heads: dict[str, int] = {}
        self.clock = HandClock()
        self.clock.time = _START
        self.wires = Wires()
        self.metrics = Counted()
        self._names = itertools.count(1)
        self.table_name = name = f"bench-{uuid.uuid4().hex}"
        dynamodb = client("dynamodb", endpoint)
        create_table(dynamodb, name)
        self._watch(dynamodb)
        gateway, mail = client("apigatewaymanagementapi", endpoint), client("sesv2", endpoint)
        mail.create_email_identity(EmailIdentity=SENDER)
        self._watch(mail)
        gateway.meta.events.register("before-call", self._post)
        self.table: Any = DynamoTable(dynamodb, name, now=lambda: self.clock.time.timestamp())
        self._gateway = ApiGateway(lambda: gateway)
        self.outbox: Any = SesMailer(lambda: mail, SENDER, "")
        s3 = client("s3", endpoint)  # asked by nothing that is counted
        self.files: Any = S3Files(lambda: s3, "none", str, "none")
        self._clients = (dynamodb, gateway, mail, s3)
        self.rebuilt()

    def rebuilt(self) -> Any:
        """A new process: it remembers nothing."""
        wires, self.wires = self.wires, self._gateway  # type: ignore[assignment]
        try:
            return super().rebuilt()
        finally:
            self.wires = wires

    def close(self) -> None:
        """Let go of the connections to the emulator."""
        for used in self._clients:
            used.close()

    def pump(self) -> None:
        """Run the stream's function until nothing changes."""
        while self._changes:
            changes, self._changes = self._changes, []
            self.calls.append(Call("OnHeadChange"))
            self.services.fanout.ring(changes)

    def drop_changes(self) -> None:
        self._changes = []

    def _watch(self, aws: Any) -> None:
        aws.meta.events.register("before-call", self._before)
        aws.meta.events.register("after-call", self._after)

    def _before(self, model: Any, params: Any, **_: Any) -> None:
        body = json.loads(params["body"])
        self.calls.append(Call(model.name, written(model.name, body)))
        self._asked = body

    def _after(self, model: Any, parsed: Any, **_: Any) -> None:
        if "Error" in parsed:
            return
        self.calls[-1].reads = read_call(model.name, self._asked, parsed)
        for write in self._asked.get("TransactItems", []):
            item = write.get("Put", {}).get("Item", {})
            if item.get("sk") == {"S": "HEAD"}:
                workspace, sequence = items.workspace_of(item["pk"]["S"]), json.loads(item["data"]["S"])["sequence"]
                self._changes.append((workspace, self._heads.get(workspace, 0), sequence))
                self._heads[workspace] = sequence

    def _post(self, model: Any, params: Any, **_: Any) -> Any:
        self.calls.append(Call(model.name, posted=len(params["body"]) if params["body"] else 0))
        connection = params["url_path"].rsplit("/", 1)[-1]
        if model.name == "DeleteConnection":
            self.wires.close(connection, 1000, "")
        else:
            try:
                self.wires.post(connection, bytes(params["body"]).decode())
            except GatewayGone:
                error = {"Error": {"Code": "GoneException", "Message": ""}}
                return SimpleNamespace(status_code=410), error
        return SimpleNamespace(status_code=200), {"ResponseMetadata": {"HTTPStatusCode": 200}}


def client(service: Any, endpoint: str) -> Any:
    """A client of the emulator."""
    return boto3.client(
        service, endpoint_url=endpoint, region_name="us-east-1", aws_access_key_id="test",
        aws_secret_access_key="test", config=Config(retries={"mode": "standard"}),
    )  # fmt: skip


def scene(endpoint: str) -> Scene:
    """One agent and two browsers in a workspace with one conversation; nothing is under way."""
    cloud = Cloud(endpoint)
    made = build_scene(cloud)
    cloud.browser(made.user, made.workspace)
    cloud.pump()
    return made


@contextmanager
def emulator(folder: Path) -> Iterator[str]:
    """The address of an emulator that runs while the block runs."""
    with ministack.running(folder / "ministack.log") as address:
        yield address
