"""How long a deployed function waits for AWS."""

from typing import Any

import pytest

from chalicelib.aws.wiring import Clients
from infra.slim import SERVICES


@pytest.mark.parametrize("service", SERVICES)
def test_a_call_that_hangs_is_tried_again_before_its_function_is_ended(
    resources: dict[str, Any], service: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AWS_DEFAULT_REGION", "us-east-1")
    functions = [told for told in resources.values() if told["Type"] == "AWS::Serverless::Function"]
    shortest = min(told["Properties"]["Timeout"] for told in functions)
    config = Clients().get(service).meta.config
    assert 2 * (config.connect_timeout + config.read_timeout) < shortest
