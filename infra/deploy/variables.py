"""What is set at the command line of make: the template's parameters, and names that nobody reads."""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping
from typing import Any

from infra.deploy.account import DeployRefused
from infra.package import extra

#: The variables of `make deploy`, and the parameter of the template that each sets.
VARIABLES = {
    "MAIL_FROM": "MailFrom",
    "MAIL_IDENTITY": "MailIdentity",
    "DOMAIN": "DomainName",
    "CERTIFICATE": "CertificateArn",
    "ZONE": "HostedZoneId",
    "ALARM_EMAIL": "AlarmEmail",
    "LOG_DAYS": "LogDays",
    "TRACING": "Tracing",
    "EDGE_KEY_VERSION": "EdgeKeyVersion",
    "ROOT_KEY_VERSION": "RootKeyVersion",
}
#: What each command reads besides `STAGE` and the `AWS_*` variables.
READ = {
    "up": {*VARIABLES, "ARTIFACTS_BUCKET"},
    "show": set[str](),
    "link": {"EMAIL"},
    "restore": {"FROM", "KEY", "CONFIRM"},
    "down": {"CONFIRM", "WITH_DATA"},
}
_MAKES_OWN = {"PORT", "DATA", "PY", "PIP", "NPM", "MAKEFLAGS", "SHELL"}


def check_names(environment: Mapping[str, str], command: str) -> None:
    """Whether everything that was given to make by name is read: `MAILFROM=...` would silently do nothing.

    Raises `DeployRefused`.
    """
    known = READ[command] | {"STAGE"}
    for name in _given_to_make(environment):
        if name not in known | _MAKES_OWN and not name.startswith("AWS_"):
            close = difflib.get_close_matches(name, known, 1, 0.5)
            meant = f"Did you mean {close[0]}?" if close else f"There are {', '.join(sorted(known))}."
            raise DeployRefused(f"Nothing here reads {name}. {meant}")


def _given_to_make(environment: Mapping[str, str]) -> list[str]:
    """make tells its variables after a `--` of `MAKEFLAGS`, their spaces behind a backslash, and exports each (GNU
    make's manual, 5.7.2). What is not exported is a line of a value."""
    words = re.findall(r"(?:\\.|[^\\\s])+", environment.get("MAKEFLAGS", ""))
    given = words[words.index("--") + 1 :] if "--" in words else []
    names = [word.partition("=")[0].rstrip(":+?") for word in given if "=" in word]
    return [name for name in names if name in environment]


def parameters(environment: Mapping[str, str], known: Mapping[str, str]) -> dict[str, str]:
    """The template's parameters that the environment sets; the others stay as they are. `known` are those of the stack.

    Raises `DeployRefused`.
    """
    given = {name: environment[key].strip() for key, name in VARIABLES.items() if key in environment}
    complete = {**known, **given}
    if not complete.get("MailFrom"):
        raise DeployRefused(
            "Who does mail come from? Set MAIL_FROM=lineup@example.com (an address or domain that SES has verified, or"
            " will: MAIL_IDENTITY=example.com has this stack ask for it)."
        )
    _check_values(given)
    if complete.get("DomainName") and not complete.get("CertificateArn"):
        raise DeployRefused(
            "DOMAIN needs CERTIFICATE, the ARN of its ACM certificate in us-east-1 (CloudFront reads there)."
        )
    if complete.get("HostedZoneId") and not complete.get("DomainName"):
        raise DeployRefused("ZONE is of no use without DOMAIN.")
    return given


def _check_values(given: Mapping[str, str]) -> None:
    """What the template says of each, before minutes are spent."""
    declared: dict[str, dict[str, Any]] = extra()["Parameters"]
    for variable, name in VARIABLES.items():
        if name in given and (wrong := _wrong(declared[name], given[name])):
            raise DeployRefused(f"{variable}={given[name]} cannot be: {wrong}")


def _wrong(declared: Mapping[str, Any], value: str) -> str:
    """What is wrong with a value of a parameter, "" if nothing is."""
    allowed = [str(one) for one in declared.get("AllowedValues", [])]
    if allowed and value not in allowed:
        return f"it is one of {', '.join(allowed)}."
    if not re.fullmatch(declared.get("AllowedPattern", r"[\s\S]*"), value):
        return str(declared["ConstraintDescription"])
    return ""
