"""An S3-compatible store for copies: put there, fetched back, let go. Needs the extra `s3`."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any


class StoreFailed(OSError):  # noqa: N818  (it reads as what happened)
    """The store did not do what it was asked, and why."""


@dataclass(frozen=True, kw_only=True)
class S3Store:
    """A bucket, and how to get at it."""

    bucket: str
    prefix: str = ""
    endpoint: str = ""
    """Empty for Amazon's own."""
    region: str = ""
    access_key: str = ""
    """Empty where the environment or the machine has credentials."""
    secret_key: str = field(default="", repr=False)

    def put(self, file: Path) -> None:
        """Store a file under its name."""
        with _StoreErrors(self):
            self._client().upload_file(str(file), self.bucket, self._key(file.name))

    def fetch(self, name: str, to: Path) -> None:
        """Write what is stored under a name to a file."""
        with _StoreErrors(self):
            self._client().download_file(self.bucket, self._key(name), str(to))

    def names(self) -> list[str]:
        """Everything that is stored here, in the order of names."""
        with _StoreErrors(self):
            pages = self._client().get_paginator("list_objects_v2").paginate(Bucket=self.bucket, Prefix=self._key(""))
            found = [row["Key"].removeprefix(self._key("")) for page in pages for row in page.get("Contents", ())]
        return sorted(found)

    def remove(self, name: str) -> None:
        """Let one go."""
        with _StoreErrors(self):
            self._client().delete_object(Bucket=self.bucket, Key=self._key(name))

    def _key(self, name: str) -> str:
        return f"{self.prefix.strip('/')}/{name}" if self.prefix.strip("/") else name

    def _client(self) -> Any:
        try:
            import boto3
            from botocore.config import Config
        except ImportError as error:
            raise StoreFailed("copies to a store need boto3: pip install 'fairfelt[s3]'") from error
        # A store that does not know Amazon's newer checksums would refuse the file; its digest is compared anyway.
        config = Config(
            connect_timeout=10, read_timeout=60, retries={"max_attempts": 3}, s3={"addressing_style": "path"},
            request_checksum_calculation="when_required", response_checksum_validation="when_required",
        )  # fmt: skip
        keys = {}
        if self.access_key:
            keys = {"aws_access_key_id": self.access_key, "aws_secret_access_key": self.secret_key}
        return boto3.client(
            "s3", endpoint_url=self.endpoint or None, region_name=self.region or "us-east-1", config=config, **keys
        )


class _StoreErrors:
    """Turn errors of the library into one sentence without credentials."""

    def __init__(self, store: S3Store) -> None:
        self._where = f"the store {store.bucket}"

    def __enter__(self) -> None: ...

    def __exit__(self, _: object, error: BaseException | None, __: object) -> None:
        if isinstance(error, Exception) and not isinstance(error, StoreFailed):
            raise StoreFailed(f"{self._where}: {type(error).__name__}: {str(error)[:200]}") from error
