"""Creates or updates the stack by a change set, and says what happens."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any

from botocore.exceptions import ClientError

from infra.deploy import change_set
from infra.deploy.account import Account, DeployRefused
from infra.deploy.bundle import Uploaded

Say = Callable[[str], None]
Outputs = dict[str, str]
_POLL_SECONDS = 3.0


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
    refuse_broken(name, before)
    if before is not None and before["StackStatus"] == "REVIEW_IN_PROGRESS":
        before = None  # a template was refused; nothing was made of it, so nothing has a value to keep
    with change_set.alone(name):
        change = change_set.make(account, name, uploaded, parameters, before)
        changes = change_set.changes(account, name, change, poll)
        if changes is not None:
            change_set.refuse_loss(account, name, change, changes)
            since = newest_event(account, name)
            account.client("cloudformation").execute_change_set(StackName=name, ChangeSetName=change)
    if changes is not None:
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
    if stack is None or stack["StackStatus"] == "REVIEW_IN_PROGRESS":
        raise DeployRefused(f"There is no stack {name} in {account.region}. Run `make deploy` first.")
    if not stack.get("Outputs"):
        refuse_busy(name, stack)
        raise DeployRefused(f"The stack {name} was not finished ({stack['StackStatus']}). {_removed(name)}")
    return {output["OutputKey"]: output["OutputValue"] for output in stack["Outputs"]}


def _removed(name: str) -> str:
    return f"`make destroy STAGE={name.removeprefix('lineup-')} CONFIRM={name}` removes it; then deploy again."


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


def refuse_broken(name: str, stack: Mapping[str, Any] | None) -> None:
    """Raise `DeployRefused` if the stack, as `describe` gave it, takes no change; says what to do about it."""
    status = stack["StackStatus"] if stack else ""
    if status == "UPDATE_ROLLBACK_FAILED":
        raise DeployRefused(
            f"The stack {name} could not go back after a failed change. When its cause is mended:"
            f" `aws cloudformation continue-update-rollback --stack-name {name}`, then deploy again."
        )
    if status in ("ROLLBACK_COMPLETE", "ROLLBACK_FAILED", "CREATE_FAILED", "DELETE_FAILED"):
        raise DeployRefused(f"The stack {name} is left over from a failed try ({status}). {_removed(name)}")
    refuse_busy(name, stack)


def refuse_busy(name: str, stack: Mapping[str, Any] | None) -> None:
    """Raise `DeployRefused` if the stack, as `describe` gave it, is being changed."""
    status = stack["StackStatus"] if stack else ""
    if status.endswith("_IN_PROGRESS") and status != "REVIEW_IN_PROGRESS":
        raise DeployRefused(f"The stack {name} is being changed by somebody else ({status}). Try again later.")


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
