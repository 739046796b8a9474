"""Everything about counting one bet: effects of removal, the best counts, and what a counter wins by the shoe."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass

from fairfelt.cards import Card
from fairfelt.exact import Progress

from .counts import Count, best_count
from .effects import Effect, effects_of_removal
from .shoe import EXACT_EDGE, Counted, ShoeRules, best_trigger, play_shoes
from .shoe_bet import ShoeBet, cards_name

TRIGGER_SHOES = 400
"""Shoes in which the edge is counted at every round, to find where to bet from."""
PERFECT_SHARE = 10
"""Shoes dealt to perfect play, as a part of the others: it has to count at every round."""


@dataclass(frozen=True)
class CountedBet:
    """Everything about counting one bet."""

    bet: ShoeBet
    effects: tuple[Effect, ...]
    counts: tuple[Count, ...]
    """The one that is played first."""
    rules: ShoeRules
    trigger: int
    by_count: tuple[tuple[int, float, float], ...]
    played: Counted
    perfect: Counted | None
    """None where only the count was asked for."""
    removed: tuple[Card, ...] = ()

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
    shoes: int = 20_000,
    removed: Sequence[Card] = (),
    perfect: bool = True,
    trigger_shoes: int = TRIGGER_SHOES,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> CountedBet:
    """Effects, counts and shoes: with the count that is given, or with the best that is balanced."""
    effects = effects_of_removal(bet)
    found = (best_count(effects, balanced=True), best_count(effects, balanced=False))
    counts = (count, *found) if count else found
    best, by_count = best_trigger(bet, counts[0].tags, rules, shoes=trigger_shoes)
    start = best if trigger is None else trigger
    played = play_shoes(bet, counts[0].tags, rules, trigger=start, shoes=shoes, executor=executor, progress=progress)
    few = max(1, shoes // PERFECT_SHARE)
    ideal = (
        play_shoes(bet, counts[0].tags, rules, trigger=0, when=EXACT_EDGE, shoes=few, executor=executor)
        if perfect
        else None
    )
    return CountedBet(bet, effects, counts, rules, start, by_count, played, ideal, tuple(removed))
