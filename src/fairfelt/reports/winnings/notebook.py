"""What a table wins in one call, for notebooks and scripts: the report shows itself."""

from __future__ import annotations

from fractions import Fraction

from fairfelt import exact
from fairfelt.reports.report import Report
from fairfelt.rules import Game
from fairfelt.winnings import TableTerms, bet_round

from .floor import FloorQuestion, floor_report


def floor(
    game: Game, *, wager: str = "", bet: int | str = 25, players: int | None = None, rounds: int | None = None
) -> Report:
    """One table of a game, or of one of its bets, at so many rounds an hour, or as published for such games."""
    pace = None if rounds is None else Fraction(rounds)
    plan = TableTerms(Fraction(bet), players, pace).plan(game, bet_round(exact.answer(game).par, wager))
    return floor_report(game, plan, FloorQuestion())
