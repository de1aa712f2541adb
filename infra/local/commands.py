"""The command line: serving, and the commands that look after the data."""

from __future__ import annotations

import argparse
import os
import sqlite3
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from chalicelib.services.ports import TableError
from infra.local import control, logs
from infra.local.main import main
from infra.local.product import runtime
from infra.local.refused import StartRefused
from infra.transfer import cli
from infra.transfer.refused import Refused

EPILOG = "Without a command it serves. All of it is explained in docs/hosting.md."


def run(arguments: Sequence[str]) -> int:
    """Do what the command line says; the exit code. 1: refused, or something is wrong with the data."""
    if arguments and arguments[0] == "serve":
        return main(arguments[1:], runtime())
    parser, names = _parser(os.environ)
    if not (arguments and arguments[0] in names):
        return main(arguments, runtime())
    logs.configure()
    given = parser.parse_args(arguments)
    try:
        code: int = given.do(given)
    except (Refused, StartRefused, TableError) as refusal:
        print(f"{arguments[0]}: {refusal}", file=sys.stderr)
        return 1
    except (OSError, sqlite3.Error) as error:
        print(f"{arguments[0]}: {error}. Check the room on the disk and the rights on its files.", file=sys.stderr)
        return 1
    return code


def _parser(environment: Mapping[str, str]) -> tuple[argparse.ArgumentParser, frozenset[str]]:
    parser = argparse.ArgumentParser(prog="python -m infra.local", epilog=EPILOG)
    commands = parser.add_subparsers(required=True)
    data = Path(environment.get("DATA") or "data")
    cli.add_commands(commands, data)
    link = commands.add_parser("sign-in-link", help="ask the running server for a one-time sign-in link")
    link.add_argument("--data", type=Path, default=data, help="the server's data folder (DATA)")
    link.add_argument("--email", help="whom it signs in; without it the owner of this machine")
    link.set_defaults(do=_sign_in_link)
    return parser, frozenset(commands.choices)


def _sign_in_link(given: argparse.Namespace) -> int:
    try:
        answer = control.ask(given.data, {"do": "sign-in-link", "email": given.email})
    except control.NotRunning:
        raise Refused(
            f"No server answers in {given.data}. Start it: it prints a link. Or name its folder with --data."
        ) from None
    if "link" not in answer:
        raise Refused(answer.get("error", "The server did not say why."))
    print(answer["link"])
    return 0
