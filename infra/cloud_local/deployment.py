"""Brings the packaged app to an emulator as `make deploy` brings it to AWS, with the patches of `patches.py`."""

from __future__ import annotations

import fcntl
import json
import platform
import shutil
from collections.abc import Callable
from pathlib import Path

import boto3

from infra.cloud_local.patches import patched
from infra.deploy import bundle, files_key, stack
from infra.deploy.account import Account
from infra.deploy.publish import publish
from infra.package import Packaged, package

STAGE = "dev"
MAIL_FROM = "lineup@example.com"
#: What the emulator runs here are the functions' own binaries.
ARCHITECTURE = {"x86_64": "x86_64", "AMD64": "x86_64"}.get(platform.machine(), "arm64")
REGION = "us-east-1"


def account(endpoint_url: str) -> Account:
    """The emulator's account; its credentials open nothing else."""
    session = boto3.session.Session(
        aws_access_key_id="test", aws_secret_access_key="test", region_name=REGION
    )  # fmt: skip
    return Account(session, endpoint_url)


def packaged_for(endpoint_url: str, build: Path, own: Path) -> Packaged:
    """The package in the folder `own`, with its template patched. `build` keeps what is downloaded for the next time;
    several processes may use it at once."""
    build.mkdir(parents=True, exist_ok=True)
    with (build / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        made = package(STAGE, build, ARCHITECTURE)
        bundle_copy = Path(shutil.copy2(made.bundle, own / made.bundle.name))
        return patched_for(endpoint_url, Packaged(made.template, bundle_copy), own)


def patched_for(endpoint_url: str, made: Packaged, out: Path) -> Packaged:
    """The same code, with the template patched for the emulator at `endpoint_url`."""
    template = patched(json.loads(made.template.read_text(encoding="utf-8")), endpoint_url)
    ready = out / "template.local.json"
    ready.write_text(json.dumps(template), encoding="utf-8")
    return Packaged(ready, made.bundle)


def deploy(
    account: Account, name: str, made: Packaged, dist: Path, public_url: str, say: Callable[[str], None]
) -> stack.Outputs:
    """Create or update the stack, publish the web app, and tell the functions under which address people open it: here
    that of the edge, not CloudFront's."""
    parameters = {"Stage": STAGE, "MailFrom": MAIL_FROM, "MailIdentity": MAIL_FROM, **files_key.prepare(account, name)}
    outputs = stack.apply(account, name, bundle.upload(account, made), parameters, say, poll=0.1)
    publish(account, dist, outputs["WebBucketName"], outputs["DistributionId"])
    account.client("ssm").put_parameter(
        Name=f"/{name}/public-url", Value=public_url, Type="String", Overwrite=True
    )  # fmt: skip
    return outputs
