"""`python -m infra.local`: LineUp in one process, and the commands that look after its data (see `--help`)."""

from __future__ import annotations

import sys

from infra.local.commands import run

if __name__ == "__main__":
    sys.exit(run(sys.argv[1:]))
