"""The functions of a stack, stopped while its data is replaced."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from botocore.exceptions import BotoCoreError, ClientError

from infra.deploy.account import Account, DeployRefused


class Functions:
    """All functions of the stack `name`."""

    def __init__(self, account: Account, name: str) -> None:
        self._client = account.client("lambda")
        self.names = list(_names(account, name))

    def stop(self) -> int:
        """Let none start any more; for how many seconds those that started may go on, and write."""
        for name in self.names:
            self._client.put_function_concurrency(FunctionName=name, ReservedConcurrentExecutions=0)
        return max(int(self._client.get_function_configuration(FunctionName=name)["Timeout"]) for name in self.names)

    def stopped(self) -> list[str]:
        """Those that may not start."""
        told = {name: self._client.get_function_concurrency(FunctionName=name) for name in self.names}
        return [name for name, limit in told.items() if limit.get("ReservedConcurrentExecutions") == 0]

    def forget(self) -> None:
        """End warm processes, which may know an old key and old positions: a changed configuration does."""
        for name in self.names:
            variables = self._client.get_function_configuration(FunctionName=name)["Environment"]["Variables"]
            filled = json.dumps(int(variables.get("LINEUP_FILLED", "0")) + 1)
            self._client.update_function_configuration(
                FunctionName=name, Environment={"Variables": {**variables, "LINEUP_FILLED": filled}}
            )
        for name in self.names:
            self._client.get_waiter("function_updated_v2").wait(FunctionName=name)

    def start(self) -> None:
        """Let them run. Raises `DeployRefused` with what lets the others run, if not all of them could be started."""
        left: list[str] = []
        reason: Exception | None = None
        for name in self.names:
            try:
                self._client.delete_function_concurrency(FunctionName=name)
            except (BotoCoreError, ClientError) as error:
                left.append(name)
                reason = error
        if left:
            raise DeployRefused(f"Not all functions could be started ({reason}).\n{to_start(left)}")


def to_start(names: Iterable[str]) -> str:
    """The commands that let them run."""
    each = (f"  aws lambda delete-function-concurrency --function-name {name}" for name in names)
    return "\n".join(["To let the functions run:", *each])


def _names(account: Account, name: str) -> Iterator[str]:
    pages = account.client("cloudformation").get_paginator("list_stack_resources").paginate(StackName=name)
    for page in pages:
        for resource in page["StackResourceSummaries"]:
            if resource["ResourceType"] == "AWS::Lambda::Function":
                yield resource["PhysicalResourceId"]
