"""What an aggregate limit on one deal does to fixed pays: the mean of the lesser of what is owed and the limit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from fairfelt.engine.bets.census import line_counts
from fairfelt.engine.bets.seats import MOST_HANDS, JointLines, Lines, joint_lines
from fairfelt.engine.exact import Unsolved
from fairfelt.rules import Game, Paytable, Wager

from .interval import Interval
from .progressive_bet import MeterError

__all__ = ["AggregateLimit", "apply_aggregate_limit"]

Amounts = Mapping[int, Fraction]
"""Currency units by line."""


@dataclass(frozen=True)
class AggregateLimit:
    """One round with every seat in, in currency units."""

    limit: Fraction
    seats: int
    owed: Fraction
    paid: Interval

    @property
    def cut_off(self) -> Interval:
        """The share of what is owed that is not paid."""
        if not self.owed:
            return Interval(Fraction(0), Fraction(0))
        return Interval(1 - self.paid.high / self.owed, 1 - self.paid.low / self.owed)


def apply_aggregate_limit(
    game: Game, wager: str, paytable: str, *, stake: Fraction, limit: Fraction, seats: int
) -> AggregateLimit:
    """What is owed on average, and what the limit lets be paid; no paying hand is folded.

    Rare lines are counted at several seats. What commoner ones add to what is cut off is taken once as nothing, and
    once as the most that it can be.
    """
    if not 1 <= seats <= game.seats or limit <= 0 or stake <= 0:
        raise MeterError(f"an aggregate limit needs 1 to {game.seats} seats, and a stake and a limit above zero")
    bet, table = game.wager(wager), game.paytable(wager, paytable)
    amounts = {line: (pay.net + 1) * stake for line, pay in table.pays.items() if pay.net > 0}
    counts = _counts(game, bet, table)
    ways = comb(len(game.deck), game.deal.count(bet.on))
    owed = seats * sum((amounts[line] * counts[line] for line in amounts), Fraction(0)) / ways
    rare, common = _split(amounts, counts)
    joint = joint_lines(game, bet, table, rare)
    most = max((amounts[line] for line in common), default=Fraction(0))
    low = sum(_cut(joint, amounts, limit, seats, Fraction(0)), Fraction(0))
    high = sum(_cut(joint, amounts, limit, seats, most), Fraction(0))
    high += joint.missed(seats) * seats * max(amounts.values())
    return AggregateLimit(limit, seats, owed, Interval(max(Fraction(0), owed - high), owed - low))


def _counts(game: Game, bet: Wager, table: Paytable) -> dict[int, int]:
    """The number of hands that each row of the paytable pays."""
    if bet.ranking is None:
        raise Unsolved(f"{game.title}: {bet.name} goes by the showdown; an aggregate limit on it is not counted")
    found = dict.fromkeys(table.pays, 0)
    for line, count in enumerate(line_counts(bet.ranking, game.deck, game.deal.count(bet.on))):
        listed = table.listed_line(line, bet.ranking)
        if listed is not None:
            found[listed] += count
    return found


def _split(amounts: Amounts, counts: Mapping[int, int]) -> tuple[list[int], list[int]]:
    """The lines that pay most, as long as their hands can be paired, and the others."""
    best = sorted(amounts, key=lambda line: -amounts[line])
    rare: list[int] = []
    for line in best:
        if sum(counts[taken] for taken in (*rare, line)) > MOST_HANDS:
            break
        rare.append(line)
    return rare, best[len(rare) :]


def _cut(joint: JointLines, amounts: Amounts, limit: Fraction, seats: int, others: Fraction) -> Iterator[Fraction]:
    """What is cut off on average, every seat without one of the rare lines being owed that much."""
    yield max(Fraction(0), seats * others - limit)
    for made, chance in joint.outcomes(seats):
        owed = _owed(made, amounts) + (seats - len(made)) * others
        yield chance * max(Fraction(0), owed - limit)


def _owed(made: Lines, amounts: Amounts) -> Fraction:
    return sum((amounts[line] for line in made), Fraction(0))
