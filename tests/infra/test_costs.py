"""The costs in docs/deploy.md follow from the operations that are counted, and from what the template makes."""

from typing import Any

from bench import costs
from tests.infra.conftest import page


def test_the_page_has_the_table_of_the_counted_operations() -> None:
    assert costs.table() in page("deploy.md"), "run python -m bench.costs"


def test_what_is_fixed_is_what_the_template_makes(resources: dict[str, Any]) -> None:
    kinds = [resource["Type"] for resource in resources.values()]
    made_by_the_tool = 1  # infra/deploy/files_key.py
    assert kinds.count("AWS::SecretsManager::Secret") + made_by_the_tool == costs.SECRETS
    assert kinds.count("AWS::CloudWatch::Alarm") == costs.ALARMS


def test_twice_the_users_cost_twice_what_is_not_fixed() -> None:
    operations = costs.operations()
    one, two = (sum(costs.month(users, operations).cost().values()) for users in (1000, 2000))
    schedule = sum(costs.month(0, operations).cost().values())
    assert abs((two - schedule) - 2 * (one - schedule)) < 0.01
