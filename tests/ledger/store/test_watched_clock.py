"""A clock that jumps dates no event until somebody accepts it; small steps and slow drift are nobody's business."""

from __future__ import annotations

import pytest

from fairfelt.ledger import WatchedClock
from tests.ledger.bank import move
from tests.ledger.desk import log, opened

pytestmark = pytest.mark.sqlite_each_time

BEGAN = 1_790_000_000_000_000
MICROS = 1_000_000
HOUR = 3600


class World:
    """A wall clock that can be set, and time that passes."""

    def __init__(self) -> None:
        self.passed_s, self.off_s = 0.0, 0.0

    def wall(self) -> int:
        return BEGAN + round((self.passed_s + self.off_s) * MICROS)

    def seconds(self) -> float:
        return self.passed_s

    def clock(self) -> WatchedClock:
        return WatchedClock(self.wall, self.seconds)


@pytest.mark.parametrize("jump_s", [400 * 24 * HOUR, 301, -301, -400 * 24 * HOUR])
def test_events_are_not_dated_by_a_clock_that_jumped_until_it_is_accepted(place: str, jump_s: float) -> None:
    world = World()
    with opened(place, clock=world.clock()) as ledger:
        ledger.submit(move("k", 1)).result()
        world.passed_s, world.off_s = 60, jump_s
        assert "the clock jumped to" in ledger.clock_condition
        ledger.submit(move("k", 2)).result()
        world.passed_s = 120
        ledger.submit(move("k", 3)).result()
        world.off_s = 0
        assert ledger.clock_condition, "nobody has accepted anything"
        ledger.accept_clock()
        assert not ledger.clock_condition
        world.passed_s = 180
        ledger.submit(move("k", 4)).result()
    assert [entry.at_micros - BEGAN for entry in log(place)] == [0, 60 * MICROS, 120 * MICROS, 180 * MICROS]


@pytest.mark.every_store
def test_an_accepted_clock_dates_events(place: str) -> None:
    world = World()
    with opened(place, clock=world.clock()) as ledger:
        world.off_s = 24 * HOUR
        assert ledger.clock_condition
        ledger.accept_clock()
        ledger.submit(move("k", 1)).result()
    assert log(place)[0].at_micros == BEGAN + 24 * HOUR * MICROS


@pytest.mark.parametrize(("off_s", "side"), [(216 * HOUR, "9 days after"), (-216 * HOUR, "9 days before")])
def test_a_clock_far_from_the_last_event_is_questioned_at_the_opening(place: str, off_s: float, side: str) -> None:
    world = World()
    with opened(place, clock=world.clock()) as ledger:
        ledger.submit(move("k", 1)).result()
    world.off_s = off_s
    with opened(place, clock=world.clock()) as ledger:
        assert f"{side} the last event of the journal" in ledger.clock_condition
        world.passed_s = 5
        ledger.submit(move("k", 2)).result()
    assert log(place)[1].at_micros == BEGAN + 5 * MICROS


def test_a_night_between_two_openings_is_no_jump(place: str) -> None:
    world = World()
    for number in (1, 2):
        with opened(place, clock=world.clock()) as ledger:
            assert not ledger.clock_condition
            ledger.submit(move("k", number)).result()
        world.passed_s += 24 * HOUR
    assert log(place)[1].at_micros == BEGAN + 24 * HOUR * MICROS


def test_many_small_jumps_are_one_large_one_and_drift_is_none() -> None:
    world = World()
    clock = world.clock()
    for _ in range(30):
        world.passed_s += 24 * HOUR
        world.off_s += 24 * HOUR * 0.0005
        assert clock() == world.wall()
    assert not clock.condition
    world, told = World(), []
    clock = world.clock()
    for _ in range(10):
        world.passed_s += 60
        world.off_s += 200
        told.append(bool(clock.condition))
    assert told[0] is False
    assert told[-1] is True
