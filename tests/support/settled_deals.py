"""Settles deals that are given, card by card, with the same kernels that settle random ones."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fairfelt.engine.simulation.kernels import Kernels, compile_game
from fairfelt.engine.simulation.results import wager_results
from fairfelt.engine.simulation.tallies import Answer
from fairfelt.rules import Game, Paytable, UnknownName, Wager
from fairfelt.table.operations.packets import cut_packets


@dataclass(frozen=True, eq=False)
class SettledDeals:
    """What became of every wager in every deal, all seats having made all bets and playing the best strategy."""

    kernels: Kernels
    cells: NDArray[np.int64]
    """[deal, seat, tally]"""

    def outcomes(self, wager: str, paytable: str = "", *, seat: int = 1) -> list[Answer]:
        """Deal by deal the outcome of a wager and the units on it, by the paytable in play if none is named."""
        found, table, at = self._find(wager, paytable)
        by_cell = self.kernels.tallies[at].settle(found, table)
        return [by_cell[cell] for cell in self.cells[:, seat - 1, at]]

    def envy(self, wager: str, paytable: str = "") -> NDArray[np.int64]:
        """What each seat gets for the hands of the others on a wager of one unit, by deal and seat."""
        found, table, at = self._find(wager, paytable)
        by_cell = wager_results(self.kernels.tallies[at], found, table).envy.astype(np.int64)
        given = by_cell[self.cells[:, :, at]]
        return np.asarray(given.sum(axis=1, keepdims=True) - given)

    def _find(self, name: str, paytable: str) -> tuple[Wager, Paytable, int]:
        """A wager, a paytable, and the place of their tally."""
        wager = self.kernels.source.game.wager(name)
        at = self.kernels.tally_of(wager)
        tables = [table for one, table in self.kernels.tallies[at].tables if one is wager]
        for table in tables:
            if table.name.lower() == paytable.lower() or not paytable:
                return wager, table, at
        raise UnknownName(f"paytable of {name}", paytable, tuple(table.name for table in tables))


def settle_deals(game: Game, deals: ArrayLike, *, seats: int = 1) -> SettledDeals:
    """Settle deals, one a row: the cards as they leave the deck, burned ones among them."""
    kernels = compile_game(game, seats)
    cards = np.asarray(deals, np.uint8)
    _verify(game, seats, cards)
    return SettledDeals(kernels, kernels.settle(np.ascontiguousarray(cards[:, _columns(game, seats)])))


def _columns(game: Game, seats: int) -> list[int]:
    """Where the kernels' cards are in a deal: the community's first, then the dealer's, then seat by seat."""
    held: list[list[int]] = [[] for _ in range(seats + 2)]
    for cut in cut_packets(game.deal, seats):
        held[cut.place] += range(cut.first, cut.last)
    *own, dealer, community = held
    return [column for place in (community, dealer, *own) for column in place]


def _verify(game: Game, seats: int, deals: NDArray[np.uint8]) -> None:
    needed = game.deal.cards_needed(seats)
    if deals.ndim != 2 or deals.shape[1] < needed:
        raise ValueError(f"a deal of {game.title} to {seats} of the seats is a row of at least {needed} cards")
    if not np.isin(deals, np.array(game.deck.faces, np.uint8)).all():
        raise ValueError(f"a card is not in the deck of {game.title}: cards are numbered as in fairfelt.rules.cards")
    copies = game.deck.copies
    ordered = np.sort(deals, axis=1)
    if (ordered[:, copies:] == ordered[:, :-copies]).any():
        raise ValueError(f"a card is dealt {'twice' if copies == 1 else 'too often'} in one deal")
