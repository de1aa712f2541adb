"""What is missing or mistyped is said before anything is touched, with what to do."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from infra.deploy.__main__ import main
from infra.deploy.account import Account, DeployRefused
from infra.deploy.prerequisites import check
from infra.deploy.variables import READ, VARIABLES, check_names, parameters
from tests.infra.conftest import page
from tests.infra.deployed import answering

CERTIFICATE = "arn:aws:acm:us-east-1:123456789012:certificate/1"


@pytest.fixture
def nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """A machine that knows no account."""
    for name in ("AWS_REGION", "AWS_DEFAULT_REGION", "AWS_PROFILE", "AWS_ACCESS_KEY_ID", "MAKEFLAGS"):
        monkeypatch.delenv(name, raising=False)
    for name in ("AWS_CONFIG_FILE", "AWS_SHARED_CREDENTIALS_FILE"):
        monkeypatch.setenv(name, str(tmp_path / "none"))
    monkeypatch.setenv("AWS_EC2_METADATA_DISABLED", "true")
    return monkeypatch


def said(*arguments: str) -> str:
    """What the command line says when it refuses: one line, apart from the empty one before."""
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    text = str(ended.value)
    assert text.strip().count("\n") == 0, text
    return text


def test_the_sender_is_asked_for_once() -> None:
    with pytest.raises(DeployRefused, match=r"MAIL_FROM=lineup@example\.com"):
        parameters({}, {})
    with pytest.raises(DeployRefused, match=r"MAIL_FROM=lineup@example\.com"):
        parameters({"MAIL_FROM": ""}, {"MailFrom": "a@example.com"})
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


WRONG = {
    "MAIL_FROM": ["lineup", "LineUp <lineup@example.com>", "a@example.com, b@example.com"],
    "MAIL_IDENTITY": ["example", "https://example.com", "@example.com", "LineUp <a@example.com>"],
    "DOMAIN": [
        "http://lineup.example.com", "https://lineup.example.com", "lineup.example.com/", "lineup.example.com:8443",
        "Lineup.example.com", "lineup", "lineup..example.com", "-a.example.com", "*.example.com", "10.0.0.1",
    ],
    "CERTIFICATE": ["1", CERTIFICATE.replace("us-east-1", "eu-central-1"), CERTIFICATE.replace(":acm:", ":iam:")],
    "ZONE": ["example.com", "/hostedzone/Z0123456789ABC"],
    "ALARM_EMAIL": ["you", "you <you@example.com>"],
    "LOG_DAYS": ["-1", "0", "31", "month", ""],
    "TRACING": ["active", "on", ""],
    "EDGE_KEY_VERSION": ["1", "AWSCURRENT"],
    "ROOT_KEY_VERSION": ["1", "AWSCURRENT"],
}  # fmt: skip
RIGHT = {
    "MAIL_FROM": "lineup+prod@mail.example.co.uk",
    "MAIL_IDENTITY": "mail.example.co.uk",
    "DOMAIN": "line-up.example.co.uk",
    "CERTIFICATE": CERTIFICATE,
    "ZONE": "Z0123456789ABC",
    "ALARM_EMAIL": "you@example.com",
    "LOG_DAYS": "90",
    "TRACING": "Active",
    "EDGE_KEY_VERSION": "01234567-89ab-cdef-0123-456789abcdef",
    "ROOT_KEY_VERSION": "01234567-89ab-cdef-0123-456789abcdef",
}


@pytest.mark.parametrize(("name", "value"), [(name, value) for name, values in WRONG.items() for value in values])
def test_a_value_that_aws_would_refuse_minutes_later_is_refused_at_once(name: str, value: str) -> None:
    with pytest.raises(DeployRefused) as told:
        parameters({**RIGHT, name: value}, {})
    assert str(told.value).startswith(f"{name}={value} cannot be: ")


def test_right_values_pass_and_an_empty_one_takes_an_optional_thing_away() -> None:
    assert parameters(RIGHT, {}) == {VARIABLES[name]: value.strip() for name, value in RIGHT.items()}
    gone = dict.fromkeys(("DOMAIN", "CERTIFICATE", "ZONE", "MAIL_IDENTITY", "ALARM_EMAIL"), "")
    assert parameters(gone, {"MailFrom": "a@example.com"}) == {VARIABLES[name]: "" for name in gone}


def of_make(*given: str) -> dict[str, str]:
    """The environment that GNU make gives to a command."""
    printed = "import json, os; print(json.dumps(dict(os.environ)))"
    makefile = f"all:\n\t@{sys.executable} -c '{printed}'\n"
    bare = {"PATH": os.environ["PATH"]}  # this may run within a make of its own
    done = subprocess.run(
        ["make", "-s", "-f", "-", *given], input=makefile, env=bare, capture_output=True, text=True, check=True
    )
    found: dict[str, str] = json.loads(done.stdout)
    return found


def test_a_variable_that_nobody_reads_is_said() -> None:
    check_names(of_make("ALARM_EMAIL=a@example.com", 'MAIL_FROM=it\'s "b"', "STAGE=prod", "AWS_REGION=x"), "up")
    check_names(of_make(), "down")
    for given, command, meant in (
        (["MAILFROM=lineup@example.com"], "up", "MAIL_FROM"),
        (["STAGE=dev", "DOMIAN=a b\\ $$c"], "up", "DOMAIN"),
        (["WITHDATA=lineup-dev-Table", "CONFIRM=lineup-dev"], "down", "WITH_DATA"),
        (["KEYS=key", "FROM=x"], "restore", "KEY"),
    ):
        with pytest.raises(DeployRefused, match=f"Did you mean {meant}\\?"):
            check_names(of_make(*given), command)
    with pytest.raises(DeployRefused, match="There are CONFIRM, STAGE, WITH_DATA"):
        check_names(of_make("X=1"), "down")


def test_a_missing_region_missing_credentials_and_an_unbuilt_page_say_what_to_do(
    tmp_path: Path, nothing: pytest.MonkeyPatch
) -> None:
    with pytest.raises(DeployRefused, match="make web"):
        check(tmp_path)
    (tmp_path / "index.html").write_text("")
    check(tmp_path)
    needed = {"link": ["you@example.com"], "restore": ["--from", "lineup-restored"]}
    for command in READ:
        assert "Set AWS_REGION" in said(command, *needed.get(command, []))
    assert "FROM=TABLE" in said("restore")
    nothing.setenv("AWS_REGION", "eu-central-1")
    assert Account().region == "eu-central-1"
    assert "aws sso login" in said("show")
    nothing.setenv("AWS_REGION", "eu central 1")
    assert "Is that its name?" in said("show")
    nothing.setenv("AWS_PROFILE", "nobody")
    assert "aws configure list-profiles" in said("show")


def test_a_mistyped_stage_and_a_missing_address_say_what_to_do(nothing: pytest.MonkeyPatch) -> None:
    assert "STAGE is dev or prod." in said("up", "--stage", "production")
    assert "STAGE is dev or prod." in said("down", "--stage")  # `make destroy STAGE=`
    assert "EMAIL=you@example.com" in said("link", "--stage", "dev")
    assert "EMAIL=you@example.com" in said("link", "ann")


def test_credentials_that_have_ended_say_what_to_do(nothing: pytest.MonkeyPatch) -> None:
    nothing.setenv("AWS_REGION", "eu-central-1")
    account = Account()
    ended = "The security token included in the request is expired"
    with (
        answering(account.client("sts"), "sts.GetCallerIdentity", "ExpiredToken", ended),
        pytest.raises(DeployRefused, match=r"is expired.*aws sso login"),
    ):
        account.check()


def test_every_variable_is_explained() -> None:
    explained = page("deploy.md")
    names = {*VARIABLES, *(name for read in READ.values() for name in read)}
    assert [name for name in sorted(names) if name not in explained] == []
