"""A link: the tables that feed and win one jackpot, and what the casino has decided for all of them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from fairfelt.rules import Game


class FoldedHands(StrEnum):
    """What a link has decided about folded hands, where a sheet leaves it to the casino."""

    AS_THE_SHEET = "as the sheet"
    QUALIFY = "qualify"
    DO_NOT_QUALIFY = "do not qualify"

    def qualify(self, game: Game, wager: str) -> bool:
        """Whether folded hands qualify for a wager of a table on such a link."""
        printed = game.wager(wager).survives_fold
        if self is FoldedHands.AS_THE_SHEET or not is_left_to_casino(game, wager):
            return printed
        return self is FoldedHands.QUALIFY


def is_left_to_casino(game: Game, wager: str) -> bool:
    """Whether a ruling of the game lets folded hands qualify or not."""
    printed = game.wager(wager).survives_fold
    return any(
        alternative.change(game).wager(wager).survives_fold is not printed
        for ruling in game.rulings
        for alternative in ruling.alternatives.values()
    )


@dataclass(frozen=True)
class Link:
    """The tables that feed and win one jackpot, in one licensed location."""

    jackpot: str
    location: str
    folded_hands: FoldedHands = FoldedHands.AS_THE_SHEET
