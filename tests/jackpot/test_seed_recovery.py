"""What the house takes back is its own: the seed that stands on a level, and nothing that players put in."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairfelt.jackpot import (
    AdjustmentError,
    Level,
    Reason,
    Terms,
    Win,
    adjust,
    contribute,
    open_jackpot,
    pay_prizes,
    set_aside,
    standing_seed,
)
from fairfelt.jackpot.award import back_out_award

UNIT = 1_000_000
SEED = 1_000 * UNIT
TERMS = Terms(
    name="duo",
    levels=(Level("Mega", SEED, 200_000), Level("Major", 100 * UNIT, 100_000)),
    largest_increment_micros=25 * UNIT,
    executive_from_micros=0,
)
WHOLE = [Win(1, "royal flush", "Mega", Fraction(1))]


def test_the_seeds_of_earlier_meters_are_not_taken_off_this_one() -> None:
    """After two wins the house had put in three seeds: all of them could be taken off one meter of players' money."""
    jackpot = open_jackpot(TERMS)
    for _ in range(2):
        jackpot = pay_prizes(*set_aside(jackpot, WHOLE))
    jackpot = contribute(jackpot, 10_000 * UNIT)
    assert jackpot.meter("Mega") == SEED + 2_000 * UNIT
    with pytest.raises(AdjustmentError, match="the rest of the meter is players' money"):
        adjust(jackpot, "Mega", Reason.SEED_RECOVERY, SEED + 1)
    jackpot = adjust(jackpot, "Mega", Reason.SEED_RECOVERY, SEED - 1)
    assert standing_seed(jackpot, "Mega") == 1
    jackpot = adjust(jackpot, "Mega", Reason.SEED_RECOVERY, 1)
    with pytest.raises(AdjustmentError):
        adjust(jackpot, "Mega", Reason.SEED_RECOVERY, 1)
    assert standing_seed(jackpot, "Major") == 100 * UNIT
    won, prizes = set_aside(jackpot, WHOLE)
    jackpot = pay_prizes(won, prizes)
    assert standing_seed(jackpot, "Mega") == SEED, "there is another seed"
    assert standing_seed(back_out_award(jackpot, prizes[0]), "Mega") == 0


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(1, 2 * SEED)), max_size=12))
def test_whatever_happens_players_keep_what_they_put_on_a_meter(steps: list[tuple[int, int]]) -> None:
    jackpot, players = open_jackpot(TERMS), 0
    for what, amount in steps:
        if what == 0:
            before = jackpot.meter("Mega")
            jackpot = contribute(jackpot, amount)
            players += jackpot.meter("Mega") - before
        elif what == 1:
            jackpot, players = pay_prizes(*set_aside(jackpot, WHOLE)), 0
        else:
            try:
                jackpot = adjust(jackpot, "Mega", Reason.SEED_RECOVERY, amount)
            except AdjustmentError:
                continue
        assert jackpot.meter("Mega") >= players
