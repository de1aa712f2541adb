"""Says where a stack is, and what is left to do by hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from botocore.exceptions import ClientError

from infra.deploy import stack
from infra.deploy.account import Account
from infra.deploy.functions import Functions


def show(account: Account, name: str, stage: str) -> None:
    """Print the addresses and names of the stack, and DNS records that somebody has to add."""
    made = stack.outputs(account, name)
    print(f"\nLineUp is at     {made['PublicUrl']}/")
    print(f"Adapters dial    lineup pair CODE --server {made['PublicUrl']}")
    print(f"Table            {made['TableName']}")
    print(f"Root key         {made['RootKeyArn']}")
    for line in todo(account, name, made):
        print(f"To do            {line}")
    print(f"Sign in first    make sign-in-link STAGE={stage} EMAIL=you@example.com   (by mail once SES sends)")


def todo(account: Account, name: str, made: stack.Outputs) -> Iterator[str]:
    """What the stack cannot do by itself, one line each."""
    if Functions(account, name).stopped():
        yield "data: an unfinished `make restore` has stopped the functions; the same command again finishes it"
    values = stack.parameters(account, name)
    if values.get("DomainName") and not values.get("HostedZoneId"):
        yield f"DNS: {values['DomainName']} CNAME {made['DistributionName']}"
    if identity := values.get("MailIdentity"):
        yield from _mail(account, identity)


def _mail(account: Account, identity: str) -> Iterator[str]:
    try:
        told = account.client("sesv2").get_email_identity(EmailIdentity=identity)
    except ClientError as error:
        yield f"mail: SES does not know {identity} ({error.response['Error']['Code']})"
        return
    yield from mail_records(identity, told)


def mail_records(identity: str, told: Mapping[str, Any]) -> Iterator[str]:
    """What is left to do for an identity that SES has told of."""
    if told.get("VerifiedForSendingStatus"):
        return
    if "@" in identity:
        yield f"mail: open the link that SES sent to {identity}"
    for token in told.get("DkimAttributes", {}).get("Tokens", []):
        yield f"DNS, for mail: {token}._domainkey.{identity} CNAME {token}.dkim.amazonses.com"
