"""What must be there before anything is touched, each missing thing with what to do about it."""

from __future__ import annotations

import platform
from collections.abc import Mapping
from pathlib import Path

from botocore.exceptions import ClientError

from infra.deploy.account import Account, DeployRefused

#: The variables of `make deploy`, and the parameter of the template that each sets.
VARIABLES = {
    "MAIL_FROM": "MailFrom",
    "MAIL_IDENTITY": "MailIdentity",
    "DOMAIN": "DomainName",
    "CERTIFICATE": "CertificateArn",
    "ZONE": "HostedZoneId",
    "ALARM_EMAIL": "AlarmEmail",
    "FILES_PUBLIC_KEY": "FilesPublicKey",
    "LOG_DAYS": "LogDays",
    "TRACING": "Tracing",
    "EDGE_KEY_VERSION": "EdgeKeyVersion",
    "ROOT_KEY_VERSION": "RootKeyVersion",
}
_PYTHONS = ("3.11", "3.12", "3.13")


def parameters(environment: Mapping[str, str], known: Mapping[str, str]) -> dict[str, str]:
    """The template's parameters that the environment sets; the others stay as they are. `known` are those of the stack.

    Raises `DeployRefused`.
    """
    given = {name: environment[key] for key, name in VARIABLES.items() if key in environment}
    complete = {**known, **given}
    if "@" not in complete.get("MailFrom", ""):
        raise DeployRefused(
            "Who does mail come from? Set MAIL_FROM=lineup@example.com (an address or domain that SES has verified, or"
            " will: MAIL_IDENTITY=example.com has this stack ask for it)."
        )
    if complete.get("DomainName") and ":us-east-1:" not in complete.get("CertificateArn", ""):
        raise DeployRefused(
            "DOMAIN needs CERTIFICATE, the ARN of its ACM certificate in us-east-1 (CloudFront reads there)."
        )
    if complete.get("HostedZoneId") and not complete.get("DomainName"):
        raise DeployRefused("ZONE is of no use without DOMAIN.")
    return given


def check_identity(account: Account, wanted: str, known: str) -> None:
    """SES has each identity once, and a stack can only make one that is not there. `known` is the one that the stack
    has made. Raises `DeployRefused`."""
    if not wanted or wanted == known:
        return
    try:
        account.client("sesv2").get_email_identity(EmailIdentity=wanted)
    except ClientError as error:
        if error.response["Error"]["Code"] == "NotFoundException":
            return
        raise
    raise DeployRefused(f"SES knows {wanted} already (made by hand, or by another stage): leave MAIL_IDENTITY out.")


def check(account: Account, dist: Path) -> None:
    """The machine and the account. Raises `DeployRefused`."""
    python = ".".join(platform.python_version_tuple()[:2])
    if python not in _PYTHONS:
        raise DeployRefused(f"Packaging needs a Python that Lambda has ({', '.join(_PYTHONS)}), this is {python}.")
    if not (dist / "index.html").is_file():
        raise DeployRefused("The web app is not built. Run `make web` first.")
    _ = account.region, account.id
