"""Settles deals that are given, card by card, with the same kernels that settle random ones."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fairfelt.engine.core.endings import settle_ending, wager_tables
from fairfelt.engine.simulation.dealer import Dealer, draw_statements
from fairfelt.engine.simulation.kernels import GameKernel, compile_game
from fairfelt.engine.simulation.tallies import Tally
from fairfelt.rules import Game, Outcome, Paytable, UnknownName, Wager
from fairfelt.runtime.compute.compile import compile_source
from fairfelt.table.dealing import cut_packets


def list_numbers(
    dealer: Dealer, deals: NDArray[np.uint8], drawn: int, *, of: Sequence[str], seats: int = 1
) -> NDArray[np.int64]:
    """[deal, seat, number]: what a kernel counts (or lists) by, with the given cards in place of those it draws."""
    text = dealer.text.replace("    deck = cards.copy()\n", "")
    draw = draw_statements(deals.shape[1] if len(dealer.cards) == 0 else len(dealer.cards), drawn)
    for indent in (" " * 8, " " * 12):
        text = text.replace("\n".join(indent + line for line in draw), f"{indent}deck = cards[played]")
    place, seat = f"(played * {seats} + %s) * {len(of)}", "seat" if seats > 1 or "for seat in" in text else "0"
    for at, number in enumerate(of):
        written = f"counts[{place % seat} + {at}] = {number}"
        text = re.sub(rf"counts\[(\d+ \+ )?{re.escape(number)}\] \+= 1", written, text)
    text = re.sub(r"counts\[.*\] \+= 1", "pass", text)
    found = np.zeros((len(deals), seats, len(of)), np.int64)
    state = np.zeros(4, np.uint64)
    compile_source(text, "sample")(len(deals), *state, deals, found.reshape(-1), *dealer.tables.values())
    return found


@dataclass(frozen=True, eq=False)
class SettledDeals:
    """What became of every wager in every deal, all seats having made all bets and playing the best strategy."""

    kernel: GameKernel
    cells: NDArray[np.int64]
    """[deal, seat, group]"""

    def outcomes(self, wager: str, paytable: str = "", *, seat: int = 1) -> list[tuple[Outcome, int]]:
        """Deal by deal the outcome of a wager and the units on it, by the paytable in play if none is named."""
        found, table, at = self.find(wager, paytable)
        endings = self.kernel.groups[at].endings
        by_cell = [settle_ending(self.kernel.game, found, table, ending) for ending in endings]
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
        endings, cells = self.kernel.groups[at].endings, self.cells[:, :, at]
        pairs = np.zeros((len(endings),) * 2, np.int64)
        for round in cells:
            for seat, cell in enumerate(round):
                for other in round[:seat]:
                    pairs[cell, other] += 1
        counts = np.bincount(cells.ravel(), minlength=len(endings))
        return Tally(self.kernel.game, endings, counts, pairs if cells.shape[1] > 1 else pairs[:0, :0])

    def find(self, name: str, paytable: str) -> tuple[Wager, Paytable, int]:
        """A wager, a paytable, and the place of their group."""
        wager = self.kernel.game.wager(name)
        at = next(at for at, cells in enumerate(self.kernel.groups) if wager in cells.wagers)
        tables = [table for one, table in wager_tables(self.kernel.groups[at].wagers) if one is wager]
        for table in tables:
            if table.name.lower() == paytable.lower() or not paytable:
                return wager, table, at
        raise UnknownName(f"paytable of {name}", paytable, tuple(table.name for table in tables))


def settle_deals(game: Game, deals: ArrayLike, *, seats: int = 1) -> SettledDeals:
    """Settle deals, one a row: the cards as they leave the deck, burned ones among them."""
    kernel = compile_game(game, seats)
    cards = np.asarray(deals, np.uint8)
    _verify(game, seats, cards)
    columns = _columns(game, seats)
    given = np.ascontiguousarray(cards[:, columns])
    numbers = [f"cell{at}" for at in range(len(kernel.groups))]
    return SettledDeals(kernel, list_numbers(kernel.dealer, given, len(columns), of=numbers, seats=seats))


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
