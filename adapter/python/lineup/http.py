"""The requests that an adapter makes over HTTP: pairing, health, snapshot."""

from __future__ import annotations

import platform
import re
from typing import Any

import httpx

from .config import Credential, code_mark
from .errors import CredentialInvalid, PairingError, Refused, ServerError
from .version import VERSION

_TIMEOUT = httpx.Timeout(15.0, connect=10.0)
_AGENT = {"User-Agent": f"lineup-python/{VERSION}"}
TRY = "Is the server running, and the address right? Try it in a browser."
LATER = "Try again in a minute; if it stays so, tell whoever runs the server."
ADVICE = {
    "pairing_unknown": "There is no such pairing code. Check it, or make a new one in the web app.",
    "pairing_expired": "This pairing code has expired (they last 10 minutes). Make a new one in the web app.",
    "pairing_used": "This pairing code was used already. Make a new one in the web app.",
    "rate_limited": "Too many attempts from here. Wait a few minutes, then try again.",
}


def pair(server: str, code: str, name: str | None = None, kind: str | None = None) -> Credential:
    """Redeem a pairing code. Raises PairingError or ServerError."""
    body = {
        "code": code, "name": name, "kind": kind, "runtime": f"Python {platform.python_version()}",
        "agentVersion": VERSION,
    }  # fmt: skip
    sent = {field: value for field, value in body.items() if value is not None}
    response = _request("POST", server, "/api/pair", json=sent)
    data = _json(response)
    if not response.is_success:
        raise _pairing_error(response.status_code, data)
    try:
        return Credential(
            server=server, credential=data["credential"], agent_id=data["agentId"], workspace_id=data["workspaceId"],
            workspace_name=str(data.get("workspaceName") or ""), socket_url=str(data.get("socketUrl") or ""),
            paired_with=code_mark(code),
        )  # fmt: skip
    except KeyError as missing:
        raise ServerError(f"{server} answered without {missing}: is it a LineUp server of this version?") from None


def _pairing_error(status: int, data: dict[str, Any]) -> PairingError | ServerError:
    error = data["error"] if isinstance(data.get("error"), dict) else {}
    code = str(error.get("code", ""))
    if code in ADVICE:
        return PairingError(code, ADVICE[code])
    text = str(error.get("message") or f"the server answered with HTTP {status}")
    hints = [str(error[name]) for name in ("next", "diagnostic") if error.get(name)]
    if not code:
        hints.append("Is this the address of a LineUp server? Check --server.")
    return ServerError(" ".join([text, *hints]), status)


def health(server: str) -> httpx.Response:
    """`GET /api/health`. Raises ServerError if nothing answers."""
    return _request("GET", server, "/api/health")


def snapshot(credential: Credential) -> dict[str, Any]:
    """All pages of the agent's open work: `{epoch, head, tasks, interactions}`, epoch and head of the first page.

    Raises CredentialInvalid or ServerError.
    """
    whole: dict[str, Any] | None = None
    after: str | None = None
    while True:
        page = _snapshot_page(credential, after)
        if whole is None:
            whole = {"epoch": page["epoch"], "head": page["head"], "tasks": [], "interactions": []}
        whole["tasks"] += page.get("tasks", [])
        whole["interactions"] += page.get("interactions", [])
        after = page.get("next")
        if not after:
            return whole


def revoked(credential: Credential) -> bool:
    """Whether the server says that it does not accept the credential. False if it cannot be asked."""
    try:
        _snapshot_page(credential, None)
    except CredentialInvalid:
        return True
    except ServerError:
        return False
    return False


def _snapshot_page(credential: Credential, after: str | None) -> dict[str, Any]:
    headers = {"Authorization": f"Bearer {credential.credential}"}
    params = {"after": after} if after else {}
    response = _request("GET", credential.server, "/api/agent/snapshot", headers=headers, params=params)
    if response.status_code == 401:
        raise CredentialInvalid("the server does not accept this credential (it was revoked, or never existed)")
    page = _json(response)
    if response.status_code != 200 or not isinstance(page.get("epoch"), str) or not isinstance(page.get("head"), int):
        raise ServerError(f"the snapshot could not be had: HTTP {response.status_code}", response.status_code)
    return page


def as_agent(credential: Credential, method: str, path: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
    """Ask something with the agent's credential. Raises Refused, CredentialInvalid, or ServerError for what may go
    better later."""
    headers = {"Authorization": f"Bearer {credential.credential}"}
    response = _request(method, credential.server, path, headers=headers, **({"json": body} if body else {}))
    data = _json(response)
    if response.is_success:
        return data
    error = data["error"] if isinstance(data.get("error"), dict) else {}
    code, text = str(error.get("code") or ""), str(error.get("message") or f"HTTP {response.status_code}")
    if code == "credential_invalid":
        raise CredentialInvalid("the server does not accept this credential (it was revoked, or never existed)")
    if code and not error.get("retryable"):
        raise Refused(code, text, error.get("details"))
    raise ServerError(text, response.status_code)


def fetch(credential: Credential, address: str, size: int) -> bytes:
    """The `size` bytes at a signed address of the server. Raises ServerError."""
    response = _request("GET", credential.server, f"/{address}")
    if not response.is_success or len(response.content) != size:
        raise ServerError(f"a file could not be had: HTTP {response.status_code}", response.status_code)
    return response.content


def _request(
    method: str, server: str, path: str, headers: dict[str, str] | None = None, **more: Any
) -> httpx.Response:  # fmt: skip
    url = server + path
    try:
        response = httpx.request(method, url, headers={**_AGENT, **(headers or {})}, timeout=_TIMEOUT, **more)
    except httpx.InvalidURL as error:
        raise ServerError(f"{url} is not an address ({error})") from None
    except httpx.HTTPError as error:
        raise ServerError(f"{server} cannot be reached: {reason(error)}") from error
    if response.is_redirect:
        target = response.headers.get("location", "")
        raise ServerError(f"{url} redirects to {target}: give that address as --server", response.status_code)
    return response


def reason(error: BaseException) -> str:
    """A short cause that a person can act on."""
    text = str(error) or type(error).__name__
    if "CERTIFICATE_VERIFY_FAILED" in text:
        return "its TLS certificate is not trusted here (a company proxy? point SSL_CERT_FILE at its CA file)"
    if isinstance(error, httpx.ProxyError):
        return f"the proxy refused ({text}); look at HTTPS_PROXY and NO_PROXY"
    if isinstance(error, httpx.TimeoutException):
        return "no answer in time"
    return re.sub(r"^\[Errno -?\d+\] ", "", text)


def _json(response: httpx.Response) -> dict[str, Any]:
    try:
        data = response.json()
    except ValueError:
        return {}
    return data if isinstance(data, dict) else {}
