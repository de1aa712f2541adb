"""Finding words in a text as people expect it: without case and width, Chinese without word borders."""

from __future__ import annotations

import unicodedata
from typing import NamedTuple

_BEFORE, _LENGTH = 40, 160


class Excerpt(NamedTuple):
    """Part of a text around what was found. `ranges`: start and end of each find in UTF-16 units, as browsers count."""

    text: str
    ranges: list[tuple[int, int]]


def fold(text: str) -> str:
    """What is compared: compatibility forms are one, case does not count."""
    return unicodedata.normalize("NFKC", text).casefold()


def words_of(query: str) -> list[str]:
    """The words that must all be there; none if the query says nothing."""
    return list(dict.fromkeys(fold(query).split()))


def matches(text: str, words: list[str]) -> bool:
    """Whether all words are in `text`."""
    folded = fold(text)
    return all(word in folded for word in words)


def excerpt(text: str, words: list[str]) -> Excerpt:
    """The piece of `text` around its first find, on one line."""
    plain = " ".join(unicodedata.normalize("NFC", text).split())
    folded, origins = _with_origins(plain)
    finds = sorted(span for word in words for span in _spans(folded, origins, word))
    start = max(0, finds[0][0] - _BEFORE) if finds and finds[0][1] > _LENGTH else 0
    shown = plain[start : start + _LENGTH]
    head, tail = "…" if start else "", "…" if start + _LENGTH < len(plain) else ""
    inside = [(a - start, b - start) for a, b in finds if start <= a and b <= start + len(shown)]
    units = [(len(head) + _units(shown[:a]), len(head) + _units(shown[:b])) for a, b in _joined(inside)]
    return Excerpt(f"{head}{shown}{tail}", units)


def _with_origins(text: str) -> tuple[str, list[int]]:
    """The folded text, and for each of its characters the position in `text` that it came from."""
    pieces = [fold(character) for character in text]
    origins = [position for position, piece in enumerate(pieces) for _ in piece]
    return "".join(pieces), origins


def _spans(folded: str, origins: list[int], word: str) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    at = folded.find(word)
    while at >= 0:
        found.append((origins[at], origins[at + len(word) - 1] + 1))
        at = folded.find(word, at + len(word))
    return found


def _joined(spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """In order, those that touch as one."""
    joined: list[tuple[int, int]] = []
    for start, end in spans:
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return joined


def _units(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2
