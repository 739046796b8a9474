"""The meters that only count up, and the wagers of a round taken together."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from fairfelt.jackpot import (
    Counts,
    Jackpot,
    Level,
    Terms,
    Win,
    Won,
    contribute,
    open_jackpot,
    pay_envy,
    pay_prizes,
    set_aside,
)

UNIT = 1_000_000
WAGERS = st.lists(st.integers(1, 10**8), max_size=9)


def running(*levels: Level) -> Jackpot:
    terms = Terms(name="test", levels=levels, largest_increment_micros=100 * UNIT, executive_from_micros=UNIT)
    return open_jackpot(terms)


LEVELS = st.builds(
    lambda first, second, reserve, limit: (
        Level("one", 1000, first, reserve, None if limit is None else 1000 + limit),
        Level("two", 0, second, 0, limit),
    ),
    st.integers(0, 400_000), st.integers(0, 400_000), st.integers(0, 200_000), st.none() | st.integers(0, 10**7),
)  # fmt: skip


@given(LEVELS, st.lists(WAGERS, max_size=6))
def test_wagers_taken_together_are_the_same_as_one_by_one(levels: tuple[Level, ...], rounds: list[list[int]]) -> None:
    together = singly = running(*levels)
    for wagers in rounds:
        together = contribute(together, *wagers)
        assert together.book.is_balanced
        for wager in wagers:
            singly = contribute(singly, wager)
    for account in together.book.balances:
        assert together.book[account] == singly.book[account], account
    assert {k: v for k, v in together.carry_ppm.items() if v} == {k: v for k, v in singly.carry_ppm.items() if v}
    assert together.counts == singly.counts
    assert together.counts.wagers == sum(map(len, rounds))
    assert together.in_micros == sum(map(sum, rounds))


def test_hits_and_wins_are_counted_by_level_when_they_are_paid() -> None:
    jackpot = running(Level("Mega", 100 * UNIT, 0), Level("Major", 10 * UNIT, 0))
    wins = [
        Win(1, "royal", "Mega", Fraction(1, 10)),
        Win(2, "royal", "Mega", Fraction(1, 10)),
        Win(3, "pair", "", Fraction(0), UNIT),
    ]
    jackpot, prizes = set_aside(jackpot, wins)
    assert jackpot.counts == Counts(), "a claim is no hit yet"
    jackpot = pay_envy(pay_prizes(jackpot, prizes), [5 * UNIT, 2 * UNIT])
    counts = jackpot.counts
    assert counts.of("Mega") == Won(2, 19 * UNIT)
    assert counts.of("Major") == Won(0, 0)
    assert (counts.fixed, counts.envy) == (Won(1, UNIT), Won(2, 7 * UNIT))
    assert jackpot.book["paid"] == 27 * UNIT
