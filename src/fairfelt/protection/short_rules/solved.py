"""The short rule of a game that was solved as one which shows those cards: by what its solver keeps of each hand."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from fairfelt.cards.classes import ALL_CARDS, UpCardClasses
from fairfelt.exact import Solution
from fairfelt.exact.core.levels import offered
from fairfelt.exact.core.problem import MOST, asks_for_a_hand
from fairfelt.exact.solvers.boards.solution import BoardsSolution
from fairfelt.exact.solvers.general.solution import GeneralSolution
from fairfelt.exact.solvers.general.solver import level_of
from fairfelt.exact.solvers.showdown import ShowdownSolution
from fairfelt.hands import Ranking
from fairfelt.protection.some_starts import reads

from .cards import scales_of, seen_with_own
from .rule import Priced, short_rule
from .scales import Cells, Scale, Whole
from .showdowns import allowed_worth, joker_scales, own_scales, seen_scales


def priced_rule(solution: Solution) -> Priced | None:
    """None where its solver keeps nothing of single hands."""
    if isinstance(solution, ShowdownSolution) and isinstance(solution.result.classes, UpCardClasses):
        return _of_up_card(solution, solution.result.classes)
    if isinstance(solution, GeneralSolution):
        return _of_general(solution)
    if isinstance(solution, BoardsSolution) and 0 in solution.result.sums:
        return _of_boards(solution)
    return None


def _of_up_card(solution: ShowdownSolution, classes: UpCardClasses) -> Priced:
    """Every class of hands with every card of the dealer's."""
    result, problem = solution.result, solution.result.problem
    there = np.flatnonzero(classes.weights)
    own, up_card = classes.own.hands[there // ALL_CARDS], (there % ALL_CARDS).astype(np.uint8)[:, None]
    values = result.seen[there].astype(np.int64)
    worth = result.values[there].astype(np.int64) * classes.weights[there].astype(np.int64)[:, None]
    beside = joker_scales(up_card[:, 0]) if solution.game.deck.jokers else seen_scales(own, up_card)
    found = [*own_scales(problem.showdown.ranking, values), *beside]
    scales, levels = tuple(scale for scale, _ in found), np.stack([level for _, level in found], axis=1)
    cells = Cells.of(levels, allowed_worth(problem, values, worth))
    unit, street = solution.total * problem.scale, solution.game.streets[0].name
    return short_rule(street, solution.choices, scales, cells, unit, allows=asks_for_a_hand(solution.game))


def _of_boards(solution: BoardsSolution) -> Priced:
    """Every pair beside every class of the shared cards in sight."""
    result, problem, order = solution.result, solution.result.problem, list(solution.tree.orders[0])
    pairs, boards = result.pairs.cards, result.boards[0].classes
    own, shared, worth = [], [], []
    for board, weight in zip(boards.hands, boards.weights.tolist(), strict=True):
        for pair in pairs[~np.isin(pairs, board).any(axis=1)]:
            given = result.kept(0, tuple(board.tolist()), tuple(pair.tolist()))
            own.append(pair)
            shared.append(board)
            worth.append(problem.choice_values(0, given)[0][order] * weight)
    nobody = np.zeros((len(own), 0), np.uint8)
    scales, levels = scales_of(np.array(own, np.uint8), np.array(shared, np.uint8), nobody)
    unit = (len(own) // len(boards)) * int(boards.weights.sum()) * problem.following[0] * problem.scale
    street = solution.game.streets[0]
    choices = [street.choices[at] for at in order]
    return short_rule(street.name, choices, scales, Cells.of(levels, np.array(worth, np.int64)), unit)


def _of_general(solution: GeneralSolution) -> Priced | None:
    """Every information set of the first decision; none where marks or cards of several places are known there."""
    result, game = solution.result, solution.game
    at = level_of(result.sights, 0)
    sights, hole, shown = result.sights[at], game.hole, result.sights[at].level.counts[1:]
    if game.deck.jokers or sights.level.labels > 1 or (game.showdown and sum(map(bool, shown)) != 1):
        return None
    street, order = game.streets[0], list(solution.tree.orders[0])
    values = result.values[0][:, 0, 0][:, order]
    if int(np.abs(values).max()) * int(sights.weights.sum()) > MOST:
        return None  # sums of these are no whole numbers of 64 bits
    worth = values.astype(np.int64) * sights.weights[:, None]
    worth = allowed_choices(offered(game, 0, sights.hands[:, :hole])[:, order], worth)
    scales, levels = seen_with_own(sights.hands)
    if game.showdown and shown[1]:  # the dealer's cards stand beside the player's hand; shared ones make it longer
        scales, levels = _beside_dealer(game.showdown.ranking, sights.hands[:, :hole], sights.hands[:, hole:])
    unit = int(sights.weights.sum()) * result.following[at] * result.scale
    choices = [street.choices[choice] for choice in order]
    allows = game.showdown is not None and asks_for_a_hand(game)
    return short_rule(street.name, choices, scales, Cells.of(levels, worth), unit, allows=allows)


def _beside_dealer(
    ranking: Ranking, own: NDArray[np.uint8], seen: NDArray[np.uint8]
) -> tuple[tuple[Scale, ...], Whole]:
    if not reads(ranking, own.shape[1]):  # too few cards for it: shared ones come later
        return scales_of(own, own[:, :0], seen)
    values = ranking.batch(np.ascontiguousarray(own)).astype(np.int64)
    found = [*own_scales(ranking, values), *seen_scales(own, seen)]
    return tuple(scale for scale, _ in found), np.stack([level for _, level in found], axis=1)


def allowed_choices(may: NDArray[np.bool_], worth: Whole) -> Whole:
    """A bet that a hand is too weak for is the largest that it allows."""
    columns = np.maximum.accumulate(np.where(may, np.arange(worth.shape[1]), 0), axis=1)
    return np.asarray(np.take_along_axis(worth, columns, axis=1), np.int64)
