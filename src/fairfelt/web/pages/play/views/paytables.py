"""What every bet pays, as a page lists it, and which of the lines a bet was paid by."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from fairfelt.reports.placard.rules_of_play import SettlementRow, settlement_rows
from fairfelt.reports.sheet.english import capital
from fairfelt.rules import Game, Wager
from fairfelt.table import Settled

PayLine = tuple[str, str]
"""When, and what is paid."""


@lru_cache(maxsize=256)
def pay_lines(game: Game) -> dict[str, tuple[PayLine, ...]]:
    """By wager, the best line first; what loses is left out."""
    return {
        wager.name: tuple((capital(row.when), row.pays[wager.paytable.name].words) for row in _rows(game, wager.name))
        for wager in game.wagers
    }


def paid_row(game: Game, bet: Settled) -> int | None:
    """The line by which a bet was paid; nothing if it lost."""
    rows = _rows(game, bet.wager)
    return next((at for at, row in enumerate(rows) if _is_row(game.wager(bet.wager), row, bet)), None)


def _is_row(wager: Wager, row: SettlementRow, bet: Settled) -> bool:
    if wager.paytable.or_more and bet.outcome.margin >= max(wager.paytable.pays):
        return row.facts.margin == max(wager.paytable.pays)
    return row.when == bet.outcome.name


@lru_cache(maxsize=1 << 10)
def _rows(game: Game, name: str) -> tuple[SettlementRow, ...]:
    """Of the paytable in play."""
    wager = game.wager(name)
    rows = settlement_rows(game, replace(wager, paytables=(wager.paytable,)))
    return tuple(row for row in rows if row.pays[wager.paytable.name].wins)
