"""All seats of a table in one round: several winners of a level, and an aggregate limit on fixed pays."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from math import comb

from msgspec import structs

from fairfelt.engine.bets.census import line_counts
from fairfelt.engine.bets.seats import MOST_HANDS, JointLines, Lines, joint_lines
from fairfelt.engine.exact import Unsolved
from fairfelt.jackpot.award import Win, set_aside
from fairfelt.jackpot.book import METER, RESERVE, REVENUE, SEEDS, Book, at
from fairfelt.jackpot.jackpot import Jackpot
from fairfelt.jackpot.terms import SeveralWinners, Terms
from fairfelt.rules import MICROS, Game, Paytable, Wager

from .edge import Interval, MeterError
from .forecasts import Balances

__all__ = ["AggregateLimit", "MultipleWinners", "PolicyCost", "apply_aggregate_limit", "count_multiple_winners"]

# Several winners of a level: how often that is, and what each policy of the house costs.


@dataclass(frozen=True, kw_only=True)
class PolicyCost:
    """One policy for several winners of a level in one round."""

    policy: SeveralWinners
    paid: Fraction
    """Paid to winners of levels per round at a table where every seat has the bet, in currency units."""
    from_house: Fraction
    """The house's part of that and of the new starts of levels."""
    from_house_if_several: Fraction
    """The house's part in a round with two winners or more."""


@dataclass(frozen=True, kw_only=True)
class MultipleWinners:
    """How often several seats win levels in one round, and what the policies make of it."""

    seats: int
    one: Fraction
    """The probability of one winner or more."""
    two: Fraction
    """The probability of two or more."""
    missed: Fraction
    """How much these may be off, because four winners at once are not counted."""
    costs: tuple[PolicyCost, ...]


def count_multiple_winners(
    game: Game, wager: str, paytable: str, terms: Terms, balances: Balances, *, seats: int
) -> MultipleWinners:
    """Weigh the policies on the meters as they stand, every seat with the bet."""
    if not 1 <= seats <= game.seats:
        raise MeterError(f"{seats} seats are not possible: {game.title} has 1 to {game.seats}")
    bet, table = game.wager(wager), game.paytable(wager, paytable)
    lines = [line for line, pay in sorted(table.pays.items(), reverse=True) if pay.level]
    joint = joint_lines(game, bet, table, lines)
    outcomes = list(joint.outcomes(seats))
    two = sum((chance for made, chance in outcomes if len(made) > 1), Fraction(0))
    return MultipleWinners(
        seats=seats,
        one=sum((chance for _, chance in outcomes), Fraction(0)),
        two=two,
        missed=joint.missed(seats),
        costs=tuple(_cost(policy, outcomes, table, _now(terms, balances), two) for policy in SeveralWinners),
    )


def _cost(
    policy: SeveralWinners, outcomes: list[tuple[Lines, Fraction]], table: Paytable, now: Jackpot, two: Fraction
) -> PolicyCost:
    jackpot = replace(now, terms=structs.replace(now.terms, several_winners=policy))
    paid = house = house_if_several = Fraction(0)
    for made, chance in outcomes:
        one_paid, one_house = _settled(jackpot, table, made)
        paid += chance * one_paid
        house += chance * one_house
        house_if_several += chance * one_house if len(made) > 1 else 0
    return PolicyCost(
        policy=policy, paid=paid, from_house=house, from_house_if_several=house_if_several / two if two else Fraction(0)
    )


def _settled(jackpot: Jackpot, table: Paytable, made: Lines) -> tuple[Fraction, Fraction]:
    """What the winners of one round get, and what the house puts in, by the room's own rules."""
    pays = [table.pays[line] for line in made]
    wins = [Win(seat, str(seat), pay.level, pay.share) for seat, pay in enumerate(reversed(pays), 1)]
    after, prizes = set_aside(jackpot, wins)
    put_in = sum(jackpot.book[account] - after.book[account] for account in (SEEDS, REVENUE))
    return Fraction(sum(prize.amount_micros for prize in prizes), MICROS), Fraction(put_in, MICROS)


def _now(terms: Terms, balances: Balances) -> Jackpot:
    """A jackpot with these amounts on its meters and in its reserves."""
    held = {}
    for level in terms.levels:
        meter = balances.meters.get(level.name, Fraction(level.seed_micros, MICROS))
        held[at(METER, level.name)] = int(meter * MICROS)
        held[at(RESERVE, level.name)] = int(balances.reserves.get(level.name, 0) * MICROS)
    return Jackpot(terms, Book({**held, SEEDS: -sum(held.values())}))


# What an aggregate limit does to fixed pays: the mean of the lesser of what is owed and the limit.


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
        owed = sum((amounts[line] for line in made), (seats - len(made)) * others)
        yield chance * max(Fraction(0), owed - limit)
