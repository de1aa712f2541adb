"""Deploys LineUp to an AWS account: `python -m infra.deploy up|down|link|show|restore` (docs/deploy.md)."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from botocore.exceptions import BotoCoreError, ClientError

from infra.deploy import bundle, files_key, prerequisites, stack, variables
from infra.deploy.account import Account, DeployRefused
from infra.deploy.destroy import destroy
from infra.deploy.fill import fill
from infra.deploy.link import sign_in_link
from infra.deploy.publish import publish
from infra.deploy.show import show
from infra.deploy.source import check_name
from infra.package import BUILD, ROOT, STAGES, PackagingFailed, package

DIST = ROOT / "web" / "dist"
#: What AWS says of credentials whose time has ended in the middle.
_ENDED = frozenset({"ExpiredToken", "ExpiredTokenException", "RequestExpired"})


def up(account: Account, stage: str, dist: Path = DIST) -> stack.Outputs:
    """Package, upload, deploy, publish. Again is fine, also after a failure in the middle."""
    name = stack_name(stage)
    prerequisites.check(dist)
    stack.refuse_broken(name, stack.describe(account, name))
    known = stack.parameters(account, name)
    given = {**variables.parameters(os.environ, known), "Stage": stage}
    given |= files_key.prepare(account, name)
    prerequisites.check_identity(account, given.get("MailIdentity", ""), known.get("MailIdentity", ""))
    print(f"Packaging {name} for account {account.id}, {account.region}", flush=True)
    uploaded = bundle.upload(account, package(stage, BUILD / stage))
    made = stack.apply(account, name, uploaded, given, say)
    files_key.forget_old(account, name)
    count = publish(account, dist, made["WebBucketName"], made["DistributionId"])
    print(f"Published {count} files of the web app.", flush=True)
    return made


def stack_name(stage: str) -> str:
    """The stack of a stage."""
    return f"lineup-{stage}"


def say(line: str) -> None:
    """One line of progress."""
    print(f"  {line}", flush=True)


def main(arguments: Sequence[str]) -> None:
    """The command line; see the head of this file."""
    given = _parser().parse_args(arguments)
    try:
        _check(given)
        account = Account()
        account.check()
        _run(account, given)
    except (DeployRefused, PackagingFailed) as refusal:
        sys.exit(f"\n{refusal}")
    except ClientError as error:
        again = " Sign in again, then run the same command." if error.response["Error"]["Code"] in _ENDED else ""
        sys.exit(f"\nAWS refused: {error}{again}")
    except BotoCoreError as error:
        sys.exit(f"\nAWS cannot be asked: {error}")
    except KeyboardInterrupt:
        sys.exit("\nStopped. What AWS has begun goes on there; the same command may be run again.")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m infra.deploy", description="LineUp on an AWS account.")
    commands = parser.add_subparsers(dest="command", required=True)
    for name, help in (
        ("up", "create or update"),
        ("down", "take down"),
        ("link", "a one-time sign-in link"),
        ("show", "the addresses"),
        ("restore", "replace all data by a restored table's or an export's"),
    ):
        command = commands.add_parser(name, help=help)
        command.add_argument("--stage", nargs="?", default="dev", const="", help=" or ".join(STAGES))
        if name == "down":
            command.add_argument("--confirm", default="", help="the stack's name")
            command.add_argument("--with-data", default="", help="the table's name: delete all data as well")
        if name == "link":
            command.add_argument("email", nargs="?", default="")
        if name == "restore":
            command.add_argument("--from", dest="source", default="", help="a table, or the file of an export")
            command.add_argument("--with-key", default="", help="the file of the root key that belongs to the data")
            command.add_argument("--confirm", default="", help="the stack's name")
    return parser


def _check(given: argparse.Namespace) -> None:
    if given.stage not in STAGES:
        raise DeployRefused(f"There is no stage {given.stage!r}. STAGE is {' or '.join(STAGES)}.")
    variables.check_names(os.environ, given.command)
    if given.command == "link" and "@" not in given.email:
        raise DeployRefused("Whom does the link sign in? EMAIL=you@example.com")
    if given.command == "restore":
        check_name(given.source)


def _run(account: Account, given: argparse.Namespace) -> None:
    name = stack_name(given.stage)
    match given.command:
        case "up":
            up(account, given.stage)
            show(account, name, given.stage)
        case "show":
            show(account, name, given.stage)
        case "link":
            print(sign_in_link(account, name, given.email))
        case "restore":
            key = Path(given.with_key) if given.with_key else None
            fill(account, name, given.source, given.confirm, key=key, say=say)
        case "down":
            destroy(account, name, given.confirm, with_data=given.with_data, say=say)


if __name__ == "__main__":
    main(sys.argv[1:])
