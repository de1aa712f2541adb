"""Which headers the local edge hands on, adds, replaces and takes away; as CloudFront does (its developer guide,
"Request and response behavior for custom origins")."""

from __future__ import annotations

import pytest
from aiohttp import web

from tests.infra.edges import behavior, client, edge, origin, visiting


async def test_an_api_gets_the_viewers_headers_but_host_and_those_of_one_hop() -> None:
    sent = {"Authorization": "Bearer x", "Accept-Language": "zh", "Cookie": "a=1; b=2", "Origin": "https://here"}
    async with origin() as api, visiting(behavior(api.address)) as viewer:
        await viewer.get("/api/x", headers={**sent, "Keep-Alive": "timeout=5", "TE": "trailers", "Host": "people.see"})
    got = api.seen[0].headers
    assert {name: got.getall(name) for name in sent} == {name: [value] for name, value in sent.items()}
    assert got["Host"] == api.address.removeprefix("http://")
    assert "Keep-Alive" not in got
    assert "TE" not in got


async def test_a_bucket_gets_nothing_of_the_viewers() -> None:
    async with origin() as bucket, visiting(behavior(bucket.address, forwards_headers=False)) as viewer:
        await viewer.get("/", headers={"Authorization": "Bearer x", "Cookie": "a=1", "Accept-Language": "zh"})
    assert not {"Authorization", "Cookie", "Accept-Language"} & {name.title() for name in bucket.seen[0].headers}


@pytest.mark.parametrize("name", ["X-Lineup-Edge", "x-lineup-edge", "X-LINEUP-EDGE"])
async def test_the_origins_header_replaces_what_a_viewer_makes_up(name: str) -> None:
    async with origin() as api, visiting(behavior(api.address, added={"X-Lineup-Edge": "the key"})) as viewer:
        await viewer.get("/api/x", headers={name: "a guess"})
    assert api.seen[0].headers.getall("X-Lineup-Edge") == ["the key"]


async def test_the_callers_address_is_told() -> None:
    async with origin() as api, visiting(behavior(api.address)) as viewer:
        await viewer.get("/api/x")
    assert api.seen[0].headers.getall("X-Forwarded-For") == ["127.0.0.1"]


@pytest.mark.parametrize("name", ["X-Forwarded-For", "x-forwarded-for"])
async def test_the_callers_address_comes_after_what_a_viewer_makes_up(name: str) -> None:
    async with origin() as api, visiting(behavior(api.address)) as viewer:
        await viewer.get("/api/x", headers={name: "1.2.3.4, 5.6.7.8"})
    assert api.seen[0].headers.getall("X-Forwarded-For") == ["1.2.3.4, 5.6.7.8, 127.0.0.1"]


async def test_two_lines_of_addresses_that_a_viewer_makes_up_are_both_before_its_own() -> None:
    async with origin() as api, visiting(behavior(api.address)) as viewer:
        await viewer.get("/api/x", headers=[("X-Forwarded-For", "1.2.3.4"), ("x-forwarded-for", "5.6.7.8")])
    assert ", ".join(api.seen[0].headers.getall("X-Forwarded-For")) == "1.2.3.4, 5.6.7.8, 127.0.0.1"


def two_cookies() -> web.Response:
    answer = web.Response()
    answer.headers.add("Set-Cookie", "a=1; Path=/; HttpOnly; SameSite=Strict")
    answer.headers.add("Set-Cookie", "b=2; Path=/; Max-Age=0")
    return answer


async def test_each_cookie_is_a_line_of_its_own() -> None:
    async with origin(two_cookies) as api, visiting(behavior(api.address)) as viewer:
        got = await viewer.get("/api/x")
    assert got.headers.get_list("set-cookie") == ["a=1; Path=/; HttpOnly; SameSite=Strict", "b=2; Path=/; Max-Age=0"]


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
async def test_a_cookie_of_one_viewer_is_never_sent_for_another(host: str) -> None:
    async with origin(two_cookies, host) as api, edge(behavior(api.address)) as port:
        for _ in range(2):
            async with client(port) as viewer:
                await viewer.get("/api/x")
    assert [seen.headers.get("Cookie") for seen in api.seen] == [None, None]


async def test_the_policys_headers_replace_the_origins() -> None:
    policy = {"X-Frame-Options": "DENY", "Content-Security-Policy": "default-src 'self'"}

    def answer() -> web.Response:
        return web.Response(headers={"x-frame-options": "SAMEORIGIN", "X-Kept": "yes"})

    async with origin(answer) as api, visiting(behavior(api.address, response_headers=policy)) as viewer:
        got = (await viewer.get("/api/x")).headers
    assert got.get_list("x-frame-options") == ["DENY"]
    assert (got["content-security-policy"], got["x-kept"]) == ("default-src 'self'", "yes")


async def test_what_the_policy_takes_away_does_not_arrive() -> None:
    names = ("x-amzn-RequestId", "x-amz-apigw-id", "X-Amzn-Trace-Id")
    async with (
        origin(lambda: web.Response(headers=dict.fromkeys(names, "1"))) as api,
        visiting(behavior(api.address, removed_headers=frozenset(map(str.lower, names)))) as viewer,
    ):  # fmt: skip
        got = await viewer.get("/api/x")
    assert not {name.lower() for name in names} & {name.lower() for name in got.headers}
