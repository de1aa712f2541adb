"""A sender of mail that fails: whoever asked is told to ask again, nobody else notices, nothing is lost."""

import pytest

from chalicelib.services.metrics import Count
from chalicelib.services.ports import Mail
from tests.support.api import Api
from tests.support.scene import Scene
from tests.support.world import World


class Failing:
    """A mailer whose service is away."""

    delivers = True

    def send(self, mail: Mail) -> None:
        raise ConnectionError(f"cannot reach anybody for {mail.to}: {mail.text}")


@pytest.fixture
def world_without_mail(world: World, api: Api) -> World:
    world.services.accounts._mailer = Failing()
    return world


def test_the_person_is_told_to_try_again_and_the_code_is_in_no_log(
    world_without_mail: World, api: Api, caplog: pytest.LogCaptureFixture
) -> None:
    reply = api.post("/auth/code", {"email": "ann@example.com"})
    assert (reply.status, reply.code, reply.body["error"]["retryable"]) == (503, "busy", True)
    assert "The mail was not sent" in reply.body["error"]["message"]
    assert world_without_mail.metrics.counts[Count.MAIL_FAILED] == 1
    assert "a mail was not sent: ConnectionError" in caplog.text
    assert "ann@example.com" not in caplog.text


def test_asking_again_sends_a_code_that_works(world_without_mail: World, api: Api) -> None:
    api.post("/auth/code", {"email": "ann@example.com"})
    world_without_mail.services.accounts._mailer = world_without_mail.outbox
    assert api.sign_in().status == 200
    assert world_without_mail.metrics.counts[Count.MAIL_SENT] == 1


def test_everybody_else_goes_on(world_without_mail: World, api: Api, scene: Scene) -> None:
    assert api.post("/auth/code", {"email": "bob@example.com"}).status == 503
    scene.page.send("message.create", {"content": "hello"}, conversationId="conv-1")
    scene.world.pump()
    assert scene.page.events("message.created")
    assert api.get("/me", api.token("ann@example.com")).status == 200
