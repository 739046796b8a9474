"""Links and what tables on them play for: a progressive wager with one of its paytables, and its hand buttons."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from msgspec import Struct

from fairfelt.jackpot import Win
from fairfelt.rules import Game
from fairfelt.table.settlement import EnvyLine, envy_line


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


class FoldedHands(StrEnum):
    """What a link has decided about folded hands, where a sheet leaves it to the casino."""

    AS_THE_SHEET = "as the sheet"
    QUALIFY = "qualify"
    DO_NOT_QUALIFY = "do not qualify"

    def qualify(self, game: Game, wager: str) -> bool:
        """Whether folded hands qualify for a wager of a table on such a link."""
        printed = game.wager(wager).survives_fold
        others = (other.change(game) for ruling in game.rulings for other in ruling.alternatives.values())
        if self is FoldedHands.AS_THE_SHEET or all(each.wager(wager).survives_fold is printed for each in others):
            return printed  # the casino decides only what a ruling of the game leaves to it
        return self is FoldedHands.QUALIFY


@dataclass(frozen=True)
class Link:
    """The tables that feed and win one jackpot, in one licensed location."""

    jackpot: str
    location: str
    folded_hands: FoldedHands = FoldedHands.AS_THE_SHEET
