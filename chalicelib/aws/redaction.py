"""The last look at a log line: nothing that opens a door or was meant for a person leaves a function.

The code logs no such thing (`tests/edges/test_quiet_logs.py`); this is for what a library or a later change might.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

HIDDEN = "[redacted]"

#: Names, without case, dashes and underscores, whose values are not written at all.
SENSITIVE = frozenset(
    {
        "accesstoken", "address", "addresses", "answer", "apikey", "authorization", "body", "code", "content",
        "cookie", "credential", "edgekey", "email", "emails", "html", "link", "otp", "pairingcode", "password",
        "payload", "pepper", "privatekey", "recipient", "recipients", "refresh", "refreshtoken", "response",
        "rootkey", "secret", "setcookie", "subject", "text", "ticket", "title", "to", "token", "xlineupedge",
    }
)  # fmt: skip

_ALWAYS = re.compile(
    r"""
      -----BEGIN\ [A-Z ]+-----[\s\S]*?(?:-----END\ [A-Z ]+-----|\Z)      # a key file
    | (?i:x-lineup-edge|cookie|authorization)["']?\s*[:=]\s*[^\n]+     # a header, to the end of its line
    | \b__(?:Host|Secure)-[\w-]+=\S+                # a cookie
    | (?i:bearer|basic)\s+\S+                        # an Authorization header's value
    | (?i:password|passwd|secret|token|ticket|credential|(?:api|edge|root)[-_]?key)["']?\s*[:=]\s*["']?[^\s"',;&}]+
    | \blua_[\w-]+                                   # an agent's credential
    | \b(?:gh[a-z]_|github_pat_|glpat-|xox[a-z]-|sk-|pk_live_|sk_live_)[\w-]{8,}
    | \bA[KS]IA[0-9A-Z]{12,}                         # an AWS key
    | \beyJ[\w-]+\.[\w-]+(?:\.[\w-]*)?               # a JWT
    | \b[a-z][a-z0-9+.-]*://[^\s/@]*:[^\s/@]*@\S*    # an address with a password in it
    | \bpostgres(?:ql)?://\S+
    | [\w.+-]+(?:[@＠]|%40)[\w.-]+                   # a person's address
    | (?<![\w-])[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}(?![\w-])   # a pairing code
    | (?i:(?<![\w-])(?=[a-z-]*[0-9])(?=[0-9-]*[a-z])[0-9a-hjkmnp-tv-z]{4}-?[0-9a-hjkmnp-tv-z]{4}(?![\w-]))  # as typed
    | (?<![\w.:-])[0-9]{6}(?![\w.:-])               # a sign-in code
    | (?<![\w-])[\w-]{40,}                           # random text longer than any id: tickets, tokens, hashes
    """,
    re.VERBOSE,
)


def redact(value: Any) -> Any:
    """`value` (JSON data) without what must not be read in a log."""
    if isinstance(value, str):
        return _ALWAYS.sub(HIDDEN, value)
    if isinstance(value, bytes):
        return HIDDEN
    if isinstance(value, Mapping):
        return {redact(name): HIDDEN if _sensitive(name) else redact(told) for name, told in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [redact(told) for told in value]
    return value


def _sensitive(name: object) -> bool:
    return str(name).lower().replace("-", "").replace("_", "") in SENSITIVE
