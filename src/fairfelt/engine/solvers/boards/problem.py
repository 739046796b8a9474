"""A showdown with shared cards in streets, in integers: bands of the dealer's hands, parts of a result, choices.

The result of a round is a sum of parts: what is always bet, and each raise by its size. So one number for each part,
summed over the dealer's hands, says what any path is worth; a choice is worth a sum of these columns and of the
columns of later streets, one for each state in which a player can come there.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import comb

import numpy as np
from numpy.typing import NDArray

from fairfelt.engine.answers.numbers import whole
from fairfelt.engine.core.endings import Rows, pay_scale, showdown_rows
from fairfelt.engine.core.problem import Unsolved, decides_once, has_one_deck, verify_results
from fairfelt.engine.core.tree import Path, Tree, tree_of
from fairfelt.rules import Cards, Game, Kind, Showdown
from fairfelt.rules.hands import LINE_BITS, Ranking

HOLE = 2


@dataclass(frozen=True, eq=False)
class Bands:
    """The dealer's hands from worst to best, cut where a settlement can notice."""

    floors: NDArray[np.int32]
    """[band]: its least value."""
    rows: NDArray[np.int64]
    """[player's line, cell]: the row of the settlement, -1 where it cannot be. A cell is a band and a comparison."""


@dataclass(frozen=True, eq=False)
class BoardProblem:
    """All that counting needs to know of a game with two cards each and shared ones."""

    game: Game
    tree: Tree
    scale: int
    rows: Rows
    bands: Bands
    parts: NDArray[np.int64]
    """[part, player's line, cell]: scaled results."""
    columns: tuple[range, ...]
    """The columns of each street's states; the parts come before them."""
    constants: tuple[NDArray[np.int64], ...]
    """[street][state, choice]: the scaled result of folding, 0 for other choices…"""
    weights: tuple[NDArray[np.int64], ...]
    """[street][state, choice, column]: …and what else a choice is the sum of."""

    @property
    def showdown(self) -> Showdown:
        assert self.game.showdown
        return self.game.showdown

    @property
    def ranking(self) -> Ranking:
        return self.showdown.ranking

    @cached_property
    def sizes(self) -> tuple[int, ...]:
        """Visible shared cards at each street, and in the end."""
        seen = np.cumsum([street.community for street in self.game.streets])
        return (*map(int, seen), self.game.deal.count(Cards.COMMUNITY))

    @cached_property
    def following(self) -> tuple[int, ...]:
        """Combinations yet to come at each street and in the end, the dealer's cards among them."""
        deck = len(self.game.deck) - HOLE
        ways = [comb(deck - self.sizes[-1], HOLE)]
        for now, then in zip(self.sizes[-2::-1], self.sizes[:0:-1], strict=True):
            ways.append(ways[-1] * comb(deck - now, then - now))
        return tuple(ways[::-1])

    @property
    def early(self) -> range:
        """The streets before the whole board is seen."""
        return range(sum(size < self.sizes[-1] for size in self.sizes[:-1]))

    @property
    def last_early(self) -> int:
        """The last of them, or -1 where the whole board is seen at the first decision."""
        return len(self.early) - 1

    def choice_values(self, street: int, columns: NDArray[np.int64]) -> NDArray[np.int64]:
        """[state, choice]: scaled results summed over all that follows."""
        return self.constants[street] * self.following[street] + self.weights[street] @ columns

    def needed(self, street: int) -> list[int]:
        """Columns made after a street that it or an earlier one asks for; none before the first."""
        if street < 0:
            return []
        own = {column for columns in self.columns[: street + 1] for column in columns}
        asked = np.any([weights.any(axis=(0, 1)) for weights in self.weights[: street + 1]], axis=0)
        return [int(column) for column in np.flatnonzero(asked) if column not in own]


def fits(game: Game) -> bool:
    """Shared cards are turned over between decisions, or come to a hand that is not the best of its tracks."""
    return bool(game.showdown and game.streets) and has_one_deck(game) and not decides_once(game)


def board_problem(game: Game) -> BoardProblem:
    """Prepare a game; refuse one that needs another solver."""
    _verify_shape(game)
    assert game.showdown
    tree, scale, rows = tree_of(game), pay_scale(game), showdown_rows(game)
    bands = bands_of(game.showdown, rows)
    nets, shares = _parts(game, tree, rows, scale)
    parts = np.where(bands.rows < 0, 0, nets[:, bands.rows])
    edges = np.cumsum([len(parts), *(len(states) for states in tree.arrivals[:-1])])
    columns = tuple(range(int(a), int(b)) for a, b in pairwise(edges))
    constants, weights = zip(
        *(_choices(game, tree, shares, columns, at, scale) for at in range(len(columns))), strict=True
    )
    return BoardProblem(game, tree, scale, rows, bands, parts, columns, constants, weights)


def _verify_shape(game: Game) -> None:
    assert game.showdown
    if {game.hole, game.deal.count(Cards.DEALER)} != {HOLE} or not game.deal.count(Cards.COMMUNITY):
        raise Unsolved(f"{game.title}: several decisions are solved for two cards each and shared ones only so far")
    if game.deck.jokers:
        raise Unsolved(f"{game.title}: shared cards in streets are counted from a deck without jokers only so far")
    shown = np.cumsum([street.community for street in game.streets])
    if (shown == game.deal.count(Cards.COMMUNITY)).sum() > 1:
        raise Unsolved(f"{game.title}: two decisions with all shared cards visible have no exact solver yet")
    if any(street.dealer for street in game.streets):
        raise Unsolved(f"{game.title}: a dealer's card seen before one of several decisions has no exact solver yet")
    if not game.showdown.ranking.tells.exchanges_suits:
        raise Unsolved(
            f"{game.title}: {game.showdown.ranking.name} tells suits or single cards apart, and shared cards are "
            "counted up to an exchange of suits; no exact solver yet"
        )
    if any(w.ranking or w.survives_fold for w in game.wagers if w.is_base):
        raise Unsolved(f"{game.title}: a wager is paid by another hand than the showdown's; no solver yet")


def bands_of(showdown: Showdown, rows: Rows) -> Bands:
    """Cut the dealer's hands by line and by whether the dealer plays, and join neighbors that settle alike."""
    plays_from = showdown.qualifying_value
    floors: list[int] = []
    tables: list[NDArray[np.int64]] = []
    for line in range(len(showdown.ranking.lines)):
        for plays, floor in ((0, line << LINE_BITS), (1, max(plays_from, line << LINE_BITS))):
            here = floor < plays_from if plays == 0 else floor >> LINE_BITS == line
            if not here:
                continue
            table = rows.index[:, line, :, plays].astype(np.int64)
            if tables and ((tables[-1] == table) | (tables[-1] < 0) | (table < 0)).all():  # alike wherever both can be
                tables[-1] = np.maximum(tables[-1], table)
            else:
                floors.append(floor)
                tables.append(table)
    return Bands(np.array(floors, np.int32), np.hstack(tables))


def _parts(game: Game, tree: Tree, rows: Rows, scale: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """What the parts of a result pay, [part, row], and how much of each a finished path has, [path, part]."""
    assert game.showdown
    wagers = [wager for wager in game.wagers if wager.is_base]
    units = (game.stakes(dict(path)) for path in tree.paths)
    # A bonus has no stake, but pays on one unit.
    stakes = np.array([[of.get(w.name, int(w.kind is Kind.BONUS)) for w in wagers] for of in units], np.int64)
    results = [[whole(scale * w.outcome(facts, game.showdown.ranking).pay.net) for facts in rows.facts] for w in wagers]
    paths = np.array([stakes.sum(axis=0).clip(1), *stakes], object) @ np.array(results, object)
    verify_results(game, paths.tolist(), _ways(game), scale)
    nets = np.array(results, np.int64)
    to_the_end = stakes[[not _folded(path) for path in tree.paths]]
    always = (to_the_end == to_the_end[0]).all(axis=0)
    parts = [(to_the_end[0] * always) @ nets]
    shares = [np.ones(len(stakes), np.int64)]
    for net, staked in zip(nets[~always], stakes.T[~always], strict=True):
        same = next((at for at in range(1, len(parts)) if (parts[at] == net).all()), 0)
        if same:
            shares[same] = shares[same] + staked
        else:
            parts.append(net)
            shares.append(staked)
    return np.array(parts), np.array(shares).T


def _ways(game: Game) -> int:
    """All that can be dealt beside a pair, as often as sums over single cards count it before they are divided."""
    dealt, ways = HOLE, 2 * game.deal.count(Cards.COMMUNITY)
    for street in game.streets:
        ways *= comb(len(game.deck) - dealt, street.community)
        dealt += street.community
    last = HOLE + game.deal.count(Cards.COMMUNITY) - dealt
    return ways * comb(len(game.deck) - dealt, last) * comb(len(game.deck) - dealt - last, HOLE)


def _choices(
    game: Game, tree: Tree, shares: NDArray[np.int64], columns: tuple[range, ...], street: int, scale: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The constants and weights of a street's choices."""
    leads_to, arrives_as = tree.leads_to[street], tree.arrives_as[street]
    constants = np.zeros(leads_to.shape, np.int64)
    weights = np.zeros((*leads_to.shape, columns[-1].stop), np.int64)
    for step in np.ndindex(leads_to.shape):
        then, arrived = int(leads_to[step]), int(arrives_as[step])
        if then < len(columns):
            weights[step][columns[then][arrived]] = 1
        elif _folded(tree.paths[arrived]):
            constants[step] = -scale * sum(game.stakes(dict(tree.paths[arrived])).values())
        else:
            weights[step][: shares.shape[1]] = shares[arrived]
    return constants, weights


def _folded(path: Path) -> bool:
    return any(choice.folds for _, choice in path)
