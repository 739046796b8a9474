"""How often the bets of a round win their share of a meter."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import expm1, log1p

from fairfelt.engine.exact import Par


@dataclass(frozen=True)
class JackpotLine:
    """One hand that wins a share of a level."""

    wager: str
    level: str
    hand: str
    share: Fraction
    chance: Fraction
    """In a round, for a player who makes the bet."""
    break_even: Fraction | None
    """The meter, in wagers, at which the bet has no edge; None where it wins of several levels."""

    def chance_in(self, bets: Fraction) -> float:
        """That it is won once or more in so many bets."""
        return -expm1(float(bets) * log1p(-float(self.chance))) if self.chance < 1 else 1.0


def jackpot_lines(par: Par, wager: str = "", paytable: str = "") -> Iterator[JackpotLine]:
    """Of every bet on a meter, or of one of them: with the paytable that is named, or that in play."""
    asked = (wager, paytable or par.game.wager(wager).paytable.name) if wager else None
    in_play = {(bet.name, bet.paytable.name) for bet in par.game.wagers if bet.feeds_meter}
    for sheet in par.wagers:
        if (sheet.wager, sheet.paytable) not in ({asked} if asked else in_play):
            continue
        for row in sheet.levels:
            if row.probability:
                hand = (sheet.wager, row.level, row.line, row.share, row.probability)
                yield JackpotLine(*hand, sheet.break_even_meter)
