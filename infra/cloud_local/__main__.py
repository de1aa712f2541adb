"""The packaged app on an emulator of AWS, with nothing to sign up for: `make cloud-local-run`, Ctrl-C ends it.

`python -m infra.cloud_local` runs everything; `edge --stack NAME --emulator URL --port N` only the local edge and the
clock of a stack that is there (what `e2e/support/cloud.py` starts and kills).
"""

from __future__ import annotations

import argparse
import asyncio
import signal
import tempfile
from collections.abc import Sequence
from pathlib import Path

from aiohttp import web

from infra.cloud_local import deployment, distribution, emulator
from infra.cloud_local.edge import Edge
from infra.cloud_local.patches import patches
from infra.cloud_local.schedule import Schedule
from infra.deploy import stack
from infra.deploy.account import Account
from infra.deploy.link import sign_in_link
from infra.package import BUILD, ROOT

OWNER = "owner@localhost"
DIST = ROOT / "web" / "dist"


def run(port: int) -> None:
    """Emulator, package, stack, edge."""
    BUILD.mkdir(exist_ok=True)
    with emulator.running(BUILD / "emulator.log") as (endpoint, name), tempfile.TemporaryDirectory() as folder:
        print(f"{name} at {endpoint}. Changed for it, beside the address under which people open it and the schedule:")
        for patch in patches(endpoint):
            print(f"  {patch.name}: {patch.reason}")
        account = deployment.account(endpoint)
        print("Packaging and deploying, half a minute at the first time", flush=True)
        made = deployment.packaged_for(endpoint, BUILD / "local", Path(folder))
        url = f"http://localhost:{port}"
        deployment.deploy(account, "lineup-local", made, DIST, url, lambda line: None)
        print(f"\nLineUp is ready  {url}/")
        print(f"Sign in (once)   {sign_in_link(account, 'lineup-local', OWNER, url)}")
        mail = "/_ministack/ses/messages" if name == "ministack" else "/_aws/ses"
        print(f"Mail goes to     {endpoint}{mail}\nCtrl-C stops it.", flush=True)
        serve(account, "lineup-local", port)


def serve(account: Account, stack_name: str, port: int) -> None:
    """The edge and the clock of a stack, until SIGINT or SIGTERM."""
    outputs = stack.outputs(account, stack_name)
    edge = Edge(distribution.read(account, outputs["DistributionId"]))
    clock = Schedule(account, outputs["ScheduleFunction"])
    clock.start()
    try:
        asyncio.run(_listen(edge, port))
    finally:
        clock.stop()


async def _listen(edge: Edge, port: int) -> None:
    stopping = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stopping.set)
    runner = web.AppRunner(edge.application(), shutdown_timeout=2)
    await runner.setup()
    await web.TCPSite(runner, "localhost", port).start()
    await stopping.wait()
    await runner.cleanup()


def main(arguments: Sequence[str]) -> None:
    """The command line; see the head of this file."""
    parser = argparse.ArgumentParser(prog="python -m infra.cloud_local", description="LineUp on an emulator of AWS.")
    parser.add_argument("--port", type=int, default=8788)
    commands = parser.add_subparsers(dest="command")
    edge = commands.add_parser("edge", help="only the edge of a stack that is there")
    edge.add_argument("--stack", required=True)
    edge.add_argument("--emulator", required=True)
    edge.add_argument("--port", type=int, required=True)
    given = parser.parse_args(arguments)
    if given.command == "edge":
        serve(deployment.account(given.emulator), given.stack, given.port)
    else:
        run(given.port)


if __name__ == "__main__":
    import sys

    main(sys.argv[1:])
