"""Counts: a tag for every kind of card, how well they follow the effects of removal, and the best ones to remember."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from concurrent.futures import Executor
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement
from math import prod, sqrt
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fairfelt.engine.exact import Progress
from fairfelt.rules import Game
from fairfelt.rules.cards import Card

from .shoe import (
    PERFECT,
    RUNNING_COUNT,
    TRUE_COUNT,
    BettingMethod,
    ByCount,
    CountResult,
    ShoeRules,
    best_triggers,
    find_cards,
    play_shoes,
)
from .shoe_bet import CardClass, NotCountable, ShoeBet, cards_name, countable_bets, kinds_without, shoe_bet

MOST_TRIED = 4_000_000
"""Rows of tags; where there are more, tags go from -1 to +1."""


@dataclass(frozen=True)
class Count:
    """Tags by kind of card, added up as cards are seen."""

    name: str
    tags: tuple[int, ...]
    correlation: float
    """With the effects of removal: 1 is as good as a count of this kind can be."""
    sum: int
    """Of the tags of a whole shoe: 0 where the count is balanced."""

    @property
    def is_balanced(self) -> bool:
        """Whether it comes out at nothing over a whole shoe."""
        return self.sum == 0


def correlation(tags: Sequence[float], effects: Sequence[Effect]) -> float:
    """Over all cards of the shoe, both taken from their means."""
    copies = np.array([effect.copies for effect in effects], float)
    worth = np.array([float(effect.on_edge) for effect in effects])
    marks = np.array(tags, float)
    worth, marks = (numbers - (numbers * copies).sum() / copies.sum() for numbers in (worth, marks))
    spread = sqrt((copies * worth**2).sum() * (copies * marks**2).sum())
    return float((copies * worth * marks).sum() / spread) if spread else 0.0


def count_of(name: str, tags: Sequence[int], effects: Sequence[Effect]) -> Count:
    total = sum(tag * effect.copies for tag, effect in zip(tags, effects, strict=True))
    return Count(name, tuple(tags), correlation(tags, effects), total)


def linear_count(effects: Sequence[Effect]) -> tuple[float, ...]:
    """The best tags of all, in units of the greatest: the effects of removal themselves, from their mean."""
    copies = sum(effect.copies for effect in effects)
    mean = sum(float(effect.on_edge) * effect.copies for effect in effects) / copies
    worth = [float(effect.on_edge) - mean for effect in effects]
    greatest = max(map(abs, worth)) or 1.0
    return tuple(each / greatest for each in worth)


def best_count(effects: Sequence[Effect], *, balanced: bool) -> Count:
    """The tags from -2 to +2 that follow the effects best; of equals the ones with the least sum of sizes.

    Of kinds with as many cards each, the better one never has the smaller tag: exchanging the two would fit better, and
    change neither the sum nor the squares. So those orders are all that has to be tried.
    """
    worth, kinds = np.array(linear_count(effects)), defaultdict(list)
    for at, effect in enumerate(effects):
        kinds[effect.copies].append(at)
    groups = [_Group(copies, sorted(places, key=lambda at: worth[at]), worth) for copies, places in kinds.items()]
    if prod(len(group.tags) for group in groups) > MOST_TRIED:
        groups = [_Group(group.copies, group.places, worth, levels=(-1, 0, 1)) for group in groups]
    sums, squares, cross, sizes = (_outer([getattr(group, name) for group in groups]) for name in _Group.SUMS)
    spread = squares - sums**2 / sum(effect.copies for effect in effects)
    with np.errstate(divide="ignore", invalid="ignore"):
        fit = np.where((spread > 0) & ((sums == 0) | (not balanced)), cross / np.sqrt(spread), 0.0)
    best = np.lexsort((sizes, -np.round(fit, 12)))[0]
    tags = [0] * len(effects)
    for group, row in zip(groups, np.unravel_index(best, [len(group.tags) for group in groups]), strict=True):
        for place, tag in zip(group.places, group.tags[row], strict=True):
            tags[place] = int(tag)
    return count_of("best balanced" if balanced else "best unbalanced", tags, effects)


class _Group:
    """Kinds with as many cards each, the worst first, and every rising row of tags."""

    SUMS = ("sums", "squares", "cross", "sizes")

    def __init__(
        self, copies: int, places: list[int], worth: NDArray[np.float64], levels: Sequence[int] = range(-2, 3)
    ) -> None:
        self.copies, self.places = copies, places
        self.tags = np.array(list(combinations_with_replacement(levels, len(places))), np.int64)
        self.sums = copies * self.tags.sum(axis=1)
        self.squares = copies * (self.tags**2).sum(axis=1)
        self.cross = copies * self.tags @ worth[places]
        self.sizes = np.abs(self.tags).sum(axis=1)


def _outer(parts: Sequence[NDArray[Any]]) -> NDArray[Any]:
    """Every sum of one number of each part, in the order of the parts."""
    whole = parts[0]
    for part in parts[1:]:
        whole = np.add.outer(whole, part).ravel()
    return whole


@dataclass(frozen=True)
class Effect:
    """What one card of a kind is worth when it is gone."""

    kind: CardClass
    copies: int
    on_edge: Fraction
    """Added to the player's expected result of one unit."""
    on_chance: Fraction
    """Added to the chance to win."""


def effects_of_removal(bet: ShoeBet) -> tuple[Effect, ...]:
    """For every kind of card: the expected result without one of them, less that of the whole shoe."""
    whole, chance = bet.expected(bet.copies), bet.chance(bet.copies)
    found = []
    for at, (kind, copies) in enumerate(zip(bet.classes, bet.copies, strict=True)):
        left = tuple(many - (at == other) for other, many in enumerate(bet.copies))
        found.append(Effect(kind, copies, bet.expected(left) - whole, bet.chance(left) - chance))
    return tuple(found)


def edge_with(bet: ShoeBet, removed: Sequence[Card]) -> Fraction:
    """The player's expected result of one unit when those cards have gone."""
    return bet.expected(kinds_without(bet, list(removed)))


class BetOdds(NamedTuple):
    """A bet at the cards that are left."""

    wager: str
    expected: Fraction
    """The player's expected result of one unit."""
    chance: Fraction
    """The probability that it wins."""


@dataclass(frozen=True)
class ShoeOdds:
    """Every bet that can be counted at the shoe as it is."""

    game: Game
    removed: str
    cards: int
    """Cards that are left."""
    bets: tuple[BetOdds, ...]


@lru_cache(maxsize=32)
def prepared_bets(game: Game) -> tuple[ShoeBet, ...]:
    """The bets of a game from a shoe, each as a function of what is left: that takes seconds, a question then none."""
    found = []
    for name in countable_bets(game):
        with suppress(NotCountable):  # it can go on for too many cards
            found.append(shoe_bet(game, name))
    return tuple(found)


def odds_of_shoe(game: Game, removed: str = "") -> ShoeOdds:
    """The exact value of every bet when those cards, such as "8 9 Ks", have gone."""
    bets = prepared_bets(game)
    if not bets:
        raise NotCountable(f"{game.title} has no bet that is counted from a shoe")
    lefts = [kinds_without(bet, list(find_cards(bet, removed))) for bet in bets]
    found = (BetOdds(bet.wager, *bet.value(left)) for bet, left in zip(bets, lefts, strict=True))
    return ShoeOdds(game, removed, sum(lefts[0]), tuple(found))


# Everything about counting one bet: effects of removal, the best counts, and what a counter wins by the shoe.


TRIGGER_SHOES = 400
"""Shoes in which the edge is counted at every round, to find where to bet from."""
FEW, FEW_SHARE, FEW_CARDS = 400, 10, 4_000_000_000
"""Shoes of perfect play, which has to count at every round: n at least, this part of all, or what some seconds
allow (cards of a shoe times cards of all sets)."""
POOR = 0.5
"""A count that wins less than this part of what perfect play wins says little of what a bet is exposed to."""


@dataclass(frozen=True)
class PlayedCount:
    """A count, the count to bet from, and what it wins."""

    count: Count
    trigger: int
    played: CountResult
    by_count: ByCount
    is_running: bool = False
    """Whether the trigger is a running count, not a true one."""

    @property
    def bets_from(self) -> str:
        return f"{'running' if self.is_running else 'true'} count {self.trigger:+d} or more"


@dataclass(frozen=True)
class CountedBet:
    """Everything about counting one bet."""

    bet: ShoeBet
    effects: tuple[Effect, ...]
    counts: tuple[PlayedCount, ...]
    """The one that was asked for, or else the one that wins most, first."""
    rules: ShoeRules
    perfect: CountResult
    removed: tuple[Card, ...] = ()

    @property
    def first(self) -> PlayedCount:
        """The count that the sheet is about."""
        return self.counts[0]

    @property
    def is_poor(self) -> bool:
        """Whether tags say little of this bet, as on pairs and suits: what is exposed shows in perfect play alone."""
        best = max(each.played.units_a_shoe for each in self.counts)
        return best < POOR * self.perfect.units_a_shoe

    @property
    def exposed(self) -> CountResult:
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
    ways = [BettingMethod(each.tags, start, by) for each, start, by in zip(counts, starts, when, strict=True)]
    played = play_shoes(bet, ways, rules, shoes=shoes, executor=executor, progress=progress)
    few = min(shoes, max(FEW, shoes // FEW_SHARE, FEW_CARDS // (sum(bet.copies) * bet.sets.size)))
    (perfect,) = play_shoes(bet, [PERFECT], rules, shoes=few, executor=executor)
    first = 0 if count else max(range(len(counts)), key=lambda at: played[at].units_a_shoe)
    order = sorted(range(len(counts)), key=lambda at: at != first)
    all_played = tuple(
        PlayedCount(counts[at], starts[at], played[at], found[at][1], when[at] == RUNNING_COUNT) for at in order
    )
    return CountedBet(bet, effects, all_played, rules, perfect, tuple(removed))
