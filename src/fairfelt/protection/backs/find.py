"""Which count a game has for one hidden card that is told by its back."""

from __future__ import annotations

from concurrent.futures import Executor

from fairfelt.exact import Progress
from fairfelt.exact.core.counter import Counter
from fairfelt.exact.solvers.longest_flush.counter import FlushCounter
from fairfelt.exact.solvers.suits.counter import SharedFlushCounter
from fairfelt.exact.solvers.sweep.counter import RankCounter
from fairfelt.exact.solvers.tracks.counter import TrackCounter
from fairfelt.protection.information import Information
from fairfelt.protection.short_rules.learner import Priced
from fairfelt.protection.short_rules.price import rank_rule
from fairfelt.rules import Cards, Game

from .by_boards import FlopCount
from .ranked import MarkedCard, MarkedShowdown


def rank_count(core: Game, information: Information) -> MarkedCard | None:
    """Where there is one decision: what each choice is worth by the rank of the card."""
    if not _is_one_hidden(core, information):
        return None
    counter = _counter(core)
    return MarkedShowdown(counter) if counter else FlopCount.of(core)


def _counter(core: Game) -> Counter | None:
    by_suits = FlushCounter.of(core, 1) or SharedFlushCounter.of(core, 1)
    return by_suits or TrackCounter.of(core, 1) or RankCounter.of(core, 1)


def card_rule(
    core: Game, information: Information, most_s: float, executor: Executor | None, progress: Progress | None
) -> Priced | None:
    """The short rule of somebody who sees one hidden card of the dealer's, where that is counted in so many seconds."""
    shown = core.streets[0].reveals(Cards.DEALER)
    hidden = tuple(number for number in information.dealer if number > shown)
    if information.sorted or len(hidden) != 1 or core.deck.jokers:
        return None
    if not _is_one_hidden(core, Information(hidden, information.community, "", information.hands, information.shoe)):
        return None
    counter = _counter(core)
    return rank_rule(counter, executor, progress) if counter and counter.seconds <= most_s else None


def _is_one_hidden(core: Game, information: Information) -> bool:
    """Whether it is one card of the dealer's that is face down, of which nothing else is said.

    All of them are alike, so that it does not matter which one.
    """
    if information.community or information.shoe or information.hands != 1 or len(information.dealer) != 1:
        return False
    return information.dealer[0] > core.streets[0].reveals(Cards.DEALER)
