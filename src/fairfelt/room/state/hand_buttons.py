"""The hand buttons of a table: the lines of its paytable that win, as the keypad shows them."""

from __future__ import annotations

from fractions import Fraction

from msgspec import Struct

from fairfelt.jackpot import Win
from fairfelt.rules import Game
from fairfelt.table.envy import EnvyLine, envy_line


class HandButton(Struct, frozen=True, forbid_unknown_fields=True):
    """One line that can be claimed: a share of a level, or a multiple of the wager."""

    hand: str
    level: str = ""
    share: str = "0"
    """A fraction in writing, so that the log holds no rounded number."""
    times_wager: int = 0
    """A "for 1" pay for each unit wagered."""
    envy_micros: int = 0
    envy_times_wager: bool = False
    envy_least_micros: int = 0
    """A smaller wager brings its bettor no envy."""

    def win(self, seat: int, wager_micros: int) -> Win:
        """The win of this hand at a seat."""
        if self.level:
            return Win(seat, self.hand, self.level, Fraction(self.share))
        return Win(seat, self.hand, fixed_micros=self.times_wager * wager_micros)

    @property
    def envy(self) -> EnvyLine:
        """The envy that this hand brings to every other bettor."""
        return EnvyLine(self.envy_micros, self.envy_times_wager, self.envy_least_micros)


def hand_buttons(game: Game, wager: str, paytable: str) -> tuple[HandButton, ...]:
    """The buttons for a progressive wager with one of its paytables, best hand first."""
    bet = game.wager(wager)
    table = game.paytable(wager, paytable)
    ranking = bet.ranking or (game.showdown.ranking if game.showdown else None)
    return tuple(
        HandButton(
            table.line_name(line, ranking),
            pay.level,
            str(pay.share),
            0 if pay.level else int(pay.net) + 1,
            *envy_line(table.envy, line),
        )
        for line, pay in sorted(table.pays.items(), reverse=True)
    )
