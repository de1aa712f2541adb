"""The slimmed package still makes every client that we use, for the same addresses, and is the same each time."""

from __future__ import annotations

import shutil
import zipfile
from pathlib import Path

import botocore
import pytest
from botocore.loaders import Loader
from botocore.session import Session

from infra import slim

DATA = Path(botocore.__file__).parent / "data"


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A package's folder with botocore's data as it comes, and one module."""
    folder = tmp_path_factory.mktemp("package")
    shutil.copytree(DATA, folder / "botocore" / "data")
    (folder / "boto3" / "data").mkdir(parents=True)
    (folder / "boto3" / "data" / "s3.json").write_text("{}")
    (folder / "app.py").write_text("def handler() -> int:\n    return 1\n")
    (folder / "native.so").write_bytes(b"\x7fELF")
    slim.drop_unused(folder)
    return folder


def session(data: Path) -> Session:
    made = Session()
    made.register_component("data_loader", Loader([str(data)], include_default_search_paths=False))
    return made


def test_only_our_services_stay(unpacked: Path) -> None:
    folders = {path.name for path in (unpacked / "botocore" / "data").iterdir() if path.is_dir()}
    assert folders == set(slim.SERVICES)
    assert not (unpacked / "boto3" / "data").exists()
    assert sum(p.stat().st_size for p in unpacked.rglob("*") if p.is_file()) < 1_500_000


@pytest.mark.parametrize("service", slim.SERVICES)
@pytest.mark.parametrize("region", ["us-east-1", "eu-central-1", "cn-north-1"])
def test_clients_go_to_the_same_addresses(unpacked: Path, service: str, region: str) -> None:
    keys = {"region_name": region, "aws_access_key_id": "a", "aws_secret_access_key": "b"}
    slimmed = session(unpacked / "botocore" / "data").create_client(service, **keys)
    whole = session(DATA).create_client(service, **keys)
    assert slimmed.meta.endpoint_url == whole.meta.endpoint_url
    assert slimmed.meta.service_model.operation_names == whole.meta.service_model.operation_names
    slimmed.close()
    whole.close()


def test_every_client_that_the_code_makes_is_among_them() -> None:
    code = (slim.ROOT / "chalicelib" / "aws" / "wiring.py").read_text(encoding="utf-8")
    used = {part.split('"')[0] for part in code.split('clients.get("')[1:]}
    assert used == set(slim.SERVICES)


def test_slimming_is_repeatable_and_carries_bytecode(unpacked: Path, tmp_path: Path) -> None:
    archives = [tmp_path / "one.zip", tmp_path / "two.zip"]
    for archive in archives:
        slim.pack(unpacked, archive)
        before, after = slim.slim(archive)
        assert before > 0 < after
    slim.slim(archives[1])
    assert archives[0].read_bytes() == archives[1].read_bytes()
    with zipfile.ZipFile(archives[0]) as packed:
        names = packed.namelist()
        assert names == sorted(names)
        assert any(name.startswith("__pycache__/app.cpython-") for name in names)
        modes = {name: packed.getinfo(name).external_attr >> 16 & 0o777 for name in ("app.py", "native.so")}
    assert modes == {"app.py": 0o644, "native.so": 0o755}
