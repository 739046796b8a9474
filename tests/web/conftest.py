"""One visitor for all tests that only look."""

from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient
from visiting import PATIENCE_S, THREE, check_three, closing, only_three, visitor

from fairfelt import games
from fairfelt.web.asked import Asked, plainly, versions
from fairfelt.web.counting import Counting


@pytest.fixture(scope="session")
def visit() -> Iterator[TestClient]:
    """Everything that can be computed is there."""
    with closing(Counting(study=only_three, check=check_three)) as counting:
        for asked in (*map(plainly, versions()), Asked(THREE, bettors=6)):
            counting.study(asked).future.exception(PATIENCE_S)
        for game in games.catalogue():
            counting.check(game).future.exception(PATIENCE_S)
        yield visitor(counting)
