"""The listening socket and the address that people use."""

from __future__ import annotations

import errno
import socket

from infra.local.options import Options
from infra.local.refused import StartRefused

_ANY = ("0.0.0.0", "::", "")


def listen(host: str, port: int) -> socket.socket:
    """A bound socket; port 0 takes a free one. Raises `StartRefused`."""
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
    except socket.gaierror as error:
        raise StartRefused(f"{host!r} is no address of this machine ({error.strerror}).") from error
    try:
        return socket.create_server((str(address[0]), port), family=family, backlog=512)
    except OSError as error:
        raise StartRefused(_why(error, host, port)) from error


def _why(error: OSError, host: str, port: int) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"Port {port} is already in use. Stop what uses it, or choose another with PORT or --port."
    if error.errno == errno.EACCES:
        return f"This user may not open port {port}. Choose one above 1023 with PORT or --port."
    return f"Cannot listen on {host} port {port} ({error.strerror})."


def public_url(options: Options, port: int) -> str:
    """The address for people, without a slash at the end."""
    if options.public_url:
        return options.public_url
    host = "localhost" if options.host in (*_ANY, "127.0.0.1", "::1") else options.host
    shown = f"[{host}]" if ":" in host else host
    return f"http://{shown}:{port}{options.base_path}"
