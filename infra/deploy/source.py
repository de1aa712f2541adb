"""What is to be put into a stack's table: read, and checked whole, before anything of the stack is touched."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from botocore.exceptions import BotoCoreError, ClientError

from chalicelib.services import items
from chalicelib.services.ports import TableError
from infra.deploy.account import Account, DeployRefused
from infra.local.table import SqliteTable
from infra.transfer.check import verify
from infra.transfer.dynamo import DynamoStore
from infra.transfer.exporting import export
from infra.transfer.importing import import_file, read_checked
from infra.transfer.lines import Header
from infra.transfer.refused import Refused

_KEY = {("pk", "HASH"), ("sk", "RANGE")}
_NOT_OURS = (KeyError, ValueError, TypeError, AttributeError)


@dataclass(frozen=True, slots=True)
class Source:
    """An export that is whole; `name` is what was asked for."""

    name: str
    file: Path
    header: Header

    def text(self) -> str:
        """For a terminal."""
        counts = self.header.counts
        return counted(counts.get("items", 0), counts.get("workspaces", 0)) + f", {counts.get('events', 0)} events"


def counted(items: int, workspaces: int) -> str:
    """For a terminal."""
    return f"{items} items, {workspaces} workspaces"


def read_source(account: Account, name: str, target: str, folder: Path) -> Source:
    """The table or file `name`, to be put into the table `target`, as a file (of a table: in the empty `folder`).

    Raises `DeployRefused`: nothing of that name, `target` itself, no workspace in it, not LineUp's, or not whole.
    """
    with _in_words(name):
        file = Path(name) if Path(name).is_file() else _from_table(account, name, target, folder / "export.jsonl")
        source = Source(name, file, read_checked(file))
        if not source.header.counts.get("workspaces"):
            raise DeployRefused(f"{name} holds no workspace ({source.text()}). Nothing was changed.")
        _try(source, folder / "try.sqlite3")
    return source


def check_name(name: str) -> None:
    """Raises `DeployRefused` unless something is named."""
    if not name:
        raise DeployRefused("Name what to put in: FROM=TABLE (a restored one) or FROM=FILE (an export).")


@contextmanager
def _in_words(name: str) -> Iterator[None]:
    try:
        yield
    except Refused as refusal:
        raise DeployRefused(f"{name}: {refusal} Nothing was changed.") from refusal
    except (TableError, OSError, BotoCoreError, ClientError) as error:
        raise DeployRefused(f"{name} could not be read: {error}. Nothing was changed.") from error
    except _NOT_OURS as error:
        raise DeployRefused(f"{name} holds something that is not LineUp's ({error!r}). Nothing was changed.") from error


def _from_table(account: Account, name: str, target: str, copy: Path) -> Path:
    check_name(name)
    told = _describe(account, name)
    if told["TableArn"] == _describe(account, target)["TableArn"]:
        raise DeployRefused(f"{name} is the stack's own table. Name a restored one, or the file of an export.")
    if told["TableStatus"] != "ACTIVE":
        raise DeployRefused(
            f"The table {name} is not ready ({told['TableStatus']}):"
            f" `aws dynamodb wait table-exists --table-name {name}`, then again."
        )
    if {(key["AttributeName"], key["KeyType"]) for key in told["KeySchema"]} != _KEY:
        raise DeployRefused(f"The table {name} is not LineUp's: its key is another one. Nothing was changed.")
    export(DynamoStore(account.client("dynamodb"), name), copy, live=True)
    return copy


def _describe(account: Account, name: str) -> Mapping[str, Any]:
    try:
        told: Mapping[str, Any] = account.client("dynamodb").describe_table(TableName=name)["Table"]
    except (BotoCoreError, ClientError) as error:
        raise DeployRefused(f"{name} is neither a file here nor a table in {account.region} ({error}).") from error
    return told


def _try(source: Source, file: Path) -> None:
    """Put it into a file first, and look whether it fits together. A restored table may hold a part of what was one
    transaction at the chosen moment (DynamoDB's developer guide, "Transactions: How it works")."""
    with closing(SqliteTable(file)) as table:
        import_file(table, source.file, new_epoch=source.header.live)
        report = verify(table)
    if report.problems:
        raise DeployRefused(
            f"{report.text()}\n{source.name} does not fit together, so it would be worse than what there is."
            " Nothing was changed. Of a table, restore another moment: of what was written right at this one it may"
            " have only a part."
        )


def count(store: DynamoStore) -> tuple[int, int]:
    """How many items and workspaces there are."""
    found = workspaces = 0
    for item in store.items():
        found += 1
        workspaces += items.is_head(item.key)
    return found, workspaces
