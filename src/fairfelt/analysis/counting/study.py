"""Everything about counting one bet: effects of removal, the best counts, and what a counter wins by the shoe."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass

from fairfelt.engine.exact import Progress
from fairfelt.rules.cards import Card

from .counts import Count, Effect, best_count, effects_of_removal
from .shoe import PERFECT, RUNNING_COUNT, TRUE_COUNT, ByCount, Counted, ShoeRules, Way, best_triggers, play_shoes
from .shoe_bet import ShoeBet, cards_name

TRIGGER_SHOES = 400
"""Shoes in which the edge is counted at every round, to find where to bet from."""
FEW, FEW_SHARE, FEW_CARDS = 400, 10, 4_000_000_000
"""Shoes of perfect play, which has to count at every round: so many at least, this part of all, or what some seconds
allow (cards of a shoe times cards of all sets)."""
POOR = 0.5
"""A count that wins less than this part of what perfect play wins says little of what a bet is exposed to."""


@dataclass(frozen=True)
class CountPlayed:
    """A count, the count to bet from, and what it wins."""

    count: Count
    trigger: int
    played: Counted
    by_count: ByCount
    is_running: bool = False
    """Whether the trigger is a running count, not a true one."""

    @property
    def bets_from(self) -> str:
        """In words."""
        return f"{'running' if self.is_running else 'true'} count {self.trigger:+d} or more"


@dataclass(frozen=True)
class CountedBet:
    """Everything about counting one bet."""

    bet: ShoeBet
    effects: tuple[Effect, ...]
    counts: tuple[CountPlayed, ...]
    """The one that was asked for, or else the one that wins most, first."""
    rules: ShoeRules
    perfect: Counted
    removed: tuple[Card, ...] = ()

    @property
    def first(self) -> CountPlayed:
        """The count that the sheet is about."""
        return self.counts[0]

    @property
    def is_poor(self) -> bool:
        """Whether tags say little of this bet, as on pairs and suits: what is exposed shows in perfect play alone."""
        best = max(each.played.units_a_shoe for each in self.counts)
        return best < POOR * self.perfect.units_a_shoe

    @property
    def exposed(self) -> Counted:
        """What the bet is exposed to: the first count, or perfect play where tags say little."""
        return self.perfect if self.is_poor else self.first.played

    def tags_text(self, count: Count) -> str:
        """The tags of a count that are not 0."""
        cards: dict[int, list[Card]] = {}
        for kind, tag in zip(self.bet.classes, count.tags, strict=True):
            cards.setdefault(tag, []).extend(kind.cards)
        pairs = [f"{cards_name(of_tag)} {tag:+d}" for tag, of_tag in cards.items() if tag]
        return "; ".join(pairs) or "none"


def study_counting(
    bet: ShoeBet,
    rules: ShoeRules,
    *,
    count: Count | None = None,
    trigger: int | None = None,
    running: bool = False,
    shoes: int = 20_000,
    removed: Sequence[Card] = (),
    trigger_shoes: int = TRIGGER_SHOES,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> CountedBet:
    """Effects, counts and shoes: the count that is given first, or else the best, balanced or not.

    All counts are played in the same shoes, so that which wins most is no luck of the cards. A running count
    is bet from the trigger that is given with it.
    """
    effects = effects_of_removal(bet)
    counts = [count] if count else []
    for each in (best_count(effects, balanced=True), best_count(effects, balanced=False)):
        if all(each.tags != known.tags for known in counts):
            counts.append(each)
    found = best_triggers(bet, [each.tags for each in counts], rules, shoes=trigger_shoes)
    asked = [trigger is not None and (count is None or each is count) for each in counts]
    starts = [trigger if mine and trigger is not None else best for mine, (best, _) in zip(asked, found, strict=True)]
    when = [RUNNING_COUNT if running and each is count else TRUE_COUNT for each in counts]
    ways = [Way(each.tags, start, by) for each, start, by in zip(counts, starts, when, strict=True)]
    played = play_shoes(bet, ways, rules, shoes=shoes, executor=executor, progress=progress)
    few = min(shoes, max(FEW, shoes // FEW_SHARE, FEW_CARDS // (sum(bet.copies) * bet.sets.size)))
    (perfect,) = play_shoes(bet, [PERFECT], rules, shoes=few, executor=executor)
    first = 0 if count else max(range(len(counts)), key=lambda at: played[at].units_a_shoe)
    order = sorted(range(len(counts)), key=lambda at: at != first)
    all_played = tuple(
        CountPlayed(counts[at], starts[at], played[at], found[at][1], when[at] == RUNNING_COUNT) for at in order
    )
    return CountedBet(bet, effects, all_played, rules, perfect, tuple(removed))
