"""Options that several commands share."""

from __future__ import annotations

import click

home_option = click.option(
    "--home", envvar="LINEUP_HOME", type=click.Path(file_okay=False),
    help="Folder for the credential and the journal (LINEUP_HOME). One folder is one agent.",
)  # fmt: skip
server_option = click.option("--server", envvar="LINEUP_SERVER", help="Address of the LineUp server (LINEUP_SERVER).")
code_option = click.option("--code", help="A pairing code: pairs first, unless it was redeemed here already.")
name_option = click.option("--name", help="What the agent is called until a person names it.")
replace_option = click.option(
    "--replace", is_flag=True, help="Give up the agent that this folder is paired to, and pair anew."
)
