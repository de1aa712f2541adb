"""What a machine or AWS refuses becomes one line that says what to do, and leaves nothing half."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from mypy_boto3_dynamodb import DynamoDBClient

from infra.local import folder
from infra.local.commands import run
from tests.hosting.product import ROOT
from tests.hosting.test_moving import Cloud, cloud

__all__ = ["cloud"]

#: Its own limit of a file's size stands for a disk that is full: writing beyond it fails, in the middle of a file.
ON_A_SMALL_DISK = """
import resource, signal, sys
from infra.local.commands import run
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]),) * 2)
sys.exit(run(sys.argv[2:]))
"""


def on_a_small_disk(room: int, *arguments: str) -> str:
    """What the refused command says."""
    process = subprocess.run(
        [sys.executable, "-c", ON_A_SMALL_DISK, str(room), *arguments], cwd=ROOT, capture_output=True, text=True
    )
    assert process.returncode == 1
    return one_line(process.stderr)


def one_line(told: str) -> str:
    assert told.count("\n") == 1 and "Traceback" not in told
    return told


@pytest.mark.parametrize("room", [0, 4096, 60_000])
def test_a_disk_without_room_is_said_so_and_nothing_half_is_left(room: int, data: Path, tmp_path: Path) -> None:
    there, target = ["--data", str(data)], tmp_path / "target"
    target.mkdir()
    for command in ("backup", "export"):
        assert "Check the room" in on_a_small_disk(room, command, *there, str(target / "file"))
        assert list(target.iterdir()) == []
    assert run(["verify", *there]) == 0


def test_a_restore_without_room_changes_nothing(data: Path, tmp_path: Path) -> None:
    file = tmp_path / "one.tar.gz"
    assert run(["backup", "--data", str(data), str(file)]) == 0
    before = {path.name: path.read_bytes() for path in data.iterdir() if path.suffix != ".lock"}
    assert "Check the room" in on_a_small_disk(60_000, "restore", "--force", "--data", str(data), str(file))
    assert {path.name: path.read_bytes() for path in data.iterdir() if path.suffix != ".lock"} == before


WRITE_A_KEY = """
import resource, signal, sys
from pathlib import Path
from infra.transfer import refused, rootkey
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (10, 10))
try:
    rootkey.write(b"k" * 32, Path(sys.argv[1]))
except refused.Refused as refusal:
    print(refusal)
"""


def test_a_key_file_without_room_is_not_left_half(tmp_path: Path) -> None:
    told = subprocess.run(
        [sys.executable, "-c", WRITE_A_KEY, str(tmp_path / "key")], cwd=ROOT, capture_output=True, text=True
    )
    assert "could not be written" in told.stdout
    assert not (tmp_path / "key").exists()


@pytest.fixture
def unwritable() -> Iterator[Path]:
    """A folder in which nobody may make a file, not even root."""
    yield Path("/proc/self")


def test_a_folder_that_takes_no_files_is_said_so(
    data: Path, unwritable: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    there, here = ["--data", str(data)], ["--data", str(unwritable / "data")]
    file, key = tmp_path / "file", tmp_path / "key"
    assert run(["backup", *there, str(tmp_path / "one.tar.gz")]) == 0
    assert run(["export", *there, str(file), "--with-key", str(key)]) == 0
    capsys.readouterr()
    for command in (
        ["backup", *there, str(unwritable / "b.tar.gz")],
        ["backup", *there, str(unwritable)],
        ["export", *there, str(unwritable / "e")],
        ["export", *there, str(tmp_path / "other"), "--with-key", str(unwritable / "k")],
        ["restore", *here, str(tmp_path / "one.tar.gz")],
        ["import", *here, "--with-key", str(key), str(file)],
        ["migrate", *here],
        ["restore", *there, "--force", str(tmp_path)],
        ["import", *there, str(tmp_path)],
    ):
        assert run(command) == 1, command
        one_line(capsys.readouterr().err)


def test_a_server_on_a_folder_that_takes_no_files_says_so(unwritable: Path) -> None:
    process = subprocess.run(
        [sys.executable, "-m", "infra.local", "serve", "--data", str(unwritable / "data")],
        cwd=ROOT, capture_output=True, text=True, env=os.environ,
    )  # fmt: skip
    assert process.returncode == 1
    assert "cannot be written" in one_line(process.stderr)


@pytest.fixture
def other_table(dynamodb: DynamoDBClient, dynamo_name: str, request: pytest.FixtureRequest) -> Iterator[str]:
    """Somebody else's: other keys, or the same keys and no indexes."""
    partition, sort = request.param
    name = dynamo_name + "-other"
    dynamodb.create_table(
        TableName=name,
        AttributeDefinitions=[{"AttributeName": part, "AttributeType": "S"} for part in (partition, sort)],
        KeySchema=[
            {"AttributeName": partition, "KeyType": "HASH"},
            {"AttributeName": sort, "KeyType": "RANGE"},
        ],
        BillingMode="PAY_PER_REQUEST",
    )
    yield name
    dynamodb.delete_table(TableName=name)


@pytest.mark.parametrize("other_table", [("id", "at"), ("pk", "sk")], indirect=True)
def test_a_table_that_is_not_of_lineup_is_not_touched(
    other_table: str, cloud: Cloud, dynamodb: DynamoDBClient, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = [*cloud.arguments[2:], "--table", other_table]
    for command in (["verify"], ["export", str(tmp_path / "e")], ["new-epoch"], ["migrate"]):
        assert run([*command, *given]) == 1
        assert "is not a table of LineUp" in one_line(capsys.readouterr().err)
    assert dynamodb.scan(TableName=other_table)["Count"] == 0


def test_strange_items_in_a_table_are_told(
    cloud: Cloud, dynamodb: DynamoDBClient, capsys: pytest.CaptureFixture[str]
) -> None:
    dynamodb.put_item(TableName=cloud.arguments[1], Item={"pk": {"S": "a"}, "sk": {"S": "b"}})
    assert run(["verify", *cloud.arguments]) == 1
    assert "holds what LineUp did not write" in one_line(capsys.readouterr().err)


def test_a_database_with_other_tables_is_no_data(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with closing(sqlite3.connect(tmp_path / folder.DATABASE)) as connection:
        connection.execute("CREATE TABLE other (a)")
    assert run(["verify", "--data", str(tmp_path)]) == 1
    one_line(capsys.readouterr().err)
    assert run(["backup", "--data", str(tmp_path), str(tmp_path / "b")]) == 1
    one_line(capsys.readouterr().err)
