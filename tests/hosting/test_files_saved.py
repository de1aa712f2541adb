"""Uploaded files are in a backup, checked, and come back with it; an export tells which ones are to be copied."""

from __future__ import annotations

import base64
import hashlib
import shutil
import tarfile
from pathlib import Path

import pytest

from infra.local import folder
from infra.local.commands import run
from infra.local.files import FOLDER
from infra.transfer.backup import back_up
from infra.transfer.refused import Refused
from infra.transfer.restore import restore
from tests.hosting.conftest import put_into
from tests.support.scene import Scene
from tests.support.world import World

DATA = b"%PDF-1.7 plan"


def upload(scene: Scene, data: bytes = DATA) -> str:
    """Where the bytes of a new file are, below the data folder."""
    uploads, who = scene.world.services.uploads, f"user:{scene.user}"
    id = uploads.begin(scene.workspace, who, "plan.pdf", len(data), "application/pdf")["fileId"]
    uploads.part(scene.workspace, who, id, 0, base64.b64encode(data).decode())
    uploads.done(scene.workspace, who, id, hashlib.sha256(data).hexdigest())
    return f"{FOLDER}/{scene.workspace}/{id}"


def with_files(world: World, tmp_path: Path) -> Path:
    """The world's data and files as a server's folder."""
    data = put_into(world, tmp_path / "data")
    shutil.copytree(tmp_path / FOLDER, data / FOLDER)
    return data


@pytest.fixture
def name(scene: Scene) -> str:
    return upload(scene)


def test_a_backup_has_the_files_of_its_moment_and_a_restore_brings_them(
    world: World, scene: Scene, name: str, tmp_path: Path
) -> None:
    data = with_files(world, tmp_path)
    (data / FOLDER / "x").mkdir()
    (data / FOLDER / "x" / "orphan").write_bytes(b"of no item")
    file, report = back_up(data, tmp_path / "one.tar.gz")
    assert report.problems == []
    with tarfile.open(file) as packed:
        assert [member.name for member in packed if member.name.startswith(FOLDER)] == [name]
    report, _ = restore(file, tmp_path / "new")
    assert report.problems == []
    assert (tmp_path / "new" / name).read_bytes() == DATA
    assert (tmp_path / "new" / name).stat().st_mode & 0o777 == 0o600
    assert run(["verify", "--data", str(tmp_path / "new")]) == 0


def test_files_that_are_there_go_aside_with_their_data(world: World, scene: Scene, name: str, tmp_path: Path) -> None:
    data = with_files(world, tmp_path)
    file, _ = back_up(data, tmp_path / "one.tar.gz")
    later = data / FOLDER / scene.workspace / "later"
    later.write_bytes(b"later")
    _, aside = restore(file, data, force=True)
    assert aside is not None
    assert (aside / name).read_bytes() == DATA == (data / name).read_bytes()
    assert (aside / FOLDER / scene.workspace / "later").exists() and not later.exists()


def test_a_damaged_or_lost_file_is_told_and_saved_as_it_is(
    world: World, scene: Scene, name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lost = upload(scene, b"%PDF-1.7 lost")
    data = with_files(world, tmp_path)
    (data / name).write_bytes(b"something else")
    (data / lost).unlink()
    assert run(["verify", "--data", str(data)]) == 1
    told = capsys.readouterr().out
    assert f"{name} is not what was uploaded" in told and f"{lost} is missing" in told
    file, report = back_up(data, tmp_path / "one.tar.gz")
    assert len(report.problems) == 2
    with pytest.raises(Refused, match="--damaged"):
        restore(file, tmp_path / "new")
    restore(file, tmp_path / "new", damaged=True)
    assert (tmp_path / "new" / name).read_bytes() == b"something else"


@pytest.mark.parametrize("name", ["files/../../x", "files/x", "files/w/f/g", "/files/w/f", "files/.parts/w"])
def test_an_archive_with_other_names_is_no_backup(data: Path, tmp_path: Path, name: str) -> None:
    good, _ = back_up(data, tmp_path / "one.tar.gz")
    bad = tmp_path / "bad.tar.gz"
    with tarfile.open(good) as source, tarfile.open(bad, "w:gz") as packed:
        for member in source:
            packed.addfile(member, source.extractfile(member))
        packed.add(data / folder.OUTBOX, name, filter=lambda info: info.replace(name=name, deep=False))
    with pytest.raises(Refused, match="no backup"):
        restore(bad, tmp_path / "new")
    assert not (tmp_path / "x").exists() and not (tmp_path / "new").exists()
