"""The key pair that signs the addresses of uploaded files (docs/adr/0011-files.md): CloudFront gets the public half,
the functions the private one.

CloudFormation can neither make such a pair nor change the key of one, so that this tool does, before the stack: the
private half is the secret `STACK/files-key`, the public one a key and a key group of CloudFront that are named after
it. The stack gets their ids. Without the secret the next deploy makes another pair, and forgets the old one.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import partial
from typing import Any

from botocore.exceptions import ClientError
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa

from infra.deploy.account import Account, DeployRefused

_BITS = 2048
"""CloudFront takes no others of RSA."""
_MISSING = ("ResourceNotFoundException", "NoSuchPublicKey", "NoSuchResource")


def prepare(account: Account, stack_name: str) -> dict[str, str]:
    """The parameters of the stack that name its pair, which is made if there is none. Raises `DeployRefused`."""
    public = _public(_private(account, stack_name) or _made(account, stack_name))
    label = _label(account, stack_name) + hashlib.sha256(public.encode()).hexdigest()[:12]
    cloudfront = account.client("cloudfront")
    key_id = _keys(account, label).get(label)
    if key_id is None:
        told = {"CallerReference": label, "Name": label, "EncodedKey": public}
        key_id = cloudfront.create_public_key(PublicKeyConfig=told)["PublicKey"]["Id"]
    group_id = _groups(account, label).get(label)
    if group_id is None:
        group = cloudfront.create_key_group(KeyGroupConfig={"Name": label, "Items": [key_id]})
        group_id = group["KeyGroup"]["Id"]
    return {"FilesKeyId": key_id, "FilesKeyGroupId": group_id}


def forget_old(account: Account, stack_name: str) -> None:
    """Only the pair of the secret is used now: forget those before it."""
    current = prepare(account, stack_name)
    _drop(account, stack_name, set(current.values()))


def forget(account: Account, stack_name: str) -> None:
    """The stack is gone. An address is good for five minutes: nothing is lost with its key."""
    _drop(account, stack_name, set())
    secrets = account.client("secretsmanager")
    name = secret(stack_name)
    _unless_missing(partial(secrets.delete_secret, SecretId=name, ForceDeleteWithoutRecovery=True))


def secret(stack_name: str) -> str:
    """The name of the private half; `infra/template/functions.yaml` says the same."""
    return f"{stack_name}/files-key"


def _label(account: Account, stack_name: str) -> str:
    """What the names of a stack's keys begin with; CloudFront's names are one for all regions."""
    return f"{stack_name}-{account.region}-files-"


def _public(pem: str) -> str:
    key = serialization.load_pem_private_key(pem.encode(), password=None).public_key()
    encoding, kind = serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo
    return key.public_bytes(encoding, kind).decode()


def _private(account: Account, stack_name: str) -> str | None:
    try:
        found = account.client("secretsmanager").get_secret_value(SecretId=secret(stack_name))
    except ClientError as error:
        if error.response["Error"]["Code"] == "ResourceNotFoundException":
            return None
        if error.response["Error"]["Code"] == "InvalidRequestException":
            raise DeployRefused(
                f"The secret {secret(stack_name)} is marked for deletion. Bring it back: `aws secretsmanager"
                f" restore-secret --secret-id {secret(stack_name)}`."
            ) from error
        raise
    return str(found["SecretString"])


def _made(account: Account, stack_name: str) -> str:
    """A new pair's private half (PEM), stored. Of two deploys at once the second uses the first one's."""
    key = rsa.generate_private_key(public_exponent=65537, key_size=_BITS)
    encoding, kind = serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8
    pem = key.private_bytes(encoding, kind, serialization.NoEncryption()).decode()
    about = "LineUp: signs the addresses of uploaded files"
    try:
        account.client("secretsmanager").create_secret(Name=secret(stack_name), SecretString=pem, Description=about)
    except ClientError as error:
        if error.response["Error"]["Code"] != "ResourceExistsException":
            raise
        return _private(account, stack_name) or pem
    return pem


def _keys(account: Account, label: str) -> dict[str, str]:
    """The public keys whose names begin so, and their ids."""
    pages = _pages(account.client("cloudfront").list_public_keys, "PublicKeyList")
    return {told["Name"]: told["Id"] for told in pages if told["Name"].startswith(label)}


def _groups(account: Account, label: str) -> dict[str, str]:
    pages = _pages(account.client("cloudfront").list_key_groups, "KeyGroupList")
    groups = [told["KeyGroup"] for told in pages]
    found = {group["KeyGroupConfig"]["Name"]: group["Id"] for group in groups}
    return {name: id for name, id in found.items() if name.startswith(label)}


def _pages(ask: Callable[..., dict[str, Any]], name: str) -> list[dict[str, Any]]:
    """All that a list of CloudFront's has."""
    found: list[dict[str, Any]] = []
    marker: dict[str, str] = {}
    while True:
        page = ask(**marker)[name]
        found += page.get("Items", [])
        if not page.get("NextMarker"):
            return found
        marker = {"Marker": page["NextMarker"]}


def _drop(account: Account, stack_name: str, kept: set[str]) -> None:
    """Groups first: a key that is in one cannot go."""
    label = _label(account, stack_name)
    for found, drop in ((_groups, _drop_group), (_keys, _drop_key)):
        for id in set(found(account, label).values()) - kept:
            _unless_missing(partial(drop, account.client("cloudfront"), id))


def _drop_group(cloudfront: Any, id: str) -> None:
    cloudfront.delete_key_group(Id=id, IfMatch=cloudfront.get_key_group(Id=id)["ETag"])


def _drop_key(cloudfront: Any, id: str) -> None:
    cloudfront.delete_public_key(Id=id, IfMatch=cloudfront.get_public_key(Id=id)["ETag"])


def _unless_missing(act: Callable[[], object]) -> None:
    try:
        act()
    except ClientError as error:
        if error.response["Error"]["Code"] not in _MISSING:
            raise
