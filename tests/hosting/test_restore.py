"""A restore that is cut short anywhere loses nothing and starts nothing; a backup that is not whole changes nothing."""

from __future__ import annotations

import gzip
import io
import json
import os
import shutil
import sqlite3
import sys
import tarfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from chalicelib.services import items
from chalicelib.services.ports import Delete, Expect, Item, Put
from infra.local import folder, restoring
from infra.local.commands import run
from infra.local.database import open_product_table
from infra.local.refused import StartRefused
from infra.local.table import SqliteTable
from infra.transfer import restore as module
from infra.transfer.archive import MANIFEST
from infra.transfer.backup import back_up
from infra.transfer.check import verify
from infra.transfer.refused import Refused
from infra.transfer.restore import restore
from infra.transfer.stores import snapshot
from tests.hosting.conftest import ROOT_KEY
from tests.hosting.product import server
from tests.support.scene import Scene

NEWER = items.user("newer")
KILLED = 9
_MOVES = ("os.rename", "os.remove", "os.mkdir", "os.rmdir")


def child(do: Callable[[], object], die_at: int) -> int:
    """Its exit code: `do` in a process that is gone, with nothing tidied up, before its change number `die_at` of a
    folder."""
    process = os.fork()
    if process == 0:
        done = 0

        def watch(event: str, _: Any) -> None:
            nonlocal done
            if event in _MOVES:
                done += 1
                if done == die_at:
                    os._exit(KILLED)

        sys.addaudithook(watch)
        try:
            do()
            os._exit(0)
        finally:
            os._exit(1)
    return os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])


def has_newer(data: Path) -> bool:
    with snapshot(data / folder.DATABASE) as view:
        return bool(view.get([NEWER]))


@pytest.fixture
def backup(data: Path, tmp_path: Path) -> Path:
    """After it, `data` got one more item."""
    file, _ = back_up(data, tmp_path / "one.tar.gz")
    with closing(SqliteTable(data / folder.DATABASE)) as table:
        table.transact([Put(Item(NEWER, {}), Expect.ABSENT)])
    return file


def start(data: Path) -> str:
    """What a server's start finds: "old" or "new" data, or "refused"; it may never find nothing."""
    try:
        with closing(open_product_table(data / folder.DATABASE)) as table:
            assert verify(table).events > 50
            return "old" if table.get([NEWER]) else "new"
    except StartRefused as refusal:
        assert f"infra.local restore --data {data}" in str(refusal)
        return "refused"


@pytest.mark.parametrize("filled", [True, False])
def test_a_restore_killed_anywhere_is_finished_by_the_next_and_no_server_starts_on_half_of_it(
    filled: bool, scene: Scene, data: Path, backup: Path, tmp_path: Path
) -> None:
    (data / (folder.DATABASE + "-journal")).write_bytes(b"")
    found: list[str] = []
    for point in range(1, 100):
        here = tmp_path / f"at-{point}"
        if filled:
            shutil.copytree(data, here)
        died = child(lambda here=here: restore(backup, here, force=filled), point)  # type: ignore[misc]
        if died == 0:
            break
        assert died == KILLED
        half = (here / restoring.NOTE).exists()
        empty = not filled and not half and not (here / folder.DATABASE).exists()
        found.append("nothing yet" if empty else start(here))
        assert (found[-1] == "refused") == half
        restore(backup, here, force=found[-1] != "refused")
        assert start(here) == "new"
        assert folder.secret(here) == ROOT_KEY
        kept = list(here.glob("before-restore-*"))
        assert [has_newer(aside) for aside in kept if has_newer(aside)] == [True] * filled
        assert not (here / ".restore").exists() and not (here / restoring.NOTE).exists()
    else:
        raise AssertionError("it never came to its end")
    first = "old" if filled else "nothing yet"
    assert found == sorted(found, key=[first, "refused", "new"].index)
    assert found.count("refused") >= (5 if filled else 3) and found.count("new") >= 1


def half_done(backup: Path, data: Path) -> None:
    for point in range(1, 100):
        assert child(lambda: restore(backup, data, force=True), point) == KILLED
        if (data / restoring.NOTE).exists() and not (data / folder.DATABASE).exists():
            return
    raise AssertionError("there is no such point")


def test_every_command_says_how_a_half_done_restore_is_finished(
    data: Path, backup: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    half_done(backup, data)
    with pytest.raises(AssertionError, match=r"LineUp cannot start: A restore into .* was cut short"), server(data):
        pass
    there = ["--data", str(data)]
    for command in (["verify"], ["backup", str(tmp_path / "b")], ["export", str(tmp_path / "e")], ["migrate"]):
        assert run([*command, *there]) == 1
        assert f"infra.local restore --data {data} {backup}" in capsys.readouterr().err
    assert not (data / folder.DATABASE).exists()
    assert run(["restore", *there, str(backup)]) == 0
    assert "What was there is in" in capsys.readouterr().out
    assert run(["verify", *there]) == 0


def test_a_half_done_restore_is_finished_without_its_backup_before_another_one_is_thought_of(
    data: Path, backup: Path, tmp_path: Path
) -> None:
    half_done(backup, data)
    backup.unlink()
    with pytest.raises(Refused, match="There is data"):
        restore(tmp_path / "other.tar.gz", data)
    assert start(data) == "new"


def test_a_restore_of_the_same_second_finds_another_name_for_what_is_there(
    data: Path, backup: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "stamp", lambda: "20960724T120000Z")
    asides = [restore(backup, data, force=True)[1] for _ in range(3)]
    assert len(set(asides)) == 3 and all(aside and aside.is_dir() for aside in asides)


Members = dict[str, bytes]


def members(backup: Path) -> Members:
    with tarfile.open(backup) as packed:
        return {info.name: packed.extractfile(info).read() for info in packed}  # type: ignore[union-attr]


def packed(found: Members, target: Path) -> None:
    with tarfile.open(target, "w:gz") as out:
        for name, contents in found.items():
            info = tarfile.TarInfo(name)
            info.size = len(contents)
            out.addfile(info, io.BytesIO(contents))


def without_event(found: Members, folder_: Path, *, said: bool = False) -> Members:
    """With one event less; `said`: the manifest's checksums are those of that."""
    file = folder_ / "changed.db"
    file.write_bytes(found[folder.DATABASE])
    with closing(sqlite3.connect(file)) as connection, connection:
        assert connection.execute("DELETE FROM items WHERE sk LIKE '%000012'").rowcount
    changed = {**found, folder.DATABASE: file.read_bytes()}
    return without_checksums(changed) if said else changed


def without_checksums(found: Members) -> Members:
    facts = json.loads(found[MANIFEST])
    del facts["files"]
    return {**found, MANIFEST: json.dumps(facts).encode()}


def manifest(found: Members, **facts: Any) -> Members:
    return {**found, MANIFEST: json.dumps({**json.loads(found[MANIFEST]), **facts}).encode()}


def without(found: Members, name: str) -> Members:
    return {key: value for key, value in found.items() if key != name}


DAMAGES: dict[str, Callable[[Members, Path], Members]] = {
    "a list as manifest": lambda m, _: {**m, MANIFEST: b"[]"},
    "a deep manifest": lambda m, _: {**m, MANIFEST: b"[" * 100_000},
    "a manifest that is no text": lambda m, _: {**m, MANIFEST: b"\xff\xfe"},
    "another kind of manifest": lambda m, _: manifest(m, format="other"),
    "a text as count": lambda m, _: manifest(m, events="many"),
    "no manifest": lambda m, _: without(m, MANIFEST),
    "no database": lambda m, _: without(m, folder.DATABASE),
    "no root key": lambda m, _: without(m, folder.SECRET),
    "another root key": lambda m, _: {**m, folder.SECRET: b"z" * 32},
    "another root key, without checksums": lambda m, _: without_checksums({**m, folder.SECRET: b"z" * 32}),
    "a short root key": lambda m, _: without_checksums({**m, folder.SECRET: b"z"}),
    "no outbox": lambda m, _: without(m, folder.OUTBOX),
    "one event less": lambda m, path: without_event(m, path),
    "one event less, without checksums": lambda m, path: without_event(m, path, said=True),
    "another count of events": lambda m, _: manifest(m, events=1),
    "another digest": lambda m, _: manifest(m, digest="sha256:0"),
    "another database": lambda m, _: without_checksums({**m, folder.DATABASE: b"no database" * 999}),
    "an empty database": lambda m, _: without_checksums({**m, folder.DATABASE: b""}),
    "another file": lambda m, _: {**m, "other": b""},
}


def contents(data: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in data.iterdir() if not path.name.endswith((".lock", "-shm"))}


@pytest.fixture
def keyed(data: Path, tmp_path: Path) -> Path:
    """A backup of data that knows its root key, as a server's does."""
    open_product_table(data / folder.DATABASE).close()
    return back_up(data, tmp_path / "keyed.tar.gz")[0]


def test_a_damaged_backup_of_any_kind_is_refused_in_words_and_changes_nothing(
    data: Path, keyed: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found, before, bad = members(keyed), contents(data), tmp_path / "bad.tar.gz"
    for name, damage in DAMAGES.items():
        packed(damage(found, tmp_path), bad)
        assert run(["restore", "--force", "--damaged", "--data", str(data), str(bad)]) == 1, name
        assert capsys.readouterr().err.count("\n") == 1, name
        assert contents(data) == before, name
        assert run(["restore", "--data", str(tmp_path / "new"), str(bad)]) == 1, name
        capsys.readouterr()
        assert not (tmp_path / "new").exists(), name


@pytest.mark.parametrize("place", [-1, -6, -400, 9000, 12])
def test_one_wrong_byte_anywhere_is_seen(place: int, data: Path, keyed: Path) -> None:
    raw, before = bytearray(keyed.read_bytes()), contents(data)
    raw[place] ^= 0x5A
    keyed.write_bytes(raw)
    with pytest.raises(Refused):
        restore(keyed, data, force=True)
    assert contents(data) == before


def test_a_checksum_is_compared_even_if_nothing_follows_the_archive(data: Path, keyed: Path) -> None:
    inside = gzip.decompress(keyed.read_bytes())
    keyed.write_bytes(gzip.compress(inside)[:-8] + b"\0" * 8)
    with pytest.raises(Refused, match="damaged"):
        restore(keyed, data, force=True)


def test_data_that_was_damaged_when_it_was_saved_comes_back_only_if_that_is_accepted(
    scene: Scene, data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with closing(SqliteTable(data / folder.DATABASE)) as table:
        table.transact([Delete(table.query(items.log(scene.workspace), limit=1)[0].key)])
    file, report = back_up(data, tmp_path / "gap.tar.gz")
    assert report.problems
    before, arguments = contents(data), ["restore", "--force", "--data", str(data), str(file)]
    assert run(arguments) == 1
    assert "--damaged" in capsys.readouterr().err
    assert contents(data) == before
    assert run([*arguments, "--damaged"]) == 1
    assert "Restored into" in capsys.readouterr().out


def test_a_backup_without_its_root_key_says_so(data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (data / folder.SECRET).unlink()
    assert run(["backup", "--data", str(data), str(tmp_path / "one.tar.gz")]) == 1
    assert "secret.key is missing" in capsys.readouterr().out


def test_a_backup_that_is_not_where_it_was_looked_for_is_said_so(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="is not there: check the path"):
        restore(tmp_path / "none", tmp_path / "data")
    with pytest.raises(Refused, match="is a folder: name one of the backups in it"):
        restore(tmp_path, tmp_path / "data")
    assert not (tmp_path / "data").exists()
