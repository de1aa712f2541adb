"""A change of a stack, as CloudFormation would make it: asked for, and looked at before anything happens."""

from __future__ import annotations

import time
import uuid
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from botocore.exceptions import ClientError

from infra.deploy.account import Account, DeployRefused
from infra.deploy.bundle import Uploaded

_NOTHING = ("didn't contain changes", "No updates are to be performed", "no changes")
#: What CloudFormation says to the second of two deploys.
_OTHERS = frozenset({
    "AlreadyExistsException", "ChangeSetNotFound", "ChangeSetNotFoundException", "InvalidChangeSetStatus",
    "InvalidChangeSetStatusException", "OperationInProgressException",
})  # fmt: skip
#: Resources that hold what cannot be made again; properties whose change makes CloudFormation make another one (the
#: change set may call that conditional), or write another value into the same.
_KEPT = ("Table", "RootKey", "FilesBucket")
_ANOTHER = ("KeySchema", "LocalSecondaryIndexes", "TableName", "BucketName")
_REWRITE = ("GenerateSecretString", "SecretString")
_CAPABILITIES = ["CAPABILITY_IAM", "CAPABILITY_AUTO_EXPAND"]


@contextmanager
def alone(name: str) -> Iterator[None]:
    """Somebody else's deploy at the same moment is told as that. CloudFormation lets one of two begin, and drops the
    change set of the other."""
    try:
        yield
    except ClientError as error:
        told = error.response["Error"]
        if told["Code"] in _OTHERS or "_IN_PROGRESS" in told.get("Message", ""):
            raise DeployRefused(
                f"Another deploy of {name} is under way ({told['Code']}). Nothing was changed by this one: run it again"
                " when that one has ended."
            ) from error
        raise


def make(
    account: Account,
    name: str,
    uploaded: Uploaded,
    parameters: Mapping[str, str],
    before: dict[str, Any] | None,
) -> str:
    """Ask for the change from the stack `before` (None: there is none) to the uploaded template; its name."""
    known = {parameter["ParameterKey"] for parameter in (before or {}).get("Parameters", [])}
    values: list[dict[str, Any]] = [{"ParameterKey": key, "ParameterValue": text} for key, text in parameters.items()]
    kept = sorted((known & uploaded.parameters) - parameters.keys())
    values += [{"ParameterKey": key, "UsePreviousValue": True} for key in kept]
    change = f"lineup-{uuid.uuid4().hex}"
    account.client("cloudformation").create_change_set(
        StackName=name, ChangeSetName=change, ChangeSetType="UPDATE" if before else "CREATE",
        TemplateURL=_address(account, uploaded), Parameters=values, Capabilities=_CAPABILITIES,
    )  # fmt: skip
    return change


def _address(account: Account, uploaded: Uploaded) -> str:
    """Where CloudFormation finds the template; it reads it with the caller's rights."""
    params = {"Bucket": uploaded.bucket, "Key": uploaded.template}
    signed: str = account.client("s3").generate_presigned_url("get_object", Params=params)
    return signed.partition("?")[0]


def changes(account: Account, name: str, change: str, poll: float) -> list[dict[str, Any]] | None:
    """What the change set would do to resources; None if there is nothing to change at all, and the set is gone.

    Raises `DeployRefused`.
    """
    cloudformation = account.client("cloudformation")
    while True:
        told = cloudformation.describe_change_set(StackName=name, ChangeSetName=change)
        match told["Status"]:
            case "CREATE_COMPLETE":
                pages = cloudformation.get_paginator("describe_change_set").paginate(
                    StackName=name, ChangeSetName=change
                )
                return [one["ResourceChange"] for page in pages for one in page["Changes"] if "ResourceChange" in one]
            case "FAILED":
                cloudformation.delete_change_set(StackName=name, ChangeSetName=change)
                reason = told.get("StatusReason", "")
                if any(words in reason for words in _NOTHING):
                    return None
                raise DeployRefused(f"CloudFormation does not take the template: {reason}")
        time.sleep(poll)


def refuse_loss(account: Account, name: str, change: str, told: Sequence[Mapping[str, Any]]) -> None:
    """Before anything happens: whether all data would be left behind, or become unreadable."""
    for one in told:
        lost = loss(one) if one["LogicalResourceId"] in _KEPT else ""
        if lost:
            account.client("cloudformation").delete_change_set(StackName=name, ChangeSetName=change)
            raise DeployRefused(
                f"This version would {lost} {one['LogicalResourceId']} of {name} and leave behind what is in it."
                " Nothing was changed. Its CHANGELOG says how to move; or check out the version that is deployed."
            )


def loss(change: Mapping[str, Any]) -> str:
    """What a change does to the contents of the resource, "" if it keeps them."""
    targets = {detail.get("Target", {}).get("Name") for detail in change.get("Details", [])}
    if change["Action"] == "Remove":
        return "remove"
    if change["Action"] == "Modify" and (change.get("Replacement") == "True" or targets.intersection(_ANOTHER)):
        return "replace"
    return "rewrite" if targets.intersection(_REWRITE) else ""
