"""The real `lineup` command in another process, with a home of its own; it can be killed and started again."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
LINEUP = Path(sys.executable).parent / "lineup"


class Adapter:
    """`lineup ARGUMENTS` with `LINEUP_HOME`."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.home.mkdir(parents=True, exist_ok=True)
        self._process: subprocess.Popen[bytes] | None = None
        self._log = home / "output.log"

    def run(self, *arguments: str, check: bool = True) -> subprocess.CompletedProcess[str]:
        """Run to the end."""
        return subprocess.run(
            [LINEUP, *arguments], env=self._environment(), text=True, capture_output=True, check=check, timeout=60
        )

    def start(self, *arguments: str, cwd: Path | None = None) -> None:
        """Start in the background."""
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                [LINEUP, *arguments], env=self._environment(), stdout=log, stderr=log, cwd=cwd
            )

    def _environment(self) -> dict[str, str]:
        return {**os.environ, "LINEUP_HOME": str(self.home), "PYTHONUNBUFFERED": "1", "NO_COLOR": "1"}

    def kill(self) -> None:
        """kill -9."""
        assert self._process is not None
        self._process.kill()
        self._process.wait(20)

    def interrupt(self) -> int:
        """Ctrl-C; the exit code."""
        assert self._process is not None
        self._process.send_signal(signal.SIGINT)
        return self._process.wait(20)

    def wait(self) -> int:
        """Until it ends by itself; the exit code."""
        assert self._process is not None
        return self._process.wait(30)

    def freeze(self) -> None:
        """Stop it from reading; its socket stays open."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """Let it go on."""
        assert self._process is not None
        self._process.send_signal(signal.SIGCONT)

    def close(self) -> None:
        """End it, if it runs."""
        if self._process is not None and self._process.poll() is None:
            self._process.send_signal(signal.SIGCONT)
            self.kill()

    def output(self) -> str:
        """All that it printed."""
        return self._log.read_text(encoding="utf-8") if self._log.exists() else ""
