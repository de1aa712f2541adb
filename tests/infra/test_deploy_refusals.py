"""What the deploy tool does not do: trust somebody else's bucket, leave data behind, get into another deploy's way."""

import json
from pathlib import Path
from typing import Any

import pytest

from infra.cloud_local import deployment
from infra.deploy import bundle, change_set, files_key, stack
from infra.deploy.account import Account, DeployRefused
from infra.deploy.destroy import destroy
from infra.package import Packaged
from tests.infra.deployed import NAME, URL, answering

pytestmark = pytest.mark.timeout(300)


def silent(line: str) -> None:
    """Says nothing."""


def test_every_call_of_s3_names_the_account_as_the_owner_and_nothing_is_public(
    account: Account, up: dict[str, str], made: Packaged, dist: Path
) -> None:
    bucket, seen = bundle.artifacts_bucket(account), dict[str, set[str]]()

    def note(request: Any, operation_name: str, **_: Any) -> None:
        owner = request.headers.get("x-amz-expected-bucket-owner", b"")
        seen.setdefault(operation_name, set()).add(owner.decode() if isinstance(owner, bytes) else owner)

    s3 = account.client("s3")
    s3.delete_public_access_block(Bucket=bucket)
    s3.meta.events.register("request-created.s3", note)
    try:
        deployment.deploy(account, NAME, made, dist, URL, silent)
    finally:
        s3.meta.events.unregister("request-created.s3", note)
    assert set(seen) == {"HeadBucket", "PutPublicAccessBlock", "HeadObject", "PutObject"}
    assert set().union(*seen.values()) == {account.id}
    assert set(s3.get_public_access_block(Bucket=bucket)["PublicAccessBlockConfiguration"].values()) == {True}


@pytest.mark.parametrize(
    ("operation", "code"),
    [
        ("HeadBucket", "403"),  # S3's answer when the owner is not the one who is expected
        ("HeadBucket", "301"),  # the name is taken in another region
        ("PutPublicAccessBlock", "AccessDenied"),
    ],
)
def test_a_bucket_of_somebody_else_gets_no_code(account: Account, made: Packaged, operation: str, code: str) -> None:
    s3 = account.client("s3")
    with (
        answering(s3, f"s3.{operation}", code, "Forbidden"),
        answering(s3, "s3.PutObject", "NotAsked") as put,
        pytest.raises(DeployRefused, match=r"another AWS account.* ARTIFACTS_BUCKET=NAME"),
    ):
        bundle.upload(account, made)
    assert put == []


def test_a_name_that_was_taken_in_between_gets_no_code(account: Account, made: Packaged) -> None:
    s3 = account.client("s3")
    for code, words in (("BucketAlreadyExists", "another AWS account"), ("OperationAborted", "Try again")):
        with (
            answering(s3, "s3.HeadBucket", "404"),
            answering(s3, "s3.CreateBucket", code),
            pytest.raises(DeployRefused, match=words),
        ):
            bundle.upload(account, made)


def test_a_bucket_of_ones_own_choice_is_used(account: Account, made: Packaged, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ARTIFACTS_BUCKET", "our-own-artifacts")
    uploaded = bundle.upload(account, made)
    assert uploaded.bucket == "our-own-artifacts"
    account.client("s3").head_object(Bucket="our-own-artifacts", Key=uploaded.code)


def changed(made: Packaged, out: Path, resource: str, **properties: Any) -> Packaged:
    """The package with other properties of a resource."""
    template = json.loads(made.template.read_text())
    template["Resources"][resource]["Properties"] |= properties
    file = out / f"{resource}.json"
    file.write_text(json.dumps(template))
    return Packaged(file, made.bundle)


def test_a_version_that_would_leave_the_data_behind_is_refused(
    account: Account, up: dict[str, str], made: Packaged, dist: Path, tmp_path: Path
) -> None:
    keys = [{"AttributeName": "sk", "KeyType": "HASH"}, {"AttributeName": "pk", "KeyType": "RANGE"}]
    secret = {"PasswordLength": 80, "ExcludePunctuation": True}
    for other, words in (
        (changed(made, tmp_path, "Table", KeySchema=keys, LocalSecondaryIndexes=[]), "replace Table"),
        (changed(made, tmp_path, "RootKey", GenerateSecretString=secret), "rewrite RootKey"),
    ):
        before = stack.newest_event(account, NAME)
        with pytest.raises(DeployRefused, match=f"would {words} .*Nothing was changed"):
            stack.apply(account, NAME, bundle.upload(account, other), {}, silent, poll=0.05)
        assert stack.newest_event(account, NAME) == before
    assert deployment.deploy(account, NAME, made, dist, URL, silent) == up


@pytest.mark.parametrize(
    ("change", "lost"),
    [
        ({"Action": "Add"}, ""),
        ({"Action": "Remove"}, "remove"),
        ({"Action": "Modify", "Replacement": "True"}, "replace"),
        ({"Action": "Modify", "Replacement": "Conditional", "Details": [{"Target": {"Name": "Tags"}}]}, ""),
        ({"Action": "Modify", "Replacement": "False", "Details": [{"Target": {"Attribute": "Metadata"}}]}, ""),
        ({"Action": "Modify", "Replacement": "False", "Details": [{"Target": {"Name": "SecretString"}}]}, "rewrite"),
    ],
)
def test_what_a_change_does_to_contents_is_seen(change: dict[str, Any], lost: str) -> None:
    assert change_set.loss(change) == lost


@pytest.mark.parametrize(
    ("operation", "code", "message"),
    [  # what CloudFormation answers the second of two deploys
        (
            "CreateChangeSet",
            "ValidationError",
            "Stack:arn:aws:x is in UPDATE_IN_PROGRESS state and can not be updated",
        ),
        ("DescribeChangeSet", "ChangeSetNotFound", "ChangeSet [lineup-1] does not exist"),
        ("ExecuteChangeSet", "InvalidChangeSetStatus", "ChangeSet [lineup-1] cannot be executed in its current status"),
    ],
)
def test_the_second_of_two_deploys_waits_for_its_turn(
    account: Account, up: dict[str, str], made: Packaged, operation: str, code: str, message: str
) -> None:
    uploaded = bundle.upload(account, made)
    with (
        answering(account.client("cloudformation"), f"cloudformation.{operation}", code, message),
        pytest.raises(DeployRefused, match=f"Another deploy of {NAME} is under way"),
    ):
        stack.apply(account, NAME, uploaded, {"LogDays": "3"}, silent, poll=0.05)


@pytest.mark.parametrize(
    ("status", "words"),
    [
        ("UPDATE_IN_PROGRESS", "Try again later"),
        ("ROLLBACK_COMPLETE", f"make destroy STAGE=test CONFIRM={NAME}"),
        ("DELETE_FAILED", f"make destroy STAGE=test CONFIRM={NAME}"),
        ("UPDATE_ROLLBACK_FAILED", "continue-update-rollback"),
    ],
)
def test_a_stack_that_takes_no_change_says_what_to_do(status: str, words: str) -> None:
    with pytest.raises(DeployRefused, match=words):
        stack.refuse_broken(NAME, {"StackStatus": status})


@pytest.mark.parametrize(
    "status", ["CREATE_COMPLETE", "UPDATE_COMPLETE", "UPDATE_ROLLBACK_COMPLETE", "REVIEW_IN_PROGRESS"]
)
def test_a_stack_that_rests_takes_a_change(status: str) -> None:
    stack.refuse_broken(NAME, {"StackStatus": status})
    stack.refuse_broken(NAME, None)


def test_a_stack_of_which_nothing_was_made_yet_is_made(account: Account, made: Packaged) -> None:
    """A first deploy that was stopped early leaves REVIEW_IN_PROGRESS."""
    name = "lineup-review"
    account.client("cloudformation").create_change_set(
        StackName=name, ChangeSetName="first", ChangeSetType="CREATE",
        TemplateBody=json.dumps({"Resources": {"One": {"Type": "AWS::SNS::Topic"}}}),
    )  # fmt: skip
    with pytest.raises(DeployRefused, match="make deploy"):
        stack.outputs(account, name)
    given = {"MailFrom": "lineup@example.com", **files_key.prepare(account, name)}
    stack.apply(account, name, bundle.upload(account, made), given, silent, poll=0.05)
    destroy(account, name, name, with_data="", say=silent, poll=0.05)


def test_a_protected_stack_keeps_its_pages_too(account: Account, up: dict[str, str]) -> None:
    cloudformation = account.client("cloudformation")
    cloudformation.update_termination_protection(StackName=NAME, EnableTerminationProtection=True)
    try:
        with pytest.raises(DeployRefused, match="no-enable-termination-protection"):
            destroy(account, NAME, NAME, with_data="", say=silent, poll=0.05)
    finally:
        cloudformation.update_termination_protection(StackName=NAME, EnableTerminationProtection=False)
    account.client("s3").head_object(Bucket=up["WebBucketName"], Key="index.html")
