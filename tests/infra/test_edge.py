"""The local edge over HTTP does to requests and answers what CloudFront does by the same configuration."""

from __future__ import annotations

import gzip

import pytest
from aiohttp import web

from tests.infra.edges import behavior, origin, visiting

ANY_BYTES = bytes(range(256)) * 8


async def test_the_first_behavior_that_takes_a_path_has_it() -> None:
    async with (
        origin() as api, origin() as pages,
        visiting(behavior(api.address, "/api/.*"), behavior(pages.address)) as viewer,
    ):  # fmt: skip
        for path in ("/api/me", "/api", "/apis", "/"):
            await viewer.get(path)
    assert [seen.target for seen in api.seen] == ["/api/me"]
    assert [seen.target for seen in pages.seen] == ["/api", "/apis", "/"]


@pytest.mark.parametrize(
    "target", ["/api/a%2Fb/c%20d?x=%2B+%26&y=&x=2", "/api/%E4%BD%A0", "/api/a%0Ab", "/api/?", "/api/a;b=c,d@e:f"]
)
async def test_path_and_query_reach_the_origin_as_they_were_sent(target: str) -> None:
    async with origin() as api, visiting(behavior(api.address)) as viewer:
        await viewer.get(target)
    assert [seen.target.rstrip("?") for seen in api.seen] == [target.rstrip("?")]


async def test_the_path_of_an_api_comes_after_the_emulators_own() -> None:
    async with origin() as api, visiting(behavior(f"{api.address}/_aws/execute-api/abc")) as viewer:
        await viewer.get("/api/me?x=1")
    assert api.seen[0].target == "/_aws/execute-api/abc/api/me?x=1"


async def test_a_method_that_is_not_allowed_never_reaches_the_origin() -> None:
    methods = frozenset({"GET", "HEAD"})
    async with origin() as web_app, visiting(behavior(web_app.address, methods=methods)) as viewer:
        assert (await viewer.post("/")).status_code == 403
        assert (await viewer.head("/")).status_code == 200
    assert [seen.method for seen in web_app.seen] == ["HEAD"]


@pytest.mark.parametrize("method", ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])
async def test_a_request_goes_on_with_its_method_and_every_byte_of_its_body(method: str) -> None:
    async with origin() as api, visiting(behavior(api.address)) as viewer:
        await viewer.request(method, "/api/x", content=ANY_BYTES)
    assert [(seen.method, seen.body) for seen in api.seen] == [(method, ANY_BYTES)]


async def test_an_answer_comes_back_with_its_status_headers_and_every_byte() -> None:
    def answer() -> web.Response:
        headers = {"Content-Type": "image/png", "Cache-Control": "no-store", "ETag": '"1"'}
        return web.Response(status=201, body=ANY_BYTES, headers=headers)

    async with origin(answer) as api, visiting(behavior(api.address)) as viewer:
        got = await viewer.get("/api/x")
    assert (got.status_code, got.content) == (201, ANY_BYTES)
    assert [got.headers[name] for name in ("content-type", "cache-control", "etag")] == ["image/png", "no-store", '"1"']


async def test_a_compressed_answer_stays_compressed() -> None:
    packed = gzip.compress(b"x" * 5000)
    async with (
        origin(lambda: web.Response(body=packed, headers={"Content-Encoding": "gzip"})) as api,
        visiting(behavior(api.address)) as viewer, viewer.stream("GET", "/api/x") as got,
    ):  # fmt: skip
        assert got.headers["content-encoding"] == "gzip"
        assert b"".join([part async for part in got.aiter_raw()]) == packed


async def test_head_tells_the_length_that_get_would_have() -> None:
    async with (
        origin(lambda: web.Response(body=b"12345")) as api, visiting(behavior(api.address)) as viewer,
    ):  # fmt: skip
        assert (await viewer.head("/")).headers["content-length"] == "5"


async def test_a_redirect_is_handed_on_and_not_followed() -> None:
    async with (
        origin(lambda: web.Response(status=302, headers={"Location": "/elsewhere"})) as api,
        visiting(behavior(api.address)) as viewer,
    ):  # fmt: skip
        got = await viewer.get("/api/x")
    assert (got.status_code, got.headers["location"], len(api.seen)) == (302, "/elsewhere", 1)


async def test_an_origin_that_is_away_is_a_bad_gateway() -> None:
    async with origin() as api:
        gone = api.address
    async with visiting(behavior(gone)) as viewer:
        assert (await viewer.get("/api/x")).status_code == 502


PAGES = ["/", "/anything", "/a/b/", "/a.b/c", "/a%2Ejs", "/a%0Ab", "/index.html", "/é"]
FILES = ["/assets/app-1a2b.js", "/icon.svg", "/a.webmanifest", "/a/b.c"]


@pytest.mark.parametrize("path", PAGES)
async def test_an_address_without_a_file_name_is_the_page(path: str) -> None:
    async with origin() as web_app, visiting(behavior(web_app.address, pages=True)) as viewer:
        await viewer.get(path)
    assert web_app.seen[0].target == "/index.html"


@pytest.mark.parametrize("path", FILES)
async def test_a_file_name_is_that_file(path: str) -> None:
    async with origin() as web_app, visiting(behavior(web_app.address, pages=True)) as viewer:
        await viewer.get(path)
    assert web_app.seen[0].target == path
