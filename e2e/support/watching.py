"""What no page may do while it is tested: break the content policy, ask another host, fail, or complain.

Every browser context of `page.new_context` is watched; the fixture `nothing_unexpected` fails the test in which
something was seen. Two kinds are expected, and only where a test brings them about: a lost network after the test broke
it (`Proxy`, a server that ends), with the 401 that a page which started without a network gets before it renews its
session; and refusals, by their status and only with `@pytest.mark.refused(409)`, and what the browser says of them
(`@pytest.mark.complains("words")`).
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, ConsoleMessage, Page, Request, WebError, WebSocket

_TELL_VIOLATIONS = """
document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile, lineNumber }) => {
  console.error(`content policy: ${effectiveDirective} forbids ${blockedURI} in ${sourceFile}:${lineNumber}`);
});
"""
_LOST = re.compile(
    r"net::ERR_(CONNECTION|EMPTY_RESPONSE|INTERNET|NETWORK|ADDRESS|SOCKET_NOT|TIMED_OUT|FAILED)"
    r"|WebSocket .* Connection closed before"
)
_REFUSED = re.compile(r"^Failed to load resource: the server responded with a status of (\d{3})")
_WITHIN = ("data", "blob", "about")


@dataclass
class _Seen:
    troubles: list[str] = field(default_factory=list)
    refusals: list[tuple[int, str]] = field(default_factory=list)
    losses: list[str] = field(default_factory=list)
    broken: bool = False


_seen = _Seen()


def network_breaks() -> None:
    """To be called by what breaks the network or ends a server: until the test's end, pages may lose requests."""
    _seen.broken = True


def take(expected_statuses: Collection[int], complaints: Collection[str] = ()) -> list[str]:
    """Everything unexpected since the last call, one line each; what comes from now on is the next test's."""
    global _seen
    seen, _seen = _seen, _Seen()
    expected = {*expected_statuses, *([401] if seen.broken else [])}
    refusals = [text for status, text in seen.refusals if status not in expected]
    troubles = [text for text in seen.troubles if not any(words in text for words in complaints)]
    return [*troubles, *refusals, *([] if seen.broken else seen.losses)]


def watch(context: BrowserContext) -> None:
    """From now on, on every page of it."""
    context.add_init_script(_TELL_VIOLATIONS)
    context.on("console", _note_console)
    context.on("weberror", _note_error)
    context.on("request", _note_request)
    context.on("page", _note_sockets)


def _note_console(message: ConsoleMessage) -> None:
    if message.type != "error":
        return
    text = f"console: {message.text} ({message.location['url']})"
    if refused := _REFUSED.match(message.text):
        _seen.refusals.append((int(refused[1]), text))
    elif _LOST.search(message.text):
        _seen.losses.append(text)
    else:
        _seen.troubles.append(text)


def _note_error(error: WebError) -> None:
    _seen.troubles.append(f"uncaught: {error.error.stack or error.error}")


def _note_request(request: Request) -> None:
    if request.is_navigation_request():  # by the test itself, or a person's click
        return
    worker = request.service_worker
    _note_host(request.url, worker.url if worker else request.frame.url)


def _note_sockets(page: Page) -> None:
    def note(socket: WebSocket) -> None:
        _note_host(socket.url, page.url)

    page.on("websocket", note)


def _note_host(asked: str, place: str) -> None:
    """The page at `place` asked for something."""
    address = urlsplit(asked)
    if address.scheme not in _WITHIN and address.netloc != urlsplit(place).netloc:
        _seen.troubles.append(f"a foreign host was asked: {address.scheme}://{address.netloc}{address.path}")
