"""What a player knows of every card: its face from some decision on, and before that perhaps a mark on its back.

`View.of(game)` is what the rules show. Anything more is a change of that value, and never a counter of its own:

    reveal   the faces of some cards are known early
    mark     the class of a card's rank is known from the start, by its back
    share    the cards of other hands are known, so that they lie nowhere else
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby
from math import comb
from typing import Final

import numpy as np
from numpy.typing import NDArray

from fairfelt.engine.core.information_sets import PLACES, Group, Level, ways_to_turn
from fairfelt.rules import Cards, Game, Street
from fairfelt.rules.cards import RANKS_PER_SUIT

SHOWN: Final = (Cards.COMMUNITY, Cards.DEALER)
"""Where cards lie that are turned over in the course of a round."""
BY_RANK: Final = tuple(range(RANKS_PER_SUIT + 1))
"""Classes that tell every rank, and the joker."""


@dataclass(frozen=True)
class View:
    """What one player knows of the cards of a game, and when."""

    game: Game
    cards: tuple[Group, ...]
    """One for each shared card, then for each of the dealer's, in the order in which the rules turn them over."""
    dead: int = 0
    """Cards of other hands that are known at the first decision."""
    apart: bool = False
    """Whether cards known alike stay apart where the rules turn them over at different decisions: a player who knows
    only what the rules show can then be followed through the same cards."""

    @staticmethod
    def of(game: Game) -> View:
        """What the rules show."""
        cards: list[Group] = []
        for place in SHOWN:
            shown = [at for at, street in enumerate(game.streets) for _ in range(street.reveals(place))]
            never = [len(game.streets)] * (game.deal.count(place) - len(shown))
            cards += [Group(place, at, at) for at in (*shown, *never)]
        return View(game, tuple(cards))

    @property
    def size(self) -> int:
        return len(self.game.deck)

    @property
    def knows_all(self) -> bool:
        """Whether no card that counts is hidden at the first decision."""
        return all(card.known == 0 for card in self.cards)

    @property
    def is_by_rules(self) -> bool:
        """Whether a game's rules could show as much: faces alone, of cards of the round."""
        return not (self.dead or any(card.classes for card in self.cards))

    @cached_property
    def game_shown(self) -> Game:
        """The game whose rules show what is known here; which cards of a place these are makes no difference."""
        assert self.is_by_rules, "marks and other hands are no part of the rules"
        streets = tuple(
            Street(
                street.name,
                *street.choices,
                community=sum(card.place is Cards.COMMUNITY and card.known == at for card in self.cards),
                dealer=sum(card.place is Cards.DEALER and card.known == at for card in self.cards),
                unless_bet=street.unless_bet,
            )
            for at, street in enumerate(self.game.streets)
        )
        return replace(self.game, streets=streets, published=(), strategies=(), rulings=(), others=())

    @cached_property
    def levels(self) -> tuple[Level, ...]:
        """From the player's own cards to what is known at the last decision; each adds cards of one place."""
        end, counts = len(self.game.streets), [self.game.hole, 0, 0, *([0] if self.dead else [])]
        marked = [group for group in self._stages if group.classes]
        levels = [Level(tuple(counts), marked=tuple(marked))]
        if self.dead:
            counts[-1] = self.dead
            levels.append(Level(tuple(counts), marked=tuple(marked)))
        for street in range(end):
            for group in (group for group in self.turned if group.known == street):
                counts[PLACES.index(group.place)] += group.size
                marked = [other for other in marked if other is not group]
                levels.append(Level(tuple(counts), (), group, tuple(marked)))
            levels[-1] = replace(levels[-1], streets=(*levels[-1].streets, street))
        return tuple(levels)

    @property
    def first(self) -> Level:
        """What is known at the first decision."""
        return next(level for level in self.levels if 0 in level.streets)

    @cached_property
    def turned(self) -> tuple[Group, ...]:
        """The groups that are known by the last decision, the first known first."""
        return tuple(group for group in self._stages if group.known < len(self.game.streets))

    @cached_property
    def down(self) -> tuple[Group, ...]:
        """The groups that are face down at the last decision."""
        return tuple(group for group in self._stages if group.known == len(self.game.streets))

    def shown_by_rules(self, level: Level, street: int) -> NDArray[np.int64]:
        """Which of a level's cards the rules show by a street, if cards are kept apart for that."""
        assert self.apart, "cards known alike are one group otherwise"
        columns = [np.arange(level.counts[0])]
        for at, place in enumerate(PLACES[1:], 1):
            first, end = sum(level.counts[:at]), sum(level.counts[: at + 1])
            for group in (group for group in self.turned if group.place is place):
                if group.by_rule <= street and first < end:
                    columns.append(np.arange(first, first + group.size))
                first += group.size
        return np.concatenate(columns)

    @cached_property
    def following(self) -> tuple[int, ...]:
        """[level]: combinations of all cards that are turned over after it, in the turns in which they are."""
        sizes = [level.cards for level in self.levels]
        ways = ways_to_turn(self.size - sizes[-1], [group.size for group in self.down])
        found = [ways]
        for now, before in zip(reversed(sizes), reversed(sizes[:-1]), strict=False):
            found.append(found[-1] * comb(self.size - before, now - before))
        return tuple(reversed(found))

    @cached_property
    def _stages(self) -> tuple[Group, ...]:
        """Cards of one place that are known alike from one decision on; the first known first, marked ones first."""
        return _merged(card if self.apart else replace(card, by_rule=card.known) for card in self.cards)


def reveal(view: View, *, community: Collection[int] = (), dealer: Collection[int] = ()) -> View:
    """The faces of some cards, by their numbers from 1, are known from the first decision on."""
    return _change(view, community, dealer, lambda card: replace(card, known=0, classes=()))


def mark(
    view: View, *, classes: tuple[int, ...], community: Collection[int] = (), dealer: Collection[int] = ()
) -> View:
    """The classes of some cards are known from the start; `classes` has one for each rank, and the joker's last."""
    return _change(view, community, dealer, lambda card: replace(card, classes=classes if card.known else ()))


def share(view: View, hands: int) -> View:
    """The cards of n hands are known at the first decision, the player's own among them."""
    return replace(view, dead=(hands - 1) * view.game.hole)


def _change(view: View, community: Collection[int], dealer: Collection[int], turn: Callable[[Group], Group]) -> View:
    cards: list[Group] = []
    for place, numbers in zip(SHOWN, (community, dealer), strict=True):
        there = [card for card in view.cards if card.place is place]
        for number in numbers:
            if not 1 <= number <= len(there):
                raise ValueError(f"{view.game.title} has no number {number} among the {place}: 1 to {len(there)}")
        cards += [turn(card) if number in numbers else card for number, card in enumerate(there, 1)]
    return replace(view, cards=tuple(cards))


def _merged(cards: Iterable[Group]) -> tuple[Group, ...]:
    def alike(card: Group) -> tuple[int, int, bool, tuple[int, ...], int]:
        return card.known, PLACES.index(card.place), not card.classes, card.classes, card.by_rule

    kinds = (list(same) for _, same in groupby(sorted(cards, key=alike), alike))
    return tuple(replace(same[0], size=sum(card.size for card in same)) for same in kinds)
