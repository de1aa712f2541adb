"""What `python -m infra.local` is started with: the command line, with PORT and DATA of the environment as defaults."""

from __future__ import annotations

import argparse
import ipaddress
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from infra.local.refused import StartRefused

PREFIX = re.compile(r"(?:/[A-Za-z0-9._~-]+)*")
DEFAULT_PORT = "8787"
COMMANDS = """Further commands, each with --help: backup, restore, verify, export, import, migrate, new-epoch,
sign-in-link (docs/hosting.md)."""


@dataclass(frozen=True, slots=True)
class Options:
    """One start. `port` 0 takes a free one. `base_path` is "" or "/a/b" (no slash at the end).

    `public_url` is the address that people use, without a slash at the end; it includes the base path.
    `clock_ahead` names a file with the seconds by which the clock is ahead, so that a test need not wait.
    `shuffle_frames` delays the frames of a connection at random, so that a test sees the order that API Gateway gives.
    """

    data: Path
    port: int = 8787
    host: str = "127.0.0.1"
    base_path: str = ""
    behind_proxy: bool = False
    public_url: str | None = None
    dist: Path = Path("web/dist")
    shuffle_frames: bool = False
    clock_ahead: Path | None = None

    @property
    def loopback_only(self) -> bool:
        """Whether only this machine can connect."""
        return is_loopback(self.host)


def is_loopback(host: str) -> bool:
    """Whether `host` (a name or an address) is this machine only."""
    if host == "localhost":
        return True
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return False
    mapped = getattr(address, "ipv4_mapped", None)
    return bool((mapped or address).is_loopback)


def parse(arguments: Sequence[str], environment: Mapping[str, str]) -> Options:
    """The options of a command line. Raises `StartRefused`; `--help` and an unknown flag exit as argparse does."""
    given = _parser(environment).parse_args(arguments)
    return Options(
        data=Path(given.data),
        port=_port(given.port),
        host=given.host,
        base_path=_base_path(given.base_path),
        behind_proxy=given.behind_proxy,
        public_url=_public_url(given.public_url),
        dist=Path(given.dist),
        shuffle_frames=given.shuffle_frames,
        clock_ahead=given.clock_ahead,
    )


def _parser(environment: Mapping[str, str]) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m infra.local [serve]", description="LineUp in one process.", epilog=COMMANDS
    )
    parser.add_argument("--port", default=environment.get("PORT") or DEFAULT_PORT, help="0 takes a free one (PORT)")
    parser.add_argument("--data", default=environment.get("DATA") or "data", help="folder that keeps everything (DATA)")
    parser.add_argument("--host", default="127.0.0.1", help="address to bind; 0.0.0.0 opens it to the network")
    parser.add_argument("--base-path", default="", help="sub-path under which people reach it, such as /lineup")
    parser.add_argument(
        "--behind-proxy",
        action="store_true",
        help="trust X-Forwarded-* of the peer, and hide the outbox page; needed behind any reverse proxy",
    )
    parser.add_argument("--public-url", default=None, help="the address people use, such as https://example.org/lineup")
    parser.add_argument("--dist", default="web/dist", help="the built web app")
    parser.add_argument("--shuffle-frames", action="store_true", help="for tests: frames lose their order")
    parser.add_argument("--clock-ahead", type=Path, help="for tests: a file with seconds; the clock is ahead by them")
    return parser


def _port(text: str) -> int:
    if not (text.isascii() and text.isdigit() and int(text) <= 65535):
        raise StartRefused(f"PORT must be a number from 0 to 65535, not {text!r}.")
    return int(text)


def _base_path(text: str) -> str:
    path = "/" + text.strip("/") if text.strip("/") else ""
    if not PREFIX.fullmatch(path) or ".." in path.split("/"):
        raise StartRefused(f"--base-path must look like /lineup, not {text!r}.")
    return path


def _public_url(text: str | None) -> str | None:
    if text is None:
        return None
    try:
        parts = urlsplit(text)
        valid = parts.scheme in ("http", "https") and bool(parts.hostname) and not (parts.query or parts.fragment)
    except ValueError:
        valid = False
    if not valid:
        raise StartRefused(f"--public-url must look like https://example.org, not {text!r}.")
    return text.rstrip("/")
