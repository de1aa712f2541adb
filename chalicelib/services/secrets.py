"""Random ids, keyed hashes and sealed texts."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

from uuid_utils import uuid7

if TYPE_CHECKING:
    from cryptography.fernet import Fernet

CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


def new_id() -> str:
    """A UUIDv7."""
    return str(uuid7())


def new_token(prefix: str = "") -> str:
    """256 random bits, URL-safe."""
    return prefix + secrets.token_urlsafe(32)


def new_code(length: int, alphabet: str) -> str:
    """A short code for people to type."""
    return "".join(secrets.choice(alphabet) for _ in range(length))


class Keys:
    """Keys derived from one root secret of the installation, one per purpose.

    `load` gives the root secret, 32 bytes or more. It is called when a key is first needed: it may ask a secret store.
    """

    def __init__(self, load: Callable[[], bytes]) -> None:
        self._load = load

    @cached_property
    def _root(self) -> bytes:
        root = self._load()
        if len(root) < 32:
            raise ValueError("the root key needs at least 32 bytes")
        return root

    def derive(self, purpose: str) -> bytes:
        """32 bytes for `purpose`."""
        return hmac.digest(self._root, b"lineup/" + purpose.encode(), hashlib.sha256)

    def hash(self, purpose: str, text: str) -> str:
        """A keyed hash (hex): what is stored of codes, tokens and addresses."""
        return hmac.new(self.derive(purpose), text.encode("utf-8", "surrogatepass"), hashlib.sha256).hexdigest()

    def seal(self, text: str) -> str:
        """Encrypt and authenticate (Fernet)."""
        return self._fernet().encrypt(text.encode()).decode()

    def unseal(self, sealed: str) -> str:
        """The text of `seal`."""
        return self._fernet().decrypt(sealed.encode()).decode()

    def _fernet(self) -> Fernet:
        # Imported on use: it is heavy, and most calls never need it.
        from cryptography.fernet import Fernet

        return Fernet(base64.urlsafe_b64encode(self.derive("seal")))
