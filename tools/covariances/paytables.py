"""The game itself and each side bet with each paytable: by the endings of a round, by all deals, or line by line."""

from __future__ import annotations

from fairfelt.analysis.winnings.covariance import (
    THE_GAME,
    Bet,
    Covariances,
    bet_moments,
    check_round,
    distinguish_endings,
    is_countable_by_deals,
    is_settled,
    tray_tables,
)
from fairfelt.engine.exact import Solution
from fairfelt.rules import Game, Wager

from .cards_in_sight import reads_cards_in_sight
from .seven_cards import ENDINGS_BY_LINE, reads_seven_cards


def all_paytables(solution: Solution) -> tuple[tuple[Bet, ...], Covariances]:
    """The game itself, without a name, and each side bet with each paytable: how any two of them vary in the tray."""
    game, endings = solution.game, solution.endings
    apart = [wager for wager in game.wagers if reads_seven_cards(game, wager)]
    if apart:
        endings = ENDINGS_BY_LINE[type(game.course)](solution, apart[0])
    elif any(_needs_every_deal(game, wager) for wager in game.wagers):
        apart = [wager for wager in game.wagers if is_countable_by_deals(game, wager)]
        endings = distinguish_endings(solution, apart)
    base = tuple((wager, wager.paytable) for wager in game.wagers if wager.is_base)
    taken = [
        (wager, table)
        for wager in game.wagers if wager.is_optional
        for table in tray_tables(wager)
        if wager in apart or is_settled(game, wager, table)
    ]  # fmt: skip
    means, covariances = bet_moments(game, endings, [base, *((each,) for each in taken)])
    check_round(solution, means[0])
    return (THE_GAME, *((wager.name, table.name) for wager, table in taken)), covariances


def _needs_every_deal(game: Game, wager: Wager) -> bool:
    """Whether neither the endings of a round nor the player's own cards tell the bet's result, and all deals can."""
    settled = is_settled(game, wager, tray_tables(wager)[0])
    return not settled and not reads_cards_in_sight(game, wager) and is_countable_by_deals(game, wager)
