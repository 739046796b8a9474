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
from fairfelt.formats.money import format_amount

if TYPE_CHECKING:
    from fairfelt.meters import ProgressiveOffer
    from fairfelt.rules import Game

Bet = Annotated[str, Parameter(help="The progressive bet; the game's first one if not given.", show_default=False)]
Paytable = Annotated[str, Parameter(help="Its paytable; the first one if not given.", show_default=False)]
File = Annotated[Path | None, Parameter(name=["--output", "-o"], help="A new file to write it to.")]

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
    """A jackpot for a game, with the seeds and rates of its paytable or round figures: what the other commands read.

    For example:

        fairfelt meter draft GAME -o jackpot.toml
        fairfelt meter advise jackpot.toml
    """
    text = "\n".join(_lines(_find_offer(find_game(game, variant), wager, paytable))) + "\n" + PACE
    if output is None:
        sys.stdout.write(text)
        return 0
    if output.exists():
        raise BadInput(f"{output} is there already: give the name of a new file, so that nothing is lost")
    write_whole(output, text.encode())
    return 0


def _find_offer(game: Game, wager: str, paytable: str) -> ProgressiveOffer:
    """The bet of that name with that paytable, or the first that feeds a meter."""
    from fairfelt.meters import all_offers, offers_of

    offers = offers_of(game)
    if not offers:
        others = ", ".join(dict.fromkeys(offer.game for offer in all_offers().values()))
        raise BadInput(f"{game.title} has no progressive bet; these games have one: {others}")
    bet = game.wager(wager or offers[0].wager)
    if bet.name not in {offer.wager for offer in offers}:
        named = ", ".join(dict.fromkeys(offer.wager for offer in offers))
        raise BadInput(f"{bet.name} feeds no meter; the progressive bets of {game.title} are {named}")
    table = game.paytable(bet.name, paytable) if paytable else bet.paytable
    return offers[0]._replace(wager=bet.name, paytable=table.name)


def _lines(offer: ProgressiveOffer) -> Iterator[str]:
    from fairfelt.meters.edge import rate
    from fairfelt.meters.suggested import suggested_levels

    yield f'name = "{offer.find_game().name}"'
    yield f'game = "{offer.game}"'
    if offer.variant:
        yield f'variant = "{offer.variant}"'
    yield f'wager = "{offer.wager}"'
    yield f'paytable = "{offer.paytable}"'
    yield 'stake = "1"'
    yield "others = 0"
    yield 'fixed_pays = "tray"'
    yield 'several_winners = "in order"'
    found = suggested_levels(offer.find_game().paytable(offer.wager, offer.paytable))
    yield f"\n# {found.origin}"
    for level in found.levels:
        yield f'\n[levels."{level.name}"]'
        yield f'seed = "{format_amount(level.seed_micros, sign=False)}"'
        yield f'rate = "{float(rate(level) * 100):g}%"'
        yield 'reserve = "0%"'
