"""`ports.Files` on AWS: a private bucket, read by browsers through CloudFront with signed addresses.

An address has a policy of its own (CloudFront's "custom policy"), so that it is good under every name that leads to the
distribution. What follows the path is handed on to S3, which makes the two headers of it; an object that is asked for
without is still nothing but bytes to save.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING
from urllib.parse import quote

from chalicelib.services.ports import Served

if TYPE_CHECKING:
    from mypy_boto3_s3 import S3Client

_SAFE = str.maketrans("+=/", "-_~")


class S3Files:
    """`client` makes the client and `key` gets the private key (PEM, RSA) when they are first used; `key_id` is
    CloudFront's id of the public one."""

    def __init__(self, client: Callable[[], S3Client], bucket: str, key: Callable[[], str], key_id: str) -> None:
        self._client = client
        self._bucket = bucket
        self._key = key
        self._key_id = key_id

    def put(self, key: str, data: bytes) -> None:
        self._client().put_object(
            Bucket=self._bucket, Key=key, Body=data, ContentType="application/octet-stream",
            ContentDisposition="attachment", CacheControl="private, max-age=300",
        )  # fmt: skip

    def get(self, key: str) -> bytes | None:
        client = self._client()
        try:
            return client.get_object(Bucket=self._bucket, Key=key)["Body"].read()
        except client.exceptions.NoSuchKey:
            return None

    def delete(self, keys: Sequence[str]) -> None:
        if keys:
            self._client().delete_objects(
                Bucket=self._bucket, Delete={"Objects": [{"Key": key} for key in keys], "Quiet": True}
            )

    def address(self, key: str, served: Served, until: datetime) -> str:
        told = {"response-content-type": served.content_type, "response-content-disposition": served.disposition}
        base = key + "?" + "&".join(f"{name}={quote(value, safe='')}" for name, value in told.items())
        end = {"DateLessThan": {"AWS:EpochTime": int(until.timestamp())}}
        policy = {"Statement": [{"Resource": f"https://*/{base}", "Condition": end}]}
        text = json.dumps(policy, separators=(",", ":")).encode()
        return f"{base}&Policy={_safe(text)}&Signature={_safe(self._sign(text))}&Key-Pair-Id={self._key_id}"

    def _sign(self, text: bytes) -> bytes:
        """RSA and SHA-1, as CloudFront wants it."""
        from cryptography.hazmat.primitives import hashes, serialization  # heavy: only who asks for a file needs it
        from cryptography.hazmat.primitives.asymmetric import padding, rsa

        key = serialization.load_pem_private_key(self._key().encode(), password=None)
        assert isinstance(key, rsa.RSAPrivateKey)
        return key.sign(text, padding.PKCS1v15(), hashes.SHA1())


def _safe(data: bytes) -> str:
    """Base64 in characters that CloudFront takes in an address."""
    return base64.b64encode(data).decode().translate(_SAFE)
