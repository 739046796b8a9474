"""What a table wins, and what many do, in one call, for notebooks and scripts: the report shows itself."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from fairfelt import exact
from fairfelt.reports.comparison.notebook import find_side
from fairfelt.reports.report import Report
from fairfelt.rules import Game
from fairfelt.winnings import (
    Portfolio,
    PortfolioLine,
    TableTerms,
    WinningsError,
    portfolio_line,
    table_plan,
    usual_stake,
)

from .floor import floor_report
from .portfolio import portfolio_report
from .table_data import FloorQuestion

FIELDS = ("tables", "hours", "players", "bet", "rounds")


def floor(
    game: Game, *, wager: str = "", bet: int | str = "", players: int | None = None, rounds: int | None = None
) -> Report:
    """One table of a game, or of one of its bets, at so many rounds an hour, or as published for such games."""
    pace = None if rounds is None else Fraction(rounds)
    terms = TableTerms(Fraction(bet) if bet else usual_stake(game, wager), players, pace)
    plan = table_plan(exact.answer(game).par, (wager, ""), terms)
    return floor_report(game, plan, FloorQuestion())


def portfolio(tables: Mapping[str, Mapping[str, int | str]], *, days: int = 365) -> Report:
    """Tables that are run together: by "GAME@VERSION:WAGER:PAYTABLE", what of them is not as usual.

    portfolio({"GAME": {"tables": 3, "hours": 16, "players": 5}, "GAME:Side Bet": {"bet": 5, "rounds": 40}})
    """
    return portfolio_report(Portfolio(tuple(_line(text, said, days) for text, said in tables.items())))


def _line(text: str, said: Mapping[str, int | str], days: int) -> PortfolioLine:
    if unknown := [name for name in said if name not in FIELDS]:
        raise WinningsError(f"{text}: a table has no {', '.join(unknown)}; it has {', '.join(FIELDS)}")
    name, game = find_side(text)
    bet = name.side_bet(game)
    terms = TableTerms(
        Fraction(said.get("bet", usual_stake(game, *bet))),
        int(said["players"]) if "players" in said else None,
        Fraction(said["rounds"]) if "rounds" in said else None,
        Fraction(said.get("hours", 24)),
        shifts=1,
        days=days,
    )
    return portfolio_line(exact.answer(game).par, bet, int(said.get("tables", 1)), terms)
