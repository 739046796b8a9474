"""The best choice with an up card in sight: by class of hands, suits exchanged as they are in the class itself.

own cards  ->  number of the hand  ->  its class, and which suit becomes which there (two bits a suit)
up card    ->  the card it becomes by that exchange
class, card  ->  choice
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.cards.classes import ALL_CARDS, RANKS_PER_SUIT, SuitClasses
from fairfelt.hands.ranking import Straightline

from .hand_index import HandIndex

SUITS = 4
CLASS_BITS = 24


@dataclass(frozen=True, eq=False)
class UpCardTable:
    """One street: the best choice for each class of hands and each up card."""

    index: HandIndex
    turns: NDArray[np.uint32]
    """[hand]: its class, and above it the exchange of suits."""
    choices: NDArray[np.uint8]
    """[class and card]"""

    def emit(self, out: str, cards: Sequence[str]) -> Straightline:
        """Code that sets `out` to the best choice with the cards in the named variables, the up card last."""
        hand, turn = f"{out}_hand", f"{out}_turn"
        number = self.index.emit(hand, cards[:-1])
        mask, up = (1 << CLASS_BITS) - 1, f"{out}_cards[({turn} >> {CLASS_BITS}) * {ALL_CARDS} + {cards[-1]}]"
        statements = (
            *number.statements,
            f"{turn} = np.uint64({out}_turns[{hand}])",
            f"{turn} = ({turn} & np.uint64({mask})) * np.uint64({ALL_CARDS}) + np.uint64({up})",
            f"{out} = np.int64({out}_choices[{turn}])",
        )
        tables: dict[str, NDArray[Any]] = {
            f"{out}_turns": self.turns,
            f"{out}_cards": exchanged_cards(),
            f"{out}_choices": self.choices,
        }
        return Straightline(statements, {**number.tables, **tables})


def exchanges_of(classes: SuitClasses, hands: NDArray[np.uint8]) -> NDArray[np.uint32]:
    """The class of each hand and, above it, the exchange of suits that leads there."""
    first_of_suit = RANKS_PER_SUIT * np.arange(SUITS)
    suits = classes.turned(hands)[:, first_of_suit] // RANKS_PER_SUIT
    exchange = (suits.astype(np.int64) << 2 * np.arange(SUITS)).sum(axis=1)
    return np.asarray(classes.places(hands) | exchange << CLASS_BITS, np.uint32)


def exchanged_cards() -> NDArray[np.uint8]:
    """[exchange, card]: what the card becomes; the joker stays."""
    exchanges, cards = np.arange(1 << 2 * SUITS)[:, None], np.arange(ALL_CARDS - 1)
    suits = exchanges >> 2 * (cards // RANKS_PER_SUIT) & 3
    turned = np.full((len(exchanges), ALL_CARDS), ALL_CARDS - 1, np.uint8)
    turned[:, :-1] = suits * RANKS_PER_SUIT + cards % RANKS_PER_SUIT
    return turned.ravel()
