"""Nothing that opens a door leaves in a log line."""

import pytest

from chalicelib.aws.redaction import HIDDEN, redact
from chalicelib.services.secrets import CROCKFORD, new_code, new_id, new_token

SECRETS = [
    "lua_" + "Zm9vYmFy-_" * 4,
    "ghp_16C7e42F292c6912E7710c838347Ae178B4a",
    "github_pat_11ABCDEFG0abcdefghijkl",
    "Bearer abc.def",
    "bearer 0123",
    "Basic YTpi",
    "postgres://ann:hunter2@db.example/app",
    "postgresql://db.example/app?password=hunter2",
    "https://ann:hunter2@example.com/x",
    "AKIAIOSFODNN7EXAMPLE",
    "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIn0.c2ln",
    "xoxb-123456789012-abcdef",
    "Zm9vYmFy-_" * 4 + "abc",
    "ann@example.com",
    "K7QF-2M9X",
    "k7qf-2m9x",
    "K7QF2M9X",
    "ann@localhost",
    "ann＠example.com",
    "ann%40example.com",
    "X-Lineup-Edge: hunter2",
    "Cookie: lineup=hunter2; other=hunter2",
    "__Host-lineup=hunter2",
    "password=hunter2",
    "api_key: hunter2",
    "482913",
    "-----BEGIN PRIVATE KEY-----\nMIIhunter2\n-----END PRIVATE KEY-----",
]


@pytest.mark.parametrize("secret", SECRETS)
def test_what_looks_like_a_secret_is_masked_wherever_it_stands(secret: str) -> None:
    for line in (secret, f"it said: {secret}, and left", f'{{"x": "{secret}"}}'):
        assert HIDDEN in redact(line)
        assert not any(word in redact(line) for word in (secret, "hunter2"))
    assert secret not in str(redact({"note": [{"deep": secret}]}))


def test_what_we_make_ourselves_is_masked() -> None:
    for _ in range(50):
        code, ticket, credential = new_code(8, CROCKFORD), new_token(), new_token("lua_")
        assert redact(f"{code[:4]}-{code[4:]} {ticket} {credential}") == f"{HIDDEN} {HIDDEN} {HIDDEN}"
        assert redact(new_id()) != HIDDEN


@pytest.mark.parametrize(
    "name",
    ["code", "Code", "Authorization", "access_token", "accessToken", "Set-Cookie", "cookie", "ticket", "credential",
     "password", "text", "content", "payload", "email", "X-Lineup-Edge", "edgeKey", "recipients"],
)  # fmt: skip
def test_what_stands_under_a_name_of_a_secret_is_not_written(name: str) -> None:
    assert redact({"outer": {name: "123456"}}) == {"outer": {name: HIDDEN}}
    assert redact({name: {"a": ["123456"]}}) == {name: HIDDEN}


def test_json_in_a_text_bytes_and_names_that_are_addresses_are_masked() -> None:
    assert "hunter2" not in redact('it was {"token":"hunter2","n":1}')
    assert "hunter2" not in redact("it was {'secret': 'hunter2'}")
    assert redact({"ann@example.com": [b"lua_secret", {"bob@example.com"}]}) == {HIDDEN: [HIDDEN, [HIDDEN]]}


@pytest.mark.parametrize(
    "plain",
    ["01a2371d-d941-7486-be80-da4cadb0b60c",
     "L0SM9cOFvHcCIhw=", "ws-1 12-14", "LU-INTERNAL-K7QF2M", "2026-07-24T12:00:00.000Z", "task-1",
     "relay.py:12 in append", "closed with code 1012",
     "task 12 of 1000000 in 2026", "high-risk", "test-case",
     "a frame failed: ValueError, relay.py:12 in append", 123456, None, True, 1.5],
)  # fmt: skip
def test_ids_places_and_numbers_stay(plain: object) -> None:
    assert redact({"note": plain}) == {"note": plain}
