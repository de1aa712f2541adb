"""Lints the template that is deployed: `python -m infra.lint`. cfn-lint knows what CloudFormation takes, checkov what
is safe; each exception stands in the template beside what it excepts, with its reason."""

from __future__ import annotations

import subprocess
import sys

from infra import environments
from infra.environments import ROOT
from infra.package import BUILD, package

LOCKED = ROOT / "requirements-lint.txt"


def main() -> int:
    """Package, lint; the exit code."""
    programs = environments.install("lint", LOCKED)
    template = str(package("dev", BUILD / "dev").template)
    commands = (
        [str(programs / "cfn-lint"), "--non-zero-exit-code", "warning", template],
        [
            str(programs / "checkov"), "--quiet", "--compact", "--skip-download",
            "--framework", "cloudformation", "--file", template,
        ],
    )  # fmt: skip
    return max(subprocess.run(command, check=False).returncode for command in commands)


if __name__ == "__main__":
    sys.exit(main())
