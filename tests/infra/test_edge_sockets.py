"""A WebSocket through the local edge is as one through CloudFront to API Gateway: frames, ends, limits, handshake."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.frames import Close
from websockets.typing import Origin, Subprotocol

from infra.cloud_local.sockets import MAX_MESSAGE, Limits
from tests.infra.edges import behavior, client, edge

Talk = Callable[[ServerConnection], Awaitable[None]]


@asynccontextmanager
async def line(
    talk: Talk, added: dict[str, str] | None = None, limits: Limits | None = None, **settings: object
) -> AsyncIterator[str]:
    """An origin that does `talk` with each connection, behind the edge; the address of the edge."""
    async with serve(talk, "127.0.0.1", 0, max_size=None, **settings) as server:  # type: ignore[arg-type]
        address = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        async with edge(behavior(address, added=added or {}), limits=limits) as port:
            yield f"ws://127.0.0.1:{port}/ws"


def dial(address: str, **settings: object) -> connect:
    """A viewer's socket."""
    return connect(address, proxy=None, max_size=None, **settings)  # type: ignore[arg-type]


async def echo(connection: ServerConnection) -> None:
    """Sends back what comes."""
    async for frame in connection:
        await connection.send(frame)


async def ended(connection: ClientConnection | ServerConnection) -> Close | None:
    """The close frame that the connection got in the end; None when it was cut."""
    try:
        while True:
            await connection.recv()
    except ConnectionClosed as closed:
        return closed.rcvd


async def test_text_and_binary_frames_go_both_ways_in_order() -> None:
    async with line(echo) as address, dial(address) as viewer:
        sent: list[str | bytes] = ["", "你好", bytes(range(256)), *map(str, range(100))]
        for frame in sent:
            await viewer.send(frame)
        assert [await viewer.recv() for _ in sent] == sent


async def test_the_handshake_tells_the_origin_who_asks() -> None:
    heard: list[ServerConnection] = []

    async def note(connection: ServerConnection) -> None:
        heard.append(connection)

    sent = {"Authorization": "Bearer x", "X-Forwarded-For": "1.2.3.4", "Cookie": "a=1"}
    async with (
        line(note, {"X-Lineup-Edge": "the key"}) as address,
        dial(f"{address}?a=%2B", additional_headers=sent, origin=Origin("https://here")) as viewer,
    ):
        await ended(viewer)
    assert heard[0].request is not None
    got = heard[0].request.headers
    assert {name: got.get_all(name) for name in ("Authorization", "Cookie", "Origin", "X-Lineup-Edge")} == {
        "Authorization": ["Bearer x"], "Cookie": ["a=1"], "Origin": ["https://here"], "X-Lineup-Edge": ["the key"]
    }  # fmt: skip
    assert got.get_all("X-Forwarded-For") == ["1.2.3.4, 127.0.0.1"]
    assert heard[0].request.path == "/ws?a=%2B"


async def test_the_origins_header_replaces_what_a_viewer_makes_up_in_a_handshake() -> None:
    heard: list[list[str]] = []

    async def note(connection: ServerConnection) -> None:
        assert connection.request is not None
        heard.append(connection.request.headers.get_all("X-Lineup-Edge"))

    async with (
        line(note, {"X-Lineup-Edge": "the key"}) as address,
        dial(address, additional_headers={"x-lineup-edge": "a guess"}) as viewer,
    ):
        await ended(viewer)
    assert heard == [["the key"]]


@pytest.mark.parametrize("status", [401, 403, 429, 500])
async def test_a_refused_handshake_is_refused_alike(status: int) -> None:
    async with line(echo, process_request=lambda connection, _: connection.respond(status, "no")) as address:
        with pytest.raises(InvalidStatus) as refusal:
            async with dial(address):
                pass
    assert refusal.value.response.status_code == status


async def test_an_origin_that_is_away_is_a_bad_gateway() -> None:
    async with serve(echo, "127.0.0.1", 0) as server:
        gone = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    async with edge(behavior(gone)) as port:
        with pytest.raises(InvalidStatus) as refusal:
            async with dial(f"ws://127.0.0.1:{port}/ws"):
                pass
    assert refusal.value.response.status_code == 502


@pytest.mark.parametrize("code", [1000, 1001, 1011, 3000, 4401, 4409, 4999])
async def test_the_origins_close_reaches_the_viewer(code: int) -> None:
    async with line(lambda connection: connection.close(code, "because é")) as address, dial(address) as viewer:
        assert await ended(viewer) == Close(code, "because é")


@pytest.mark.parametrize("code", [1000, 1001, 3000, 4401])
async def test_the_viewers_close_reaches_the_origin(code: int) -> None:
    heard: asyncio.Future[Close | None] = asyncio.get_running_loop().create_future()

    async def listen(connection: ServerConnection) -> None:
        heard.set_result(await ended(connection))

    async with line(listen) as address, dial(address) as viewer:
        await viewer.close(code, "because é")
        assert await asyncio.wait_for(heard, 10) == Close(code, "because é")


async def test_an_origin_that_is_cut_cuts_the_viewer() -> None:
    async def cut(connection: ServerConnection) -> None:
        connection.transport.abort()

    async with line(cut) as address, dial(address) as viewer:
        assert await ended(viewer) is None
        assert viewer.close_code == 1006
        assert viewer.close_reason == ""


async def test_a_viewer_that_is_cut_cuts_the_origin() -> None:
    heard: asyncio.Future[Close | None] = asyncio.get_running_loop().create_future()

    async def listen(connection: ServerConnection) -> None:
        heard.set_result(await ended(connection))

    async with line(listen) as address, dial(address) as viewer:
        viewer.transport.abort()
        assert await asyncio.wait_for(heard, 10) is None


async def test_a_frame_of_32_kb_passes_and_one_byte_more_closes_with_1009() -> None:
    heard: asyncio.Future[Close | None] = asyncio.get_running_loop().create_future()

    async def listen(connection: ServerConnection) -> None:
        await connection.send(await connection.recv())
        heard.set_result(await ended(connection))

    async with line(listen) as address, dial(address, compression=None) as viewer:
        await viewer.send("x" * MAX_MESSAGE)
        assert len(await viewer.recv()) == 32 * 1024
        await viewer.send("x" * (MAX_MESSAGE + 1))
        end = await ended(viewer)
        assert end is not None
        assert end.code == 1009
        await asyncio.wait_for(heard, 10)


async def test_a_post_above_32_kb_closes_the_viewers_socket_with_1009() -> None:
    async def post(connection: ServerConnection) -> None:
        await connection.send("x" * (MAX_MESSAGE + 1))
        await connection.wait_closed()

    async with line(post) as address, dial(address) as viewer:
        end = await ended(viewer)
    assert end is not None
    assert end.code == 1009


@pytest.mark.parametrize("chosen", ["two", None])
async def test_the_subprotocol_is_the_one_that_the_origin_chose(chosen: str | None) -> None:
    choice = None if chosen is None else Subprotocol(chosen)
    offered = [Subprotocol("one"), Subprotocol("two")]
    async with (
        line(echo, subprotocols=offered, select_subprotocol=lambda *_: choice) as address,
        dial(address, subprotocols=offered) as viewer,
    ):
        assert viewer.subprotocol == chosen


async def test_a_ping_is_answered() -> None:
    async with line(echo) as address, dial(address) as viewer:
        await asyncio.wait_for(await viewer.ping(), 10)


async def test_a_plain_request_to_the_sockets_is_handed_on() -> None:
    async with line(echo) as address, client(int(address.split(":")[2].removesuffix("/ws"))) as viewer:
        assert (await viewer.get("/ws")).status_code == 426


async def test_the_end_of_the_edge_ends_every_socket() -> None:
    ends: list[Close | None] = []

    async def listen(connection: ServerConnection) -> None:
        ends.append(await ended(connection))

    async with line(listen) as address:
        viewers = [await dial(address) for _ in range(3)]
    for viewer in viewers:
        await asyncio.wait_for(ended(viewer), 10)
    assert len(ends) == 3


@pytest.mark.parametrize("limits", [Limits(idle=0.1), Limits(life=0.1)])
async def test_a_socket_that_is_idle_or_open_for_too_long_is_closed_by_the_gateway(limits: Limits) -> None:
    heard: asyncio.Future[Close | None] = asyncio.get_running_loop().create_future()

    async def listen(connection: ServerConnection) -> None:
        heard.set_result(await ended(connection))

    async with line(listen, limits=limits) as address, dial(address) as viewer:
        end = await ended(viewer)
        assert end is not None
        assert end.code == 1001
        await asyncio.wait_for(heard, 10)
