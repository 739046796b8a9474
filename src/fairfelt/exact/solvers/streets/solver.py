"""Games against a paytable, decided street by street: backward induction over classes of the cards in sight.

Own and shared cards make one hand, so what a decision is worth depends on the cards in sight and on the bets made so
far, not on where the cards lie. Bets made so far are a state of the tree of decisions.
"""

from __future__ import annotations

from concurrent.futures import Executor
from dataclasses import dataclass
from itertools import combinations, pairwise
from math import comb, factorial, prod

import numpy as np
from numpy.typing import NDArray

from fairfelt.cards.classes import SuitClasses, suit_classes
from fairfelt.exact.core.endings import Ending, scaled_net
from fairfelt.exact.core.problem import Unsolved, verify_results
from fairfelt.exact.core.rows import pay_scale
from fairfelt.exact.core.tree import Tree, tree_of
from fairfelt.hands import LINE_BITS, Ranking
from fairfelt.rules import Cards, Facts, Game, Kind

MOST_EXTENSIONS = 20_000_000
"""Hands looked at between two decisions; a game with more needs a solver that thinks first."""


@dataclass(frozen=True, eq=False)
class StreetsResult:
    """A game solved from the last decision back to the first."""

    game: Game
    tree: Tree
    scale: int
    """By this all results are multiplied to be whole."""
    classes: tuple[SuitClasses, ...]
    """[street]: the cards in sight there."""
    values: tuple[NDArray[np.int64], ...]
    """[street][class, state, choice]: scaled results summed over all that can follow."""
    best: tuple[NDArray[np.uint8], ...]
    """[street][class, state]"""
    following: tuple[int, ...]
    """[street]: combinations of shared cards yet to come."""
    endings: NDArray[np.int64]
    """[path, line]: combinations of whole rounds under best play."""


Extension = NDArray[np.int64]
"""[class, way]: what the next shared cards make of the cards in sight: a class of the next street, at last a line."""


def verify_streets(game: Game) -> None:
    """Refuse a game that is paid by other hands, has too many cards in sight, or pays more than can be added up."""
    sizes = _cards_in_sight(game)
    _verify_size(game, sizes)
    _nets(game, _only_ranking(game), sizes)


def solve_streets(game: Game, executor: Executor | None = None) -> StreetsResult:
    """Solve a game over classes of at most so many cards as can be looked at one by one."""
    ranking, tree, scale = _only_ranking(game), tree_of(game), pay_scale(game)
    sizes = _cards_in_sight(game)
    _verify_size(game, sizes)
    classes = tuple(suit_classes(game.deck, size) for size in sizes[:-1])
    extensions = [_extend(game, ranking, classes, sizes, at) for at in range(len(classes))]
    nets = _nets(game, ranking, sizes)
    lines = _line_counts(extensions, len(ranking.lines))
    values = _values(tree, extensions, lines, nets)
    best = tuple(tree.best(at, worth) for at, worth in enumerate(values))
    following = tuple(int(counts[0].sum()) for counts in lines)
    endings = _endings(tree, classes, extensions, lines, best)
    return StreetsResult(game, tree, scale, classes, values, best, following, endings)


def _line_counts(extensions: list[Extension], lines: int) -> list[NDArray[np.int64]]:
    """[street][class, line]: how often a class ends on each line."""
    last = extensions[-1]
    counts = [np.stack([(last == line).sum(axis=1) for line in range(lines)], axis=1)]
    for extension in reversed(extensions[:-1]):
        counts.append(counts[-1][extension].sum(axis=1))
    return counts[::-1]


def _values(
    tree: Tree, extensions: list[Extension], lines: list[NDArray[np.int64]], nets: NDArray[np.int64]
) -> tuple[NDArray[np.int64], ...]:
    """From the last street to the first, each choice by where it leads."""
    streets = len(extensions)
    later: dict[int, NDArray[np.int64]] = {}
    found: list[NDArray[np.int64]] = []
    for at in reversed(range(streets)):
        later = {street: worth[extensions[at]].sum(axis=1) for street, worth in later.items()}
        later[streets] = lines[at] @ nets.T
        values = np.zeros((len(lines[at]), *tree.leads_to[at].shape), np.int64)
        for state, choice in np.ndindex(tree.leads_to[at].shape):
            then, arrived = int(tree.leads_to[at][state, choice]), tree.arrives_as[at][state, choice]
            values[:, state, choice] = later[then][:, arrived]
        later[at] = values.max(axis=2)
        del later[streets]
        found.append(values)
    return tuple(found[::-1])


def _endings(
    tree: Tree,
    classes: tuple[SuitClasses, ...],
    extensions: list[Extension],
    lines: list[NDArray[np.int64]],
    best: tuple[NDArray[np.uint8], ...],
) -> NDArray[np.int64]:
    """Follow all deals from the first street on, and count the lines of those that need no more decision."""
    streets = len(extensions)
    coming = [np.zeros((len(c), len(tree.arrivals[at])), np.int64) for at, c in enumerate(classes)]
    coming[0][:, 0] = classes[0].weights
    endings = np.zeros((len(tree.paths), lines[0].shape[1]), np.int64)
    for at in range(streets):
        for state, choice in np.ndindex(tree.leads_to[at].shape):
            then, arrived = int(tree.leads_to[at][state, choice]), tree.arrives_as[at][state, choice]
            chosen = coming[at][:, state] * (best[at][:, state] == choice)
            if then == streets:
                endings[arrived] += chosen @ lines[at]
                continue
            for step in range(at, then):
                after = np.zeros(len(classes[step + 1]), np.int64)
                np.add.at(after, extensions[step], chosen[:, None])
                chosen = after
            coming[then][:, arrived] += chosen
    return endings


def _extend(game: Game, ranking: Ranking, classes: tuple[SuitClasses, ...], sizes: list[int], at: int) -> Extension:
    """Turn over the next shared cards in every way."""
    hands, faces = classes[at].hands, np.array(game.deck.faces, np.uint8)
    left = len(faces) - sizes[at]
    rest = np.tile(faces, (len(hands), 1))
    rest = rest[~(rest[:, :, None] == hands[:, None, :]).any(axis=2)].reshape(len(hands), left)
    more = sizes[at + 1] - sizes[at]
    ways = np.array(list(combinations(range(left), more)), np.int64).reshape(comb(left, more), more)
    shown = rest[:, ways].reshape(len(hands) * len(ways), more)
    seen = np.hstack((np.repeat(hands, len(ways), axis=0), shown))
    last = at == len(classes) - 1
    then = ranking.batch(seen) >> LINE_BITS if last else classes[at + 1].places(seen)
    return then.astype(np.int64).reshape(len(hands), -1)


def _cards_in_sight(game: Game) -> list[int]:
    """At each street, and at the end."""
    seen = np.cumsum([game.hole + game.streets[0].community, *(street.community for street in game.streets[1:])])
    return [*map(int, seen), game.hole + game.deal.count(Cards.COMMUNITY)]


def _nets(game: Game, ranking: Ranking, sizes: list[int]) -> NDArray[np.int64]:
    """[path, line]: scaled results."""
    lines, scale = range(len(ranking.lines)), pay_scale(game)
    ends = [[Ending(path, Facts(player=line), line, 0) for line in lines] for path in tree_of(game).paths]
    results = [[scaled_net(game, end, scale) for end in row] for row in ends]
    return np.array(verify_results(game, results, _ways(game, sizes), scale), np.int64)


def _ways(game: Game, sizes: list[int]) -> int:
    """Combinations of shared cards yet to come at the first street."""
    return prod(comb(len(game.deck) - now, then - now) for now, then in pairwise(sizes))


def _verify_size(game: Game, sizes: list[int]) -> None:
    deck, alike = len(game.deck), factorial(len(game.deck.suits))
    for now, then in pairwise(sizes):
        if comb(deck, now) * comb(deck - now, then - now) > MOST_EXTENSIONS * alike:
            raise Unsolved(f"{game.title}: {then} cards in sight are too many to look at one by one")


def _only_ranking(game: Game) -> Ranking:
    """The one ranking that pays all wagers of the game itself, by all the cards."""
    base = [wager for wager in game.wagers if wager.is_base]
    readings = {(wager.ranking, wager.on, wager.against, wager.first, wager.kind is Kind.BONUS) for wager in base}
    ranking, all_cards = base[0].ranking, Cards.OWN | Cards.COMMUNITY
    if ranking and not ranking.tells.exchanges_suits:
        raise Unsolved(
            f"{game.title}: {ranking.name} tells suits or single cards apart, and games against a paytable are counted "
            "up to an exchange of suits; no exact solver yet"
        )
    if ranking is None or readings != {(ranking, all_cards, None, 0, False)}:
        raise Unsolved(
            f"{game.title}: games against a paytable are solved if all bets are paid by one hand of all the cards"
        )
    return ranking
