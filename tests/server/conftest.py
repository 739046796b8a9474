"""What is installed is told by versions in an ordinary run."""

from __future__ import annotations

import sysconfig
from hashlib import sha256
from importlib import import_module
from importlib.metadata import Distribution
from pathlib import Path

import pytest

from tests.support.heavy import IS_HEAVY_RUN


@pytest.fixture(scope="session", autouse=True)
def libraries_by_their_versions() -> None:
    """Digests of some ten thousand files take seconds; those of libraries that a test installs are read each time."""
    if IS_HEAVY_RUN:
        return
    software, packages = import_module("fairfelt.server.manifest"), Path(sysconfig.get_path("purelib"))
    digest = software._library_digest

    def digest_of_others(library: Distribution) -> str:
        is_ours = Path(str(library.locate_file(""))) != packages
        return str(digest(library)) if is_ours else sha256(library.version.encode()).hexdigest()

    setattr(software, "_library_digest", digest_of_others)  # noqa: B010  (a function of that module)
