"""Makes the package of `chalice package` small and quick to start: `python -m infra.slim deployment.zip`.

    data      botocore describes 430 services; only those that we call stay, and their endpoints. A client looks
              through all that are there when it is made.
    bytecode  is compiled into the package. A Lambda's code is read-only, so that without it every cold start would
              compile every module again. "unchecked" since the times of unpacked files say nothing.
    order     files are sorted and undated: the same sources make the same archive, and nothing is deployed twice.

The Python that runs this must be of the Lambda's version (the bytecode's). `docs/operations.md` has what it saves.
"""

from __future__ import annotations

import compileall
import gzip
import json
import py_compile
import shutil
import sys
import tempfile
import zipfile
from pathlib import Path
from typing import Any

#: The services that `chalicelib/aws` makes clients of, by botocore's names.
SERVICES = ("apigatewaymanagementapi", "dynamodb", "s3", "secretsmanager", "sesv2", "ssm")
_UNUSED = ("boto3/data", "boto3/examples")
ROOT = Path(__file__).resolve().parent.parent
_EPOCH = (1980, 1, 1, 0, 0, 0)


def slim(archive: Path) -> tuple[int, int]:
    """Rewrite the package in place; its size in bytes before and after. Doing it twice changes nothing."""
    before = archive.stat().st_size
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with zipfile.ZipFile(archive) as packed:
            packed.extractall(folder)
        drop_unused(folder)
        compile_all(folder)
        pack(folder, archive)
    return before, archive.stat().st_size


def drop_unused(folder: Path) -> None:
    """Remove the service descriptions that nothing of ours reads from an unpacked package."""
    for name in _UNUSED:
        shutil.rmtree(folder / name, ignore_errors=True)
    data = folder / "botocore" / "data"
    for described in data.iterdir():
        if described.is_dir() and described.name not in SERVICES:
            shutil.rmtree(described)
    _drop_endpoints(data)


def _drop_endpoints(data: Path) -> None:
    wanted = {_endpoint_prefix(data / name) for name in SERVICES}
    path = data / "endpoints.json"
    endpoints: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    for partition in endpoints["partitions"]:
        partition["services"] = {name: told for name, told in partition["services"].items() if name in wanted}
    path.write_text(json.dumps(endpoints), encoding="utf-8")


def _endpoint_prefix(service: Path) -> str:
    newest = sorted(service.glob("*/service-2.json.gz"))[-1]
    return str(json.loads(gzip.decompress(newest.read_bytes()))["metadata"]["endpointPrefix"])


def compile_all(folder: Path) -> None:
    """Write the bytecode beside every module; its paths are those that it has in the Lambda."""
    mode = py_compile.PycInvalidationMode.UNCHECKED_HASH
    # Some libraries ship a file for a newer Python, which this one cannot compile and will never import.
    compileall.compile_dir(folder, quiet=2, force=True, invalidation_mode=mode, stripdir=str(folder))


def pack(folder: Path, archive: Path) -> None:
    """Zip a folder, sorted and undated."""
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            entry = zipfile.ZipInfo(path.relative_to(folder).as_posix(), _EPOCH)
            entry.external_attr = (0o100755 if path.suffix == ".so" else 0o100644) << 16
            packed.writestr(entry, path.read_bytes(), zipfile.ZIP_DEFLATED, 9)


def main(arguments: list[str]) -> None:
    """Slim the packages that are named."""
    for name in arguments or sys.exit(__doc__):
        before, after = slim(Path(name))
        sys.stdout.write(f"{name}: {before / 1e6:.1f} MB, now {after / 1e6:.1f} MB\n")


if __name__ == "__main__":
    main(sys.argv[1:])
