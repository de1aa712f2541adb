"""The packaged app on an emulator of AWS, with the interface of `Server`: a stack of its own, and the local edge as a
process on one port over restarts and kills.

A kill takes the edge and the functions' processes, wherever they are: what AWS loses when machines of it fail. The
emulator itself goes on, as DynamoDB would (ministack forgets everything when it is killed).
"""

from __future__ import annotations

import contextlib
import itertools
import json
import os
import shutil
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx

from chalicelib.services.ports import Table
from e2e.support.listening import ROOT, Listening
from e2e.support.waiting import until
from infra.cloud_local import deployment
from infra.deploy.link import sign_in_link
from infra.local.product import OWNER
from infra.package import Packaged
from infra.transfer.dynamo import DynamoStore
from infra.transfer.epochs import start_new_epochs

_NUMBERS = itertools.count(1)
DIST = Path(os.environ.get("LINEUP_E2E_DIST") or ROOT / "web" / "dist")


class CloudServer(Listening):
    """A stack on the emulator at `endpoint`, and its edge."""

    def __init__(self, endpoint: str, made: Packaged, folder: Path) -> None:
        name = f"lineup-e2e-{next(_NUMBERS)}"
        super().__init__(folder / f"{name}.log")
        self._name = name
        self._account = deployment.account(endpoint)
        self._made = made
        self._outputs: dict[str, str] = {}

    def start(self) -> None:
        """Deploy at the first time; start the edge and wait until it is healthy."""
        if not self._outputs:
            origins = f"{self.url} http://localhost:{self.far_port}"
            self._outputs = deployment.deploy(self._account, self._name, self._made, DIST, origins, lambda line: None)
        self._run("infra.cloud_local", "edge", "--stack", self._name, "--emulator", str(self._account.endpoint_url))

    def kill(self) -> None:
        """kill -9 of the edge and of every function's process."""
        super().kill()
        self._end_functions()

    def _end_functions(self) -> None:
        """With the copy of the package that each unpacked for itself: the emulator leaves it behind, 60 MB each."""
        for pid, code in self._function_processes():
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
            if code.parent.name.startswith("ministack-lambda-"):
                shutil.rmtree(code.parent, ignore_errors=True)

    def _function_processes(self) -> list[tuple[int, Path]]:
        """The process and the folder of its code, for each function of this stack."""
        found = []
        for process in Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                pairs = (value.partition(b"=") for value in (process / "environ").read_bytes().split(b"\0"))
                told = {name: value.decode() for name, _, value in pairs}
                if told.get(b"AWS_LAMBDA_FUNCTION_NAME", "").startswith(f"{self._name}-"):
                    found.append((int(process.name), Path(told[b"LAMBDA_TASK_ROOT"])))
        return found

    def log(self) -> str:
        """All that the functions and the edge printed."""
        logs = self._account.client("logs")
        lines = [super().log()]
        for page in logs.get_paginator("describe_log_groups").paginate(logGroupNamePrefix=f"/{self._name}/"):
            for group in page["logGroups"]:
                told = logs.filter_log_events(logGroupName=group["logGroupName"])
                lines += [event["message"] for event in told["events"]]
        return "\n".join(lines)

    def stored(self) -> list[bytes]:
        """Everything that is kept, as bytes to search."""
        return [str(item).encode() for item in self._items()]

    def save(self, folder: Path) -> None:
        """Copy everything that is kept into a new folder; `bring_back` makes it so again."""
        self._rest()
        folder.mkdir()
        (folder / "items.json").write_text(json.dumps(self._items()), encoding="utf-8")

    def bring_back(self, folder: Path) -> None:
        """What is kept is as it was at `save`, with new epochs; functions start anew, as after `make restore`."""
        self._rest()
        self._end_functions()
        before = {_key(item): item for item in json.loads((folder / "items.json").read_text(encoding="utf-8"))}
        dynamodb, table = self._account.client("dynamodb"), self._outputs["TableName"]
        for item in self._items():
            if _key(item) not in before:
                dynamodb.delete_item(TableName=table, Key={"pk": item["pk"], "sk": item["sk"]})
        for item in before.values():
            dynamodb.put_item(TableName=table, Item=item)
        start_new_epochs(DynamoStore(dynamodb, table))

    @contextlib.contextmanager
    def table(self) -> Iterator[Table]:
        """What is kept, to write into; the edge does not run."""
        self._rest()
        yield DynamoStore(self._account.client("dynamodb"), self._outputs["TableName"])

    def _rest(self) -> None:
        """Wait until the end of every socket was handled: functions go on after the edge has stopped."""
        until(lambda: not any(item["pk"]["S"].startswith("conn#") for item in self._items()), "no socket is open")

    def _items(self) -> list[dict[str, Any]]:
        pages = self._account.client("dynamodb").get_paginator("scan").paginate(TableName=self._outputs["TableName"])
        return [item for page in pages for item in page["Items"]]

    def sign_in_link(self) -> str:
        """A one-time link."""
        return sign_in_link(self._account, self._name, OWNER, self.url)

    def mail_code(self, email: str) -> str:
        """The newest sign-in code that was mailed to `email`, by any stack of the emulator."""
        told = httpx.get(f"{self._account.endpoint_url}/_ministack/ses/messages", timeout=10).json()["messages"]
        mails = [mail for account in told.values() for mail in account if email in mail["To"]]
        return next(word for word in mails[-1]["BodyText"].split() if word.isdigit() and len(word) == 6)


def _key(item: dict[str, Any]) -> tuple[str, str]:
    return item["pk"]["S"], item["sk"]["S"]
