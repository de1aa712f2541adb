"""Backup while writers go on, and restore as a new epoch."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import threading
from contextlib import closing
from pathlib import Path

import pytest

from chalicelib.services import items
from chalicelib.services.ports import Delete, Expect, Item, Put
from infra.local import folder
from infra.local.commands import run
from infra.local.table import SqliteTable
from infra.transfer.backup import back_up
from infra.transfer.check import verify
from infra.transfer.refused import Refused
from infra.transfer.restore import restore
from infra.transfer.stores import snapshot
from infra.transfer.workfolders import work_folder
from tests.hosting.conftest import ROOT_KEY, put_into
from tests.hosting.product import ROOT
from tests.support.scene import Scene, build_scene
from tests.support.world import World


def test_a_backup_is_made_while_the_server_writes_and_restores_to_what_was_acknowledged(
    world: World, tmp_path: Path
) -> None:
    data = tmp_path / "data"
    put_into(world, data)
    with closing(SqliteTable(data / folder.DATABASE)) as table:
        world.table.close()
        world.table = table
        world.rebuilt()
        scene = build_scene(world)
        (data / folder.OUTBOX).write_text('{"to": "ann"}\n')
        stop = threading.Event()

        def write() -> None:
            while not stop.is_set():
                scene.page.send("message.create", {"content": "hello"}, conversationId="conv-1")
                world.clock.forward(1)

        writer = threading.Thread(target=write)
        writer.start()
        try:
            file, report = back_up(data, tmp_path / "one.tar.gz")
        finally:
            stop.set()
            writer.join()
        assert report.problems == []
        saved = report.workspaces[scene.workspace].sequence
        assert saved <= scene.head
    assert file.stat().st_mode & 0o777 == 0o600
    assert [path.name for path in tmp_path.glob(".lineup-backup-*")] == []
    report, aside = restore(file, tmp_path / "new")
    assert (report.problems, aside) == ([], None)
    assert report.workspaces[scene.workspace].sequence == saved
    assert folder.secret(tmp_path / "new") == ROOT_KEY
    assert (tmp_path / "new" / folder.OUTBOX).read_text() == '{"to": "ann"}\n'
    left = {path.name for path in (tmp_path / "new").iterdir()}
    assert left == {folder.DATABASE, folder.SECRET, folder.OUTBOX, folder.DATABASE + ".lock"}
    assert all(path.stat().st_mode & 0o077 == 0 for path in (tmp_path / "new").iterdir() if path.suffix != ".lock")


def test_a_restored_workspace_has_a_new_epoch_and_clients_take_their_snapshot(world: World, tmp_path: Path) -> None:
    scene = build_scene(world)
    data = put_into(world, tmp_path / "data")
    saved, epoch = scene.head, scene.epoch
    file, _ = back_up(data, tmp_path / "one.tar.gz")
    scene.task("lost")
    cursor = scene.head
    restore(file, tmp_path / "new")
    world.table.close()
    world.table = SqliteTable(tmp_path / "new" / folder.DATABASE, now=lambda: world.clock.time.timestamp())
    world.rebuilt()
    assert scene.epoch != epoch
    assert scene.head == saved
    back = scene.come_back(epoch=epoch, lastSequence=cursor)
    assert back.last("system.resync_required")["payload"]["reason"] == "epoch"
    page = world.browser(scene.user, scene.workspace, epoch=epoch, cursor=cursor)
    assert page.last("system.resync_required")["payload"]["epoch"] == scene.epoch
    scene.page = page
    scene.task("again")
    with snapshot(world.table._path) as view:
        assert verify(view).problems == []


def test_links_and_codes_of_before_work_no_more_after_a_restore_and_credentials_do(
    world: World, tmp_path: Path
) -> None:
    scene = build_scene(world)
    link = world.services.accounts.create_sign_in_link("ann@example.com")
    file, _ = back_up(put_into(world, tmp_path / "data"), tmp_path / "one.tar.gz")
    restore(file, tmp_path / "new")
    world.table.close()
    world.table = SqliteTable(tmp_path / "new" / folder.DATABASE, now=lambda: world.clock.time.timestamp())
    services = world.rebuilt()
    with pytest.raises(Exception, match="link_invalid"):
        services.accounts.take_link(link, "en")
    assert services.pairing.identify(scene.credential).agent_id == scene.agent_id


def test_data_that_is_there_is_moved_aside_only_if_forced(data: Path, scene: Scene, tmp_path: Path) -> None:
    file, _ = back_up(data, tmp_path / "one.tar.gz")
    with closing(SqliteTable(data / folder.DATABASE)) as table:
        table.transact([Put(Item(items.user("newer"), {}), Expect.ABSENT)])
    with pytest.raises(Refused, match="--force"):
        restore(file, data)
    with snapshot(data / folder.DATABASE) as view:
        assert view.get([items.user("newer")])
    _, aside = restore(file, data, force=True)
    assert aside is not None
    assert aside.stat().st_mode & 0o777 == 0o700
    with snapshot(aside / folder.DATABASE) as view:
        assert view.get([items.user("newer")])
    with snapshot(data / folder.DATABASE) as view:
        assert not view.get([items.user("newer")])
        assert verify(view).problems == []


def test_a_folder_in_use_is_not_restored_into(data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["backup", "--data", str(data), str(tmp_path / "one.tar.gz")]) == 0
    with closing(SqliteTable(data / folder.DATABASE)):
        assert run(["restore", "--data", str(data), "--force", str(tmp_path / "one.tar.gz")]) == 1
    assert "Stop that server first" in capsys.readouterr().err
    assert not list(data.glob("before-restore-*"))


def test_of_a_folder_of_backups_the_newest_stay_and_nothing_else_is_touched(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = tmp_path / "backups"
    kept.mkdir()
    for name in ("lineup-20200101T000000Z.tar.gz", "lineup-20200102T000000Z.tar.gz", "holiday.tar.gz"):
        (kept / name).write_text("")
    assert run(["backup", "--data", str(data), "--keep", "2", str(kept)]) == 0
    written = Path(capsys.readouterr().out.splitlines()[0])
    assert {path.name for path in kept.iterdir()} == {
        "holiday.tar.gz", "lineup-20200102T000000Z.tar.gz", written.name
    }  # fmt: skip


def test_the_folder_of_kept_backups_is_made_the_first_time(data: Path, tmp_path: Path) -> None:
    kept = tmp_path / "new" / "backups"
    assert run(["backup", "--data", str(data), "--keep", "3", str(kept)]) == 0
    assert [path.name[:7] for path in kept.iterdir()] == ["lineup-"]


def test_a_file_is_no_folder_of_backups(data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("mine")
    assert run(["backup", "--data", str(data), "--keep", "3", str(tmp_path / "file")]) != 0
    assert "--keep" in capsys.readouterr().err
    assert (tmp_path / "file").read_text() == "mine"


def test_the_backup_just_written_stays_even_if_the_clock_went_back(data: Path, tmp_path: Path) -> None:
    kept = tmp_path / "backups"
    kept.mkdir()
    later = {f"lineup-{year}0101T000000Z.tar.gz" for year in (2090, 2091)}
    for name in (*later, "lineup-20200101T000000Z.tar.gz"):
        (kept / name).write_text("")
    written, _ = back_up(data, kept, keep=1)
    assert {path.name for path in kept.iterdir()} == {written.name, *later}


KILL_IN_THE_MIDDLE = """
import os, sys
from pathlib import Path
from infra.transfer import backup
backup.pack = lambda *_: os._exit(9)
backup.back_up(Path(sys.argv[1]), Path(sys.argv[2]))
"""


def test_what_a_killed_backup_left_goes_with_the_next_one_unless_another_runs(data: Path, tmp_path: Path) -> None:
    kept = tmp_path / "backups"
    kept.mkdir()
    others = [kept / ".lineup-backup-of-mine", kept / ".lineup-other", kept / "lineup-backup-abcdefgh"]
    for other in others:
        other.mkdir()
    killed = subprocess.run([sys.executable, "-c", KILL_IN_THE_MIDDLE, str(data), str(kept)], cwd=ROOT)
    left = set(kept.iterdir()) - set(others)
    assert killed.returncode == 9 and len(left) == 1
    with work_folder(kept) as running:
        assert left.isdisjoint(kept.iterdir())
        back_up(data, kept / "meanwhile.tar.gz")
        assert running.is_dir()
    back_up(data, kept / "one.tar.gz")
    assert {path.name for path in kept.iterdir() if path not in others} == {"meanwhile.tar.gz", "one.tar.gz"}
    assert all(other.is_dir() for other in others)


def test_a_backup_of_logs_with_a_gap_is_made_and_said_to_be_so(
    scene: Scene, data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with closing(SqliteTable(data / folder.DATABASE)) as table:
        table.transact([Delete(table.query(items.log(scene.workspace), limit=1)[0].key)])
    assert run(["backup", "--data", str(data), str(tmp_path / "one.tar.gz")]) == 1
    assert "stands where event 1 should" in capsys.readouterr().out
    assert (tmp_path / "one.tar.gz").exists()


def test_a_backup_overwrites_nothing_and_leaves_nothing_half(data: Path, tmp_path: Path) -> None:
    file, _ = back_up(data, tmp_path / "one.tar.gz")
    before = file.read_bytes()
    with pytest.raises(Refused, match="never overwrites"):
        back_up(data, file)
    assert file.read_bytes() == before
    with pytest.raises(Refused, match="could not be made"):
        back_up(data, tmp_path / "missing" / "one.tar.gz")
    with pytest.raises(Refused, match="There is no data"):
        back_up(tmp_path / "nobody", tmp_path / "two.tar.gz")
    damaged = tmp_path / "damaged"
    damaged.mkdir()
    page = bytearray((data / folder.DATABASE).read_bytes())
    page[8192 : 8192 + 512] = os.urandom(512)
    (damaged / folder.DATABASE).write_bytes(page)
    with pytest.raises(Refused):
        back_up(damaged, tmp_path / "two.tar.gz")
    assert sorted(path.name for path in tmp_path.glob("*.gz")) == ["one.tar.gz"]
    assert list(tmp_path.glob(".lineup-backup-*")) == []


@pytest.mark.parametrize("cut", [0, 10, 3000])
def test_what_is_no_whole_backup_is_refused_and_changes_nothing(cut: int, data: Path, tmp_path: Path) -> None:
    file, _ = back_up(data, tmp_path / "one.tar.gz")
    file.write_bytes(file.read_bytes()[:cut])
    before = (data / folder.DATABASE).read_bytes()
    with pytest.raises(Refused, match="no backup"):
        restore(file, data, force=True)
    assert (data / folder.DATABASE).read_bytes() == before
    assert not list(data.glob("before-restore-*"))
    assert not (data / ".restore").exists()


def test_a_hostile_archive_writes_nowhere_else(tmp_path: Path) -> None:
    (tmp_path / "evil").write_text("evil")
    with tarfile.open(tmp_path / "evil.tar.gz", "w:gz") as packed:
        packed.add(tmp_path / "evil", "../../escaped")
        link = tarfile.TarInfo(folder.DATABASE)
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
        packed.addfile(link)
    with pytest.raises(Refused):
        restore(tmp_path / "evil.tar.gz", tmp_path / "new")
    assert not (tmp_path / "escaped").exists()
    assert not (tmp_path / "new" / folder.DATABASE).exists()
