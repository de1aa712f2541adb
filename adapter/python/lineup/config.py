"""What `lineup pair` leaves on the machine: one folder with the credential (mode 600) and the journal."""

from __future__ import annotations

import json
import os
import shlex
import stat
from dataclasses import asdict, dataclass, fields
from hashlib import sha256
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import click

from .errors import ConfigError, CredentialFileBroken, NotPaired

_LOCAL = ("localhost", "127.0.0.1", "::1")


def home(given: str | Path | None = None) -> Path:
    """The folder: `given`, or LINEUP_HOME, or the platform's place for configuration."""
    chosen = given or os.environ.get("LINEUP_HOME") or click.get_app_dir("lineup", force_posix=False)
    return Path(chosen).expanduser()


def demo_folder() -> Path:
    """The demo agent's own folder, so that it lives beside one's own agent."""
    return Path(click.get_app_dir("lineup", force_posix=False)) / "demo"


def demo_home(given: str | Path | None = None) -> Path:
    """The folder of `lineup demo`: `given`, or LINEUP_HOME, or the demo's own."""
    return home(given) if given or os.environ.get("LINEUP_HOME") else demo_folder()


def server_url(text: str) -> str:
    """`text` as `http(s)://host[:port][/path]`. Raises ConfigError."""
    text = text.strip()
    if "://" not in text:
        local = text.split("/")[0].rsplit(":", 1)[0].strip("[]") in _LOCAL
        text = f"{'http' if local else 'https'}://{text}"
    parts = urlsplit(text)
    if parts.scheme not in ("http", "https") or not parts.hostname or any(c.isspace() for c in text):
        raise ConfigError(f"{text!r} is not a server address; it looks like https://lineup.example.com")
    if parts.username or parts.password:
        raise ConfigError("the server address must not carry a user name or password")
    return urlunsplit((parts.scheme, parts.netloc, parts.path.rstrip("/"), "", ""))


@dataclass(frozen=True, slots=True)
class Credential:
    """Who this machine's agent is. `credential` is secret and kept out of `repr`."""

    server: str
    credential: str
    agent_id: str
    workspace_id: str
    workspace_name: str = ""
    socket_url: str = ""
    paired_with: str = ""
    """A digest of the code that was redeemed: the same command again is then no second pairing."""

    def __repr__(self) -> str:
        return f"Credential(server={self.server!r}, agent_id={self.agent_id!r})"

    @property
    def where(self) -> str:
        """The workspace and the server, in words."""
        return f"“{self.workspace_name or self.workspace_id}” on {self.server}"

    @property
    def socket(self) -> str:
        """Where the socket is."""
        if self.socket_url:
            return self.socket_url
        parts = urlsplit(self.server)
        return urlunsplit(("wss" if parts.scheme == "https" else "ws", parts.netloc, f"{parts.path}/ws", "", ""))


def code_mark(code: str) -> str:
    """What is remembered of a pairing code, however it is typed."""
    plain = "".join(c for c in code.upper() if c.isalnum()).translate(str.maketrans("OIL", "011"))
    return sha256(plain.encode()).hexdigest()[:16]


def credential_path(folder: Path) -> Path:
    """The credential file of a folder."""
    return folder / "credential.json"


def journal_path(folder: Path, agent_id: str) -> Path:
    """The journal of an identity."""
    return folder / f"journal-{agent_id}.sqlite3"


def load(folder: Path) -> Credential:
    """The stored credential. Raises NotPaired or CredentialFileBroken."""
    path = credential_path(folder)
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        known = {field.name for field in fields(Credential)}
        return Credential(**{name: str(value) for name, value in data.items() if name in known})
    except FileNotFoundError:
        raise _not_paired(folder) from None
    except (OSError, ValueError, TypeError, AttributeError) as error:
        raise CredentialFileBroken(
            f"{path} cannot be read ({type(error).__name__}). Pair again: lineup pair CODE --server URL"
        ) from None


def _not_paired(folder: Path) -> NotPaired:
    start = "In the web app choose Agents, then “Connect my agent”, and run the command that it shows:"
    demo = demo_folder()
    if folder == demo:
        return NotPaired(f"the demo agent is not paired yet. {start} lineup demo --server URL --code CODE")
    also = f" (The demo agent is paired; it has its own folder: --home {shlex.quote(str(demo))})"
    hint = also if credential_path(demo).exists() else ""
    return NotPaired(f"this machine is not paired yet. {start} lineup pair CODE --server URL{hint}")


def store(folder: Path, credential: Credential) -> Path:
    """Write the credential so that only this user can read it; it appears whole or not at all."""
    path = credential_path(folder)
    temporary = path.with_suffix(".new")
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        temporary.unlink(missing_ok=True)
        descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            json.dump(asdict(credential), file, indent=2)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except OSError as error:
        raise ConfigError(f"{path} cannot be written ({error.strerror}). Choose another folder with --home.") from None
    return path


def exposed(path: Path) -> bool:
    """Whether others on this machine may read the file (where the platform has modes)."""
    return os.name == "posix" and bool(stat.S_IMODE(path.stat().st_mode) & 0o077)
