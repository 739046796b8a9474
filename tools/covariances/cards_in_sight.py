"""Bets on cards that are seen at the first decision, beside the game: what the cards are worth goes with what they pay.

Such a bet changes no decision. So its covariance with the game needs no ending of a round: what an information set
comes to on average, by the best choice at the first decision, says all (`first_decision.py`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

import numpy as np

from fairfelt.analysis.winnings.covariance import THE_GAME, Bet, Covariances, check_round, moments, tray_tables
from fairfelt.engine.core.decisions import weighted_sums
from fairfelt.engine.core.endings import Ending, settle_ending
from fairfelt.engine.core.problem import has_one_deck
from fairfelt.engine.exact import Solution
from fairfelt.rules import Cards, Facts, Game, Paytable, Wager
from fairfelt.rules.hands import LINE_BITS

from .first_decision import first_decision

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


def paytables_in_sight(solution: Solution) -> tuple[tuple[Bet, ...], Covariances]:
    """The game itself and each bet on cards in sight with each paytable: how any two of them vary together."""
    game = solution.game
    wagers = [wager for wager in game.wagers if reads_cards_in_sight(game, wager)]
    taken = [(wager, table) for wager in wagers for table in tray_tables(wager)]
    rows = (
        (ending.combinations, [worth / ending.combinations, *(_net(game, *bet, ending) for bet in taken)])
        for ending, worth in _rounds_by_line(solution, wagers)
    )
    means, found = moments(rows, 1 + len(taken))
    check_round(solution, means[0])
    variance = solution.round.variance
    assert variance is not None, "a game of a deal and decisions has one"
    whole = ((variance, *found[0][1:]), *found[1:])
    return (THE_GAME, *((wager.name, table.name) for wager, table in taken)), whole


def _net(game: Game, wager: Wager, table: Paytable, ending: Ending) -> Fraction:
    outcome, units = settle_ending(game, wager, table, ending)
    return outcome.pay.net * units


def _rounds_by_line(solution: Solution, wagers: Sequence[Wager]) -> Iterator[tuple[Ending, Fraction]]:
    """All rounds by the lines of these bets and by a fold at the first decision, and what the game comes to in them."""
    game, street = solution.game, solution.game.streets[0]
    rankings = [wager.ranking for wager in wagers if wager.ranking]
    ends = [game.hole + (street.community if Cards.COMMUNITY in wager.on else 0) for wager in wagers]
    sizes = (*(len(ranking.lines) for ranking in rankings), 2)
    found: dict[int, tuple[int, Fraction]] = {}
    for sights in first_decision(solution, rankings):
        hands = (np.ascontiguousarray(sights.cards[:, :end]) for end in ends)
        lines = [ranking.batch(cards) >> LINE_BITS for ranking, cards in zip(rankings, hands, strict=True)]
        kinds = np.asarray(np.ravel_multi_index((*lines, sights.folded.astype(np.int64)), sizes), np.int64)
        numbers = weighted_sums(kinds, sights.rounds, np.ones_like(sights.rounds))
        worths = weighted_sums(kinds, sights.rounds, sights.values)
        for kind, (number, worth) in enumerate(zip(numbers, worths, strict=True)):
            if number:
                before = found.get(kind, (0, Fraction(0)))
                found[kind] = before[0] + number, before[1] + Fraction(worth, sights.unit)
    fold = tuple((street.name, choice) for choice in street.choices if choice.folds)[:1]
    for kind, (many, net) in sorted(found.items()):
        *at, folded = map(int, np.unravel_index(kind, sizes))
        named = tuple((wager.name, line) for wager, line in zip(wagers, at, strict=True))
        yield Ending(fold if folded else (), Facts(), 0, many, named), net
