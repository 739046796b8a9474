"""Commands that start a server read the software of this machine, thousands of files: no test here is about it."""

from importlib import import_module

import pytest

software = import_module("fairfelt.server.manifest")


@pytest.fixture(autouse=True)
def no_libraries_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is installed is read, and what changes is noticed, in tests/server."""
    monkeypatch.setattr(software, "_libraries", lambda: [("python", "3 sha256:0"), ("numpy", "2 sha256:0")])
