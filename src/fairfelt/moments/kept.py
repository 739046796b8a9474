"""The sheet of a bet as it was counted before."""

from __future__ import annotations

from fairfelt.answers.par import WagerPar
from fairfelt.answers.store import kept_answer
from fairfelt.rules import Game, Paytable, Wager


def kept_sheet(game: Game, wager: Wager, table: Paytable) -> WagerPar | None:
    """What the same code counted before of one bet with one paytable; None if it has to be counted."""
    answer = kept_answer(game)
    sheets = answer.par.wagers if answer else ()
    return next((sheet for sheet in sheets if (sheet.wager, sheet.paytable) == (wager.name, table.name)), None)
