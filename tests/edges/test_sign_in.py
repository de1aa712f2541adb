"""Signing in by a mailed code or a one-time link, staying signed in, and signing out."""

import pytest

from tests.support.api import Api

EMAIL = "ann@example.com"


def verify(api: Api, code: str, email: str = EMAIL) -> tuple[int, str]:
    reply = api.post("/auth/verify", {"email": email, "code": code})
    return reply.status, reply.code if reply.status >= 400 else ""


def wrong(code: str) -> str:
    return f"{(int(code) + 1) % 1_000_000:06d}"


def test_the_mailed_code_signs_in_and_makes_the_account_once(api: Api) -> None:
    first = api.sign_in()
    assert (first.status, first.body["expiresIn"], first.body["user"]["email"]) == (200, 900, EMAIL)
    second = api.sign_in(" Ann@Example.COM ")
    assert second.body["user"] == first.body["user"]
    me = api.get("/me", first.body["accessToken"])
    assert me.body == {"user": first.body["user"], "workspaces": []}


def test_the_code_is_in_the_mails_body_only(api: Api) -> None:
    code = api.sent_code()
    [mail] = api.world.outbox.mails
    assert len(code) == 6
    assert code in mail.text
    assert code not in mail.subject


def test_a_code_works_once(api: Api) -> None:
    code = api.sent_code()
    assert verify(api, code) == (200, "")
    assert verify(api, code) == (410, "code_expired")


def test_a_code_may_be_typed_with_blanks(api: Api) -> None:
    code = api.sent_code()
    assert verify(api, f" {code[:3]}-{code[3:]} ") == (200, "")


def test_five_wrong_tries_end_the_code(api: Api) -> None:
    code = api.sent_code()
    left = []
    for _ in range(5):
        reply = api.post("/auth/verify", {"email": EMAIL, "code": wrong(code)})
        assert (reply.status, reply.code) == (401, "code_wrong")
        left.append(reply.body["error"]["details"]["triesLeft"])
    assert left == [4, 3, 2, 1, 0]
    assert verify(api, code) == (410, "code_expired")
    assert verify(api, api.sent_code()) == (200, "")


def test_a_code_lives_ten_minutes(api: Api) -> None:
    code = api.sent_code()
    api.world.clock.forward(599)
    assert verify(api, wrong(code)) == (401, "code_wrong")
    api.world.clock.forward(1)
    assert verify(api, code) == (410, "code_expired")


def test_a_new_code_replaces_the_old(api: Api) -> None:
    old, new = api.sent_code(), api.sent_code()
    if old != new:
        assert verify(api, old) == (401, "code_wrong")
    assert verify(api, new) == (200, "")


def test_a_code_of_another_address_is_wrong(api: Api) -> None:
    code = api.sent_code()
    api.sent_code("bob@example.com")
    assert verify(api, code, "bob@example.com")[0] in (401, 200 if code == api.world.outbox.mails[-1].text else 401)


def test_asking_for_codes_is_limited_per_mailbox(api: Api) -> None:
    for _ in range(5):
        api.sent_code()
    reply = api.post("/auth/code", {"email": EMAIL})
    assert (reply.status, reply.code, reply.body["error"]["retryable"]) == (429, "rate_limited", True)
    assert 0 < reply.body["error"]["details"]["retryAfter"] <= 3600
    assert len(api.world.outbox.mails) == 5
    api.world.clock.forward(3600)
    api.sent_code()


def test_asking_for_codes_is_limited_per_caller(api: Api) -> None:
    statuses = [api.post("/auth/code", {"email": f"u{n}@example.com"}).status for n in range(31)]
    assert statuses == [202] * 30 + [429]


def test_the_answer_does_not_tell_whether_an_address_is_known(api: Api) -> None:
    api.sign_in()
    known, unknown = (api.post("/auth/code", {"email": e}) for e in (EMAIL, "nobody@example.com"))
    assert (known.status, known.body) == (unknown.status, unknown.body)
    assert known.body == {"sent": True, "mailed": True}


@pytest.mark.parametrize(
    "email",
    ["", "ann", "@", "ann@", "@example.com", "a b@example.com", "ann@example.com\nbcc: x@y.z", "<ann@example.com>",
     "ann@example..com", "a@b@c", "a" * 300 + "@example.com", 7, None, ["ann@example.com"]],
)  # fmt: skip
def test_what_is_no_address_gets_no_mail(api: Api, email: object) -> None:
    reply = api.post("/auth/code", {"email": email})
    assert (reply.status, reply.code) == (400, "invalid_request")
    assert api.world.outbox.mails == []


def test_a_link_works_once_and_for_a_day(api: Api) -> None:
    accounts = api.world.services.accounts
    once, late = accounts.create_sign_in_link(EMAIL), accounts.create_sign_in_link(EMAIL)
    assert api.post("/auth/link", {"token": once}).status == 200
    again = api.post("/auth/link", {"token": once})
    assert (again.status, again.code) == (410, "link_invalid")
    api.world.clock.forward(24 * 3600)
    assert api.post("/auth/link", {"token": late}).code == "link_invalid"


# --- staying signed in ---


def refresh(api: Api, cookie: str) -> tuple[int, str]:
    """Status, and the next cookie (the same one if none was set)."""
    reply = api.post("/auth/refresh", cookie=cookie)
    return reply.status, reply.cookie_pair or cookie


def test_the_cookie_is_renewed_and_the_token_works(api: Api) -> None:
    first = api.sign_in()
    api.world.clock.forward(900)
    assert api.get("/me", first.body["accessToken"]).code == "unauthenticated"
    reply = api.post("/auth/refresh", cookie=first.cookie_pair)
    assert reply.cookie_pair not in ("", first.cookie_pair)
    assert api.get("/me", reply.body["accessToken"]).status == 200


def test_a_second_tab_within_half_a_minute_is_let_in(api: Api) -> None:
    cookie = api.sign_in().cookie_pair
    status, renewed = refresh(api, cookie)
    api.world.clock.forward(29)
    assert (status, refresh(api, cookie)[0]) == (200, 200)
    assert refresh(api, renewed)[0] == 200


def test_a_lost_answer_to_a_renewal_does_not_sign_out(api: Api) -> None:
    cookie = api.sign_in().cookie_pair
    refresh(api, cookie)  # its answer is lost
    api.world.clock.forward(5)
    _, cookie = refresh(api, cookie)
    for _ in range(3):
        api.world.clock.forward(900)
        status, cookie = refresh(api, cookie)
        assert status == 200


def test_an_old_cookie_used_later_ends_the_whole_family(api: Api) -> None:
    stolen = api.sign_in().cookie_pair
    _, current = refresh(api, stolen)
    api.world.clock.forward(31)
    assert refresh(api, stolen)[0] == 401
    assert refresh(api, current)[0] == 401


def test_another_sign_in_is_another_family(api: Api) -> None:
    laptop, phone = api.sign_in().cookie_pair, api.sign_in().cookie_pair
    _, _ = refresh(api, laptop)
    api.world.clock.forward(31)
    assert refresh(api, laptop)[0] == 401
    assert refresh(api, phone)[0] == 200


@pytest.mark.parametrize(
    "cookie", ["", "lineup=", "lineup=x", "lineup=a.b.c", "other=1", "\x00", "lineup=" + "x" * 4000]
)
def test_a_cookie_that_is_none_of_ours_is_refused(api: Api, cookie: str) -> None:
    reply = api.post("/auth/refresh", cookie=cookie)
    assert (reply.status, reply.code) == (401, "unauthenticated")


def test_signing_out_ends_the_session_and_drops_the_cookie(api: Api) -> None:
    cookie = api.sign_in().cookie_pair
    reply = api.post("/auth/signout", cookie=cookie)
    assert reply.status == 200
    assert "Max-Age=0" in reply.cookie
    assert refresh(api, cookie)[0] == 401
    assert api.post("/auth/signout").status == 200


def test_over_tls_the_cookie_is_secure_and_bound_to_the_host(api: Api) -> None:
    line = api.sign_in(x_forwarded_proto="https").cookie
    assert line.startswith("__Host-lineup=")
    assert [part for part in ("HttpOnly", "Secure", "SameSite=Strict", "Path=/") if part not in line] == []
    assert "Domain" not in line


def test_without_tls_the_cookie_goes_without_secure_and_prefix(api: Api) -> None:
    line = api.sign_in().cookie
    assert line.startswith("lineup=")
    assert "Secure" not in line
    assert "HttpOnly" in line


def test_no_answer_may_be_cached(api: Api) -> None:
    replies = [api.sign_in(), api.get("/me"), api.get("/health")]
    assert {next(v for k, v in r.headers.items() if k.lower() == "cache-control") for r in replies} == {"no-store"}


@pytest.mark.parametrize("path", ["/auth/refresh", "/auth/signout"])
def test_a_page_of_somebody_else_neither_renews_nor_ends_a_sign_in(api: Api, path: str) -> None:
    foreign = api.call("POST", path, host="localhost:8787", origin="http://localhost:9999")
    assert (foreign.status, foreign.code) == (403, "origin_not_allowed")
    own = api.call("POST", path, host="localhost:8787", origin="http://localhost:8787")
    assert own.code != "origin_not_allowed" if own.status >= 400 else own.status == 200
