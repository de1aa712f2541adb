"""`python -m tests.local.run_sample ...`: the front's own command, with the sample product and the real table."""

from __future__ import annotations

import sys
from dataclasses import replace

from infra.local.database import open_table
from infra.local.main import main
from tests.local.sample import Sample

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], replace(Sample().runtime(), open_table=open_table)))
