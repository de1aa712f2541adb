"""The command: parse, start, say where it is, wait for a signal, stop."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress

from chalicelib.services.ports import Unavailable
from infra.local import logs, notify
from infra.local.options import Options, parse
from infra.local.refused import StartRefused
from infra.local.runtime import Runtime
from infra.local.server import Server

INTERRUPTED = 130
_SIGNALS = (signal.SIGINT, signal.SIGTERM)


def main(arguments: Sequence[str], runtime: Runtime) -> int:
    """Run until SIGINT or SIGTERM; gives the exit code. A second signal exits at once."""
    logs.configure()
    try:
        clean = asyncio.run(_serve(parse(arguments, os.environ), runtime))
    except (StartRefused, Unavailable) as refusal:
        print(f"LineUp cannot start: {refusal}", file=sys.stderr)
        return 1
    if not clean:
        sys.stderr.flush()
        os._exit(1)  # a thread that hangs would keep the interpreter from ending
    return 0


async def _serve(options: Options, runtime: Runtime) -> bool:
    server = Server(options, runtime)
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    await server.start()
    for number in _SIGNALS:
        loop.add_signal_handler(number, _stop, loop, stop)
    _announce(server, options)
    notify.tell(os.environ, "READY=1")
    await stop.wait()
    notify.tell(os.environ, "STOPPING=1")
    return await server.stop()


def _stop(loop: asyncio.AbstractEventLoop, stop: asyncio.Event) -> None:
    """At the first signal. The next one ends the process wherever it is, even outside the loop."""
    for number in _SIGNALS:
        loop.remove_signal_handler(number)
        signal.signal(number, lambda *_: os._exit(INTERRUPTED))
    stop.set()
    _say("Stopping. Once more ends it at once.")


def _say(text: str) -> None:
    with suppress(OSError):  # perhaps nobody reads what it prints any more: that is no reason to end
        print(text, flush=True)


def _announce(server: Server, options: Options) -> None:
    lines = [f"LineUp is ready  {server.url}/"]
    if server.sign_in_url:
        lines.append(f"Sign in (once)   {server.sign_in_url}")
    if options.loopback_only and not options.behind_proxy:
        lines.append(f"Mail goes to     {server.url}/outbox?key={server.outbox_key}")
    if not options.loopback_only and not server.url.startswith("https:"):
        lines += [
            "Warning: other machines can reach this over plain HTTP. What is typed and the sign-in cookie (which goes",
            "         without Secure and without its __Host- prefix there) can be read on the way. Put a proxy with",
            "         TLS in front: --behind-proxy --public-url https://...",
        ]
    lines.append("Ctrl-C stops it.")
    _say("\n".join(lines))
