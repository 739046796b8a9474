"""The short rule of a game that was solved as one which shows those cards: by what its solver keeps of each hand."""

from __future__ import annotations

import numpy as np

from fairfelt.cards.classes import ALL_CARDS, UpCardClasses
from fairfelt.exact import Solution
from fairfelt.exact.core.problem import asks_for_a_hand
from fairfelt.exact.solvers.boards.solution import BoardsSolution
from fairfelt.exact.solvers.showdown import ShowdownSolution
from fairfelt.exact.solvers.streets.solution import StreetsSolution

from .cards import scales_of, seen_with_own
from .rule import Priced, short_rule
from .scales import Cells
from .showdowns import allowed_worth, joker_scales, own_scales, seen_scales


def priced_rule(solution: Solution) -> Priced | None:
    """None where its solver keeps nothing of single hands."""
    if isinstance(solution, ShowdownSolution) and isinstance(solution.result.classes, UpCardClasses):
        return _of_up_card(solution, solution.result.classes)
    if isinstance(solution, StreetsSolution):
        return _of_streets(solution)
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


def _of_streets(solution: StreetsSolution) -> Priced:
    """Own cards and those that are seen make one hand."""
    result, order = solution.result, list(solution.tree.orders[0])
    classes = result.classes[0]
    scales, levels = seen_with_own(classes.hands)
    cells = Cells.of(levels, result.values[0][:, 0][:, order] * classes.weights[:, None].astype(np.int64))
    unit = int(classes.weights.sum()) * result.following[0] * result.scale
    street = solution.game.streets[0]
    return short_rule(street.name, [street.choices[at] for at in order], scales, cells, unit)


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
