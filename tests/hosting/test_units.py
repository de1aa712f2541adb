"""The shipped systemd units, as systemd's own checker reads them (`tools/nginx.sh` installs it)."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from infra.local.commands import run
from infra.local.server import STOP_SECONDS
from tests.hosting.proxies import HOSTING, program, shipped

UNITS = ["lineup.service", "lineup-backup.service", "lineup-backup.timer"]


@pytest.fixture
def units(tmp_path: Path) -> Path:
    """The units, with a Python that exists here."""
    for name in UNITS:
        text = shipped(f"systemd/{name}").replace("/opt/lineup/.venv/bin/python", sys.executable)
        (tmp_path / name).write_text(text)
    return tmp_path


def analyze(*arguments: str) -> str:
    done = subprocess.run(
        [program("systemd-analyze"), *arguments], capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


@pytest.mark.parametrize("name", UNITS)
def test_systemd_has_nothing_to_say_against_it(name: str, units: Path) -> None:
    said = analyze("verify", "--man=no", str(units / name))
    assert [line for line in said.splitlines() if name in line] == []


@pytest.mark.parametrize("name", ["lineup.service", "lineup-backup.service"])
def test_a_service_may_do_little(name: str, units: Path) -> None:
    """At most 2.0 of systemd's 10 points of exposure."""
    analyze("security", "--offline=true", "--threshold=20", str(units / name))


def lines(name: str) -> dict[str, str]:
    found = (line.partition("=") for line in shipped(f"systemd/{name}").splitlines() if "=" in line)
    return {key: value for key, _, value in found if not key.startswith("#")}


def test_it_comes_back_always_and_is_given_the_time_that_it_takes_to_stop() -> None:
    unit = lines("lineup.service")
    assert (unit["Restart"], unit["Type"], unit["StateDirectory"]) == ("always", "notify", "lineup")
    assert int(unit["TimeoutStopSec"]) > 3 * STOP_SECONDS


@pytest.mark.parametrize("name", ["lineup.service", "lineup-backup.service"])
def test_the_commands_in_it_are_commands_of_ours(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = lines(name)["ExecStart"].split()
    assert words[1:3] == ["-m", "infra.local"]
    flags = [word for word in words[3:] if word.startswith("--")]
    with pytest.raises(SystemExit):
        run([words[3], "--help"])
    told = capsys.readouterr().out
    assert all(flag in told for flag in flags)


def test_all_that_ships_is_tested() -> None:
    assert sorted(str(path.relative_to(HOSTING)) for path in HOSTING.rglob("*") if path.is_file()) == sorted(
        [*(f"systemd/{name}" for name in UNITS), "nginx/lineup.conf", "nginx/lineup-subpath.conf", "caddy/Caddyfile",
         "caddy/Caddyfile.subpath"]
    )  # fmt: skip
