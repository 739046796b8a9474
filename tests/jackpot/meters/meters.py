"""Meters for tests: the five-card paytable that several games share, and small ones that can be counted by hand."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from fairfelt import games
from fairfelt.engine.answers.par import LevelRow
from fairfelt.jackpot import FixedPays, Level, Terms
from fairfelt.jackpot.meters import FixedPay, ProgressiveBet, count_bet

UNIT = 1_000_000
LINK = "Multi-Game Link Progressive"
HANDS = 2_598_960
GAME = games.flushes_gone_wild


def share(percent: int | str) -> Fraction:
    """A percentage as a share of one."""
    return Fraction(percent) / 100


@cache
def five_card(paytable: str = "01", stake: int = 1) -> ProgressiveBet:
    """The linked bet, on which a fold has no say."""
    return count_bet(GAME, LINK, paytable, stake=stake)


def terms(*levels: Level, fixed_pays: FixedPays = FixedPays.TRAY) -> Terms:
    """Terms with these levels."""
    return Terms(
        name="test",
        levels=levels,
        largest_increment_micros=100 * UNIT,
        executive_from_micros=0,
        fixed_pays=fixed_pays,
    )


def level(seed: int, rate: int, reserve: int = 0, name: str = "meter", limit: int | None = None) -> Level:
    """A level by its seed in units and its rates in percent."""
    return Level(name, seed * UNIT, rate * 10_000, reserve * 10_000, None if limit is None else limit * UNIT)


def small(*hits: tuple[Fraction, Fraction], pays: tuple[tuple[int, Fraction], ...] = ()) -> ProgressiveBet:
    """A bet by the shares it wins and the pays it has, each with its probability."""
    return ProgressiveBet(
        wager="bet",
        paytable="",
        hits=tuple(LevelRow("meter", f"hand {at}", won, chance) for at, (won, chance) in enumerate(hits)),
        pays=tuple(FixedPay(f"pay {units}", Fraction(units), chance) for units, chance in pays),
    )
