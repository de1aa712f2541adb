"""The command `lineup`."""

from __future__ import annotations

import sys

import click

from ..errors import ConfigError, LineupError, Stopped
from ..version import VERSION
from .demo import demo
from .doctor import doctor
from .pair import pair
from .run import run
from .show import complain
from .status import status


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(VERSION, prog_name="lineup")
def group() -> None:
    """Connect an agent on this machine to LineUp, where people see its work and answer its questions."""


for command in (pair, run, demo, status, doctor):
    group.add_command(command)


def main() -> None:
    """Exit codes: 0 done, 1 failed, 2 wrong usage or something to set right here, 3 the server said stop."""
    try:
        code = group.main(standalone_mode=False)
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except (click.Abort, KeyboardInterrupt):
        sys.exit(130)
    except LineupError as error:
        complain(error)
        sys.exit(3 if isinstance(error, Stopped) else 2 if isinstance(error, ConfigError) else 1)
    sys.exit(code if isinstance(code, int) else 0)
