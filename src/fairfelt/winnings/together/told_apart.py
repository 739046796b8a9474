"""Endings of a round told apart by every bet, also by bets on shared cards or on the dealer's, where deals are few.

All deals are followed through the decisions, as a solution decides, and the cards that no decision sees are turned over
in every way (`exact/solvers/general`); what is told apart at the end is all that any of the bets goes by.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from fairfelt.exact import Solution
from fairfelt.exact.core.endings import Ending
from fairfelt.exact.core.problem import has_one_deck
from fairfelt.exact.core.tree import tree_of
from fairfelt.exact.solvers.general.cost import cost_of
from fairfelt.exact.solvers.general.play_out import all_sights, play_out, symmetry_with
from fairfelt.exact.solvers.general.settlements import HandRead, Settlements, settlements_of, whole_line_reading
from fairfelt.exact.view import View
from fairfelt.hands import Ranking
from fairfelt.rules import Cards, Game, Paytable, Wager

MOST_EVALUATIONS: Final = 1_000_000_000
"""Whole rounds that are looked at: about half a minute on a core."""


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
    return cost_of(View.of(game), symmetry_with(game, [wager]), settlements_of(game)).steps <= MOST_EVALUATIONS


def endings_told_apart(solution: Solution, wagers: Sequence[Wager]) -> tuple[Ending, ...]:
    """All endings of a round, each with the lines of these bets."""
    game = solution.game
    base, tree = settlements_of(game), tree_of(game)
    told = Settlements(game, base.rows, (*base.hands, *_readings(wagers)))
    found = play_out(solution, told, all_sights(game, symmetry_with(game, wagers)))
    return tuple(
        told.ending(tree.paths[path], ending, found[path, ending]) for path, ending in np.argwhere(found).tolist()
    )


def _readings(wagers: Sequence[Wager]) -> list[HandRead]:
    """What the bets are paid by; those that read the same cards in the same way are told by one reading."""
    found: dict[tuple[Ranking | None, Cards, Cards | None], list[Wager]] = {}
    for wager in wagers:
        found.setdefault((wager.ranking, wager.on, wager.against), []).append(wager)
    return [replace(whole_line_reading(same[0]), wagers=tuple(each.name for each in same)) for same in found.values()]


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
