"""Puts other data into a stack's table: what point-in-time recovery brought back, or an export of one machine.

Nothing is touched until all of it was read and found whole. Then the functions are stopped, the table is emptied,
filled and verified, and the functions run again. A try that ends in the middle says what it left, and the same command
starts over: it needs the source only, never what the table holds.
"""

from __future__ import annotations

import random
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from chalicelib.services.ports import Contention, Delete, Item
from infra.deploy import stack
from infra.deploy.account import Account, DeployRefused
from infra.deploy.functions import Functions, to_start
from infra.deploy.source import Source, count, counted, read_source
from infra.deploy.stack import Say
from infra.transfer import rootkey
from infra.transfer.check import verify
from infra.transfer.dynamo import DynamoStore
from infra.transfer.importing import import_file
from infra.transfer.refused import Refused

_BATCH = 25
_TRIES = 40
Sleep = Callable[[float], None]


@dataclass
class _State:
    """How far it came, in words for whoever has to go on."""

    table: str = "The table is as it was."
    touched: bool = False
    filled: bool = False


def fill(
    account: Account, name: str, source: str, confirmed: str, *, key: Path | None, say: Say, sleep: Sleep = time.sleep
) -> None:
    """Replace all data of the stack `name`; `confirmed` must be that name.

    `source` is a table, whose content gets new epochs, or the file of an export, which keeps its epochs if its server
    was stopped for it (a move). `key` is a file with the root key that the data was written with, if it is not the
    stack's own. Raises `DeployRefused`.
    """
    if confirmed != name:
        raise DeployRefused(f"This replaces all data of {name} in {account.region}. Say so with CONFIRM={name}.")
    stack.refuse_busy(name, stack.describe(account, name))
    made = stack.outputs(account, name)
    table = made["TableName"]
    target = DynamoStore(account.client("dynamodb"), table)
    with tempfile.TemporaryDirectory() as folder:
        given = read_source(account, source, table, Path(folder))
        secret = _secret(account, made["RootKeyArn"], given, key)
        say(f"{source}: {given.text()}.")
        say(
            f"{table} until now: {counted(*count(target))}. All of it is replaced; point-in-time recovery has it still."
        )
        functions = Functions(account, name)
        state = _State("The table is as an earlier try left it.", True) if functions.stopped() else _State()
        with _explained(name, _again(name, source, key), functions, state):
            longest = functions.stop()
            say(f"Stopped {len(functions.names)} functions. Waiting {longest} s for what still runs.")
            sleep(longest)
            state.touched = True
            if secret:
                say(f"The stack has the root key of this data. {_change_key(account, made['RootKeyArn'], secret)}")
            _replace(target, given, state, say, sleep)
            functions.forget()
            state.filled = True
            functions.start()
    say("The functions run again.")


def _secret(account: Account, arn: str, source: Source, key: Path | None) -> str | None:
    """What becomes the stack's root key, None if its own stays. Raises `DeployRefused` if it is not the data's."""
    try:
        known = account.client("secretsmanager").get_secret_value(SecretId=arn)["SecretString"]
        used = rootkey.read(key) if key else rootkey.of_text(known)
    except Refused as refusal:
        raise DeployRefused(f"{refusal} Nothing was changed.") from refusal
    # Only a file of one machine surely names its key: a table keeps the name that it came with when the key is changed.
    if source.header.key not in ("", rootkey.fingerprint(used)) and source.name == str(source.file):
        raise DeployRefused(
            f"{key or 'The root key of the stack'} is not the root key of {source.name}: nobody could sign in with it."
            " Name the file of the right one: KEY=FILE. Nothing was changed."
        )
    return rootkey.to_text(used) if used != rootkey.of_text(known) else None


def _change_key(account: Account, arn: str, secret: str) -> str:
    """Another root key; the one until now keeps a name: what the table held until now is worth nothing without it."""
    client = account.client("secretsmanager")
    before = client.get_secret_value(SecretId=arn)["VersionId"]
    client.update_secret_version_stage(SecretId=arn, VersionStage=f"before-{before}", MoveToVersionId=before)
    client.put_secret_value(SecretId=arn, SecretString=secret)
    return f"The one until now is its version {before}."


def _replace(target: DynamoStore, source: Source, state: _State, say: Say, sleep: Sleep) -> None:
    state.table = "The table holds a part of what it held."
    say(f"Removed {_empty(target, sleep)} items.")
    state.table = "The table is empty, or holds a part of the new data."
    header = import_file(target, source.file, new_epoch=source.header.live, pause=sleep)
    say(f"Wrote {header.counts['items']} items{' with new epochs' if header.live else ''}. Checking them:")
    report = verify(target)
    say(report.text())
    if report.problems:
        raise Refused("What was written does not fit together.")
    state.table = "The table holds the new data, whole."


def _again(name: str, source: str, key: Path | None) -> str:
    with_key = f" KEY={key}" if key else ""
    return f"make restore STAGE={name.removeprefix('lineup-')} FROM={source}{with_key} CONFIRM={name}"


@contextmanager
def _explained(name: str, again: str, functions: Functions, state: _State) -> Iterator[None]:
    """Whatever ends it in the middle is told with what it left, and with what goes on."""
    try:
        yield
    except (Exception, KeyboardInterrupt) as error:
        reason = str(error) or type(error).__name__
        if state.filled:  # to start over would take away what people have written since
            raise DeployRefused(
                f"{reason}\n{state.table} Do not restore again.\n{to_start(functions.names)}"
            ) from error
        if state.touched:
            raise DeployRefused(
                f"{reason}\n{state.table} The functions of {name} are stopped, so nobody can use it."
                f" The same command starts over and finishes:\n  {again}"
            ) from error
        functions.start()
        raise DeployRefused(f"{reason}\nThe data was not touched, and the functions run. Again:\n  {again}") from error


def _empty(store: DynamoStore, sleep: Sleep) -> int:
    """Remove every item; how many there were."""
    removed, batch = 0, list[Item]()
    for item in store.items():
        batch.append(item)
        if len(batch) == _BATCH:
            removed += _remove(store, batch, sleep)
            batch = []
    return removed + _remove(store, batch, sleep)


def _remove(store: DynamoStore, batch: list[Item], sleep: Sleep) -> int:
    for attempt in range(_TRIES if batch else 0):
        try:
            store.transact([Delete(item.key) for item in batch])
            return len(batch)
        except Contention:
            sleep(random.uniform(0, min(2.0, 0.05 * 2**attempt)))
    if batch:
        raise Refused("The table is too busy.")
    return 0
