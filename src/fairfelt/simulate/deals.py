"""Settles deals that are given, card by card, with the same kernels that settle random ones."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from fairfelt.cards import Card
from fairfelt.rules import Cards, Game, Outcome, Paytable, Wager
from fairfelt.table.dealing import cut_packets

from .kernels import Kernels, compile_game
from .results import Results, wager_results


@dataclass(frozen=True, eq=False)
class SettledDeals:
    """What became of every wager of one unit in every deal, all seats playing the best strategy."""

    kernels: Kernels
    cells: NDArray[np.int64]
    """[deal, seat, tally]"""

    def nets(self, wager: str, paytable: str = "") -> tuple[NDArray[np.int64], int]:
        """Net results by deal and seat, multiplied to be whole, and the number they are multiplied by."""
        found = self._results(wager, paytable)
        return self._by_cell(wager, found.nets), found.scale

    def units(self, wager: str) -> NDArray[np.int64]:
        """Units on a wager by deal and seat, in units of the Ante for one of the game itself."""
        return self._by_cell(wager, self._results(wager, "").units)

    def envy(self, wager: str, paytable: str = "") -> NDArray[np.int64]:
        """What each seat gets for the hands of the others, by deal and seat."""
        paid = self._by_cell(wager, self._results(wager, paytable).envy)
        return paid.sum(axis=1, keepdims=True) - paid

    def outcome(self, deal: int, seat: int, wager: str, paytable: str = "") -> Outcome:
        """What became of one bet, in words; seats count from 1."""
        found, table = self._sheet(wager, paytable)
        at = self.kernels.tally_of(found)
        return self.kernels.tallies[at].settled(found, table)[self.cells[deal, seat - 1, at]][0]
