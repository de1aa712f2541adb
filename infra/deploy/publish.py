"""Puts the built web app where CloudFront serves it: what it names first, its page last, so that no page names what is
not there. What an open page may still load stays."""

from __future__ import annotations

import uuid
from pathlib import Path

from infra.deploy.account import Account, DeployRefused
from infra.local.static import TYPES, with_base

_FOREVER = "public, max-age=31536000, immutable"
_ASK = "no-cache"
_TWINS = (".br", ".gz")
"""What one machine sends compressed; CloudFront compresses by itself."""


def publish(account: Account, dist: Path, bucket: str, distribution: str | None) -> int:
    """Upload `dist` (web/dist) and have CloudFront forget the old page; how many files. Raises `DeployRefused`."""
    page = dist / "index.html"
    if not page.is_file():
        raise DeployRefused("The web app is not built. Run `make web` first.")
    s3 = account.client("s3")
    files = sorted(path for path in dist.rglob("*") if path.is_file() and path != page and path.suffix not in _TWINS)
    for file in files:
        name = file.relative_to(dist).as_posix()
        cache = _FOREVER if name.startswith("assets/") else _ASK
        kind = TYPES.get(file.suffix.lower(), "application/octet-stream")
        s3.put_object(Bucket=bucket, Key=name, Body=file.read_bytes(), ContentType=kind, CacheControl=cache)
    text = with_base(page.read_text(encoding="utf-8"), "")
    s3.put_object(
        Bucket=bucket, Key="index.html", Body=text.encode(), ContentType=TYPES[".html"], CacheControl=_ASK
    )  # fmt: skip
    if distribution is not None:
        changed = ["/", *(f"/{file.name}" for file in files if file.parent == dist), "/index.html"]
        batch = {"Paths": {"Quantity": len(changed), "Items": changed}, "CallerReference": uuid.uuid4().hex}
        account.client("cloudfront").create_invalidation(DistributionId=distribution, InvalidationBatch=batch)
    return len(files) + 1
