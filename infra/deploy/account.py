"""The AWS account that is worked on: one session, its region, and an address of its own where it is an emulator."""

from __future__ import annotations

import os
from functools import cached_property, lru_cache
from typing import Any

import boto3
from botocore.exceptions import BotoCoreError, ClientError


class DeployRefused(Exception):
    """Something that is needed is missing. The message says what, and what to do."""


class Account:
    """`endpoint_url` is an emulator's; None means AWS itself."""

    def __init__(self, session: boto3.session.Session | None = None, endpoint_url: str | None = None) -> None:
        # boto3 alone reads AWS_DEFAULT_REGION only; the command line and the other SDKs read AWS_REGION.
        self._session = session or boto3.session.Session(region_name=os.environ.get("AWS_REGION") or None)
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
        except (BotoCoreError, ClientError) as error:
            raise DeployRefused(
                f"AWS does not accept the credentials ({error}). Set AWS_PROFILE or AWS_ACCESS_KEY_ID and"
                " AWS_SECRET_ACCESS_KEY, or run `aws sso login`, and try again."
            ) from error

    def _make(self, service: str) -> Any:
        return self._session.client(service, region_name=self.region, endpoint_url=self.endpoint_url)  # type: ignore[call-overload]
