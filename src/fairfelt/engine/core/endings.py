"""How rounds end: the choices made, the facts of the hands, and how many combinations end so."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

import numpy as np
from numpy.typing import NDArray

from fairfelt.engine.answers.numbers import whole
from fairfelt.rules import Choice, Facts, Game, Kind, Outcome, Pay, Paytable, Wager, possible_facts
from fairfelt.rules.settlement import FOLDED, FOLDED_BONUS, NOT_BET, TAKEN_BACK
from fairfelt.rules.wager import verify_bonus

# Settlement as a table: the combinations of facts that a game's wagers can tell apart.
#
# Ordinary Python in the game's file answers once for each combination; combinations with the same answers for
# every wager are one row, and counting kernels only ever see the number of a row.


@dataclass(frozen=True, eq=False)
class Rows:
    """Distinct answers of the wagers that read the showdown."""

    index: NDArray[np.int16]
    """Row by player's line, dealer's line, comparison (0 less, 1 equal, 2 greater) and whether the dealer plays."""
    facts: tuple[Facts, ...]
    """One combination of facts for each row."""

    def __len__(self) -> int:
        return len(self.facts)


def showdown_rows(game: Game) -> Rows:
    assert game.showdown
    lines = len(game.showdown.ranking.lines)
    index = np.full((lines, lines, 3, 2), -1, np.int16)
    rows: dict[tuple[object, ...], int] = {}
    facts_of_rows: list[Facts] = []
    for facts in possible_facts(game):
        answers = (
            outcome_with(game, wager, table, facts)
            for wager in game.wagers
            if wager.ranking is None
            for table in wager.paytables
        )
        answer = tuple((outcome.name, outcome.pay) for outcome in answers)
        row = rows.setdefault(answer, len(rows))
        if row == len(facts_of_rows):
            facts_of_rows.append(facts)
        index[facts.player, facts.dealer, 1 if facts.copy else int(facts.result), int(facts.qualified)] = row
    return Rows(index, tuple(facts_of_rows))


def outcome_with(game: Game, wager: Wager, table: Paytable, facts: Facts) -> Outcome:
    """Settle a wager by another of its paytables."""
    ranking = game.showdown.ranking if game.showdown else None
    return wager.outcome_by(table, facts, ranking)


def wager_tables(wagers: Iterable[Wager]) -> tuple[tuple[Wager, Paytable], ...]:
    """Every wager by every paytable; those of the game itself by the one in play."""
    return tuple((w, table) for w in wagers for table in (w.paytables if w.is_optional else (w.paytable,)))


def pay_scale(game: Game) -> int:
    """The least number by which all results of the game itself become whole, wherever a pay is written."""
    base = [wager for wager in game.wagers if wager.is_base]
    return lcm(*(pay.net.denominator for wager in base for pay in possible_pays(game, wager)))


def possible_pays(game: Game, wager: Wager) -> Iterator[Pay]:
    """What a wager pays for each combination of facts it can be asked about."""
    for facts in possible_facts(game, wager):
        pay = outcome_with(game, wager, wager.paytable, facts).pay
        if wager.kind is Kind.BONUS:
            verify_bonus(wager.name, pay)
        yield pay


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


def net_of(game: Game, wagers: Iterable[Wager], ending: Ending) -> Fraction:
    """What some of the wagers come to in one ending, in units of the Ante."""
    settled = (settle_ending(game, wager, wager.paytable, ending) for wager in wagers)
    return sum((units * outcome.pay.net for outcome, units in settled), Fraction(0))


def scaled_net(game: Game, ending: Ending, scale: int) -> int:
    """The same in whole numbers, by a scale that makes every pay of the game whole."""
    return whole(net_result(game, ending)[0] * scale)
