"""The tool behind `make deploy`, on an emulator: again is harmless, data stays, nothing goes without being named."""

import json
from pathlib import Path
from typing import Any

import pytest
from botocore.exceptions import ClientError

from infra.cloud_local import deployment
from infra.deploy import bundle, stack
from infra.deploy.account import Account, DeployRefused
from infra.deploy.destroy import destroy
from infra.deploy.prerequisites import check_identity
from infra.deploy.show import mail_records, todo
from infra.package import Packaged
from tests.infra.deployed import NAME, URL, api, sign_in

pytestmark = pytest.mark.timeout(300)


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
