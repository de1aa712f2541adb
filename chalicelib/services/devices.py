"""What a browser calls itself, in a few words: `Firefox · Windows`. For the list of devices; nothing depends on it."""

from __future__ import annotations

_BROWSERS = (
    ("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser", "Samsung Internet"), ("MicroMessenger", "WeChat"),
    ("Firefox", "Firefox"), ("FxiOS", "Firefox"), ("CriOS", "Chrome"), ("Chrome", "Chrome"), ("Safari", "Safari"),
)  # fmt: skip
_SYSTEMS = (
    ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows"), ("CrOS", "ChromeOS"),
    ("Mac OS X", "macOS"), ("Linux", "Linux"),
)  # fmt: skip


def device_of(user_agent: str) -> str:
    """`Browser · system`, as far as known; empty for what says nothing."""
    names = (
        next((name for mark, name in known if mark in user_agent), "") for known in (_BROWSERS, _SYSTEMS)
    )  # fmt: skip
    return " · ".join(name for name in names if name)
