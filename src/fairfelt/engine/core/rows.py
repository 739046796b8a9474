"""Settlement as a table: the combinations of facts that a game's wagers can tell apart.

Ordinary Python in the game's file answers once for each combination; combinations with the same answers for
every wager are one row, and counting kernels only ever see the number of a row.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import lcm

import numpy as np
from numpy.typing import NDArray

from fairfelt.rules import Facts, Game, Kind, Outcome, Pay, Paytable, Wager, possible_facts
from fairfelt.rules.wager import verify_bonus


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
    """The rows of a game with a showdown."""
    assert game.showdown
    lines = len(game.showdown.ranking.lines)
    index = np.full((lines, lines, 3, 2), -1, np.int16)
    rows: dict[tuple[object, ...], int] = {}
    facts_of_rows: list[Facts] = []
    for facts in possible_facts(game):
        answer = tuple(_answers(game, facts))
        row = rows.setdefault(answer, len(rows))
        if row == len(facts_of_rows):
            facts_of_rows.append(facts)
        index[facts.player, facts.dealer, _comparison(facts), int(facts.qualified)] = row
    return Rows(index, tuple(facts_of_rows))


def _answers(game: Game, facts: Facts) -> list[object]:
    """What every paytable of every wager on the showdown says to these facts."""
    return [
        (outcome.name, outcome.pay)
        for wager in game.wagers
        if wager.ranking is None
        for table in wager.paytables
        for outcome in [outcome_with(game, wager, table, facts)]
    ]


def _comparison(facts: Facts) -> int:
    return 1 if facts.copy else int(facts.result)


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
