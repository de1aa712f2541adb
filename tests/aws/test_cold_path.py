"""What a function that starts does not load: each costs every cold start tens of milliseconds."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
HEAVY = {
    "aiohttp", "asyncio", "aws_lambda_powertools", "boto3", "botocore", "chalice.cli", "chalice.deploy", "click",
    "cryptography", "http.client", "jwt", "setuptools", "ssl", "urllib.request", "yaml",
}  # fmt: skip

IMPORTED = """
import app
"""
SERVED = """
import json, tempfile, pathlib
import app
from chalicelib import wiring
from tests.support.scene import build_scene
from tests.support.world import World
class Unsigned(World):
    def user(self, email="ann@example.com"):
        return self.services.accounts._user_for(email, "en")  # signing in is what needs tokens
with tempfile.TemporaryDirectory() as folder:
    scene = build_scene(Unsigned(pathlib.Path(folder)))
    wiring.install(scene.world.services)
    app.app.websocket_api.configure("localhost", "ws")
    for kind, payload in (("message.create", {"content": "hi"}), ("client.heartbeat", {})):
        frame = scene.page.envelope(kind, payload, conversationId="conv-1")
        context = {"connectionId": scene.page.id, "routeKey": "$default", "domainName": "d", "stage": "ws",
                   "apiId": "a", "eventType": "MESSAGE"}
        app.message({"requestContext": context, "body": json.dumps(frame)}, None)
    scene.world.pump()
    scene.world.services.sweeps.run()
    scene.world.table.close()
"""
MODELS = """
import app
from chalicelib.lap.wire import Wire
def below(model):
    for sub in model.__subclasses__():
        yield sub
        yield from below(sub)
built = sorted({model.__name__ for model in below(Wire) if model.__pydantic_complete__})
print("built", *built)
"""


def loaded(code: str) -> tuple[set[str], str]:
    """The modules of a fresh process after `code`, and the last line that it printed."""
    told = code + "\nimport sys, json; print(json.dumps(sorted(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", told], cwd=ROOT, capture_output=True, text=True, check=True)
    *before, modules = done.stdout.splitlines()
    return set(json.loads(modules)), before[-1] if before else ""


def test_importing_the_app_loads_nothing_heavy() -> None:
    modules, _ = loaded(IMPORTED)
    assert modules & HEAVY == set()


def test_frames_fan_out_and_schedule_load_nothing_heavy_either() -> None:
    modules, _ = loaded(SERVED)
    assert modules & HEAVY == set()


def test_importing_the_app_builds_only_the_validators_of_its_constants() -> None:
    """Some hundred models are defined; these few have an instance that is a constant or a default."""
    _, built = loaded(MODELS)
    assert built.split() == ["built", "Actor", "Limits", "Nothing", "_Delivered", "_RequestCancel"]
