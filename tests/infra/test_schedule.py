"""The clock of the local cloud goes on whatever the function does."""

from __future__ import annotations

import asyncio
import json
import logging

import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from infra.cloud_local import deployment
from infra.cloud_local.schedule import Schedule


def failed(kind: str) -> web.Response:
    """A function that raised."""
    text = json.dumps({"errorType": kind, "errorMessage": "the text of somebody's message"})
    return web.Response(text=text, headers={"X-Amz-Function-Error": "Unhandled"})


def being_updated() -> web.Response:
    """Lambda refuses the call."""
    return web.json_response({"Type": "User"}, status=409, headers={"x-amzn-ErrorType": "ResourceConflictException"})


async def test_a_failed_run_is_told_and_the_next_one_comes(caplog: pytest.LogCaptureFixture) -> None:
    answers = iter([being_updated(), failed("KeyError"), web.Response(text="not json"), web.Response(text="null")])
    asked: list[dict[str, object]] = []
    enough = asyncio.Event()

    async def invoke(request: web.Request) -> web.Response:
        asked.append(json.loads(await request.read()))
        answer = next(answers, None)
        if answer is None:
            enough.set()
        return answer or web.Response(text="null")

    application = web.Application()
    application.router.add_post("/2015-03-31/functions/lineup/invocations", invoke)
    async with TestServer(application) as server:
        clock = Schedule(deployment.account(str(server.make_url(""))), "lineup", seconds=0.01)
        with caplog.at_level(logging.ERROR, "lineup.schedule"):
            clock.start()
            await asyncio.wait_for(enough.wait(), 20)
            clock.stop()
            await asyncio.to_thread(clock.join, 20)
    assert not clock.is_alive()
    assert [record.getMessage() for record in caplog.records] == [
        "the schedule failed: ResourceConflictException",
        "the schedule failed: KeyError",
        "the schedule failed: JSONDecodeError",
    ]
    assert {event["detail-type"] for event in asked} == {"Scheduled Event"}
