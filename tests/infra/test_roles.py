"""Who may do what, whole: a permission that is not in this table fails, and so does one that is missing."""

from typing import Any

import pytest

TABLE = {
    "dynamodb:GetItem", "dynamodb:Query", "dynamodb:PutItem", "dynamodb:UpdateItem", "dynamodb:DeleteItem",
    "dynamodb:ConditionCheckItem",
}  # fmt: skip
LOGS = {"logs:CreateLogStream", "logs:PutLogEvents"}
SECRET = {"secretsmanager:GetSecretValue"}
STREAM = {"dynamodb:DescribeStream", "dynamodb:GetRecords", "dynamodb:GetShardIterator"}
#: What each statement allows, by its id.
STATEMENTS = {
    "Logs": LOGS,
    "Table": TABLE,
    "Sockets": {"execute-api:ManageConnections"},
    "RootKey": SECRET,
    "EdgeKey": SECRET,
    "PublicUrl": {"ssm:GetParameter"},
    "Mail": {"ses:SendEmail"},
    "Files": {"s3:GetObject", "s3:PutObject"},
    "Parts": {"s3:DeleteObject"},
    "MissingFiles": {"s3:ListBucket"},
    "FilesKey": SECRET,
    "Stream": STREAM,
    "Streams": {"dynamodb:ListStreams"},
    "Failures": {"sqs:SendMessage"},
}
ROLES = {
    "Api": "Logs Table Sockets RootKey EdgeKey PublicUrl Mail Files Parts MissingFiles FilesKey",
    "Connect": "Logs Table RootKey EdgeKey PublicUrl",
    "Message": "Logs Table Sockets RootKey",
    "Disconnect": "Logs Table RootKey",
    "HeadChange": "Logs Table Sockets RootKey Stream Streams Failures",
    "Schedule": "Logs Table Sockets RootKey Failures",
    "MailEvent": "Logs Table RootKey Failures",
}
#: Of these AWS takes no narrower resource.
EVERYWHERE = {"Streams", "Traces"}


def statements(resources: dict[str, Any], role: str) -> list[dict[str, Any]]:
    [policy] = resources[f"{role}Role"]["Properties"]["Policies"]
    found: list[dict[str, Any]] = policy["PolicyDocument"]["Statement"]
    return found


def plain(listed: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [statement for statement in listed if "Sid" in statement]


@pytest.mark.parametrize("role", ROLES)
def test_a_role_allows_just_what_its_function_does(resources: dict[str, Any], role: str) -> None:
    allowed = plain(statements(resources, role))
    assert [statement["Sid"] for statement in allowed] == ROLES[role].split()
    for statement in allowed:
        actions = statement["Action"]
        assert statement["Effect"] == "Allow"
        assert set(actions if isinstance(actions, list) else [actions]) == STATEMENTS[statement["Sid"]]


@pytest.mark.parametrize("role", ROLES)
def test_nothing_is_allowed_on_everything(resources: dict[str, Any], role: str) -> None:
    for statement in plain(statements(resources, role)):
        assert statement["Resource"] != "*" or statement["Sid"] in EVERYWHERE
        assert "*" not in "".join(statement["Action"])


@pytest.mark.parametrize("role", ROLES)
def test_tracing_is_allowed_only_where_it_is_wanted(resources: dict[str, Any], role: str) -> None:
    [traces] = [statement["Fn::If"] for statement in statements(resources, role) if "Fn::If" in statement]
    condition, allowed, otherwise = traces
    assert (condition, allowed["Sid"], otherwise) == ("IsTraced", "Traces", {"Ref": "AWS::NoValue"})


def test_a_role_is_for_lambda_only_and_for_one_function(resources: dict[str, Any]) -> None:
    roles = {name for name, told in resources.items() if told["Type"] == "AWS::IAM::Role"}
    assert roles == {f"{role}Role" for role in ROLES}
    for name in roles:
        [trusted] = resources[name]["Properties"]["AssumeRolePolicyDocument"]["Statement"]
        assert trusted["Principal"] == {"Service": "lambda.amazonaws.com"}
    used = [
        told["Properties"]["Role"]["Fn::GetAtt"][0]
        for told in resources.values()
        if told["Type"] == "AWS::Serverless::Function"
    ]
    assert sorted(used) == sorted(roles)


def test_files_are_never_removed_and_nothing_else_of_the_bucket_is_touched(resources: dict[str, Any]) -> None:
    told = {statement["Sid"]: statement["Resource"] for statement in plain(statements(resources, "Api"))}
    assert told["Files"] == [{"Fn::Sub": "${FilesBucket.Arn}/files/*"}, {"Fn::Sub": "${FilesBucket.Arn}/parts/*"}]
    assert told["Parts"] == {"Fn::Sub": "${FilesBucket.Arn}/parts/*"}
    assert told["FilesKey"]["Fn::Sub"].endswith(":secret:${AWS::StackName}/files-key-??????")


def test_mail_goes_out_under_one_name(resources: dict[str, Any]) -> None:
    [mail] = [statement for statement in plain(statements(resources, "Api")) if statement["Sid"] == "Mail"]
    assert mail["Condition"] == {"StringEquals": {"ses:FromAddress": {"Ref": "MailFrom"}}}
