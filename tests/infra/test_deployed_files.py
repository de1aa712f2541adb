"""Files on the packaged app: up part by part, down by a signed address through the edge; and the key behind that."""

from __future__ import annotations

import base64
import hashlib
from pathlib import Path
from typing import Any

import pytest
from aiohttp.test_utils import TestServer

from infra.cloud_local import deployment, distribution
from infra.cloud_local.edge import Edge
from infra.deploy import files_key
from infra.deploy.account import Account, DeployRefused
from infra.package import Packaged
from tests.infra.deployed import NAME, URL, api, sign_in, workspace
from tests.infra.edges import client

pytestmark = pytest.mark.xdist_group("deployed-files")
DATA = "日志\n".encode() * 120_000


def upload(account: Account, outputs: dict[str, str], where: str, token: str) -> dict[str, Any]:
    told = {"name": "日志.txt", "size": len(DATA), "mimeType": "text/plain"}
    begun = api(account, outputs, where, told, token=token).raise_for_status().json()
    id, size = begun["fileId"], begun["partBytes"]
    for number in range(-(-len(DATA) // size)):
        part = {"data": base64.b64encode(DATA[number * size : (number + 1) * size]).decode()}
        api(account, outputs, f"{where}/{id}/parts/{number}", part, token=token).raise_for_status()
    done = {"sha256": hashlib.sha256(DATA).hexdigest()}
    found: dict[str, Any] = api(account, outputs, f"{where}/{id}/done", done, token=token).raise_for_status().json()
    return dict(found["file"])


async def test_a_file_goes_up_and_comes_down(account: Account, up: dict[str, str]) -> None:
    token = sign_in(account, up)["accessToken"]
    where = f"/workspaces/{workspace(account, up, token, 'W')}/files"
    file = upload(account, up, where, token)
    assert (file["name"], file["size"], file["mimeType"]) == ("日志.txt", len(DATA), "text/plain")
    stored = account.client("s3").list_objects_v2(Bucket=up["FilesBucketName"])["Contents"]
    assert [one["Key"] for one in stored] == [f"files/{where.split('/')[2]}/{file['fileId']}"]  # no part is left
    edge = Edge(distribution.read(account, up["DistributionId"]))
    async with TestServer(edge.application()) as server, client(server.port or 0) as viewer:
        asked = await viewer.get(f"/api{where}/{file['fileId']}", headers={"Authorization": f"Bearer {token}"})
        assert asked.status_code == 200, asked.text
        answer = await viewer.get("/" + asked.json()["url"], timeout=30)
        assert (answer.status_code, answer.content) == (200, DATA)
        assert answer.headers["content-type"] == "text/plain; charset=utf-8"
        assert answer.headers["content-disposition"].startswith('inline; filename="__.txt"; filename*=')
        assert (await viewer.get("/" + asked.json()["url"].partition("?")[0])).status_code == 403


def test_there_is_one_pair_until_its_secret_is_taken_away(
    account: Account, up: dict[str, str], made: Packaged, dist: Path
) -> None:
    first = files_key.prepare(account, NAME)
    assert files_key.prepare(account, NAME) == first
    assert names(account) == 1
    account.client("secretsmanager").delete_secret(SecretId=files_key.secret(NAME), ForceDeleteWithoutRecovery=True)
    second = files_key.prepare(account, NAME)
    assert set(second.values()).isdisjoint(first.values())
    assert names(account) == 2
    deployment.deploy(account, NAME, made, dist, URL, lambda line: None)
    files_key.forget_old(account, NAME)
    assert names(account) == 1
    assert files_key.prepare(account, NAME) == second


def test_with_its_stack_a_pair_goes_and_those_of_others_stay(account: Account) -> None:
    for stack in ("lineup-gone", "lineup-gone-too"):
        files_key.prepare(account, stack)
    files_key.forget(account, "lineup-gone")
    files_key.forget(account, "lineup-gone")
    listed = account.client("cloudfront").list_public_keys()["PublicKeyList"]["Items"]
    assert [one["Name"].partition("-us-")[0] for one in listed if "gone" in one["Name"]] == ["lineup-gone-too"]
    files_key.forget(account, "lineup-gone-too")


def test_a_key_that_is_marked_for_deletion_says_how_to_bring_it_back(account: Account) -> None:
    files_key.prepare(account, "lineup-marked")
    account.client("secretsmanager").delete_secret(SecretId=files_key.secret("lineup-marked"))
    with pytest.raises(DeployRefused, match="restore-secret --secret-id lineup-marked/files-key"):
        files_key.prepare(account, "lineup-marked")


def names(account: Account) -> int:
    """How many keys and groups of the stack there are, of each as many."""
    cloudfront, label = account.client("cloudfront"), f"{NAME}-{account.region}-files-"
    keys = cloudfront.list_public_keys()["PublicKeyList"].get("Items", [])
    groups = cloudfront.list_key_groups()["KeyGroupList"].get("Items", [])
    counts = [
        sum(key["Name"].startswith(label) for key in keys),
        sum(group["KeyGroup"]["KeyGroupConfig"]["Name"].startswith(label) for group in groups),
    ]
    assert len(set(counts)) == 1
    return counts[0]
