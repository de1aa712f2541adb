"""`make restore` on an emulator: it replaces all data by what was found whole before, or says what it left."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from chalicelib.aws.settings import key_of_text
from chalicelib.aws.table import DynamoTable
from chalicelib.services import items
from infra.deploy.account import Account, DeployRefused
from infra.deploy.fill import fill
from infra.deploy.functions import Functions
from infra.deploy.show import todo
from infra.deploy.source import count
from infra.local.table import SqliteTable
from infra.transfer import rootkey
from infra.transfer.check import verify
from infra.transfer.dynamo import DynamoStore
from infra.transfer.exporting import export
from tests.infra.deployed import NAME, answering, restored, sign_in, workspace

pytestmark = pytest.mark.timeout(300)
Outputs = dict[str, str]


def store(account: Account, table: str) -> DynamoStore:
    return DynamoStore(account.client("dynamodb"), table)


def put_in(account: Account, source: str, say: Callable[[str], None] = lambda line: None, **changes: Any) -> None:
    """Restore without waiting."""
    given: dict[str, Any] = {"key": None, "say": say, "sleep": lambda seconds: None, **changes}
    fill(account, NAME, source, NAME, **given)


def workspaces(account: Account, outputs: Outputs) -> list[str]:
    kept = store(account, outputs["TableName"]).items()
    return [items.workspace_of(item.key.pk) for item in kept if items.is_head(item.key)]


@pytest.fixture
def studio(account: Account, up: Outputs) -> str:
    """Its table holds just the data of this workspace, and this copy of it was made."""
    Functions(account, NAME).start()
    table = store(account, up["TableName"])
    for item in list(table.items()):
        account.client("dynamodb").delete_item(
            TableName=up["TableName"], Key={"pk": {"S": item.key.pk}, "sk": {"S": item.key.sk}}
        )
    return workspace(account, up, sign_in(account, up)["accessToken"], "Studio")


@pytest.fixture
def copy(account: Account, up: Outputs, studio: str, request: pytest.FixtureRequest) -> str:
    return restored(account, up["TableName"], f"copy{abs(hash(request.node.name))}")


def test_restored_data_replaces_what_was_there_and_has_a_new_epoch(
    account: Account, up: Outputs, studio: str, copy: str
) -> None:
    token = sign_in(account, up)["accessToken"]
    table = DynamoTable(account.client("dynamodb"), up["TableName"])
    workspace(account, up, token, "Made after the moment")
    before = table.get([items.head(studio)])[items.head(studio)].data
    with pytest.raises(DeployRefused, match=f"CONFIRM={NAME}"):
        fill(account, NAME, copy, "", key=None, say=lambda line: None)
    said, waited = list[str](), list[float]()
    put_in(account, copy, said.append, sleep=waited.append)
    after = table.get([items.head(studio)])[items.head(studio)].data
    assert after["sequence"] == before["sequence"]
    assert after["epoch"] != before["epoch"]
    assert workspaces(account, up) == [studio]
    assert said[0].startswith(f"{copy}: ") and ", 1 workspaces, " in said[0]
    assert said[1].startswith(f"{up['TableName']} until now: ") and ", 2 workspaces." in said[1]
    assert said[2].startswith("Stopped 7 functions.") and said[-1] == "The functions run again."
    assert waited == [60]  # as long as the longest may run
    assert Functions(account, NAME).stopped() == []
    assert sign_in(account, up)["user"]["email"] == "ann@example.com"


def test_an_export_of_one_machine_comes_with_its_root_key(
    account: Account, up: Outputs, studio: str, tmp_path: Path
) -> None:
    file, key = tmp_path / "export.jsonl", tmp_path / "key"
    export(store(account, up["TableName"]), file, live=False, key=rootkey.fingerprint(b"x" * 32))
    rootkey.write(b"y" * 32, tmp_path / "another")
    for wrong in (None, tmp_path / "another"):
        refused(account, up, str(file), "nobody could sign in with it", key=wrong)
    rootkey.write(b"x" * 32, key)
    secrets = account.client("secretsmanager")
    before = secrets.get_secret_value(SecretId=up["RootKeyArn"])
    said: list[str] = []
    for _ in range(2):
        put_in(account, str(file), said.append, key=key)
    assert key_of_text(secrets.get_secret_value(SecretId=up["RootKeyArn"])["SecretString"]) == b"x" * 32
    # What the table held until now is read with the key until now, whatever comes after.
    [line] = [line for line in said if "root key" in line]  # the second time it is the stack's own
    assert before["VersionId"] in line
    secrets.put_secret_value(SecretId=up["RootKeyArn"], SecretString=rootkey.to_text(b"x" * 32))
    kept = secrets.get_secret_value(SecretId=up["RootKeyArn"], VersionStage=f"before-{before['VersionId']}")
    assert kept["SecretString"] == before["SecretString"]
    assert sign_in(account, up)["user"]["email"] == "ann@example.com"


def refused(account: Account, up: Outputs, source: str, words: str, **changes: Any) -> None:
    """Restoring it is refused before anything is touched."""
    before = list(store(account, up["TableName"]).items())
    with pytest.raises(DeployRefused, match=words):
        put_in(account, source, **changes)
    assert list(store(account, up["TableName"]).items()) == before
    assert Functions(account, NAME).stopped() == []


def test_the_stacks_own_table_is_no_source_by_whatever_name(account: Account, up: Outputs, studio: str) -> None:
    arn = account.client("dynamodb").describe_table(TableName=up["TableName"])["Table"]["TableArn"]
    for own in (up["TableName"], arn):
        refused(account, up, own, "the stack's own table")


def test_what_is_not_there_is_said(account: Account, up: Outputs, studio: str, tmp_path: Path) -> None:
    refused(account, up, "", "FROM=TABLE")
    for missing in ("no-such-table", str(tmp_path / "none.jsonl"), str(tmp_path)):
        refused(account, up, missing, "neither a file here nor a table in us-east-1")


def table_of(account: Account, name: str, hash: str = "pk", range: str = "sk") -> str:
    account.client("dynamodb").create_table(
        TableName=name, BillingMode="PAY_PER_REQUEST",
        AttributeDefinitions=[{"AttributeName": key, "AttributeType": "S"} for key in (hash, range)],
        KeySchema=[{"AttributeName": hash, "KeyType": "HASH"}, {"AttributeName": range, "KeyType": "RANGE"}],
    )  # fmt: skip
    return name


def test_an_empty_table_and_one_of_something_else_are_no_source(account: Account, up: Outputs, studio: str) -> None:
    refused(account, up, table_of(account, "empty"), "holds no workspace")
    refused(account, up, table_of(account, "music", "artist", "song"), "its key is another one")
    foreign = table_of(account, "foreign")
    account.client("dynamodb").put_item(
        TableName=foreign, Item={"pk": {"S": "ws#1"}, "sk": {"S": "HEAD"}, "color": {"S": "red"}}
    )
    refused(account, up, foreign, "did not write|not LineUp's")


def test_a_damaged_file_and_one_without_a_workspace_are_no_source(
    account: Account, up: Outputs, studio: str, tmp_path: Path
) -> None:
    file, empty = tmp_path / "export.jsonl", tmp_path / "empty.jsonl"
    export(store(account, up["TableName"]), file, live=True)
    with file.open("ab") as end:
        end.write(b"{}\n")
    refused(account, up, str(file), "is damaged")
    with closing(SqliteTable(tmp_path / "empty.sqlite3")) as nothing:
        export(nothing, empty, live=False)
    refused(account, up, str(empty), "holds no workspace")
    file.write_text("something else")
    refused(account, up, str(file), "no export of LineUp")


def test_a_table_with_a_part_of_a_transaction_is_no_source(
    account: Account, up: Outputs, studio: str, copy: str
) -> None:
    """Point-in-time recovery may give one."""
    account.client("dynamodb").delete_item(
        TableName=copy, Key={"pk": {"S": items.log(studio)}, "sk": {"S": items.position(1)}}
    )
    refused(account, up, copy, "restore another moment")


def test_a_failure_in_the_middle_says_what_it_left_and_the_same_command_finishes(
    account: Account, up: Outputs, studio: str, copy: str
) -> None:
    workspace(account, up, sign_in(account, up)["accessToken"], "Made after the moment")
    command = f"make restore STAGE=test FROM={copy} CONFIRM={NAME}"
    for after, left in ((0, "a part of what it held"), (2, "empty, or holds a part of the new data")):
        with (
            answering(account.client("dynamodb"), "dynamodb.TransactWriteItems", "AccessDenied", after=after),
            pytest.raises(DeployRefused) as told,
        ):
            put_in(account, copy)
        assert left in str(told.value) and str(told.value).endswith(command)
        assert f"The functions of {NAME} are stopped" in str(told.value)
        assert len(Functions(account, NAME).stopped()) == 7
        assert "make restore" in next(todo(account, NAME, up))
    put_in(account, copy)
    assert (workspaces(account, up), verify(store(account, up["TableName"])).problems) == ([studio], [])
    assert Functions(account, NAME).stopped() == []


def test_who_stops_it_while_it_waits_has_lost_nothing(account: Account, up: Outputs, studio: str, copy: str) -> None:
    def interrupted(seconds: float) -> None:
        raise KeyboardInterrupt

    refused(account, up, copy, "was not touched, and the functions run", sleep=interrupted)


def test_functions_that_an_earlier_try_stopped_do_not_run_on_half_of_the_data(
    account: Account, up: Outputs, studio: str, copy: str
) -> None:
    def interrupted(seconds: float) -> None:
        raise KeyboardInterrupt

    with (
        answering(account.client("dynamodb"), "dynamodb.TransactWriteItems", "AccessDenied", after=1),
        pytest.raises(DeployRefused),
    ):
        put_in(account, copy)
    with pytest.raises(DeployRefused, match="as an earlier try left it"):
        put_in(account, copy, sleep=interrupted)
    assert len(Functions(account, NAME).stopped()) == 7
    put_in(account, copy)
    assert workspaces(account, up) == [studio]


def test_a_function_that_cannot_be_started_is_no_reason_to_restore_again(
    account: Account, up: Outputs, studio: str, copy: str
) -> None:
    client = account.client("lambda")
    with (
        answering(client, "lambda.DeleteFunctionConcurrency", "TooManyRequestsException", after=6),
        pytest.raises(DeployRefused, match="Do not restore again") as told,
    ):
        put_in(account, copy)
    [left] = Functions(account, NAME).stopped()
    assert f"aws lambda delete-function-concurrency --function-name {left}" in str(told.value)
    client.delete_function_concurrency(FunctionName=left)
    assert workspaces(account, up) == [studio]


def test_counts_tell_items_and_workspaces(account: Account, up: Outputs, studio: str) -> None:
    found = store(account, up["TableName"])
    assert count(found) == (len(list(found.items())), 1)
