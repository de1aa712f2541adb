"""The distribution as it is deployed from our template, on the emulator: what it says is what the local edge does."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from chalicelib.aws.files import S3Files
from chalicelib.services.ports import Served
from infra import ministack
from infra.cloud_local import deployment, distribution
from infra.cloud_local.distribution import Distribution
from infra.cloud_local.edge import Edge, page_of
from infra.deploy import bundle, files_key, stack
from infra.deploy.account import Account
from infra.deploy.publish import publish
from infra.local import answers
from infra.package import Packaged
from tests.infra.edges import EVERY_METHOD, client
from tests.infra.test_edge import FILES, PAGES

pytestmark = pytest.mark.xdist_group("deployed")
NAME = "lineup-distribution"
POLICY = {
    "Content-Security-Policy", "X-Content-Type-Options", "X-Frame-Options", "Referrer-Policy",
    "Cross-Origin-Opener-Policy",
}  # fmt: skip


@pytest.fixture(scope="module")
def account(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Account]:
    with ministack.running(tmp_path_factory.mktemp("deployed") / "ministack.log") as address:
        yield deployment.account(address)


@pytest.fixture(scope="module")
def outputs(account: Account, packaged: Packaged) -> stack.Outputs:
    given = {"MailFrom": "lineup@example.com", **files_key.prepare(account, NAME)}
    return stack.apply(account, NAME, bundle.upload(account, packaged), given, lambda line: None, poll=0.1)


@pytest.fixture(scope="module")
def deployed(account: Account, outputs: stack.Outputs) -> Distribution:
    return distribution.read(account, outputs["DistributionId"])


def made(account: Account, name: str) -> str:
    """The id of a resource of the stack."""
    told = account.client("cloudformation").describe_stack_resource(StackName=NAME, LogicalResourceId=name)
    return str(told["StackResourceDetail"]["PhysicalResourceId"])


APIS = {"/api/health": "RestAPI", "/api/": "RestAPI", "/api/auth/code": "RestAPI", "/ws": "WebsocketAPI"}
BUCKETS = ["/", "/index.html", "/api", "/apis", "/ws/", "/wsx", "/assets/app.js", "/x/api/y", "/a%0Ab"]


@pytest.mark.parametrize("path", APIS)
def test_calls_and_sockets_go_to_their_apis_with_all_that_the_viewer_sent(
    account: Account, deployed: Distribution, path: str
) -> None:
    behavior = deployed.of(path)
    assert behavior.origin.address == f"{account.endpoint_url}/_aws/execute-api/{made(account, APIS[path])}"
    assert behavior.forwards_headers
    assert not behavior.pages


@pytest.mark.parametrize("path", BUCKETS)
def test_every_other_address_is_the_web_apps(
    account: Account, outputs: stack.Outputs, deployed: Distribution, path: str
) -> None:
    behavior = deployed.of(path)
    assert behavior.origin.address == f"{account.endpoint_url}/{outputs['WebBucketName']}"
    assert behavior.origin.headers == {}
    assert behavior.pages
    assert not behavior.forwards_headers


def test_calls_may_use_every_method_and_the_rest_only_read(deployed: Distribution) -> None:
    methods = [deployed.of(path).methods for path in ("/api/x", "/ws", "/")]
    assert methods == [EVERY_METHOD, {"GET", "HEAD"}, {"GET", "HEAD"}]


def test_the_apis_are_shown_the_key_that_their_functions_expect(account: Account, deployed: Distribution) -> None:
    secret = account.client("secretsmanager").get_secret_value(SecretId=made(account, "EdgeKey"))["SecretString"]
    assert len(secret) >= 40
    for path in ("/api/x", "/ws"):
        assert deployed.of(path).origin.headers == {"X-Lineup-Edge": secret}


def test_answers_carry_the_headers_of_the_embedded_front_and_strict_transport(deployed: Distribution) -> None:
    front = web.Response()
    answers.secure(front, "")
    expected = {name: front.headers[name] for name in POLICY}
    expected["Strict-Transport-Security"] = "max-age=63072000; includeSubDomains"
    for path in ("/api/x", "/ws", "/"):
        behavior = deployed.of(path)
        assert behavior.response_headers == expected
        assert behavior.removed_headers == frozenset()


def test_the_distributions_function_and_the_edge_make_the_same_of_every_address(account: Account) -> None:
    outputs_of_node = run_function(account, PAGES + FILES)
    assert outputs_of_node == [page_of(path) for path in PAGES + FILES]
    assert outputs_of_node == ["/index.html"] * len(PAGES) + FILES


def run_function(account: Account, paths: list[str]) -> list[str]:
    """What the deployed CloudFront function makes of requests for these paths."""
    name = f"{NAME}-{account.region}-pages"
    code = account.client("cloudfront").get_function(Name=name, Stage="LIVE")["FunctionCode"].read().decode()
    events = [{"request": {"method": "GET", "uri": path, "headers": {}, "querystring": {}}} for path in paths]
    script = f"{code}\nconsole.log(JSON.stringify({json.dumps(events)}.map((event) => handler(event).uri)));"
    done = subprocess.run(["node", "--eval", script], capture_output=True, text=True, check=True)
    found: list[str] = json.loads(done.stdout)
    return found


async def test_the_published_app_is_served_as_it_was_built(
    account: Account, outputs: stack.Outputs, deployed: Distribution, tmp_path: Path
) -> None:
    script = "console.log('é')"
    (tmp_path / "assets").mkdir()
    (tmp_path / "assets" / "app-1.js").write_text(script, encoding="utf-8")
    (tmp_path / "index.html").write_text("<head></head>the page", encoding="utf-8")
    assert publish(account, tmp_path, outputs["WebBucketName"], outputs["DistributionId"]) == 2
    async with TestServer(Edge(deployed).application()) as server, client(server.port or 0) as viewer:
        for path in ("/", "/index.html", "/anything"):
            page = await viewer.get(path)
            assert (page.status_code, page.text) == (200, '<head><base href="/"></head>the page')
            assert page.headers["cache-control"] == "no-cache"
        asset = await viewer.get("/assets/app-1.js")
        assert (asset.status_code, asset.text) == (200, script)
        assert asset.headers["content-type"] == "text/javascript; charset=utf-8"
        assert asset.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert "default-src 'self'" in asset.headers["content-security-policy"]
        assert (await viewer.get("/assets/gone.js")).status_code in (403, 404)


def test_files_need_a_signed_address_and_have_headers_of_their_own(account: Account, deployed: Distribution) -> None:
    front = web.Response()
    answers.secure(front, "")
    answers.confine(front)
    behavior = deployed.of("/files/w/f")
    expected = {name: front.headers[name] for name in (*POLICY, "Cross-Origin-Resource-Policy")}
    expected["Strict-Transport-Security"] = "max-age=63072000; includeSubDomains"
    assert behavior.response_headers == expected
    assert behavior.origin.address == f"{account.endpoint_url}/{made(account, 'FilesBucket')}"
    assert behavior.query == {"response-content-type", "response-content-disposition"}
    [key] = behavior.keys
    assert key.pem.startswith("-----BEGIN PUBLIC KEY-----")
    assert not any(deployed.of(path).keys for path in ("/api/x", "/ws", "/"))


async def test_a_file_comes_by_its_signed_address_and_by_no_other(
    account: Account, outputs: stack.Outputs, deployed: Distribution
) -> None:
    files = engine(account, outputs)
    files.put("files/w/f", b"0123456789")
    shown = Served("text/plain; charset=utf-8", "inline; filename=\"a\"; filename*=UTF-8''%C3%A9")
    until = datetime.now(UTC) + timedelta(minutes=5)
    address = "/" + files.address("files/w/f", shown, until)
    changed = [
        ("w/f", "w/g"),
        ("inline", "attachment"),
        ("text%2Fplain", "text%2Fhtml"),
        ("&Signature=", "&Signature=A"),
    ]
    late = "/" + files.address("files/w/f", shown, datetime.now(UTC) - timedelta(seconds=1))
    async with TestServer(Edge(deployed).application()) as server, client(server.port or 0) as viewer:
        answer = await viewer.get(address)
        assert (answer.status_code, answer.text) == (200, "0123456789")
        assert answer.headers["content-type"] == shown.content_type
        assert answer.headers["content-disposition"] == shown.disposition
        assert answer.headers["content-security-policy"] == answers.FILE_POLICY
        part = await viewer.get(address, headers={"Range": "bytes=2-4"})
        assert (part.status_code, part.text) == (206, "234")
        for path in (*(address.replace(a, b, 1) for a, b in changed), late, "/files/w/f", "/files/w/f?Policy=x"):
            assert (await viewer.get(path)).status_code == 403, path


def engine(account: Account, outputs: stack.Outputs) -> S3Files:
    """What the functions use, with their key."""
    key = account.client("secretsmanager").get_secret_value(SecretId=files_key.secret(NAME))["SecretString"]
    key_id = files_key.prepare(account, NAME)["FilesKeyId"]
    return S3Files(lambda: account.client("s3"), outputs["FilesBucketName"], lambda: key, key_id)


def unresolved(config: dict[str, Any], policy: dict[str, Any]) -> None:
    api = next(origin for origin in config["Origins"]["Items"] if origin["Id"] == "api")
    api["CustomHeaders"]["Items"][0]["HeaderValue"] = "{{resolve:secretsmanager:nothing}}"


def elsewhere(config: dict[str, Any], policy: dict[str, Any]) -> None:
    config["Origins"]["Items"][0]["DomainName"] = "example.com"


def yielding(config: dict[str, Any], policy: dict[str, Any]) -> None:
    policy["SecurityHeadersConfig"]["ContentSecurityPolicy"]["Override"] = False


@pytest.mark.parametrize(("change", "said"), [(unresolved, "resolved"), (elsewhere, "neither"), (yielding, "replace")])
def test_what_the_edge_cannot_do_is_refused(
    account: Account, outputs: stack.Outputs, change: Callable[..., None], said: str
) -> None:
    cloudfront = account.client("cloudfront")
    config = cloudfront.get_distribution_config(Id=outputs["DistributionId"])["DistributionConfig"]
    id = config["DefaultCacheBehavior"]["ResponseHeadersPolicyId"]
    told = distribution.ask(cloudfront, config)
    distribution.understand(config, told, "http://emulator")
    change(config, told.headers[id])
    with pytest.raises(ValueError, match=said):
        distribution.understand(config, told, "http://emulator")
