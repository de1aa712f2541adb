"""Words in texts, as people look for them."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chalicelib.services.matching import excerpt, matches, words_of


@pytest.mark.parametrize(
    ("text", "query"),
    [("Straße und Maß", "STRASSE mass"), ("部署到生产环境", "生产"), ("ＡＢＣ　１２３", "abc 123"),
     ("Café au lait", "cafe\u0301"), ("İstanbul", "i\u0307stanbul"), ("ﬁle", "file"),
     ("run the migration", "migration run")],
)  # fmt: skip
def test_case_width_and_the_order_of_words_do_not_count(text: str, query: str) -> None:
    assert matches(text, words_of(query))


def test_all_words_must_be_there() -> None:
    assert not matches("run the migration", words_of("run migrations"))
    assert words_of(" \t ") == []


def marked(text: str, query: str) -> list[str]:
    piece = excerpt(text, words_of(query))
    units = piece.text.encode("utf-16-le")
    return [units[2 * a : 2 * b].decode("utf-16-le") for a, b in piece.ranges]


def test_finds_are_marked_as_browsers_count() -> None:
    assert marked("🙂🙂 run it, then RUN it again", "run") == ["run", "RUN"]
    assert marked("ﬁle by ﬁle", "file") == ["ﬁle", "ﬁle"]
    assert marked("ababab", "ab") == ["ababab"]


def test_a_find_far_inside_is_shown_with_what_is_around_it() -> None:
    piece = excerpt("x " * 500 + "needle" + " y" * 500, ["needle"])
    assert "needle" in piece.text
    assert piece.text.startswith("…") and piece.text.endswith("…")
    assert len(piece.text) <= 162
    assert marked("x " * 500 + "needle" + " y" * 500, "needle") == ["needle"]


@given(st.text(max_size=400), st.text(min_size=1, max_size=8))
def test_every_mark_holds_a_word_that_was_looked_for(text: str, query: str) -> None:
    words = words_of(query)
    if words and matches(" ".join(unicodedata.normalize("NFC", text).split()), words):
        for find in marked(text, query):
            assert any(word in "".join(words_of(find)) or matches(word, words_of(find)) for word in words)
