"""What is missing is said before anything is touched, with what to do."""

from pathlib import Path

import boto3
import pytest

from infra.deploy.account import Account, DeployRefused
from infra.deploy.prerequisites import VARIABLES, check, parameters
from tests.infra.conftest import page

CERTIFICATE = "arn:aws:acm:us-east-1:123456789012:certificate/1"


def test_the_sender_is_asked_for_once() -> None:
    with pytest.raises(DeployRefused, match=r"MAIL_FROM=lineup@example\.com"):
        parameters({}, {})
    assert parameters({}, {"MailFrom": "a@example.com"}) == {}
    assert parameters({"MAIL_FROM": "b@example.com"}, {}) == {"MailFrom": "b@example.com"}


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"DOMAIN": "lineup.example.com"}, "CERTIFICATE"),
        ({"DOMAIN": "lineup.example.com", "CERTIFICATE": CERTIFICATE.replace("us-east-1", "eu-west-1")}, "us-east-1"),
        ({"ZONE": "Z1"}, "DOMAIN"),
    ],
)
def test_a_domain_that_is_not_complete_is_refused(given: dict[str, str], words: str) -> None:
    with pytest.raises(DeployRefused, match=words):
        parameters({"MAIL_FROM": "a@example.com", **given}, {})


def test_a_missing_region_missing_credentials_and_an_unbuilt_page_say_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("AWS_REGION", "AWS_DEFAULT_REGION", "AWS_PROFILE", "AWS_ACCESS_KEY_ID"):
        monkeypatch.delenv(name, raising=False)
    for name in ("AWS_CONFIG_FILE", "AWS_SHARED_CREDENTIALS_FILE"):
        monkeypatch.setenv(name, str(tmp_path / "none"))
    monkeypatch.setenv("AWS_EC2_METADATA_DISABLED", "true")
    with pytest.raises(DeployRefused, match="make web"):
        check(Account(), tmp_path)
    (tmp_path / "index.html").write_text("")
    with pytest.raises(DeployRefused, match="AWS_REGION"):
        check(Account(), tmp_path)
    monkeypatch.setenv("AWS_REGION", "eu-central-1")
    assert Account().region == "eu-central-1"
    with pytest.raises(DeployRefused, match="aws sso login"):
        check(Account(boto3.session.Session(region_name="eu-central-1")), tmp_path)


def test_every_variable_is_explained() -> None:
    explained = page("deploy.md")
    assert [name for name in VARIABLES if f"`{name}`" not in explained] == []
