"""Settles deals that are given, card by card, as the simulator settles random ones."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fairfelt.engine.core.endings import settle_ending, wager_tables
from fairfelt.engine.simulation.dealt import DealtRounds
from fairfelt.engine.simulation.tallies import Tally
from fairfelt.engine.solve import solve
from fairfelt.rules import Game, Outcome, Paytable, UnknownName, Wager
from fairfelt.table.dealing import cut_packets


@dataclass(frozen=True, eq=False)
class SettledDeals:
    """What became of every wager in every deal, all seats having made all bets and playing the best strategy."""

    dealt: DealtRounds
    cells: NDArray[np.int64]
    """[deal, seat, group]"""

    def outcomes(self, wager: str, paytable: str = "", *, seat: int = 1) -> list[tuple[Outcome, int]]:
        """Deal by deal the outcome of a wager and the units on it, by the paytable in play if none is named."""
        found, table, at = self.find(wager, paytable)
        endings = self.dealt.groups[at].endings
        by_cell = [settle_ending(self.dealt.game, found, table, ending) for ending in endings]
        return [by_cell[cell] for cell in self.cells[:, seat - 1, at]]

    def envy(self, wager: str, paytable: str = "") -> NDArray[np.int64]:
        """What each seat gets for the hands of the others on a wager of one unit, by deal and seat."""
        found, table, at = self.find(wager, paytable)
        tally = self.counted(at)
        alone, with_one = (tally.wager_results(found, table, others) for others in (0, 1))
        by_cell = np.array([int(more - less) for (less, _), (more, _) in zip(alone, with_one, strict=True)])
        given = by_cell[self.cells[:, :, at]]
        return np.asarray(given.sum(axis=1, keepdims=True) - given)

    def counted(self, at: int) -> Tally:
        """The cells of a group, counted as the kernels do."""
        endings, cells = self.dealt.groups[at].endings, self.cells[:, :, at]
        size = len(endings)
        pairs = [cells[:, seat] * size + cells[:, other] for seat in range(cells.shape[1]) for other in range(seat)]
        together = np.bincount(np.concatenate(pairs), minlength=size**2) if pairs else np.zeros(0, np.int64)
        return Tally.of_square(self.dealt.game, endings, np.bincount(cells.ravel(), minlength=size), together)

    def find(self, name: str, paytable: str) -> tuple[Wager, Paytable, int]:
        """A wager, a paytable, and the place of their group."""
        wager = self.dealt.game.wager(name)
        at = next(at for at, cells in enumerate(self.dealt.groups) if wager in cells.wagers)
        tables = [table for one, table in wager_tables(self.dealt.groups[at].wagers) if one is wager]
        for table in tables:
            if table.name.lower() == paytable.lower() or not paytable:
                return wager, table, at
        raise UnknownName(f"paytable of {name}", paytable, tuple(table.name for table in tables))


def settle_deals(game: Game, deals: ArrayLike, *, seats: int = 1) -> SettledDeals:
    """Settle deals, one a row: the cards as they leave the deck, burned ones among them."""
    dealt, cards = DealtRounds(game, solve(game), seats), np.asarray(deals, np.uint8)
    _verify(game, seats, cards)
    given = np.ascontiguousarray(cards[:, _columns(game, seats)])
    return SettledDeals(dealt, np.stack(dealt.settle(given), axis=2))


def _columns(game: Game, seats: int) -> list[int]:
    """Where the simulator's cards are in a deal: the community's first, then the dealer's, then seat by seat."""
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
