"""The root key of an installation on its way to another: what is sealed or hashed in the data is so with this key.

It travels in a file of its own, never inside an export. As text it is `base64:...`, or, where it was a text from the
beginning (a secret on AWS), that text: `aws.settings.key_of_text` reads both.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import os
from pathlib import Path

from chalicelib.aws.settings import key_of_text
from infra.transfer.refused import Refused

PREFIX = "base64:"
LEAST = 32


def fingerprint(key: bytes) -> str:
    """Tells keys apart and gives nothing of them away."""
    return hmac.new(key, b"lineup/fingerprint", hashlib.sha256).hexdigest()[:16]


def to_text(key: bytes) -> str:
    """The key as one line of text."""
    return PREFIX + base64.b64encode(key).decode()


def of_text(text: str) -> bytes:
    """The key of a text. Raises `Refused` if it is none."""
    try:
        key = key_of_text(text)
    except binascii.Error:
        key = b""
    if len(key) < LEAST:
        raise Refused(f"That is no root key: it has at least {LEAST} bytes.")
    return key


def read(file: Path) -> bytes:
    """The key of a file that `write` made, or that holds a secret's value. Raises `Refused`."""
    try:
        return of_text(file.read_text(encoding="utf-8").strip())
    except (OSError, UnicodeDecodeError) as error:
        raise Refused(f"The key file {file} cannot be read: {error}") from error


def write(key: bytes, file: Path) -> None:
    """The key as text in a new file for its owner only. Raises `Refused` if there is one."""
    try:
        descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except OSError as error:
        raise Refused(f"The key file {file} cannot be made ({error.strerror}).") from error
    try:
        with os.fdopen(descriptor, "w", encoding="ascii") as out:
            out.write(to_text(key) + "\n")
            out.flush()
            os.fsync(out.fileno())
    except OSError as error:
        file.unlink(missing_ok=True)
        raise Refused(f"The key file {file} could not be written ({error.strerror}).") from error
