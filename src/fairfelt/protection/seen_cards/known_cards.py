"""Some of the dealer's cards known at a showdown with one decision and no shared cards: what its counts share."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import comb

import numpy as np
from numpy.typing import NDArray

from fairfelt.cards.classes import SuitClasses, single_hands, suit_classes
from fairfelt.exact.core.problem import decides_once
from fairfelt.hands import LINE_BITS
from fairfelt.protection.information import Information, view_of
from fairfelt.rules import Cards, Game

from .by_cuts import CountByCuts
from .count import SeenCount, Whole


def known_cards(core: Game, information: Information) -> int | None:
    """How many of the dealer's cards are known at the decision, those that the rules show among them.

    None where the game has another form, or nothing is known beyond its rules.
    """
    if not decides_once(core) or core.deal.count(Cards.COMMUNITY) or not information.dealer:
        return None
    known = view_of(core, information).game_shown.streets[0].dealer
    return known if known > core.streets[0].dealer else None


@dataclass(frozen=True, eq=False)
class KnownCards(CountByCuts, SeenCount):
    """So many of the dealer's cards are known, whichever they are; the dealer's hands are counted by cuts."""

    known: int

    @property
    def dealer(self) -> int:
        """Cards of the dealer's hand."""
        return self.game.deal.count(Cards.DEALER)

    @property
    def hidden(self) -> int:
        """Those that are not known."""
        return self.dealer - self.known

    @property
    def following(self) -> int:
        """Ways to deal those, beside the player's hand and what is known."""
        return comb(len(self.game.deck) - self.known - self.game.hole, self.hidden)

    @property
    def rounds(self) -> int:
        cards, hole = len(self.game.deck), self.game.hole
        return comb(cards, self.known) * comb(cards - self.known, hole) * self.following

    def classes(self, cards: int) -> SuitClasses:
        """All hands of so many cards, up to an exchange of suits where suits can be exchanged."""
        classes_of = suit_classes if self.ranking.tells.exchanges_suits else single_hands
        return classes_of(self.game.deck, cards)

    @cached_property
    def dealer_kinds(self) -> NDArray[np.int32]:
        return np.unique(self.ranking.batch(self.classes(self.dealer).hands))

    @cached_property
    def lines(self) -> Whole:
        """[player's kind]: its line."""
        return (self.kinds >> LINE_BITS).astype(np.int64)

    @cached_property
    def allowed(self) -> Whole:
        """[player's kind]: how many of the choices may be made, the smallest bets first."""
        return self.problem.allowed(self.kinds)
