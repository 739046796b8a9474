"""A game, or a bet of it with a paytable, as a comparison and a portfolio name them on the command line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairfelt.cli.io.choose import find_game
from fairfelt.cli.io.errors import BadInput
from fairfelt.rules import Game, UnknownName

if TYPE_CHECKING:
    from fairfelt.reports.comparison import SideName


def find_side(text: str) -> tuple[SideName, Game]:
    """The name with its parts as the game spells them, and the game with that paytable in play."""
    from dataclasses import replace

    from fairfelt.reports.comparison import read_side_name, tables_in_play

    name = read_side_name(text)
    game = find_game(name.game, name.variant)
    if not name.wager:
        return name, game
    try:
        wager = game.wager(name.wager).name
        table = game.paytable(wager, name.paytable).name if name.paytable else game.wager(wager).paytable.name
        for bet, chosen in tables_in_play(game, wager, table):
            game = game.with_paytable(bet, chosen)
    except UnknownName as error:
        raise BadInput(f"{text!r}: {error}") from error
    return replace(name, wager=wager, paytable=table), game
