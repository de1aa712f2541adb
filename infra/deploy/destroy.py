"""Takes a stack down. Data stays unless it is asked for by name, twice."""

from __future__ import annotations

from infra.deploy import files_key, stack
from infra.deploy.account import Account, DeployRefused
from infra.deploy.stack import Say


def destroy(account: Account, name: str, confirmed: str, *, with_data: str, say: Say, poll: float = 3.0) -> None:
    """Delete the stack `name`, also one that was not finished; `confirmed` must be that name. The table, the root key
    and uploaded files stay, unless `with_data` is the table's name. Raises `DeployRefused`."""
    if confirmed != name:
        raise DeployRefused(f"This takes {name} in {account.region} down for everybody. Say so with CONFIRM={name}.")
    made = stack.resources(account, name)
    _refuse_halves(account, name)
    table = made.get("Table", "")
    if with_data and not table:
        raise DeployRefused(f"{name} has no table. Leave WITH_DATA out.")
    if with_data and with_data != table:
        raise DeployRefused(f"All data would be deleted for good. Say so with WITH_DATA={table}.")
    if "WebBucket" in made:
        _empty(account, made["WebBucket"])
    since = stack.newest_event(account, name)
    account.client("cloudformation").delete_stack(StackName=name)
    stack.watch(account, name, since, say, poll)
    if not with_data:
        _say_what_stays(made, say)
    else:
        try:
            _delete_data(account, made, say)
        except BaseException:
            _say_what_stays(made, say)
            raise
    files_key.forget(account, name)


def _refuse_halves(account: Account, name: str) -> None:
    """The web app is taken out before the stack is deleted: if that is refused, only pages would be gone."""
    told = stack.describe(account, name) or {}
    stack.refuse_busy(name, told)
    if told.get("EnableTerminationProtection"):
        raise DeployRefused(
            f"{name} is protected. `aws cloudformation update-termination-protection --no-enable-termination-protection"
            f" --stack-name {name}` takes that away."
        )


def _say_what_stays(made: dict[str, str], say: Say) -> None:
    """The stack is gone, so that this is the last time that their names are told."""
    commands = {
        "Table": "aws dynamodb update-table --no-deletion-protection-enabled --table-name {0} &&"
        " aws dynamodb delete-table --table-name {0}",
        "FilesBucket": "aws s3 rb --force s3://{0}",
        "RootKey": "aws secretsmanager delete-secret --recovery-window-in-days 30 --secret-id {0}",
    }
    for resource, command in commands.items():
        if resource in made:
            say(f"Kept {made[resource]}. To delete it: {command.format(made[resource])}")


def _delete_data(account: Account, made: dict[str, str], say: Say) -> None:
    dynamodb = account.client("dynamodb")
    dynamodb.update_table(TableName=made["Table"], DeletionProtectionEnabled=False)
    dynamodb.get_waiter("table_exists").wait(TableName=made["Table"])  # while it is changed it cannot be deleted
    dynamodb.delete_table(TableName=made["Table"])
    if "FilesBucket" in made:
        _empty(account, made["FilesBucket"])
        account.client("s3").delete_bucket(Bucket=made["FilesBucket"])
    if "RootKey" in made:
        account.client("secretsmanager").delete_secret(SecretId=made["RootKey"], RecoveryWindowInDays=30)
    say("The table and the files are gone. The root key can be recovered for 30 days.")


def _empty(account: Account, bucket: str) -> None:
    s3 = account.client("s3")
    for page in s3.get_paginator("list_objects_v2").paginate(Bucket=bucket):
        found = [{"Key": item["Key"]} for item in page.get("Contents", [])]
        if found:
            s3.delete_objects(Bucket=bucket, Delete={"Objects": found, "Quiet": True})
