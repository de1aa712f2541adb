"""Makes what is deployed: `python -m infra.package --stage dev` writes `build/dev/template.json` and `deployment.zip`.

`chalice package` declares the functions and their two APIs; everything else is in `infra/template/*.yaml`, merged over
it. Three things that a merge cannot say are done to the result (`_finish`). Chalice works on a copy of the files that
it needs, so that nothing else of this folder can get into the package.
"""

from __future__ import annotations

import argparse
import fcntl
import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from chalice.package import TemplateDeepMerger, YAMLTemplateSerializer

from infra import slim

ROOT = Path(__file__).resolve().parent.parent
PARTS = ROOT / "infra" / "template"
BUILD = ROOT / "build"
STAGES = ("dev", "prod")
Template = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Packaged:
    """A SAM template, whose functions have `./deployment.zip` as their code, and that file."""

    template: Path
    bundle: Path


class PackagingFailed(Exception):
    """What Chalice said."""


def package(stage: str, out: Path, architecture: str | None = None) -> Packaged:
    """Package a stage into the folder `out`. `architecture` (`arm64`, `x86_64`) other than the one that is deployed is
    for an emulator, which runs the functions here. Two at once take turns. Raises `PackagingFailed`."""
    out.mkdir(parents=True, exist_ok=True)
    with (out / "package.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        return _package(stage, out, architecture)


def _package(stage: str, out: Path, architecture: str | None) -> Packaged:
    project = out / "project"
    _copy_sources(project, architecture)
    merged = out / "extra.json"
    merged.write_text(json.dumps(extra(), indent=1), encoding="utf-8")
    chalice = str(Path(sys.executable).parent / "chalice")
    command = [chalice, "package", "--stage", stage, "--merge-template", str(merged.resolve())]
    environment = {"AWS_DEFAULT_REGION": "us-east-1", **os.environ}  # Chalice wants one, the template has none
    done = subprocess.run([*command, str(out.resolve())], cwd=project, env=environment, capture_output=True, text=True)
    if done.returncode != 0:
        raise PackagingFailed((done.stdout + done.stderr).strip())
    template = json.loads((out / "sam.json").read_text(encoding="utf-8"))
    (out / "sam.json").unlink()
    made = Packaged(out / "template.json", out / "deployment.zip")
    made.template.write_text(json.dumps(_finish(template), indent=1), encoding="utf-8")
    slim.slim(made.bundle)
    return made


def extra() -> Template:
    """All of `infra/template/`, merged."""
    reader, merger = YAMLTemplateSerializer(), TemplateDeepMerger()
    merged: Template = {}
    for part in sorted(PARTS.glob("*.yaml")):
        merged = merger.merge(reader.load_template(part.read_text(encoding="utf-8"), part.name), merged)
    del merged["Statements"]  # only there to be referred to within roles.yaml
    return merged


def _copy_sources(project: Path, architecture: str | None) -> None:
    """The files that Chalice needs. Its cache of downloaded packages stays from the last time."""
    project.mkdir(parents=True, exist_ok=True)
    for name in ("app.py", "requirements.txt"):
        shutil.copy2(ROOT / name, project / name)
    shutil.rmtree(project / "chalicelib", ignore_errors=True)
    shutil.copytree(ROOT / "chalicelib", project / "chalicelib", ignore=shutil.ignore_patterns("__pycache__"))
    config = json.loads((ROOT / ".chalice" / "config.json").read_text(encoding="utf-8"))
    if architecture is not None:
        config["lambda_architecture"] = architecture
    (project / ".chalice").mkdir(exist_ok=True)
    (project / ".chalice" / "config.json").write_text(json.dumps(config), encoding="utf-8")


def _finish(template: Template) -> Template:
    """Take out what Chalice declares and we do not want, which a merge cannot.

    - The WebSocket API's one deployment would never follow a change: its stage deploys by itself.
    - The REST API's binary types would have API Gateway decode what we never send.
    - Tags of functions name Chalice's version, so that every update of it would touch every function.
    """
    resources = template["Resources"]
    del resources["WebsocketAPIDeployment"]
    stage = resources["WebsocketAPIStage"]["Properties"]
    del stage["DeploymentId"]
    stage["AutoDeploy"] = True
    resources["WebsocketAPIStage"]["DependsOn"] = [name for name in resources if name.endswith("Route")]
    del resources["RestAPI"]["Properties"]["DefinitionBody"]["x-amazon-apigateway-binary-media-types"]
    for resource in resources.values():
        if resource["Type"] == "AWS::Serverless::Function":
            del resource["Properties"]["Tags"]
            del resource["Properties"]["Tracing"]  # Globals say it, by a parameter
    return dict(template)


def main(arguments: list[str]) -> None:
    """The command line; see the head of this file."""
    parser = argparse.ArgumentParser(prog="python -m infra.package", description="Make what is deployed.")
    parser.add_argument("--stage", choices=STAGES, default="dev")
    parser.add_argument("--out", type=Path, default=None, help="the folder (default: build/STAGE)")
    given = parser.parse_args(arguments)
    try:
        made = package(given.stage, given.out or BUILD / given.stage)
    except PackagingFailed as error:
        sys.exit(f"The package cannot be made:\n{error}")
    print(f"{made.template}\n{made.bundle}  {made.bundle.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main(sys.argv[1:])
