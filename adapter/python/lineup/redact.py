"""What must not reach a person's screen or a log by accident: tokens, passwords, credentials in addresses."""

from __future__ import annotations

import re

_SECRETS = re.compile(
    r"""(?xi)
    (?:\b(?:gh[pousr]_|github_pat_|glpat-|xox[abprs]-|sk-|lua_|AKIA|AIza|hf_)[A-Za-z0-9_-]{6,})
    | (?:\b(?:bearer|basic)\s+[A-Za-z0-9._~+/=-]{8,})
    | (?:(?<=://)[^/\s:@]+:[^/\s@]+(?=@))
    | (?:\b(?:password|passwd|pwd|secret|token|api[_-]?key|authorization)\b["']?\s*[=:]\s*["']?[^\s"',;&]+)
    | (?:\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*)
    | (?:\b[A-Za-z0-9+/_-]{40,}={0,2})
    """
)


def redacted(text: str) -> str:
    """`text` with what looks like a secret blacked out."""
    return _SECRETS.sub("[redacted]", text)
