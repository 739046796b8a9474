"""What the cells of a tally are worth in money: whole numbers on a common scale."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from fairfelt.rules import Outcome, Paytable, Wager

from .tallies import Answer, WagerTable


class SettledCells(Protocol):
    """Cells, and what becomes of the wagers in each of them."""

    @property
    def tables(self) -> tuple[WagerTable, ...]: ...
    def __len__(self) -> int: ...
    def settle(self, wager: Wager, table: Paytable) -> list[Answer]: ...


@dataclass(frozen=True, eq=False)
class Results:
    """For each cell what one player wins and what was staked."""

    scale: int
    """By this the nets are multiplied to be whole."""
    nets: NDArray[np.object_]
    units: NDArray[np.object_]
    """Units that the nets are measured by: on the wager, or on the Ante for the round and for a bonus."""
    envy: NDArray[np.object_]
    """What the hand pays each other bettor, for each unit of the least bet that qualifies; not scaled."""


def wager_results(tally: SettledCells, wager: Wager, table: Paytable) -> Results:
    """One wager by one of its paytables."""
    settled = tally.settle(wager, table)
    nets = [outcome.pay.net * units for outcome, units in settled]
    return _whole(nets, [units for _, units in settled], [_envy(table, outcome) for outcome, _ in settled])


def round_results(tally: SettledCells) -> Results:
    """All wagers of the game itself, in units of the first one."""
    base = [tally.settle(wager, table) for wager, table in tally.tables if wager.is_base]
    nets = [sum((outcome.pay.net * units for outcome, units in cell), Fraction(0)) for cell in zip(*base, strict=True)]
    return _whole(nets, [1] * len(tally), [Fraction(0)] * len(tally))


def _whole(nets: list[Fraction], units: list[int], envy: list[Fraction]) -> Results:
    scale = lcm(*(amount.denominator for amount in (*nets, *envy)))
    return Results(scale, *(np.array(column, object) for column in ([int(net * scale) for net in nets], units, envy)))


def _envy(table: Paytable, outcome: Outcome) -> Fraction:
    return table.envy.per_unit(outcome.line) if table.envy else Fraction(0)
