"""Which count a game has for one hidden card that is told by its back."""

from __future__ import annotations

from concurrent.futures import Executor

from fairfelt.exact import Progress
from fairfelt.protection.information import Information
from fairfelt.protection.seen_cards.shared_flushes.backs import SharedFlushBacks
from fairfelt.protection.short_rules.by_rank import rank_rule
from fairfelt.protection.short_rules.rule import Priced
from fairfelt.rules import Cards, Game

from .by_boards import FlopCount
from .by_flush import FlushCount
from .by_sweep import SweepCount
from .by_tracks import TrackCount
from .ranked import RankCount, ShowdownCount


def rank_count(core: Game, information: Information) -> RankCount | None:
    """Where there is one decision: what each choice is worth by the rank of the card."""
    if not _is_one_hidden(core, information):
        return None
    showdowns = FlushCount.of(core) or SharedFlushBacks.of(core) or TrackCount.of(core) or SweepCount.of(core)
    return showdowns or FlopCount.of(core)


def card_rule(
    core: Game, information: Information, most_s: float, executor: Executor | None, progress: Progress | None
) -> Priced | None:
    """The short rule of somebody who sees one hidden card of the dealer's, where that is counted in so many seconds."""
    shown = core.streets[0].reveals(Cards.DEALER)
    hidden = tuple(number for number in information.dealer if number > shown)
    if information.sorted or len(hidden) != 1 or core.deck.jokers:
        return None
    count = rank_count(core, Information(hidden, information.community, "", information.hands, information.shoe))
    if not isinstance(count, ShowdownCount) or count.seconds > most_s:
        return None
    return rank_rule(count, executor, progress)


def _is_one_hidden(core: Game, information: Information) -> bool:
    """Whether it is one card of the dealer's that is face down, of which nothing else is said.

    All of them are alike, so that it does not matter which one.
    """
    if information.community or information.shoe or information.hands != 1 or len(information.dealer) != 1:
        return False
    return information.dealer[0] > core.streets[0].reveals(Cards.DEALER)
