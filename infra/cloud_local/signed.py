"""Signatures: those that CloudFront checks, and its own.

Signed addresses have a custom policy, RSA with SHA-1 ("Create a signed URL using a custom policy" of its developer
guide); the emulator does not look. A bucket is asked with origin access control, by SigV4.
"""

from __future__ import annotations

import base64
import binascii
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass

from botocore.auth import S3SigV4Auth
from botocore.awsrequest import AWSRequest
from botocore.credentials import Credentials
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import padding, rsa
from yarl import URL

_OURS = ("Policy", "Signature", "Key-Pair-Id")
_PLAIN = str.maketrans("-_~", "+=/")


@dataclass(frozen=True, slots=True)
class PublicKey:
    """One of a trusted key group: CloudFront's id, and PEM."""

    id: str
    pem: str


def own_request(method: str, address: str) -> dict[str, str]:
    """The headers with which CloudFront asks a bucket in its own name; here in that of the emulator's account."""
    request = AWSRequest(method, address, headers={"X-Amz-Content-SHA256": "UNSIGNED-PAYLOAD"})
    S3SigV4Auth(Credentials("test", "test"), "s3", "us-east-1").add_auth(request)
    return {name: str(value) for name, value in request.headers.items()}


def good(address: URL, keys: Sequence[PublicKey], now: float) -> bool:
    """Whether one of `keys` signed this address (path and query), and its time has not ended."""
    parts = [part.partition("=") for part in address.raw_query_string.split("&")]
    given = {name: value for name, _, value in parts if name in _OURS}
    rest = "&".join(name + equals + value for name, equals, value in parts if name not in _OURS)
    key = next((key for key in keys if key.id == given.get("Key-Pair-Id")), None)
    if key is None or set(given) != set(_OURS):
        return False
    try:
        policy, signature = (base64.b64decode(given[name].translate(_PLAIN), validate=True) for name in _OURS[:2])
        public = serialization.load_pem_public_key(key.pem.encode())
        assert isinstance(public, rsa.RSAPublicKey)
        public.verify(signature, policy, padding.PKCS1v15(), hashes.SHA1())
        [statement] = json.loads(policy)["Statement"]
    except (InvalidSignature, binascii.Error, ValueError):
        return False
    whole = f"https://localhost{address.raw_path}" + (f"?{rest}" if rest else "")
    return _covers(statement["Resource"], whole) and now < statement["Condition"]["DateLessThan"]["AWS:EpochTime"]


def _covers(pattern: str, address: str) -> bool:
    """`*` is any characters, `?` is one."""
    return re.fullmatch(re.escape(pattern).replace(r"\*", ".*").replace(r"\?", "."), address) is not None
