"""What the deployed CloudFront distribution says, as the local edge follows it: which path goes where, with what added.

Read from the emulator, not from our template: a wrong reference, an unresolved secret or a missing header shows.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from infra.deploy.account import Account

#: AWS's managed policy: every header of the viewer but Host.
ALL_BUT_HOST = "b689b0a8-53d0-40ab-baf2-68738e2966ac"
_API = re.compile(r"(?P<id>[a-z0-9]+)\.execute-api\.[a-z0-9-]+\.amazonaws\.com")
_BUCKET = re.compile(r"(?P<name>[a-z0-9.-]+)\.s3\.[a-z0-9-]+\.amazonaws\.com")


@dataclass(frozen=True, slots=True)
class Origin:
    """Where requests go: `address` is the emulator's for it, `headers` are what CloudFront adds."""

    address: str
    headers: dict[str, str]
    bucket: bool


@dataclass(frozen=True, slots=True)
class Behavior:
    """What is done with the paths of one pattern. `removed_headers` are in lower case."""

    pattern: re.Pattern[str]
    origin: Origin
    methods: frozenset[str]
    forwards_headers: bool
    pages: bool
    response_headers: dict[str, str]
    removed_headers: frozenset[str]


@dataclass(frozen=True, slots=True)
class Distribution:
    """Behaviours in the order in which they are tried; the last one takes every path."""

    behaviors: tuple[Behavior, ...]

    def of(self, path: str) -> Behavior:
        """The behaviour of a path."""
        return next(behavior for behavior in self.behaviors if behavior.pattern.fullmatch(path))


def read(account: Account, id: str) -> Distribution:
    """The distribution `id` of an emulator (`account.endpoint_url`)."""
    cloudfront = account.client("cloudfront")
    config = cloudfront.get_distribution_config(Id=id)["DistributionConfig"]
    origins = {told["Id"]: _origin(told, account.endpoint_url or "") for told in config["Origins"]["Items"]}
    listed = [
        *config.get("CacheBehaviors", {}).get("Items", []),
        {"PathPattern": "*", **config["DefaultCacheBehavior"]},
    ]
    return Distribution(tuple(_behavior(told, origins, cloudfront) for told in listed))


def _origin(told: dict[str, Any], emulator: str) -> Origin:
    added = {h["HeaderName"]: h["HeaderValue"] for h in told.get("CustomHeaders", {}).get("Items", [])}
    if any("{{resolve:" in value for value in added.values()):
        raise ValueError(f"the secret of origin {told['Id']} was not resolved")
    if found := _API.fullmatch(told["DomainName"]):
        return Origin(f"{emulator}/_aws/execute-api/{found['id']}", added, bucket=False)
    found = _BUCKET.fullmatch(told["DomainName"])
    if found is None:
        raise ValueError(f"{told['DomainName']} is neither an API nor a bucket")
    return Origin(f"{emulator}/{found['name']}", added, bucket=True)


def _behavior(told: dict[str, Any], origins: dict[str, Origin], cloudfront: Any) -> Behavior:
    policy = cloudfront.get_response_headers_policy(Id=told["ResponseHeadersPolicyId"])["ResponseHeadersPolicy"]
    config = policy["ResponseHeadersPolicyConfig"]
    removed = config.get("RemoveHeadersConfig", {}).get("Items", [])
    return Behavior(
        pattern=_pattern(told["PathPattern"]),
        origin=origins[told["TargetOriginId"]],
        methods=frozenset(told["AllowedMethods"]["Items"]),
        forwards_headers=told.get("OriginRequestPolicyId") == ALL_BUT_HOST,
        pages=bool(told.get("FunctionAssociations", {}).get("Items")),
        response_headers=_headers(config),
        removed_headers=frozenset(item["Header"].lower() for item in removed),
    )


def _pattern(text: str) -> re.Pattern[str]:
    """`*` is any characters, `?` is one; a pattern may leave out the slash at its beginning."""
    parts = re.escape("/" + text.lstrip("/") if text != "*" else text)
    return re.compile(parts.replace(r"\*", ".*").replace(r"\?", "."))


def _headers(config: dict[str, Any]) -> dict[str, str]:
    """The headers of a response headers policy."""
    told = config["SecurityHeadersConfig"]
    hsts = told["StrictTransportSecurity"]
    subdomains = "; includeSubDomains" if hsts.get("IncludeSubdomains") else ""
    made = {
        "Content-Security-Policy": told["ContentSecurityPolicy"]["ContentSecurityPolicy"],
        "X-Content-Type-Options": "nosniff" if "ContentTypeOptions" in told else "",
        "X-Frame-Options": told["FrameOptions"]["FrameOption"],
        "Referrer-Policy": told["ReferrerPolicy"]["ReferrerPolicy"],
        "Strict-Transport-Security": f"max-age={hsts['AccessControlMaxAgeSec']}{subdomains}",
    }
    custom = {item["Header"]: item["Value"] for item in config.get("CustomHeadersConfig", {}).get("Items", [])}
    return {name: value for name, value in {**made, **custom}.items() if value}
