"""How fit the package is for Lambda: `python -m bench.fitness`.

    size      megabytes by library, as packaged for Lambda and as chalice leaves it
    import    milliseconds by module, in a process of its own, from the unpacked package with its bytecode
    start     per function: import, first event, second event, against the emulator (`infra/ministack.py`)
    calls     of AWS per command, from `bench/operations.json` (`python -m bench.operations` counts them anew)

Times are of this machine and differ from run to run; what must not come back is held by tests (`tests/aws`).
"""

from __future__ import annotations

import json
import os
import platform
import re
import statistics
import subprocess
import sys
import tempfile
import zipfile
from collections import defaultdict
from pathlib import Path
from typing import Any

from bench import cloud
from bench.operations import FILE, table
from infra.package import package

ROUNDS = 5
TOP = 15
FUNCTIONS = ("connect", "message", "disconnect", "on_head_change", "on_schedule")
_LINE = re.compile(r"import time:\s*(\d+) \|\s*(\d+) \|(\s*)(\S+)")
_START = Path(__file__).with_name("start.py")


def main() -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        architecture = {"aarch64": "arm64", "arm64": "arm64"}.get(platform.machine(), "x86_64")
        made = package("dev", folder / "built", architecture)
        unpacked = folder / "unpacked"
        with zipfile.ZipFile(made.bundle) as packed:
            packed.extractall(unpacked)
        print(f"\n{made.bundle.stat().st_size / 1e6:.1f} MB packed ({architecture})")
        print_sizes(unpacked)
        print_imports(unpacked)
        print_starts(unpacked, folder)
    print("\ncalls per command, in a process that remembers nothing\n")
    print(table(json.loads(FILE.read_text(encoding="utf-8"))))


def print_sizes(unpacked: Path) -> None:
    """Megabytes by library, of which bytecode."""
    sizes: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for path in unpacked.rglob("*"):
        if path.is_file():
            library = path.relative_to(unpacked).parts[0]
            sizes[library][0] += path.stat().st_size
            sizes[library][1] += path.stat().st_size if path.suffix == ".pyc" else 0
    print(f"\n{'MB':>7} {'bytecode':>9}  library")
    for library, (size, bytecode) in sorted(sizes.items(), key=lambda entry: -entry[1][0])[:TOP]:
        print(f"{size / 1e6:7.2f} {bytecode / 1e6:9.2f}  {library}")
    print(f"{sum(size for size, _ in sizes.values()) / 1e6:7.2f} {'':9}  all")


def print_imports(unpacked: Path) -> None:
    """Milliseconds by module of `import app`, and by library; the median round by its total."""
    rounds = sorted(
        (_imports(unpacked) for _ in range(ROUNDS)), key=lambda found: sum(own for own, _ in found.values())
    )
    found = rounds[ROUNDS // 2]
    print(f"\nimport app: {sum(own for own, _ in found.values()) / 1000:.0f} ms in {len(found)} modules")
    libraries: dict[str, int] = defaultdict(int)
    for module, (own, _) in found.items():
        libraries[".".join(module.split(".")[: 2 if module.startswith("chalicelib") else 1])] += own
    print(f"\n{'self ms':>8}  library")
    for library, own in sorted(libraries.items(), key=lambda entry: -entry[1])[:TOP]:
        print(f"{own / 1000:8.1f}  {library}")
    print(f"\n{'self ms':>8} {'with what it imports':>21}  module")
    for module, (own, all_) in sorted(found.items(), key=lambda entry: -entry[1][0])[:TOP]:
        print(f"{own / 1000:8.1f} {all_ / 1000:21.1f}  {module}")


def _imports(unpacked: Path) -> dict[str, tuple[int, int]]:
    """Module to its own and its cumulative microseconds, of what `import app` loads."""
    code = f"import sys; sys.path.insert(0, {str(unpacked)!r}); print('-', file=sys.stderr); import app"
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-X", "importtime", "-c", code], capture_output=True, text=True, check=True
    )  # fmt: skip
    lines = done.stderr.partition("\n-\n")[2]
    return {found[4]: (int(found[1]), int(found[2])) for found in _LINE.finditer(lines)}


def print_starts(unpacked: Path, folder: Path) -> None:
    """Per function: milliseconds to import, of the first event and of the second."""
    print(f"\n{'import':>8} {'first':>8} {'second':>8}  function (ms, medians of {ROUNDS})")
    with cloud.emulator(folder) as endpoint:
        for function in FUNCTIONS:
            rounds = [_start(unpacked, endpoint, function) for _ in range(ROUNDS)]
            told = [statistics.median(each) for each in zip(*rounds, strict=True)]
            print(f"{told[0]:8.0f} {told[1]:8.0f} {told[2]:8.0f}  {function}")


def _start(unpacked: Path, endpoint: str, function: str) -> list[float]:
    scene = cloud.scene(endpoint)
    made: Any = scene.world
    secrets, name = cloud.client("secretsmanager", endpoint), f"root-{scene.workspace}"
    secrets.create_secret(Name=name, SecretString="k" * 32)
    edge = f"edge-{scene.workspace}"
    secrets.create_secret(Name=edge, SecretString="e" * 32)
    before = scene.head
    scene.page.send("message.create", {"content": "hello"}, conversationId=scene.conversation)
    facts = {
        "function": function, "workspace": scene.workspace, "connection": scene.page.id, "before": before,
        "after": scene.head, "frame": scene.page.envelope("client.heartbeat", {}), "edge": "e" * 32,
        "say": scene.page.envelope("message.create", {"content": "hello"}, conversationId=scene.conversation),
        "credential": scene.credential,
    }  # fmt: skip
    environment = {
        **os.environ, "LINEUP_TABLE": made.table_name, "LINEUP_SOCKET_ENDPOINT": endpoint, "LINEUP_ROOT_KEY": name,
        "LINEUP_EDGE_KEY": edge, "LINEUP_PUBLIC_URL": "none", "LINEUP_MAIL_FROM": cloud.SENDER,
        "LINEUP_MAIL_CONFIGURATION": "none", "LINEUP_FILES_BUCKET": "none", "LINEUP_FILES_KEY_ID": "none",
        "AWS_ENDPOINT_URL": endpoint, "AWS_DEFAULT_REGION": "us-east-1",
        "AWS_ACCESS_KEY_ID": "test", "AWS_SECRET_ACCESS_KEY": "test",
    }  # fmt: skip
    done = subprocess.run(
        [sys.executable, "-I", "-S", str(_START), str(unpacked), json.dumps(facts)],
        capture_output=True, text=True, env=environment,
    )  # fmt: skip
    made.close()
    secrets.close()
    if done.returncode:
        raise RuntimeError(done.stderr[-2000:])
    told: list[float] = json.loads(done.stdout.splitlines()[-1])
    return told


if __name__ == "__main__":
    main()
