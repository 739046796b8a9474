"""fairfelt meter draft: a file to begin with"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from fairfelt.cli.io.choose import find_game
from fairfelt.cli.io.errors import BadInput
from fairfelt.cli.io.options import GameName, Variant
from fairfelt.cli.io.output import write_whole

if TYPE_CHECKING:
    from fairfelt.rules import Game, Wager

Bet = Annotated[str, Parameter(help="The progressive bet; the game's first one if not given.", show_default=False)]
Paytable = Annotated[str, Parameter(help="Its paytable; the first one if not given.", show_default=False)]
File = Annotated[Path | None, Parameter(name=["--output", "-o"], help="A new file to write it to.")]

TOP_SEED, TOP_RATE, LOWER_RATE = 10_000, 15, 3
PACE = """
[pace]
tables = 4
rounds_per_hour = 40
bettors = "3.5"
hours_per_week = 112
"""


def draft(
    game: GameName, /, *, variant: Variant = "", wager: Bet = "", paytable: Paytable = "", output: File = None
) -> int:
    """A jackpot for a game, written down with round figures to change: what the other commands read.

    For example:

        fairfelt meter draft GAME -o jackpot.toml
        fairfelt meter advise jackpot.toml
    """
    found = find_game(game, variant)
    text = "\n".join(_lines(found, _bet(found, wager), paytable)) + "\n" + PACE
    if output is None:
        sys.stdout.write(text)
        return 0
    if output.exists():
        raise BadInput(f"{output} is there already: give the name of a new file, so that nothing is lost")
    write_whole(output, text.encode())
    return 0


def _bet(game: Game, name: str) -> Wager:
    """The bet of that name, or the first that feeds a meter."""
    from fairfelt import games

    meters = _meters(game)
    if not meters:
        others = ", ".join(other.slug for other in games.catalogue() if _meters(other))
        raise BadInput(f"{game.title} has no progressive bet; these games have one: {others}")
    if name and game.wager(name) not in meters:
        named = ", ".join(wager.name for wager in meters)
        raise BadInput(f"{game.wager(name).name} feeds no meter; the progressive bets of {game.title} are {named}")
    return game.wager(name) if name else meters[0]


def _meters(game: Game) -> list[Wager]:
    from fairfelt.rules import Kind

    return [wager for wager in game.wagers if wager.kind is Kind.PROGRESSIVE]


def _lines(game: Game, bet: Wager, paytable: str) -> Iterator[str]:
    from fairfelt.room import hand_buttons

    table = game.paytable(bet.name, paytable) if paytable else bet.paytable
    yield f'name = "{game.name}"'
    yield f'game = "{game.slug}"'
    if game.variant:
        yield f'variant = "{game.variant}"'
    yield f'wager = "{bet.name}"'
    yield f'paytable = "{table.name}"'
    yield 'stake = "1"'
    yield "others = 0"
    yield 'fixed_pays = "tray"'
    yield 'several_winners = "in order"'
    levels = dict.fromkeys(hand.level for hand in hand_buttons(game, bet.name, table.name) if hand.level)
    for place, level in enumerate(levels):
        yield f'\n[levels."{level}"]'
        yield f'seed = "{max(1, TOP_SEED // 10**place):,}"'
        yield f'rate = "{LOWER_RATE if place else TOP_RATE}%"'
        yield 'reserve = "0%"'
