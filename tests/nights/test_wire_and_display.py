"""The pieces of the world: what a wire may do to a message, what a cut connection does, what a display believes."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from tests.nights.devices import Display, DisplayPage
from tests.nights.faults import LONGEST_CUT_TURNS, Connection, Wire

from . import NO_FAULTS, FaultRates, SimulatedClock

SEEDS = st.integers(0, 2**32)


@given(
    SEEDS,
    st.lists(st.integers(), max_size=30),
    st.builds(FaultRates, loss=st.integers(0, 100), twice=st.integers(0, 100), late=st.integers(0, 99)),
)
def test_a_wire_loses_repeats_and_delays_but_invents_nothing(seed: int, messages: list[int], rates: FaultRates) -> None:
    wire = Wire[int](Random(seed))
    for message in messages:
        wire.send(message, rates)
    arrived = wire.receive(rates)
    arrived += wire.receive(NO_FAULTS)
    assert wire.receive(NO_FAULTS) == []
    assert all(arrived.count(message) <= 2 * messages.count(message) for message in arrived)
    if not rates.loss:
        assert set(arrived) == set(messages)


@given(SEEDS)
def test_a_cut_line_is_silent_until_it_is_mended(seed: int) -> None:
    connection = Connection[str, str](Random(seed))
    connection.down.send("under way", NO_FAULTS)
    connection.turn(FaultRates(cut=100))
    connection.up.send("lost", NO_FAULTS)
    assert connection.up.receive(NO_FAULTS) == connection.down.receive(NO_FAULTS) == []
    for _ in range(LONGEST_CUT_TURNS):
        connection.turn(NO_FAULTS)
    assert connection.up.receive(NO_FAULTS) == []
    assert connection.down.receive(NO_FAULTS) == ["under way"]


@given(st.lists(st.integers(1, 9)))
def test_a_display_never_goes_back(numbers: list[int]) -> None:
    display = Display(Random(0))
    for number in numbers:
        display.hear(DisplayPage(number, {}))
    shown = [page.number for page in display.shown]
    assert shown == sorted(set(shown))
    assert display.number == max(numbers, default=0)


def test_a_clock_ticks_at_every_reading_and_can_be_set_back() -> None:
    clock = SimulatedClock(tick_micros=1_000)
    before = clock()
    assert clock() == before + 1_000
    clock.now_micros -= 1_000_000
    assert clock() < before
