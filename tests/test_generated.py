"""What is generated is current."""

from tools.gen.__main__ import drift


def test_generated_files_say_what_the_models_say() -> None:
    assert drift() == []
