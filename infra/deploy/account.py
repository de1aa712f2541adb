"""The AWS account that is worked on: one session, its region, and an address of its own where it is an emulator."""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import cached_property, lru_cache
from typing import Any

import boto3
from botocore.config import Config
from botocore.exceptions import (
    BotoCoreError,
    ClientError,
    ConnectTimeoutError,
    EndpointConnectionError,
    InvalidRegionError,
    ProfileNotFound,
)

#: Whole tables take long and are throttled at times: botocore waits for that by itself.
_CONFIGS = {"dynamodb": Config(retries={"mode": "adaptive", "max_attempts": 12})}


class DeployRefused(Exception):
    """Something that is needed is missing. The message says what, and what to do."""


class Account:
    """`endpoint_url` is an emulator's; None means AWS itself. An unknown profile raises `DeployRefused`."""

    def __init__(self, session: boto3.session.Session | None = None, endpoint_url: str | None = None) -> None:
        self._session = session or _session()
        self.endpoint_url = endpoint_url
        self.client = lru_cache(self._make)

    @property
    def region(self) -> str:
        """The region of the session. Raises `DeployRefused`."""
        if not self._session.region_name:
            raise DeployRefused("No region is chosen. Set AWS_REGION, or `aws configure set region eu-central-1`.")
        return str(self._session.region_name)

    @cached_property
    def id(self) -> str:
        """The account's 12 digits. Raises `DeployRefused` if the credentials are missing or not valid."""
        try:
            return str(self.client("sts").get_caller_identity()["Account"])
        except (EndpointConnectionError, ConnectTimeoutError, InvalidRegionError) as error:
            raise DeployRefused(
                f"AWS cannot be reached in the region {self.region} ({error}). Is that its name? Is there a network?"
            ) from error
        except (BotoCoreError, ClientError) as error:
            raise DeployRefused(
                f"AWS does not accept the credentials ({error}). Set AWS_PROFILE or AWS_ACCESS_KEY_ID and"
                " AWS_SECRET_ACCESS_KEY, or run `aws sso login`, and try again."
            ) from error

    def check(self) -> None:
        """Whether there is a region and AWS takes the credentials. Raises `DeployRefused`."""
        _ = self.region, self.id

    def _make(self, service: str) -> Any:
        made = self._session.client(  # type: ignore[call-overload]
            service, region_name=self.region, endpoint_url=self.endpoint_url, config=_CONFIGS.get(service)
        )
        if service == "s3":
            made.meta.events.register("provide-client-params.s3", self._name_owner)
        return made

    def _name_owner(self, params: Mapping[str, Any], model: Any, **_: Any) -> dict[str, Any] | None:
        """A bucket's name belongs to whoever took it first: S3 refuses whatever goes to one of another account."""
        if model.input_shape is None or "ExpectedBucketOwner" not in model.input_shape.members:
            return None
        return {"ExpectedBucketOwner": self.id, **params}


def _session() -> boto3.session.Session:
    try:
        # boto3 alone reads AWS_DEFAULT_REGION only; the command line and the other SDKs read AWS_REGION.
        return boto3.session.Session(region_name=os.environ.get("AWS_REGION") or None)
    except ProfileNotFound as error:
        raise DeployRefused(
            f"{error}. Set AWS_PROFILE to one of those that `aws configure list-profiles` names."
        ) from error
