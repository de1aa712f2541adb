"""Brings the code to AWS: a private bucket of the account, one object per content."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from botocore.exceptions import ClientError

from infra.deploy.account import Account, DeployRefused
from infra.package import Packaged

_MISSING = frozenset({"404", "NoSuchBucket", "NoSuchKey", "NotFound"})


@dataclass(frozen=True, slots=True)
class Uploaded:
    """Where the code and the template are, and which parameters the template takes."""

    bucket: str
    code: str
    template: str
    parameters: frozenset[str]


def upload(account: Account, packaged: Packaged) -> Uploaded:
    """Upload the code under the hash of its content, and the template that names it. The same content again uploads
    nothing, so that CloudFormation sees no change. Raises `DeployRefused`."""
    bucket = artifacts_bucket(account)
    _make_bucket(account, bucket)
    code = f"{digest(packaged.bundle)}.zip"
    _put(account, bucket, code, packaged.bundle.read_bytes())
    complete = with_code(json.loads(packaged.template.read_text(encoding="utf-8")), bucket, code)
    text = json.dumps(complete)
    template = f"{hashlib.sha256(text.encode()).hexdigest()}.json"
    _put(account, bucket, template, text.encode())
    return Uploaded(bucket, code, template, frozenset(complete.get("Parameters", {})))


def artifacts_bucket(account: Account) -> str:
    """The bucket of this account and region; all stages share it."""
    return f"lineup-artifacts-{account.id}-{account.region}"


def digest(file: Path) -> str:
    """SHA-256 of a file, hex."""
    return hashlib.sha256(file.read_bytes()).hexdigest()


def with_code(template: dict[str, Any], bucket: str, key: str) -> dict[str, Any]:
    """The template with its functions' code at that place."""
    for resource in template["Resources"].values():
        if resource["Type"] == "AWS::Serverless::Function":
            resource["Properties"]["CodeUri"] = {"Bucket": bucket, "Key": key}
    return template


def _make_bucket(account: Account, bucket: str) -> None:
    s3 = account.client("s3")
    try:
        s3.head_bucket(Bucket=bucket)
        return
    except ClientError as error:
        if error.response["Error"]["Code"] not in _MISSING:
            raise DeployRefused(f"The bucket {bucket} exists and is not yours to use ({error}).") from error
    # us-east-1 is the one region that refuses its own name here.
    where = (
        {} if account.region == "us-east-1" else {"CreateBucketConfiguration": {"LocationConstraint": account.region}}
    )
    s3.create_bucket(Bucket=bucket, **where)
    s3.put_public_access_block(
        Bucket=bucket,
        PublicAccessBlockConfiguration=dict.fromkeys(
            ("BlockPublicAcls", "IgnorePublicAcls", "BlockPublicPolicy", "RestrictPublicBuckets"), True
        ),
    )


def _put(account: Account, bucket: str, key: str, content: bytes) -> None:
    s3 = account.client("s3")
    try:
        s3.head_object(Bucket=bucket, Key=key)
    except ClientError as error:
        if error.response["Error"]["Code"] not in _MISSING:
            raise
        s3.put_object(Bucket=bucket, Key=key, Body=content, ServerSideEncryption="AES256")
