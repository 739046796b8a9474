"""The pieces of the world: what a wire may do to a message, what a cut line does, what a display believes."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from fairfelt.world import GOOD, Weather
from fairfelt.world.faults.clock import Clock
from fairfelt.world.faults.wire import LONGEST_CUT_TURNS, Line, Wire
from fairfelt.world.people.display import Display, Showing

SEEDS = st.integers(0, 2**32)


@given(
    SEEDS,
    st.lists(st.integers(), max_size=30),
    st.builds(Weather, loss=st.integers(0, 100), twice=st.integers(0, 100), late=st.integers(0, 99)),
)
def test_a_wire_loses_repeats_and_delays_but_invents_nothing(seed: int, messages: list[int], weather: Weather) -> None:
    wire = Wire[int](Random(seed))
    for message in messages:
        wire.send(message, weather)
    arrived = wire.arriving(weather)
    arrived += wire.arriving(GOOD)
    assert wire.arriving(GOOD) == []
    assert all(arrived.count(message) <= 2 * messages.count(message) for message in arrived)
    if not weather.loss:
        assert set(arrived) == set(messages)


@given(SEEDS)
def test_a_cut_line_is_silent_until_it_is_mended(seed: int) -> None:
    line = Line[str, str](Random(seed))
    line.send_down("under way", GOOD)
    line.turn(Weather(cut=100))
    line.send_up("lost", GOOD)
    assert line.arriving_up(GOOD) == line.arriving_down(GOOD) == []
    for _ in range(LONGEST_CUT_TURNS):
        line.turn(GOOD)
    assert line.arriving_up(GOOD) == []
    assert line.arriving_down(GOOD) == ["under way"]


@given(st.lists(st.integers(1, 9)))
def test_a_display_never_goes_back(numbers: list[int]) -> None:
    display = Display(Random(0))
    for number in numbers:
        display.hears(Showing(number, {}))
    shown = [showing.number for showing in display.shown]
    assert shown == sorted(set(shown))
    assert display.number == max(numbers, default=0)


def test_a_clock_can_be_set_back() -> None:
    clock = Clock()
    before = clock()
    assert clock() > before
    clock.set_back(1_000_000)
    assert clock() < before
