"""What must be there before anything is touched, each missing thing with what to do about it."""

from __future__ import annotations

import platform
from pathlib import Path

from botocore.exceptions import ClientError

from infra.deploy.account import Account, DeployRefused

_PYTHONS = ("3.11", "3.12", "3.13")


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


def check(dist: Path) -> None:
    """This machine. Raises `DeployRefused`."""
    python = ".".join(platform.python_version_tuple()[:2])
    if python not in _PYTHONS:
        raise DeployRefused(f"Packaging needs a Python that Lambda has ({', '.join(_PYTHONS)}), this is {python}.")
    if not (dist / "index.html").is_file():
        raise DeployRefused("The web app is not built. Run `make web` first.")
