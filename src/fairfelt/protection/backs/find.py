"""Which count a game has for one hidden card that is told by its back."""

from __future__ import annotations

from fairfelt.protection.information import Information
from fairfelt.rules import Cards, Game

from .by_boards import FlopCount
from .by_flush import FlushCount
from .by_sweep import SweepCount
from .by_tracks import TrackCount
from .ranked import RankCount


def rank_count(core: Game, information: Information) -> RankCount | None:
    """For a card of the dealer's that is face down, of which nothing else is said; None where there is no such count.

    All of them are alike, so that it does not matter which one.
    """
    if information.community or information.shoe or information.hands != 1 or len(information.dealer) != 1:
        return None
    if information.dealer[0] <= core.streets[0].reveals(Cards.DEALER):
        return None
    return FlushCount.of(core) or TrackCount.of(core) or SweepCount.of(core) or FlopCount.of(core)
