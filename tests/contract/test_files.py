"""What both engines of `ports.Files` promise: a folder, and S3."""

from __future__ import annotations

import os
import uuid
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import boto3
import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa

from chalicelib.aws.files import S3Files
from chalicelib.services.ports import Files, Served
from infra.local.clock import SystemClock
from infra.local.files import DiskFiles

SHOWN = Served("image/png", "inline; filename=\"a.png\"; filename*=UTF-8''%E7%8C%AB.png")
UNTIL = datetime(2026, 12, 2, 12, 5, tzinfo=UTC)


@pytest.fixture
def disk(tmp_path: Path) -> DiskFiles:
    return DiskFiles(tmp_path / "files", b"k" * 32, SystemClock())


@pytest.fixture(scope="session")
def pem() -> str:
    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    encoding, kind = serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8
    return key.private_bytes(encoding, kind, serialization.NoEncryption()).decode()


@pytest.fixture
def s3(dynamodb_endpoint: str, pem: str) -> Iterator[S3Files]:
    client = boto3.client(
        "s3", endpoint_url=dynamodb_endpoint, region_name="us-east-1", aws_access_key_id="test",
        aws_secret_access_key="test",
    )  # fmt: skip
    bucket = f"files-{uuid.uuid4().hex}"
    client.create_bucket(Bucket=bucket)
    yield S3Files(lambda: client, bucket, lambda: pem, "KEY1")
    client.close()


@pytest.fixture(params=["disk", "s3"])
def files(request: pytest.FixtureRequest) -> Files:
    engine: Files = request.getfixturevalue(request.param)
    return engine


def test_bytes_come_back_as_they_were_put(files: Files) -> None:
    data = bytes(range(256)) * 5000
    files.put("files/w/f", data)
    assert files.get("files/w/f") == data
    files.put("files/w/f", b"later")
    assert files.get("files/w/f") == b"later"


def test_what_is_not_there_is_none(files: Files) -> None:
    files.put("files/w/f", b"1")
    for key in ("files/w/g", "files/x/f", "files/w/f/0", "parts/w/f/0"):
        assert files.get(key) is None


def test_keys_are_apart(files: Files) -> None:
    keys = ["files/w/f", "files/w2/f", "files/w/F", "parts/w/f/0", "parts/w/f/1", "parts/w/f/10"]
    for key in keys:
        files.put(key, key.encode())
    assert [files.get(key) for key in keys] == [key.encode() for key in keys]


def test_what_was_deleted_is_gone_and_may_be_deleted_again(files: Files) -> None:
    for number in range(3):
        files.put(f"parts/w/f/{number}", b"1")
    files.put("files/w/f", b"2")
    files.delete([f"parts/w/f/{number}" for number in (0, 1, 7)])
    files.delete(["parts/w/f/0"])
    files.delete([])
    assert [files.get(f"parts/w/f/{number}") for number in range(3)] == [None, None, b"1"]
    assert files.get("files/w/f") == b"2"


def test_an_address_is_below_the_products_own_and_in_characters_that_every_browser_keeps(files: Files) -> None:
    address = files.address("files/w/f", SHOWN, UNTIL)
    path, _, query = address.partition("?")
    assert path == "files/w/f"
    assert all(c.isascii() and (c.isalnum() or c in "-._~%=&") for c in query)
    assert len(address) < 2000


def test_an_address_names_its_file_its_headers_and_its_end(files: Files) -> None:
    later = UNTIL.replace(minute=6)
    attached = Served("application/octet-stream", "attachment; filename=\"a.png\"; filename*=UTF-8''%E7%8C%AB.png")
    made = [
        files.address("files/w/f", SHOWN, UNTIL), files.address("files/w/g", SHOWN, UNTIL),
        files.address("files/w/f", attached, UNTIL), files.address("files/w/f", SHOWN, later),
    ]  # fmt: skip
    name = "sign=" if "sign=" in made[0] else "Signature="
    assert len({address.partition(name)[2] for address in made}) == 4
    assert files.address("files/w/f", SHOWN, UNTIL) == made[0]


# --- only the folder ---


@pytest.mark.parametrize("key", ["../x", "files/../x", "files//x", "files", "files/", "other/w/f", "files/w/.f", "/x",
                                 "files/.parts/w", "files/w\0", "parts/w/f/../../x", "files/w/f.tmp"])  # fmt: skip
def test_no_key_leads_out_of_the_folder(disk: DiskFiles, key: str) -> None:
    with pytest.raises(ValueError, match="not a key"):
        disk.put(key, b"1")
    with pytest.raises(ValueError, match="not a key"):
        disk.get(key)


def test_everything_is_for_its_owner_only(disk: DiskFiles, tmp_path: Path) -> None:
    disk.put("files/w/f", b"1")
    disk.put("parts/w/f/0", b"1")
    made = list((tmp_path / "files").rglob("*"))
    assert {path.stat().st_mode & 0o777 for path in made if path.is_file()} == {0o600}
    assert {path.stat().st_mode & 0o777 for path in made if path.is_dir()} == {0o700}
    assert not list((tmp_path / "files" / ".parts").glob("tmp*"))


def test_parts_that_were_never_joined_go_after_a_day(disk: DiskFiles, tmp_path: Path) -> None:
    disk.put("parts/w/old/0", b"1")
    draft = tmp_path / "files" / ".parts" / "tmpcrashed"
    draft.write_bytes(b"half")
    for path in (draft, tmp_path / "files" / ".parts" / "w" / "old"):
        os.utime(path, (1_000_000_000, 1_000_000_000))
    disk.put("parts/w/new/0", b"2")
    assert disk.get("parts/w/old/0") is None
    assert disk.get("parts/w/new/0") == b"2"
    assert not draft.exists()
