"""Options that several commands share."""

from __future__ import annotations

import click

home_option = click.option(
    "--home", envvar="LINEUP_HOME", type=click.Path(file_okay=False),
    help="Folder for the credential and the journal (LINEUP_HOME). One folder is one agent.",
)  # fmt: skip
server_option = click.option("--server", envvar="LINEUP_SERVER", help="Address of the LineUp server (LINEUP_SERVER).")
