"""Creates or updates the stack by a change set, and says what happens."""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable, Mapping
from typing import Any

from botocore.exceptions import ClientError

from infra.deploy.account import Account, DeployRefused
from infra.deploy.bundle import Uploaded

Say = Callable[[str], None]
Outputs = dict[str, str]
_POLL_SECONDS = 3.0
_NOTHING = ("didn't contain changes", "No updates are to be performed", "no changes")
_CAPABILITIES = ["CAPABILITY_IAM", "CAPABILITY_AUTO_EXPAND"]


def apply(
    account: Account,
    name: str,
    uploaded: Uploaded,
    parameters: Mapping[str, str],
    say: Say,
    poll: float = _POLL_SECONDS,
) -> Outputs:
    """Bring the stack `name` to the uploaded template; its outputs. Parameters that are not given keep their value.

    Raises `DeployRefused` with the reasons that CloudFormation gave, when it rolled back.
    """
    before = describe(account, name)
    _refuse_broken(name, before)
    if before is not None and before["StackStatus"] == "REVIEW_IN_PROGRESS":
        before = None  # a template was refused; nothing was made of it, so nothing has a value to keep
    change = _change_set(account, name, uploaded, parameters, before)
    if _wait_for_change_set(account, name, change, poll):
        since = newest_event(account, name)
        account.client("cloudformation").execute_change_set(StackName=name, ChangeSetName=change)
        watch(account, name, since, say, poll)
    else:
        say("Nothing to change in the stack.")
    return outputs(account, name)


def describe(account: Account, name: str) -> dict[str, Any] | None:
    """The stack, or None."""
    try:
        stacks = account.client("cloudformation").describe_stacks(StackName=name)["Stacks"]
    except ClientError as error:
        if "does not exist" in str(error):
            return None
        raise
    found = [stack for stack in stacks if stack["StackStatus"] != "DELETE_COMPLETE"]
    return found[0] if found else None


def outputs(account: Account, name: str) -> Outputs:
    """The outputs of the stack. Raises `DeployRefused` if there is none, or it was never finished."""
    stack = describe(account, name)
    if stack is None:
        raise DeployRefused(f"There is no stack {name} in {account.region}. Run `make deploy` first.")
    if not stack.get("Outputs"):
        raise DeployRefused(f"The stack {name} was not finished ({stack['StackStatus']}). `make destroy` removes it.")
    return {output["OutputKey"]: output["OutputValue"] for output in stack["Outputs"]}


def parameters(account: Account, name: str) -> dict[str, str]:
    """The parameters that the stack has; none if there is no stack."""
    listed = (describe(account, name) or {}).get("Parameters", [])
    return {parameter["ParameterKey"]: parameter["ParameterValue"] for parameter in listed}


def resources(account: Account, name: str) -> dict[str, str]:
    """What there is of the stack, also of one that was not finished and has no outputs: the name (or ARN) that AWS gave
    to each resource of the template. Raises `DeployRefused` if there is no stack."""
    if describe(account, name) is None:
        raise DeployRefused(f"There is no stack {name} in {account.region}.")
    pages = account.client("cloudformation").get_paginator("list_stack_resources").paginate(StackName=name)
    listed = (resource for page in pages for resource in page["StackResourceSummaries"])
    return {
        told["LogicalResourceId"]: told["PhysicalResourceId"]
        for told in listed
        if told.get("PhysicalResourceId") and told["ResourceStatus"] != "DELETE_COMPLETE"
    }


def _refuse_broken(name: str, stack: dict[str, Any] | None) -> None:
    status = stack["StackStatus"] if stack else ""
    if status == "UPDATE_ROLLBACK_FAILED":
        raise DeployRefused(
            f"The stack {name} could not go back after a failed change. When its cause is mended:"
            f" `aws cloudformation continue-update-rollback --stack-name {name}`, then deploy again."
        )
    if status in ("ROLLBACK_COMPLETE", "ROLLBACK_FAILED", "DELETE_FAILED"):
        raise DeployRefused(f"The stack {name} is left over from a failed try ({status}). `make destroy` removes it.")
    if status.endswith("_IN_PROGRESS") and status != "REVIEW_IN_PROGRESS":
        raise DeployRefused(f"The stack {name} is being changed by somebody else ({status}). Try again later.")


def _change_set(
    account: Account,
    name: str,
    uploaded: Uploaded,
    parameters: Mapping[str, str],
    before: dict[str, Any] | None,
) -> str:
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


def _wait_for_change_set(account: Account, name: str, change: str, poll: float) -> bool:
    """Whether there is something to change. Raises `DeployRefused`."""
    cloudformation = account.client("cloudformation")
    while True:
        told = cloudformation.describe_change_set(StackName=name, ChangeSetName=change)
        match told["Status"]:
            case "CREATE_COMPLETE":
                return True
            case "FAILED":
                cloudformation.delete_change_set(StackName=name, ChangeSetName=change)
                reason = told.get("StatusReason", "")
                if any(words in reason for words in _NOTHING):
                    return False
                raise DeployRefused(f"CloudFormation does not take the template: {reason}")
        time.sleep(poll)


def watch(account: Account, name: str, since: str | None, say: Say, poll: float = _POLL_SECONDS) -> None:
    """Say each event after `since` until the stack rests or is gone. Raises `DeployRefused` if it failed.

    What the stack's own newest event says counts: its description may still be the one from before.
    """
    reasons: list[str] = []
    status = ""
    while not status or status.endswith("_IN_PROGRESS"):
        for event in _events(account, name, since):
            since = event["EventId"]
            say(f"{event['ResourceStatus']:<22} {event['LogicalResourceId']}")
            if event["PhysicalResourceId"] == event["StackId"]:
                status = event["ResourceStatus"]
            elif event["ResourceStatus"].endswith("_FAILED") and not _cancelled(event):
                reasons.append(f"{event['LogicalResourceId']}: {event.get('ResourceStatusReason', '')}")
        if describe(account, name) is None:
            status = "DELETE_COMPLETE"
        elif not status or status.endswith("_IN_PROGRESS"):
            time.sleep(poll)
    if "ROLLBACK" in status or status.endswith("_FAILED"):
        raise DeployRefused("\n".join([f"The stack {name} ended as {status}.", *reasons]))


def _cancelled(event: Mapping[str, Any]) -> bool:
    """Whether it failed only because another resource did."""
    return "cancelled" in event.get("ResourceStatusReason", "")


def newest_event(account: Account, name: str) -> str | None:
    """The id of the newest event, to say only what comes after it."""
    found = account.client("cloudformation").describe_stack_events(StackName=name)["StackEvents"]
    return str(found[0]["EventId"]) if found else None


def _events(account: Account, name: str, since: str | None) -> list[dict[str, Any]]:
    """Events after `since`, oldest first; none of a stack that is gone."""
    newer: list[dict[str, Any]] = []
    try:
        for page in account.client("cloudformation").get_paginator("describe_stack_events").paginate(StackName=name):
            for event in page["StackEvents"]:
                if event["EventId"] == since:
                    return newer[::-1]
                newer.append(event)
    except ClientError as error:
        if "does not exist" not in str(error):
            raise
    return newer[::-1]
