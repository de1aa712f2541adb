"""The template that is deployed, asserted whole: what it makes, and what the product relies on (design.md §2)."""

import json
import zipfile
from collections import Counter
from typing import Any

from chalicelib.aws.table import TABLE_DEFINITION, TIME_TO_LIVE
from chalicelib.lap.errors import CODES
from chalicelib.services.metrics import Count
from infra.deploy.variables import VARIABLES
from infra.local import answers
from infra.package import Packaged
from tests.infra.conftest import page

Resources = dict[str, Any]
FUNCTIONS = {
    "APIHandler": ("app.app", "Api"),
    "WebsocketConnect": ("app.connect", "Connect"),
    "WebsocketMessage": ("app.message", "Message"),
    "WebsocketDisconnect": ("app.disconnect", "Disconnect"),
    "OnHeadChange": ("app.on_head_change", "HeadChange"),
    "OnSchedule": ("app.on_schedule", "Schedule"),
    "OnMailEvent": ("app.on_mail_event", "MailEvent"),
}


def properties(resources: Resources, name: str) -> dict[str, Any]:
    found: dict[str, Any] = resources[name]["Properties"]
    return found


def of_type(resources: Resources, kind: str) -> dict[str, Any]:
    return {name: resource["Properties"] for name, resource in resources.items() if resource["Type"] == kind}


def test_it_makes_just_what_is_meant(resources: Resources) -> None:
    made = Counter(resource["Type"].removeprefix("AWS::") for resource in resources.values())
    assert made == {
        "Serverless::Function": 7, "Serverless::Api": 1, "Lambda::Permission": 4, "Lambda::EventSourceMapping": 1,
        "Lambda::EventInvokeConfig": 2, "ApiGatewayV2::Api": 1, "ApiGatewayV2::Stage": 1, "ApiGatewayV2::Route": 3,
        "ApiGatewayV2::Integration": 3, "IAM::Role": 7, "Logs::LogGroup": 7, "DynamoDB::Table": 1, "SQS::Queue": 1,
        "SecretsManager::Secret": 2, "SSM::Parameter": 1, "S3::Bucket": 2, "S3::BucketPolicy": 2, "SNS::Topic": 1,
        "CloudFront::Distribution": 1, "CloudFront::Function": 1, "CloudFront::OriginAccessControl": 1,
        "CloudFront::ResponseHeadersPolicy": 2, "CloudFront::OriginRequestPolicy": 1,
        "CloudWatch::Alarm": 13, "CloudWatch::Dashboard": 1, "SES::EmailIdentity": 1, "SES::ConfigurationSet": 1,
        "SES::ConfigurationSetEventDestination": 1, "Route53::RecordSetGroup": 1,
    }  # fmt: skip


def test_the_table_is_the_one_that_the_engine_expects_and_is_kept(resources: Resources) -> None:
    table = properties(resources, "Table")
    for key, value in TABLE_DEFINITION.items():
        if key != "StreamSpecification":
            assert table[key] == value, key
    assert table["StreamSpecification"] == {"StreamViewType": TABLE_DEFINITION["StreamSpecification"]["StreamViewType"]}
    assert table["TimeToLiveSpecification"] == TIME_TO_LIVE
    assert table["PointInTimeRecoverySpecification"] == {"PointInTimeRecoveryEnabled": True}
    assert table["DeletionProtectionEnabled"] is True
    kept = {name: told["DeletionPolicy"] for name, told in resources.items() if "DeletionPolicy" in told}
    assert kept == {"Table": "Retain", "RootKey": "RetainExceptOnCreate", "FilesBucket": "RetainExceptOnCreate"}
    assert {resources[name]["UpdateReplacePolicy"] for name in kept} == {"Retain"}


def test_the_doorbell_is_mapped_as_decided(resources: Resources) -> None:
    mapping = properties(resources, "HeadChanges")
    [pattern] = [json.loads(one["Pattern"]) for one in mapping.pop("FilterCriteria")["Filters"]]
    assert pattern == {"dynamodb": {"NewImage": {"sk": {"S": ["HEAD"]}}}}
    assert mapping == {
        "FunctionName": {"Ref": "OnHeadChange"},
        "EventSourceArn": {"Fn::GetAtt": ["Table", "StreamArn"]},
        "StartingPosition": "TRIM_HORIZON",
        "BatchSize": 100,
        "MaximumBatchingWindowInSeconds": 0,
        "ParallelizationFactor": 10,
        "MaximumRetryAttempts": 3,
        "MaximumRecordAgeInSeconds": 120,
        "BisectBatchOnFunctionError": True,
        "FunctionResponseTypes": ["ReportBatchItemFailures"],
        "DestinationConfig": {"OnFailure": {"Destination": {"Fn::GetAtt": ["Failures", "Arn"]}}},
    }


def test_every_function_has_its_own_role_and_log_and_runs_on_arm(resources: Resources) -> None:
    functions = of_type(resources, "AWS::Serverless::Function")
    assert set(functions) == set(FUNCTIONS)
    for name, (handler, short) in FUNCTIONS.items():
        told = functions[name]
        assert (told["Handler"], told["Architectures"]) == (handler, ["arm64"])
        assert told["Role"] == {"Fn::GetAtt": [f"{short}Role", "Arn"]}
        assert told["LoggingConfig"] == {"LogGroup": {"Ref": f"{short}Logs"}}
        assert properties(resources, f"{short}Logs")["RetentionInDays"] == {"Ref": "LogDays"}


def test_the_schedule_runs_every_minute_and_mail_events_are_ours_only(resources: Resources) -> None:
    [schedule] = properties(resources, "OnSchedule")["Events"].values()
    assert schedule == {"Type": "Schedule", "Properties": {"Schedule": "rate(1 minute)"}}
    [mail] = properties(resources, "OnMailEvent")["Events"].values()
    assert mail["Properties"]["Pattern"] == {
        "source": ["aws.ses"],
        "detail": {
            "eventType": ["Bounce", "Complaint"],
            "mail": {"tags": {"ses:configuration-set": [{"Ref": "MailConfiguration"}]}},
        },
    }


def test_the_stages_are_the_paths_of_the_one_origin(resources: Resources) -> None:
    assert properties(resources, "RestAPI")["StageName"] == "api"
    assert properties(resources, "RestAPI")["EndpointConfiguration"] == "REGIONAL"
    stage = properties(resources, "WebsocketAPIStage")
    assert (stage["StageName"], stage["AutoDeploy"], "DeploymentId" in stage) == ("ws", True, False)
    config = properties(resources, "Distribution")["DistributionConfig"]
    plain = config["CacheBehaviors"]
    origins = {told["PathPattern"]: told["TargetOriginId"] for told in plain}
    assert origins == {"/api/*": "api", "/ws": "sockets", "/files/*": "files"}
    assert config["DefaultCacheBehavior"]["TargetOriginId"] == "web"
    for told in [*plain, config["DefaultCacheBehavior"]]:
        headers = "FileHeaders" if told["TargetOriginId"] == "files" else "SecurityHeaders"
        assert told["ResponseHeadersPolicyId"] == {"Ref": headers}
        assert told["ViewerProtocolPolicy"] in ("https-only", "redirect-to-https")


def test_what_the_gateway_answers_by_itself_is_as_typed_as_our_own_answers(resources: Resources) -> None:
    told = properties(resources, "RestAPI")["GatewayResponses"]
    errors = {kind: json.loads(one["ResponseTemplates"]["application/json"])["error"] for kind, one in told.items()}
    assert {kind: error["code"] for kind, error in errors.items()} == {
        "MISSING_AUTHENTICATION_TOKEN": "not_found", "THROTTLED": "rate_limited", "DEFAULT_5XX": "busy",
    }  # fmt: skip
    for kind, error in errors.items():
        known = CODES[error["code"]]
        assert (error["next"], error["retryable"]) == (known.en, known.retryable)
        assert told[kind].get("StatusCode", known.status) == known.status
        assert told[kind]["ResponseParameters"] == {"Headers": {"Cache-Control": "'no-store'"}}


def test_there_is_one_stage_and_no_unlimited_one_beside_it(resources: Resources) -> None:
    assert properties(resources, "RestAPI")["OpenApiVersion"] == "2.0"  # without it SAM adds a stage "Stage"


def test_an_error_of_one_person_is_not_kept_for_the_next(resources: Resources) -> None:
    config = properties(resources, "Distribution")["DistributionConfig"]
    kept = {told["ErrorCode"]: told["ErrorCachingMinTTL"] for told in config["CustomErrorResponses"]}
    assert kept == dict.fromkeys((404, 414, 500, 501, 502, 503, 504), 0)  # all that CloudFront keeps by itself
    assert all(set(told) == {"ErrorCode", "ErrorCachingMinTTL"} for told in config["CustomErrorResponses"])


def test_a_stage_may_be_in_two_regions_of_an_account(resources: Resources) -> None:
    """CloudFront's names are one for all regions."""
    config = {
        "OriginAccess": "OriginAccessControlConfig", "SecurityHeaders": "ResponseHeadersPolicyConfig",
        "FileHeaders": "ResponseHeadersPolicyConfig", "FilesQuery": "OriginRequestPolicyConfig",
    }  # fmt: skip
    named = [properties(resources, name)[part]["Name"] for name, part in config.items()]
    named.append(properties(resources, "PageForAddresses")["Name"])
    assert all("${AWS::StackName}-${AWS::Region}" in name["Fn::Sub"] for name in named)


def test_browsers_get_the_headers_of_the_embedded_front_and_strict_transport(resources: Resources) -> None:
    config = properties(resources, "SecurityHeaders")["ResponseHeadersPolicyConfig"]["SecurityHeadersConfig"]
    text, _ = config["ContentSecurityPolicy"]["ContentSecurityPolicy"]["Fn::Sub"]
    assert text == f"{answers.BASE_POLICY}; connect-src 'self'${{Sockets}}"
    assert "unsafe" not in text
    assert config["StrictTransportSecurity"]["AccessControlMaxAgeSec"] >= 31536000
    assert config["ReferrerPolicy"]["ReferrerPolicy"] == "no-referrer"
    assert config["FrameOptions"]["FrameOption"] == "DENY"
    assert config["ContentTypeOptions"] == {"Override": True}


def test_buckets_are_private_and_read_by_the_distribution_only(resources: Resources) -> None:
    # Who may list is told of what is missing by 404. Of files nobody is told which there are.
    granted = {"WebBucket": ["s3:GetObject", "s3:ListBucket"], "FilesBucket": ["s3:GetObject"]}
    for name, actions in granted.items():
        blocked = properties(resources, name)["PublicAccessBlockConfiguration"]
        assert set(blocked.values()) == {True}
        statements = properties(resources, f"{name}Policy")["PolicyDocument"]["Statement"]
        allowed = [one for one in statements if one["Effect"] == "Allow"]
        assert [one["Action"] for one in allowed] == actions
        for one in allowed:
            assert one["Principal"] == {"Service": "cloudfront.amazonaws.com"}
            assert "AWS:SourceArn" in one["Condition"]["StringEquals"]
    config = properties(resources, "Distribution")["DistributionConfig"]
    [files] = [told for told in config["CacheBehaviors"] if told["PathPattern"] == "/files/*"]
    assert files["TrustedKeyGroups"] == [{"Ref": "FilesKeyGroupId"}]
    query = properties(resources, "FilesQuery")["OriginRequestPolicyConfig"]["QueryStringsConfig"]
    assert query["QueryStrings"] == ["response-content-type", "response-content-disposition"]


def test_uploaded_files_can_do_nothing_in_a_browser(resources: Resources) -> None:
    config = properties(resources, "FileHeaders")["ResponseHeadersPolicyConfig"]
    told = config["SecurityHeadersConfig"]
    assert told["ContentSecurityPolicy"] == {"ContentSecurityPolicy": answers.FILE_POLICY, "Override": True}
    assert told["ContentTypeOptions"] == {"Override": True}
    custom = {item["Header"]: item["Value"] for item in config["CustomHeadersConfig"]["Items"]}
    assert custom["Cross-Origin-Resource-Policy"] == "same-origin"


def test_parts_of_files_that_were_never_finished_go_by_themselves(resources: Resources) -> None:
    rules = properties(resources, "FilesBucket")["LifecycleConfiguration"]["Rules"]
    [parts] = [rule for rule in rules if "Prefix" in rule]
    assert (parts["Prefix"], parts["ExpirationInDays"], parts["Status"]) == ("parts/", 1, "Enabled")


def test_no_secret_is_in_the_template_or_in_a_variable(template: dict[str, Any], resources: Resources) -> None:
    for secret in ("RootKey", "EdgeKey"):
        told = properties(resources, secret)
        assert "SecretString" not in told
        assert told["GenerateSecretString"]["PasswordLength"] >= 48
    variables = template["Globals"]["Function"]["Environment"]["Variables"]
    assert variables["LINEUP_ROOT_KEY"] == {"Ref": "RootKey"}  # the name of a secret, not what is in it
    assert variables["LINEUP_EDGE_KEY"] == {"Ref": "EdgeKey"}
    assert "resolve:" not in json.dumps(variables)
    resolved = [word for word in json.dumps(template).split('"') if "{{resolve:" in word]
    edge = "{{resolve:secretsmanager:${EdgeKey}%s}}"  # what CloudFront shows to the two APIs
    assert resolved == [edge % ":SecretString:::${EdgeKeyVersion}", edge % ""] * 2
    assert all("Environment" not in told for told in of_type(resources, "AWS::Serverless::Function").values())


def test_a_changed_key_is_read_anew(template: dict[str, Any]) -> None:
    """CloudFormation and warm functions do not see that a secret has another value: its version is told to both."""
    variables = template["Globals"]["Function"]["Environment"]["Variables"]
    assert variables["LINEUP_ROOT_KEY_VERSION"] == {"Ref": "RootKeyVersion"}
    assert variables["LINEUP_EDGE_KEY_VERSION"] == {"Ref": "EdgeKeyVersion"}
    assert {VARIABLES[name] for name in ("ROOT_KEY_VERSION", "EDGE_KEY_VERSION")} < set(template["Parameters"])


def test_an_alarm_counts_what_went_wrong_here_and_not_what_a_caller_sends(resources: Resources) -> None:
    """API Gateway counts a refused handshake as an IntegrationError, and a bad request as a ClientError or 4XXError."""
    counted = {told["MetricName"] for told in of_type(resources, "AWS::CloudWatch::Alarm").values()}
    assert not counted & {"IntegrationError", "ClientError", "4XXError"}
    assert properties(resources, "SocketsFail")["MetricName"] == Count.FAILURES


def test_every_alarm_tells_somebody_and_is_explained(resources: Resources) -> None:
    explained = page("deploy.md")
    for name, told in of_type(resources, "AWS::CloudWatch::Alarm").items():
        assert told["AlarmActions"] == told["OKActions"] == [{"Ref": "Alarms"}], name
        suffix = told["AlarmName"]["Fn::Sub"].removeprefix("${AWS::StackName}-")
        assert f"`{suffix}`" in explained, f"docs/deploy.md does not explain {suffix}"


def test_the_package_holds_what_runs_and_nothing_of_this_folder(packaged: Packaged) -> None:
    with zipfile.ZipFile(packaged.bundle) as bundle:
        names = bundle.namelist()
    top = {name.partition("/")[0] for name in names}
    assert {"app.py", "chalicelib", "chalice", "botocore"} <= top
    assert not top & {"tests", "infra", "web", "adapter", "e2e", "data", "pip", "setuptools", "yaml", "click"}
    assert not [name for name in names if "x86_64" in name.rpartition("/")[2]]
