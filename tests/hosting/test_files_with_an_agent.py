"""A file from a person to an agent and one back, by the SDK and the real server."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import json
from pathlib import Path
from typing import Any

import httpx
import lineup
from lineup import config, http

from tests.hosting.product import Person, browser, free_port, server

PICTURE = b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 3000


def upload(person: Person, name: str, kind: str, data: bytes) -> dict[str, Any]:
    where = f"/api/workspaces/{person.workspace}/files"
    told = {"name": name, "size": len(data), "mimeType": kind}
    begun = person.http.post(where, json=told).raise_for_status().json()
    id, size = begun["fileId"], begun["partBytes"]
    for number, start in enumerate(range(0, len(data), size)):
        part = {"data": base64.b64encode(data[start : start + size]).decode()}
        person.http.post(f"{where}/{id}/parts/{number}", json=part).raise_for_status()
    done = {"sha256": hashlib.sha256(data).hexdigest()}
    return dict(person.http.post(f"{where}/{id}/done", json=done).raise_for_status().json()["file"])


def command(person: Person, kind: str, payload: dict[str, Any], **subject: str) -> None:
    id = f"c-{hashlib.sha256(json.dumps([kind, payload]).encode()).hexdigest()[:20]}"
    sent = {"id": id, "type": kind, "version": "0.1", "occurredAt": "2026-07-24T12:00:00Z", "payload": payload}
    answer = person.http.post(f"/api/workspaces/{person.workspace}/envelopes", json={**sent, **subject})
    assert answer.status_code == 200, answer.text


def pair(person: Person, address: str, home: Path) -> str:
    """Pair and confirm an agent, in a conversation; its id."""
    made = person.http.post(f"/api/workspaces/{person.workspace}/pairings", json={}).raise_for_status().json()
    credential = http.pair(address, made["code"])
    config.store(home, credential)
    command(person, "agent.confirm", {"agentId": credential.agent_id, "name": "Painter"})
    payload = {"title": "Pictures", "agentIds": [credential.agent_id]}
    command(person, "conversation.create", payload, conversationId="conv-1")
    return credential.agent_id


def work(home: Path) -> None:
    agent = lineup.Agent(home=home)

    @agent.task
    async def handle(task: lineup.Task) -> str:
        path = await task.attachments[0].save(home)
        (home / "answer.txt").write_text(f"{path.name} has {len(path.read_bytes())} bytes")
        await task.artifact(path=home / "answer.txt")
        await task.flush()
        asyncio.get_running_loop().call_later(0.1, agent.stop)
        return "done"

    asyncio.run(asyncio.wait_for(agent.serve(), 30))


def test_a_file_goes_to_an_agent_and_another_comes_back(tmp_path: Path) -> None:
    port, home = free_port(), tmp_path / "home"
    address = f"http://127.0.0.1:{port}"
    with server(tmp_path / "data", "--port", str(port)) as link, browser(address) as opened:
        person = Person(opened, link)
        agent_id = pair(person, address, home)
        file = upload(person, "shot.png", "image/png", PICTURE)
        payload = {"title": "Look", "targetAgentId": agent_id, "attachments": [file]}
        command(person, "task.create", payload, conversationId="conv-1", taskId="task-1")
        work(home)
        snapshot = person.http.get(f"/api/workspaces/{person.workspace}/snapshot").raise_for_status().json()
        [task] = snapshot["tasks"]
        [artifact] = task["artifacts"]
        where = f"/api/workspaces/{person.workspace}/files/{artifact['fileId']}"
        url = person.http.get(where).raise_for_status().json()["url"]
        answer = httpx.get(f"{address}/{url}", trust_env=False)
    assert (task["status"], artifact["name"], artifact["mimeType"]) == ("succeeded", "answer.txt", "text/plain")
    assert answer.text == f"shot.png has {len(PICTURE)} bytes"
