"""Commands that start a server read the software of this machine, thousands of files: once for all of these tests."""

from functools import cache
from importlib import import_module

import pytest

software = import_module("fairfelt.server.manifest")
_libraries = software._libraries


@cache
def libraries_here() -> list[tuple[str, str]]:
    """The digests of what is installed."""
    return list(_libraries())


@pytest.fixture(autouse=True)
def libraries_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody installs anything during a test; that it would be noticed is seen in tests/server."""
    monkeypatch.setattr(software, "_libraries", libraries_here)
