"""How rounds end: the choices made, the facts of the hands, and how many combinations end so."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from fairfelt.engine.answers.numbers import whole
from fairfelt.rules import Choice, Facts, Game, Kind, Outcome, Paytable, Wager
from fairfelt.rules.settlement import FOLDED, FOLDED_BONUS, NOT_BET, TAKEN_BACK

from .rows import outcome_with


@dataclass(frozen=True)
class Ending:
    """Combinations that end alike for every wager of the game."""

    choices: tuple[tuple[str, Choice], ...]
    """By street, as far as the round went."""
    facts: Facts
    """Of the showdown, or of the hand where there is none."""
    line: int
    """The line of the player's own hand in a showdown game, for pays that ask for nothing else."""
    combinations: int
    lines: tuple[tuple[str, int], ...] = ()
    """The line of each base wager that is paid by a hand of its own, where these are not all the player's own hand."""

    @property
    def folded(self) -> bool:
        """Whether the player gave up."""
        return any(choice.folds for _, choice in self.choices)


def settle_ending(game: Game, wager: Wager, table: Paytable, ending: Ending) -> tuple[Outcome, int]:
    """What becomes of a wager in an ending, and the units on it."""
    stakes = game.staked(choice for _, choice in ending.choices)
    if stakes.get(wager.name) == 0:
        return TAKEN_BACK, 0
    if wager.kind in (Kind.OPENING, Kind.RAISE) and wager.name not in stakes:
        return NOT_BET, 0
    if ending.folded and not wager.survives_fold:
        return FOLDED_BONUS if wager.kind is Kind.BONUS else FOLDED, stakes.get(wager.name, 1)
    line = next((line for name, line in ending.lines if name == wager.name), ending.line)
    facts = own_facts(wager, line) if wager.ranking else ending.facts
    outcome = outcome_with(game, wager, table, facts)
    return outcome, 0 if outcome == NOT_BET else stakes.get(wager.name, 1)


def own_facts(wager: Wager, line: int) -> Facts:
    """What a wager with a ranking of its own goes by; where it reads two hands, their lines come as one number."""
    if not wager.against or not wager.ranking:
        return Facts(player=line)
    mine, theirs = divmod(line, len(wager.ranking.lines))
    return Facts(player=mine, dealer=theirs)


def net_results(game: Game, endings: tuple[Ending, ...]) -> Iterator[tuple[Fraction, int, int]]:
    """For each ending the net result of the game itself in units of the Ante, the units at risk, the combinations."""
    for ending in endings:
        net, risked = net_result(game, ending)
        yield net, risked, ending.combinations


def net_result(game: Game, ending: Ending) -> tuple[Fraction, int]:
    """What the game itself comes to in one ending, and the units at risk."""
    net, risked = Fraction(0), 0
    for wager in (wager for wager in game.wagers if wager.is_base):
        outcome, units = settle_ending(game, wager, wager.paytable, ending)
        net += units * outcome.pay.net
        risked += 0 if wager.kind is Kind.BONUS else units
    return net, risked


def scaled_net(game: Game, ending: Ending, scale: int) -> int:
    """The same in whole numbers, by a scale that makes every pay of the game whole."""
    return whole(net_result(game, ending)[0] * scale)
