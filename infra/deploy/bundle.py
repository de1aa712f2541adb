"""Brings the code to AWS: a private bucket of the account, one object per content."""

from __future__ import annotations

import hashlib
import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from botocore.exceptions import ClientError

from infra.deploy.account import Account, DeployRefused
from infra.package import Packaged

_MISSING = frozenset({"404", "NoSuchBucket", "NoSuchKey", "NotFound"})
#: S3's answers for a bucket of another account, or of another region.
_NOT_OURS = frozenset({"301", "400", "403", "AccessDenied", "BucketAlreadyExists", "PermanentRedirect"})


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
    """The bucket of this account and region; all stages share it. `ARTIFACTS_BUCKET` names another."""
    return os.environ.get("ARTIFACTS_BUCKET") or f"lineup-artifacts-{account.id}-{account.region}"


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
    """Every call names the account as the owner (`Account.client`): a bucket of somebody else is refused by S3."""
    s3 = account.client("s3")
    try:
        if not _exists(account, bucket):
            # us-east-1 is the one region that refuses its own name here.
            there = {"LocationConstraint": account.region}
            where = {} if account.region == "us-east-1" else {"CreateBucketConfiguration": there}
            s3.create_bucket(Bucket=bucket, **where)
        s3.put_public_access_block(
            Bucket=bucket,
            PublicAccessBlockConfiguration=dict.fromkeys(
                ("BlockPublicAcls", "IgnorePublicAcls", "BlockPublicPolicy", "RestrictPublicBuckets"), True
            ),
        )
    except ClientError as error:
        code = error.response["Error"]["Code"]
        if code in ("OperationAborted", "BucketAlreadyOwnedByYou"):
            raise DeployRefused(f"Another deploy is making the bucket {bucket} right now. Try again.") from error
        if code not in _NOT_OURS:
            raise
        raise DeployRefused(
            f"The bucket {bucket} is not to be used ({error}). Either it belongs to another AWS account, which could"
            " put code of its own into your functions, or your credentials may not use S3 (it takes s3:ListBucket,"
            " s3:PutBucketPublicAccessBlock, s3:GetObject and s3:PutObject). If it is another account's, choose a name"
            " of your own: ARTIFACTS_BUCKET=NAME, at every deploy."
        ) from error


def _exists(account: Account, bucket: str) -> bool:
    try:
        account.client("s3").head_bucket(Bucket=bucket)
    except ClientError as error:
        if error.response["Error"]["Code"] in _MISSING:
            return False
        raise
    return True


def _put(account: Account, bucket: str, key: str, content: bytes) -> None:
    s3 = account.client("s3")
    try:
        s3.head_object(Bucket=bucket, Key=key)
    except ClientError as error:
        if error.response["Error"]["Code"] not in _MISSING:
            raise
        s3.put_object(Bucket=bucket, Key=key, Body=content, ServerSideEncryption="AES256")
