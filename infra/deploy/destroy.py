"""Takes a stack down. Data stays unless it is asked for by name, twice."""

from __future__ import annotations

from infra.deploy import stack
from infra.deploy.account import Account, DeployRefused
from infra.deploy.stack import Say


def destroy(account: Account, name: str, confirmed: str, *, with_data: bool, say: Say, poll: float = 3.0) -> None:
    """Delete the stack `name`; `confirmed` must be that name. The table, the root key and uploaded files stay, unless
    `with_data`. Raises `DeployRefused`."""
    if confirmed != name:
        raise DeployRefused(f"This takes {name} in {account.region} down for everybody. Say so with CONFIRM={name}.")
    made = stack.outputs(account, name)
    _empty(account, made["WebBucketName"])
    since = stack.newest_event(account, name)
    account.client("cloudformation").delete_stack(StackName=name)
    stack.watch(account, name, since, say, poll)
    if with_data:
        _delete_data(account, made, say)
    else:
        say(f"Kept: table {made['TableName']}, root key {made['RootKeyArn']}, files {made['FilesBucketName']}.")
        say(f"Delete these too with CONFIRM={name} WITH_DATA={made['TableName']}, before the stack is gone.")


def _delete_data(account: Account, made: stack.Outputs, say: Say) -> None:
    dynamodb = account.client("dynamodb")
    dynamodb.update_table(TableName=made["TableName"], DeletionProtectionEnabled=False)
    dynamodb.delete_table(TableName=made["TableName"])
    _empty(account, made["FilesBucketName"])
    account.client("s3").delete_bucket(Bucket=made["FilesBucketName"])
    account.client("secretsmanager").delete_secret(SecretId=made["RootKeyArn"], RecoveryWindowInDays=7)
    say("The table and the files are gone. The root key can be recovered for 7 days.")


def _empty(account: Account, bucket: str) -> None:
    s3 = account.client("s3")
    for page in s3.get_paginator("list_objects_v2").paginate(Bucket=bucket):
        found = [{"Key": item["Key"]} for item in page.get("Contents", [])]
        if found:
            s3.delete_objects(Bucket=bucket, Delete={"Objects": found, "Quiet": True})
