"""Endings of a round told apart by every bet, also by bets on shared cards or on the dealer's, where deals are few.

All deals are followed through the decisions, as a solution decides, and the cards that no decision sees are turned over
in every way (`exact/solvers/general`); what is told apart at the end is all that any of the bets goes by.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from fairfelt.exact import Solution
from fairfelt.exact.core.endings import Ending
from fairfelt.exact.core.problem import has_one_deck
from fairfelt.exact.core.sights import Sights, first_sights, next_sights, symmetry_of
from fairfelt.exact.core.tree import passages_of, tree_of
from fairfelt.exact.solvers.general.cost import cost_of
from fairfelt.exact.solvers.general.settlements import HandRead, Settlements, settlements_of, whole_line_reading
from fairfelt.exact.solvers.general.solver import count_endings, move_on, pass_street, rankings_of
from fairfelt.exact.view import View
from fairfelt.hands import Ranking
from fairfelt.rules import Cards, Game, Paytable, Wager

MOST_EVALUATIONS: Final = 1_000_000_000
"""Whole rounds that are looked at: about half a minute on a core."""
SIGHTS_AT_ONCE: Final = 1 << 12
"""Every ending is counted for each of them."""


def tray_tables(wager: Wager) -> tuple[Paytable, ...]:
    """The paytables of a bet as the tray pays them: a share of a meter comes out of what was set aside for it."""
    return tuple(
        replace(table, pays={line: pay for line, pay in table.pays.items() if not pay.level})
        for table in wager.paytables
    )


def is_told_by_deals(game: Game, wager: Wager) -> bool:
    """Whether a side bet is paid by a hand of its own, at a game with so few deals that all can be looked at."""
    if (
        game.course
        or not wager.is_optional
        or wager.ranking is None
        or wager.first
        or not any(table.pays for table in tray_tables(wager))
    ):
        return False
    symmetry = symmetry_of(game.deck, [ranking.tells for ranking in (*rankings_of(game), wager.ranking)])
    return cost_of(View.of(game), symmetry, settlements_of(game)).steps <= MOST_EVALUATIONS


def endings_told_apart(solution: Solution, wagers: Sequence[Wager]) -> tuple[Ending, ...]:
    """All endings of a round, each with the lines of these bets."""
    game = solution.game
    base, tree = settlements_of(game), tree_of(game)
    told = Settlements(game, base.rows, (*base.hands, *_readings(wagers)))
    sides = [wager.ranking for wager in wagers if wager.ranking]
    symmetry = symmetry_of(game.deck, [ranking.tells for ranking in (*rankings_of(game), *sides)])
    levels, passages = View.of(game).levels, passages_of(tree)
    sights = first_sights(symmetry, levels[0])
    standing = sights.weights[:, None, None].copy()
    for at, level in enumerate(levels):
        for street in level.streets:
            states = range(len(tree.arrivals[street]))
            best = np.stack([solution.decide(street, sights.hands, state) for state in states], axis=1)[:, None]
            standing = pass_street(passages[street], best, standing)
        if at + 1 < len(levels):
            then = next_sights(sights, levels[at + 1])
            standing, sights = move_on(sights, then, standing), then
    paths = [path for _, path in passages[-1].after] if passages else [0]
    found = _count(told, sights, standing[:, 0])
    return tuple(
        told.ending(tree.paths[paths[number]], ending, found[number, ending])
        for number, ending in np.argwhere(found).tolist()
    )


def _readings(wagers: Sequence[Wager]) -> list[HandRead]:
    """What the bets are paid by; those that read the same cards in the same way are told by one reading."""
    found: dict[tuple[Ranking | None, Cards, Cards | None], list[Wager]] = {}
    for wager in wagers:
        found.setdefault((wager.ranking, wager.on, wager.against), []).append(wager)
    return [replace(whole_line_reading(same[0]), wagers=tuple(each.name for each in same)) for same in found.values()]


def _count(told: Settlements, sights: Sights, standing: NDArray[np.int64]) -> NDArray[np.object_]:
    """[standing, ending]: rounds, as whole numbers of any size."""
    found = np.zeros((standing.shape[1], len(told)), object)
    for first in range(0, len(sights), SIGHTS_AT_ONCE):
        some = slice(first, first + SIGHTS_AT_ONCE)
        ends = count_endings(told, sights.part(some))[:, 0]
        found += (standing[some].T @ ends).astype(object)
    return found


IN_SIGHT = {Cards.OWN, Cards.OWN | Cards.COMMUNITY}


def reads_cards_in_sight(game: Game, wager: Wager) -> bool:
    """Whether a side bet is paid by the cards that a player sees at the first decision, and by what is chosen there.

    A fold at a later decision would say more than these cards do, so that a bet lost by it is another matter.
    """
    if game.course or not game.streets or not wager.is_optional or wager.ranking is None or wager.against:
        return False
    own, shared = (min(each, wager.first or each) for each in map(game.deal.count, (Cards.OWN, Cards.COMMUNITY)))
    seen = wager.on in IN_SIGHT and own == game.hole
    if Cards.COMMUNITY in wager.on:
        seen = seen and shared == game.streets[0].community
    lasts = wager.survives_fold or len(game.streets) == 1
    return seen and lasts and has_one_deck(game) and any(table.pays for table in tray_tables(wager))


def reads_showdown_hand(game: Game, wager: Wager) -> bool:
    """Whether a side bet is paid by all the cards that the player shows down, shared ones among them."""
    showdown = game.showdown
    if game.course or showdown is None or not game.deal.count(Cards.COMMUNITY & showdown.shared):
        return False
    same = wager.ranking is showdown.ranking and wager.on == Cards.OWN | showdown.shared and not wager.first
    return wager.is_optional and same and not wager.against and any(table.pays for table in tray_tables(wager))


def with_bets_on_showdown(game: Game) -> Game:
    """The same game, where such bets go by the showdown: then its endings are told apart by what they are paid."""
    wagers = (replace(each, ranking=None) if reads_showdown_hand(game, each) else each for each in game.wagers)
    return replace(game, wagers=tuple(wagers))
