"""Several winners of a level in one round: how often that is, and what each policy of the house costs."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from msgspec import structs

from fairfelt.engine.bets.seats import Lines, joint_lines
from fairfelt.jackpot.award import Win, set_aside
from fairfelt.jackpot.book import METER, RESERVE, REVENUE, SEEDS, Book, at
from fairfelt.jackpot.jackpot import Jackpot
from fairfelt.jackpot.meters.forecasts import Balances
from fairfelt.jackpot.terms import SeveralWinners, Terms
from fairfelt.rules import MICROS, Game, Paytable

from .progressive_bet import MeterError

__all__ = ["MultipleWinners", "PolicyCost", "count_multiple_winners"]


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
