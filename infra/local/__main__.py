"""`python -m infra.local`: LineUp in one process (see `--help`)."""

from __future__ import annotations

import sys

from infra.local.main import main
from infra.local.product import runtime

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], runtime()))
