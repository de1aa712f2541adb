"""What differs between installations. Read from the environment on first use, never at import."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Settings:
    """`public_url` is the origin that people open (empty: the request's own host). `root_key` is at least 32 bytes."""

    table_name: str
    root_key: bytes
    public_url: str = ""
    socket_endpoint: str = ""
    mail_from: str = ""
    version: str = "0.1.0"


def from_environment(environment: Mapping[str, str] = os.environ, *, root_key: bytes) -> Settings:
    """Settings of a deployed function; the key comes from a secret store, not from a variable."""
    return Settings(
        table_name=environment["LINEUP_TABLE"],
        root_key=root_key,
        public_url=environment.get("LINEUP_PUBLIC_URL", ""),
        socket_endpoint=environment.get("LINEUP_SOCKET_ENDPOINT", ""),
        mail_from=environment.get("LINEUP_MAIL_FROM", ""),
    )
