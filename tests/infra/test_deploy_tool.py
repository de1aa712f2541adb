"""The tool behind `make deploy`, on an emulator: again is harmless, data stays, nothing goes without being named."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from botocore.exceptions import ClientError

from chalicelib.aws.settings import key_of_text
from chalicelib.aws.table import DynamoTable
from chalicelib.services import items
from infra import ministack
from infra.cloud_local import deployment
from infra.deploy import bundle, stack
from infra.deploy.account import Account, DeployRefused
from infra.deploy.destroy import destroy
from infra.deploy.fill import fill
from infra.deploy.link import sign_in_link
from infra.deploy.prerequisites import check_identity
from infra.deploy.show import mail_records, todo
from infra.package import BUILD, Packaged, package
from infra.transfer import rootkey
from infra.transfer.dynamo import DynamoStore
from infra.transfer.exporting import export
from tests.infra.conftest import made_once

pytestmark = pytest.mark.timeout(300)
NAME = "lineup-test"
URL = "http://localhost:9"


@pytest.fixture(scope="module")
def account(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Account]:
    with ministack.running(tmp_path_factory.mktemp("emulator") / "log") as endpoint:
        yield deployment.account(endpoint)


@pytest.fixture(scope="module")
def made(account: Account, tmp_path_factory: pytest.TempPathFactory) -> Packaged:
    out = BUILD / "test-local"
    packaged = made_once(out, lambda: package(deployment.STAGE, out, deployment.ARCHITECTURE))
    return deployment.patched_for(str(account.endpoint_url), packaged, tmp_path_factory.mktemp("template"))


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    (folder / "assets").mkdir()
    (folder / "index.html").write_text('<head><base href="./"></head>')
    (folder / "assets" / "index-1.js").write_text("1")
    (folder / "icon.svg").write_text("<svg/>")
    return folder


@pytest.fixture
def up(account: Account, made: Packaged, dist: Path) -> Iterator[dict[str, str]]:
    yield deployment.deploy(account, NAME, made, dist, URL, lambda line: None)


def api(
    account: Account, outputs: dict[str, str], path: str, body: Any, *, key: bool = True, token: str = ""
) -> httpx.Response:
    """Ask the API as CloudFront does (or, without the key, as anybody)."""
    config = account.client("cloudfront").get_distribution_config(Id=outputs["DistributionId"])["DistributionConfig"]
    [origin] = [origin for origin in config["Origins"]["Items"] if origin["Id"] == "api"]
    shown = {header["HeaderName"]: header["HeaderValue"] for header in origin["CustomHeaders"]["Items"]}
    headers = (shown if key else {}) | ({"Authorization": f"Bearer {token}"} if token else {})
    address = f"{account.endpoint_url}/_aws/execute-api/{outputs['RestAPIId']}/api{path}"
    return httpx.post(address, json=body, headers=headers, timeout=30)


def sign_in(account: Account, outputs: dict[str, str], email: str = "ann@example.com") -> dict[str, Any]:
    token = sign_in_link(account, NAME, email).rpartition("/")[2]
    signed = api(account, outputs, "/auth/link", {"token": token})
    assert signed.status_code == 200, signed.text
    return dict(signed.json())


def test_again_changes_nothing_and_uploads_nothing(
    account: Account, up: dict[str, str], made: Packaged, dist: Path
) -> None:
    def uploaded() -> list[str]:
        listed = account.client("s3").list_objects_v2(Bucket=bundle.artifacts_bucket(account))["Contents"]
        return sorted(f"{item['Key']} {item['LastModified']}" for item in listed)

    before, said = uploaded(), list[str]()
    again = deployment.deploy(account, NAME, made, dist, URL, said.append)
    assert said == ["Nothing to change in the stack."]
    assert (again, uploaded()) == (up, before)


def test_a_parameter_that_is_not_given_keeps_its_value(account: Account, up: dict[str, str], made: Packaged) -> None:
    uploaded = bundle.upload(account, made)
    stack.apply(account, NAME, uploaded, {"LogDays": "7"}, lambda line: None, poll=0.05)
    values = stack.parameters(account, NAME)
    assert (values["LogDays"], values["MailFrom"]) == ("7", deployment.MAIL_FROM)


def test_it_says_which_dns_records_are_left_to_add(account: Account, up: dict[str, str]) -> None:
    assert list(todo(account, NAME, up)) == []  # the emulator verifies an address by itself
    account.client("sesv2").create_email_identity(EmailIdentity="example.org")
    told = account.client("sesv2").get_email_identity(EmailIdentity="example.org")
    records = list(mail_records("example.org", {**told, "VerifiedForSendingStatus": False}))
    assert len(records) == 3
    assert all(line.endswith(".dkim.amazonses.com") and "._domainkey.example.org CNAME " in line for line in records)


def test_an_identity_that_ses_has_already_is_refused_before_anything_is_made(account: Account) -> None:
    account.client("sesv2").create_email_identity(EmailIdentity="example.net")
    with pytest.raises(DeployRefused, match="leave MAIL_IDENTITY out"):
        check_identity(account, "example.net", "")
    check_identity(account, "example.net", "example.net")  # this stack's own
    check_identity(account, "other.example.net", "")


def test_the_page_names_the_root_and_is_asked_for_anew_and_assets_are_kept(
    account: Account, up: dict[str, str]
) -> None:
    s3 = account.client("s3")
    page = s3.get_object(Bucket=up["WebBucketName"], Key="index.html")
    assert (page["CacheControl"], page["ContentType"]) == ("no-cache", "text/html; charset=utf-8")
    assert page["Body"].read() == b'<head><base href="/"></head>'
    script = s3.get_object(Bucket=up["WebBucketName"], Key="assets/index-1.js")
    assert "immutable" in script["CacheControl"]
    assert script["ContentType"] == "text/javascript; charset=utf-8"
    assert s3.head_object(Bucket=up["WebBucketName"], Key="icon.svg")["ContentType"] == "image/svg+xml"


def test_the_link_signs_in_and_there_is_no_way_past_cloudfront(account: Account, up: dict[str, str]) -> None:
    assert sign_in(account, up)["user"]["email"] == "ann@example.com"
    refused = api(account, up, "/auth/link", {"token": "x"}, key=False)
    assert (refused.status_code, refused.json()["error"]["code"]) == (403, "origin_not_allowed")


def test_a_changed_edge_key_reaches_cloudfront_and_the_functions(
    account: Account, up: dict[str, str], made: Packaged
) -> None:
    key, secret = stack.resources(account, NAME)["EdgeKey"], "n" * 48
    sign_in(account, up)  # the functions know the old one
    version = account.client("secretsmanager").put_secret_value(SecretId=key, SecretString=secret)["VersionId"]
    uploaded = bundle.upload(account, made)
    stack.apply(account, NAME, uploaded, {"EdgeKeyVersion": version}, lambda line: None, poll=0.05)
    config = account.client("cloudfront").get_distribution_config(Id=up["DistributionId"])["DistributionConfig"]
    shown = [header["HeaderValue"] for origin in config["Origins"]["Items"] for header in headers_of(origin)]
    assert shown == [secret] * 2
    sign_in(account, up)


def test_restored_data_replaces_what_was_there_and_has_a_new_epoch(account: Account, up: dict[str, str]) -> None:
    token = sign_in(account, up)["accessToken"]
    table = DynamoTable(account.client("dynamodb"), up["TableName"])
    made = workspace(account, up, token, "Studio")
    copy = restored(account, up["TableName"])
    workspace(account, up, token, "Made after the moment")
    before = table.get([items.head(made)])[items.head(made)].data
    with pytest.raises(DeployRefused, match=f"CONFIRM={NAME}"):
        fill(account, NAME, copy, "", key=None, say=lambda line: None)
    said, waited = list[str](), list[float]()
    fill(account, NAME, copy, NAME, key=None, say=said.append, sleep=waited.append)
    after = table.get([items.head(made)])[items.head(made)].data
    assert after["sequence"] == before["sequence"]
    assert after["epoch"] != before["epoch"]
    heads = [
        item for item in DynamoStore(account.client("dynamodb"), up["TableName"]).items() if items.is_head(item.key)
    ]
    assert [items.workspace_of(item.key.pk) for item in heads] == [made]
    assert said[0].startswith("Stopped 7 functions.") and said[-1] == "The functions run again."
    assert waited == [60]  # as long as the longest may run
    assert sign_in(account, up)["user"]["email"] == "ann@example.com"


def test_an_export_of_one_machine_comes_with_its_root_key(account: Account, up: dict[str, str], tmp_path: Path) -> None:
    sign_in(account, up, "bob@example.com")
    file, key = tmp_path / "export.jsonl", tmp_path / "key"
    export(DynamoStore(account.client("dynamodb"), up["TableName"]), file, live=False)
    rootkey.write(b"x" * 32, key)
    fill(account, NAME, str(file), NAME, key=key, say=lambda line: None, sleep=lambda seconds: None)
    secret = account.client("secretsmanager").get_secret_value(SecretId=up["RootKeyArn"])["SecretString"]
    assert key_of_text(secret) == b"x" * 32
    assert sign_in(account, up)["user"]["email"] == "ann@example.com"


def test_taking_it_down_wants_its_name_and_keeps_the_data(account: Account, up: dict[str, str]) -> None:
    with pytest.raises(DeployRefused, match=f"CONFIRM={NAME}"):
        destroy(account, NAME, "lineup-other", with_data="", say=lambda line: None, poll=0.05)
    assert stack.describe(account, NAME) is not None
    said: list[str] = []
    with pytest.raises(DeployRefused, match=f"WITH_DATA={up['TableName']}"):
        destroy(account, NAME, NAME, with_data="another-table", say=said.append, poll=0.05)
    destroy(account, NAME, NAME, with_data="", say=said.append, poll=0.05)
    assert stack.describe(account, NAME) is None
    account.client("dynamodb").describe_table(TableName=up["TableName"])
    account.client("secretsmanager").get_secret_value(SecretId=up["RootKeyArn"])
    kept = [line for line in said if line.startswith("Kept ")]
    assert [line.split()[1].rstrip(".") for line in kept] == [up["TableName"], up["FilesBucketName"], up["RootKeyArn"]]
    with pytest.raises(DeployRefused, match="make deploy"):
        stack.outputs(account, NAME)


def test_with_its_data_only_the_recoverable_key_is_left(account: Account, up: dict[str, str]) -> None:
    destroy(account, NAME, NAME, with_data=up["TableName"], say=lambda line: None, poll=0.05)
    with pytest.raises(ClientError, match="ResourceNotFound"):
        account.client("dynamodb").describe_table(TableName=up["TableName"])


def test_a_stack_that_was_not_finished_can_be_taken_down(account: Account) -> None:
    """It has no outputs: what is there of it is listed."""
    name = "lineup-half"
    body = {"Resources": {
        "WebBucket": {"Type": "AWS::S3::Bucket"},
        "Broken": {"Type": "AWS::SNS::Topic", "Properties": {"DisplayName": {"Fn::GetAtt": ["WebBucket", "Nothing"]}}},
    }}  # fmt: skip
    account.client("cloudformation").create_stack(StackName=name, TemplateBody=json.dumps(body))
    with pytest.raises(DeployRefused, match=r"ended as ROLLBACK_COMPLETE\.\nBroken: "):
        stack.watch(account, name, None, lambda line: None, poll=0.05)
    with pytest.raises(DeployRefused, match="not finished"):
        stack.outputs(account, name)
    destroy(account, name, name, with_data="", say=lambda line: None, poll=0.05)
    assert stack.describe(account, name) is None


def headers_of(origin: dict[str, Any]) -> list[dict[str, str]]:
    """What CloudFront adds for an origin."""
    found: list[dict[str, str]] = origin.get("CustomHeaders", {}).get("Items", [])
    return found


def workspace(account: Account, outputs: dict[str, str], token: str, name: str) -> str:
    """A workspace of the signed-in person."""
    answer = api(account, outputs, "/workspaces", {"name": name}, token=token)
    return str(answer.raise_for_status().json()["workspace"]["id"])


def restored(account: Account, table: str) -> str:
    """What point-in-time recovery gives: a new table with the items, and nothing else of the old one's."""
    dynamodb = account.client("dynamodb")
    told = dynamodb.describe_table(TableName=table)["Table"]
    dynamodb.create_table(
        TableName="restored", BillingMode="PAY_PER_REQUEST", KeySchema=told["KeySchema"],
        AttributeDefinitions=[one for one in told["AttributeDefinitions"] if one["AttributeName"] in ("pk", "sk")],
    )  # fmt: skip
    for page in dynamodb.get_paginator("scan").paginate(TableName=table):
        for item in page["Items"]:
            dynamodb.put_item(TableName="restored", Item=item)
    return "restored"
