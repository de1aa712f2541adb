"""What the deployed CloudFront distribution says, as the local edge follows it: which path goes where, with what added.

Read from the emulator, not from our template: a wrong reference, an unresolved secret or a missing header shows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from infra.cloud_local.signed import PublicKey
from infra.deploy.account import Account

Config = dict[str, Any]

#: AWS's managed policy: every header of the viewer but Host.
ALL_BUT_HOST = "b689b0a8-53d0-40ab-baf2-68738e2966ac"
_API = re.compile(r"(?P<id>[a-z0-9]+)\.execute-api\.[a-z0-9-]+\.amazonaws\.com")
_BUCKET = re.compile(r"(?P<name>[a-z0-9.-]+)\.s3\.[a-z0-9-]+\.amazonaws\.com")


@dataclass(frozen=True, slots=True)
class Origin:
    """Where requests go: `address` is the emulator's for it, `headers` are what CloudFront adds. With `signs` it asks a
    bucket in its own name (origin access control)."""

    address: str
    headers: dict[str, str]
    bucket: bool
    signs: bool = False


@dataclass(frozen=True, slots=True)
class Behavior:
    """What is done with the paths of one pattern. `query` names what of it goes on to the origin, None all of it. With
    `keys`, an address must be signed by one of them. `removed_headers` are in lower case."""

    pattern: re.Pattern[str]
    origin: Origin
    methods: frozenset[str]
    forwards_headers: bool
    pages: bool
    response_headers: dict[str, str]
    removed_headers: frozenset[str]
    query: frozenset[str] | None = None
    keys: tuple[PublicKey, ...] = ()


@dataclass(frozen=True, slots=True)
class Distribution:
    """Behaviours in the order in which they are tried; the last one takes every path."""

    behaviors: tuple[Behavior, ...]

    def of(self, path: str) -> Behavior:
        """The behaviour of a path."""
        return next(behavior for behavior in self.behaviors if behavior.pattern.fullmatch(path))


@dataclass(frozen=True, slots=True)
class Told:
    """What a configuration refers to, by CloudFront's ids: response headers policies, what origin request policies of
    our own let through of a query, public keys of key groups."""

    headers: dict[str, Config]
    queries: dict[str, frozenset[str]]
    keys: dict[str, tuple[PublicKey, ...]]


def read(account: Account, id: str) -> Distribution:
    """The distribution `id` of an emulator (`account.endpoint_url`). Raises `ValueError`, as `understand` does."""
    cloudfront = account.client("cloudfront")
    config = cloudfront.get_distribution_config(Id=id)["DistributionConfig"]
    return understand(config, ask(cloudfront, config), account.endpoint_url or "")


def ask(cloudfront: Any, config: Config) -> Told:
    """All that a configuration refers to. Raises `ValueError` at what the edge cannot do."""
    listed = _listed(config)
    headers = {told["ResponseHeadersPolicyId"] for told in listed}
    queries = {told.get("OriginRequestPolicyId", "") for told in listed} - {"", ALL_BUT_HOST}
    groups = {id for told in listed for id in _trusted(told)}
    policies = {id: cloudfront.get_response_headers_policy(Id=id)["ResponseHeadersPolicy"] for id in headers}
    return Told(
        {id: policy["ResponseHeadersPolicyConfig"] for id, policy in policies.items()},
        {id: _query(cloudfront.get_origin_request_policy(Id=id)["OriginRequestPolicy"]) for id in queries},
        {id: tuple(_keys(cloudfront, id)) for id in groups},
    )


def _query(policy: Config) -> frozenset[str]:
    strings = policy["OriginRequestPolicyConfig"]["QueryStringsConfig"]
    if strings["QueryStringBehavior"] != "whitelist":
        raise ValueError("the edge knows only lists of what of a query goes on")
    return frozenset(strings["QueryStrings"]["Items"])


def _trusted(told: Config) -> list[str]:
    groups = told.get("TrustedKeyGroups", {})
    return list(groups.get("Items", [])) if groups.get("Enabled") else []


def _keys(cloudfront: Any, group: str) -> Iterator[PublicKey]:
    for id in cloudfront.get_key_group(Id=group)["KeyGroup"]["KeyGroupConfig"]["Items"]:
        yield PublicKey(id, cloudfront.get_public_key(Id=id)["PublicKey"]["PublicKeyConfig"]["EncodedKey"])


def understand(config: Config, found: Told, emulator: str) -> Distribution:
    """A configuration, as the API of CloudFront gives it, with the origins of the emulator at that address. Raises
    `ValueError` at what the edge cannot do."""
    origins = {told["Id"]: _origin(told, emulator) for told in config["Origins"]["Items"]}
    return Distribution(tuple(_behavior(told, origins, found) for told in _listed(config)))


def _listed(config: Config) -> list[Config]:
    """What is said of paths, in order; the default comes last."""
    first: list[Config] = config.get("CacheBehaviors", {}).get("Items", [])
    return [*first, {"PathPattern": "*", **config["DefaultCacheBehavior"]}]


def _origin(told: Config, emulator: str) -> Origin:
    added = {h["HeaderName"]: h["HeaderValue"] for h in told.get("CustomHeaders", {}).get("Items", [])}
    if any("{{resolve:" in value for value in added.values()):
        raise ValueError(f"the secret of origin {told['Id']} was not resolved")
    if found := _API.fullmatch(told["DomainName"]):
        return Origin(f"{emulator}/_aws/execute-api/{found['id']}", added, bucket=False)
    found = _BUCKET.fullmatch(told["DomainName"])
    if found is None:
        raise ValueError(f"{told['DomainName']} is neither an API nor a bucket")
    return Origin(f"{emulator}/{found['name']}", added, bucket=True, signs=bool(told.get("OriginAccessControlId")))


def _behavior(told: Config, origins: Mapping[str, Origin], found: Told) -> Behavior:
    policy = found.headers[told["ResponseHeadersPolicyId"]]
    removed = policy.get("RemoveHeadersConfig", {}).get("Items", [])
    return Behavior(
        pattern=_pattern(told["PathPattern"]),
        origin=origins[told["TargetOriginId"]],
        methods=frozenset(told["AllowedMethods"]["Items"]),
        forwards_headers=told.get("OriginRequestPolicyId") == ALL_BUT_HOST,
        pages=bool(told.get("FunctionAssociations", {}).get("Items")),
        response_headers=_headers(policy),
        removed_headers=frozenset(item["Header"].lower() for item in removed),
        query=found.queries.get(told.get("OriginRequestPolicyId", "")),
        keys=tuple(key for group in _trusted(told) for key in found.keys[group]),
    )


def _pattern(text: str) -> re.Pattern[str]:
    """`*` is any characters, `?` is one; a pattern may leave out the slash at its beginning."""
    parts = re.escape("/" + text.lstrip("/") if text != "*" else text)
    return re.compile(parts.replace(r"\*", ".*").replace(r"\?", "."))


def _headers(policy: Config) -> dict[str, str]:
    told = policy["SecurityHeadersConfig"]
    custom = policy.get("CustomHeadersConfig", {}).get("Items", [])
    if not all(header["Override"] for header in [*told.values(), *custom]):
        raise ValueError("the edge does not know headers that an origin may replace")
    hsts = told["StrictTransportSecurity"]
    subdomains = "; includeSubDomains" if hsts.get("IncludeSubdomains") else ""
    preload = "; preload" if hsts.get("Preload") else ""
    made = {
        "Content-Security-Policy": told["ContentSecurityPolicy"]["ContentSecurityPolicy"],
        "X-Content-Type-Options": "nosniff" if "ContentTypeOptions" in told else "",
        "X-Frame-Options": told["FrameOptions"]["FrameOption"],
        "Referrer-Policy": told["ReferrerPolicy"]["ReferrerPolicy"],
        "Strict-Transport-Security": f"max-age={hsts['AccessControlMaxAgeSec']}{subdomains}{preload}",
    }
    return {name: value for name, value in made.items() if value} | {item["Header"]: item["Value"] for item in custom}
