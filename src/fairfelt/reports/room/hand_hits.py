"""How often each hand came beside how often it should, with the exact chance that a fair game lies as far away."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import isqrt

from fairfelt.meters.progressive_bet import ProgressiveBet
from fairfelt.room.projections.period import AtTable

from .bet_lines import ALONE

FIXED_PAYS = "fixed pays"
RARE = Fraction(1, 1000)
"""A result that a fair game shows less often is to be looked into."""
UNIT = 10**80
"""The weight of the likeliest number of hits. Less than one of it is counted as nothing."""
MOST_PLACES = 6
"""Of a number of hands."""


@dataclass(frozen=True)
class Compared:
    """A figure that was expected, how far chance carries it, and what came."""

    what: str
    expected: Fraction
    variance: Fraction
    actual: Fraction
    chance: Fraction | None = None
    """How often a fair game lies at least as far away; none for money, which follows from the hands."""

    @property
    def deviation(self) -> Fraction:
        """One standard deviation, to a millionth."""
        return Fraction(isqrt(int(self.variance * 10**12)), 10**6)

    @property
    def sigmas(self) -> Fraction | None:
        """How many of them the actual figure lies away; None where chance has no part in it."""
        return (self.actual - self.expected) / self.deviation if self.deviation else None

    @property
    def is_rare(self) -> bool:
        """Whether chance hardly explains it."""
        return self.chance is not None and self.chance < RARE

    @property
    def remark(self) -> str:
        """What a manager should do about it."""
        return "needs review" if self.is_rare or (self.sigmas is None and self.actual != self.expected) else ""


def compare_hits(bet: ProgressiveBet, seen: AtTable, crowd: Fraction = ALONE, alike: int = 1) -> tuple[Compared, ...]:
    """Every hand by its count, and the fixed pays by their money: exact means and variances of the wagers made.

    The variance takes `crowd` bets of a round as one. At most `alike` bets of a round can win by the same cards.
    """
    wagers = sum(seen.sizes.values())
    chances = {hit.hand: hit.probability for hit in bet.hits} | {pay.hand: pay.probability for pay in bet.pays}
    counted = [
        Compared(
            hand, wagers * chance, wagers * chance * (1 - chance) * crowd, Fraction(seen.hits.get(hand, 0)),
            hits_chance(seen.hits.get(hand, 0), wagers, chance, alike),
        )
        for hand, chance in chances.items()
    ]  # fmt: skip
    mean = bet.fixed_return
    spread = sum((pay.units**2 * pay.probability for pay in bet.pays), Fraction(0)) - mean**2
    squares = sum(size**2 * many for size, many in seen.sizes.items())
    money = Compared(FIXED_PAYS, mean * seen.wagered_micros, spread * squares * crowd, Fraction(seen.fixed_micros))
    return (*counted, money)


def hits_chance(hits: int, wagers: int, chance: Fraction, alike: int = 1) -> Fraction:
    """Twice the binomial probability of so many hits or more, or of so few or fewer: how odd a count is to either side.

    Where up to `alike` bets of a round share cards it is an upper bound, whatever they have in common. Too many: the
    hits came in `hits / alike` rounds or more, and a round has one with at most its bettors times the chance. One round
    or more has one with at most the sum of these. From the mean plus one, equal chances with that sum reach a number
    most often (Hoeffding 1956), and most of all as many as there are wagers. Too few: one bettor of each round has no
    more hits than all of them.
    """
    if hits > wagers:
        return Fraction(0)
    mean = wagers * chance
    if hits <= mean:
        tail = _tail(max(hits, 0), -(-wagers // alike), chance, upward=False)
    else:
        rounds = -(-hits // alike)
        tail = _tail(rounds, wagers, chance, upward=True) if alike == 1 or rounds >= mean + 1 else mean
    return min(Fraction(1), 2 * tail)


def _tail(hits: int, wagers: int, chance: Fraction, *, upward: bool) -> Fraction:
    """The binomial probability of at least (or at most) so many hits, by integer weights outward from the likeliest."""
    wins, loses = chance.numerator, chance.denominator - chance.numerator
    mode = min(wagers, int((wagers + 1) * chance))
    found, total = (UNIT if (mode >= hits if upward else mode <= hits) else 0), UNIT
    for step in (1, -1):
        at, weight = mode, UNIT
        while weight and 0 <= at + step <= wagers:
            up, down = (wagers - at) * wins, at * loses
            weight = weight * up // ((at + 1) * loses) if step > 0 else weight * down // ((wagers - at + 1) * wins)
            at += step
            total += weight
            found += weight if (at >= hits if upward else at <= hits) else 0
    return Fraction(found, total)


def rare_hands(
    table: str, bet: ProgressiveBet, seen: AtTable, crowd: Fraction = ALONE, alike: int = 1
) -> Iterator[str]:
    """A sentence on each hand that came more or less often than chance explains."""
    wagers = sum(seen.sizes.values())
    for line in compare_hits(bet, seen, crowd, alike) if wagers else ():
        if line.is_rare and line.chance is not None:
            came = f"{int(line.actual):,} in {wagers:,} wagers, {hits_text(line.expected)} expected"
            of = f"Table {table}, {bet.wager} {bet.paytable}, {line.what}"
            yield f"{of}: {came}. Chance: {chance_text(line.chance)}. Needs review."


def chance_text(chance: Fraction) -> str:
    """A probability in percent; a rare one as “1 in 2,000”."""
    if chance >= RARE:
        return f"{float(chance):.2%}"
    return f"1 in {int(1 / chance):,}" if chance * UNIT > 1 else "never"


def hits_text(number: Fraction) -> str:
    """How many to expect: a rare hand is not none."""
    places = 2
    while places < MOST_PLACES and number and number < Fraction(1, 10 ** (places - 1)):
        places += 1
    return f"{float(number):,.{places}f}"
