"""Puts other data into a stack's table: what point-in-time recovery brought back, or an export of one machine.

The functions are stopped meanwhile. A try that ends in the middle leaves them stopped: run it again, it starts over.
"""

from __future__ import annotations

import json
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from chalicelib.services.ports import Delete, Item
from infra.deploy import stack
from infra.deploy.account import Account, DeployRefused
from infra.deploy.stack import Say
from infra.transfer import rootkey
from infra.transfer.check import verify
from infra.transfer.dynamo import DynamoStore
from infra.transfer.exporting import export
from infra.transfer.importing import import_file, read_checked
from infra.transfer.refused import Refused

_BATCH = 100


def fill(
    account: Account, name: str, source: str, confirmed: str, *, key: Path | None, say: Say,
    sleep: Callable[[float], None] = time.sleep,
) -> None:  # fmt: skip
    """Replace all data of the stack `name`; `confirmed` must be that name.

    `source` is a table, whose content gets new epochs, or the file of an export, which keeps its epochs if its server
    was stopped for it (a move). `key` is a file with the root key that the data was written with, if it is not the
    stack's own. Raises `DeployRefused`.
    """
    if confirmed != name:
        raise DeployRefused(f"This replaces all data of {name} in {account.region}. Say so with CONFIRM={name}.")
    made = stack.outputs(account, name)
    with tempfile.TemporaryDirectory() as folder:
        try:
            file = _as_file(account, source, Path(folder) / "export.jsonl", made["TableName"])
            live = read_checked(file).live
            new_key = rootkey.read(key) if key else None
            target = DynamoStore(account.client("dynamodb"), made["TableName"])
            with _stopped(account, name, say, sleep):
                if new_key is not None:
                    secret = rootkey.to_text(new_key)
                    account.client("secretsmanager").put_secret_value(SecretId=made["RootKeyArn"], SecretString=secret)
                    say("The stack has the root key of this data.")
                say(f"Removed {_empty(target)} items.")
                header = import_file(target, file, new_epoch=live)
                say(f"Wrote {header.counts['items']} items{' with new epochs' if live else ''}. Checking them:")
                report = verify(target)
                say(report.text())
                if report.problems:
                    raise DeployRefused(f"The functions of {name} stay stopped: the data does not fit together.")
        except Refused as refusal:
            raise DeployRefused(str(refusal)) from refusal


def _as_file(account: Account, source: str, copy: Path, target: str) -> Path:
    if Path(source).is_file():
        return Path(source)
    if not source or source == target:
        raise DeployRefused("Name what to put in: FROM=TABLE (a restored one) or FROM=FILE (an export).")
    export(DynamoStore(account.client("dynamodb"), source), copy, live=True)
    return copy


def _empty(store: DynamoStore) -> int:
    """Remove every item; how many there were."""
    count, batch = 0, list[Item]()
    for item in store.items():
        batch.append(item)
        if len(batch) == _BATCH:
            count += _remove(store, batch)
    return count + _remove(store, batch)


def _remove(store: DynamoStore, batch: list[Item]) -> int:
    removed = len(batch)
    if batch:
        store.transact([Delete(item.key) for item in batch])
        batch.clear()
    return removed


@contextmanager
def _stopped(account: Account, name: str, say: Say, sleep: Callable[[float], None]) -> Iterator[None]:
    """No function of the stack runs; those that start afterwards remember nothing."""
    functions = list(_functions(account, name))
    client = account.client("lambda")
    for function in functions:
        client.put_function_concurrency(FunctionName=function, ReservedConcurrentExecutions=0)
    # Nothing starts any more; what has started goes on, at most for its time, and may still write.
    longest = max(client.get_function_configuration(FunctionName=function)["Timeout"] for function in functions)
    say(f"Stopped {len(functions)} functions. Waiting {longest} s for what still runs.")
    sleep(longest)
    yield
    for function in functions:
        # A changed configuration ends warm processes, which may know the old key and old positions.
        variables = client.get_function_configuration(FunctionName=function)["Environment"]["Variables"]
        filled = json.dumps(int(variables.get("LINEUP_FILLED", "0")) + 1)
        client.update_function_configuration(
            FunctionName=function, Environment={"Variables": {**variables, "LINEUP_FILLED": filled}}
        )
        client.delete_function_concurrency(FunctionName=function)
    say("The functions run again.")


def _functions(account: Account, name: str) -> Iterator[str]:
    pages = account.client("cloudformation").get_paginator("list_stack_resources").paginate(StackName=name)
    for page in pages:
        for resource in page["StackResourceSummaries"]:
            if resource["ResourceType"] == "AWS::Lambda::Function":
                yield resource["PhysicalResourceId"]
