"""A bad network: a TCP proxy that loses frames, stands still, cuts, or closes, as a test tells it.

It looks into WebSocket connections only (RFC 6455), and takes compression out of the handshake for that.
"""

from __future__ import annotations

import asyncio
import re
import threading
from collections.abc import Coroutine, Generator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Literal, TypeVar

from websockets.frames import Close, Frame, Opcode
from websockets.streams import StreamReader

from e2e.support.watching import network_breaks

Direction = Literal["up", "down"]
"""`up` is to the server."""
T = TypeVar("T")
_EXTENSIONS = re.compile(rb"\r\nsec-websocket-extensions:[^\r]*", re.I)


@dataclass
class _Loss:
    direction: Direction
    text: bytes
    times: int


@dataclass(eq=False)
class _Line:
    """One client's connection."""

    client: asyncio.StreamWriter
    server: asyncio.StreamWriter
    socket: bool = False

    def abort(self) -> None:
        for writer in (self.client, self.server):
            writer.transport.abort()


class Proxy:
    """Listens on `port`, passes on to `target` on this machine. `at` is a port to listen on (0: any)."""

    def __init__(self, target: int, at: int = 0) -> None:
        self._target = target
        self._at = at
        self._up = True
        self._losses: list[_Loss] = []
        self._lost: list[str] = []
        self._opened = 0
        self._lines: set[_Line] = set()
        self._accepted: set[asyncio.Task[None]] = set()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._flowing = asyncio.Event()
        self._flowing.set()
        self._server = self._do(self._listen())
        self.port = int(self._server.sockets[0].getsockname()[1])
        self.url = f"http://localhost:{self.port}"

    # --- what a test tells it ---

    def cut(self) -> None:
        """Every connection breaks, and new ones break at once."""
        network_breaks()
        self._call(self._cut, False)

    def heal(self) -> None:
        """New connections go through, nothing is lost any more."""
        self._call(self._heal)

    def blink(self) -> None:
        """Every connection breaks; new ones go through."""
        network_breaks()
        self._call(self._cut, True)

    def stand_still(self) -> None:
        """Nothing passes, no connection breaks."""
        network_breaks()
        self._call(self._flowing.clear)

    def flow(self) -> None:
        """Go on."""
        self._call(self._flowing.set)

    def lose(self, direction: Direction, text: str, times: int = 1_000_000) -> None:
        """Drop the next `times` frames that hold `text`."""
        self._losses.append(_Loss(direction, text.encode(), times))

    @property
    def lost(self) -> list[str]:
        """The frames that were dropped."""
        return list(self._lost)

    @property
    def opened(self) -> int:
        """How many WebSocket connections there were so far, with those that are open."""
        return self._opened

    def close_sockets(self, code: int) -> None:
        """Close every WebSocket towards its client with `code`, and cut it towards the server."""
        network_breaks()
        self._call(self._close_sockets, code)

    def close(self) -> None:
        """Stop."""
        self._do(self._end())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)
        self._loop.close()

    # --- in its own thread ---

    def _do(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(10)

    def _call(self, call: Any, *arguments: Any) -> Any:
        async def inside() -> Any:
            return call(*arguments)

        return self._do(inside())

    def _cut(self, up: bool) -> None:
        self._up = up
        for line in list(self._lines):
            line.abort()

    async def _listen(self) -> asyncio.Server:
        return await asyncio.start_server(self._accept, "127.0.0.1", self._at)

    async def _end(self) -> None:
        self._server.close()
        self._cut(False)
        self._flowing.set()
        await asyncio.gather(*self._accepted)

    def _heal(self) -> None:
        self._up = True
        self._losses.clear()
        self._flowing.set()

    def _close_sockets(self, code: int) -> None:
        frame = Frame(Opcode.CLOSE, Close(code, "").serialize()).serialize(mask=False)
        for line in [line for line in self._lines if line.socket]:
            line.client.write(frame)
            line.client.write_eof()
            line.server.transport.abort()

    def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = self._loop.create_task(self._serve(reader, writer))
        self._accepted.add(task)
        task.add_done_callback(self._accepted.discard)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if not self._up:
            writer.transport.abort()
            return
        try:
            upstream, server = await asyncio.open_connection("127.0.0.1", self._target)
        except OSError:
            writer.transport.abort()
            return
        line = _Line(writer, server)
        self._lines.add(line)
        with suppress(ConnectionError, asyncio.IncompleteReadError):
            await self._talk(line, reader, upstream)
        self._lines.discard(line)
        line.abort()

    async def _talk(self, line: _Line, reader: asyncio.StreamReader, upstream: asyncio.StreamReader) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        line.socket = b"upgrade: websocket" in head.lower()
        line.server.write(_EXTENSIONS.sub(b"", head))
        if line.socket:
            line.client.write(await upstream.readuntil(b"\r\n\r\n"))
            self._opened += 1
        up = self._pump(reader, line.server, "up", line.socket)
        down = self._pump(upstream, line.client, "down", line.socket)
        pumps = [asyncio.create_task(up), asyncio.create_task(down)]
        await asyncio.wait(pumps, return_when=asyncio.FIRST_COMPLETED)
        for pump in pumps:
            pump.cancel()
        await asyncio.gather(*pumps, return_exceptions=True)

    async def _pump(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, direction: Direction, frames: bool
    ) -> None:  # fmt: skip
        frame_reader = _Frames(masked=direction == "up")
        while data := await reader.read(65536):
            await self._flowing.wait()
            if frames:
                kept = [frame for frame in frame_reader.feed(data) if not self._loses(direction, frame)]
                data = b"".join(frame.serialize(mask=direction == "up") for frame in kept)
            writer.write(data)
            await writer.drain()

    def _loses(self, direction: Direction, frame: Frame) -> bool:
        for loss in self._losses:
            if loss.direction == direction and loss.text in frame.data and loss.times > 0:
                loss.times -= 1
                self._lost.append(bytes(frame.data).decode())
                return True
        return False


class _Frames:
    """Cuts a stream of bytes into frames."""

    def __init__(self, masked: bool) -> None:
        self._masked = masked
        self._reader = StreamReader()
        self._found: list[Frame] = []
        self._parser = self._parse()
        next(self._parser)

    def feed(self, data: bytes) -> list[Frame]:
        """The frames that are complete now."""
        self._reader.feed_data(data)
        next(self._parser)
        found, self._found = self._found, []
        return found

    def _parse(self) -> Generator[None, None, None]:
        while True:
            frame = yield from Frame.parse(self._reader.read_exact, mask=self._masked)
            self._found.append(frame)
