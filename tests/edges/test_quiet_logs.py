"""The log tells what happened and never what was said: no secret, token, code or message text."""

import logging

import pytest

from chalicelib.edges import sockets
from tests.support.api import Api
from tests.support.history import everything
from tests.support.scene import Scene

SAID = "a-sentence-nobody-else-reads"
SECRET = "hunter2-correct-horse"


def test_a_whole_scene_leaves_no_private_word_in_the_log(
    api: Api, scene: Scene, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(logging.DEBUG)
    caplog.set_level(logging.DEBUG, logger="lineup")
    code = api.sent_code()
    signed = api.post("/auth/verify", {"email": "ann@example.com", "code": code})
    token, cookie = signed.body["accessToken"], signed.cookie_pair
    renewed = api.post("/auth/refresh", cookie=cookie).cookie_pair
    here = f"/workspaces/{scene.workspace}"
    ticket = api.post(here + "/tickets", None, token).body["ticket"]
    pairing_code = api.post(here + "/pairings", {}, token).body["code"]
    credential = api.post("/pair", {"code": pairing_code}).body["credential"]
    link = scene.world.services.accounts.create_sign_in_link("ann@example.com")
    private = [SAID, SECRET, code, token, cookie.partition("=")[2], renewed.partition("=")[2], ticket, pairing_code,
               pairing_code.replace("-", ""), credential, scene.credential, link]  # fmt: skip
    misuse(api, scene, here, token, private)
    secret_card(scene)
    for _ in everything(scene):
        pass
    logged = caplog.text + "".join(str(vars(record)) for record in caplog.records) + "".join(capfd.readouterr())
    assert {word for word in private if word in logged} == set()
    assert "refused" in logged


def misuse(api: Api, scene: Scene, here: str, token: str, private: list[str]) -> None:
    """Everything private at every wrong place, where a careless message would repeat it."""
    for word in private:
        api.post("/auth/verify", {"email": "ann@example.com", "code": word})
        api.post("/auth/link", {"token": word})
        api.post("/auth/refresh", cookie=f"lineup={word}")
        api.post("/pair", {"code": word[:40], "name": 5})
        api.post(here + "/envelopes", {"id": word, "type": word, "payload": word}, token)
        api.call("POST", here + "/envelopes", token=token, raw=f'{{"x": "{word}"'.encode())
        api.get(here + "/events", token, limit=word)
        api.get("/me", word)
        sockets.connect(
            {"headers": {"Authorization": f"Bearer {word}"}, "requestContext": {"connectionId": "c"}}
        )  # fmt: skip
        sockets.connect({"headers": {"Origin": f"http://{word}"}, "requestContext": {"connectionId": "c"}})
        scene.world.clock.forward(1)
        for socket in (scene.page, scene.adapter):
            socket.raw(f'{{"type": "message.create", "payload": "{word}"')
            socket.send("message.create", {"content": 5, "x": word}, conversationId="conv-1")
            socket.send("message.create", {"content": SAID}, conversationId="nowhere")
    scene.adapter.send("message.delta", {"messageId": "m", "offset": 0, "text": SAID}, conversationId="conv-1")
    scene.page.send("message.create", {"content": SAID}, conversationId="conv-1")


def secret_card(scene: Scene) -> None:
    scene.raise_card(
        {"id": "secret", "type": "input", "title": SAID, "input": {"secret": True, "format": "url"}}, task=None
    )
    for text in (SECRET, f"https://{SECRET}[", f"https://{SECRET}\u2100/", f"https://a.example/{SECRET}"):
        scene.respond(scene.page, "secret", {"type": "input", "text": text})


def test_an_unexpected_failure_is_told_without_its_words(
    api: Api, scene: Scene, caplog: pytest.LogCaptureFixture
) -> None:
    """A fault below the rules: the caller gets a diagnostic code, and neither answer nor log repeats the input."""
    token = api.token("ann@example.com")
    scene.world.table.close()
    reply = api.post(
        f"/workspaces/{scene.workspace}/envelopes",
        scene.page.envelope("message.create", {"content": SAID}, conversationId="conv-1"),
        token,
    )
    assert (reply.status, reply.code, reply.body["error"]["retryable"]) == (500, "internal", True)
    assert reply.body["error"]["diagnostic"] in caplog.text
    assert SAID not in caplog.text + str(reply.body)
    assert "Traceback" not in str(reply.body)
