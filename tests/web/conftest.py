"""One visitor for all tests that only look, and an office whose executive is signed in."""

from collections.abc import Iterator
from concurrent.futures import Executor
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from fairfelt import games
from fairfelt.engine.exact import Progress
from fairfelt.jackpot.meters import JackpotSetup, ProgressiveBet
from fairfelt.web.pages import counting as counting_module
from fairfelt.web.pages import meters as meter_study
from fairfelt.web.pages.counting import Counting, GameQuery, plain_query, versions
from tests.web.back_office import BackOffice, signed_in
from tests.web.visiting import PATIENCE_S, THREE, check_three, closing, only_three, visitor


@pytest.fixture(scope="session", autouse=True)
def prices_as_soon_as_they_are_there() -> None:
    """A machine that has much else to do gives a first price late: no page of a test says so for that."""
    setattr(counting_module, "AT_ONCE_S", PATIENCE_S)  # noqa: B010  (a constant of that module)


@pytest.fixture(scope="session", autouse=True)
def bets_counted_once_for_all_rooms() -> None:
    """The overview of each room has its bets counted behind it: for the rooms of tests they are the same."""
    count, kept = meter_study._count_bet, dict[object, ProgressiveBet]()

    def counted(setup: JackpotSetup, executor: Executor, progress: Progress) -> ProgressiveBet:
        key = setup.offer, setup.folded_hands_qualify, setup.stake
        if key not in kept:
            kept[key] = count(setup, executor, progress)
        return kept[key]

    setattr(meter_study, "_count_bet", counted)  # noqa: B010  (a function of that module)


@pytest.fixture(scope="session")
def visit() -> Iterator[TestClient]:
    """Everything that can be computed is there."""
    with closing(Counting(study=only_three, check=check_three)) as counting:
        for asked in (*map(plain_query, versions()), GameQuery(THREE, bettors=6)):
            counting.study(asked).future.exception(PATIENCE_S)
        counting.advice(GameQuery(THREE)).future.result(PATIENCE_S)
        for game in games.catalogue():
            counting.check(game).future.exception(PATIENCE_S)
        yield visitor(counting)


@pytest.fixture
def office(tmp_path: Path) -> Iterator[BackOffice]:
    """Elena, an executive, is signed in at the console of a room without a law."""
    with signed_in(tmp_path) as opened:
        yield opened


@pytest.fixture(scope="module")
def shared_office(tmp_path_factory: pytest.TempPathFactory) -> Iterator[BackOffice]:
    """The same for the tests of a module that only look, or whose every form is refused."""
    with signed_in(tmp_path_factory.mktemp("office")) as opened:
        yield opened
