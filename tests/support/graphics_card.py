"""The cards that tests can count on: the host's stand-in where there is a compiler, a real one where there is one."""

from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from fairfelt.runtime.compute.cuda import Gpu, NoGpu
from tests.support.host_card import COMPILER, HostCard

CARDS = ["host", "gpu"]


def card_named(name: str, folder: Path) -> AbstractContextManager[Gpu]:
    """The card, or a test that is skipped."""
    if name == "host":
        if not COMPILER:
            pytest.skip("there is no C++ compiler to stand in for a card")
        return HostCard(folder)
    try:
        return Gpu()
    except NoGpu as trouble:
        pytest.skip(str(trouble))
