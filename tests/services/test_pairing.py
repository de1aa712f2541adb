"""Pairing codes: ten minutes, once, typed by people, guessed by nobody."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from chalicelib.lap.errors import Refused
from chalicelib.services.pairing import normal_code
from tests.support.scene import Scene


def code_for(scene: Scene) -> str:
    return str(scene.world.services.pairing.create(scene.workspace, scene.user, "generic", None)["code"])


def redeem(scene: Scene, code: str, address: str = "") -> str:
    """The new agent's id, or the code of the refusal."""
    try:
        given = scene.world.services.pairing.redeem(code, address or scene.world.name("address"), {"name": "Coder"})
    except Refused as error:
        return error.code
    return str(given["agentId"])


@pytest.mark.parametrize(
    ("seconds", "outcome"),
    [(599, "ok"), (600, "pairing_expired"), (601, "pairing_expired"), (86_000, "pairing_expired")],
)
def test_a_code_lives_ten_minutes(scene: Scene, seconds: int, outcome: str) -> None:
    code = code_for(scene)
    scene.world.clock.forward(seconds)
    assert redeem(scene, code) == outcome or (outcome == "ok" and scene.snapshot()["agents"][-1]["name"] == "Coder")


def test_a_code_works_once(scene: Scene) -> None:
    code = code_for(scene)
    agents = len(scene.snapshot()["agents"])
    redeem(scene, code)
    assert redeem(scene, code) == "pairing_used"
    scene.world.clock.forward(700)
    assert redeem(scene, code) == "pairing_used"
    assert len(scene.snapshot()["agents"]) == agents + 1


def test_of_many_at_once_one_gets_the_credential(scene: Scene) -> None:
    code = code_for(scene)
    with ThreadPoolExecutor(8) as pool:
        outcomes = list(pool.map(lambda n: redeem(scene, code, f"a{n}"), range(8)))
    refused = {"pairing_used", "rate_limited"}  # so many at once also contend for the count of tries
    assert len([outcome for outcome in outcomes if outcome not in refused]) == 1
    assert len(scene.logged("agent.paired")) == 2


def test_letters_that_look_alike_are_the_same(scene: Scene) -> None:
    code = "01AB-CD01"
    assert normal_code(" o1ab cdOi ") == normal_code("OLAB-CDoL") == normal_code(code) == "01ABCD01"


def test_a_code_is_accepted_as_people_type_it(scene: Scene) -> None:
    typed = [code_for(scene) for _ in range(5)]
    for code in typed:
        sloppy = f" {code.lower().replace('0', 'o').replace('1', 'l').replace('-', ' ')} "
        assert redeem(scene, sloppy) not in ("pairing_unknown", "pairing_used")


@pytest.mark.parametrize("code", ["", "ZZZZ-ZZZZ", "💥", "\0\0", "\ud800", "0" * 40, "' OR 1=1"])
def test_what_is_no_code_is_unknown(scene: Scene, code: str) -> None:
    assert redeem(scene, code) == "pairing_unknown"


def test_guessing_from_one_address_is_slowed_down_before_the_right_code(scene: Scene) -> None:
    code = code_for(scene)
    outcomes = [redeem(scene, f"AAAA-AAA{n}", "mallory") for n in range(10)]
    assert set(outcomes) == {"pairing_unknown"}
    assert redeem(scene, code, "mallory") == "rate_limited"
    assert redeem(scene, code, "ann") != "rate_limited"
    scene.world.clock.forward(600)
    assert redeem(scene, "AAAA-AAAA", "mallory") == "pairing_unknown"


def test_guessing_from_everywhere_is_slowed_down_too(scene: Scene) -> None:
    outcomes = [redeem(scene, "AAAA-AAAA", f"bot-{n}") for n in range(1000)]  # the scene's own agent was the first
    assert outcomes == ["pairing_unknown"] * 999 + ["rate_limited"]


def test_making_codes_is_limited_per_person(scene: Scene) -> None:
    with pytest.raises(Refused, match="rate_limited"):
        for _ in range(31):
            code_for(scene)


def test_the_pairing_is_followed_from_waiting_to_confirmed(scene: Scene) -> None:
    pairing = scene.world.services.pairing
    made = pairing.create(scene.workspace, scene.user, "claude-code", "Laptop")

    def status() -> str:
        agent_id = pairing.find(scene.workspace, made["pairingId"]).data.get("agentId")
        agent = scene.world.services.queries.agent(scene.workspace, agent_id) if agent_id else None
        return pairing.status(scene.workspace, made["pairingId"], agent)

    seen = [status()]
    given = pairing.redeem(made["code"], "here", {})
    seen.append(status())
    adapter = scene.world.adapter(given["credential"])
    seen.append(status())
    scene.page.send("agent.confirm", {"agentId": given["agentId"], "name": "Laptop 2"})
    scene.world.pump()
    seen.append(status())
    assert seen == ["waiting", "redeemed", "connected", "confirmed"]
    assert adapter.events("agent.updated")[-1]["payload"] == {
        "agentId": given["agentId"], "name": "Laptop 2", "confirmed": True
    }  # fmt: skip
    [_, agent] = scene.snapshot()["agents"]
    assert (agent["kind"], agent["status"]) == ("claude-code", "online")


def test_an_unused_code_shows_as_expired(scene: Scene) -> None:
    made = scene.world.services.pairing.create(scene.workspace, scene.user, "generic", None)
    scene.world.clock.forward(600)
    assert scene.world.services.pairing.status(scene.workspace, made["pairingId"], None) == "expired"


def test_neither_code_nor_credential_is_on_disk(scene: Scene, tmp_path: Path) -> None:
    code = code_for(scene)
    given = scene.world.services.pairing.redeem(code, "here", {})
    disk = b"".join(path.read_bytes() for path in tmp_path.iterdir() if path.is_file())
    for secret in (code, normal_code(code), given["credential"], scene.credential):
        assert (secret, secret.encode() in disk) == (secret, False)


def test_an_unknown_credential_is_refused(scene: Scene) -> None:
    for credential in ("", "lua_", "lua_" + "A" * 43, scene.credential + "x", "\ud800"):
        with pytest.raises(Refused, match="credential_invalid"):
            scene.world.services.pairing.identify(credential)
