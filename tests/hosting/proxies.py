"""The shipped proxy configurations, with a test's ports in them, run by the real programs (`tools/nginx.sh`)."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.hosting.product import ROOT

HOSTING = ROOT / "infra" / "hosting"
_PATH = os.environ.get("PATH", "") + ":/usr/sbin:/sbin"


def program(name: str) -> str:
    """Where it is; says how to get it."""
    found = shutil.which(name, path=_PATH)
    assert found, f"{name} is not installed: run tools/nginx.sh"
    return found


def shipped(name: str, **changes: str) -> str:
    """The text of a shipped file with each `changes` value (old text -> new text); every one must be in it."""
    text = (HOSTING / name).read_text(encoding="utf-8")
    for old, new in changes.items():
        assert old in text, f"{name} has no {old!r}"
        text = text.replace(old, new)
    return text


def nginx_site(subpath: bool, port: int, upstream: int, *, listen: str = "", timeout: str = "60s") -> str:
    """The shipped site on `port`; `listen` is added to its listen line."""
    name = "nginx/lineup-subpath.conf" if subpath else "nginx/lineup.conf"
    changes = {
        "listen 80;": f"listen 127.0.0.1:{port}{listen};",
        "listen [::]:80;": "",
        "http://127.0.0.1:8787": f"http://127.0.0.1:{upstream}",
        "proxy_read_timeout 60s;": f"proxy_read_timeout {timeout};",
    }
    return shipped(name, **changes)


@contextmanager
def nginx(folder: Path, site: str) -> Iterator[None]:
    """nginx with this site, until the block ends."""
    folder.mkdir()
    (folder / "site.conf").write_text(site)
    temporary = "\n".join(
        f"{kind}_temp_path {folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    main = f"""
        daemon off; master_process off; pid {folder}/pid; error_log {folder}/error.log;
        events {{}}
        http {{ access_log off; {temporary} include {folder}/site.conf; }}
    """
    (folder / "nginx.conf").write_text(main)
    command = [program("nginx"), "-p", str(folder), "-c", str(folder / "nginx.conf")]
    subprocess.run([*command, "-t", "-q"], check=True)
    with running(command):
        yield


def caddy_site(subpath: bool, port: int, upstream: int) -> str:
    """The shipped site on `port`, without a certificate."""
    name, host = (
        ("caddy/Caddyfile.subpath", "\nexample.com {") if subpath else ("caddy/Caddyfile", "\nlineup.example.com {")
    )
    changes = {host: f"\nhttp://127.0.0.1:{port} {{", "127.0.0.1:8787": f"127.0.0.1:{upstream}"}
    return "{\n\tadmin off\n}\n" + shipped(name, **changes)


@contextmanager
def caddy(folder: Path, site: str) -> Iterator[None]:
    """Caddy with this site, until the block ends."""
    folder.mkdir()
    (folder / "Caddyfile").write_text(site)
    environment = {**os.environ, "HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    command = [program("caddy"), "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]
    with running(command, environment):
        yield


@contextmanager
def running(command: list[str], environment: dict[str, str] | None = None) -> Iterator[None]:
    """The program in the background; its output is dropped."""
    process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        yield
    finally:
        process.terminate()
        process.wait(30)
